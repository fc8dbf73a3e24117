/* What makes the counts of an access to global memory: lines, tag wavefronts and data wavefronts;
 * before cc 5.0, transactions. */
#include <string.h>

#include "core/count/count_spaces.h"
#include "core/count/tag_sets.h"
#include "core/explain/explain_parts.h"

/* Enters what a lane asks of its line, in tag wavefront `tag` for atomics; adds
 * the line where it is not listed yet, and returns it. */
static struct wl_line *enter_line(const struct wl_arch *arch, const struct wl_access *a,
                                  unsigned lane, int tag, struct wl_explain *out) {
  uint64_t address = a->address[lane] & ~(uint64_t)(arch->line_bytes - 1);
  unsigned pass = 0, same_set = 0, set = wl_tag_set(arch, address >> WL_LINE_SHIFT);
  struct wl_line *line = NULL;
  for (unsigned i = 0; i < out->line_count && line == NULL; i++) {
    struct wl_line *l = &out->line[i];
    same_set += l->set == set;
    if (l->address == address && (tag < 0 || l->tag == tag)) line = l;
    else pass += l->address == address;
  }
  if (line == NULL) {
    line = &out->line[out->line_count++];
    line->address = address;
    line->set = (uint8_t)set;
    line->tag = (uint8_t)(tag < 0 ? (int)same_set : tag);
    line->pass = (uint8_t)pass;
    line->rows = 1;
  }
  unsigned offset = (unsigned)(a->address[lane] - address);
  line->used[offset / 64] |= ((1ull << a->width) - 1) << offset % 64;
  line->lanes |= 1u << lane;
  line->sectors = (uint8_t)(line->sectors | 1u << offset / arch->sector_bytes);
  line->moved = (uint8_t)__builtin_popcount(line->sectors);
  return line;
}

static void enter_tag(unsigned tag, unsigned lane, struct wl_explain *out) {
  out->tag_lanes[tag] |= 1u << lane;
  if (tag >= out->tag_count) out->tag_count = (uint16_t)(tag + 1);
}

/* Lines of whatever is no atomic and no copy past L1: the k-th line of a tag set goes in
 * tag wavefront k. */
static void list_lines(const struct wl_arch *arch, const struct wl_access *a,
                       struct wl_explain *out) {
  for (uint32_t rest = a->mask; rest != 0; rest &= rest - 1) {
    const struct wl_line *line = enter_line(arch, a, wl_lowest(rest), -1, out);
    enter_tag(line->tag, wl_lowest(rest), out);
  }
}

/* Whether an atomic's lane has to wait for a later tag wavefront: its set is
 * claimed for another line, or an earlier lane among those `waiting` has the same
 * set and the same place in its line. */
static bool lane_waits(const struct wl_arch *arch, const struct wl_access *a, uint32_t waiting,
                       unsigned lane) {
  unsigned unit = wl_claim_shift(a);
  uint64_t line = a->address[lane] >> WL_LINE_SHIFT, claim = a->address[lane] >> unit;
  bool claimed = false;
  for (uint32_t rest = waiting & ((1u << lane) - 1); rest != 0; rest &= rest - 1) {
    uint64_t other = a->address[wl_lowest(rest)];
    if (wl_tag_set(arch, other >> WL_LINE_SHIFT) != wl_tag_set(arch, line)) continue;
    if (!claimed && other >> unit != claim) return true;
    claimed = true; /* the first lane of a set claims it */
    if (((other ^ a->address[lane]) & (arch->line_bytes - 1)) == 0) return true;
  }
  return false;
}

static void list_atomic_lines(const struct wl_arch *arch, const struct wl_access *a,
                              struct wl_explain *out) {
  uint32_t waiting = a->mask;
  for (int tag = 0; waiting != 0; tag++) {
    uint32_t later = 0;
    for (uint32_t rest = waiting; rest != 0; rest &= rest - 1) {
      unsigned lane = wl_lowest(rest);
      if (lane_waits(arch, a, waiting, lane)) {
        later |= 1u << lane;
      } else {
        enter_line(arch, a, lane, tag, out);
        enter_tag((unsigned)tag, lane, out);
      }
    }
    waiting = later;
  }
}

/* Loads and stores: the first tag wavefronts together, then each on its own. */
static void serve_tags(const struct wl_access *a, struct wl_explain *out) {
  struct wl_load load = {{{0}}};
  unsigned tag = 0, together = wl_tags_together(a);
  uint32_t lanes = 0;
  for (; tag < together && tag < out->tag_count; tag++) lanes |= out->tag_lanes[tag];
  wl_bank_schedule(a, 0, lanes, WL_PER_WORD, &load, out);
  for (; tag < out->tag_count; tag++)
    wl_bank_schedule(a, tag, out->tag_lanes[tag], WL_PER_WORD, &load, out);
  wl_set_ways(&load, out);
}

/* Operands of one tag wavefront of an atomic: where all its lanes have lines of
 * their own, fewer banks take part. */
static enum wl_service atomic_service(const struct wl_access *a, const struct wl_explain *out,
                                      unsigned tag) {
  unsigned lines = 0;
  for (unsigned i = 0; i < out->line_count; i++) lines += out->line[i].tag == tag;
  bool alone = (unsigned)__builtin_popcount(out->tag_lanes[tag]) == lines;
  if (a->op == WL_CAS) return alone ? WL_BY_SECTOR : WL_HALF_LINES;
  return alone ? WL_HALF_BANKS : WL_PER_WORD;
}

/* Atomics: operands tag wavefront by tag wavefront, then the old values back. */
static void serve_atomic(const struct wl_access *a, struct wl_explain *out) {
  struct wl_wavefront back[WL_LANES];
  struct wl_load load = {{{0}}};
  unsigned backs = 0;
  if (a->op != WL_REDUCE) {
    for (unsigned tag = 0; tag < out->tag_count; tag++)
      wl_bank_schedule(a, tag, out->tag_lanes[tag], WL_PER_WORD, &load, out);
    backs = out->wavefront_count;
    memcpy(back, out->wavefront, backs * sizeof back[0]);
    memset(out->wavefront, 0, backs * sizeof back[0]);
    memset(&load, 0, sizeof load);
    out->wavefront_count = out->word_count = 0;
  }
  if (a->op == WL_CAS) wl_explain_groups(wl_group_shift(a->width, false) - 1, out);
  for (unsigned tag = 0; tag < out->tag_count; tag++)
    wl_bank_schedule(a, tag, out->tag_lanes[tag], atomic_service(a, out, tag), &load, out);
  for (unsigned i = 0; i < backs; i++) {
    back[i].back = true;
    out->wavefront[out->wavefront_count++] = back[i];
  }
  wl_set_ways(&load, out);
}

/* cp.async: its words are those that it writes. */
static void serve_copy(const struct wl_arch *arch, const struct wl_access *a,
                       struct wl_explain *out) {
  if (a->mask == 0) return;
  struct wl_copy_wavefront wavefront[WL_LANES];
  struct wl_load load = {{{0}}};
  out->wavefront_count = (uint16_t)wl_copy_wavefronts(arch, a, wavefront);
  for (unsigned i = 0; i < out->wavefront_count; i++) {
    const struct wl_copy_wavefront *w = &wavefront[i];
    out->wavefront[i] = (struct wl_wavefront){
        .lanes = w->lanes, .finished = w->lanes, .group = w->group, .tag = w->tag};
    for (uint32_t rest = w->lanes; rest != 0; rest &= rest - 1) {
      unsigned lane = wl_lowest(rest);
      for (unsigned k = 0; k < wl_element_words(a->width); k++) {
        uint64_t index = (a->second[lane] >> WL_WORD_SHIFT) + k;
        uint8_t bank = (uint8_t)(index % WL_MAX_BANKS);
        out->word[out->word_count++] =
            (struct wl_word){.index = index, .lanes = 1u << lane, .bank = bank,
                             .group = w->group, .wavefront = (uint8_t)i};
        load.of[w->group][bank]++;
      }
    }
  }
  wl_set_ways(&load, out);
}

/* cp.async.cg: a line anew in every tag wavefront that fills rows from it. */
static void list_copy_lines(const struct wl_arch *arch, const struct wl_access *a,
                            struct wl_explain *out) {
  struct wl_copy_unit unit[WL_LANES];
  unsigned count = a->mask ? wl_copy_units(arch, a, unit) : 0;
  uint32_t movers = wl_copy_movers(a);
  for (unsigned i = 0; i < count; i++) {
    unsigned before = out->line_count, first = wl_lowest(unit[i].lanes);
    struct wl_line *line = enter_line(arch, a, first, unit[i].tag, out);
    if (out->line_count == before) line->rows++; /* its second row in this wavefront */
    for (uint32_t rest = unit[i].lanes; rest != 0; rest &= rest - 1) {
      enter_line(arch, a, wl_lowest(rest), unit[i].tag, out);
      enter_tag(unit[i].tag, wl_lowest(rest), out);
    }
  }
  for (unsigned i = 0; i < out->line_count; i++)
    out->line[i].moved = (uint8_t)__builtin_popcount(out->line[i].lanes & movers);
}

static void set_sectors(const struct wl_access *a, struct wl_explain *out) {
  unsigned sectors = 0, lines = 0;
  for (unsigned i = 0; i < out->line_count; i++) {
    sectors += out->line[i].moved;
    lines += out->line[i].rows;
  }
  out->counts.lines = (uint16_t)lines;
  wl_set_moved(&out->counts, sectors);
  if (wl_is_atomic(a)) wl_cap_ideal(a, &out->counts);
}

/* What the lines look like where nothing is known of tags. */
static void forget_tags(struct wl_explain *out) {
  memset(out->tag_lanes, 0, out->tag_count * sizeof out->tag_lanes[0]);
  for (unsigned i = 0; i < out->line_count; i++) out->line[i].tag = 0;
  out->tag_count = 0;
}

void wl_explain_global(const struct wl_arch *arch, const struct wl_access *a,
                       struct wl_explain *out) {
  bool unknown = wl_turns_unknown(arch, a), tags = arch->tag_sets != 0 && !unknown;
  wl_explain_groups(wl_group_shift(a->width, false), out);
  if (wl_is_atomic(a) && tags) list_atomic_lines(arch, a, out);
  else if (a->op == WL_COPY_CG) list_copy_lines(arch, a, out);
  else list_lines(arch, a, out);
  set_sectors(a, out);
  if (!tags) {
    forget_tags(out);
    if (unknown) wl_forget_turns(&out->counts);
    return;
  }
  if (wl_is_atomic(a)) serve_atomic(a, out);
  else if (a->op == WL_COPY) serve_copy(arch, a, out);
  else if (a->op != WL_COPY_CG) serve_tags(a, out);
  out->counts.tag_wavefronts = out->tag_count;
}

void wl_explain_transactions(enum wl_coalescing rule, const struct wl_arch *arch,
                             const struct wl_access *a, struct wl_explain *out) {
  unsigned requests, bytes = 0, part = wl_request_lanes(rule, a->width);
  for (unsigned lane = 0; lane < WL_LANES; lane += part)
    out->group_lanes[out->groups++] = (part == WL_LANES ? UINT32_MAX : (1u << part) - 1) << lane;
  list_lines(arch, a, out); /* no unit of the hardware, but what its picture shows */
  forget_tags(out);
  if (rule == WL_COALESCE_NONE) return;
  out->transaction_count = (uint16_t)wl_transactions(rule, a, out->transaction, &requests);
  for (unsigned i = 0; i < out->transaction_count; i++) bytes += out->transaction[i].bytes;
  out->counts.requests = (uint16_t)requests;
  out->counts.transactions = out->transaction_count;
  wl_set_moved(&out->counts, bytes >> WL_SECTOR_SHIFT);
}

/* Adds what one row of local memory does to what the rows before it did. */
static void append_row(const struct wl_explain *row, struct wl_explain *out) {
  memcpy(&out->tag_lanes[out->tag_count], row->tag_lanes, row->tag_count * sizeof(uint32_t));
  memcpy(&out->transaction[out->transaction_count], row->transaction,
         row->transaction_count * sizeof row->transaction[0]);
  for (unsigned i = 0; i < row->line_count; i++) {
    struct wl_line *line = &out->line[out->line_count++];
    *line = row->line[i];
    line->tag = (uint8_t)(line->tag + out->tag_count);
  }
  for (unsigned i = 0; i < row->word_count; i++) {
    struct wl_word *word = &out->word[out->word_count++];
    *word = row->word[i];
    word->wavefront = (uint8_t)(word->wavefront + out->wavefront_count);
  }
  for (unsigned i = 0; i < row->wavefront_count; i++) {
    struct wl_wavefront *front = &out->wavefront[out->wavefront_count++];
    *front = row->wavefront[i];
    front->tag = (uint8_t)(front->tag + out->tag_count);
  }
  for (unsigned b = 0; b < WL_MAX_BANKS; b++)
    if (row->bank_words[b] > out->bank_words[b]) out->bank_words[b] = row->bank_words[b];
  if (row->counts.ways > out->counts.ways) out->counts.ways = row->counts.ways;
  out->tag_count = (uint16_t)(out->tag_count + row->tag_count);
  out->transaction_count = (uint16_t)(out->transaction_count + row->transaction_count);
  out->counts.lines = (uint16_t)(out->counts.lines + row->counts.lines);
}

void wl_explain_local(const struct wl_arch *arch, const struct wl_access *a,
                      struct wl_explain *out) {
  unsigned sectors = 0;
  for (unsigned i = 0; i < wl_local_rows(a->width); i++) {
    struct wl_explain row = {.counts = {0}};
    struct wl_access global;
    wl_local_row(a, i, &global);
    if (arch->family != WL_COALESCED) wl_explain_global(arch, &global, &row);
    else wl_explain_transactions((enum wl_coalescing)arch->local, arch, &global, &row);
    append_row(&row, out);
    sectors += row.counts.sectors;
  }
  out->group_lanes[out->groups++] = UINT32_MAX;
  out->counts.transactions = out->transaction_count;
  out->counts.tag_wavefronts = out->tag_count;
  out->counts.requests = (uint16_t)(out->counts.requests * wl_local_rows(a->width));
  wl_set_moved(&out->counts, sectors);
}
