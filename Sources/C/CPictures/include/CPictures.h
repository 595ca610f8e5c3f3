#ifndef FOYER_CPICTURES_H
#define FOYER_CPICTURES_H

#include <stddef.h>
#include <stdint.h>

// Pictures from outside, decoded to RGBA. The libraries are loaded at the first picture of their format, not
// linked: linked, they make the first frame of a program six times as late.

typedef enum {
    FOYER_PICTURE_UNKNOWN = 0,
    FOYER_PICTURE_PNG,
    FOYER_PICTURE_JPEG,
    FOYER_PICTURE_WEBP,
    FOYER_PICTURE_GIF,
} foyer_picture_format;

typedef enum {
    FOYER_PICTURE_OK = 0,
    /// None of the four formats.
    FOYER_PICTURE_UNRECOGNISED,
    /// The format is known, the content is cut short or wrong.
    FOYER_PICTURE_DAMAGED,
    /// A variant of the format that is not decoded.
    FOYER_PICTURE_UNSUPPORTED,
    /// The format's shared library is not on this machine, or too old.
    FOYER_PICTURE_NO_LIBRARY,
    FOYER_PICTURE_NO_MEMORY,
    /// Decoding would take more than a picture may: `FOYER_PICTURE_MOST_MEMORY`, or the processor's time.
    FOYER_PICTURE_TOO_COSTLY,
} foyer_picture_status;

/// The most bytes that decoding may take beside the file: the pixels, and what the library keeps meanwhile.
#define FOYER_PICTURE_MOST_MEMORY ((uint64_t)128 << 20)

/// What a file's header says. Nothing in it has been verified against the file's content.
typedef struct {
    foyer_picture_format format;
    /// As stored, before orientation, in pixels; never 0 after a probe that went well.
    uint32_t stored_width, stored_height;
    /// What `foyer_picture_decode` writes, after orientation; smaller where `foyer_picture_plan` found that enough.
    uint32_t width, height;
    /// EXIF's, 1 to 8; 1 is upright.
    uint8_t orientation;
    /// JPEG: written by Adobe's rules, which store CMYK inverted.
    uint8_t adobe;
    /// JPEG: the scale is 1 / this; 1, 2, 4 or 8.
    uint8_t divisor;
    /// WebP: animated.
    uint8_t animated;
    /// JPEG: the bytes of coefficients that are kept until the last scan; 0 where blocks are decoded one by one.
    uint64_t kept;
    /// JPEG: the samples that all scans visit, weighed by what one costs.
    uint64_t visited;
} foyer_picture_info;

#define FOYER_PICTURE_MESSAGE_SIZE 200

/// Reads headers alone: no library, no memory taken.
foyer_picture_status foyer_picture_probe(const uint8_t *bytes, size_t count, foyer_picture_info *info);

/// Chooses a smaller size to decode to, if the decoder can do that cheaply and the result is still at least
/// `width` by `height` pixels (after orientation), or if the picture would take too much memory otherwise.
void foyer_picture_plan(foyer_picture_info *info, uint32_t width, uint32_t height);

/// Writes `info->width * info->height * 4` bytes of RGBA (not premultiplied) to `pixels`. On failure what is in
/// `pixels` has no meaning and `message` (of FOYER_PICTURE_MESSAGE_SIZE bytes) says what the library said.
foyer_picture_status foyer_picture_decode(
    const uint8_t *bytes, size_t count, const foyer_picture_info *info, uint8_t *pixels, char *message);

/// The shared library that decodes a format, as the loader knows it.
const char *foyer_picture_library(foyer_picture_format format);

#endif
