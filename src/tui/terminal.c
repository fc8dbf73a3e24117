#include "tui/terminal.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#include "script/machine/clock.h"
#include "tui/flash_limit.h"
#include "tui/paint.h"
#include "tui/signals.h"
#include "tui/style_codes.h"

enum {
  ESCAPE_MS = 25,
  PASTE_MS = 2000, /* pasted text comes without longer gaps, even over a network: its end was
                    * lost */
  MAX_SIDE = 1000,
  PASTE_BEGINS = 200, PASTE_ENDS = 201, /* ESC [ … ~ around pasted text */
  WHEEL = 64, /* what the button of a report adds for it */
};

/* Presses and the wheel as ESC [ < button ; column ; row M: what xterm calls 1000 and 1006. Not
 * by curses, which writes them in a way that ends at column 223 unless terminfo says more. */
static const char mouse_on[] = "\033[?1000h\033[?1006h", mouse_off[] = "\033[?1006l\033[?1000l";

struct wl_term {
  SCREEN *screen;
  WINDOW *keys;           /* a pad: reading from it never draws */
  bool mouse;             /* the terminal tells of it */
  bool pasting;           /* what comes is pasted text: no keys */
  int64_t waited;         /* since when there is no more of it, in milliseconds; 0: there is */
  FILE *in;               /* standard input, or /dev/tty */
  struct termios modes;   /* as the shell had them */
  struct wl_paint *paint;
  int width, height;
  enum wl_scheme scheme, painted; /* of the next picture, and of the last */
  struct wl_flash flash;
};

static const struct { int curses; uint32_t key; } special[] = {
  {KEY_UP, WL_KEY_UP}, {KEY_DOWN, WL_KEY_DOWN}, {KEY_LEFT, WL_KEY_LEFT},
  {KEY_RIGHT, WL_KEY_RIGHT}, {KEY_HOME, WL_KEY_HOME}, {KEY_END, WL_KEY_END},
  {KEY_PPAGE, WL_KEY_PAGE_UP}, {KEY_NPAGE, WL_KEY_PAGE_DOWN}, {KEY_DC, WL_KEY_DELETE},
  {KEY_IC, WL_KEY_INSERT}, {KEY_BTAB, WL_KEY_BACKTAB}, {KEY_BACKSPACE, WL_KEY_BACKSPACE},
  {KEY_ENTER, WL_KEY_ENTER},
};

/* Bytes that give the terminal back, for a handler that cannot ask terminfo. */
static char farewell[512];
static size_t farewell_size;

static int collect(int c) {
  if (farewell_size < sizeof farewell) farewell[farewell_size++] = (char)c;
  return c;
}

/* A capability of the terminal, NULL if it has it not. */
static char *capability(const char *name) {
  char *text = tigetstr(name);
  return text == (char *)-1 ? NULL : text;
}

static void collect_capability(const char *name) {
  char *text = capability(name);
  if (text) tputs(text, 1, collect);
}

/* To the terminal, all at once. curses has nothing in its buffer then. */
static void send_bytes(const char *bytes, size_t size) {
  while (size) {
    ssize_t n = write(STDOUT_FILENO, bytes, size);
    if (n < 0 && errno == EAGAIN) poll(&(struct pollfd){STDOUT_FILENO, POLLOUT, 0}, 1, -1);
    else if (n < 0 && errno != EINTR) return; /* the keys tell that it has gone */
    if (n > 0) bytes += n, size -= (size_t)n;
  }
}

/* Asks the terminal to mark pasted text, or no longer to. */
static void mark_paste(bool on) {
  const char *text = capability(on ? "BE" : "BD");
  if (text) send_bytes(text, strlen(text));
}

static void report_mouse(bool on) {
  send_bytes(on ? mouse_on : mouse_off, strlen(on ? mouse_on : mouse_off));
}

static void collect_farewell(bool mouse) {
  static const char *const names[] = {"sgr0", "op", "rmkx", "BD", "cnorm", "rmcup"};
  farewell_size = 0;
  for (const char *s = mouse ? mouse_off : ""; *s; s++) collect(*s);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) collect_capability(names[i]);
  if (!capability("rmcup")) { /* no second screen: leave below what is shown */
    tputs(tparm(capability("cup"), MAX_SIDE - 1, 0), 1, collect);
    collect('\n');
  }
}

/* Uses a description as wl_term_start() and wl_term_blit() will, with nobody to see it. It may
 * also never come to an end; a busy machine may be slow to give it the second. */
static _Noreturn void try_type(void) {
  FILE *nowhere = fopen("/dev/null", "r+e");
  setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = 1}, NULL);
  alarm(10);
  if (nowhere) dup2(fileno(nowhere), STDERR_FILENO); /* what is wrong is said once */
  SCREEN *screen = nowhere ? newterm(NULL, nowhere, nowhere) : NULL;
  if (!screen) _exit(0);
  if (capability("cup")) collect_farewell(true);
  capability("BE");
  struct wl_paint *paint = wl_paint_create(wl_style_codes_tier());
  struct wl_canvas *c = wl_canvas_create(20, WL_STYLES, true);
  size_t size;
  if (!paint || !c) _exit(0);
  wl_paint_scheme(paint, WL_PROJECTOR);
  wl_paint_forget(paint, 20, WL_STYLES);
  for (int i = 0; i < WL_STYLES; i++) wl_canvas_text(c, i % 15, i, (enum wl_style)i, "text");
  wl_paint(paint, c, &size);
  curs_set(0);
  refresh();
  endwin();
  _exit(0);
}

/* Whether the description can be used: curses crashes over some that are broken, and the
 * user may have brought one along. What the system has is not tried. */
static bool check_description(void) {
  int status = 0;
  const char *home = getenv("HOME");
  char path[4096] = "";
  if (home) snprintf(path, sizeof path, "%s/.terminfo", home);
  if (!getenv("TERMINFO") && !getenv("TERMINFO_DIRS") && access(path, F_OK) != 0) return true;
  pid_t pid = fork();
  if (pid == 0) {
    for (int i = 1; i < NSIG; i++) signal(i, SIG_DFL);
    try_type();
  }
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  return pid < 0 || status == 0;
}

/* Whether terminfo knows the terminal and it can place its cursor. */
static bool check_type(struct wl_diag *d) {
  const char *name = getenv("TERM");
  int error;
  if (name && *name && !check_description()) {
    wl_diag_fail(d, WL_TERMINAL, "the description of the terminal '%s' in terminfo is broken",
                 name);
    return wl_diag_hint(d, "compile it again with tic, or unset TERMINFO and TERMINFO_DIRS");
  }
  bool good = name && *name && setupterm(NULL, STDOUT_FILENO, &error) == OK;
  if (good) {
    good = capability("cup") != NULL;
    if (good) collect_farewell(false);
    del_curterm(cur_term);
  }
  if (good) return true;
  if (!name || !*name) wl_diag_fail(d, WL_TERMINAL, "TERM is not set");
  else wl_diag_fail(d, WL_TERMINAL, "no screen on a terminal of type '%s'", name);
  return wl_diag_hint(d, "set TERM to what the terminal is, such as xterm-256color, or use "
                         "`warplens --plain`");
}

static FILE *open_input(struct wl_diag *d) {
  FILE *in = isatty(STDIN_FILENO) ? stdin : fopen("/dev/tty", "r+e");
  if (!in) {
    wl_diag_fail(d, WL_TERMINAL, "no terminal to read keys from: %s", strerror(errno));
    wl_diag_hint(d, "`warplens --plain` and `warplens show` need none");
  }
  return in;
}

/* Waits for the foreground of a terminal like any job that touches it. False: it does not come. */
static bool await_foreground(int terminal) {
  pid_t holder = tcgetpgrp(terminal);
  if (holder != getpgrp() && holder >= 0) kill(0, SIGTTOU); /* one that is gone never comes back */
  return tcgetpgrp(terminal) == getpgrp();
}

static bool check_foreground(int fd, struct wl_diag *d) {
  return await_foreground(fd) ||
         wl_diag_fail(d, WL_TERMINAL, "in the background there is no screen");
}

void wl_term_theme(struct wl_term *t, enum wl_scheme scheme) { t->scheme = scheme; }

/* Ctrl-C and Ctrl-S are keys here; Ctrl-Z and Ctrl-\ keep their meaning. */
static void set_modes(int fd) {
  struct termios modes;
  cbreak();
  noecho();
  nonl();
  if (tcgetattr(fd, &modes) == 0) {
    modes.c_cc[VINTR] = _POSIX_VDISABLE;
    modes.c_iflag &= ~(tcflag_t)IXON;
    tcsetattr(fd, TCSADRAIN, &modes);
  }
  def_prog_mode();
}

/* Keys that a terminal description may not have, as nearly all terminals send them. */
static void know_keys(void) {
  static const struct { const char *sent; int key; } rows[] = {
    {"\033[5~", KEY_PPAGE}, {"\033[6~", KEY_NPAGE}, {"\033[H", KEY_HOME}, {"\033[F", KEY_END},
    {"\033OH", KEY_HOME},   {"\033OF", KEY_END},    {"\033[3~", KEY_DC},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (key_defined(rows[i].sent) == 0) define_key(rows[i].sent, rows[i].key);
}

static bool start_curses(struct wl_term *t, struct wl_diag *d) {
  use_env(FALSE); /* the kernel knows the size better than LINES and COLUMNS */
  use_tioctl(TRUE);
  wl_signals_guard(fileno(t->in), &t->modes, farewell, farewell_size);
  t->screen = newterm(NULL, stdout, t->in);
  if (!t->screen) return wl_diag_fail(d, WL_TERMINAL, "the terminal cannot be set up");
  set_modes(fileno(t->in));
  set_escdelay(ESCAPE_MS);
  curs_set(0); /* sends what newterm() has begun with, too */
  leaveok(stdscr, TRUE);
  t->keys = newpad(1, 1);
  if (!t->keys) return wl_diag_refused(d, "out of memory");
  keypad(t->keys, TRUE);
  nodelay(t->keys, TRUE);
  know_keys();
  keyok(KEY_MOUSE, FALSE); /* its reports are read below, whatever terminfo says */
  mark_paste(true);
  return true;
}

static void resize(struct wl_term *t) {
  struct winsize size;
  int width = COLS, height = LINES;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col && size.ws_row) {
    width = size.ws_col;
    height = size.ws_row;
  }
  if (width > MAX_SIDE) width = MAX_SIDE;
  if (height > MAX_SIDE) height = MAX_SIDE;
  if (width != COLS || height != LINES) resizeterm(height, width);
  t->width = width;
  t->height = height;
  wl_term_redraw(t);
}

struct wl_term *wl_term_start(enum wl_tier tier, enum wl_scheme scheme, struct wl_diag *d) {
  struct wl_term *t = calloc(1, sizeof *t);
  if (!t) {
    wl_diag_refused(d, "out of memory");
    return NULL;
  }
  if (!check_type(d) || !(t->in = open_input(d)) || !check_foreground(fileno(t->in), d)) {
    wl_term_stop(t);
    return NULL;
  }
  if (tcgetattr(fileno(t->in), &t->modes) != 0) {
    wl_diag_fail(d, WL_TERMINAL, "the terminal has no modes: %s", strerror(errno));
    wl_term_stop(t);
    return NULL;
  }
  if (!start_curses(t, d)) {
    wl_term_stop(t);
    return NULL;
  }
  enum wl_tier most = wl_style_codes_tier();
  t->paint = wl_paint_create(tier < most ? tier : most);
  if (!t->paint) {
    wl_diag_refused(d, "out of memory");
    wl_term_stop(t);
    return NULL;
  }
  resize(t);
  wl_paint_scheme(t->paint, t->scheme = t->painted = scheme);
  return t;
}

/* What was painted and asked for ends here; curses ends the rest. */
static void leave(struct wl_term *t) {
  if (t->mouse) report_mouse(false);
  size_t size = 0;
  const char *bytes = t->paint ? wl_paint_plain(t->paint, &size) : NULL;
  send_bytes(bytes, size);
  mark_paste(false);
  endwin();
  if (!capability("rmcup")) send_bytes("\n", 1); /* what is shown stays, and ends here */
}

void wl_term_stop(struct wl_term *t) {
  if (!t) return;
  if (t->keys) delwin(t->keys);
  if (t->screen) {
    leave(t);
    delscreen(t->screen);
  }
  wl_paint_destroy(t->paint);
  wl_signals_unguard();
  if (t->in && t->in != stdin) fclose(t->in);
  free(t);
}

void wl_term_mouse(struct wl_term *t, bool on) {
  t->mouse = on;
  collect_farewell(on);
  wl_signals_guard(fileno(t->in), &t->modes, farewell, farewell_size);
  report_mouse(on);
}

int wl_term_descriptor(const struct wl_term *t) { return fileno(t->in); }

void wl_term_size(const struct wl_term *t, int *width, int *height) {
  *width = t->width;
  *height = t->height;
}

/* A number for each page that a picture can have: its theme, or that of an empty screen. */
static unsigned light_of(const struct wl_term *t, const struct wl_canvas *c) {
  return wl_canvas_cell(c, 0, 0)->style == WL_STYLE_BLACK ? WL_SCHEMES : (unsigned)t->scheme;
}

bool wl_term_blit(struct wl_term *t, const struct wl_canvas *c) {
  size_t size;
  if (!wl_flash_take(&t->flash, light_of(t, c), wl_clock_ms())) return false;
  if (t->painted != t->scheme) {
    wl_paint_scheme(t->paint, t->painted = t->scheme);
    wl_term_redraw(t);
  }
  const char *bytes = wl_paint(t->paint, c, &size);
  send_bytes(bytes, size);
  return true;
}

int wl_term_held(const struct wl_term *t) { return wl_flash_wait(&t->flash, wl_clock_ms()); }

/* Nothing is there to be read: pasted text ends where that lasts. Time counts only while there
 * is nothing, not while we are slow to read what has come. */
static void miss_paste(struct wl_term *t) {
  int64_t now = wl_clock_ms();
  if (!t->waited) t->waited = now;
  else if (now - t->waited >= PASTE_MS) t->pasting = false;
}

int wl_term_wait(const struct wl_term *t) {
  if (!t->pasting) return -1;
  int64_t left = t->waited ? t->waited + PASTE_MS - wl_clock_ms() : PASTE_MS;
  return left > 0 ? (int)left : 0;
}

/* What stands between ESC [ and the last byte of a sequence. */
struct sequence { bool mouse; unsigned number[3], numbers; wint_t last; };

/* The key of a report of the mouse, WL_KEY_NONE: nothing that matters. */
static uint32_t mouse_key(const struct wl_term *t, const struct sequence *q) {
  static const struct { unsigned button; enum wl_key kind; } kinds[] = {
    {0, WL_KEY_CLICK}, {WHEEL, WL_KEY_WHEEL_UP}, {WHEEL + 1, WL_KEY_WHEEL_DOWN},
  };
  if (!t->mouse || q->numbers != 2 || q->last != 'M') return WL_KEY_NONE;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (kinds[i].button == q->number[0])
      return wl_key_at(kinds[i].kind, (int)q->number[1] - 1, (int)q->number[2] - 1);
  return WL_KEY_NONE;
}

/* What is left of a key that terminfo does not know, or of a report that nobody
 * asked for, would be taken for typing: it is thrown away up to its last byte.
 * False if the Escape was one by itself. */
static bool read_sequence(struct wl_term *t, uint32_t *key) {
  struct sequence q = {.mouse = false};
  wint_t c;
  *key = WL_KEY_NONE;
  int kind = wget_wch(t->keys, &c);
  if (kind == KEY_CODE_YES) ungetch((int)c); /* another key came right behind it */
  if (kind != OK) return false;
  if (c != '[' && c != 'O') {
    unget_wch((wchar_t)c);
    return false;
  }
  while (wget_wch(t->keys, &q.last) == OK && q.last < '@') {
    unsigned *n = &q.number[q.numbers];
    if (q.last >= '0' && q.last <= '9' && *n < 100000) *n = *n * 10 + (unsigned)(q.last - '0');
    if (q.last == ';' && q.numbers < 2) q.numbers++;
    q.mouse |= q.last == '<';
  }
  if (q.last == '~' && q.number[0] == PASTE_BEGINS) t->pasting = true;
  if (q.last == '~' && q.number[0] == PASTE_ENDS) t->pasting = false;
  if (q.mouse && !t->pasting) *key = mouse_key(t, &q);
  return true;
}

uint32_t wl_term_key(struct wl_term *t) {
  wint_t c;
  for (int kind; (kind = wget_wch(t->keys, &c)) != ERR;) {
    t->waited = 0;
    if (kind == OK) {
      uint32_t key = WL_KEY_NONE;
      bool sequence = c == WL_KEY_ESCAPE && read_sequence(t, &key);
      if (key != WL_KEY_NONE) return key;
      if (sequence || t->pasting) continue;
      return c == '\n' ? WL_KEY_ENTER : c == '\b' ? WL_KEY_BACKSPACE : (uint32_t)c;
    }
    if (c >= (wint_t)KEY_F(1) && c <= (wint_t)KEY_F(12))
      return WL_KEY_F1 + (uint32_t)c - (uint32_t)KEY_F(1);
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
      if (special[i].curses == (int)c) return special[i].key;
  }
  if (t->pasting) miss_paste(t);
  return WL_KEY_NONE;
}

bool wl_term_gone(const struct wl_term *t) {
  struct termios modes;
  return tcgetattr(fileno(t->in), &modes) != 0;
}

void wl_term_redraw(struct wl_term *t) { wl_paint_forget(t->paint, t->width, t->height); }

/* Takes the terminal again after somebody else may have used it. */
static void resume(struct wl_term *t) {
  await_foreground(fileno(t->in));
  if (!isendwin()) endwin();
  wl_signals_guard(fileno(t->in), &t->modes, farewell, farewell_size);
  reset_prog_mode();
  resize(t); /* before curses sets margins: the size may be another one by now */
  refresh(); /* has nothing to draw, but takes the second screen again */
  keypad(t->keys, TRUE); /* endwin() left that mode of the terminal */
  mark_paste(true);
  if (t->mouse) report_mouse(true);
}

/* Lends the terminal to the shell and stops; returns when continued. */
static void suspend(struct wl_term *t) {
  leave(t);
  wl_signals_unguard();
  wl_signals_suspend();
  await_foreground(fileno(t->in)); /* another program may have it */
  def_shell_mode(); /* the shell may have changed them */
  tcgetattr(fileno(t->in), &t->modes);
  resume(t);
}

unsigned wl_term_obey(struct wl_term *t) {
  unsigned seen = wl_signals_take();
  if (seen & WL_SEEN_STOP) {
    suspend(t);
  } else if (seen & WL_SEEN_CONTINUE) {
    resume(t);
  } else if (seen & WL_SEEN_RESIZE) {
    resize(t);
  }
  return seen;
}
