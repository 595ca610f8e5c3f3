#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// A command is a plain child, or it has a terminal of its own. Then a keeper leads that terminal's session, and the command
// is its child in a group of its own, like a shell and its job: the kernel ignores SIGTSTP for a process whose parent is
// not in its session, and a session whose leader ends loses its terminal. So the keeper outlives this process for as long as
// anybody holds the terminal, and passes on what they still write. A line that is asked whether a command is ready has such a keeper too, in a
// session without a terminal: it ends the line when this process does, in whatever way. Between fork and exec only async-signal-safe calls run.

typedef struct {
    char *const *arguments;
    char *const *environment;
    const FoyerCommandStreams *streams;
    /// Numbers for the parent: the command's process, then a negated errno if it could not be run.
    int report;
    /// A byte for each news: the command is stopped ("s") or goes on ("c"); its group got SIGINT ("i"), SIGQUIT ("q") or
    /// a signal that stops ("t"), the last before the command is stopped by it.
    int stops;
    /// The command waits for a byte on the first before it runs; the parent writes to the second.
    int gate[2];
    int control;
    /// `LISTEN_PID=`, to be followed by the command's number: sockets are handed over to one process. Empty if none are.
    char *listener;
    /// This process, whose signals are no news, and whether it leads its group.
    pid_t parent;
    bool leads;
} Start;

static void report(int descriptor, int number) {
    ssize_t ignored = write(descriptor, &number, sizeof number);
    (void)ignored;
}

/// Until the parent knows the command's group, neither Ctrl-Z nor an end would reach it.
static void wait_for_parent(const Start *start) {
    char byte;
    ssize_t count;
    while ((count = read(start->gate[0], &byte, 1)) < 0 && errno == EINTR) {
    }
    if (count != 1) _exit(127);
}

static const char listener_name[] = "LISTEN_PID=";
/// With room for a number.
typedef char Listener[sizeof listener_name + 12];

/// Names the command instead of this process as the one who gets the sockets. Answers its environment; NULL without memory.
static char *const *name_listener(char *const *environment, Listener listener) {
    listener[0] = 0;
    size_t count = 0, place = SIZE_MAX;
    for (; environment[count] != NULL; count += 1) {
        if (strncmp(environment[count], listener_name, sizeof listener_name - 1) == 0) place = count;
    }
    if (place == SIZE_MAX || atoi(environment[place] + sizeof listener_name - 1) != getpid()) return environment;
    char **named = malloc((count + 1) * sizeof *named);
    if (named == NULL) return NULL;
    memcpy(named, environment, (count + 1) * sizeof *named);
    memcpy(listener, listener_name, sizeof listener_name);
    named[place] = listener;
    return named;
}

/// Async-signal-safe.
static void write_number(char *text, pid_t number) {
    char digits[12];
    int count = 0;
    for (; number > 0; number /= 10) digits[count++] = (char)('0' + number % 10);
    while (count > 0) *text++ = digits[--count];
    *text = 0;
}

/// Who shares the user's terminal may have made it append or not block: so is the command's own.
static void take_flags(int users, int terminal) {
    int flags = fcntl(users, F_GETFL) & (O_APPEND | O_NONBLOCK);
    if (flags != 0) fcntl(terminal, F_SETFL, fcntl(terminal, F_GETFL) | flags);
}

static bool is_kept(const FoyerCommandStreams *streams) {
    return streams->path != NULL || streams->ends_with_us;
}

/// `group`: the one to join; 0 to lead one.
static _Noreturn void run_command(const Start *start, int terminal, pid_t group) {
    if (start->listener[0] != 0) write_number(start->listener + sizeof listener_name - 1, getpid());
    if (is_kept(start->streams)) {
        setpgid(0, group);
        report(start->report, getpid());
        report(start->report, getpgrp());
        wait_for_parent(start);
        if (!start->streams->ends_with_us) tcsetpgrp(terminal, getpgrp());
    }
    bool replaced[3];
    for (int stream = 0; stream < 3; stream += 1) {
        int wanted = start->streams->standard[stream];
        int source = wanted == FOYER_STREAM_TERMINAL ? terminal : wanted;
        replaced[stream] = source >= 0;
        if (wanted == FOYER_STREAM_TERMINAL && start->streams->output >= 0) take_flags(stream, terminal);
        if (source >= 0 && source != stream) dup2(source, stream);
    }
    foyer_start_give_back(replaced);
    // The keeper, its parent, ends with this process. A child's parent is one thread, which may end before.
    if (is_kept(start->streams)) prctl(PR_SET_PDEATHSIG, foyer_start_parent_signal());
    execvpe(start->arguments[0], start->arguments, start->environment);
    report(start->report, -errno);
    _exit(127);
}

static void take_number(int descriptor, int number) {
    if (descriptor >= 0) dup2(descriptor, number); else close(number);
}

/// Gives these descriptors the numbers from 0 on, and closes all others.
static void keep_only(const int *descriptors, int count) {
    int high[8];
    for (int index = 0; index < count; index += 1) {
        high[index] = descriptors[index] < 0 ? -1 : fcntl(descriptors[index], F_DUPFD_CLOEXEC, count);
    }
    for (int index = 0; index < count; index += 1) take_number(high[index], index);
    foyer_close_from(count);
    // Nothing may keep a file system busy.
    (void)!chdir("/");
    prctl(PR_SET_NAME, "foyer-session");
}

// MARK: The sentinel

/// Its own descriptors: the keeper at the other end, and where the news go.
enum { LINE, NEWS, SENTINEL_ENDS };

/// Whom it does not report.
static pid_t known_sender;

static void on_group_signal(int number, siginfo_t *info, void *context) {
    (void)context;
    // What this process passes on to the command, our own group has.
    if (info->si_code == SI_USER && info->si_pid == known_sender) return;
    int reason = errno;
    ssize_t ignored = write(NEWS, number == SIGINT ? "i" : number == SIGQUIT ? "q" : "t", 1);
    (void)ignored;
    errno = reason;
}

/// Answers the keeper: by then all that was sent to the group before the question has been reported.
static _Noreturn void watch_group(pid_t parent, int line, int news) {
    known_sender = parent;
    keep_only((int[]){line, news}, SENTINEL_ENDS);
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART};
    action.sa_sigaction = on_group_signal;
    sigset_t others;
    sigfillset(&others);
    sigfillset(&action.sa_mask);
    for (int index = 0; index < 3; index += 1) {
        int number = (int[]){SIGINT, SIGQUIT, SIGTSTP}[index];
        sigaction(number, &action, NULL);
        sigdelset(&others, number);
    }
    sigprocmask(SIG_SETMASK, &others, NULL);
    unsigned char question;
    ssize_t count;
    while ((count = read(LINE, &question, 1)) == 1 || (count < 0 && errno == EINTR)) {
        if (count == 1) (void)!write(LINE, &question, 1);
    }
    _exit(0);
}

// MARK: The keeper

/// Its own descriptors, in place of everything that this process has: the ends of other pipes are the command's.
enum { CONTROL, STOPS, MASTER, OUTPUT, SENTINEL, FIRST_OTHER };
/// How long the sentinel is waited for, and how long at a time.
#define SENTINEL_PATIENCE_MS 1000
#define SENTINEL_INTERVAL_MS 5
/// A terminal's end and its hang-up are told to two processes at once.
#define LOOKOUT_PATIENCE_MS 1000
#define GROUP_INTERVAL_MS 2000
/// For a command that ends with us, before it is killed.
#define END_PATIENCE_MS 2000
#define END_INTERVAL_MS 20

typedef struct {
    pid_t command;
    /// The command's group.
    pid_t group;
    /// -1 if there is none.
    pid_t sentinel;
    /// The number of the last question to it.
    unsigned char question;
} Kept;

/// Whether the sentinel is stopped: SIGSTOP is the one signal that it cannot report itself.
static bool is_sentinel_stopped(const Kept *kept) {
    siginfo_t news = {0};
    return waitid(P_PID, (id_t)kept->sentinel, &news, WSTOPPED | WNOHANG | WNOWAIT) == 0 && news.si_pid == kept->sentinel;
}

/// Returns once the sentinel has reported all that was sent to the group before now. The kernel sends to it before it sends to
/// the command, which joined the group earlier.
static void await_sentinel(Kept *kept) {
    kept->question += 1;
    if (kept->sentinel <= 0 || send(SENTINEL, &kept->question, 1, MSG_NOSIGNAL) != 1) return;
    struct pollfd line = {.fd = SENTINEL, .events = POLLIN};
    for (int waited = 0; waited < SENTINEL_PATIENCE_MS; waited += SENTINEL_INTERVAL_MS) {
        unsigned char answer;
        if (poll(&line, 1, SENTINEL_INTERVAL_MS) > 0) {
            if (read(SENTINEL, &answer, 1) != 1 || answer == kept->question) return;
        } else if (is_sentinel_stopped(kept)) {
            ssize_t ignored = write(STOPS, "t", 1);
            (void)ignored;
            return;
        }
    }
}

/// Starts the sentinel, which leads a group of its own until it joins the command's.
static pid_t start_sentinel(const Start *start, int *line) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    pid_t sentinel = _Fork();
    if (sentinel == 0) watch_group(start->parent, ends[1], start->stops);
    close(ends[1]);
    *line = ends[0];
    if (sentinel > 0) setpgid(sentinel, sentinel);
    return sentinel;
}

/// Puts the sentinel into the command's group, as the latest member: the kernel begins with that one.
static void join_sentinel(const Kept *kept) {
    if (kept->sentinel <= 0) return;
    if (kept->group == kept->sentinel) setpgid(kept->sentinel, getpgrp());
    setpgid(kept->sentinel, kept->group);
}

static void end_sentinel(const Kept *kept) {
    if (kept->sentinel <= 0) return;
    kill(kept->sentinel, SIGKILL);
    while (waitpid(kept->sentinel, NULL, 0) < 0 && errno == EINTR) {
    }
    close(SENTINEL);
}

static void report_stops(Kept *kept) {
    siginfo_t news = {0};
    while (waitid(P_PID, (id_t)kept->command, &news, WSTOPPED | WCONTINUED | WNOHANG) == 0 && news.si_pid == kept->command) {
        if (news.si_code == CLD_STOPPED) await_sentinel(kept);
        ssize_t ignored = write(STOPS, news.si_code == CLD_STOPPED ? "s" : "c", 1);
        (void)ignored;
        news.si_pid = 0;
    }
}

/// The background has the terminal from now on: who reads it there is stopped, and nobody gets the leader's hang-up.
static void take_foreground(void) {
    tcsetpgrp(MASTER, getpid());
}

/// Hangs up those whom the command has left behind. Its group's number is still its own if the terminal takes it.
static _Noreturn void hang_up(pid_t group) {
    tcsetpgrp(MASTER, group);
    _exit(0);
}

/// The user's terminal has gone. If its end was the hang-up of our group, the lookout has been told so by now, or is soon.
static _Noreturn void end_relay(pid_t watched) {
    struct pollfd lookout = {.fd = CONTROL, .events = POLLIN};
    if (watched > 0 && poll(&lookout, 1, LOOKOUT_PATIENCE_MS) > 0) hang_up(watched);
    _exit(0);
}

/// Nobody is told of a group's end.
static bool has_members(pid_t group) {
    return kill(-group, 0) == 0 || errno == EPERM;
}

/// Passes on what those write that the command has left behind, until nobody holds the terminal any more. If the user's own
/// goes, the end of this process hangs up theirs. With a lookout, `watched` is the command's group, else 0: it stays until
/// that has gone too, and whoever is in it may open the terminal again.
static _Noreturn void relay(bool has_output, pid_t watched) {
    char bytes[16 << 10];
    struct pollfd ends[] = {
        {.fd = MASTER, .events = POLLIN}, {.fd = has_output ? OUTPUT : -1}, {.fd = watched > 0 ? CONTROL : -1, .events = POLLIN}};
    while (true) {
        int news = poll(ends, 3, watched > 0 ? GROUP_INTERVAL_MS : -1);
        if (news == 0) ends[0].fd = MASTER;
        if (news <= 0) continue;
        if (ends[2].revents != 0) hang_up(watched);
        if (ends[1].revents != 0) end_relay(watched);
        if (ends[0].revents == 0) continue;
        ssize_t count = read(MASTER, bytes, sizeof bytes);
        if (count < 0 && (errno == EAGAIN || errno == EINTR)) continue;
        if (count <= 0) {
            if (watched <= 0 || !has_members(watched)) _exit(0);
            ends[0].fd = -1;
        }
        for (ssize_t sent = 0; has_output && sent < count;) {
            ssize_t written = write(OUTPUT, bytes + sent, (size_t)(count - sent));
            if (written < 0 && errno == EAGAIN) {
                struct pollfd room = {.fd = OUTPUT, .events = POLLOUT};
                poll(&room, 1, -1);
            } else if (written < 0 && errno != EINTR) {
                end_relay(watched);
            } else if (written > 0) {
                sent += written;
            }
        }
    }
}

/// The user's terminal processes what it gets: what it gets from here is not to be processed twice.
static void leave_output_raw(void) {
    struct termios settings;
    if (tcgetattr(MASTER, &settings) != 0) return;
    settings.c_oflag &= ~(tcflag_t)OPOST;
    tcsetattr(MASTER, TCSANOW, &settings);
}

/// The parent has gone before the command: nothing of its group stays.
static _Noreturn void end_command(pid_t command) {
    kill(-command, SIGTERM);
    // One that is stopped could not obey.
    kill(-command, SIGCONT);
    for (int waited = 0; waited < END_PATIENCE_MS; waited += END_INTERVAL_MS) {
        waitpid(command, NULL, WNOHANG);
        if (!has_members(command)) _exit(0);
        poll(NULL, 0, END_INTERVAL_MS);
    }
    kill(-command, SIGKILL);
    _exit(0);
}

/// Leaves the command's exit status uncollected until the parent is done with its group: until then no other process
/// can have the number. If the parent goes before, the end of this process hangs up the command's terminal.
static _Noreturn void keep(Kept kept, bool has_terminal, bool has_output, bool ends_with_us) {
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    struct pollfd news[] = {{.fd = CONTROL, .events = POLLIN}, {.fd = signalfd(-1, &child, SFD_CLOEXEC), .events = POLLIN}};
    report_stops(&kept);
    while (true) {
        if (poll(news, 2, -1) < 0) continue;
        struct signalfd_siginfo ignored;
        if (news[1].revents != 0 && read(news[1].fd, &ignored, sizeof ignored) > 0) report_stops(&kept);
        if (news[0].revents == 0) continue;
        char byte;
        if (read(CONTROL, &byte, 1) != 1) {
            if (ends_with_us) end_command(kept.command);
            _exit(0);
        }
        int status = 0;
        while (waitpid(kept.command, &status, 0) < 0 && errno == EINTR) {
        }
        await_sentinel(&kept);
        end_sentinel(&kept);
        take_foreground();
        report(CONTROL, status);
        // Until the parent has read what the command itself wrote. A byte more: it leaves a lookout.
        ssize_t count;
        while ((count = read(CONTROL, &byte, 1)) < 0 && errno == EINTR) {
        }
        if (!has_terminal) _exit(0);
        leave_output_raw();
        relay(has_output, count == 1 ? kept.group : 0);
    }
}

static _Noreturn void lead_session(const Start *start) {
    // Otherwise the gate would stay open if the parent has gone.
    close(start->gate[1]);
    setsid();
    // A session's leader that opens a terminal without O_NOCTTY gets it as its controlling terminal.
    const FoyerCommandStreams *streams = start->streams;
    int flags = O_RDWR | O_CLOEXEC | (streams->ends_with_us ? O_NOCTTY : 0);
    int terminal = streams->path == NULL ? -1 : open(streams->path, flags);
    bool is_watched = terminal >= 0 && streams->output >= 0;
    Kept kept = {.sentinel = -1};
    int line = -1;
    if (is_watched && !start->leads) kept.sentinel = start_sentinel(start, &line);
    pid_t group = kept.sentinel > 0 ? kept.sentinel : 0;
    // The command borrows our memory until it runs, and must leave it as it is: to copy it takes longer than all the rest.
    kept.command = streams->path != NULL && terminal < 0 ? -1 : vfork();
    if (kept.command == 0) run_command(start, terminal, group);
    if (kept.command < 0) {
        report(start->report, -errno);
        _exit(127);
    }
    kept.group = group > 0 ? group : kept.command;
    if (is_watched && start->leads) kept.sentinel = start_sentinel(start, &line);
    join_sentinel(&kept);
    keep_only((int[]){start->control, start->stops, streams->master, streams->output, line}, FIRST_OTHER);
    keep(kept, terminal >= 0, streams->output >= 0, streams->ends_with_us);
}

/// Starts the keeper as nobody's child here, for it may outlive us: a host would have to wait for it.
static int start_keeper(const Start *start) {
    pid_t between = _Fork();
    if (between == 0) {
        pid_t keeper = _Fork();
        if (keeper == 0) lead_session(start);
        _exit(keeper < 0 ? errno : 0);
    }
    if (between < 0) return errno;
    int status = 0;
    while (waitpid(between, &status, 0) < 0) {
        if (errno != EINTR) return 0;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : EAGAIN;
}

// MARK: The parent

/// Reads the children's reports to the end; the command runs once its number and its group are known. Returns 0 or an errno.
static int take_report(int descriptor, int gate, bool shares_end, FoyerCommand *command) {
    int problem = 0;
    while (true) {
        int number = 0;
        ssize_t count = read(descriptor, &number, sizeof number);
        if (count < 0 && errno == EINTR) continue;
        if (count != sizeof number) break;
        if (number > 0 && command->process <= 0) {
            command->process = number;
        } else if (number > 0) {
            command->group = number;
            if (shares_end) {
                foyer_signals_share_end(command->process, number);
                foyer_signals_pass_on(command->process, number, true, -1);
            }
            ssize_t ignored = write(gate, "", 1);
            (void)ignored;
        } else {
            problem = -number;
        }
    }
    if (problem != 0 && shares_end) {
        foyer_signals_share_end(0, 0);
        foyer_signals_pass_on(0, 0, false, -1);
    }
    return problem != 0 || command->process > 0 ? problem : ECHILD;
}

static void close_all(const int *descriptors, size_t count) {
    for (size_t index = 0; index < count; index += 1) {
        if (descriptors[index] >= 0) close(descriptors[index]);
    }
}

/// Where SIGCHLD is ignored the kernel keeps no status for who waits. The command gets what this process was given.
static void keep_statuses(void) {
    struct sigaction action;
    if (sigaction(SIGCHLD, NULL, &action) != 0 || action.sa_handler != SIG_IGN) return;
    action = (struct sigaction){.sa_handler = SIG_DFL};
    sigaction(SIGCHLD, &action, NULL);
}

int foyer_spawn_command(
    FoyerCommand *command, char *const arguments[], char *const environment[], const FoyerCommandStreams *streams,
    bool shares_end) {
    enum { REPORT, GATE = 2, STOP = 4, CONTROLS = 6, ENDS = 8 };
    int ends[ENDS] = {-1, -1, -1, -1, -1, -1, -1, -1};
    keep_statuses();
    Listener listener;
    char *const *named = name_listener(environment, listener);
    if (named == NULL) return ENOMEM;
    if (pipe2(ends + REPORT, O_CLOEXEC) != 0 || pipe2(ends + GATE, O_CLOEXEC) != 0 || foyer_pipe(ends + STOP) != 0 ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends + CONTROLS) != 0) {
        int reason = errno;
        close_all(ends, ENDS);
        if (named != environment) free((void *)named);
        return reason;
    }
    Start start = {
        arguments, named, streams, ends[REPORT + 1], ends[STOP + 1], {ends[GATE], ends[GATE + 1]}, ends[CONTROLS + 1],
        listener, getpid(), getpgrp() == getpid()};
    *command = (FoyerCommand){.control = -1, .stops = -1};
    sigset_t all, former;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &former);
    int problem = 0;
    if (is_kept(streams)) {
        problem = start_keeper(&start);
    } else {
        command->process = vfork();
        if (command->process == 0) run_command(&start, -1, 0);
        if (command->process < 0) problem = errno;
    }
    pthread_sigmask(SIG_SETMASK, &former, NULL);
    if (named != environment) free((void *)named);
    close_all((int[]){ends[REPORT + 1], ends[STOP + 1], ends[GATE], ends[CONTROLS + 1]}, 4);
    if (problem == 0) problem = take_report(ends[REPORT], ends[GATE + 1], shares_end, command);
    close_all((int[]){ends[REPORT], ends[GATE + 1]}, 2);
    if (problem == 0 && is_kept(streams)) {
        command->stops = ends[STOP];
        command->control = ends[CONTROLS];
        return 0;
    }
    close_all((int[]){ends[STOP], ends[CONTROLS]}, 2);
    if (problem != 0 && !is_kept(streams) && command->process > 0) waitpid(command->process, NULL, 0);
    return problem;
}

int foyer_command_end(const FoyerCommand *command) {
    int status = 0;
    if (command->control < 0) {
        while (waitpid(command->process, &status, 0) < 0) {
            if (errno != EINTR) return 0;
        }
        return status;
    }
    // The keeper waits for the command if it still runs.
    ssize_t count = send(command->control, "", 1, MSG_NOSIGNAL);
    while (count > 0 && (count = read(command->control, &status, sizeof status)) < 0 && errno == EINTR) count = 1;
    // It has been killed: so the kernel has hung up the command.
    return count == sizeof status ? status : SIGHUP;
}

/// Waits in this process's group for what would have been the command's too: the hang-up of the user's terminal.
static _Noreturn void look_out(int keeper) {
    sigset_t others;
    sigfillset(&others);
    if (!foyer_start_ignored(SIGHUP)) sigdelset(&others, SIGHUP);
    struct sigaction action = {.sa_handler = foyer_start_ignored(SIGHUP) ? SIG_IGN : SIG_DFL};
    sigaction(SIGHUP, &action, NULL);
    dup2(keeper, CONTROL);
    foyer_close_from(CONTROL + 1);
    (void)!chdir("/");
    prctl(PR_SET_NAME, "foyer-lookout");
    ssize_t ignored = write(CONTROL, "", 1);
    (void)ignored;
    sigprocmask(SIG_SETMASK, &others, NULL);
    // What is read is the status of a command that has ended since.
    struct pollfd end = {.fd = CONTROL};
    while (poll(&end, 1, -1) <= 0 || !(end.revents & (POLLHUP | POLLERR))) {
    }
    _exit(0);
}

void foyer_leave_lookout(pid_t group, int keeper) {
    if (!has_members(group)) return;
    sigset_t all, former;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &former);
    pid_t between = _Fork();
    if (between == 0) {
        if (_Fork() != 0) _exit(0);
        look_out(keeper);
    }
    pthread_sigmask(SIG_SETMASK, &former, NULL);
    if (between > 0) waitpid(between, NULL, 0);
}

int foyer_leave_relay(int from, int to) {
    sigset_t all, former;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &former);
    pid_t between = _Fork();
    if (between == 0) {
        if (_Fork() != 0) _exit(0);
        int ends[2] = {fcntl(from, F_DUPFD, FIRST_OTHER), to < 0 ? -1 : fcntl(to, F_DUPFD, FIRST_OTHER)};
        dup2(ends[0], MASTER);
        take_number(ends[1], OUTPUT);
        foyer_close_from(FIRST_OTHER);
        close(CONTROL);
        close(STOPS);
        close(SENTINEL);
        fcntl(MASTER, F_SETFL, fcntl(MASTER, F_GETFL) & ~O_NONBLOCK);
        setpgid(0, 0);
        (void)!chdir("/");
        relay(to >= 0, 0);
    }
    pthread_sigmask(SIG_SETMASK, &former, NULL);
    if (between > 0) waitpid(between, NULL, 0);
    return between < 0 ? -1 : 0;
}
