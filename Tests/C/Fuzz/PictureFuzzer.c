// The picture decoders under libFuzzer, within the memory that a picture may take. No target of the package:
//
//     clang -O1 -g -fsanitize=fuzzer,address -ISources/C/CPictures -ISources/C/CPictures/include \
//         Sources/C/CPictures/*.c Tests/C/Fuzz/PictureFuzzer.c -ldl -o /tmp/pictures
//     mkdir -p /tmp/picture-corpus && cp Tests/Platform/FoyerPlatformTests/Fixtures/* /tmp/picture-corpus
//     /tmp/pictures -max_len=4096 -max_total_time=600 -malloc_limit_mb=64 -rss_limit_mb=512 /tmp/picture-corpus
//
// An allocation above the limit, or all of them together, counts as a finding.
#include <stdlib.h>

#include "CPictures.h"

/// Less than the product's 16 megapixels: what is looked for is memory that no pixel accounts for.
#define MOST_PIXELS 1000000

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    foyer_picture_info info;
    if (foyer_picture_probe(bytes, count, &info) != FOYER_PICTURE_OK) return 0;
    if ((uint64_t)info.width * info.height > MOST_PIXELS) return 0;
    uint8_t *pixels = malloc((size_t)info.width * info.height * 4);
    if (!pixels) return 0;
    char message[FOYER_PICTURE_MESSAGE_SIZE];
    foyer_picture_decode(bytes, count, &info, pixels, message);
    free(pixels);
    return 0;
}
