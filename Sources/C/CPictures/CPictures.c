#include "Decoders.h"

static uint32_t at_least_one(uint64_t value) {
    return value > 0 ? (uint32_t)value : 1;
}

static uint32_t divided(uint32_t value, uint32_t divisor) {
    return (uint32_t)(((uint64_t)value + divisor - 1) / divisor);
}

/// The decoder's own inverse DCT at half, quarter or eighth size: it reads fewer coefficients, so it is faster too.
static void plan_jpeg(foyer_picture_info *info, uint32_t width, uint32_t height) {
    for (uint8_t divisor = 8; divisor > 1; divisor /= 2) {
        if (divided(info->width, divisor) >= width && divided(info->height, divisor) >= height) {
            info->divisor = divisor;
            info->width = divided(info->width, divisor);
            info->height = divided(info->height, divisor);
            return;
        }
    }
}

/// The decoder's own rescaler, where it saves at least half of each side.
static void plan_webp(foyer_picture_info *info, uint32_t width, uint32_t height) {
    uint64_t full_width = info->width, full_height = info->height;
    if (info->animated || full_width < 2 * (uint64_t)width || full_height < 2 * (uint64_t)height) return;
    if (width * full_height >= height * full_width) {
        info->height = at_least_one((full_height * width + full_width - 1) / full_width);
        info->width = at_least_one(width);
    } else {
        info->width = at_least_one((full_width * height + full_height - 1) / full_height);
        info->height = at_least_one(height);
    }
}

static void fit_jpeg(foyer_picture_info *info) {
    while (info->divisor < 8 && foyer_jpeg_memory(info) > FOYER_PICTURE_MOST_MEMORY) {
        bool turned = info->orientation >= 5;
        info->divisor *= 2;
        info->width = divided(turned ? info->stored_height : info->stored_width, info->divisor);
        info->height = divided(turned ? info->stored_width : info->stored_height, info->divisor);
    }
}

void foyer_picture_plan(foyer_picture_info *info, uint32_t width, uint32_t height) {
    if (info->format == FOYER_PICTURE_JPEG) {
        plan_jpeg(info, width, height);
        fit_jpeg(info);
    }
    if (info->format == FOYER_PICTURE_WEBP) plan_webp(info, width, height);
}

foyer_picture_status foyer_picture_decode(
    const uint8_t *bytes, size_t count, const foyer_picture_info *info, uint8_t *pixels, char *message) {
    foyer_decoding decoding = {bytes, count, info, pixels, message, foyer_spent() + foyer_time_for(info)};
    message[0] = 0;
    switch (info->format) {
    case FOYER_PICTURE_PNG: return foyer_decode_png(&decoding);
    case FOYER_PICTURE_JPEG: return foyer_decode_jpeg(&decoding);
    case FOYER_PICTURE_WEBP: return foyer_decode_webp(&decoding);
    case FOYER_PICTURE_GIF: return foyer_decode_gif(&decoding);
    case FOYER_PICTURE_UNKNOWN: break;
    }
    return FOYER_PICTURE_UNRECOGNISED;
}
