#ifndef FOYER_PICTURES_DECODERS_H
#define FOYER_PICTURES_DECODERS_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CPictures.h"

/// One picture on its way through a decoder.
typedef struct {
    const uint8_t *bytes;
    size_t count;
    const foyer_picture_info *info;
    uint8_t *pixels;
    char *message;
    /// The thread's own time, in nanoseconds, at which decoding is given up.
    uint64_t end;
} foyer_decoding;

/// The processor time that the calling thread has had, in nanoseconds.
uint64_t foyer_spent(void);

/// The processor time that decoding it may take, in nanoseconds.
uint64_t foyer_time_for(const foyer_picture_info *info);

/// What decoding to the planned size takes, in bytes.
uint64_t foyer_jpeg_memory(const foyer_picture_info *info);

/// Reads a JPEG's markers, and says what its scans take: `kept` and `visited`.
void foyer_jpeg_weigh(const uint8_t *bytes, size_t count, foyer_picture_info *info);

foyer_picture_status foyer_decode_png(const foyer_decoding *decoding);
foyer_picture_status foyer_decode_jpeg(const foyer_decoding *decoding);
foyer_picture_status foyer_decode_webp(const foyer_decoding *decoding);
foyer_picture_status foyer_decode_gif(const foyer_decoding *decoding);

/// Keeps a message, cut to its room, and passes the status on.
static inline foyer_picture_status foyer_fail(
    const foyer_decoding *decoding, foyer_picture_status status, const char *message) {
    snprintf(decoding->message, FOYER_PICTURE_MESSAGE_SIZE, "%s", message ? message : "");
    return status;
}

/// A symbol to look up, and where its address goes.
typedef struct {
    const char *name;
    void **address;
} foyer_symbol;

/// Loads a library and finds all of the symbols, or answers false. The library stays loaded.
bool foyer_load(const char *library, const foyer_symbol *symbols, size_t count);

#endif
