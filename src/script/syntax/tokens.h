/* A script as tokens, and the structure that tokens alone give. */
#ifndef WL_SCRIPT_SYNTAX_TOKENS_H
#define WL_SCRIPT_SYNTAX_TOKENS_H

#include "core/base/diag.h"
#include "core/trace/step.h"

enum wl_token_kind {
  WL_TOKEN_END, WL_TOKEN_NAME, WL_TOKEN_NUMBER, WL_TOKEN_STRING, WL_TOKEN_WORD,
};

/* Keywords and punctuation that the structure depends on; order as in lexer.c. */
enum wl_word {
  WL_W_OTHER, WL_W_AND, WL_W_BREAK, WL_W_DO, WL_W_ELSE, WL_W_ELSEIF, WL_W_END, WL_W_FALSE,
  WL_W_FOR, WL_W_FUNCTION, WL_W_GOTO, WL_W_IF, WL_W_IN, WL_W_LOCAL, WL_W_NIL, WL_W_NOT, WL_W_OR,
  WL_W_REPEAT, WL_W_RETURN, WL_W_THEN, WL_W_TRUE, WL_W_UNTIL, WL_W_WHILE, WL_W_KEYWORDS,
  WL_W_DOTS = WL_W_KEYWORDS, WL_W_LABEL, WL_W_ASSIGN, WL_W_DOT, WL_W_COLON, WL_W_COMMA,
  WL_W_SEMICOLON, WL_W_PAREN, WL_W_PAREN_END, WL_W_BRACKET, WL_W_BRACKET_END, WL_W_BRACE,
  WL_W_BRACE_END,
};

/* Flags of a token, set by wl_source_structure(). */
enum {
  WL_STARTS_STATEMENT = 1, WL_ENDS_PARAMETERS = 64, WL_SETS_OUTER = 4096, WL_OUTER_BEFORE = 8192,
  WL_NEXT_ITERATION = 2, /* part of a loop's condition: runs before the iteration counts */
  WL_LOOP_BEFORE = 4,    /* its loop is entered here */
  WL_BODY_AFTER = 8,     /* an iteration of `body` begins behind it */
  WL_TAIL_AFTER = 16,    /* parameters end here, of a function that may make tail calls */
  WL_LEAVES_KERNEL = 32, /* the `return` of the kernel itself */
  WL_CALL_STATEMENT = 128, /* last token of a call whose result nobody takes */
  WL_TESTED = 512, WL_TEST_BEFORE = 1024, WL_TEST_AFTER = 2048, WL_SPINS = 4096, /* spin_loops.h */
  WL_LABEL_AFTER = 16384,  /* a label ends here that at() may speak of, and no goto does */
  WL_ENTERED_AFTER = 256,  /* a helper function begins behind it that calls, indexes or loops */
};

struct wl_token {
  uint32_t offset, size, line;
  uint16_t column, end_column;
  uint8_t kind, word;
  uint16_t flags;
  uint32_t match; /* brackets: the partner */
  uint32_t loop;  /* innermost loop of its function that it runs in; 0: none */
  uint32_t body;  /* loop of WL_LOOP_BEFORE and WL_BODY_AFTER; WL_TEST_AFTER: whose value */
  uint32_t call;  /* first token of a call: the last one, else itself */
  uint32_t head;  /* what Lua may take for the line of a call: its first token, else 0 */
};

struct wl_loop {
  uint32_t parent; /* in the same function, 0: none */
  uint32_t start;  /* token that stands for the loop in the order of execution */
};

/* token[1] … token[tokens]; one before and one behind are empty: each has neighbours. */
struct wl_source {
  const char *name, *text; /* borrowed */
  size_t size;
  bool one_line, spins;    /* the text is the body of a kernel; a loop has WL_SPINS */
  struct wl_token *token;
  uint32_t tokens;
  struct wl_loop *loop;    /* loop[1] … loop[loops] */
  uint32_t loops;
};

/* Cuts the text into tokens. False and a diag on text that is no Lua. */
bool wl_source_lex(struct wl_source *s, struct wl_diag *d);

/* Finds loops, brackets, calls and statements. The text must be valid Lua. */
bool wl_source_structure(struct wl_source *s, struct wl_diag *d);
void wl_source_finish(struct wl_source *s);

/* Where a function of the language is first called at the file level, as a statement:
 * the token of its name; 0: nowhere, or the name is the script's own. */
uint32_t wl_source_call(const struct wl_source *s, const char *name);

/* The name in quotes of  arch "8.0"  at the file level: its token; 0: there is none. */
uint32_t wl_source_arch(const struct wl_source *s);

/* Whether token `i` is this name; whether two tokens are written alike. */
bool wl_source_names(const struct wl_source *s, uint32_t i, const char *name);
bool wl_source_same(const struct wl_source *s, uint32_t a, uint32_t b);

/* How many blocks and brackets deeper a token leads: 1, 0 or -1. */
int wl_token_deeper(const struct wl_token *t);

/* Marks the names that are assigned and may live outside of the kernel, as globals and variables of
 * functions around do (WL_SETS_OUTER), and the first tokens of these statements
 * (WL_OUTER_BEFORE). Comes behind wl_source_structure(). *wrong: the first token that no script
 * has, _ENV, or a `...` that is of no function; 0: there is none. */
bool wl_source_scopes(struct wl_source *s, uint32_t *wrong, struct wl_diag *d);

/* Sets WL_SPINS at the `start` of each such loop of the script, and `spins` if there is one: its
 * end hangs on what an atomic operation has returned, or on nothing but elements that the loop
 * reads again and again. False and a diag: out of memory. The structure must be known. */
bool wl_spin_find(struct wl_source *s, struct wl_diag *d);

#endif
