#include <gif_lib.h>
#include <pthread.h>

#include "Decoders.h"

static struct {
    GifFileType *(*open)(void *, InputFunc, int *);
    int (*close)(GifFileType *, int *);
    int (*record)(GifFileType *, GifRecordType *);
    int (*image)(GifFileType *);
    int (*line)(GifFileType *, GifPixelType *, int);
    int (*extension)(GifFileType *, int *, GifByteType **);
    int (*next)(GifFileType *, GifByteType **);
    const char *(*error)(int);
    bool loaded;
} gif;

static void load(void) {
    const foyer_symbol symbols[] = {
        {"DGifOpen", (void **)&gif.open}, {"DGifCloseFile", (void **)&gif.close},
        {"DGifGetRecordType", (void **)&gif.record}, {"DGifGetImageDesc", (void **)&gif.image},
        {"DGifGetLine", (void **)&gif.line}, {"DGifGetExtension", (void **)&gif.extension},
        {"DGifGetExtensionNext", (void **)&gif.next}, {"GifErrorString", (void **)&gif.error},
    };
    gif.loaded = foyer_load(foyer_picture_library(FOYER_PICTURE_GIF), symbols, 8);
}

typedef struct {
    const uint8_t *bytes;
    size_t count;
} source;

static int read_source(GifFileType *file, GifByteType *to, int wanted) {
    source *from = file->UserData;
    size_t count = wanted < 0 ? 0 : (size_t)wanted;
    if (count > from->count) count = from->count;
    memcpy(to, from->bytes, count);
    from->bytes += count;
    from->count -= count;
    return (int)count;
}

/// Reads an extension to its end; a graphic control says which index is transparent.
static bool read_extension(GifFileType *file, int *transparent) {
    int code = 0;
    GifByteType *data = NULL;
    if (gif.extension(file, &code, &data) != GIF_OK) return false;
    while (data) {
        // The first byte of a block is its length.
        if (code == GRAPHICS_EXT_FUNC_CODE && data[0] >= 4) *transparent = data[1] & 1 ? data[4] : NO_TRANSPARENT_COLOR;
        if (gif.next(file, &data) != GIF_OK) return false;
    }
    return true;
}

/// Reads up to the first picture's description.
static bool find_image(GifFileType *file, int *transparent) {
    for (;;) {
        GifRecordType type = UNDEFINED_RECORD_TYPE;
        if (gif.record(file, &type) != GIF_OK) return false;
        if (type == IMAGE_DESC_RECORD_TYPE) return gif.image(file) == GIF_OK;
        if (type != EXTENSION_RECORD_TYPE || !read_extension(file, transparent)) return false;
    }
}

/// Writes one line of the frame where it lies on the canvas; what lies beside the canvas is dropped.
static void put_line(
    const GifFileType *file, const GifPixelType *line, uint32_t y, int transparent, const foyer_decoding *decoding) {
    const GifImageDesc *frame = &file->Image;
    const ColorMapObject *colors = frame->ColorMap ? frame->ColorMap : file->SColorMap;
    uint32_t width = decoding->info->width;
    if ((uint32_t)frame->Top + y >= decoding->info->height) return;
    uint8_t *row = decoding->pixels + ((size_t)frame->Top + y) * width * 4;
    for (uint32_t x = 0; x < (uint32_t)frame->Width && (uint32_t)frame->Left + x < width; x++) {
        int index = line[x];
        if (index == transparent || index >= colors->ColorCount) continue;
        uint8_t *pixel = row + ((size_t)frame->Left + x) * 4;
        pixel[0] = colors->Colors[index].Red;
        pixel[1] = colors->Colors[index].Green;
        pixel[2] = colors->Colors[index].Blue;
        pixel[3] = 255;
    }
}

static bool read_frame(GifFileType *file, int transparent, GifPixelType *line, const foyer_decoding *decoding) {
    static const struct {
        uint32_t first, step;
    } passes[] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}, {0, 1}};
    uint32_t height = (uint32_t)file->Image.Height;
    int last = file->Image.Interlace ? 3 : 4;
    for (int pass = file->Image.Interlace ? 0 : 4; pass <= last; pass++) {
        for (uint32_t y = passes[pass].first; y < height; y += passes[pass].step) {
            if (gif.line(file, line, file->Image.Width) != GIF_OK) return false;
            put_line(file, line, y, transparent, decoding);
        }
    }
    return true;
}

static foyer_picture_status decode(GifFileType *file, const foyer_decoding *decoding) {
    const foyer_picture_info *info = decoding->info;
    size_t area = (size_t)info->width * info->height;
    int transparent = NO_TRANSPARENT_COLOR;
    if (!find_image(file, &transparent)) return foyer_fail(decoding, FOYER_PICTURE_DAMAGED, gif.error(file->Error));
    const GifImageDesc *frame = &file->Image;
    if (frame->Width <= 0 || frame->Height <= 0 || frame->Left < 0 || frame->Top < 0) {
        return foyer_fail(decoding, FOYER_PICTURE_DAMAGED, "an empty frame");
    }
    // A frame larger than its picture would be work without a result, and its size has not been judged.
    if ((size_t)frame->Width * (size_t)frame->Height > area) {
        return foyer_fail(decoding, FOYER_PICTURE_DAMAGED, "a frame larger than its picture");
    }
    if (!frame->ColorMap && !file->SColorMap) return foyer_fail(decoding, FOYER_PICTURE_DAMAGED, "no colours");
    GifPixelType *line = malloc((size_t)frame->Width);
    if (!line) return FOYER_PICTURE_NO_MEMORY;
    memset(decoding->pixels, 0, area * 4);
    bool whole = read_frame(file, transparent, line, decoding);
    free(line);
    return whole ? FOYER_PICTURE_OK : foyer_fail(decoding, FOYER_PICTURE_DAMAGED, gif.error(file->Error));
}

foyer_picture_status foyer_decode_gif(const foyer_decoding *decoding) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!gif.loaded) return FOYER_PICTURE_NO_LIBRARY;

    source from = {decoding->bytes, decoding->count};
    int error = 0;
    GifFileType *file = gif.open(&from, read_source, &error);
    if (!file) return foyer_fail(decoding, FOYER_PICTURE_DAMAGED, gif.error(error));
    foyer_picture_status status = decode(file, decoding);
    gif.close(file, &error);
    return status;
}
