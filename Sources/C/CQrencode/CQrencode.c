#include "CQrencode.h"

#include <dlfcn.h>
#include <pthread.h>
#include <qrencode.h>
#include <stdlib.h>

static QRcode *(*encode)(const char *, int, QRecLevel);
static void (*release)(QRcode *);

const char *foyer_qr_library(void) { return "libqrencode.so.4"; }

static void load(void) {
    void *handle = dlopen(foyer_qr_library(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
    release = (__typeof__(release))dlsym(handle, "QRcode_free");
    if (release) encode = (__typeof__(encode))dlsym(handle, "QRcode_encodeString8bit");
}

uint8_t *foyer_qr_squares(const char *text, int *side) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!encode) return NULL;
    // The least redundancy gives the smallest code; a screen is not smudged.
    QRcode *code = encode(text, 0, QR_ECLEVEL_L);
    if (!code) return NULL;
    size_t count = (size_t)code->width * (size_t)code->width;
    uint8_t *squares = malloc(count);
    if (squares) {
        // The lowest bit is the colour, the others say what a square is for.
        for (size_t i = 0; i < count; i++) squares[i] = code->data[i] & 1;
        *side = code->width;
    }
    release(code);
    return squares;
}
