#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/// How long a terminal that does not read is waited for before what it has not read is discarded.
#define PATIENCE_MS 800
/// How long a process that a signal ends waits for the terminal's last answer.
#define ANSWER_PATIENCE_MS 300
/// How long after the question an answer is worth waiting for.
#define ANSWERS_TAKE_MS 2000
/// How long it waits at a time: another thread may read the answer.
#define ANSWER_STEP_MS 10
/// How long another thread's change is waited for. None blocks but putting the terminal back, which takes 900 at most.
#define CHANGE_PATIENCE_MS 1000

static struct {
    int fd;
    struct termios found;
    /// What was left when another terminal's settings were put back.
    struct termios left;
    bool has_left;
    /// The settings that this process has given the terminal last, as the terminal has taken them.
    struct termios given;
    _Atomic bool adopted;
    /// The process is ending: what is put back now stays so.
    _Atomic bool is_final;
    /// A frame was cut: the terminal may be inside an escape sequence.
    _Atomic bool torn;
    /// Something was asked and not all of it answered.
    _Atomic bool expects_answers;
    /// When, in milliseconds of the monotonic clock.
    _Atomic int64_t asked_at;
    /// A thread is changing the terminal: its settings, or by write().
    _Atomic bool is_changing;
    /// Threads in `foyer_terminal_restore`.
    _Atomic int restoring;
    /// Modes that the next bytes switch on, and those that bytes have.
    _Atomic bool announced[FOYER_MODE_COUNT];
    _Atomic bool on[FOYER_MODE_COUNT];
    _Atomic size_t length[FOYER_MODE_COUNT];
    char undo[FOYER_MODE_COUNT][FOYER_UNDO_LIMIT];
} terminal = {.fd = -1};

static void block_signals(sigset_t *former) {
    sigset_t all;
    sigfillset(&all);
    // A background process that touches the settings is to be stopped, as ever.
    sigdelset(&all, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &all, former);
}

/// What changes the terminal is one step for the handlers: those of this thread wait until after it, those of another
/// until `is_changing` is false.
static void begin_change(sigset_t *former) {
    block_signals(former);
    // First say so, then look: the handler does it the other way round, so that one of the two sees the other.
    atomic_store(&terminal.is_changing, true);
}

static void end_change(const sigset_t *former) {
    int reason = errno;
    atomic_store(&terminal.is_changing, false);
    pthread_sigmask(SIG_SETMASK, former, NULL);
    errno = reason;
}

void foyer_terminal_take_jobs(void) {
    sigset_t jobs;
    sigemptyset(&jobs);
    sigaddset(&jobs, SIGTTOU);
    sigaddset(&jobs, SIGTTIN);
    pthread_sigmask(SIG_UNBLOCK, &jobs, NULL);
}

/// Before the settings are read: in the background they are the shell's, for its own line.
static bool wait_for_foreground(int fd) {
    foyer_terminal_take_jobs();
    // Changes nothing, but the kernel stops who asks for it from the background.
    while (tcflow(fd, TCOON) != 0) {
        if (errno == EIO) return false;
        if (errno != EINTR) return true;
    }
    return true;
}

int foyer_terminal_adopt(int fd) {
    if (!wait_for_foreground(fd)) return -1;
    sigset_t former;
    begin_change(&former);
    errno = EIO;
    struct termios found;
    bool is_adopted = !atomic_load(&terminal.is_final) && tcgetattr(fd, &found) == 0;
    if (is_adopted) {
        terminal.fd = fd;
        terminal.found = terminal.given = found;
        atomic_store(&terminal.torn, false);
        atomic_store(&terminal.adopted, true);
    }
    end_change(&former);
    return is_adopted ? 0 : -1;
}

/// Once the terminal has been put back, nothing changes its settings any more: another thread's handler may have done so.
static int set(const struct termios *settings) {
    sigset_t former;
    begin_change(&former);
    errno = EIO;
    int status = atomic_load(&terminal.adopted) ? tcsetattr(terminal.fd, TCSANOW, settings) : -1;
    if (status == 0) tcgetattr(terminal.fd, &terminal.given);
    end_change(&former);
    return status;
}

/// What these echo matters only together with ECHO. pinentry-tty clears them with it, so they tell its silence from ours.
#define ECHO_MARKS (ECHOE | ECHOK)

int foyer_terminal_set_silent(void) {
    struct termios settings = terminal.found;
    settings.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
    settings.c_lflag |= ECHO_MARKS;
    return set(&settings);
}

int foyer_terminal_set_keys(void) {
    struct termios settings = terminal.found;
    settings.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHONL | IEXTEN);
    settings.c_lflag |= ECHO_MARKS;
    settings.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | IXON | ISTRIP);
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    return set(&settings);
}

bool foyer_terminal_is_lent(void) {
    const tcflag_t compared = ICANON | ISIG | ECHO | ECHO_MARKS;
    struct termios present;
    if (!atomic_load(&terminal.adopted) || tcgetattr(terminal.fd, &present) != 0) return false;
    return !(present.c_lflag & ECHO) && (present.c_lflag & compared) != (terminal.given.c_lflag & compared);
}

void foyer_terminal_lend(void) {
    sigset_t former;
    begin_change(&former);
    struct termios settings = terminal.found;
    settings.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ECHO_MARKS);
    // From raw mode the Enter key would never end a line of theirs.
    if (atomic_load(&terminal.adopted)) tcsetattr(terminal.fd, TCSANOW, &settings);
    end_change(&former);
}

bool foyer_terminal_has_input(void) {
    if (foyer_terminal_is_lent()) return true;
    sigset_t former;
    begin_change(&former);
    struct pollfd input = {.fd = terminal.fd, .events = POLLIN};
    struct termios present;
    bool has_input = false;
    if (atomic_load(&terminal.adopted) && tcgetattr(terminal.fd, &present) == 0) {
        has_input = poll(&input, 1, 0) > 0;
        if (!has_input && (present.c_lflag & ICANON)) {
            // The kernel tells of a line that has not been ended only in another mode.
            struct termios settings = present;
            settings.c_lflag &= ~(tcflag_t)ICANON;
            tcsetattr(terminal.fd, TCSANOW, &settings);
            has_input = foyer_readable_count(terminal.fd) > 0;
            tcsetattr(terminal.fd, TCSANOW, &present);
        }
    }
    end_change(&former);
    return has_input;
}

int foyer_terminal_set_unbuffered(bool signals) {
    struct termios settings = terminal.found;
    settings.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHONL | IEXTEN | ISIG);
    if (signals) settings.c_lflag |= ISIG;
    settings.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | IXON | ISTRIP);
    settings.c_oflag &= ~(tcflag_t)OPOST;
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    return set(&settings);
}

unsigned char foyer_terminal_signal_key(int number) {
    if (!(terminal.found.c_lflag & ISIG)) return 0;
    return terminal.found.c_cc[number == SIGINT ? VINTR : number == SIGQUIT ? VQUIT : VSUSP];
}

size_t foyer_terminal_unseen_key(int users, int terminal, int number, unsigned char *shown) {
    struct termios theirs, settings;
    if (tcgetattr(users, &theirs) != 0 || tcgetattr(terminal, &settings) != 0) return 0;
    if ((theirs.c_lflag & ECHO) != 0 || (settings.c_lflag & ECHO) == 0) return 0;
    unsigned char key = settings.c_cc[number == SIGINT ? VINTR : number == SIGQUIT ? VQUIT : VSUSP];
    bool is_named = (settings.c_lflag & ECHOCTL) != 0 && (key < 0x20 || key == 0x7F);
    size_t count = 0;
    if (is_named) shown[count++] = '^';
    shown[count++] = is_named ? key ^ 0x40 : key;
    return count;
}

bool foyer_terminal_in_foreground(int fd) {
    return tcgetpgrp(fd) == getpgrp();
}

void foyer_terminal_forget(void) {
    atomic_store(&terminal.adopted, false);
    for (int mode = 0; mode < FOYER_MODE_COUNT; mode += 1) {
        atomic_store(&terminal.announced[mode], false);
        atomic_store(&terminal.on[mode], false);
    }
}

bool foyer_terminal_found(struct termios *settings) {
    if (!atomic_load(&terminal.adopted)) return false;
    *settings = terminal.found;
    return true;
}

void foyer_terminal_put_back_as(int other) {
    sigset_t former;
    begin_change(&former);
    struct termios settings;
    if (tcgetattr(other, &settings) == 0) {
        terminal.found = terminal.left = settings;
        terminal.has_left = true;
    }
    end_change(&former);
}

static bool is_same(const struct termios *one, const struct termios *other) {
    return one->c_iflag == other->c_iflag && one->c_oflag == other->c_oflag && one->c_cflag == other->c_cflag &&
           one->c_lflag == other->c_lflag && memcmp(one->c_cc, other->c_cc, sizeof one->c_cc) == 0;
}

void foyer_terminal_pass_settings(int other) {
    if (!terminal.has_left || is_same(&terminal.left, &terminal.found)) return;
    tcsetattr(other, TCSANOW, &terminal.found);
}

void foyer_terminal_pass_settings_found(int other) {
    // A shell that left the terminal alone leaves it raw.
    if (terminal.found.c_lflag & (ICANON | ECHO | ISIG)) tcsetattr(other, TCSANOW, &terminal.found);
}

bool foyer_terminal_adds_returns(int fd) {
    struct termios settings;
    return tcgetattr(fd, &settings) == 0 && (settings.c_oflag & OPOST) && (settings.c_oflag & ONLCR);
}

/// Whole lines or not: in another mode everything can be read.
static size_t take_queue(int fd, const struct termios *found, char *bytes, size_t room) {
    struct termios settings = *found;
    settings.c_lflag &= ~(tcflag_t)ICANON;
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    tcsetattr(fd, TCSANOW, &settings);
    struct pollfd input = {.fd = fd, .events = POLLIN};
    size_t count = 0;
    while (count < room && poll(&input, 1, 0) > 0) {
        ssize_t more = read(fd, bytes + count, room - count);
        if (more <= 0) break;
        count += (size_t)more;
    }
    tcsetattr(fd, TCSANOW, found);
    return count;
}

size_t foyer_take_typed_ahead(int fd, void *bytes, size_t room) {
    sigset_t former;
    begin_change(&former);
    struct termios found;
    size_t count = 0;
    if (!atomic_load(&terminal.is_final) && tcgetattr(fd, &found) == 0 && (found.c_lflag & ICANON)) {
        count = take_queue(fd, &found, bytes, room);
    }
    end_change(&former);
    return count;
}

size_t foyer_take_unread(int master, void *bytes, size_t room) {
    int slave = ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
    struct termios found;
    size_t count = slave >= 0 && tcgetattr(slave, &found) == 0 ? take_queue(slave, &found, bytes, room) : 0;
    if (slave >= 0) close(slave);
    return count;
}

/// A zero was the end of input, which the next terminal has to hear itself.
static void put_in_ends(char *bytes, size_t count, const struct termios *settings) {
    for (size_t index = 0; (settings->c_lflag & ICANON) && index < count; index += 1) {
        if (bytes[index] == 0) bytes[index] = (char)settings->c_cc[VEOF];
    }
}

void foyer_put_in_ends(int fd, void *bytes, size_t count) {
    struct termios settings;
    if (tcgetattr(fd, &settings) == 0) put_in_ends(bytes, count, &settings);
}

size_t foyer_type_unseen(int master, void *bytes, size_t count) {
    int slave = ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
    struct termios found, silent;
    bool knows = slave >= 0 && tcgetattr(slave, &found) == 0;
    if (knows) put_in_ends(bytes, count, &found);
    bool shows = knows && (found.c_lflag & (ECHO | ECHONL));
    silent = found;
    silent.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
    if (shows) tcsetattr(slave, TCSANOW, &silent);
    ssize_t typed = write(master, bytes, count);
    // Asking for it fetches it; and its way is over before the settings change.
    struct pollfd input = {.fd = slave, .events = POLLIN};
    poll(&input, 1, 0);
    struct termios now;
    if (shows && tcgetattr(slave, &now) == 0 && is_same(&now, &silent)) tcsetattr(slave, TCSANOW, &found);
    if (slave >= 0) close(slave);
    return typed < 0 ? 0 : (size_t)typed;
}

/// Since Linux 6.2 the system may refuse.
bool foyer_terminal_can_type_back(void) {
    int file = open("/proc/sys/dev/tty/legacy_tiocsti", O_RDONLY | O_CLOEXEC);
    if (file < 0) return errno == ENOENT;
    char byte = 0;
    bool is_allowed = read(file, &byte, 1) == 1 && byte == '1';
    close(file);
    return is_allowed;
}

static void type_back(const char *bytes, size_t count) {
    for (size_t index = 0; index < count; index += 1) {
        if (ioctl(terminal.fd, TIOCSTI, bytes + index) != 0) return;
    }
}

void foyer_terminal_type_back(void *seen, size_t seen_count, const void *typed, size_t typed_count) {
    sigset_t former;
    begin_change(&former);
    struct termios settings = terminal.found;
    // What another terminal has processed and shown is not processed and shown again.
    settings.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ISIG);
    settings.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | IXON | ISTRIP);
    put_in_ends(seen, seen_count, &terminal.found);
    if (atomic_load(&terminal.adopted) && tcgetpgrp(terminal.fd) == getpgrp()) {
        tcsetattr(terminal.fd, TCSANOW, &settings);
        type_back(seen, seen_count);
        tcsetattr(terminal.fd, TCSANOW, &terminal.found);
        type_back(typed, typed_count);
    }
    end_change(&former);
}

int foyer_terminal_set_output_raw(bool raw) {
    struct termios settings;
    if (tcgetattr(terminal.fd, &settings) != 0) return -1;
    settings.c_oflag &= ~(tcflag_t)OPOST;
    if (!raw) {
        // Tabs have been expanded where they are to be.
        settings.c_oflag = terminal.found.c_oflag & ~(tcflag_t)TABDLY;
        tcflag_t processed = settings.c_oflag & (OPOST | ONLCR | OCRNL | ONOCR | ONLRET | OLCUC);
        errno = EINVAL;
        if (processed != (OPOST | ONLCR)) return -1;
    }
    return set(&settings);
}

int foyer_terminal_set_raw(void) {
    struct termios settings = terminal.found;
    cfmakeraw(&settings);
    settings.c_lflag |= ECHO_MARKS;
    return set(&settings);
}

bool foyer_terminal_set_undo(FoyerMode mode, const void *bytes, size_t length) {
    if (length > FOYER_UNDO_LIMIT) return false;
    // Empty while it changes: a handler in between undoes nothing rather than half of it.
    atomic_store(&terminal.length[mode], 0);
    if (length > 0) memcpy(terminal.undo[mode], bytes, length);
    atomic_store(&terminal.length[mode], length);
    return true;
}

size_t foyer_terminal_undo(void *bytes, size_t room) {
    size_t count = 0;
    for (int mode = 0; mode < FOYER_MODE_COUNT; mode += 1) {
        size_t length = atomic_load(&terminal.length[mode]);
        if (!atomic_load(&terminal.on[mode]) || count + length > room) continue;
        memcpy((char *)bytes + count, terminal.undo[mode], length);
        count += length;
    }
    return count;
}

void foyer_terminal_mark(FoyerMode mode, bool on) {
    atomic_store(&terminal.announced[mode], on);
    if (!on) atomic_store(&terminal.on[mode], false);
}

/// Undoing what was never done is no small matter: leaving the second screen puts the cursor where it was when it was
/// entered. So a write and its marks are one change.
ssize_t foyer_terminal_write(const void *bytes, size_t count) {
    sigset_t former;
    begin_change(&former);
    errno = EIO;
    bool is_ours = atomic_load(&terminal.adopted);
    if (is_ours && atomic_load(&terminal.is_final)) {
        // To say that the terminal has gone would let its owner leave at once, and the shell would get its last answers.
        end_change(&former);
        return (ssize_t)count;
    }
    ssize_t written = is_ours ? write(terminal.fd, bytes, count) : -1;
    if (written >= 0) atomic_store(&terminal.torn, (size_t)written < count);
    for (int mode = 0; written > 0 && mode < FOYER_MODE_COUNT; mode += 1) {
        if (atomic_load(&terminal.announced[mode])) atomic_store(&terminal.on[mode], true);
    }
    end_change(&former);
    return written;
}

static int64_t milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void foyer_terminal_expect_answers(bool expected) {
    if (expected) atomic_store(&terminal.asked_at, milliseconds_now());
    atomic_store(&terminal.expects_answers, expected);
}

static void wait_for_change(void) {
    for (int tries = 0; tries < CHANGE_PATIENCE_MS; tries += 1) {
        if (!atomic_load(&terminal.is_changing)) return;
        poll(NULL, 0, 1);
    }
}

/// True where all was written before `milliseconds` had passed.
static bool write_all(const char *bytes, size_t count, int milliseconds) {
    int64_t start = milliseconds_now();
    while (count > 0) {
        ssize_t written = write(terminal.fd, bytes, count);
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
            continue;
        }
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && errno != EAGAIN) return true;  // Hung up: nobody is left to write to.
        int64_t passed = milliseconds_now() - start;
        if (passed >= milliseconds) return false;
        struct pollfd descriptor = {.fd = terminal.fd, .events = POLLOUT};
        poll(&descriptor, 1, milliseconds - (int)passed);
    }
    return true;
}

/// Another thread puts the terminal back: whoever ends the process lets it finish.
static void wait_for_restoring(void) {
    for (int tries = 0; tries < CHANGE_PATIENCE_MS && atomic_load(&terminal.restoring) > 0; tries += 1) poll(NULL, 0, 1);
}

void foyer_terminal_restore(void) {
    int reason = errno;
    sigset_t former;
    block_signals(&former);
    atomic_fetch_add(&terminal.restoring, 1);
    if (!atomic_exchange(&terminal.adopted, false)) {
        atomic_fetch_sub(&terminal.restoring, 1);
        wait_for_restoring();
        pthread_sigmask(SIG_SETMASK, &former, NULL);
        errno = reason;
        return;
    }
    wait_for_change();
    atomic_store(&terminal.is_changing, true);

    char bytes[1 + FOYER_MODE_COUNT * FOYER_UNDO_LIMIT];
    size_t count = 1;
    bytes[0] = 0x18;  // CAN ends a sequence that was cut.
    for (int mode = 0; mode < FOYER_MODE_COUNT; mode += 1) {
        atomic_store(&terminal.announced[mode], false);
        if (!atomic_exchange(&terminal.on[mode], false)) continue;
        size_t length = atomic_load(&terminal.length[mode]);
        memcpy(bytes + count, terminal.undo[mode], length);
        count += length;
    }
    // While they are not yet echoed.
    if (atomic_load(&terminal.expects_answers)) tcflush(terminal.fd, TCIFLUSH);
    // The settings first: whatever the terminal does with the bytes, they are right.
    tcsetattr(terminal.fd, TCSANOW, &terminal.found);
    size_t skipped = atomic_load(&terminal.torn) ? 0 : 1;
    if (!write_all(bytes + skipped, count - skipped, PATIENCE_MS)) {
        tcflow(terminal.fd, TCOON);
        tcflush(terminal.fd, TCOFLUSH);
        write_all(bytes, count, PATIENCE_MS / 8);
    }
    // The shell shall not get them. Last, so that as few as can be are still to come.
    if (atomic_exchange(&terminal.expects_answers, false)) tcflush(terminal.fd, TCIFLUSH);
    atomic_fetch_sub(&terminal.restoring, 1);
    end_change(&former);
    errno = reason;
}

/// Looks for the last answer, `ESC [ ? … c`. `state` counts the bytes that have matched.
static bool has_last_answer(const char *bytes, ssize_t count, int *state) {
    for (ssize_t index = 0; index < count; index += 1) {
        char byte = bytes[index];
        if (byte == '\033') {
            *state = 1;
        } else if (*state == 1) {
            *state = byte == '[' ? 2 : 0;
        } else if (*state == 2) {
            *state = byte == '?' ? 3 : 0;
        } else if (*state == 3 && byte != ';' && (byte < '0' || byte > '9')) {
            if (byte == 'c') return true;
            *state = 0;
        }
    }
    return false;
}

/// Reads until the terminal's last answer has come, here or in a thread that still reads, so that no shell gets it.
static void take_answers(void) {
    int64_t start = milliseconds_now();
    // A terminal that has said nothing for so long has no answer.
    if (start - atomic_load(&terminal.asked_at) > ANSWERS_TAKE_MS) return;
    int state = 0;
    char bytes[256];
    while (atomic_load(&terminal.adopted) && atomic_load(&terminal.expects_answers)) {
        if (milliseconds_now() - start >= ANSWER_PATIENCE_MS) return;
        struct pollfd descriptor = {.fd = terminal.fd, .events = POLLIN};
        if (poll(&descriptor, 1, ANSWER_STEP_MS) <= 0) continue;
        ssize_t count = read(terminal.fd, bytes, sizeof bytes);
        if (count < 0 && (errno == EAGAIN || errno == EINTR)) continue;
        if (count <= 0) return;
        if (has_last_answer(bytes, count, &state)) return atomic_store(&terminal.expects_answers, false);
    }
}

void foyer_terminal_show_no_more(void) {
    atomic_store(&terminal.is_final, true);
}

void foyer_terminal_restore_for_good(void) {
    int reason = errno;
    atomic_store(&terminal.is_final, true);
    wait_for_change();
    take_answers();
    errno = reason;
    foyer_terminal_restore();
}
