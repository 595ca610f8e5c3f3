#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <malloc.h>
#include <poll.h>
#include <pty.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

int foyer_poll(struct pollfd *descriptors, size_t count, int64_t nanoseconds) {
    struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    return ppoll(descriptors, count, nanoseconds < 0 ? NULL : &limit, NULL);
}

// Above the standard streams: curses takes an output of 1 that is no terminal for standard error.
static int above_standard_streams(int fd) {
    if (fd < 0 || fd > 2) return fd;
    int higher = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    int reason = errno;
    close(fd);
    errno = reason;
    return higher;
}

int foyer_processors(void) {
    cpu_set_t set;
    // Fails where there are more than the set has room for.
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
    long all = sysconf(_SC_NPROCESSORS_ONLN);
    return all > 0 ? (int)all : 1;
}

void foyer_return_large_blocks(void) {
    // More than the cells of all terminals that people have: those stay fast.
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
    // A heap for each thread keeps what its thread once needed: with forty pictures, a hundred megabytes.
    mallopt(M_ARENA_MAX, 2);
}

void foyer_reserve_memory(size_t bytes) {
    // A compiler leaves out what is freed unused.
    void *volatile block = malloc(bytes);
    free(block);
}

void foyer_return_free_memory(void) {
    malloc_trim(0);
}

static bool is_limited(int resource) {
    struct rlimit limit;
    return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

int foyer_check_memory(size_t bytes) {
    if (!is_limited(RLIMIT_AS) && !is_limited(RLIMIT_DATA)) return 0;
    // A heap of a thread's own reserves 64 MB of addresses.
    mallopt(M_ARENA_MAX, 1);
    void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) return errno;
    munmap(room, bytes);
    return 0;
}

int foyer_memory_file(const char *name) {
    return above_standard_streams(memfd_create(name, MFD_CLOEXEC));
}

int foyer_character_width(uint32_t scalar) {
    return wcwidth((wchar_t)scalar);
}

bool foyer_codeset_is_utf8(void) {
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

void foyer_use_locale(bool fallback) {
    if (!setlocale(LC_CTYPE, "") && fallback) setlocale(LC_CTYPE, "C.UTF-8");
}

int foyer_terminal_wish(int fd) {
    struct termios settings;
    if (tcgetattr(fd, &settings) != 0) return FOYER_WISH_NONE;
    if (!(settings.c_lflag & ICANON)) return FOYER_WISH_KEYS;
    return settings.c_lflag & ECHO ? FOYER_WISH_NONE : FOYER_WISH_HIDDEN_LINE;
}

int foyer_readable_count(int fd) {
    int count = 0;
    return ioctl(fd, FIONREAD, &count) == 0 ? count : 0;
}

void foyer_terminal_size(int fd, int *columns, int *rows) {
    struct winsize size = {0};
    ioctl(fd, TIOCGWINSZ, &size);
    *columns = size.ws_col;
    *rows = size.ws_row;
}

void foyer_terminal_pixels(int fd, int *width, int *height) {
    struct winsize size = {0};
    ioctl(fd, TIOCGWINSZ, &size);
    *width = size.ws_xpixel;
    *height = size.ws_ypixel;
}

int foyer_set_terminal_size(int fd, int columns, int rows) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    return ioctl(fd, TIOCSWINSZ, &size);
}

int foyer_terminal_reopen(int fd) {
    int flags = O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    char path[64];
    int opened = -1;
    if (ttyname_r(fd, path, sizeof path) == 0) opened = open(path, flags);
    if (opened < 0) {
        // In a container the terminal may have no name here, yet its descriptor can be opened again.
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        opened = open(path, flags);
    }
    // After su the terminal belongs to somebody else and cannot be opened by a name. /dev/tty can be by anybody whose
    // session has it; without that there is the descriptor itself, whose flags others share and which so stays blocking.
    if (opened < 0 && tcgetsid(fd) == getsid(0)) opened = open("/dev/tty", flags);
    if (opened < 0 && (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDWR) opened = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    return above_standard_streams(opened);
}

bool foyer_is_same_terminal(int one, int other) {
    unsigned first = 0, second = 0;
    return ioctl(one, TIOCGDEV, &first) == 0 && ioctl(other, TIOCGDEV, &second) == 0 && first == second;
}

uint64_t foyer_terminal_whole_size(int fd) {
    struct winsize size = {0};
    ioctl(fd, TIOCGWINSZ, &size);
    return (uint64_t)size.ws_row << 48 | (uint64_t)size.ws_col << 32 | (uint64_t)size.ws_xpixel << 16 | size.ws_ypixel;
}

void foyer_copy_terminal_size(int from, int to) {
    struct winsize size;
    if (ioctl(from, TIOCGWINSZ, &size) == 0) ioctl(to, TIOCSWINSZ, &size);
}

static int open_pseudo_terminal(
    int *master, int *slave, char *path, size_t capacity, const struct termios *settings, const struct winsize *size) {
    if (openpty(master, slave, NULL, settings, size) != 0) return -1;
    *master = above_standard_streams(*master);
    *slave = above_standard_streams(*slave);
    fcntl(*master, F_SETFD, FD_CLOEXEC);
    fcntl(*slave, F_SETFD, FD_CLOEXEC);
    fcntl(*master, F_SETFL, O_NONBLOCK);
    int reason = ttyname_r(*slave, path, capacity);
    if (reason == 0) return 0;
    close(*master);
    close(*slave);
    errno = reason;
    return -1;
}

int foyer_open_pseudo_terminal(int *master, int *slave, char *path, size_t capacity, int columns, int rows) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    return open_pseudo_terminal(master, slave, path, capacity, NULL, &size);
}

int foyer_open_pseudo_terminal_like(int model, int *master, int *slave, char *path, size_t capacity) {
    struct winsize size;
    struct termios settings;
    if (ioctl(model, TIOCGWINSZ, &size) != 0) return -1;
    if (!foyer_terminal_found(&settings) && tcgetattr(model, &settings) != 0) return -1;
    return open_pseudo_terminal(master, slave, path, capacity, &settings, &size);
}

/// Waits, for at most a second, until the owner of a claim has removed its splash: what is written before is lost with it.
static void wait_for_share(int fd, const struct sockaddr *address, socklen_t size) {
    enum { PATIENCE_MS = 1000, RETRY_MS = 5 };
    // The owner may not listen yet.
    for (int attempt = 0; connect(fd, address, size) != 0; attempt += 1) {
        if (errno != ECONNREFUSED || attempt == 1) return;
        poll(NULL, 0, RETRY_MS);
    }
    struct pollfd owner = {.fd = fd, .events = POLLIN};
    poll(&owner, 1, PATIENCE_MS);
}

int foyer_claim_terminal(int fd) {
    struct stat found;
    unsigned device = 0;
    if (fstat(fd, &found) != 0 || ioctl(fd, TIOCGDEV, &device) != 0) return FOYER_CLAIM_IMPOSSIBLE;
    // In containers that share a network, terminals and groups have the same numbers.
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int length = snprintf(
        address.sun_path + 1, sizeof address.sun_path - 1, "foyer-terminal-%u-%lu-%d-%u", device, (unsigned long)found.st_dev,
        (int)getpgrp(), (unsigned)getuid());
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
    int claim = above_standard_streams(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (claim < 0) return FOYER_CLAIM_IMPOSSIBLE;
    if (bind(claim, (struct sockaddr *)&address, size) == 0) {
        listen(claim, SOMAXCONN);
        return claim;
    }
    bool is_refused = errno == EADDRINUSE;
    if (is_refused) wait_for_share(claim, (struct sockaddr *)&address, size);
    close(claim);
    return is_refused ? FOYER_CLAIM_REFUSED : FOYER_CLAIM_IMPOSSIBLE;
}

void foyer_share_terminal(int claim) {
    // New connections are refused from here on. Closing those that wait ends the waits.
    shutdown(claim, SHUT_RD);
    int waiting;
    while ((waiting = accept(claim, NULL, NULL)) >= 0) close(waiting);
}

bool foyer_has_room_for_terminal(void) {
    enum { NEEDED = 48 };
    int others[NEEDED], count = 0, master, slave;
    char path[64];
    if (foyer_open_pseudo_terminal(&master, &slave, path, sizeof path, 80, 24) != 0) return false;
    while (count < NEEDED && (others[count] = fcntl(master, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)) >= 0) count += 1;
    bool has_room = count == NEEDED;
    while (count > 0) close(others[--count]);
    close(master);
    close(slave);
    return has_room;
}

/// A session of its own, with the usual signals: ignored ones and blocked ones would be inherited.
static void init_session(posix_spawnattr_t *attributes, posix_spawn_file_actions_t *actions) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(attributes);
    posix_spawn_file_actions_init(actions);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
}

int foyer_spawn_on_terminal(
    pid_t *process, const char *program, char *const arguments[], char *const environment[],
    const char *terminal_path, const char *folder) {
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    init_session(&attributes, &actions);
    // A session's leader that opens a terminal without O_NOCTTY gets it as its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, terminal_path, O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&actions, 0, 1);
    posix_spawn_file_actions_adddup2(&actions, 0, 2);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (folder) posix_spawn_file_actions_addchdir_np(&actions, folder);
    int result = posix_spawn(process, program, &actions, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return result;
}

int foyer_finish_output(void) {
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return 0;
    return errno != 0 ? errno : EIO;
}

int foyer_sync_file_system(int fd) { return syncfs(fd); }

long foyer_read_call(void) { return SYS_read; }

int foyer_call_limit(long number, int *argument) {
    switch (number) {
#ifdef SYS_poll
    case SYS_poll: *argument = 2; return FOYER_LIMIT_MILLISECONDS;
#endif
#ifdef SYS_epoll_wait
    case SYS_epoll_wait: *argument = 3; return FOYER_LIMIT_MILLISECONDS;
#endif
    case SYS_epoll_pwait: *argument = 3; return FOYER_LIMIT_MILLISECONDS;
    case SYS_ppoll: *argument = 2; return FOYER_LIMIT_NANOSECONDS_AT;
    case SYS_pselect6: *argument = 4; return FOYER_LIMIT_NANOSECONDS_AT;
#ifdef SYS_epoll_pwait2
    case SYS_epoll_pwait2: *argument = 3; return FOYER_LIMIT_NANOSECONDS_AT;
#endif
#ifdef SYS_select
    case SYS_select: *argument = 4; return FOYER_LIMIT_MICROSECONDS_AT;
#endif
    default: return FOYER_LIMIT_NONE;
    }
}

int foyer_call_kind(long number, uint64_t first, uint64_t second) {
    switch (number) {
    case SYS_read: case SYS_readv: return FOYER_CALL_READ;
#ifdef SYS_poll
    case SYS_poll:
#endif
    // Without descriptors they only wait for time.
    case SYS_ppoll: return second == 0 ? FOYER_CALL_OTHER : FOYER_CALL_POLL;
#ifdef SYS_select
    case SYS_select:
#endif
    case SYS_pselect6: return first == 0 ? FOYER_CALL_OTHER : FOYER_CALL_POLL;
#ifdef SYS_epoll_wait
    case SYS_epoll_wait:
#endif
#ifdef SYS_epoll_pwait2
    case SYS_epoll_pwait2:
#endif
#ifdef SYS_io_uring_enter
    case SYS_io_uring_enter:
#endif
    case SYS_epoll_pwait: return FOYER_CALL_POLL;
    case SYS_wait4: case SYS_waitid: return FOYER_CALL_CHILD;
#ifdef SYS_open
    case SYS_open: return FOYER_CALL_OPEN_FIRST;
#endif
    case SYS_openat: return FOYER_CALL_OPEN_SECOND;
    default: return FOYER_CALL_OTHER;
    }
}
