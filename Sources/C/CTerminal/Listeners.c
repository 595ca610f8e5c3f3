#define _GNU_SOURCE
#include "CTerminal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

/// Stores the sockets of one answer. Whether more answers come; an error counts as -1 listeners.
static bool take(char *bytes, size_t length, FoyerListener *list, int capacity, int *count) {
    for (struct nlmsghdr *header = (struct nlmsghdr *)bytes; NLMSG_OK(header, length);
         header = NLMSG_NEXT(header, length)) {
        if (header->nlmsg_type == NLMSG_DONE) return false;
        if (header->nlmsg_type != SOCK_DIAG_BY_FAMILY || header->nlmsg_len < NLMSG_LENGTH(sizeof(struct inet_diag_msg))) {
            *count = -1;
            return false;
        }
        const struct inet_diag_msg *socket = NLMSG_DATA(header);
        if (*count < capacity) {
            list[*count] = (FoyerListener){ntohs(socket->id.idiag_sport), socket->idiag_inode};
        }
        *count += 1;
    }
    return true;
}

static int add_family(int kernel, uint8_t family, FoyerListener *list, int capacity, int count) {
    struct {
        struct nlmsghdr header;
        struct inet_diag_req_v2 request;
    } question = {
        .header = {.nlmsg_len = sizeof question, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP},
        .request = {.sdiag_family = family, .sdiag_protocol = IPPROTO_TCP, .idiag_states = 1 << TCP_LISTEN},
    };
    if (send(kernel, &question, sizeof question, 0) != sizeof question) return -1;
    _Alignas(struct nlmsghdr) char bytes[32 << 10];
    while (true) {
        ssize_t length = recv(kernel, bytes, sizeof bytes, 0);
        if (length < 0 && errno == EINTR) continue;
        if (length <= 0) return -1;
        if (!take(bytes, (size_t)length, list, capacity, &count)) return count;
    }
}

int foyer_listeners(FoyerListener *list, int capacity) {
    int kernel = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (kernel < 0) return -1;
    int count = add_family(kernel, AF_INET, list, capacity, 0);
    if (count >= 0) count = add_family(kernel, AF_INET6, list, capacity, count);
    close(kernel);
    return count;
}
