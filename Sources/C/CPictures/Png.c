#define _GNU_SOURCE
#include <errno.h>
#include <png.h>
#include <pthread.h>

#include "Decoders.h"

static struct {
    int (*begin)(png_imagep, FILE *);
    int (*finish)(png_imagep, png_const_colorp, void *, png_int_32, void *);
    void (*free)(png_imagep);
    bool loaded;
} png;

static void load(void) {
    const foyer_symbol symbols[] = {
        {"png_image_begin_read_from_stdio", (void **)&png.begin},
        {"png_image_finish_read", (void **)&png.finish},
        {"png_image_free", (void **)&png.free},
    };
    png.loaded = foyer_load(foyer_picture_library(FOYER_PICTURE_PNG), symbols, 3);
}

#define SIGNATURE 8
/// A chunk's length, name and checksum.
#define CHUNK_FRAME 12

/// What the pixels need: the critical chunks (a capital first letter), and those that say how colours are meant.
static bool is_wanted(const uint8_t *name) {
    if (!(name[0] & 0x20)) return true;
    static const char *const wanted[] = {"tRNS", "gAMA", "cHRM", "sRGB"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        if (memcmp(name, wanted[i], 4) == 0) return true;
    }
    return false;
}

/// Copies the chunks that the pixels need. The library would allocate whatever length the others declare, unpack what
/// is packed in them, and keep it: a gigabyte for a file of 57 bytes. The answer is the copy's length, or 0 where a
/// chunk is longer than the file.
static size_t copy_wanted(const foyer_decoding *decoding, uint8_t *copy) {
    size_t at = SIGNATURE, written = SIGNATURE;
    memcpy(copy, decoding->bytes, SIGNATURE);
    while (decoding->count - at >= CHUNK_FRAME) {
        const uint8_t *chunk = decoding->bytes + at;
        size_t length = (size_t)chunk[0] << 24 | (size_t)chunk[1] << 16 | (size_t)chunk[2] << 8 | chunk[3];
        if (length > decoding->count - at - CHUNK_FRAME) return 0;
        size_t whole = length + CHUNK_FRAME;
        if (is_wanted(chunk + 4)) {
            memcpy(copy + written, chunk, whole);
            written += whole;
        }
        at += whole;
        if (memcmp(chunk + 4, "IEND", 4) == 0) break;
    }
    return written;
}

typedef struct {
    const uint8_t *bytes;
    size_t count;
    const foyer_decoding *decoding;
    bool late;
} source;

/// Hands out a little at a time, and nothing more once the time is over: the library unpacks all that follows the last
/// row as well, a thousand bytes for each of the file's.
static ssize_t read_source(void *cookie, char *to, size_t wanted) {
    source *from = cookie;
    if (foyer_spent() > from->decoding->end) {
        from->late = true;
        errno = ETIME;
        return -1;
    }
    if (wanted > from->count) wanted = from->count;
    memcpy(to, from->bytes, wanted);
    from->bytes += wanted;
    from->count -= wanted;
    return (ssize_t)wanted;
}

static foyer_picture_status decode_file(const foyer_decoding *decoding, FILE *file) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    foyer_picture_status status = FOYER_PICTURE_OK;
    if (!png.begin(&image, file)) {
        status = foyer_fail(decoding, FOYER_PICTURE_DAMAGED, image.message);
    } else if (image.width != decoding->info->width || image.height != decoding->info->height) {
        status = foyer_fail(decoding, FOYER_PICTURE_DAMAGED, "two sizes");
    } else {
        image.format = PNG_FORMAT_RGBA;
        // Without this a 16-bit picture that names no gamma is taken for linear light, and comes out pale.
        image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
        if (!png.finish(&image, NULL, decoding->pixels, 0, NULL)) {
            status = foyer_fail(decoding, FOYER_PICTURE_DAMAGED, image.message);
        }
    }
    png.free(&image);
    return status;
}

static foyer_picture_status decode(const foyer_decoding *decoding, const uint8_t *bytes, size_t count) {
    source from = {bytes, count, decoding, false};
    FILE *file = fopencookie(&from, "r", (cookie_io_functions_t){.read = read_source});
    if (!file) return FOYER_PICTURE_NO_MEMORY;
    foyer_picture_status status = decode_file(decoding, file);
    fclose(file);
    return from.late ? FOYER_PICTURE_TOO_COSTLY : status;
}

foyer_picture_status foyer_decode_png(const foyer_decoding *decoding) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!png.loaded) return FOYER_PICTURE_NO_LIBRARY;
    if (decoding->count < SIGNATURE) return FOYER_PICTURE_DAMAGED;

    uint8_t *copy = malloc(decoding->count);
    if (!copy) return FOYER_PICTURE_NO_MEMORY;
    size_t count = copy_wanted(decoding, copy);
    foyer_picture_status status =
        count > 0 ? decode(decoding, copy, count)
                  : foyer_fail(decoding, FOYER_PICTURE_DAMAGED, "a chunk longer than the file");
    free(copy);
    return status;
}
