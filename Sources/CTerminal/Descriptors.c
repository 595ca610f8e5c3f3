#define _GNU_SOURCE
#include "CTerminal.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

int foyer_pipe(int ends[2]) {
    return pipe2(ends, O_NONBLOCK | O_CLOEXEC);
}

int foyer_process_descriptor(pid_t process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}
