#define _GNU_SOURCE
#include "CTerminal.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/// More than this are closed one by one only where the kernel names them.
#define MOST_DESCRIPTORS 65536

static int first_to_close;

static void close_later(int descriptor) {
    if (descriptor >= first_to_close) close(descriptor);
}

void foyer_close_from(int first) {
    if (close_range((unsigned)first, ~0U, 0) == 0) return;
    // Linux before 5.9, and containers that refuse what they do not know.
    first_to_close = first;
    if (foyer_start_each_descriptor(close_later)) return;
    struct rlimit limit;
    rlim_t end = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < MOST_DESCRIPTORS ? limit.rlim_cur : MOST_DESCRIPTORS;
    for (int descriptor = first; descriptor < (int)end; descriptor += 1) close(descriptor);
}

int foyer_pipe(int ends[2]) {
    return pipe2(ends, O_NONBLOCK | O_CLOEXEC);
}

int foyer_process_descriptor(pid_t process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}
