#ifndef FOYER_CVTERM_SHIM_H
#define FOYER_CVTERM_SHIM_H

#include <vterm.h>

/// A string property, which libvterm 0.1 gives whole and 0.3 in pieces.
typedef struct {
    const char *text;
    size_t count;
    bool isFirst;
} CVtermPiece;

#if VTERM_VERSION_MAJOR == 0 && VTERM_VERSION_MINOR < 2
#include <string.h>
static inline CVtermPiece cvterm_piece(const VTermValue *value) {
    return (CVtermPiece){value->string, value->string ? strlen(value->string) : 0, true};
}
#else
static inline CVtermPiece cvterm_piece(const VTermValue *value) {
    return (CVtermPiece){value->string.str, value->string.len, value->string.initial};
}
#endif
#endif
