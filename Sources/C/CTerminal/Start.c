#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

// What the process was given by who started it, remembered before any library has run: a command gets the same. Later it
// cannot be found any more: a preloaded library may call setenv(), our handlers replace those that were ignored, and a
// descriptor of ours looks like any other.

/// Descriptors above are not told apart: they stay as they are, and ours close themselves.
#define MOST_DESCRIPTORS 1024

static struct {
    char **arguments;
    char **environment;
    int count;
    sigset_t ignored;
    sigset_t blocked;
    /// Bits, by number.
    uint64_t open[MOST_DESCRIPTORS / 64];
    /// Whether `open` is known: it is not without /proc.
    bool knows_open;
    /// Of prctl(2), PR_SET_PDEATHSIG; 0 for none.
    int parent_signal;
} start;

static bool was_open(int descriptor) {
    return descriptor >= MOST_DESCRIPTORS || (start.open[descriptor / 64] >> descriptor % 64 & 1);
}

bool foyer_start_each_descriptor(void (*take)(int descriptor)) {
    int folder = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return false;
    _Alignas(8) char entries[2048];
    long length;
    while ((length = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0) {
        for (long offset = 0; offset < length;) {
            const char *entry = entries + offset;
            unsigned short size;
            memcpy(&size, entry + 16, sizeof size);
            const char *name = entry + 19;
            int number = 0;
            for (; *name >= '0' && *name <= '9'; name += 1) number = number * 10 + (*name - '0');
            if (*name == 0 && number != folder) take(number);
            offset += size;
        }
    }
    close(folder);
    return true;
}

static void remember_descriptor(int descriptor) {
    if (descriptor < MOST_DESCRIPTORS) start.open[descriptor / 64] |= UINT64_C(1) << descriptor % 64;
}

static char **copy(char **list, int count) {
    // Not malloc: what may replace it has not started yet.
    size_t size = ((size_t)count + 1) * sizeof *list;
    char **copied = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (copied == MAP_FAILED) return list;
    memcpy(copied, list, (size_t)count * sizeof *list);
    return copied;
}

void foyer_start_remember(int count, char **arguments, char **environment) {
    int variables = 0;
    while (environment[variables] != NULL) variables += 1;
    start.count = count;
    start.arguments = copy(arguments, count);
    start.environment = copy(environment, variables);
    sigemptyset(&start.ignored);
    for (int number = 1; number < NSIG; number += 1) {
        struct sigaction action;
        if (sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN) sigaddset(&start.ignored, number);
    }
    sigprocmask(SIG_BLOCK, NULL, &start.blocked);
    prctl(PR_GET_PDEATHSIG, &start.parent_signal);
    start.knows_open = foyer_start_each_descriptor(remember_descriptor);
}

char *const *foyer_start_arguments(int *count) {
    *count = start.count;
    return start.arguments;
}

char *const *foyer_start_environment(void) {
    return start.environment;
}

bool foyer_start_knows_descriptors(void) {
    return start.knows_open;
}

int foyer_start_parent_signal(void) {
    return start.parent_signal;
}

bool foyer_start_ignored(int number) {
    return start.arguments != NULL && sigismember(&start.ignored, number) == 1;
}

/// Who starts with standard output closed would have the next file under its number, and what is said to people would be
/// written into that file.
__attribute__((constructor)) static void fill_closed_standards(void) {
    struct pollfd standards[] = {{.fd = STDIN_FILENO}, {.fd = STDOUT_FILENO}, {.fd = STDERR_FILENO}};
    if (poll(standards, 3, 0) <= 0) return;
    for (int index = 0; index < 3; index += 1) {
        // The lowest number that is free, so just this one. Reading ends at once, and writing fails, as it would have.
        if (standards[index].revents & POLLNVAL) (void)!open("/dev/null", O_RDONLY);
    }
}

bool foyer_start_holds(int terminal) {
    struct stat users, other;
    if (fstat(terminal, &users) != 0) return false;
    for (int number = STDERR_FILENO + 1; start.knows_open && number < MOST_DESCRIPTORS; number += 1) {
        if (!was_open(number) || fstat(number, &other) != 0 || !S_ISCHR(other.st_mode)) continue;
        // By the one name that every process has for its own terminal.
        bool is_own = other.st_rdev == makedev(5, 0);
        if (is_own || other.st_rdev == users.st_rdev) return true;
    }
    return false;
}

static void hide_own(int descriptor) {
    if (descriptor > STDERR_FILENO && !was_open(descriptor)) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

/// The kernel's own call: glibc's takes a lock for SIGABRT (2.41), which another thread may have held when this process was
/// forked from its own, and nobody would ever give it back.
static void give_back_signal(int number) {
    // In the kernel's order; who is not called needs neither flags nor a way back.
    struct { void (*handler)(int); unsigned long flags; void *restorer; uint64_t mask; } action = {0};
    action.handler = foyer_start_ignored(number) ? SIG_IGN : SIG_DFL;
    syscall(SYS_rt_sigaction, number, &action, NULL, sizeof action.mask);
}

void foyer_start_give_back(const bool replaced[3]) {
    if (start.knows_open) {
        foyer_start_each_descriptor(hide_own);
        for (int number = 0; number < 3; number += 1) {
            if (!replaced[number] && !was_open(number)) close(number);
        }
    }
    for (int number = 1; number < NSIG; number += 1) {
        // The two in between are the threads library's own.
        if (number < __SIGRTMIN || number >= SIGRTMIN) give_back_signal(number);
    }
    sigset_t blocked;
    sigemptyset(&blocked);
    if (start.arguments != NULL) blocked = start.blocked;
    sigprocmask(SIG_SETMASK, &blocked, NULL);
}

int foyer_become(char *const arguments[], char *const environment[]) {
    sigset_t all, former;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &former);
    foyer_start_give_back((bool[3]){false, false, false});
    execvpe(arguments[0], arguments, environment);
    int reason = errno;
    pthread_sigmask(SIG_SETMASK, &former, NULL);
    return reason;
}
