#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// A command without a terminal of its own is a child in our own group, so no group and no hang-up ends it with us. Where others
// that it needs do end with us, a small process sees to it. Between fork and exec only async-signal-safe calls run.

/// Its own descriptors, in place of everything that this process has.
enum { COMMAND, LIFELINE, FIRST_FREE };
/// As many of a command's processes as are ended.
#define MOST_PROCESSES 256
#define END_PATIENCE_MS 2000
#define END_INTERVAL_MS 20

/// The command and its descendants: their numbers, and descriptors that stay theirs when the numbers do not.
static struct {
    pid_t numbers[MOST_PROCESSES];
    int descriptors[MOST_PROCESSES];
    int count;
} family;

static bool is_known(pid_t process) {
    for (int index = 0; index < family.count; index += 1) {
        if (family.numbers[index] == process) return true;
    }
    return false;
}

static void add(pid_t process) {
    int descriptor = family.count < MOST_PROCESSES ? foyer_process_descriptor(process) : -1;
    if (descriptor < 0) return;
    family.numbers[family.count] = process;
    family.descriptors[family.count++] = descriptor;
}

/// Reads `/proc/NAME/stat`: `12 (name) S 11 …`. 0 if that process has gone.
static pid_t parent_of(const char *name) {
    char path[32] = "/proc/", text[512];
    if (strlen(name) > 12) return 0;
    strcat(strcat(path, name), "/stat");
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    text[length < 0 ? 0 : length] = 0;
    const char *end = strrchr(text, ')');
    return end != NULL && strlen(end) > 4 ? atoi(end + 4) : 0;
}

/// Adds the children of those that are known. False if there are no more.
static bool add_children(void) {
    int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return false;
    int former = family.count;
    _Alignas(8) char entries[4096];
    long length;
    while ((length = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0) {
        for (long offset = 0; offset < length;) {
            unsigned short size;
            memcpy(&size, entries + offset + 16, sizeof size);
            const char *name = entries + offset + 19;
            offset += size;
            pid_t process = atoi(name);
            if (process > 0 && !is_known(process) && is_known(parent_of(name))) add(process);
        }
    }
    close(folder);
    return family.count > former;
}

static void send_all(int number) {
    for (int index = 0; index < family.count; index += 1) {
        syscall(SYS_pidfd_send_signal, family.descriptors[index], number, NULL, 0);
    }
}

static bool is_any_alive(void) {
    for (int index = 0; index < family.count; index += 1) {
        struct pollfd end = {.fd = family.descriptors[index], .events = POLLIN};
        if (poll(&end, 1, 0) == 0) return true;
    }
    return false;
}

static _Noreturn void end_family(pid_t command) {
    add(command);
    while (add_children()) {
    }
    send_all(SIGTERM);
    // One that is stopped could not obey.
    send_all(SIGCONT);
    for (int waited = 0; waited < END_PATIENCE_MS && is_any_alive(); waited += END_INTERVAL_MS) {
        poll(NULL, 0, END_INTERVAL_MS);
    }
    send_all(SIGKILL);
    _exit(0);
}

static _Noreturn void guard(pid_t command, int process, int lifeline) {
    // The keyboard's signals are not for us, and a group of ours may not keep a shell waiting.
    setsid();
    int high[2] = {fcntl(process, F_DUPFD, FIRST_FREE), fcntl(lifeline, F_DUPFD, FIRST_FREE)};
    dup2(high[0], COMMAND);
    dup2(high[1], LIFELINE);
    close_range(FIRST_FREE, ~0U, 0);
    (void)!chdir("/");
    prctl(PR_SET_NAME, "foyer-guard");
    struct pollfd ends[] = {{.fd = COMMAND, .events = POLLIN}, {.fd = LIFELINE}};
    while (poll(ends, 2, -1) <= 0) {
    }
    // An end of its own comes first: only then does this process let go.
    if (ends[0].revents == 0) end_family(command);
    _exit(0);
}

int foyer_end_with_us(pid_t command) {
    int ends[2];
    int process = foyer_process_descriptor(command);
    if (process < 0) return -1;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        close(process);
        return -1;
    }
    sigset_t all, former;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &former);
    pid_t between = _Fork();
    if (between == 0) {
        if (_Fork() != 0) _exit(0);
        guard(command, process, ends[0]);
    }
    pthread_sigmask(SIG_SETMASK, &former, NULL);
    if (between > 0) waitpid(between, NULL, 0);
    close(process);
    close(ends[0]);
    return ends[1];
}
