// Writes down what a program finds around it, and does what the differential tests want of a program.
//
//     RunProbe look FILE [ARGUMENT …]   everything that it has been given, into FILE
//     RunProbe wait FILE COMMAND …      runs a command; how it ended, into FILE
//     RunProbe run -- COMMAND …         becomes a command: what a perfect `foyer run` is
//     RunProbe broken -- COMMAND …      a bad one: takes descriptor 3, the mask and a signal's action away
//     RunProbe mask COMMAND …           becomes a command, with some signals blocked
//     RunProbe ask MILLISECONDS         asks the terminal what it is (DA1), waits, and prints the answer
//     RunProbe password                 asks for a line on /dev/tty that is not shown, and prints its length
//     RunProbe daemon FILE              leaves a daemon behind, as daemon(3) does; its number, into FILE
//     RunProbe lines COUNT              prints so many lines in colour
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

extern char **environ;

/// One thing and its value; a line each.
static void say_bytes(FILE *out, const char *name, const char *text) {
    fprintf(out, "%s\t", name);
    for (const unsigned char *byte = (const unsigned char *)text; *byte; byte++) {
        if (*byte < 0x20 || *byte > 0x7E || *byte == '\\') fprintf(out, "\\%02x", *byte);
        else fputc(*byte, out);
    }
    fputc('\n', out);
}

static void say_environment(FILE *out) {
    for (char **entry = environ; *entry; entry++) {
        // The tests' own, what a shell says of the program that it starts, and two with numbers that change.
        if (strncmp(*entry, "DIFF_", 5) == 0 || strncmp(*entry, "MAKE_TERM", 9) == 0) continue;
        if (strncmp(*entry, "LISTEN_PID=", 11) == 0) {
            fprintf(out, "LISTEN_PID\t%s\n", atoi(*entry + 11) == (int)getpid() ? "this process" : "another");
            continue;
        }
        say_bytes(out, strncmp(*entry, "_=", 2) == 0 ? "environment _" : "environment", *entry);
    }
}

/// The lines of a file of the kernel that begin as wanted.
static void say_lines(FILE *out, const char *path, const char *const wanted[]) {
    FILE *file = fopen(path, "re");
    char line[512];
    if (!file) return;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        for (const char *const *prefix = wanted; *prefix; prefix++) {
            if (strncmp(line, *prefix, strlen(*prefix)) == 0) say_bytes(out, **prefix ? *prefix : path, line);
        }
    }
    fclose(file);
}

static void say_terminal(FILE *out, int descriptor, char *name) {
    struct termios settings;
    struct winsize size;
    if (tcgetattr(descriptor, &settings) != 0) return;
    fprintf(out, "settings %s\t%o %o %o %o %u %u", name, settings.c_iflag, settings.c_oflag, settings.c_cflag,
            settings.c_lflag, cfgetispeed(&settings), cfgetospeed(&settings));
    for (size_t index = 0; index < NCCS; index++) fprintf(out, " %d", settings.c_cc[index]);
    if (ioctl(descriptor, TIOCGWINSZ, &size) == 0) {
        fprintf(out, "\nsize %s\t%dx%d, %dx%d pixels", name, size.ws_col, size.ws_row, size.ws_xpixel, size.ws_ypixel);
    }
    fputc('\n', out);
}

/// A descriptor's target. Pipes and sockets have numbers that mean nothing but which are the same; so do terminals.
static void say_descriptor(FILE *out, int descriptor) {
    static struct stat seen[64];
    static int count = 0;
    char path[64], target[4096], name[64];
    struct stat status;
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0 || fstat(descriptor, &status) != 0) return;
    target[length] = 0;
    const char *kind = NULL;
    if (isatty(descriptor)) kind = "terminal";
    else if (S_ISFIFO(status.st_mode)) kind = "pipe";
    else if (S_ISSOCK(status.st_mode)) kind = "socket";
    if (kind) {
        int index = 0;
        while (index < count && (seen[index].st_ino != status.st_ino || seen[index].st_dev != status.st_dev)) index++;
        if (index == count && count < 64) seen[count++] = status;
        snprintf(target, sizeof target, "%s %d", kind, index);
    }
    int flags = fcntl(descriptor, F_GETFL);
    long long place = S_ISREG(status.st_mode) ? (long long)lseek(descriptor, 0, SEEK_CUR) : 0;
    snprintf(name, sizeof name, "descriptor %d", descriptor);
    fprintf(out, "%s\t%s, flags %o, close on exec %d, at %lld\n", name, target, flags & ~0100000,
            fcntl(descriptor, F_GETFD), place);
    snprintf(name, sizeof name, "of %d", descriptor);
    say_terminal(out, descriptor, name);
}

static void say_descriptors(FILE *out, int own) {
    for (int descriptor = 0; descriptor < 512; descriptor++) {
        if (descriptor != own && fcntl(descriptor, F_GETFD) >= 0) say_descriptor(out, descriptor);
    }
    struct winsize size;
    int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
    fprintf(out, "/dev/tty\t%s\n", terminal >= 0 ? "opens" : strerror(errno));
    if (terminal >= 0 && ioctl(terminal, TIOCGWINSZ, &size) == 0) {
        fprintf(out, "/dev/tty size\t%dx%d\n", size.ws_col, size.ws_row);
    }
    if (terminal >= 0) close(terminal);
}

static void say_relations(FILE *out) {
    const char *shell = getenv("DIFF_SHELL");
    pid_t leader = shell ? (pid_t)atoi(shell) : 0;
    int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
    pid_t foreground = terminal >= 0 ? tcgetpgrp(terminal) : -1;
    if (terminal >= 0) close(terminal);
    fprintf(out, "session\t%s\n", getsid(0) == getsid(leader) ? "the shell's" : "another");
    fprintf(out, "group\t%s\n", getpgrp() == getpgid(leader) ? "the shell's" : "another");
    fprintf(out, "foreground\t%s\n", foreground < 0 ? "no terminal" : foreground == getpgrp() ? "yes" : "no");
}

/// Signals that are blocked, ignored or waiting. The two that glibc keeps for its threads are nobody's: it gives them
/// actions of its own when a process makes its first thread.
static void say_signals(FILE *out) {
    FILE *file = fopen("/proc/self/status", "re");
    char line[256];
    unsigned long long set;
    if (!file) return;
    while (fgets(line, sizeof line, file)) {
        for (const char *const *name = (const char *const[]){"SigBlk:", "SigIgn:", "SigPnd:", "ShdPnd:", NULL}; *name; name++) {
            if (strncmp(line, *name, 7) != 0 || sscanf(line + 7, "%llx", &set) != 1) continue;
            fprintf(out, "%.6s\t%016llx\n", *name, set & ~(3ULL << 31));
        }
    }
    fclose(file);
}

static void say_rest(FILE *out) {
    char text[4096];
    mode_t mask = umask(0);
    umask(mask);
    int signal_at_end = 0, reaper = 0;
    prctl(PR_GET_PDEATHSIG, &signal_at_end);
    prctl(PR_GET_CHILD_SUBREAPER, &reaper);
    struct itimerval timer;
    getitimer(ITIMER_REAL, &timer);
    siginfo_t child;
    int children = waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) != 0 && errno == ECHILD ? 0 : 1;
    fprintf(out, "umask\t%03o\nnice\t%d\npolicy\t%d\nsignal at the parent's end\t%d\nreaper\t%d\nalarm\t%ld\nchildren\t%d\n",
            mask, getpriority(PRIO_PROCESS, 0), sched_getscheduler(0), signal_at_end, reaper,
            (long)timer.it_value.tv_sec, children);
    say_bytes(out, "folder", getcwd(text, sizeof text) ? text : strerror(errno));
    say_signals(out);
    say_lines(out, "/proc/self/limits", (const char *const[]){"Max ", NULL});
    say_lines(out, "/proc/self/status", (const char *const[]){
        "Name", "NoNewPrivs", "Seccomp:", "Cpus_allowed_list", "Groups", "Uid", "Gid",
        "CapInh", "CapPrm", "CapBnd", "CapAmb", NULL});
    say_lines(out, "/proc/self/oom_score_adj", (const char *const[]){"", NULL});
    say_lines(out, "/proc/self/coredump_filter", (const char *const[]){"", NULL});
    say_lines(out, "/proc/self/timerslack_ns", (const char *const[]){"", NULL});
    say_lines(out, "/proc/self/personality", (const char *const[]){"", NULL});
}

/// For what is reported: that is not what is limited.
static void lift_size_limit(void) {
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
}

static int look(int count, char **words) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return 71;
    for (int index = 0; index < count; index++) say_bytes(out, "argument", words[index]);
    say_environment(out);
    say_descriptors(out, -1);
    say_relations(out);
    say_rest(out);
    fclose(out);
    lift_size_limit();
    int file = open(words[2], O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || write(file, text, size) != (ssize_t)size) return 74;
    printf("looked\n");
    return 0;
}

static int wait_for(const char *report, char **command) {
    // What a terminal's keys say is the command's, from the start.
    void (*interrupt)(int) = signal(SIGINT, SIG_IGN);
    void (*quit)(int) = signal(SIGQUIT, SIG_IGN);
    pid_t process = fork();
    if (process == 0) {
        signal(SIGINT, interrupt);
        signal(SIGQUIT, quit);
        execvp(command[0], command);
        _exit(127);
    }
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
    lift_size_limit();
    FILE *out = fopen(report, "we");
    if (!out) return 74;
    if (WIFSIGNALED(status)) fprintf(out, "signal %d", WTERMSIG(status));
    else fprintf(out, "status %d", WEXITSTATUS(status));
    fclose(out);
    return 0;
}

static int mask(char **command) {
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR2);
    sigaddset(&blocked, SIGALRM);
    sigaddset(&blocked, SIGTERM);
    sigaddset(&blocked, SIGRTMIN + 3);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
    execvp(command[0], command);
    return 127;
}

static int spoil(char **command) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGUSR1, SIG_DFL);
    close(3);
    execvp(command[0], command);
    return 127;
}

static int ask(int milliseconds) {
    int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
    struct termios former, raw;
    if (terminal < 0 || tcgetattr(terminal, &former) != 0) return 69;
    raw = former;
    cfmakeraw(&raw);
    tcsetattr(terminal, TCSAFLUSH, &raw);
    if (write(terminal, "\033[c", 3) != 3) return 74;
    char answer[128];
    size_t count = 0;
    struct pollfd readable = {.fd = terminal, .events = POLLIN};
    while (count + 1 < sizeof answer && poll(&readable, 1, milliseconds) > 0) {
        if (read(terminal, answer + count, 1) != 1) break;
        if (answer[count++] == 'c') break;
    }
    answer[count] = 0;
    tcsetattr(terminal, TCSADRAIN, &former);
    if (count == 0) printf("no answer\n");
    else say_bytes(stdout, "answer", answer);
    return 0;
}

static int ask_password(void) {
    int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
    struct termios former, hidden;
    if (terminal < 0 || tcgetattr(terminal, &former) != 0) {
        printf("no terminal\n");
        return 69;
    }
    hidden = former;
    hidden.c_lflag &= ~(tcflag_t)ECHO;
    tcsetattr(terminal, TCSAFLUSH, &hidden);
    if (write(terminal, "Password: ", 10) != 10) return 74;
    char line[256];
    ssize_t count = read(terminal, line, sizeof line);
    tcsetattr(terminal, TCSAFLUSH, &former);
    if (write(terminal, "\r\n", 2) != 2) return 74;
    printf("got %zd\n", count - 1);
    return 0;
}

static int leave_daemon(const char *report) {
    char *path = realpath(".", NULL);
    char file[4096];
    snprintf(file, sizeof file, "%s/%s", path ? path : ".", report);
    if (daemon(0, 0) != 0) return 71;
    FILE *out = fopen(file, "we");
    if (out) {
        fprintf(out, "%d\n", (int)getpid());
        fclose(out);
    }
    // Nobody's for ever, should the tests be killed.
    alarm(300);
    pause();
    return 0;
}

static int print_lines(long count) {
    for (long line = 0; line < count; line++) {
        printf("\033[3%ldm%08ld \033[1mred\033[0m and \033[48;5;%ldmmore\033[0m\n", line % 8, line, line % 256);
    }
    return 0;
}

int main(int count, char **words) {
    const char *what = count > 1 ? words[1] : "";
    if (strcmp(what, "look") == 0 && count > 2) return look(count, words);
    if (strcmp(what, "wait") == 0 && count > 3) return wait_for(words[2], words + 3);
    if (strcmp(what, "run") == 0 && count > 3) return execvp(words[3], words + 3);
    if (strcmp(what, "broken") == 0 && count > 3) return spoil(words + 3);
    if (strcmp(what, "mask") == 0 && count > 2) return mask(words + 2);
    if (strcmp(what, "ask") == 0 && count > 2) return ask(atoi(words[2]));
    if (strcmp(what, "password") == 0) return ask_password();
    if (strcmp(what, "daemon") == 0 && count > 2) return leave_daemon(words[2]);
    if (strcmp(what, "lines") == 0 && count > 2) return print_lines(atol(words[2]));
    fprintf(stderr, "RunProbe: unknown: %s\n", what);
    return 64;
}
