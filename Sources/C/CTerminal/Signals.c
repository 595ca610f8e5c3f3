#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
/// Room for a handler that calls a few system calls.
#define ALTERNATE_STACK_SIZE (64 * 1024)

/// Those that end the process: the terminal is put back in the handler itself, so that a stuck loop cannot
/// stand in the way, and so that Swift's backtracer does not get hold of a terminal without echo. From
/// the twelfth on they are nobody's, unless the host handles or ignores one: then it stays the host's.
static const int ending[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGILL,    SIGTRAP, SIGABRT, SIGBUS, SIGFPE,  SIGSEGV, SIGPIPE,
                             SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO,  SIGSYS,  SIGXCPU, SIGXFSZ};
#define ALWAYS_OURS 11
/// Those that the loop handles.
static const int notices[] = {SIGWINCH, SIGTSTP, SIGCONT};
#define STOP_NOTICE 1

/// Swift's backtracer takes some of those while its library is loaded, and at a terminal it asks for a key for half a
/// minute. It leaves alone what somebody has taken before: this runs before any library's own start, in programs alone.
static void on_early_ending(int number) {
    foyer_signals_end_by(number);
}

static void take_before_backtracer(int count, char **arguments, char **environment) {
    foyer_start_remember(count, arguments, environment);
    for (; *environment != NULL; environment += 1) {
        if (strncmp(*environment, "SWIFT_BACKTRACE=", 16) == 0) return;
    }
    for (size_t index = 0; index < COUNT(ending); index += 1) {
        struct sigaction action = {.sa_handler = on_early_ending};
        struct sigaction found;
        if (sigaction(ending[index], NULL, &found) != 0 || found.sa_handler != SIG_DFL) continue;
        sigaction(ending[index], &action, NULL);
    }
}

__attribute__((section(".preinit_array"), used)) static void (*const before_libraries)(int, char **, char **) =
    take_before_backtracer;

/// From here on they do what they do by default, unless somebody has asked for backtraces.
__attribute__((constructor)) static void release_backtracer(void) {
    if (getenv("SWIFT_BACKTRACE") != NULL) return;
    for (size_t index = 0; index < COUNT(ending); index += 1) {
        struct sigaction action = {.sa_handler = SIG_DFL};
        struct sigaction found;
        if (sigaction(ending[index], NULL, &found) != 0) continue;
        if (found.sa_handler == SIG_DFL || found.sa_handler == SIG_IGN) continue;
        sigaction(ending[index], &action, NULL);
    }
}

static struct {
    struct sigaction former[COUNT(ending) + COUNT(notices)];
    bool installed;
    int wake[2];
    atomic_uint pending;
    atomic_bool dying;
    /// Bits, by number, of the ending signals that are told instead of obeyed.
    atomic_uint told_set;
    atomic_int told;
    _Atomic pid_t command, group;
    /// Who gets what is sent to this process, and the group of that one; 0 where it is ours.
    _Atomic pid_t heir, heir_group;
    /// The last that was not 0.
    _Atomic pid_t latest_heir;
    /// Where a byte wakes who watches the heir; -1 for nowhere.
    atomic_int heir_wake;
    /// Whether a screen of ours has the terminal meanwhile: a hang-up ends this process all the same, and it stops first.
    atomic_bool behind_screen;
    /// Bits, by number, of SIGINT and SIGQUIT, where they were ignored when the handlers were installed.
    atomic_uint ignored_set;
    /// Whether an heir is about to come: what it will get is held until then. Bits, by number; those of keys apart.
    atomic_bool holds;
    atomic_uint held, held_keys;
    /// Whether somebody has asked the heir to end, through us.
    atomic_bool has_passed_end;
    /// Which key of the terminal's did; 0 for none.
    atomic_int passed_key;
    /// Whether the last SIGTSTP was a key of the terminal's.
    atomic_bool stop_was_key;
    /// For how long Ctrl-Z has stopped this process, in milliseconds.
    atomic_llong stopped;
    /// A socket and its folder, to be taken off the disk by a signal that ends the process; whole while `has_socket`.
    atomic_bool has_socket;
    char socket[112], folder[112];
} signals = {.wake = {-1, -1}, .heir_wake = -1};

void foyer_signals_remove_socket(const char *path, const char *folder) {
    if (atomic_load(&signals.has_socket) || strlen(path) >= sizeof signals.socket) return;
    strcpy(signals.socket, path);
    strncpy(signals.folder, folder, sizeof signals.folder - 1);
    atomic_store(&signals.has_socket, true);
}

void foyer_signals_keep_socket(const char *path) {
    if (atomic_load(&signals.has_socket) && strcmp(signals.socket, path) == 0) {
        atomic_store(&signals.has_socket, false);
    }
}

static void remove_socket(void) {
    if (!atomic_exchange(&signals.has_socket, false)) return;
    unlink(signals.socket);
    rmdir(signals.folder);
}

/// A full pipe wakes its reader as well.
static void wake_reader(int descriptor) {
    int reason = errno;
    if (descriptor >= 0) (void)!write(descriptor, "", 1);
    errno = reason;
}

static void wake_loop(unsigned news) {
    atomic_fetch_or(&signals.pending, news);
    wake_reader(signals.wake[1]);
}

static bool tell(int number) {
    int none = 0;
    if (!foyer_signals_tells(number)) return false;
    if (!atomic_compare_exchange_strong(&signals.told, &none, number)) return false;
    wake_loop(FOYER_SIGNAL_ENDING);
    return true;
}

static struct {
    /// Bits, by number, of the ending signals that are still only noted.
    atomic_uint set;
    /// The first that came.
    atomic_int first;
    /// Whether a key of ours stood for it, so that nobody else in the group has got it.
    atomic_bool is_key;
} noted;

static bool note(int number) {
    int none = 0;
    if (number > 31 || !(atomic_fetch_and(&noted.set, ~(1u << number)) & 1u << number)) return false;
    atomic_compare_exchange_strong(&noted.first, &none, number);
    return true;
}

static bool is_sent(int number) {
    return number == SIGHUP || number == SIGINT || number == SIGQUIT || number == SIGTERM;
}

void foyer_signals_send_to(pid_t command, pid_t group, int number) {
    kill(-group, number);
    pid_t present = command > 0 ? getpgid(command) : -1;
    if (present > 0 && present != group) kill(-present, number);
}

static void end_group(int number) {
    pid_t group = atomic_load(&signals.group), command = atomic_load(&signals.command);
    if (group <= 0) return;
    foyer_signals_send_to(command, group, is_sent(number) ? number : SIGTERM);
    // One that is stopped could not obey.
    foyer_signals_send_to(command, group, SIGCONT);
}

static void send_heir(int number) {
    pid_t heir = atomic_load(&signals.heir), group = atomic_load(&signals.heir_group);
    if (group > 0) foyer_signals_send_to(heir, group, number);
    else if (heir > 0) kill(heir, number);
}

static bool is_ignored(int number) {
    return number <= 31 && (atomic_load(&signals.ignored_set) & 1u << number);
}

/// The heir, who is in our group or has one of its own, gets what was sent to us. It is noted first: the heir may have ended
/// before this handler goes on, and whoever watches it must not take that for a failure.
static void pass_to_heir(int number, bool is_key) {
    if (is_key) atomic_store(&signals.passed_key, number);
    atomic_store(&signals.has_passed_end, true);
    if (!is_key || atomic_load(&signals.heir_group) > 0) send_heir(number);
    wake_reader(atomic_load(&signals.heir_wake));
}

/// What was held is the heir's; if nobody has come, it is ours after all.
static void pass_held(void) {
    static const int all[] = {SIGINT, SIGQUIT, SIGTERM};
    unsigned held = atomic_exchange(&signals.held, 0), keys = atomic_exchange(&signals.held_keys, 0);
    for (size_t index = 0; index < COUNT(all); index += 1) {
        unsigned bit = 1u << all[index];
        if (!((held | keys) & bit)) continue;
        if (atomic_load(&signals.heir) == 0) raise(all[index]);
        else pass_to_heir(all[index], keys & bit);
    }
}

static bool hold(int number, bool is_key) {
    if ((number != SIGINT && number != SIGQUIT && number != SIGTERM) || !atomic_load(&signals.holds)) return false;
    int reason = errno;
    atomic_fetch_or(is_key ? &signals.held_keys : &signals.held, 1u << number);
    // The heir may have come meanwhile.
    if (!atomic_load(&signals.holds)) pass_held();
    errno = reason;
    return true;
}

/// What the command would get without us, though it concerns nobody else.
static void pass_ignored(int number) {
    pid_t group = atomic_load(&signals.group);
    if (atomic_load(&signals.heir) > 0) send_heir(number);
    else if (group > 0) foyer_signals_send_to(atomic_load(&signals.command), group, number);
}

static _Noreturn void end_process(int number) {
    end_group(number);
    remove_socket();
    foyer_terminal_restore_for_good();
    foyer_signals_end_by(number);
    _exit(128 + number);
}

static void on_ending(int number, siginfo_t *info, void *context) {
    (void)context;
    if (tell(number)) return;
    if (note(number)) {
        wake_loop(FOYER_SIGNAL_ENDING);
        return;
    }
    bool is_key = info->si_code == SI_KERNEL;
    if (is_ignored(number)) {
        int reason = errno;
        if (!is_key || atomic_load(&signals.heir) == 0 || atomic_load(&signals.heir_group) > 0) pass_ignored(number);
        errno = reason;
        return;
    }
    if (hold(number, is_key)) return;
    pid_t heir = number == SIGHUP && atomic_load(&signals.behind_screen) ? 0 : atomic_load(&signals.heir);
    // A fault is ours. A key's signal has reached who is in our group already.
    if (heir != 0 && (info->si_code == SI_USER || info->si_code == SI_QUEUE || info->si_code == SI_TKILL ||
                      (is_key && is_sent(number)))) {
        int reason = errno;
        pass_to_heir(number, is_key);
        errno = reason;
        return;
    }
    // A write of our own to a closed socket or pipe, or beyond the limit of a file's size: the writer gets EPIPE or EFBIG
    // and knows what to do. Only a signal that somebody sent ends the process.
    if ((number == SIGPIPE || number == SIGXFSZ) && info->si_code == SI_USER && info->si_pid == getpid()) return;
    if (atomic_exchange(&signals.dying, true)) {
        // Another thread is on its way out; it ends this one too.
        for (int tries = 0; tries < 20; tries += 1) poll(NULL, 0, 100);
        _exit(128 + number);
    }
    // The end of a command that gets the same signal is no news.
    foyer_terminal_show_no_more();
    end_process(number);
}

void foyer_signals_end_by(int number) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigaction(number, &action, NULL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    _exit(128 + number);
}

void foyer_signals_share_end(pid_t command, pid_t group) {
    atomic_store(&signals.command, command);
    atomic_store(&signals.group, group);
}

bool foyer_signals_shares_stops(void) {
    return atomic_load(&signals.group) > 0;
}

static void on_nothing(int number) {
    (void)number;
}

void foyer_signals_survive_file_limit(void) {
    // Unlike SIG_IGN, a handler is not inherited by commands.
    struct sigaction action = {.sa_handler = on_nothing, .sa_flags = SA_RESTART | SA_ONSTACK}, former;
    if (sigaction(SIGXFSZ, NULL, &former) == 0 && former.sa_handler == SIG_DFL) sigaction(SIGXFSZ, &action, NULL);
}

void foyer_signals_pass_on(pid_t heir, pid_t group, bool behind_screen, int wake) {
    if (heir > 0 && atomic_exchange(&signals.latest_heir, heir) != heir) {
        atomic_store(&signals.has_passed_end, false);
        atomic_store(&signals.passed_key, 0);
    }
    atomic_store(&signals.heir_wake, wake);
    atomic_store(&signals.behind_screen, behind_screen);
    atomic_store(&signals.heir_group, group);
    atomic_store(&signals.heir, heir);
    if (atomic_exchange(&signals.holds, false)) pass_held();
}

void foyer_signals_hold(void) {
    if (foyer_signals_install() >= 0) atomic_store(&signals.holds, true);
}

bool foyer_signals_passed_end(void) {
    return atomic_load(&signals.has_passed_end);
}

bool foyer_signals_stop_was_key(void) {
    return atomic_exchange(&signals.stop_was_key, false);
}

int foyer_signals_passed_key(void) {
    return atomic_exchange(&signals.passed_key, 0);
}

void foyer_signals_tell_interrupt(bool told) {
    atomic_store(&signals.told_set, told ? 1u << SIGINT : 0);
}

bool foyer_signals_tells(int number) {
    return number <= 31 && (atomic_load(&signals.told_set) & 1u << number);
}

int foyer_signals_told(void) {
    return atomic_exchange(&signals.told, 0);
}

static void on_notice(int number, siginfo_t *info, void *context) {
    (void)context;
    if (number == SIGTSTP) atomic_store(&signals.stop_was_key, info->si_code == SI_KERNEL);
    if (number == SIGWINCH) wake_reader(atomic_load(&signals.heir_wake));
    wake_loop(number == SIGWINCH ? FOYER_SIGNAL_RESIZED
              : number == SIGTSTP ? FOYER_SIGNAL_SUSPEND
                                  : FOYER_SIGNAL_CONTINUED);
}

static void restore_at_exit(void) {
    foyer_terminal_restore_for_good();
}

static bool stays(size_t index, const struct sigaction *former) {
    // nohup: who started us does not want a hang-up to end us.
    if (index < ALWAYS_OURS) return ending[index] == SIGHUP && former->sa_handler == SIG_IGN;
    return former->sa_handler != SIG_DFL;
}

static void remember_ignored(int number) {
    struct sigaction found;
    bool is_ignored = sigaction(number, NULL, &found) == 0 && found.sa_handler == SIG_IGN;
    if (is_ignored) atomic_fetch_or(&signals.ignored_set, 1u << number);
    else atomic_fetch_and(&signals.ignored_set, ~(1u << number));
}

int foyer_signals_install(void) {
    static bool registered;
    if (signals.wake[0] < 0 && foyer_pipe(signals.wake) != 0) return -1;
    if (!registered) registered = atexit(restore_at_exit) == 0;
    foyer_signals_use_alternate_stack();
    if (signals.installed) return signals.wake[0];

    sigset_t unblocked;
    sigemptyset(&unblocked);
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
    action.sa_sigaction = on_ending;
    sigfillset(&action.sa_mask);
    for (size_t index = 0; index < COUNT(ending); index += 1) {
        // As a command finds it: whoever started us does not want the key to end us.
        if (ending[index] == SIGINT || ending[index] == SIGQUIT) remember_ignored(ending[index]);
        sigaction(ending[index], &action, &signals.former[index]);
        if (stays(index, &signals.former[index])) sigaction(ending[index], &signals.former[index], NULL);
        sigaddset(&unblocked, ending[index]);
    }
    struct sigaction notice = {.sa_flags = SA_RESTART | SA_ONSTACK | SA_SIGINFO};
    notice.sa_sigaction = on_notice;
    sigfillset(&notice.sa_mask);
    for (size_t index = 0; index < COUNT(notices); index += 1) {
        struct sigaction *former = &signals.former[COUNT(ending) + index];
        sigaction(notices[index], &notice, former);
        // Ctrl-Z does nothing where it did nothing before.
        if (index == STOP_NOTICE && former->sa_handler == SIG_IGN) sigaction(notices[index], former, NULL);
        sigaddset(&unblocked, notices[index]);
    }
    signals.installed = true;
    // A mask is inherited; one that blocks these would make the program deaf.
    pthread_sigmask(SIG_UNBLOCK, &unblocked, NULL);
    return signals.wake[0];
}

unsigned foyer_signals_take(void) {
    char bytes[64];
    while (read(signals.wake[0], bytes, sizeof bytes) > 0) {
    }
    return atomic_exchange(&signals.pending, 0);
}

void foyer_signals_remove(void) {
    if (!signals.installed) return;
    // A handler on another thread is ending the process. It has taken the terminal away, which looks here like a
    // reason to leave in good order, but with another status.
    while (atomic_load(&signals.dying)) poll(NULL, 0, 100);
    signals.installed = false;
    for (size_t index = 0; index < COUNT(ending); index += 1) {
        sigaction(ending[index], &signals.former[index], NULL);
    }
    for (size_t index = 0; index < COUNT(notices); index += 1) {
        sigaction(notices[index], &signals.former[COUNT(ending) + index], NULL);
    }
}

void foyer_signals_stop_process(void) {
    pid_t group = atomic_load(&signals.group);
    // An heir with the terminal has stopped already: that is why we do.
    bool is_first = atomic_load(&signals.heir) == 0 || atomic_load(&signals.behind_screen);
    if (group > 0 && is_first) foyer_signals_send_to(atomic_load(&signals.command), group, SIGTSTP);
    struct sigaction action = {.sa_handler = SIG_DFL}, ours, ours_continued;
    sigaction(SIGTSTP, &action, &ours);
    // That it goes on is known here: as a notice it would be told twice.
    sigaction(SIGCONT, &action, &ours_continued);
    sigset_t set, former;
    struct timespec before, after;
    sigemptyset(&set);
    sigaddset(&set, SIGTSTP);
    clock_gettime(CLOCK_MONOTONIC, &before);
    raise(SIGTSTP);
    // In its own handler it is blocked until here.
    pthread_sigmask(SIG_UNBLOCK, &set, &former);
    pthread_sigmask(SIG_SETMASK, &former, NULL);
    sigaction(SIGTSTP, &ours, NULL);
    sigaction(SIGCONT, &ours_continued, NULL);
    clock_gettime(CLOCK_MONOTONIC, &after);
    atomic_fetch_add(
        &signals.stopped, (after.tv_sec - before.tv_sec) * 1000LL + (after.tv_nsec - before.tv_nsec) / 1000000);
}

int64_t foyer_signals_stopped_time(void) {
    return atomic_load(&signals.stopped);
}

void foyer_signals_send_group(int number) {
    // Not to this process, which passes on to the command what it gets.
    struct sigaction action = {.sa_handler = SIG_IGN}, ours;
    sigaction(number, &action, &ours);
    kill(0, number);
    sigaction(number, &ours, NULL);
}

bool foyer_signals_reach_parent(void) {
    return getpgid(getppid()) == getpgrp();
}

void foyer_signals_obey_key(int number) {
    if (is_ignored(number)) {
        foyer_signals_send_group(number);
        pass_ignored(number);
        return;
    }
    if (atomic_exchange(&signals.dying, true)) return;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    foyer_terminal_show_no_more();
    // Who dies of it at once gives the terminal to the shell.
    foyer_terminal_restore_for_good();
    foyer_signals_send_group(number);
    end_process(number);
}

void foyer_signals_stop_heir(void) {
    send_heir(SIGTSTP);
}

void foyer_signals_continue_group(void) {
    pid_t group = atomic_load(&signals.group);
    if (group > 0) foyer_signals_send_to(atomic_load(&signals.command), group, SIGCONT);
}

static void on_stop(int number) {
    (void)number;
    int reason = errno;
    foyer_signals_stop_process();
    foyer_signals_continue_group();
    errno = reason;
}

void foyer_signals_stop_at_once(void) {
    struct sigaction action = {.sa_flags = SA_RESTART | SA_ONSTACK};
    action.sa_handler = on_stop;
    if (signals.former[COUNT(ending) + STOP_NOTICE].sa_handler == SIG_IGN) action.sa_handler = SIG_IGN;
    sigaction(SIGTSTP, &action, NULL);
}

void foyer_signals_use_alternate_stack(void) {
    stack_t present;
    if (sigaltstack(NULL, &present) == 0 && !(present.ss_flags & SS_DISABLE)) return;
    void *memory = mmap(NULL, ALTERNATE_STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    stack_t stack = {.ss_sp = memory, .ss_size = ALTERNATE_STACK_SIZE};
    sigaltstack(&stack, NULL);
}

static void on_noted_end(int number) {
    // Another one of the kind: nobody seems to listen.
    if (!note(number)) foyer_signals_end_by(number);
}

void foyer_signals_note_end(void) {
    static const int asked[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t index = 0; index < COUNT(asked); index += 1) {
        struct sigaction action = {.sa_handler = on_noted_end, .sa_flags = SA_RESTART | SA_ONSTACK};
        struct sigaction found;
        if (sigaction(asked[index], NULL, &found) != 0 || found.sa_handler == SIG_IGN) continue;
        atomic_fetch_or(&noted.set, 1u << asked[index]);
        sigaction(asked[index], &action, NULL);
    }
}

void foyer_signals_leave_page(bool leaves) {
    unsigned set = 1u << SIGINT | 1u << SIGQUIT | 1u << SIGTERM;
    if (leaves) atomic_fetch_or(&noted.set, set & ~atomic_load(&signals.ignored_set));
    else atomic_fetch_and(&noted.set, ~set);
}

int foyer_signals_noted_end(void) {
    return atomic_load(&noted.first);
}

bool foyer_signals_note_key(int number) {
    if (!note(number)) return false;
    atomic_store(&noted.is_key, true);
    return true;
}

void foyer_signals_end_noted(void) {
    int number = foyer_signals_noted_end();
    if (atomic_load(&noted.is_key)) foyer_signals_send_group(number);
    foyer_signals_end_by(number);
}
