#ifndef FOYER_CTERMINAL_H
#define FOYER_CTERMINAL_H

// What has to be C on the way to the terminal: signal handlers that put it back as it was found, and the few
// calls that Swift's Glibc hides. Everything that a handler may run is async-signal-safe.

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

// MARK: The terminal that is put back (one a process)

/// What may be switched on, in the order in which it is undone.
typedef enum {
    FOYER_MODE_SYNCHRONIZED,
    FOYER_MODE_PIXELS,
    FOYER_MODE_PROGRESS,
    FOYER_MODE_LINK,
    FOYER_MODE_SCHEME,
    FOYER_MODE_MOUSE,
    FOYER_MODE_PASTE,
    FOYER_MODE_KEYPAD,
    FOYER_MODE_COLORS,
    FOYER_MODE_CURSOR_SHAPE,
    FOYER_MODE_CURSOR,
    FOYER_MODE_TITLE,
    FOYER_MODE_SCREEN,
    FOYER_MODE_COUNT
} FoyerMode;

/// Bytes that undo one mode; longer ones are refused.
#define FOYER_UNDO_LIMIT 96

/// Opens `fd`'s terminal again, as an open file description of its own, so that O_NONBLOCK stays ours.
/// Answers a descriptor above 2, or -1 with errno.
int foyer_terminal_reopen(int fd);

/// Remembers `fd`'s settings as those to put back, and `fd` as the terminal to put back. In the background the process
/// is stopped until it is in the foreground. 0, or -1 with errno (EIO where the process is ending, or is in the
/// background and nobody could ever bring it to the foreground).
int foyer_terminal_adopt(int fd);

/// The settings to put back; false where none are.
bool foyer_terminal_found(struct termios *settings);

/// Takes another terminal's settings for those to put back.
void foyer_terminal_put_back_as(int other);

/// Gives another terminal the settings that were found, if they are not those of the last `foyer_terminal_put_back_as`.
void foyer_terminal_pass_settings(int other);

/// The same where this process was stopped without notice: if they are not our own.
void foyer_terminal_pass_settings_found(int other);

/// Whether a terminal begins a line with CR LF where LF was written.
bool foyer_terminal_adds_returns(int fd);

/// Unprocessed output, or such that the terminal begins each line itself, if it was found so; all else stays as it was set last.
/// 0, or -1 with errno.
int foyer_terminal_set_output_raw(bool raw);

/// Unbuffered input without echo and unprocessed output. With `signals` its signal keys are signals, else they are keys.
/// 0, or -1 with errno (EIO once the terminal has been put back).
int foyer_terminal_set_unbuffered(bool signals);

/// No echo; everything else as found. What is typed waits in the kernel, whose signal keys are signals. 0, or -1 with errno.
int foyer_terminal_set_silent(void);

/// Unbuffered input without echo, for a screen that reads keys. Signal keys and output stay as found. 0, or -1 with errno.
int foyer_terminal_set_keys(void);

/// Another process has switched echo off on the adopted terminal, as pinentry does: it must be neither read nor drawn on.
bool foyer_terminal_is_lent(void);

/// Gives that process the input settings that it would have found without this one.
void foyer_terminal_lend(void);

/// Whether something typed at the adopted terminal has not been read, even half a line, or may have
/// been: another process reads it. Reads nothing.
bool foyer_terminal_has_input(void);

/// The character that made SIGINT, SIGQUIT or SIGTSTP in the settings to put back; 0 for none.
unsigned char foyer_terminal_signal_key(int number);

/// How a terminal shows the key of SIGINT, SIGQUIT or SIGTSTP, where the user's has not shown it: at most two bytes, whose count is
/// answered.
size_t foyer_terminal_unseen_key(int users, int terminal, int number, unsigned char *shown);

/// Leaves the terminal as it is: it is another program's by now.
void foyer_terminal_forget(void);

/// From now on nothing more is shown: this process is about to end.
void foyer_terminal_show_no_more(void);

/// Whether two descriptors are one terminal, by whatever names they were opened: /dev/tty has a number of its own.
bool foyer_is_same_terminal(int one, int other);

/// Whether this process's group has the terminal.
bool foyer_terminal_in_foreground(int fd);

/// Says how a mode is undone. False where the bytes are too many.
bool foyer_terminal_set_undo(FoyerMode mode, const void *bytes, size_t length);

/// The bytes that undo what is on, in their order. Answers how many; nothing is changed.
size_t foyer_terminal_undo(void *bytes, size_t room);

/// Says that the next bytes switch a mode on, or that it is off.
void foyer_terminal_mark(FoyerMode mode, bool on);

/// Says whether the terminal may still answer a question, put now: then what is unread goes when it is put back, for a
/// shell would take it for keys. A signal that ends the process waits 300 ms for the last answer.
void foyer_terminal_expect_answers(bool expected);

/// One non-blocking write to the adopted terminal, kept apart from what the handlers write.
/// Answers the count, or -1 with errno (EIO once the terminal has been put back).
ssize_t foyer_terminal_write(const void *bytes, size_t count);

/// Hands every byte through as it comes, both ways, signal keys too. 0, or -1 with errno (as above).
int foyer_terminal_set_raw(void);

/// Undoes what is on and puts the settings back. Once; then nothing until the next adoption. Waits for a
/// terminal that does not read for at most a second, then discards what it has not read.
void foyer_terminal_restore(void);

/// The same for a process that is about to end: nothing is adopted any more.
void foyer_terminal_restore_for_good(void);

/// The terminal's size in cells as it says; 0 where it does not.
void foyer_terminal_size(int fd, int *columns, int *rows);

/// The same in pixels.
void foyer_terminal_pixels(int fd, int *width, int *height);

// MARK: Signals

/// What `foyer_signals_take` answers, as bits.
enum {
    FOYER_SIGNAL_RESIZED = 1,
    FOYER_SIGNAL_SUSPEND = 2,
    FOYER_SIGNAL_CONTINUED = 4,
    /// One that was to be told; `foyer_signals_told` says which.
    FOYER_SIGNAL_ENDING = 8
};

/// Installs every handler; call before curses starts. Answers the descriptor that becomes readable when
/// `foyer_signals_take` has something, or -1 with errno.
int foyer_signals_install(void);

/// What has arrived since the last call, as bits.
unsigned foyer_signals_take(void);

/// Puts the former handlers back.
void foyer_signals_remove(void);

/// The process group that is to end with this process, and the one of the command that was started in it: whatever signal
/// ends this one, they get it too (a crash gives them SIGTERM). 0: none. A command that is started so is behind a screen of ours, and
/// signals are passed on to it from its beginning.
void foyer_signals_share_end(pid_t command, pid_t group);

/// Sends a signal to a command's group, and to the one that the command itself has moved to, as shells do.
void foyer_signals_send_to(pid_t command, pid_t group, int number);

/// Whether anybody is to stop and to go on with this process.
bool foyer_signals_shares_stops(void);

/// A signal that ends the process takes this socket and its folder off the disk. One at a time: of others the first stays.
void foyer_signals_remove_socket(const char *path, const char *folder);

/// That socket is gone already.
void foyer_signals_keep_socket(const char *path);

/// Passes what would end this process on to another and its group, so that this process lives on and then ends as that one
/// does; 0: it ends this one again. Without a group of its own (0) that one is in ours, and has the keyboard's signals and a
/// hang-up already. With `behind_screen`, a screen of ours has the terminal: SIGHUP ends this process all the
/// same, and that one stops when this process does. `wake` is the end of a pipe that gets a byte when
/// something was passed on, or the terminal's size has changed; -1: none.
void foyer_signals_pass_on(pid_t heir, pid_t group, bool behind_screen, int wake);

/// Installs the handlers, and holds INT, QUIT and TERM for who is passed on to next: somebody is about to be started. If nobody
/// comes (0), they end this process.
void foyer_signals_hold(void);

/// Whether a signal that ends processes has been passed on so to the latest of them.
bool foyer_signals_passed_end(void);

/// Which key of the terminal's was passed on so, as the number of its signal; 0 for none. Takes it.
int foyer_signals_passed_key(void);

/// Whether the last SIGTSTP that was told to a loop was a key of the terminal's. Takes it.
bool foyer_signals_stop_was_key(void);

/// For how many milliseconds in all Ctrl-Z has stopped this process.
int64_t foyer_signals_stopped_time(void);

/// Whether INT is told instead of obeyed. One that comes before the one before it was taken is obeyed all the same: nobody
/// seems to listen.
void foyer_signals_tell_interrupt(bool told);

/// Whether a signal is told instead of obeyed.
bool foyer_signals_tells(int number);

/// From now on writing beyond the user's limit of files (`ulimit -f`) fails with EFBIG, and does not end the process.
void foyer_signals_survive_file_limit(void);

/// Which signal was told; 0 for none. Takes it.
int foyer_signals_told(void);

/// From now on the first INT, TERM or HUP is only noted, and a loop that has the terminal is told; another of that kind ends
/// the process.
void foyer_signals_note_end(void);

/// The same while a page of ours waits for a key: for INT, QUIT and TERM, unless ignored. Once it `leaves` no longer, they end
/// the process again. The handlers must be installed.
void foyer_signals_leave_page(bool leaves);

/// Which one was noted first; 0 for none.
int foyer_signals_noted_end(void);

/// The same for SIGINT from a key of ours; false if it is not only noted.
bool foyer_signals_note_key(int number);

/// Ends the process by the one that was noted, and first the rest of its group if that was a key of ours.
void foyer_signals_end_noted(void);

/// Ends the process by a signal, as if it had never been handled.
void foyer_signals_end_by(int number);

/// Stops the process, and the group that ends with it, as SIGTSTP by default does; returns once the process goes on.
void foyer_signals_stop_process(void);

/// Sends a signal to all others in this process's group, as its terminal would have.
void foyer_signals_send_group(int number);

/// Whether who started this process is in its group, and so gets what that gets.
bool foyer_signals_reach_parent(void);

/// SIGINT or SIGQUIT from a key of ours: the terminal is put back, then the group and the command get the signal, and it ends
/// this process. Where it was ignored at the start it ends nothing, and this returns.
void foyer_signals_obey_key(int number);

/// Asks whom signals are passed on to to stop, as Ctrl-Z does.
void foyer_signals_stop_heir(void);

/// Lets the group go on that was stopped with the process: once the terminal is ours again.
void foyer_signals_continue_group(void);

/// SIGTSTP stops the process and its group at once, in place of being told to a loop.
void foyer_signals_stop_at_once(void);

/// Lets the calling thread stop the process where it uses the terminal from the background. Where it blocks SIGTTOU and
/// SIGTTIN, as threads that Swift's pool has started do, the kernel lets it write and fails what it reads.
void foyer_terminal_take_jobs(void);

/// Gives the calling thread a stack of its own for signal handlers, so that a stack overflow can be handled.
void foyer_signals_use_alternate_stack(void);

// MARK: What the process was given

/// For the start of the process alone.
void foyer_start_remember(int count, char **arguments, char **environment);

/// The arguments as the kernel gave them, whatever a preloaded library has done to the environment behind them.
char *const *foyer_start_arguments(int *count);

/// The environment as the kernel gave it; ends with NULL.
char *const *foyer_start_environment(void);

/// Whether a signal was ignored when the process started.
bool foyer_start_ignored(int number);

/// Calls `take`, which may close it, for each open descriptor. Async-signal-safe. False without /proc.
bool foyer_start_each_descriptor(void (*take)(int descriptor));

/// Whether the descriptors that this process was given are known, which they are not without /proc.
bool foyer_start_knows_descriptors(void);

/// The signal that this process wants when its parent ends, as it was at the start; 0 for none.
int foyer_start_parent_signal(void);

/// Whether a descriptor above 2 that this process was given is the terminal.
bool foyer_start_holds(int terminal);

/// In a child, or before another program replaces this one: signals and descriptors are as they were at the start.
/// `replaced`: those of the three standard streams that are others now. Async-signal-safe.
void foyer_start_give_back(const bool replaced[3]);

/// Replaces this process by a program that is looked for in PATH, and gives it all that this one was given. Returns only if
/// it cannot, with an errno.
int foyer_become(char *const arguments[], char *const environment[]);

// MARK: What Swift's Glibc hides

/// The number of the system call `read`, which differs from machine to machine.
long foyer_read_call(void);

/// What a process that is blocked in a system call waits for.
enum {
    FOYER_CALL_OTHER,
    /// Bytes from the descriptor that is the first argument.
    FOYER_CALL_READ,
    /// Descriptors.
    FOYER_CALL_POLL,
    FOYER_CALL_CHILD,
    /// A file to be opened whose path is the first argument, or the second.
    FOYER_CALL_OPEN_FIRST,
    FOYER_CALL_OPEN_SECOND,
};

/// The kind of a system call, by its number and its first two arguments as `/proc/PID/syscall` writes them.
int foyer_call_kind(long number, uint64_t first, uint64_t second);

/// The form of a wait's time limit: milliseconds, or the address of a time.
enum { FOYER_LIMIT_NONE, FOYER_LIMIT_MILLISECONDS, FOYER_LIMIT_NANOSECONDS_AT, FOYER_LIMIT_MICROSECONDS_AT };

/// The form of a system call's time limit. Stores which of its arguments that is, from 0.
int foyer_call_limit(long number, int *argument);

/// Waits for descriptors for at most `nanoseconds`, for ever where negative. As ppoll answers.
int foyer_poll(struct pollfd *descriptors, size_t count, int64_t nanoseconds);

/// A non-blocking, close-on-exec pipe: [0] to read, [1] to write. 0, or -1 with errno.
int foyer_pipe(int ends[2]);

/// Closes all descriptors from a number on. Async-signal-safe; not for two threads at once.
void foyer_close_from(int first);

/// A TCP socket of this machine that listens: its port, and the number by which descriptors name it.
typedef struct {
    uint16_t port;
    uint32_t inode;
} FoyerListener;

/// Asks the kernel for the TCP sockets that listen, IPv4 and IPv6, and for no others: to read /proc/net/tcp walks the
/// table of all connections, which takes milliseconds.
///
/// Answers how many there are, of which the first `capacity` are stored; -1 where the kernel does not tell.
int foyer_listeners(FoyerListener *list, int capacity);

/// An anonymous file in memory with a descriptor above 2, or -1 with errno.
int foyer_memory_file(const char *name);

/// Columns of a character in the current locale; -1 where it has none.
int foyer_character_width(uint32_t scalar);

/// True where the current locale's characters are UTF-8.
bool foyer_codeset_is_utf8(void);

/// Takes the environment's locale for characters; C.UTF-8 where `fallback` and that one is not installed.
void foyer_use_locale(bool fallback);

enum { FOYER_WISH_NONE, FOYER_WISH_HIDDEN_LINE, FOYER_WISH_KEYS };

/// What who reads from this terminal wants, as its settings tell: a line that is not shown, such as a password, or single keys.
int foyer_terminal_wish(int fd);

/// Bytes that can be read now; 0 at the end of input.
int foyer_readable_count(int fd);

/// Runs a program in a session of its own with the terminal at `terminal_path` as its controlling terminal and
/// its three standard streams, default signal actions and no blocked signals. 0, or an errno.
int foyer_spawn_on_terminal(
    pid_t *process, const char *program, char *const arguments[], char *const environment[],
    const char *terminal_path, const char *folder);

/// A command that has been started.
typedef struct {
    pid_t process;
    /// Its process group, which it leads if this process leads its own; 0 for a child in ours.
    pid_t group;
    /// Connects with the keeper of its terminal; -1 for a child. Close it once all that the command wrote has been read: the
    /// keeper then passes on what is written by those it has left behind. If it is closed before `foyer_command_end`, however
    /// this process ends, the command's terminal is hung up.
    int control;
    /// Gets a byte each time the command is stopped (s) or goes on (c), and where somebody gives its group SIGINT (i), SIGQUIT
    /// (q) or a signal that stops (t): the others in our own group would have got those too. Non-blocking; -1 for a child.
    int stops;
} FoyerCommand;

enum {
    FOYER_STREAM_INHERITED = -1,
    FOYER_STREAM_TERMINAL = -2,
};

/// What a command reads and writes.
typedef struct {
    /// Descriptors above 2, or one of the two above.
    int standard[3];
    /// The terminal of its own; NULL for none.
    const char *path;
    /// That terminal's other end, and where it goes what is written after the command's end; -1 for nowhere.
    int master, output;
    /// Whether it leads a session without a controlling terminal, and is ended once this process has ended.
    bool ends_with_us;
} FoyerCommandStreams;

/// Runs a command, looked for in PATH, with signals, and descriptors from 3 on, as this process was given them. With a terminal
/// of its own it leads a group in that terminal's foreground, in a session of its own. With `shares_end` the group shares
/// this process's stops and its end (`foyer_signals_share_end`) before the command runs. 0, or an errno.
int foyer_spawn_command(
    FoyerCommand *command, char *const arguments[], char *const environment[], const FoyerCommandStreams *streams,
    bool shares_end);

/// Waits for the command's end and takes it: until then its number is nobody else's. Answers as waitpid tells it.
int foyer_command_end(const FoyerCommand *command);

/// After `foyer_command_end`: leaves a process in this one's group if the command has left any in its own. What hangs up this
/// group hangs up that one, as if they were one. `keeper`: a copy of the command's `control`, to be closed after.
void foyer_leave_lookout(pid_t group, int keeper);

/// Leaves a process that copies one descriptor to another (-1: to nowhere) until its end, for those who still write into a
/// pipe of ours when we go. 0, or -1 with errno.
int foyer_leave_relay(int from, int to);

/// A descriptor that becomes readable when the process ends, or -1 with errno.
int foyer_process_descriptor(pid_t process);

/// A new pseudo-terminal: its two ends (both close-on-exec) and the path of the slave. 0, or -1 with errno.
int foyer_open_pseudo_terminal(int *master, int *slave, char *path, size_t capacity, int columns, int rows);

/// The same with the size of another terminal and its settings: those that were found, while a screen of ours is on it.
int foyer_open_pseudo_terminal_like(int model, int *master, int *slave, char *path, size_t capacity);

enum { FOYER_CLAIM_IMPOSSIBLE = -1, FOYER_CLAIM_REFUSED = -2 };

/// Claims a terminal for this process among those of its group that do so. A descriptor that becomes readable once another
/// process has been refused, or after foyer_share_terminal; FOYER_CLAIM_REFUSED if another process has the claim: the call returns
/// once that has shared the terminal, or after a second; FOYER_CLAIM_IMPOSSIBLE if nobody can claim it.
int foyer_claim_terminal(int fd);

/// This process shows nothing on the terminal any longer: refused processes may write.
void foyer_share_terminal(int claim);

/// Whether a terminal can be had, and as many descriptors as a splash needs beside it.
bool foyer_has_room_for_terminal(void);

/// Takes what has been typed at a terminal that buffers lines, and so has shown it. The end of input comes as a zero. Answers
/// the count; nothing is waited for.
size_t foyer_take_typed_ahead(int terminal, void *bytes, size_t room);

/// Takes what has been typed at a pseudo-terminal and nobody has read. Answers the count.
size_t foyer_take_unread(int master, void *bytes, size_t room);

/// Whether the system lets a process type at its own terminal.
bool foyer_terminal_can_type_back(void);

/// Types at the adopted terminal, for whoever reads it next, with the settings that are about to be put back: first what has
/// been shown already, then what nobody has seen. Nothing happens in the background.
void foyer_terminal_type_back(void *seen, size_t seen_count, const void *typed, size_t typed_count);

/// Puts a terminal's character for the end of input where a zero stands for it in what another terminal has processed.
void foyer_put_in_ends(int fd, void *bytes, size_t count);

/// Types at a pseudo-terminal what another terminal has shown already: so it is not shown once more. Answers the count.
size_t foyer_type_unseen(int master, void *bytes, size_t count);

/// A terminal's size, cells and pixels in one number; 0 if it has none.
uint64_t foyer_terminal_whole_size(int fd);

/// Gives a terminal the size of another, in cells and pixels, which sends SIGWINCH to what runs on it where it changes.
void foyer_copy_terminal_size(int from, int to);

/// Sets the size of a terminal, which sends SIGWINCH to what runs on it. 0, or -1 with errno.
int foyer_set_terminal_size(int fd, int columns, int rows);

/// How many processors this process may use, at least 1.
int foyer_processors(void);

/// Has large blocks that are freed given back at once, from now on: else whoever had a huge terminal for a moment keeps
/// what its screens took, since blocks of a size that was freed before come from heaps that never shrink. After a terminal of
/// 1000×1000, `foyer banner` at 80×24 has 69 MB; without this, 108.
void foyer_return_large_blocks(void);

/// Grows the calling thread's heap by this much in one go (less than a large block): else it grows by a page at a time,
/// each with a call of the system, 28 of them at a start. Nobody feels these; but a frame of the loading page is compared with
/// one of a C program (row 2 of Performance.md), whose instructions they would add to.
void foyer_reserve_memory(size_t bytes);

/// Gives back what lies free between blocks that are in use: 152 MB become 69 in the same case.
void foyer_return_free_memory(void);

/// Writes what is left of standard output. 0, or an errno where anything of it could not be written.
int foyer_finish_output(void);

/// Whether the user's limits (`ulimit -v`, `ulimit -d`) leave so much memory; without a limit they do. Call it before there
/// are threads: where there is a limit, all of them share one heap from then on. 0, or an errno.
int foyer_check_memory(size_t bytes);

/// Syncs the file system that the descriptor is on: sooner done than one file after the other, where there are many.
/// 0, or -1 with errno.
int foyer_sync_file_system(int fd);

#endif
