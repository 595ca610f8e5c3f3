/// libvterm in a process of its own: what is wrong in it costs that process, not ours.
#ifndef CEMULATOR_H
#define CEMULATOR_H

#include <stdint.h>

/// What an order asks for.
enum {
    /// To take the bytes that follow the order.
    CEMULATOR_WRITE,
    /// To change its size to `first` rows and `second` columns.
    CEMULATOR_RESIZE,
    /// To press the key `first` with the modifiers `second`, as libvterm numbers them.
    CEMULATOR_KEY,
    /// To move the mouse to row `first`, column `second`.
    CEMULATOR_MOVE,
    /// To press (`second`) or release the mouse button `first`.
    CEMULATOR_BUTTON,
    /// To show the rows that have changed since they were last shown.
    CEMULATOR_LOOK,
    /// To begin anew with `first` rows and `second` columns.
    CEMULATOR_BEGIN,
};

/// In bytes.
#define CEMULATOR_LONGEST 65536
/// Addresses that it keeps, and their bytes; cells link to no further ones.
#define CEMULATOR_MOST_LINKS 4096
#define CEMULATOR_MOST_ADDRESSES (1 << 20)

typedef struct {
    int32_t kind, first, second;
    /// The bytes that follow, for `CEMULATOR_WRITE`.
    uint32_t count;
} CEmulatorOrder;

/// Follows every order; behind it come bytes, then new addresses, each with a 0 at its end, and then rows, each its number
/// and its cells.
typedef struct {
    int32_t row, column;
    int32_t mouse;
    uint8_t isCursorVisible, isAlternate;
    uint16_t rows;
    /// Bytes for the program.
    uint32_t answers;
    /// Bytes of addresses that cells link to, beyond those reported before.
    uint32_t addresses;
} CEmulatorReport;

typedef struct {
    uint8_t kind;
    /// An index, or red, green and blue.
    uint8_t value[3];
} CEmulatorColor;

enum { CEMULATOR_STANDARD, CEMULATOR_INDEXED, CEMULATOR_DIRECT };
enum {
    CEMULATOR_BOLD = 1, CEMULATOR_ITALIC = 2, CEMULATOR_UNDERLINE = 4, CEMULATOR_REVERSE = 8, CEMULATOR_BLINK = 16,
    CEMULATOR_STRIKE = 32,
};

typedef struct {
    /// A base and its marks, up to the first 0; `UINT32_MAX` for the right half of a wide character.
    uint32_t base, marks[4];
    CEmulatorColor foreground, background;
    uint8_t width, attributes;
    /// From 0 to 9.
    uint8_t font;
    /// The number of the address that it links to, from 1 in the order of their reports; 0 for none.
    uint16_t link;
} CEmulatorCell;

/// Starts the process.
///
/// Returns our end of the connection, or −1 with `errno` set. The process ends when that end is closed.
int cemulator_start(int rows, int columns, int32_t *process);

#endif
