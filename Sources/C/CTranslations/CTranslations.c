#include "CTranslations.h"

// #embed is C23; clang has it in C17 as well, with a warning. SwiftPM's own embedding takes 40 seconds a file.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char simplified[] = {
#embed "../../../Assets/translations/zh-Hans.po"
};

static const unsigned char traditional[] = {
#embed "../../../Assets/translations/zh-Hant.po"
};

const unsigned char *foyer_translations_simplified(void) { return simplified; }
size_t foyer_translations_simplified_size(void) { return sizeof simplified; }
const unsigned char *foyer_translations_traditional(void) { return traditional; }
size_t foyer_translations_traditional_size(void) { return sizeof traditional; }
