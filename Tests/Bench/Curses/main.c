// The C ncurses program that Foyer is measured against, as an expert would write it without another library.
//
//   bench-curses first                  one frame, then q leaves
//   bench-curses loading STEPS [--leave]   the loading page, a per cent a step
//   bench-curses play FILE [--leave]    repaints the frames of a file, as fast as the terminal takes them
//   bench-curses keys FILE              each key shows the file's next frame; q leaves
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void start(void) {
    setlocale(LC_ALL, "");
    initscr();
    cbreak();
    noecho();
    curs_set(0);
    keypad(stdscr, TRUE);
    leaveok(stdscr, TRUE);
    if (has_colors() && !getenv("NO_COLOR")) {
        start_color();
        use_default_colors();
    }
}

static void hold(int leaves) {
    while (!leaves && getch() != 'q') {}
    endwin();
}

// The colours that Foyer's theme has at 256: text, quiet, faint, accent on ground, and the bar's four.
enum { TEXT = 1, QUIET, ACCENT, KEY, NOTE, BAR };

static void loading_colors(void) {
    const short ground = 233;
    init_pair(TEXT, 255, ground);
    init_pair(QUIET, 246, ground);
    init_pair(ACCENT, 214, ground);
    init_pair(KEY, 214, ground);
    init_pair(NOTE, 239, ground);
    const short ramp[4] = {130, 166, 172, 214};
    for (int step = 0; step < 4; step += 1) init_pair((short)(BAR + step), ramp[step], 235);
    bkgd(' ' | COLOR_PAIR(TEXT));
}

static void centred(int row, const char *text, chtype attributes) {
    attrset(attributes);
    mvaddstr(row, (COLS - (int)strlen(text)) / 2, text);
}

static void draw_loading(int percent) {
    enum { WIDTH = 40 };
    erase();
    int left = (COLS - WIDTH) / 2;
    centred(11, "Tea House", COLOR_PAIR(TEXT) | A_BOLD);
    centred(12, "A cup in five minutes", COLOR_PAIR(QUIET));
    int eighths = percent * WIDTH * 8 / 100;
    for (int column = 0; column < WIDTH; column += 1) {
        int part = eighths - column * 8;
        part = part < 0 ? 0 : part > 8 ? 8 : part;
        wchar_t sign[2] = {part == 0 ? L' ' : (wchar_t)(0x2590 - part), 0};
        cchar_t cell;
        setcchar(&cell, sign, 0, (short)(BAR + column * 4 / WIDTH), NULL);
        mvadd_wch(16, left + column, &cell);
    }
    attrset(COLOR_PAIR(QUIET));
    mvaddstr(18, left, "Downloading");
    attrset(COLOR_PAIR(TEXT));
    mvprintw(18, left + WIDTH - 5, "%3d %%", percent);
    attrset(COLOR_PAIR(KEY));
    mvaddstr(LINES - 1, 2, "q");
    mvaddstr(LINES - 1, 11, "d");
    attrset(COLOR_PAIR(QUIET));
    mvaddstr(LINES - 1, 4, "Close");
    mvaddstr(LINES - 1, 13, "Details");
    attrset(COLOR_PAIR(NOTE));
    mvaddstr(LINES - 1, COLS - 17, "com.example.tea");
    refresh();
}

static void draw_first(void) {
    loading_colors();
    centred(10, "Hello, Foyer", COLOR_PAIR(ACCENT));
    for (int column = 0; column < 36; column += 1) mvadd_wch(12, (COLS - 36) / 2 + column, WACS_HLINE);
    centred(13, "Opening the door", COLOR_PAIR(QUIET));
    refresh();
}

// A file of frames: count, columns, rows, then for each cell its scalar (0: the right half of a wide one), foreground,
// background and attributes, all as 32 bits of this machine.
typedef struct {
    uint32_t scalar;
    int32_t foreground, background;
    uint32_t attributes;
} Cell;

typedef struct {
    uint32_t count, columns, rows;
    Cell *cells;
} Film;

static Film read_film(const char *path) {
    Film film = {0};
    FILE *file = fopen(path, "rb");
    if (!file || fread(&film, sizeof(uint32_t), 3, file) != 3) exit(66);
    size_t cells = (size_t)film.count * film.columns * film.rows;
    film.cells = malloc(cells * sizeof(Cell));
    if (!film.cells || fread(film.cells, sizeof(Cell), cells, file) != cells) exit(66);
    fclose(file);
    return film;
}

static void show(const Film *film, uint32_t index) {
    const Cell *cell = film->cells + (size_t)index * film->columns * film->rows;
    for (uint32_t row = 0; row < film->rows; row += 1) {
        for (uint32_t column = 0; column < film->columns; column += 1, cell += 1) {
            if (cell->scalar == 0) continue;
            int pair = alloc_pair(cell->foreground, cell->background);
            attr_t attributes = (cell->attributes & 1 ? A_BOLD : 0) | (cell->attributes & 4 ? A_UNDERLINE : 0);
            wchar_t sign[2] = {(wchar_t)cell->scalar, 0};
            cchar_t made;
            setcchar(&made, sign, attributes, 0, &pair);
            mvadd_wch((int)row, (int)column, &made);
        }
    }
    refresh();
}

int main(int count, char **arguments) {
    if (count < 2) return 64;
    const char *work = arguments[1];
    int leaves = strcmp(arguments[count - 1], "--leave") == 0;
    int has_film = strcmp(work, "play") == 0 || strcmp(work, "keys") == 0;
    if (strcmp(work, "first") != 0 && count < 3) return 64;
    Film film = has_film ? read_film(arguments[2]) : (Film){0};
    start();
    if (strcmp(work, "first") == 0) {
        draw_first();
    } else if (strcmp(work, "loading") == 0) {
        loading_colors();
        for (int percent = 0; percent <= atoi(arguments[2]); percent += 1) draw_loading(percent);
    } else if (strcmp(work, "play") == 0) {
        for (uint32_t index = 0; index < film.count; index += 1) show(&film, index);
    } else if (strcmp(work, "keys") == 0) {
        uint32_t index = 0;
        do show(&film, index++ % film.count);
        while (getch() != 'q');
        leaves = 1;
    }
    hold(leaves);
    return 0;
}
