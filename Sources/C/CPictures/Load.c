#include <dlfcn.h>

#include "Decoders.h"

// At their first use: four libraries take 0.6 ms of a start of 5, and most starts show no picture in any of their forms.
bool foyer_load(const char *library, const foyer_symbol *symbols, size_t count) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return false;
    for (size_t i = 0; i < count; i++) {
        *symbols[i].address = dlsym(handle, symbols[i].name);
        if (!*symbols[i].address) return false;
    }
    return true;
}

const char *foyer_picture_library(foyer_picture_format format) {
    switch (format) {
    case FOYER_PICTURE_PNG: return "libpng16.so.16";
    case FOYER_PICTURE_JPEG: return "libturbojpeg.so.0";
    case FOYER_PICTURE_WEBP: return "libwebp.so.7";
    case FOYER_PICTURE_GIF: return "libgif.so.7";
    case FOYER_PICTURE_UNKNOWN: break;
    }
    return "";
}
