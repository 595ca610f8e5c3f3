// The server of the launches that are measured: sends files as fast as the kernel can, or at a rate;
// and takes events.
//
//   bench-server FOLDER [BYTES_A_SECOND]      prints its port on 127.0.0.1, then serves until it is killed
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char *folder;
static double rate;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void send_body(int peer, int file, off_t size) {
    const size_t piece = 256 << 10;
    double began = now();
    for (off_t sent = 0; sent < size;) {
        ssize_t count = sendfile(peer, file, &sent, rate > 0 ? piece : (size_t)(size - sent));
        if (count <= 0) return;
        double ahead = rate > 0 ? began + (double)sent / rate - now() : 0;
        if (ahead > 0) usleep((useconds_t)(ahead * 1e6));
    }
}

static void answer(int peer, const char *path) {
    char whole[4096], head[256];
    snprintf(whole, sizeof whole, "%s%s", folder, path);
    int file = strstr(path, "..") ? -1 : open(whole, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        const char *missing = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
        send(peer, missing, strlen(missing), MSG_NOSIGNAL);
    } else {
        const char *type = strncmp(path, "/v1/", 4) == 0 ? "application/json" : "application/octet-stream";
        int length = snprintf(
            head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %lld\r\n\r\n", type,
            (long long)status.st_size);
        send(peer, head, (size_t)length, MSG_NOSIGNAL | MSG_MORE);
        send_body(peer, file, status.st_size);
    }
    if (file >= 0) close(file);
}

/// Takes a batch of events, and forgets it.
static void take(int peer, const char *request, size_t received) {
    const char *field = strcasestr(request, "\r\nContent-Length:");
    char piece[65536];
    for (size_t rest = field ? strtoul(field + 17, NULL, 10) : 0; received < rest;) {
        ssize_t count = recv(peer, piece, sizeof piece, 0);
        if (count <= 0) return;
        received += (size_t)count;
    }
    const char *taken = "HTTP/1.1 204 No Content\r\n\r\n";
    send(peer, taken, strlen(taken), MSG_NOSIGNAL);
}

static void *serve(void *argument) {
    int peer = (int)(intptr_t)argument, one = 1;
    setsockopt(peer, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    char request[8192];
    size_t length = 0;
    ssize_t count;
    while ((count = recv(peer, request + length, sizeof request - 1 - length, 0)) > 0) {
        length += (size_t)count;
        request[length] = 0;
        char *body = strstr(request, "\r\n\r\n");
        if (!body) continue;
        if (strncmp(request, "POST ", 5) == 0) {
            take(peer, request, length - (size_t)(body + 4 - request));
            length = 0;
            continue;
        }
        char path[2048];
        if (sscanf(request, "GET %2047s", path) != 1) break;
        answer(peer, path);
        length = 0;
    }
    close(peer);
    return NULL;
}

int main(int count, char **arguments) {
    if (count < 2) return 64;
    folder = arguments[1];
    rate = count > 2 ? atof(arguments[2]) : 0;
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, size) != 0 || listen(listener, 64) != 0) return 71;
    getsockname(listener, (struct sockaddr *)&address, &size);
    printf("port %d\n", ntohs(address.sin_port));
    fflush(stdout);
    for (;;) {
        int peer = accept(listener, NULL, NULL);
        pthread_t thread;
        if (peer < 0) continue;
        if (pthread_create(&thread, NULL, serve, (void *)(intptr_t)peer) != 0) close(peer);
        else pthread_detach(thread);
    }
}
