// Runs a program and kills it at the STEPth system call that changes something on the disk or takes a lock.
//
//     step-killer REPORT STEP MOMENT PROGRAM [ARGUMENT …]
//
// MOMENT: `before` the call is made, `inside` (half of a write's bytes are written), `after` it has returned. STEP 0
// never kills. REPORT becomes the number of changes that were seen, and the name of the call that was the last one.
// Ends with 0 where it killed, with 1 where the program ended first, with 2 where it could not trace.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

/// A descriptor of a file that has a name: no socket, no pipe, no memory.
static bool is_kept_file(pid_t thread, uint64_t descriptor) {
    char path[64];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)thread, (int)descriptor);
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink > 0;
}

/// The call's name where it changes something on the disk.
static const char *change(pid_t thread, const struct __ptrace_syscall_info *call) {
    const uint64_t *arguments = call->entry.args;
    switch (call->entry.nr) {
    case SYS_write: return is_kept_file(thread, arguments[0]) ? "write" : NULL;
    case SYS_pwrite64: return is_kept_file(thread, arguments[0]) ? "pwrite64" : NULL;
    case SYS_writev: return is_kept_file(thread, arguments[0]) ? "writev" : NULL;
    case SYS_copy_file_range: return "copy_file_range";
    case SYS_open: return arguments[1] & (O_CREAT | O_TRUNC) ? "open" : NULL;
    case SYS_openat: return arguments[2] & (O_CREAT | O_TRUNC) ? "openat" : NULL;
    case SYS_mkdir: return "mkdir";
    case SYS_mkdirat: return "mkdirat";
    case SYS_rename: return "rename";
    case SYS_renameat: return "renameat";
    case SYS_renameat2: return "renameat2";
    case SYS_unlink: return "unlink";
    case SYS_unlinkat: return "unlinkat";
    case SYS_rmdir: return "rmdir";
    case SYS_link: return "link";
    case SYS_linkat: return "linkat";
    case SYS_symlink: return "symlink";
    case SYS_symlinkat: return "symlinkat";
    case SYS_truncate: return "truncate";
    case SYS_ftruncate: return is_kept_file(thread, arguments[0]) ? "ftruncate" : NULL;
    case SYS_fallocate: return is_kept_file(thread, arguments[0]) ? "fallocate" : NULL;
    case SYS_chmod: return "chmod";
    case SYS_fchmod: return "fchmod";
    case SYS_fchmodat: return "fchmodat";
    case SYS_utimensat: return "utimensat";
    case SYS_fsync: return "fsync";
    case SYS_fdatasync: return "fdatasync";
    case SYS_flock: return "flock";
    default: return NULL;
    }
}

/// Makes a write one of half as many bytes.
static void halve(pid_t thread, const struct __ptrace_syscall_info *call) {
    if (call->entry.nr != SYS_write && call->entry.nr != SYS_pwrite64) return;
    struct user_regs_struct registers;
    if (ptrace(PTRACE_GETREGS, thread, NULL, &registers) != 0) return;
    registers.rdx /= 2;
    ptrace(PTRACE_SETREGS, thread, NULL, &registers);
}

static long seen;
static const char *last = "nothing";

static int end(const char *report, int status) {
    FILE *file = fopen(report, "w");
    if (!file || fprintf(file, "%ld %s\n", seen, last) < 0 || fclose(file) != 0) return 2;
    return status;
}

static int kill_now(const char *report, pid_t process) {
    kill(process, SIGKILL);
    int status;
    pid_t thread;
    // Threads of it report their ends first.
    while ((thread = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR) {
        if (thread == process && !WIFSTOPPED(status)) break;
    }
    return end(report, 0);
}

int main(int count, char *arguments[]) {
    if (count < 5) return 2;
    const char *report = arguments[1];
    long step = atol(arguments[2]);
    bool before = strcmp(arguments[3], "before") == 0, inside = strcmp(arguments[3], "inside") == 0;
    pid_t process = fork();
    if (process == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        execv(arguments[4], arguments + 4);
        _exit(127);
    }
    int status;
    if (process < 0 || waitpid(process, &status, 0) != process || !WIFSTOPPED(status)) return 2;
    long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK
        | PTRACE_O_EXITKILL;
    if (ptrace(PTRACE_SETOPTIONS, process, NULL, options) != 0) return 2;
    ptrace(PTRACE_SYSCALL, process, NULL, NULL);
    // The thread whose return from the call is waited for.
    pid_t awaited = 0;
    while (true) {
        pid_t thread = waitpid(-1, &status, __WALL);
        if (thread < 0) {
            if (errno == EINTR) continue;
            return end(report, 1);
        }
        if (!WIFSTOPPED(status)) {
            if (thread == process) return end(report, 1);
            continue;
        }
        int number = WSTOPSIG(status);
        if (number == (SIGTRAP | 0x80)) {
            struct __ptrace_syscall_info call;
            long size = ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof call, &call);
            const char *name = NULL;
            if (size > 0 && call.op == PTRACE_SYSCALL_INFO_ENTRY) name = change(thread, &call);
            if (name) {
                seen += 1;
                last = name;
                if (seen == step) {
                    if (before) return kill_now(report, process);
                    if (inside) halve(thread, &call);
                    awaited = thread;
                }
            } else if (thread == awaited && size > 0 && call.op == PTRACE_SYSCALL_INFO_EXIT) {
                return kill_now(report, process);
            }
            number = 0;
        } else if (number == SIGTRAP || number == SIGSTOP) {
            // A new thread, or the notice of one.
            number = 0;
        }
        ptrace(PTRACE_SYSCALL, thread, NULL, (long)number);
    }
}
