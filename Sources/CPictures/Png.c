#include <png.h>
#include <pthread.h>

#include "Decoders.h"

static struct {
    int (*begin)(png_imagep, png_const_voidp, size_t);
    int (*finish)(png_imagep, png_const_colorp, void *, png_int_32, void *);
    void (*free)(png_imagep);
    bool loaded;
} png;

static void load(void) {
    const foyer_symbol symbols[] = {
        {"png_image_begin_read_from_memory", (void **)&png.begin},
        {"png_image_finish_read", (void **)&png.finish},
        {"png_image_free", (void **)&png.free},
    };
    png.loaded = foyer_load(foyer_picture_library(FOYER_PICTURE_PNG), symbols, 3);
}

foyer_picture_status foyer_decode_png(const foyer_decoding *decoding) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!png.loaded) return FOYER_PICTURE_NO_LIBRARY;

    png_image image = {.version = PNG_IMAGE_VERSION};
    foyer_picture_status status = FOYER_PICTURE_OK;
    if (!png.begin(&image, decoding->bytes, decoding->count)) {
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
