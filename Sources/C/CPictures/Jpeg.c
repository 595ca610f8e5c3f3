#include <pthread.h>
#include <turbojpeg.h>

#include "Decoders.h"

static struct {
    tjhandle (*init)(void);
    int (*header)(tjhandle, const unsigned char *, unsigned long, int *, int *, int *, int *);
    int (*decompress)(tjhandle, const unsigned char *, unsigned long, unsigned char *, int, int, int, int, int);
    int (*destroy)(tjhandle);
    char *(*error)(tjhandle);
    int (*code)(tjhandle);
    bool loaded;
} jpeg;

static void load(void) {
    const foyer_symbol symbols[] = {
        {"tjInitDecompress", (void **)&jpeg.init}, {"tjDecompressHeader3", (void **)&jpeg.header},
        {"tjDecompress2", (void **)&jpeg.decompress}, {"tjDestroy", (void **)&jpeg.destroy},
        {"tjGetErrorStr2", (void **)&jpeg.error}, {"tjGetErrorCode", (void **)&jpeg.code},
    };
    jpeg.loaded = foyer_load(foyer_picture_library(FOYER_PICTURE_JPEG), symbols, 6);
}

/// In place: four inks become three lights.
static void lights_from_inks(uint8_t *pixels, size_t count, bool inverted) {
    uint8_t flip = inverted ? 0 : 255;
    for (uint8_t *p = pixels; p < pixels + count * 4; p += 4) {
        unsigned black = p[3] ^ flip;
        for (int i = 0; i < 3; i++) p[i] = (uint8_t)(((p[i] ^ flip) * black + 127) / 255);
        p[3] = 255;
    }
}

/// Some phones pad their files; decoders everywhere show them. Every other warning means lost data.
static bool is_harmless(tjhandle decoder) {
    return jpeg.code(decoder) == TJERR_WARNING && strstr(jpeg.error(decoder), "extraneous bytes before marker");
}

/// The samples that all scans together may visit: 25 scans of 16 megapixels, where encoders make about 10, of which most
/// are of one colour. The library cannot be interrupted, so this is judged beforehand.
#define MOST_VISITED 400000000

/// Decodes as stored, to `pixels` of `width` by `height`.
static foyer_picture_status decode_stored(const foyer_decoding *decoding, uint8_t *pixels, int width, int height) {
    tjhandle decoder = jpeg.init();
    if (!decoder) return FOYER_PICTURE_NO_MEMORY;
    const foyer_picture_info *info = decoding->info;
    foyer_picture_status status = FOYER_PICTURE_OK;
    int stored_width = 0, stored_height = 0, subsampling = 0, space = 0;
    if (jpeg.header(decoder, decoding->bytes, decoding->count, &stored_width, &stored_height, &subsampling, &space) != 0
        && !is_harmless(decoder)) {
        status = foyer_fail(decoding, FOYER_PICTURE_DAMAGED, jpeg.error(decoder));
    } else if (stored_width != (int)info->stored_width || stored_height != (int)info->stored_height) {
        status = foyer_fail(decoding, FOYER_PICTURE_DAMAGED, "two sizes");
    } else {
        bool inks = space == TJCS_CMYK || space == TJCS_YCCK;
        int result = jpeg.decompress(
            decoder, decoding->bytes, decoding->count, pixels, width, 0, height, inks ? TJPF_CMYK : TJPF_RGBA,
            TJFLAG_LIMITSCANS);
        if (result != 0 && !is_harmless(decoder)) {
            status = foyer_fail(decoding, FOYER_PICTURE_DAMAGED, jpeg.error(decoder));
        } else if (inks) {
            lights_from_inks(pixels, (size_t)width * (size_t)height, info->adobe);
        }
    }
    jpeg.destroy(decoder);
    return status;
}

/// Where the stored pixel `x`, `y` goes, for each orientation: 2 and 4 are mirrored, 3 turned by half, 5 to 8 have
/// their sides exchanged.
static void turn(const uint8_t *from, size_t width, size_t height, uint8_t *to, uint8_t orientation) {
    bool exchanged = orientation >= 5;
    bool right_to_left = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    bool bottom_to_top = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    for (size_t y = 0; y < height; y++) {
        size_t row = bottom_to_top ? height - 1 - y : y;
        for (size_t x = 0; x < width; x++) {
            size_t column = right_to_left ? width - 1 - x : x;
            size_t place = exchanged ? column * height + row : row * width + column;
            memcpy(to + place * 4, from + (y * width + x) * 4, 4);
        }
    }
}

foyer_picture_status foyer_decode_jpeg(const foyer_decoding *decoding) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!jpeg.loaded) return FOYER_PICTURE_NO_LIBRARY;

    const foyer_picture_info *info = decoding->info;
    if (foyer_jpeg_memory(info) > FOYER_PICTURE_MOST_MEMORY || info->visited > MOST_VISITED) {
        return FOYER_PICTURE_TOO_COSTLY;
    }
    if (info->orientation == 1) {
        return decode_stored(decoding, decoding->pixels, (int)info->width, (int)info->height);
    }
    bool exchanged = info->orientation >= 5;
    size_t width = exchanged ? info->height : info->width, height = exchanged ? info->width : info->height;
    uint8_t *stored = malloc(width * height * 4);
    if (!stored) return FOYER_PICTURE_NO_MEMORY;
    foyer_picture_status status = decode_stored(decoding, stored, (int)width, (int)height);
    if (status == FOYER_PICTURE_OK) turn(stored, width, height, decoding->pixels, info->orientation);
    free(stored);
    return status;
}
