#include <time.h>

#include "Decoders.h"

/// Nanoseconds that a picture of any size may take, and those for each of its pixels: honest ones need a tenth.
#define TIME_FOR_ANY 200000000
#define TIME_FOR_PIXEL 100
#define MOST_TIME 2000000000

uint64_t foyer_spent(void) {
    struct timespec time = {0, 0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

uint64_t foyer_time_for(const foyer_picture_info *info) {
    uint64_t time = TIME_FOR_ANY + (uint64_t)info->stored_width * info->stored_height * TIME_FOR_PIXEL;
    return time < MOST_TIME ? time : MOST_TIME;
}

uint64_t foyer_jpeg_memory(const foyer_picture_info *info) {
    uint64_t pixels = (uint64_t)info->width * info->height * 4;
    // One that is turned is decoded as it is stored, and then copied.
    return info->kept + (info->orientation == 1 ? pixels : 2 * pixels);
}
