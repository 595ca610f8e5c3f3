#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// The kernel ignores SIGTSTP for a process whose parent is not in the same session but another group. So a keeper of
// ours leads the session, and the command is its child in a group of its own, like a shell and its job. Between fork
// and exec only async-signal-safe calls run.

/// How long a command has to end, once its parent has gone, before it is killed.
#define PATIENCE_MS 2000
#define INTERVAL_MS 50

typedef struct {
    char *const *arguments;
    char *const *environment;
    const char *terminal_path;
    const int *streams;
    /// Numbers for the parent: the command's process, then a negated errno if it could not be run.
    int report;
    /// A byte each time the command is stopped.
    int stops;
    /// The command waits for a byte on the first before it runs; the parent writes to the second.
    int gate[2];
} Start;

static void report(int descriptor, int number) {
    ssize_t ignored = write(descriptor, &number, sizeof number);
    (void)ignored;
}

/// Ignored and blocked signals would be inherited.
static void reset_signals(void) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number += 1) sigaction(number, &action, NULL);
}

/// Until the parent knows the command's group, neither Ctrl-Z nor an end would reach it.
static void wait_for_parent(const Start *start) {
    char byte;
    ssize_t count;
    while ((count = read(start->gate[0], &byte, 1)) < 0 && errno == EINTR) {
    }
    if (count != 1) _exit(127);
}

static _Noreturn void run_command(const Start *start, int terminal) {
    setpgid(0, 0);
    report(start->report, getpid());
    wait_for_parent(start);
    tcsetpgrp(terminal, getpid());
    for (int stream = 0; stream < 3; stream += 1) {
        int source = start->streams[stream] < 0 ? terminal : start->streams[stream];
        if (source != stream) dup2(source, stream);
    }
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    reset_signals();
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvpe(start->arguments[0], start->arguments, start->environment);
    report(start->report, -errno);
    _exit(127);
}

/// Ends as the command did.
static _Noreturn void mirror(pid_t command) {
    int status = 0;
    while (waitpid(command, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
    struct rlimit none = {0};
    setrlimit(RLIMIT_CORE, &none);
    int number = WTERMSIG(status);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    _exit(128 + number);
}

static bool has_reader(int pipe) {
    struct pollfd end = {.fd = pipe};
    return poll(&end, 1, 0) <= 0 || !(end.revents & POLLERR);
}

/// The parent has gone, so the keeper does it.
static _Noreturn void end_command(pid_t command) {
    kill(-command, SIGHUP);
    kill(-command, SIGCONT);
    for (int waited = 0; waited < PATIENCE_MS; waited += INTERVAL_MS) {
        // Collect its exit status, so that only live processes count.
        waitpid(command, NULL, WNOHANG);
        if (kill(-command, 0) != 0) _exit(128 + SIGHUP);
        poll(NULL, 0, INTERVAL_MS);
    }
    kill(-command, SIGKILL);
    while (waitpid(command, NULL, 0) < 0 && errno == EINTR) {
    }
    _exit(128 + SIGHUP);
}

static void report_stops(pid_t command, int stops) {
    siginfo_t news = {0};
    while (waitid(P_PID, (id_t)command, &news, WSTOPPED | WNOHANG) == 0 && news.si_pid == command) {
        ssize_t ignored = write(stops, "", 1);
        (void)ignored;
        news.si_pid = 0;
    }
}

/// Leaves the command's exit status uncollected until the parent is done with its group: until then no other process
/// can have the number.
static _Noreturn void keep(pid_t command, int stops) {
    sigset_t awaited;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGCHLD);
    sigaddset(&awaited, SIGUSR1);
    sigaddset(&awaited, SIGHUP);
    // A signal to all of our processes (`pkill foyer`) is meant for the command too: stay until it has gone.
    sigset_t blocked = awaited;
    sigaddset(&blocked, SIGTERM);
    sigaddset(&blocked, SIGINT);
    sigaddset(&blocked, SIGQUIT);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
    struct timespec interval = {.tv_nsec = INTERVAL_MS * 1000 * 1000};
    bool is_hung_up = false;
    while (true) {
        report_stops(command, stops);
        int number = sigtimedwait(&awaited, NULL, is_hung_up ? &interval : NULL);
        if (number == SIGUSR1) mirror(command);
        // The terminal's other end is closed: the parent has gone, or the command has left it and is about to end.
        if (number == SIGHUP) is_hung_up = true;
        if (is_hung_up && !has_reader(stops)) end_command(command);
    }
}

static _Noreturn void lead_session(const Start *start) {
    // Otherwise the gate would stay open if the parent has gone.
    close(start->gate[1]);
    setsid();
    // A session's leader that opens a terminal without O_NOCTTY gets it as its controlling terminal.
    int terminal = open(start->terminal_path, O_RDWR);
    // The command borrows our memory until it runs, and must leave it as it is: to copy it takes longer than all the rest.
    pid_t command = terminal < 0 ? -1 : vfork();
    if (command == 0) run_command(start, terminal);
    if (command < 0) {
        report(start->report, -errno);
        _exit(127);
    }
    reset_signals();
    // None of the streams, and not the terminal: their ends are to be the command's.
    dup2(start->stops, 0);
    close_range(1, ~0U, 0);
    prctl(PR_SET_NAME, "foyer-session");
    keep(command, 0);
}

/// Reads the children's reports to the end; the command runs once its number, and so its group, is known.
/// Returns 0 or an errno.
static int take_report(int descriptor, int gate, bool shares_end, pid_t *command) {
    int problem = 0;
    *command = 0;
    while (true) {
        int number = 0;
        ssize_t count = read(descriptor, &number, sizeof number);
        if (count < 0 && errno == EINTR) continue;
        if (count != sizeof number) break;
        if (number > 0) {
            *command = number;
            if (shares_end) foyer_signals_share_end(number);
            ssize_t ignored = write(gate, "", 1);
            (void)ignored;
        } else {
            problem = -number;
        }
    }
    if (problem != 0 && shares_end) foyer_signals_share_end(0);
    return problem != 0 || *command > 0 ? problem : ECHILD;
}

static void close_both(const int ends[2]) {
    close(ends[0]);
    close(ends[1]);
}

int foyer_spawn_command(
    FoyerCommand *command, char *const arguments[], char *const environment[], const char *terminal_path,
    const int streams[3], bool shares_end) {
    int reports[2], stops[2], gate[2];
    if (pipe2(reports, O_CLOEXEC) != 0) return errno;
    if (pipe2(gate, O_CLOEXEC) != 0) {
        int reason = errno;
        close_both(reports);
        return reason;
    }
    if (foyer_pipe(stops) != 0) {
        int reason = errno;
        close_both(reports);
        close_both(gate);
        return reason;
    }
    Start start = {arguments, environment, terminal_path, streams, reports[1], stops[1], {gate[0], gate[1]}};
    sigset_t all, former;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &former);
    pid_t keeper = _Fork();
    if (keeper == 0) lead_session(&start);
    int problem = keeper < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &former, NULL);
    close(reports[1]);
    close(stops[1]);
    close(gate[0]);
    *command = (FoyerCommand){.keeper = keeper, .stops = stops[0]};
    if (keeper > 0) problem = take_report(reports[0], gate[1], shares_end, &command->process);
    close(reports[0]);
    close(gate[1]);
    if (problem == 0) return 0;
    close(stops[0]);
    if (keeper > 0) foyer_command_end(command);
    return problem;
}

int foyer_command_end(const FoyerCommand *command) {
    int status = 0;
    // The keeper waits for the command if it still runs.
    kill(command->keeper, SIGUSR1);
    while (waitpid(command->keeper, &status, 0) < 0) {
        if (errno != EINTR) return 0;
    }
    return status;
}
