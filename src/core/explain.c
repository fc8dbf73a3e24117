/* Who made the counts. Written for clarity: it lists every line, word and
 * wavefront one by one, where count.c only adds up. */
#include "core/explain.h"

#include <string.h>

#include "core/tagset.h"
#include "core/tally.h"

static unsigned lowest(uint32_t lanes) { return (unsigned)__builtin_ctz(lanes); }

static bool is_atomic(const struct wl_access *a) {
  return a->op == WL_REDUCE || a->op == WL_ATOMIC;
}

static unsigned words_per_lane(const struct wl_access *a) {
  return 1u << (wl_element_shift(a->width) - WL_WORD_SHIFT);
}

static void set_groups(const struct wl_access *a, bool merged, struct wl_explain *out) {
  unsigned shift = wl_group_shift(a->width, merged);
  for (unsigned begin = 0; begin < WL_LANES; begin += 1u << shift)
    out->group_lanes[out->groups++] = wl_group_mask(shift) << begin;
}

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
  }
  unsigned offset = (unsigned)(a->address[lane] - address);
  line->used[offset / 64] |= ((1ull << a->width) - 1) << offset % 64;
  line->lanes |= 1u << lane;
  line->sectors = (uint8_t)(line->sectors | 1u << offset / arch->sector_bytes);
  return line;
}

static void enter_tag(unsigned tag, unsigned lane, struct wl_explain *out) {
  out->tag_lanes[tag] |= 1u << lane;
  if (tag >= out->tag_count) out->tag_count = (uint16_t)(tag + 1);
}

/* Lines of a load or store: the k-th line of a tag set goes in tag wavefront k. */
static void list_lines(const struct wl_arch *arch, const struct wl_access *a,
                       struct wl_explain *out) {
  for (uint32_t rest = a->mask; rest != 0; rest &= rest - 1) {
    const struct wl_line *line = enter_line(arch, a, lowest(rest), -1, out);
    enter_tag(line->tag, lowest(rest), out);
  }
}

/* Whether an atomic's lane has to wait for a later tag wavefront: its set is
 * claimed for another line, or an earlier lane among those `waiting` has the same
 * set and the same place in its line. */
static bool lane_waits(const struct wl_arch *arch, const struct wl_access *a, uint32_t waiting,
                       unsigned lane) {
  uint64_t line = a->address[lane] >> WL_LINE_SHIFT;
  bool claimed = false;
  for (uint32_t rest = waiting & ((1u << lane) - 1); rest != 0; rest &= rest - 1) {
    uint64_t other = a->address[lowest(rest)];
    if (wl_tag_set(arch, other >> WL_LINE_SHIFT) != wl_tag_set(arch, line)) continue;
    if (!claimed && other >> WL_LINE_SHIFT != line) return true;
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
      unsigned lane = lowest(rest);
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

/* How the data stage tells words apart. */
enum service {
  PER_WORD,   /* a word is served once, to all its lanes */
  PER_LANE,   /* every lane on its own: shared atomics */
  HALF_BANKS, /* banks b and b + 4 are one: operands of some global atomics */
};

/* Serves the lanes of one group: the k-th word of a bank goes in wavefront k.
 * `load` counts the group's words (atomics: lanes) per bank. */
static void serve_group(const struct wl_access *a, unsigned group, unsigned tag, uint32_t lanes,
                        enum service service, uint8_t load[WL_MAX_BANKS],
                        struct wl_explain *out) {
  unsigned first_word = out->word_count, first_wavefront = out->wavefront_count;
  unsigned same_bank = service == HALF_BANKS ? WL_MAX_BANKS - 1 - 4 : WL_MAX_BANKS - 1;
  for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    for (unsigned w = 0; w < words_per_lane(a); w++) {
      uint64_t index = (a->address[lowest(rest)] >> WL_WORD_SHIFT) + w;
      unsigned bank = (unsigned)index % WL_MAX_BANKS, before = 0;
      struct wl_word *word = NULL;
      for (unsigned i = first_word; i < out->word_count && word == NULL; i++) {
        if (out->word[i].index == index && service != PER_LANE) word = &out->word[i];
        before += ((out->word[i].bank ^ bank) & same_bank) == 0;
      }
      bool is_new = word == NULL;
      if (is_new) {
        word = &out->word[out->word_count++];
        *word = (struct wl_word){.index = index, .bank = (uint8_t)bank, .group = (uint8_t)group,
                                 .wavefront = (uint8_t)(first_wavefront + before)};
      }
      load[bank] = (uint8_t)(load[bank] + (is_new || is_atomic(a)));
      word->lanes |= 1u << lowest(rest);
      struct wl_wavefront *front = &out->wavefront[word->wavefront];
      front->lanes |= 1u << lowest(rest);
      front->group = (uint8_t)group;
      front->tag = (uint8_t)tag;
      if (word->wavefront >= out->wavefront_count)
        out->wavefront_count = (uint16_t)(word->wavefront + 1u);
    }
  }
}

/* What each bank has to serve to each lane group. */
struct load { uint8_t of[4][WL_MAX_BANKS]; };

/* Serves the lanes of some tag wavefronts, group by group. */
static void serve_lanes(const struct wl_access *a, unsigned tag, uint32_t lanes,
                        enum service service, struct load *load, struct wl_explain *out) {
  for (unsigned g = 0; g < out->groups; g++)
    serve_group(a, g, tag, lanes & out->group_lanes[g], service, load->of[g], out);
}

static void set_ways(const struct load *load, struct wl_explain *out) {
  for (unsigned g = 0; g < out->groups; g++)
    for (unsigned b = 0; b < WL_MAX_BANKS; b++) {
      if (load->of[g][b] > out->bank_words[b]) out->bank_words[b] = load->of[g][b];
      if (load->of[g][b] > out->counts.ways) out->counts.ways = load->of[g][b];
    }
}

/* Loads and stores: the first tag wavefronts together, then each on its own. */
static void serve_tags(const struct wl_access *a, struct wl_explain *out) {
  struct load load = {{{0}}};
  unsigned tag = 0, together = wl_tags_together(a);
  uint32_t lanes = 0;
  for (; tag < together && tag < out->tag_count; tag++) lanes |= out->tag_lanes[tag];
  serve_lanes(a, 0, lanes, PER_WORD, &load, out);
  for (; tag < out->tag_count; tag++)
    serve_lanes(a, tag, out->tag_lanes[tag], PER_WORD, &load, out);
  set_ways(&load, out);
}

/* Operands of one tag wavefront of an atomic: where all its lanes have lines of
 * their own, half the banks take part. */
static enum service atomic_service(const struct wl_explain *out, unsigned tag) {
  unsigned lines = 0;
  for (unsigned i = 0; i < out->line_count; i++) lines += out->line[i].tag == tag;
  return (unsigned)__builtin_popcount(out->tag_lanes[tag]) == lines ? HALF_BANKS : PER_WORD;
}

/* Atomics: operands tag wavefront by tag wavefront, then the old values back. */
static void serve_atomic(const struct wl_access *a, struct wl_explain *out) {
  struct wl_wavefront back[WL_LANES];
  struct load load = {{{0}}};
  unsigned backs = 0;
  if (a->op == WL_ATOMIC) {
    for (unsigned tag = 0; tag < out->tag_count; tag++)
      serve_lanes(a, tag, out->tag_lanes[tag], PER_WORD, &load, out);
    backs = out->wavefront_count;
    memcpy(back, out->wavefront, backs * sizeof back[0]);
    memset(out->wavefront, 0, backs * sizeof back[0]);
    memset(&load, 0, sizeof load);
    out->wavefront_count = out->word_count = 0;
  }
  for (unsigned tag = 0; tag < out->tag_count; tag++)
    serve_lanes(a, tag, out->tag_lanes[tag], atomic_service(out, tag), &load, out);
  for (unsigned i = 0; i < backs; i++) {
    back[i].back = true;
    out->wavefront[out->wavefront_count++] = back[i];
  }
  set_ways(&load, out);
}

/* A lane is finished in the last wavefront that serves it. */
static void finish_lanes(struct wl_explain *out) {
  uint32_t later = 0;
  for (unsigned i = out->wavefront_count; i-- > 0;) {
    out->wavefront[i].finished = out->wavefront[i].lanes & ~later;
    later |= out->wavefront[i].lanes;
  }
}

static void explain_global(const struct wl_arch *arch, const struct wl_access *a,
                           struct wl_explain *out) {
  set_groups(a, false, out);
  if (is_atomic(a)) {
    list_atomic_lines(arch, a, out);
    serve_atomic(a, out);
  } else {
    list_lines(arch, a, out);
    serve_tags(a, out);
  }

  struct wl_counts *c = &out->counts;
  for (unsigned i = 0; i < out->line_count; i++)
    c->sectors = (uint16_t)(c->sectors + __builtin_popcount(out->line[i].sectors));
  c->lines = out->line_count;
  c->tag_wavefronts = out->tag_count;
  c->bytes_moved = arch->sector_bytes * c->sectors;
  uint32_t ideal = (c->bytes_asked + arch->sector_bytes - 1) / arch->sector_bytes;
  c->ideal_sectors = (uint16_t)(ideal < c->sectors ? ideal : c->sectors);

  uint8_t *rule = out->rule;
  rule[WL_SECTORS] = is_atomic(a) ? WL_RULE_ATOMIC_PASS : WL_RULE_SECTOR;
  rule[WL_LINE_COUNT] = is_atomic(a) ? WL_RULE_ATOMIC_PASS : WL_RULE_LINE;
  rule[WL_TAG_WAVEFRONTS] = !out->exact      ? WL_RULE_TAG_FOLD
                            : is_atomic(a)   ? WL_RULE_ATOMIC_PASS
                                             : WL_RULE_TAG_HASH;
  rule[WL_WAVEFRONTS] = is_atomic(a)         ? WL_RULE_ATOMIC_DATA
                        : a->op == WL_STORE  ? WL_RULE_DATA_STORE
                        : a->hit             ? WL_RULE_DATA_HIT
                                             : WL_RULE_DATA_LOAD;
  rule[WL_IDEAL_SECTORS] = WL_RULE_IDEAL_SECTORS;
}

static void explain_shared(const struct wl_arch *arch, const struct wl_access *a,
                           struct wl_explain *out) {
  bool merged = a->op == WL_LOAD && wl_merges(a);
  uint32_t row = arch->banks * arch->bank_bytes;
  struct load load = {{{0}}};
  set_groups(a, merged, out);
  serve_lanes(a, 0, a->mask, is_atomic(a) ? PER_LANE : PER_WORD, &load, out);
  set_ways(&load, out);

  struct wl_counts *c = &out->counts;
  c->bytes_moved = row * out->wavefront_count;
  uint32_t ideal = (c->bytes_asked + row - 1) / row;
  c->ideal_wavefronts = (uint16_t)(ideal < out->wavefront_count ? ideal : out->wavefront_count);

  out->rule[WL_WAVEFRONTS] = is_atomic(a)     ? WL_RULE_BANK_ATOMIC
                             : merged         ? WL_RULE_BANK_MERGE
                             : a->width > 4   ? WL_RULE_BANK_GROUPS
                                              : WL_RULE_BANK;
  out->rule[WL_IDEAL_WAVEFRONTS] = WL_RULE_IDEAL_WAVEFRONTS;
}

/* One pass for each word of each address, in order of first lane. */
static void explain_constant(const struct wl_access *a, struct wl_explain *out) {
  out->group_lanes[out->groups++] = UINT32_MAX;
  for (uint32_t rest = a->mask; rest != 0;) {
    uint64_t address = a->address[lowest(rest)];
    uint32_t lanes = 0;
    for (uint32_t r = rest; r != 0; r &= r - 1)
      if (a->address[lowest(r)] == address) lanes |= 1u << lowest(r);
    for (unsigned w = 0; w < words_per_lane(a); w++)
      out->wavefront[out->wavefront_count++] =
          (struct wl_wavefront){.lanes = lanes, .address = address + 4 * w};
    rest &= ~lanes;
  }
  out->rule[WL_WAVEFRONTS] = WL_RULE_CONSTANT;
}

void wl_explain(const struct wl_arch *arch, const struct wl_access *a, struct wl_explain *out) {
  memset(out, 0, sizeof *out);
  out->exact = wl_count_exact(arch, a);
  out->counts.requests = a->mask != 0;
  out->counts.bytes_asked = (uint32_t)__builtin_popcount(a->mask) * a->width;
  switch (a->space) {
  case WL_GLOBAL: explain_global(arch, a, out); break;
  case WL_SHARED: explain_shared(arch, a, out); break;
  default: explain_constant(a, out); break;
  }
  finish_lanes(out);
  out->counts.wavefronts = out->wavefront_count;
  out->rule[WL_REQUESTS] = WL_RULE_REQUEST;
  out->rule[WL_BYTES_ASKED] = WL_RULE_BYTES;
  if (a->space == WL_CONSTANT) return;
  out->rule[WL_WAYS] = WL_RULE_WAYS;
  out->rule[WL_BYTES_MOVED] = WL_RULE_BYTES;
}
