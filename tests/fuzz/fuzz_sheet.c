/* What the process of the checks may leave in the memory that it shares, were a rubric to get
 * out of Lua. Orders: where, and bytes to write there. */
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz.h"
#include "report/check/check.h"
#include "script/judge/check_process.h"

static void spoil(struct fuzz_input *in, uint8_t *bytes, size_t size) {
  while (in->left > 0) {
    size_t at = fuzz_number(in, 3) % size, got;
    const uint8_t *piece = fuzz_bytes(in, fuzz_byte(in), &got);
    memcpy(bytes + at, piece, got < size - at ? got : size - at);
  }
}

static void fill(struct wl_sheet *s, uint8_t how) {
  s->done = how & 1;
  s->checks.count = how >> 1 & 3;
  for (uint32_t i = 0; i < s->checks.count; i++) {
    s->checks.check[i].points = 1;
    s->checks.check[i].outcome = i % WL_OUTCOMES;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct wl_sheet out;
  static struct wl_judgement g;
  struct fuzz_input in = {data, size};
  struct wl_run_options o = {.name = "fuzz.lua", .seconds = 1};
  struct wl_diag d = {0};
  int ends[2];
  struct wl_sheet *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED || pipe(ends) != 0) abort();
  fill(shared, fuzz_byte(&in));
  spoil(&in, (uint8_t *)shared, sizeof *shared);
  pid_t pid = fork();
  if (pid == 0) _exit(0);
  if (pid < 0) abort();
  close(ends[1]);
  waitid(P_PID, (id_t)pid, &(siginfo_t){0}, WEXITED | WNOWAIT);
  struct wl_judging judging = {pid, ends[0], shared};
  if (!wl_judge_end(&judging, &o, &out, &d)) {
    char text[8192];
    FUZZ_PROMISE(d.status > WL_OK && d.status <= WL_INTERNAL);
    fuzz_check(FUZZ_TEXT, text, wl_diag_format(&d, false, text, sizeof text));
  }
  memset(&g, 0, sizeof g);
  g.script = "fuzz.lua";
  g.target = wl_target_make(wl_arch_default(), NULL);
  g.own = out.checks;
  memcpy(g.title, out.title, sizeof g.title);
  static const struct {
    bool (*write)(FILE *, const struct wl_judgement *, struct wl_diag *);
    enum fuzz_form form;
  } writers[] = {{wl_check_junit, FUZZ_XML},
                 {wl_check_gradescope, FUZZ_TEXT}, {wl_check_json, FUZZ_TEXT}};
  for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
    struct fuzz_output w;
    fuzz_output_open(&w);
    FUZZ_PROMISE(writers[i].write(w.f, &g, &d));
    fuzz_output_check(&w, writers[i].form);
  }
  return 0;
}
