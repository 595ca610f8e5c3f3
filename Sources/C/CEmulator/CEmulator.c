#define _GNU_SOURCE
#include "CEmulator.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vterm.h>

#define CONNECTION 3
/// In bytes; what a program asks for beyond is not answered.
#define MOST_ANSWERS (1 << 20)

/// All of the process: it has one thread, and one terminal.
static struct {
    VTerm *vterm;
    VTermState *state;
    VTermScreen *screen;
    VTermScreenCallbacks callbacks;
    int rows, columns;
    bool *changed;
    int mouse;
    bool isCursorVisible, isAlternate;
    char *answers;
    size_t count, room;
} terminal;

/// What OSC 8 has linked. libvterm knows nothing of it: it says which cells change while a link is open.
static struct {
    char addresses[CEMULATOR_MOST_ADDRESSES];
    /// Bytes of them, and those that were reported.
    size_t size, reported;
    uint16_t count, current;
    /// By cell; NULL until there is one.
    uint16_t *cells;
} links;

// MARK: - What libvterm reports

static void answer(const char *bytes, size_t count, void *user) {
    (void)user;
    if (count > MOST_ANSWERS - terminal.count) return;
    if (terminal.count + count > terminal.room) {
        size_t room = (terminal.count + count) * 2;
        char *more = realloc(terminal.answers, room);
        if (more == NULL) _exit(ENOMEM);
        terminal.answers = more;
        terminal.room = room;
    }
    memcpy(terminal.answers + terminal.count, bytes, count);
    terminal.count += count;
}

static uint16_t link_number(const char *address, size_t length) {
    uint16_t number = 1;
    for (size_t place = 0; place < links.size; place += strlen(links.addresses + place) + 1, number++)
        if (strlen(links.addresses + place) == length && memcmp(links.addresses + place, address, length) == 0)
            return number;
    if (links.count == CEMULATOR_MOST_LINKS || length + 1 > sizeof links.addresses - links.size) return 0;
    memcpy(links.addresses + links.size, address, length);
    links.addresses[links.size + length] = 0;
    links.size += length + 1;
    return ++links.count;
}

/// Opens a link, or ends one: `PARAMETERS;ADDRESS`.
static int take_link(const char *text, size_t length) {
    const char *address = memchr(text, ';', length);
    if (address == NULL) return 0;
    size_t rest = length - (size_t)(address + 1 - text);
    links.current = rest == 0 || memchr(address + 1, 0, rest) != NULL ? 0 : link_number(address + 1, rest);
    if (links.current != 0 && links.cells == NULL) {
        links.cells = calloc((size_t)terminal.rows * (size_t)terminal.columns, sizeof *links.cells);
        if (links.cells == NULL) _exit(ENOMEM);
    }
    return 1;
}

#if VTERM_VERSION_MAJOR == 0 && VTERM_VERSION_MINOR < 2
static int take_command(const char *command, size_t length, void *user) {
    (void)user;
    return length > 2 && memcmp(command, "8;", 2) == 0 ? take_link(command + 2, length - 2) : 0;
}

static const VTermParserCallbacks unknown = {.osc = take_command};
#else
static int take_command(int command, VTermStringFragment part, void *user) {
    static char text[4096];
    static size_t length;
    (void)user;
    if (command != 8) return 0;
    if (part.initial) length = 0;
    if (part.len > sizeof text - length) return 0;
    memcpy(text + length, part.str, part.len);
    length += part.len;
    return part.final ? take_link(text, length) : 1;
}

static const VTermStateFallbacks unknown = {.osc = take_command};
#endif

/// Only a character that is written is linked, and no character has more than one row.
static void link_cells(VTermRect rect) {
    bool isWritten = links.current != 0 && rect.end_row - rect.start_row == 1;
    for (int row = rect.start_row; row < rect.end_row; row++) {
        for (int column = rect.start_col; column < rect.end_col; column++) {
            VTermScreenCell cell = {0};
            if (isWritten) vterm_screen_get_cell(terminal.screen, (VTermPos){.row = row, .col = column}, &cell);
            links.cells[row * terminal.columns + column] = cell.chars[0] == 0 ? 0 : links.current;
        }
    }
}

static VTermRect within_screen(VTermRect rect) {
    if (rect.start_row < 0) rect.start_row = 0;
    if (rect.start_col < 0) rect.start_col = 0;
    if (rect.end_row > terminal.rows) rect.end_row = terminal.rows;
    if (rect.end_col > terminal.columns) rect.end_col = terminal.columns;
    return rect;
}

static void move_links(VTermRect to, VTermRect from) {
    int rows = to.end_row - to.start_row, columns = to.end_col - to.start_col;
    if (rows != from.end_row - from.start_row || columns != from.end_col - from.start_col || columns <= 0) return;
    for (int step = 0; step < rows; step++) {
        int row = to.start_row < from.start_row ? step : rows - 1 - step;
        memmove(
            links.cells + (to.start_row + row) * terminal.columns + to.start_col,
            links.cells + (from.start_row + row) * terminal.columns + from.start_col,
            (size_t)columns * sizeof *links.cells);
    }
}

static int mark(VTermRect rect) {
    for (int row = rect.start_row < 0 ? 0 : rect.start_row; row < rect.end_row && row < terminal.rows; row++)
        terminal.changed[row] = true;
    return 1;
}

static int damage(VTermRect rect, void *user) {
    (void)user;
    if (links.cells != NULL) link_cells(within_screen(rect));
    return mark(rect);
}

static int move_rows(VTermRect to, VTermRect from, void *user) {
    (void)user;
    if (links.cells != NULL) move_links(within_screen(to), within_screen(from));
    return mark(to) & mark(from);
}

static int set_property(VTermProp property, VTermValue *value, void *user) {
    (void)user;
    switch (property) {
    case VTERM_PROP_CURSORVISIBLE: terminal.isCursorVisible = value->boolean; break;
    case VTERM_PROP_ALTSCREEN: terminal.isAlternate = value->boolean; break;
    case VTERM_PROP_MOUSE: terminal.mouse = value->number; break;
    default: break;
    }
    return 1;
}

// MARK: - Orders

static void set_changed(int rows, int columns) {
    free(terminal.changed);
    terminal.changed = malloc((size_t)rows);
    if (terminal.changed == NULL) _exit(ENOMEM);
    memset(terminal.changed, true, (size_t)rows);
    terminal.rows = rows;
    terminal.columns = columns;
    // What stands where is another matter now; whoever is told of a new size draws anew.
    free(links.cells);
    links.cells = NULL;
    links.current = 0;
}

static void begin(int rows, int columns) {
    if (terminal.vterm != NULL) vterm_free(terminal.vterm);
    set_changed(rows, columns);
    terminal.mouse = 0;
    terminal.isAlternate = false;
    terminal.vterm = vterm_new(rows, columns);
    terminal.state = vterm_obtain_state(terminal.vterm);
    terminal.screen = vterm_obtain_screen(terminal.vterm);
    terminal.callbacks =
        (VTermScreenCallbacks){.damage = damage, .moverect = move_rows, .settermprop = set_property};
    vterm_output_set_callback(terminal.vterm, answer, NULL);
    vterm_set_utf8(terminal.vterm, 1);
    vterm_screen_set_callbacks(terminal.screen, &terminal.callbacks, NULL);
    vterm_screen_set_unrecognised_fallbacks(terminal.screen, &unknown, NULL);
    vterm_screen_enable_altscreen(terminal.screen, 1);
    vterm_screen_reset(terminal.screen, 1);
    terminal.count = 0;
}

static void resize(int rows, int columns) {
    set_changed(rows, columns);
    vterm_set_size(terminal.vterm, rows, columns);
    memset(terminal.changed, true, (size_t)rows);
}

static void carry_out(const CEmulatorOrder *order, const char *bytes) {
    switch (order->kind) {
    case CEMULATOR_WRITE: vterm_input_write(terminal.vterm, bytes, order->count); break;
    case CEMULATOR_RESIZE: resize(order->first, order->second); break;
    case CEMULATOR_KEY: vterm_keyboard_key(terminal.vterm, (VTermKey)order->first, (VTermModifier)order->second); break;
    case CEMULATOR_MOVE: vterm_mouse_move(terminal.vterm, order->first, order->second, VTERM_MOD_NONE); break;
    case CEMULATOR_BUTTON: vterm_mouse_button(terminal.vterm, order->first, order->second != 0, VTERM_MOD_NONE); break;
    case CEMULATOR_BEGIN: begin(order->first, order->second); break;
    default: break;
    }
}

// MARK: - Reports

static CEmulatorColor color(VTermColor color) {
    if (color.type & VTERM_COLOR_DEFAULT_MASK) return (CEmulatorColor){CEMULATOR_STANDARD, {0}};
    if ((color.type & VTERM_COLOR_TYPE_MASK) == VTERM_COLOR_INDEXED)
        return (CEmulatorColor){CEMULATOR_INDEXED, {color.indexed.idx}};
    return (CEmulatorColor){CEMULATOR_DIRECT, {color.rgb.red, color.rgb.green, color.rgb.blue}};
}

static CEmulatorCell cell(int row, int column) {
    VTermScreenCell found;
    memset(&found, 0, sizeof found);
    vterm_screen_get_cell(terminal.screen, (VTermPos){.row = row, .col = column}, &found);
    CEmulatorCell cell = {
        .base = found.chars[0], .foreground = color(found.fg), .background = color(found.bg),
        .width = found.width == 2 ? 2 : 1,
        .link = links.cells == NULL ? 0 : links.cells[row * terminal.columns + column],
        .attributes = (found.attrs.bold ? CEMULATOR_BOLD : 0) | (found.attrs.italic ? CEMULATOR_ITALIC : 0)
            | (found.attrs.underline ? CEMULATOR_UNDERLINE : 0) | (found.attrs.reverse ? CEMULATOR_REVERSE : 0)
            | (found.attrs.blink ? CEMULATOR_BLINK : 0) | (found.attrs.strike ? CEMULATOR_STRIKE : 0),
        .font = found.attrs.font,
    };
    for (int mark = 0; mark < 4 && found.chars[0] != 0 && found.chars[mark + 1] != 0; mark++)
        cell.marks[mark] = found.chars[mark + 1];
    return cell;
}

static void send_all(const void *bytes, size_t count) {
    for (const char *rest = bytes; count > 0;) {
        ssize_t sent = send(CONNECTION, rest, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) _exit(0);
        rest += sent;
        count -= (size_t)sent;
    }
}

static void report(bool shows_rows) {
    VTermPos cursor;
    vterm_state_get_cursorpos(terminal.state, &cursor);
    CEmulatorReport report = {
        .row = cursor.row, .column = cursor.col, .mouse = terminal.mouse, .isCursorVisible = terminal.isCursorVisible,
        .isAlternate = terminal.isAlternate, .answers = (uint32_t)terminal.count,
        .addresses = (uint32_t)(links.size - links.reported),
    };
    for (int row = 0; shows_rows && row < terminal.rows; row++) report.rows += terminal.changed[row];
    send_all(&report, sizeof report);
    send_all(terminal.answers, terminal.count);
    terminal.count = 0;
    send_all(links.addresses + links.reported, report.addresses);
    links.reported = links.size;
    if (report.rows == 0) return;
    CEmulatorCell cells[terminal.columns];
    for (int32_t row = 0; row < terminal.rows; row++) {
        if (!terminal.changed[row]) continue;
        terminal.changed[row] = false;
        for (int column = 0; column < terminal.columns; column++) cells[column] = cell(row, column);
        send_all(&row, sizeof row);
        send_all(cells, sizeof cells);
    }
}

// MARK: - The process

static void receive_all(void *bytes, size_t count) {
    for (char *rest = bytes; count > 0;) {
        ssize_t received = recv(CONNECTION, rest, count, 0);
        if (received < 0 && errno == EINTR) continue;
        // Our other half has gone, or needs us no more.
        if (received <= 0) _exit(0);
        rest += received;
        count -= (size_t)received;
    }
}

static _Noreturn void serve(int rows, int columns) {
    static char bytes[CEMULATOR_LONGEST];
    begin(rows, columns);
    while (true) {
        CEmulatorOrder order;
        receive_all(&order, sizeof order);
        if (order.count > sizeof bytes) _exit(EPROTO);
        receive_all(bytes, order.count);
        carry_out(&order, bytes);
        report(order.kind == CEMULATOR_LOOK);
    }
}

/// Linux before 5.9 has no close_range, and containers may refuse it.
static void close_from(int first) {
    if (close_range((unsigned)first, ~0U, 0) == 0) return;
    struct rlimit limit;
    rlim_t end = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 65536 ? limit.rlim_cur : 65536;
    for (int descriptor = first; descriptor < (int)end; descriptor++) close(descriptor);
}

/// Leaves behind what belongs to the process that it was: handlers, files, the terminal's keys, its name for a crash.
static void separate(int connection) {
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0);
    prctl(PR_SET_NAME, "foyer-screen");
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    // Above the standard ones, whichever of them is closed here.
    int kept = fcntl(connection, F_DUPFD, CONNECTION + 1);
    int nothing = open("/dev/null", O_RDWR);
    if (kept < 0 || nothing < 0) _exit(errno);
    for (int standard = 0; standard < CONNECTION; standard++) dup2(nothing, standard);
    if (dup2(kept, CONNECTION) < 0) _exit(errno);
    close_from(CONNECTION + 1);
}

int cemulator_start(int rows, int columns, int32_t *process) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    sigset_t all, former;
    sigfillset(&all);
    // None of our handlers may run in the other process.
    pthread_sigmask(SIG_SETMASK, &all, &former);
    pid_t child = fork();
    if (child == 0) {
        separate(ends[1]);
        serve(rows, columns);
    }
    int problem = errno;
    pthread_sigmask(SIG_SETMASK, &former, NULL);
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        errno = problem;
        return -1;
    }
    *process = child;
    return ends[0];
}
