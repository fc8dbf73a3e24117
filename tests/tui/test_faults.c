/* Faults of terminals, signals, pipes and environments: the program beside them.
 *
 *   test_faults PROGRAM SOURCE [ID…]
 *
 * A row has an id. 1.3.N is the Nth fault that htop, btop, vis, tig, ncdu and fzf were put
 * to; none of them passes all. 31 to 47 are those of the list of bad inputs that concern
 * the terminal and what the program is started with. Pictures are looked at by the scripts
 * beside this file, which have a terminal that draws (row 44: terminal.sh). */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "faults.h"

static const struct { const char *ids; void (*check)(void); } rows[] = {
  {"1.3.1 35a", no_type},   {"1.3.2", dumb},          {"1.3.3", no_color}, {"keys", recorded},
  {"1.3.4 46", locales},    {"1.3.5 1.3.6 37", sizes}, {"1.3.7 47", homes},
  {"1.3.8 1.3.9 1.3.11 40a", deadly}, {"1.3.10 41", crashes}, {"40b", signals_at_bad_times},
  {"1.3.12 39a", suspends}, {"39b", background},      {"1.3.13 38", storms},
  {"1.3.14 34", pipes},     {"1.3.15 1.3.16 1.3.17", options}, {"31", closed},
  {"32", readers},          {"33", slow},             {"35b", terminfo},
  {"36", colour_depths},    {"42", kills},            {"43", vanishes},
  {"45", garbage},
};

static void prepare(void) {
  static const char four[] =
    "title \"Four steps\"\nlocal stride = param(\"stride\", 1, { min = 1, max = 32 })\n"
    "grid(1)\nblock(32)\nlocal a = global(\"a\", float, 8192)\n"
    "function kernel()\n  for i = 0, 3 do a[threadIdx.x * stride + i] = i end\nend\n";
  strcpy(dir, "/tmp/warplens-faults-XXXXXX");
  if (!mkdtemp(dir) || chdir(dir) != 0) perror("mkdtemp"), exit(1);
  FILE *f = fopen("four.lua", "we");
  if (!f || fputs(four, f) < 0 || fclose(f) != 0) perror("four.lua"), exit(1);
}

int main(int argc, char **argv) {
  if (argc < 3) return fputs("usage: test_faults PROGRAM SOURCE [ID…]\n", stderr), 2;
  program = realpath(argv[1], NULL);
  source = argv[2];
  if (!program) perror(argv[1]), exit(1);
  setvbuf(stdout, NULL, _IOLBF, 0);
  signal(SIGPIPE, SIG_IGN);
  prepare();
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    bool chosen = argc == 3;
    for (int k = 3; k < argc; k++) chosen |= strstr(rows[i].ids, argv[k]) != NULL;
    if (!chosen) continue;
    double since = pty_now_ms();
    int before = failures;
    row_id = rows[i].ids;
    rows[i].check();
    printf("%-6s %s (%.1f s)\n", failures == before ? "ok" : "not ok", rows[i].ids,
           (pty_now_ms() - since) / 1e3);
  }
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", dir);
  if (chdir("/") != 0 || system(command) != 0) return 1;
  return failures != 0;
}
