// Decodes the named pictures, each with little memory: hostile files must fail, not fill the memory.
// `PictureUnderLimit FILE…` says for each how it ended and how many milliseconds of processor time that took, and
// finally the peak memory in KiB.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "CPictures.h"

/// The limit of the address space, including addresses that are never touched.
#define LIMIT ((rlim_t)2 << 30)
/// As `PictureLimits.standard`.
#define MOST_BYTES (16 << 20)
#define MOST_PIXELS 16000000

static const char *decode(const uint8_t *bytes, size_t count) {
    foyer_picture_info info;
    if (foyer_picture_probe(bytes, count, &info) != FOYER_PICTURE_OK) return "refused";
    size_t area = (size_t)info.width * info.height;
    if (area > MOST_PIXELS) return "refused";
    uint8_t *pixels = malloc(area * 4);
    if (!pixels) return "no memory";
    foyer_picture_plan(&info, UINT32_MAX, UINT32_MAX);
    char message[FOYER_PICTURE_MESSAGE_SIZE];
    foyer_picture_status status = foyer_picture_decode(bytes, count, &info, pixels, message);
    free(pixels);
    switch (status) {
    case FOYER_PICTURE_OK: return "decoded";
    case FOYER_PICTURE_NO_MEMORY: return "no memory";
    case FOYER_PICTURE_NO_LIBRARY: return "no library";
    case FOYER_PICTURE_TOO_COSTLY: return "too costly";
    default: return "refused";
    }
}

static long milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int main(int count, char **paths) {
    struct rlimit limit = {LIMIT, LIMIT};
    setrlimit(RLIMIT_AS, &limit);
    uint8_t *bytes = malloc(MOST_BYTES);
    if (!bytes) return 1;
    for (int i = 1; i < count; i++) {
        FILE *file = fopen(paths[i], "r");
        if (!file) return 1;
        size_t length = fread(bytes, 1, MOST_BYTES, file);
        fclose(file);
        long began = milliseconds();
        const char *end = decode(bytes, length);
        printf("%ld %s\n", milliseconds() - began, end);
        fflush(stdout);
    }
    // `getrusage` would count what the parent had when it started this.
    char line[128];
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status)) {
        if (strncmp(line, "VmHWM:", 6) == 0) printf("%ld\n", strtol(line + 6, NULL, 10));
    }
    return 0;
}
