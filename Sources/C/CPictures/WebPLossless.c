#include "WebPLossless.h"

#include <string.h>

// A lossless picture says with a picture of its own which group of Huffman codes each block of pixels uses, and the
// library takes up to 20 KB for each group: 65,536 of them fit into a file of 300 KB. How many there are stands behind
// other entropy-coded pictures, so those are walked: nothing is kept, and copies bring no value that was not there.

/// Encoders merge groups until a few hundred are left.
#define MOST_GROUPS 3000
/// What the library takes for a group, in bytes.
#define GROUP 20000

#define LITERALS 256
#define LENGTH_CODES 24
#define DISTANCE_CODES 40
#define MOST_CACHE_BITS 11
#define MOST_SYMBOLS (LITERALS + LENGTH_CODES + (1 << MOST_CACHE_BITS))
#define LONGEST_CODE 15
#define CODE_LENGTH_CODES 19

typedef struct {
    const uint8_t *bytes;
    size_t count, bit;
    bool failed;
} reader;

static uint32_t bits(reader *from, int count) {
    uint32_t value = 0;
    for (int i = 0; i < count; i++, from->bit++) {
        if (from->bit / 8 >= from->count) {
            from->failed = true;
            return 0;
        }
        value |= (uint32_t)(from->bytes[from->bit / 8] >> (from->bit % 8) & 1) << i;
    }
    return value;
}

/// A canonical code: how many symbols have each length, and the symbols in order.
typedef struct {
    uint16_t counts[LONGEST_CODE + 1], symbols[MOST_SYMBOLS];
    /// The symbol of a code that has no other, and takes no bits; -1 where there are more.
    int only;
} code;

static void build(code *code, const uint8_t *lengths, int count) {
    uint16_t next[LONGEST_CODE + 2] = {0};
    memset(code->counts, 0, sizeof code->counts);
    int used = 0;
    for (int i = 0; i < count; i++) {
        if (lengths[i] == 0) continue;
        code->counts[lengths[i]]++, used++;
        code->only = i;
    }
    for (int i = 1; i <= LONGEST_CODE; i++) next[i + 1] = (uint16_t)(next[i] + code->counts[i]);
    for (int i = 0; i < count; i++) {
        if (lengths[i] > 0) code->symbols[next[lengths[i]]++] = (uint16_t)i;
    }
    if (used != 1) code->only = -1;
}

static int symbol(reader *from, const code *code) {
    if (code->only >= 0) return code->only;
    int value = 0, first = 0, index = 0;
    for (int length = 1; length <= LONGEST_CODE; length++) {
        value |= (int)bits(from, 1);
        int count = code->counts[length];
        if (value - count < first) return code->symbols[index + (value - first)];
        index += count;
        first = (first + count) << 1;
        value <<= 1;
    }
    from->failed = true;
    return 0;
}

static void read_lengths(reader *from, uint8_t *lengths, int count) {
    static const uint8_t order[CODE_LENGTH_CODES] = {17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    static const int extra[3] = {2, 3, 7}, least[3] = {3, 3, 11};
    uint8_t own[CODE_LENGTH_CODES] = {0};
    int owned = 4 + (int)bits(from, 4);
    if (owned > CODE_LENGTH_CODES) from->failed = true;
    for (int i = 0; i < owned && !from->failed; i++) own[order[i]] = (uint8_t)bits(from, 3);
    code code;
    build(&code, own, CODE_LENGTH_CODES);
    int left = count;
    if (bits(from, 1)) {
        int width = 2 + 2 * (int)bits(from, 3);
        left = 2 + (int)bits(from, width);
    }
    uint8_t last = 8;
    for (int i = 0; i < count && left > 0 && !from->failed; left--) {
        int length = symbol(from, &code);
        if (length <= LONGEST_CODE) {
            lengths[i++] = (uint8_t)length;
            if (length > 0) last = (uint8_t)length;
            continue;
        }
        int kind = length - LONGEST_CODE - 1, times = least[kind] + (int)bits(from, extra[kind]);
        if (times > count - i) from->failed = true;
        for (; times > 0 && !from->failed; times--) lengths[i++] = kind == 0 ? last : 0;
    }
}

static void read_code(reader *from, code *code, int count) {
    uint8_t lengths[MOST_SYMBOLS] = {0};
    if (bits(from, 1)) {
        uint32_t second = bits(from, 1), width = bits(from, 1) ? 8 : 1;
        lengths[bits(from, (int)width)] = 1;
        if (second) lengths[bits(from, 8)] = 1;
    } else {
        read_lengths(from, lengths, count);
    }
    build(code, lengths, count);
}

/// The number that a length or distance symbol stands for.
static uint32_t reach(reader *from, int symbol) {
    if (symbol < 4) return (uint32_t)symbol + 1;
    int extra = (symbol - 2) >> 1;
    return ((2 + ((uint32_t)symbol & 1)) << extra) + bits(from, extra) + 1;
}

/// Walks a picture inside the picture, and answers the largest of the numbers in its red and green.
static uint32_t walk_picture(reader *from, uint32_t width, uint32_t height) {
    uint32_t cache = 0;
    if (bits(from, 1)) {
        uint32_t width = bits(from, 4);
        if (width < 1 || width > MOST_CACHE_BITS) from->failed = true;
        else cache = 1u << width;
    }
    // Green with lengths and cache, red, blue, alpha, distances.
    code codes[5];
    for (int i = 0; i < 5 && !from->failed; i++) {
        read_code(from, &codes[i], i == 0 ? LITERALS + LENGTH_CODES + (int)cache : i == 4 ? DISTANCE_CODES : LITERALS);
    }
    uint32_t most = 0;
    for (uint64_t left = (uint64_t)width * height; left > 0 && !from->failed;) {
        int green = symbol(from, &codes[0]);
        uint32_t run = 1;
        if (green < LITERALS) {
            uint32_t value = (uint32_t)symbol(from, &codes[1]) << 8 | (uint32_t)green;
            symbol(from, &codes[2]);
            symbol(from, &codes[3]);
            if (value > most) most = value;
        } else if (green < LITERALS + LENGTH_CODES) {
            run = reach(from, green - LITERALS);
            reach(from, symbol(from, &codes[4]));
        }
        left -= run < left ? run : left;
    }
    return most;
}

static uint32_t parts(uint32_t size, uint32_t bits) { return (size + (1u << bits) - 1) >> bits; }

/// Whether a stream, from its first transform on, has few enough groups; also where it breaks off before that.
static bool is_bounded(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint64_t most) {
    reader from = {bytes, count, 0, false};
    for (int transforms = 0; bits(&from, 1) && !from.failed; transforms++) {
        if (transforms == 4) return true;  // Each comes once: the library refuses it.
        uint32_t kind = bits(&from, 2);
        if (kind == 3) {
            uint32_t colors = bits(&from, 8) + 1;
            walk_picture(&from, colors, 1);
            width = parts(width, colors > 16 ? 0 : colors > 4 ? 1 : colors > 2 ? 2 : 3);
        } else if (kind != 2) {
            uint32_t size = bits(&from, 3) + 2;
            walk_picture(&from, parts(width, size), parts(height, size));
        }
    }
    if (bits(&from, 1)) bits(&from, 4);
    if (!bits(&from, 1) || from.failed) return true;
    uint32_t size = bits(&from, 3) + 2;
    return walk_picture(&from, parts(width, size), parts(height, size)) < most;
}

static uint32_t little32(const uint8_t *p) {
    return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

#define FILE_HEADER 12
#define CHUNK_HEADER 8
/// The signature, the size, and whether there is transparency.
#define LOSSLESS_HEADER 5

bool foyer_webp_is_bounded(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint64_t room) {
    uint64_t most = room / GROUP < MOST_GROUPS ? room / GROUP : MOST_GROUPS;
    size_t at = FILE_HEADER;
    while (count > at && count - at > CHUNK_HEADER) {
        const uint8_t *content = bytes + at + CHUNK_HEADER;
        size_t room = count - at - CHUNK_HEADER, size = little32(content - 4), shown = size < room ? size : room;
        // Transparency beside a lossy picture is a lossless one without its header.
        size_t skipped = memcmp(content - CHUNK_HEADER, "VP8L", 4) == 0   ? LOSSLESS_HEADER
                         : memcmp(content - CHUNK_HEADER, "ALPH", 4) == 0 ? 1
                                                                          : SIZE_MAX;
        if (skipped < shown && !is_bounded(content + skipped, shown - skipped, width, height, most)) return false;
        if (size >= room) break;
        at += CHUNK_HEADER + size + (size & 1);
    }
    return true;
}
