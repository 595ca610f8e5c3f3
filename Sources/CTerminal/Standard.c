#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

/// Who starts with standard output closed would have the next file under its number, and what is said to people would be
/// written into that file.
__attribute__((constructor)) static void fill_closed_standards(void) {
    struct pollfd standards[] = {{.fd = STDIN_FILENO}, {.fd = STDOUT_FILENO}, {.fd = STDERR_FILENO}};
    if (poll(standards, 3, 0) <= 0) return;
    for (int index = 0; index < 3; index += 1) {
        // The lowest number that is free, so just this one. Reading ends at once, and writing fails, as it would have.
        // Children have it too.
        if (standards[index].revents & POLLNVAL) (void)!open("/dev/null", O_RDONLY);
    }
}
