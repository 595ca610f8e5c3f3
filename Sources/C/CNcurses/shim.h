#ifndef FOYER_CNCURSES_SHIM_H
#define FOYER_CNCURSES_SHIM_H

// Without it there is no cchar_t, and no character beyond Latin-1.
#define NCURSES_WIDECHAR 1
#include <curses.h>

// Each function stands for one macro or variable that does not reach Swift.

/// `stdscr` and `curscr` are global variables, which Swift 6 does not read.
static inline WINDOW *foyer_standard_screen(void) { return stdscr; }
static inline WINDOW *foyer_current_screen(void) { return curscr; }

/// `COLORS` and `COLOR_PAIRS` are global variables too.
static inline int foyer_color_count(void) { return COLORS; }
static inline int foyer_pair_limit(void) { return COLOR_PAIRS; }

/// The attributes are macros with casts, which the importer leaves out.
static inline attr_t foyer_bold(void) { return A_BOLD; }
static inline attr_t foyer_dim(void) { return A_DIM; }
static inline attr_t foyer_italic(void) { return A_ITALIC; }
static inline attr_t foyer_underline(void) { return A_UNDERLINE; }
static inline attr_t foyer_reverse(void) { return A_REVERSE; }

/// setcchar takes a pair beyond 32,767 only behind its opaque pointer. False where it refuses the characters.
static inline bool foyer_set_cell(cchar_t *cell, const wchar_t *characters, attr_t attributes, int pair) {
    return setcchar(cell, characters, attributes, (short)(pair > 32767 ? 32767 : pair), &pair) == OK;
}

/// The mouse's masks are built by function-like macros.
static inline mmask_t foyer_left_pressed(void) { return BUTTON1_PRESSED; }
static inline mmask_t foyer_left_released(void) { return BUTTON1_RELEASED; }
static inline mmask_t foyer_left_clicked(void) { return BUTTON1_CLICKED; }
static inline mmask_t foyer_wheel_up(void) { return BUTTON4_PRESSED; }
static inline mmask_t foyer_wheel_down(void) { return BUTTON5_PRESSED; }
static inline mmask_t foyer_mouse_moved(void) { return REPORT_MOUSE_POSITION; }

/// A string of the terminal's entry; NULL where it has none, for which curses also answers -1 as an address.
static inline char *foyer_capability(const char *name) {
    char *text = tigetstr(name);
    return text == (char *)-1 ? NULL : text;
}

/// Variadic functions are not imported. Fills a capability of at most two numbers.
static inline char *foyer_fill(const char *format, int first, int second) { return tiparm(format, first, second); }

/// term.h is not included, since it defines a macro for each of 500 capabilities; this is what is wanted of it.
extern int setupterm(const char *type, int fd, int *result);
extern struct term *cur_term;
extern int del_curterm(struct term *);
static inline void foyer_forget_description(void) {
    if (cur_term) del_curterm(cur_term);
}
#endif
