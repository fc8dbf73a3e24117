/* Numbers as conditions: refused where they can be nothing else, and at the right place. */
#include <stdio.h>
#include <string.h>

#include "script.h"

static const char head[] =
    "local g = global('g', int, 64):fill(1)\n"
    "local holes, f = {[3] = 1}, function(x) if x > 3 then return x end end\n"
    "function kernel()\n"
    "local i, none = threadIdx.x\n";

/* `wrong`: where the number begins that is refused; NULL: none is. */
static const struct { const char *code, *wrong; } rows[] = {
  {"if i % 2 then g[i] = 1 end", "i % 2"},
  {"if (i & 1) then g[i] = 1 end", "i & 1"},
  {"while (32 - i) do i = i + 1 end", "32 - i"},
  {"if -i then g[i] = 1 end", "-i"},
  {"g[i] = (i & 1) and 5 or 6", "i & 1"},
  {"if i > 3 and not (i // 2) then g[i] = 1 end", "i // 2"},
  {"if not threadIdx.x then g[i] = 1 end", "threadIdx.x then"},
  {"if g[i] then g[i] = 1 end", "g[i] then"},
  {"if i > 40 or not g[i] then g[i] = 1 end", "g[i] then"},
  {"if (i > 40 or g[i]) and i > 3 then g[i] = 1 end", "g[i])"},
  {"repeat g[i] = 1 until g[i]", "g[i]$"},
  {"if __ballot_sync(~0, i > 3) then g[i] = 1 end", "__ballot"},
  {"if not g[i] == 1 then g[i] = 1 end", "g[i] =="},
  {"local v = g[i] while v do v = v - 1 end", "v do"},
  {"local v = 5 - i if v then g[i] = 1 end", "v then"},
  {"local v = 32 while v do v = v // 2 end", "v do"},
  {"local v <const> = 32 if v then g[i] = 1 end", "v then"},
  {"local v = warpSize if v then g[i] = 1 end", "v then"},
  {"if 1 then g[i] = 1 end", "1 then"},
  {"while not 0 do g[i] = 1 end", "0 do"},
  {"local v = 1 v = nil if v then g[i] = 1 end", NULL},
  {"local v <const> = i > 3 if v then g[i] = 1 end", NULL},
  {"g[i] = i > 3 and 1 or 0", NULL},
  {"local v = g[i] g[i] = v and 5 or 6", "v and"},
  {"if holes[i] then g[i] = 1 end", NULL},
  {"if f(i) then g[i] = 1 end if not f(i) then g[i] = 2 end", NULL},
  {"if none then g[i] = 1 end none = i if none then g[i] = 2 end", NULL},
  {"local v if i > 3 then v = g[i] end if v then g[i] = v end", NULL},
  {"local v = i > 3 and g[i] or 4 if g[i] > 0 and v > 3 then g[i] = v end", NULL},
  {"local v = 5 - i local t = {} function t.f(v) if v then g[i] = 1 end end t.f() g[i] = v", NULL},
  {"local v = 5 - i for k, v in pairs(holes) do if v then g[k] = v end end g[i] = v", NULL},
  {"local v = 5 - i do local v if v then g[i] = 2 end end g[i] = v", NULL},
  {"local v = 5 - i do local v, w = nil if v then g[i] = w end end g[i] = v", NULL},
  {"local t = {} function t.f(v) if v then g[i] = v end end t.f(i)", NULL},
  {"local v = not g ~= true if v then g[i] = 1 end v = not v", NULL},
  {"if __any_sync(~0, i > 3) and ('a' .. 'b') then g[i] = 1 end", NULL},
  {"while true do if i > 3 then break end i = i + 1 end", NULL},
};

/* The column that a row has to be told at, from 1; 0: none. */
static unsigned column_of(const char *code, const char *wrong) {
  char text[64];
  if (wrong == NULL) return 0;
  snprintf(text, sizeof text, "%s", wrong);
  bool last = text[strlen(text) - 1] == '$';
  if (last) text[strlen(text) - 1] = '\0';
  const char *at = last ? code + strlen(code) - strlen(text) : strstr(code, text);
  assert_non_null(at);
  return (unsigned)(at - code) + 1;
}

static void test_rows(void **state) {
  (void)state;
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
    for (int one_by_one = 0; one_by_one <= 1; one_by_one++) {
      char text[1024];
      int size = snprintf(text, sizeof text, "%s%s\nend\n", head, rows[r].code);
      struct wl_run_options o = options_of(text, (size_t)size);
      o.one_by_one = one_by_one;
      struct wl_run *run = run_options(&o);
      const struct wl_diag *d = wl_run_diag(run);
      const char *what = rows[r].wrong ? "this condition is a number, which is always true" : "";
      unsigned column = column_of(rows[r].code, rows[r].wrong);
      if (strcmp(d->what, what) != 0 || (column > 0 && (d->line != 5 || d->column != column)))
        fail_msg("%s: \"%s\" at %u:%u, not %u", rows[r].code, d->what, d->line, d->column, column);
      wl_run_destroy(run);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
