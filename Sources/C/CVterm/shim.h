#ifndef FOYER_CVTERM_SHIM_H
#define FOYER_CVTERM_SHIM_H

#include <stdint.h>
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

/// The lines that have left the screen at its top: how many, and a sum over what was in them.
typedef struct {
    uint64_t lines;
    uint64_t sum;
} FoyerScrollback;

/// Adds a line. In C, since a test may push millions.
static inline void foyer_push_line(FoyerScrollback *scrollback, int columns, const VTermScreenCell *cells) {
    uint64_t sum = scrollback->sum;
    for (int column = 0; column < columns; column++) {
        sum = (sum ^ cells[column].chars[0]) * UINT64_C(0x100000001B3);
        sum = (sum ^ cells[column].fg.indexed.idx ^ (uint64_t)cells[column].attrs.bold << 9) * UINT64_C(0x100000001B3);
    }
    scrollback->sum = sum;
    scrollback->lines++;
}

#endif
