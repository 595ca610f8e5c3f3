#pragma once

#include <stddef.h>

/// The bytes of a PO file of Assets/translations, and their number.
const unsigned char *foyer_translations_simplified(void);
size_t foyer_translations_simplified_size(void);
const unsigned char *foyer_translations_traditional(void);
size_t foyer_translations_traditional_size(void);
