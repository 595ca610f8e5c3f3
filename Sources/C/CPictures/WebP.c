#include <pthread.h>
#include <webp/decode.h>

#include "Decoders.h"
#include "WebPLossless.h"

static struct {
    int (*init)(WebPDecoderConfig *, int);
    VP8StatusCode (*features)(const uint8_t *, size_t, WebPBitstreamFeatures *, int);
    VP8StatusCode (*decode)(const uint8_t *, size_t, WebPDecoderConfig *);
    void (*free)(WebPDecBuffer *);
    bool loaded;
} webp;

static void load(void) {
    const foyer_symbol symbols[] = {
        {"WebPInitDecoderConfigInternal", (void **)&webp.init},
        {"WebPGetFeaturesInternal", (void **)&webp.features},
        {"WebPDecode", (void **)&webp.decode},
        {"WebPFreeDecBuffer", (void **)&webp.free},
    };
    webp.loaded = foyer_load(foyer_picture_library(FOYER_PICTURE_WEBP), symbols, 4);
}

static foyer_picture_status failure(const foyer_decoding *decoding, VP8StatusCode code) {
    switch (code) {
    case VP8_STATUS_OUT_OF_MEMORY: return FOYER_PICTURE_NO_MEMORY;
    case VP8_STATUS_UNSUPPORTED_FEATURE: return foyer_fail(decoding, FOYER_PICTURE_UNSUPPORTED, "unknown feature");
    case VP8_STATUS_NOT_ENOUGH_DATA: return foyer_fail(decoding, FOYER_PICTURE_DAMAGED, "cut short");
    default: return foyer_fail(decoding, FOYER_PICTURE_DAMAGED, "wrong data");
    }
}

/// Where decoded rows go.
typedef struct {
    uint8_t *pixels;
    uint32_t width, height, stride;
} canvas;

/// Decodes a still file whose own size must be `width` by `height`, scaled to the canvas.
static foyer_picture_status decode_still(
    const foyer_decoding *decoding, const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, canvas to) {
    WebPDecoderConfig config;
    if (!webp.init(&config, WEBP_DECODER_ABI_VERSION)) return FOYER_PICTURE_NO_LIBRARY;
    VP8StatusCode code = webp.features(bytes, count, &config.input, WEBP_DECODER_ABI_VERSION);
    if (code != VP8_STATUS_OK) return failure(decoding, code);
    if (config.input.width != (int)width || config.input.height != (int)height) {
        return foyer_fail(decoding, FOYER_PICTURE_DAMAGED, "two sizes");
    }
    // A lossless picture is unpacked whole before it is written.
    uint64_t taken = ((uint64_t)width * height + (uint64_t)to.stride / 4 * to.height) * 4;
    if (taken > FOYER_PICTURE_MOST_MEMORY) return FOYER_PICTURE_TOO_COSTLY;
    if (!foyer_webp_is_bounded(bytes, count, width, height, FOYER_PICTURE_MOST_MEMORY - taken)) {
        return foyer_fail(decoding, FOYER_PICTURE_UNSUPPORTED, "too many groups of Huffman codes");
    }
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = to.pixels;
    config.output.u.RGBA.stride = (int)to.stride;
    config.output.u.RGBA.size = (size_t)to.stride * (to.height - 1) + (size_t)to.width * 4;
    config.options.use_scaling = to.width != width || to.height != height;
    config.options.scaled_width = (int)to.width;
    config.options.scaled_height = (int)to.height;
    code = webp.decode(bytes, count, &config);
    webp.free(&config.output);
    return code == VP8_STATUS_OK ? FOYER_PICTURE_OK : failure(decoding, code);
}

static uint32_t little24(const uint8_t *p) { return (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0]; }
static uint32_t little32(const uint8_t *p) { return (uint32_t)p[3] << 24 | little24(p); }

static void put24(uint8_t *p, uint32_t value) {
    p[0] = (uint8_t)value, p[1] = (uint8_t)(value >> 8), p[2] = (uint8_t)(value >> 16);
}

#define CHUNK_HEADER 8
#define FRAME_HEADER 16
#define STILL_HEADER 30

/// A frame's own chunks behind the header of a still file, which is how the library (without its animation half)
/// can be made to read them.
static foyer_picture_status decode_frame(const foyer_decoding *decoding, const uint8_t *frame, size_t count) {
    const foyer_picture_info *info = decoding->info;
    uint32_t left = little24(frame) * 2, top = little24(frame + 3) * 2;
    uint32_t width = little24(frame + 6) + 1, height = little24(frame + 9) + 1;
    if (width > info->width || height > info->height || left > info->width - width || top > info->height - height) {
        return foyer_fail(decoding, FOYER_PICTURE_DAMAGED, "a frame outside of its picture");
    }
    size_t content = count - FRAME_HEADER, total = STILL_HEADER + content;
    uint8_t *still = malloc(total);
    if (!still) return FOYER_PICTURE_NO_MEMORY;
    memcpy(still, "RIFF....WEBPVP8X\x0A\0\0\0\x10\0\0\0", 24);
    for (int i = 0; i < 4; i++) still[4 + i] = (uint8_t)((total - CHUNK_HEADER) >> (8 * i));
    put24(still + 24, width - 1);
    put24(still + 27, height - 1);
    memcpy(still + STILL_HEADER, frame + FRAME_HEADER, content);
    memset(decoding->pixels, 0, (size_t)info->width * info->height * 4);
    uint32_t stride = info->width * 4;
    canvas to = {decoding->pixels + (size_t)top * stride + (size_t)left * 4, width, height, stride};
    foyer_picture_status status = decode_still(decoding, still, total, width, height, to);
    free(still);
    return status;
}

static foyer_picture_status decode_first_frame(const foyer_decoding *decoding) {
    size_t at = 12;
    while (decoding->count - at >= CHUNK_HEADER) {
        const uint8_t *chunk = decoding->bytes + at;
        size_t size = little32(chunk + 4), padded = size + (size & 1);
        if (size > decoding->count - at - CHUNK_HEADER) break;
        if (memcmp(chunk, "ANMF", 4) == 0) {
            if (size < FRAME_HEADER) break;
            return decode_frame(decoding, chunk + CHUNK_HEADER, size);
        }
        if (padded > decoding->count - at - CHUNK_HEADER) break;
        at += CHUNK_HEADER + padded;
    }
    return foyer_fail(decoding, FOYER_PICTURE_DAMAGED, "an animation without a whole frame");
}

foyer_picture_status foyer_decode_webp(const foyer_decoding *decoding) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!webp.loaded) return FOYER_PICTURE_NO_LIBRARY;

    const foyer_picture_info *info = decoding->info;
    if (info->animated) return decode_first_frame(decoding);
    canvas to = {decoding->pixels, info->width, info->height, info->width * 4};
    return decode_still(decoding, decoding->bytes, decoding->count, info->stored_width, info->stored_height, to);
}
