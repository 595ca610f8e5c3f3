#include "Decoders.h"

// A JPEG of many scans is kept whole until the last one, and each scan visits all blocks of its colours, whether or not
// it brings anything: 8 KB can ask for minutes. The scans are counted before the library begins.

#define BLOCK 8
#define BLOCK_SAMPLES (BLOCK * BLOCK)
/// A coefficient takes two bytes.
#define BLOCK_BYTES (2 * BLOCK_SAMPLES)
#define MOST_COLORS 4
/// An arithmetic decoder has some twenty decisions to make for a sample, and needs no bytes for them.
#define ARITHMETIC 20

typedef struct {
    uint8_t id;
    uint64_t blocks;
} color;

typedef struct {
    color colors[MOST_COLORS];
    size_t count;
    bool progressive, arithmetic;
} frame;

static uint32_t big16(const uint8_t *p) { return (uint32_t)p[0] << 8 | p[1]; }

static uint64_t parts(uint64_t size, uint64_t part) { return (size + part - 1) / part; }

/// A frame header: precision, height, width, and for each colour its name and how finely it is sampled.
static bool read_frame(const uint8_t *segment, size_t length, uint8_t marker, frame *frame) {
    if (length < 6) return false;
    uint64_t height = big16(segment + 1), width = big16(segment + 3);
    size_t count = segment[5];
    if (count < 1 || count > MOST_COLORS || length < 6 + 3 * count) return false;
    uint64_t widest = 1, highest = 1;
    for (size_t i = 0; i < count; i++) {
        uint8_t sampling = segment[6 + 3 * i + 1];
        if (sampling >> 4 > widest) widest = sampling >> 4;
        if ((sampling & 15) > highest) highest = sampling & 15;
    }
    for (size_t i = 0; i < count; i++) {
        uint8_t sampling = segment[6 + 3 * i + 1];
        uint64_t columns = parts(width, BLOCK * widest) * (sampling >> 4);
        uint64_t rows = parts(height, BLOCK * highest) * (sampling & 15);
        frame->colors[i] = (color){segment[6 + 3 * i], columns * rows};
    }
    frame->count = count;
    frame->progressive = (marker & 3) == 2;
    frame->arithmetic = marker > 0xC8;
    return true;
}

static uint64_t all_blocks(const frame *frame) {
    uint64_t blocks = 0;
    for (size_t i = 0; i < frame->count; i++) blocks += frame->colors[i].blocks;
    return blocks;
}

static void count_scan(const uint8_t *segment, size_t length, const frame *frame, bool first, foyer_picture_info *info) {
    size_t count = length > 0 ? segment[0] : 0;
    if (count < 1 || count > MOST_COLORS || length < 1 + 2 * count) return;
    if (first && (frame->progressive || count < frame->count)) info->kept = all_blocks(frame) * BLOCK_BYTES;
    uint64_t blocks = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < frame->count; j++) {
            if (frame->colors[j].id == segment[1 + 2 * i]) blocks += frame->colors[j].blocks;
        }
    }
    info->visited += blocks * BLOCK_SAMPLES * (frame->arithmetic ? ARITHMETIC : 1);
}

/// The next marker's code from `at` on, which stands behind it then; 0 where there is none.
static uint8_t next_marker(const uint8_t *bytes, size_t count, size_t *at) {
    while (*at < count) {
        const uint8_t *found = memchr(bytes + *at, 0xFF, count - *at);
        if (!found) return 0;
        *at = (size_t)(found - bytes);
        while (*at < count && bytes[*at] == 0xFF) (*at)++;
        if (*at < count && bytes[*at] != 0) return bytes[(*at)++];
    }
    return 0;
}

void foyer_jpeg_weigh(const uint8_t *bytes, size_t count, foyer_picture_info *info) {
    frame frame = {.count = 0};
    bool first = true;
    size_t at = 2;
    uint8_t marker;
    while ((marker = next_marker(bytes, count, &at)) != 0 && marker != 0xD9) {
        // These have no length.
        if (marker == 0x01 || (marker >= 0xD0 && marker <= 0xD8)) continue;
        if (count - at < 2) return;
        size_t length = big16(bytes + at);
        if (length < 2 || length > count - at) return;
        const uint8_t *segment = bytes + at + 2;
        bool starts = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
        // A second frame is refused by the library.
        if (starts && (frame.count > 0 || !read_frame(segment, length - 2, marker, &frame))) return;
        if (marker == 0xDA) {
            count_scan(segment, length - 2, &frame, first, info);
            first = false;
        }
        at += length;
    }
}
