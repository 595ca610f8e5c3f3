#include "Decoders.h"

// Headers, read by hand: the sizes are judged before any library sees a byte.

typedef struct {
    const uint8_t *bytes;
    size_t count;
} span;

static uint32_t big16(const uint8_t *p) { return (uint32_t)p[0] << 8 | p[1]; }
static uint32_t big32(const uint8_t *p) { return big16(p) << 16 | big16(p + 2); }
static uint32_t little16(const uint8_t *p) { return (uint32_t)p[1] << 8 | p[0]; }
static uint32_t little24(const uint8_t *p) { return (uint32_t)p[2] << 16 | little16(p); }
static uint32_t little32(const uint8_t *p) { return little16(p + 2) << 16 | little16(p); }

static foyer_picture_status probe_png(span file, foyer_picture_info *info) {
    if (file.count < 33 || memcmp(file.bytes + 12, "IHDR", 4) != 0) return FOYER_PICTURE_DAMAGED;
    info->stored_width = big32(file.bytes + 16);
    info->stored_height = big32(file.bytes + 20);
    return FOYER_PICTURE_OK;
}

static foyer_picture_status probe_gif(span file, foyer_picture_info *info) {
    if (file.count < 13) return FOYER_PICTURE_DAMAGED;
    info->stored_width = little16(file.bytes + 6);
    info->stored_height = little16(file.bytes + 8);
    return FOYER_PICTURE_OK;
}

static foyer_picture_status probe_webp(span file, foyer_picture_info *info) {
    if (file.count < 30) return FOYER_PICTURE_DAMAGED;
    const uint8_t *chunk = file.bytes + 12;
    if (memcmp(chunk, "VP8X", 4) == 0) {
        info->animated = (chunk[8] & 0x02) != 0;
        info->stored_width = little24(chunk + 12) + 1;
        info->stored_height = little24(chunk + 15) + 1;
    } else if (memcmp(chunk, "VP8L", 4) == 0) {
        uint32_t bits = little32(chunk + 9);
        info->stored_width = (bits & 0x3FFF) + 1;
        info->stored_height = (bits >> 14 & 0x3FFF) + 1;
    } else if (memcmp(chunk, "VP8 ", 4) == 0) {
        info->stored_width = little16(chunk + 14) & 0x3FFF;
        info->stored_height = little16(chunk + 16) & 0x3FFF;
    } else {
        return FOYER_PICTURE_DAMAGED;
    }
    return FOYER_PICTURE_OK;
}

/// The orientation tag of the first directory of an APP1 segment's TIFF; 1 where there is none that makes sense.
static uint8_t exif_orientation(span segment) {
    if (segment.count < 14 || memcmp(segment.bytes, "Exif\0\0", 6) != 0) return 1;
    const uint8_t *tiff = segment.bytes + 6;
    size_t count = segment.count - 6;
    bool little = tiff[0] == 'I' && tiff[1] == 'I';
    if (!little && !(tiff[0] == 'M' && tiff[1] == 'M')) return 1;
    uint32_t (*word)(const uint8_t *) = little ? little16 : big16;
    size_t directory = little ? little32(tiff + 4) : big32(tiff + 4);
    if (word(tiff + 2) != 42 || directory > count || count - directory < 2) return 1;
    size_t entries = word(tiff + directory), room = (count - directory - 2) / 12;
    for (size_t i = 0; i < entries && i < room; i++) {
        const uint8_t *entry = tiff + directory + 2 + 12 * i;
        if (word(entry) != 0x0112) continue;
        uint32_t value = word(entry + 8);
        return word(entry + 2) == 3 && value >= 1 && value <= 8 ? (uint8_t)value : 1;
    }
    return 1;
}

static bool is_frame_header(uint8_t marker) {
    // C4, C8 and CC lie in the same range and are tables.
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

static foyer_picture_status probe_jpeg(span file, foyer_picture_info *info) {
    size_t at = 2;
    while (file.count - at >= 4) {
        if (file.bytes[at] != 0xFF) return FOYER_PICTURE_DAMAGED;
        uint8_t marker = file.bytes[at + 1];
        if (marker == 0xFF) {  // Fill bytes may stand before any marker.
            at++;
            continue;
        }
        if (marker == 0x01 || (marker >= 0xD0 && marker <= 0xD8)) {  // These have no length.
            at += 2;
            continue;
        }
        if (marker == 0xD9 || marker == 0xDA) return FOYER_PICTURE_DAMAGED;
        size_t length = big16(file.bytes + at + 2);
        if (length < 2 || length > file.count - at - 2) return FOYER_PICTURE_DAMAGED;
        span segment = {file.bytes + at + 4, length - 2};
        if (is_frame_header(marker)) {
            if (segment.count < 6) return FOYER_PICTURE_DAMAGED;
            info->stored_height = big16(segment.bytes + 1);
            info->stored_width = big16(segment.bytes + 3);
            return FOYER_PICTURE_OK;
        }
        if (marker == 0xE1 && info->orientation == 1) info->orientation = exif_orientation(segment);
        if (marker == 0xEE && segment.count >= 12 && memcmp(segment.bytes, "Adobe", 5) == 0) info->adobe = 1;
        at += 2 + length;
    }
    return FOYER_PICTURE_DAMAGED;
}

static foyer_picture_format recognised(span file) {
    static const uint8_t png[8] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};
    if (file.count >= 8 && memcmp(file.bytes, png, 8) == 0) return FOYER_PICTURE_PNG;
    if (file.count >= 3 && memcmp(file.bytes, "\xFF\xD8\xFF", 3) == 0) return FOYER_PICTURE_JPEG;
    if (file.count >= 6 && (memcmp(file.bytes, "GIF87a", 6) == 0 || memcmp(file.bytes, "GIF89a", 6) == 0)) {
        return FOYER_PICTURE_GIF;
    }
    if (file.count >= 12 && memcmp(file.bytes, "RIFF", 4) == 0 && memcmp(file.bytes + 8, "WEBP", 4) == 0) {
        return FOYER_PICTURE_WEBP;
    }
    return FOYER_PICTURE_UNKNOWN;
}

static foyer_picture_status probe(span file, foyer_picture_info *info) {
    switch (info->format) {
    case FOYER_PICTURE_PNG: return probe_png(file, info);
    case FOYER_PICTURE_JPEG: return probe_jpeg(file, info);
    case FOYER_PICTURE_WEBP: return probe_webp(file, info);
    case FOYER_PICTURE_GIF: return probe_gif(file, info);
    case FOYER_PICTURE_UNKNOWN: break;
    }
    return FOYER_PICTURE_UNRECOGNISED;
}

foyer_picture_status foyer_picture_probe(const uint8_t *bytes, size_t count, foyer_picture_info *info) {
    span file = {bytes, count};
    *info = (foyer_picture_info){.format = recognised(file), .orientation = 1, .divisor = 1};
    foyer_picture_status status = probe(file, info);
    if (status != FOYER_PICTURE_OK) return status;
    if (info->stored_width == 0 || info->stored_height == 0) return FOYER_PICTURE_DAMAGED;
    if (info->format == FOYER_PICTURE_JPEG) foyer_jpeg_weigh(bytes, count, info);
    bool turned = info->orientation >= 5;
    info->width = turned ? info->stored_height : info->stored_width;
    info->height = turned ? info->stored_width : info->stored_height;
    return FOYER_PICTURE_OK;
}
