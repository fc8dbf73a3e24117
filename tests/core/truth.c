#include "truth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct truth_file {
  FILE *file;
  struct truth_row header;
};

static void give_up(const char *what, const char *name) {
  fprintf(stderr, "tests/truth: %s: %s\n", what, name);
  exit(1);
}

static bool read_row(FILE *file, struct truth_row *row) {
  if (fgets(row->text, sizeof row->text, file) == NULL) return false;
  row->text[strcspn(row->text, "\r\n")] = '\0';
  row->columns = 0;
  char *rest = row->text;
  while (rest != NULL && row->columns < TRUTH_COLUMNS)
    row->field[row->columns++] = strsep(&rest, ",");
  return true;
}

struct truth_file *truth_open(const char *directory, const char *name) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  struct truth_file *f = calloc(1, sizeof *f);
  if (f == NULL) give_up("out of memory", name);
  f->file = fopen(path, "r");
  if (f->file == NULL) give_up("cannot open", path);
  do /* the first lines may say where the counts are from */
    if (!read_row(f->file, &f->header)) give_up("empty", path);
  while (f->header.text[0] == '#');
  return f;
}

bool truth_next(struct truth_file *f, struct truth_row *row) {
  if (read_row(f->file, row)) return true;
  fclose(f->file);
  free(f);
  return false;
}

bool truth_has(const struct truth_file *f, const char *column) {
  for (unsigned i = 0; i < f->header.columns; i++)
    if (strcmp(f->header.field[i], column) == 0) return true;
  return false;
}

const char *truth_field(const struct truth_file *f, const struct truth_row *row,
                        const char *column) {
  for (unsigned i = 0; i < f->header.columns && i < row->columns; i++)
    if (strcmp(f->header.field[i], column) == 0) return row->field[i];
  give_up("no such column", column);
  return NULL;
}

long truth_number(const struct truth_file *f, const struct truth_row *row, const char *column) {
  const char *field = truth_field(f, row, column);
  return *field == '\0' ? -1 : strtol(field, NULL, 10);
}

void truth_lanes(const char *field, uint32_t *mask, uint64_t value[WL_LANES]) {
  *mask = 0;
  for (unsigned i = 0; i < WL_LANES; i++) {
    field += strspn(field, " ");
    char *end;
    value[i] = strtoull(field, &end, 10);
    if (end != field) *mask |= 1u << i;
    field = end + (*end == '-');
  }
}
