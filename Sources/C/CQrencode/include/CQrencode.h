#ifndef FOYER_QRENCODE_H
#define FOYER_QRENCODE_H

#include <stdint.h>

/// The shared library that makes QR codes, as the loader knows it; loaded at its first use.
const char *foyer_qr_library(void);

/// The squares of a text's QR code, row by row: `side * side` bytes, 1 where a square is dark. The caller frees them.
/// NULL if the text is too long for any code, memory is short or the library is not there.
uint8_t *foyer_qr_squares(const char *text, int *side);

#endif
