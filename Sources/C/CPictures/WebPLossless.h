#ifndef FOYER_PICTURES_WEBP_LOSSLESS_H
#define FOYER_PICTURES_WEBP_LOSSLESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether what a still WebP file holds of lossless pictures can be decoded in `room` bytes beside its pixels.
/// The file's own size must be `width` by `height`. What is cut short or wrong passes: the library refuses it.
bool foyer_webp_is_bounded(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint64_t room);

#endif
