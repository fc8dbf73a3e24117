#include "reference_caches.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 128, SECTORS = 4, WORDS = 32, MOST_SMS = 8, MOST_LINES = 4096, MOST_WARPS = 64 };

struct line {
  uint64_t number;
  uint64_t used; /* when */
  bool word[WORDS];
};

struct cache {
  uint32_t room, count;
  uint64_t clock;
  struct line *line;
};

/* A block on a multiprocessor: where each of its warps is in the list of steps. */
struct warp {
  size_t at;
  bool waits, ended;
};
struct block {
  bool there;
  uint32_t number;
  unsigned phase;
  struct warp warp[MOST_WARPS];
};

struct sm {
  struct cache l1;
  struct block slot[MOST_WARPS];
  uint32_t next_block;
  int last; /* the warp that made the last request, counted over all slots; -1: none */
  bool had[MOST_LINES][SECTORS]; /* that a load has brought to this L1 */
};

struct machine {
  const struct reference_launch *launch;
  struct reference_figures *out;
  struct sm sm[MOST_SMS];
  struct cache l2[2];
  bool loaded[MOST_LINES][SECTORS], stored[MOST_LINES][SECTORS];
};

/* The words of a line that an access touches, or writes in full. */
struct part {
  uint64_t line;
  bool word[WORDS], full[WORDS];
};

static void make_cache(struct cache *c, uint32_t lines) {
  c->room = lines;
  c->line = calloc(lines + 1, sizeof *c->line);
  assert(c->line != NULL);
}

static struct line *look(struct cache *c, uint64_t number) {
  for (uint32_t i = 0; i < c->count; i++)
    if (c->line[i].number == number) return &c->line[i];
  return NULL;
}

/* The line, with room made for it, as the one used last. */
static struct line *touch(struct cache *c, uint64_t number) {
  struct line *l = look(c, number);
  if (l == NULL && c->count < c->room) {
    l = &c->line[c->count++];
    *l = (struct line){.number = number};
  } else if (l == NULL) {
    l = &c->line[0];
    for (uint32_t i = 1; i < c->count; i++)
      if (c->line[i].used < l->used) l = &c->line[i];
    *l = (struct line){.number = number};
  }
  l->used = ++c->clock;
  return l;
}

static bool has_sector(const struct line *l, unsigned sector) {
  bool all = true;
  for (unsigned w = 0; w < WORDS / SECTORS; w++)
    all = all && l->word[sector * WORDS / SECTORS + w];
  return all;
}

static void set_sector(struct line *l, unsigned sector, bool there) {
  for (unsigned w = 0; w < WORDS / SECTORS; w++) l->word[sector * WORDS / SECTORS + w] = there;
}

static bool asks(const struct part *p, unsigned sector) {
  bool any = false;
  for (unsigned w = 0; w < WORDS / SECTORS; w++)
    any = any || p->word[sector * WORDS / SECTORS + w];
  return any;
}

/* Lines in the order of the lanes that ask first. */
static unsigned find_parts(const struct wl_access *a, struct part part[WL_LANES]) {
  unsigned count = 0;
  bool byte[WL_LANES][LINE] = {{false}};
  for (unsigned lane = 0; lane < WL_LANES; lane++) {
    if (!(a->mask >> lane & 1)) continue;
    unsigned i = 0, from = (unsigned)(a->address[lane] % LINE);
    while (i < count && part[i].line != a->address[lane] / LINE) i++;
    if (i == count) part[count++] = (struct part){.line = a->address[lane] / LINE};
    for (unsigned b = from; b < from + a->width; b++) {
      part[i].word[b / 4] = true;
      byte[i][b] = true;
    }
  }
  for (unsigned i = 0; i < count; i++)
    for (unsigned w = 0; w < WORDS; w++)
      part[i].full[w] =
        byte[i][4 * w] && byte[i][4 * w + 1] && byte[i][4 * w + 2] && byte[i][4 * w + 3];
  return count;
}

/* Which partition a line belongs to is arbitrary, and is agreed on. */
static unsigned home_of(const struct machine *m, uint64_t line) {
  return m->launch->partitions < 2 ? 0
                                   : (unsigned)(line * UINT64_C(0x9e3779b97f4a7c15) >> 61 & 1);
}

/* L2 gives a sector; DRAM gives L2 what it has not, in pieces of two sectors. An atomic is made
 * where the line belongs. */
static void read_l2(struct machine *m, unsigned sm, uint64_t line, unsigned sector, bool atomic,
                    struct reference_site *site, bool pieces[SECTORS / 2]) {
  unsigned home = home_of(m, line), near = m->launch->partitions < 2 ? 0 : sm % 2;
  if (near != home && !atomic) {
    struct line *copy = touch(&m->l2[near], line);
    bool had = has_sector(copy, sector);
    set_sector(copy, sector, true);
    if (had) return;
  }
  struct line *own = touch(&m->l2[home], line);
  if (has_sector(own, sector)) return;
  set_sector(own, sector, true);
  site->dram++;
  pieces[sector / 2] = true;
}

/* The other sector of each piece that came, after all that was asked for. */
static void fill_pieces(struct machine *m, uint64_t line, struct reference_site *site,
                        const bool pieces[SECTORS / 2]) {
  for (unsigned s = 0; s < SECTORS; s++) {
    if (!pieces[s / 2]) continue;
    struct line *own = touch(&m->l2[home_of(m, line)], line);
    site->dram += !has_sector(own, s);
    set_sector(own, s, true);
  }
}

/* What is changed in its own partition makes a copy in the other one void. */
static void void_copy(struct machine *m, uint64_t line, unsigned sector) {
  struct line *copy =
    m->launch->partitions < 2 ? NULL : look(&m->l2[1 - home_of(m, line)], line);
  if (copy != NULL) set_sector(copy, sector, false);
}

static void ask_reads(struct machine *m, unsigned sm, uint64_t line, const bool want[SECTORS],
                      struct reference_site *site) {
  bool pieces[SECTORS / 2] = {false};
  for (unsigned s = 0; s < SECTORS; s++) {
    if (!want[s]) continue;
    site->reads++;
    site->shared += m->loaded[line][s];
    m->out->loaded += !m->loaded[line][s];
    m->loaded[line][s] = true;
    read_l2(m, sm, line, s, false, site, pieces);
  }
  fill_pieces(m, line, site, pieces);
}

static void note_stored(struct machine *m, uint64_t line, unsigned sector) {
  m->out->stored += !m->stored[line][sector];
  m->stored[line][sector] = true;
}

static void load(struct machine *m, unsigned sm, const struct part *p,
                 struct reference_site *site) {
  struct cache *l1 = &m->sm[sm].l1;
  struct line *l = look(l1, p->line);
  bool miss[SECTORS] = {false}, any = false;
  for (unsigned s = 0; s < SECTORS; s++) {
    if (!asks(p, s)) continue;
    for (unsigned w = s * 8; w < s * 8 + 8; w++)
      if (p->word[w] && (l == NULL || !l->word[w])) miss[s] = true;
    if (miss[s]) {
      site->misses++;
      site->evicted += m->sm[sm].had[p->line][s];
      any = true;
    } else {
      site->hits++;
    }
  }
  l = touch(l1, p->line);
  if (!any) return;
  for (unsigned s = 0; s < SECTORS; s++) {
    miss[s] = miss[s] || m->launch->whole_lines;
    if (!miss[s]) continue;
    set_sector(l, s, true);
    m->sm[sm].had[p->line][s] = true;
  }
  ask_reads(m, sm, p->line, miss, site);
}

static void drop(struct machine *m, unsigned sm, uint64_t line, unsigned sector) {
  struct line *l = look(&m->sm[sm].l1, line);
  if (l != NULL) set_sector(l, sector, false);
}

static void load_past(struct machine *m, unsigned sm, const struct part *p,
                      struct reference_site *site) {
  bool want[SECTORS];
  for (unsigned s = 0; s < SECTORS; s++) {
    want[s] = asks(p, s);
    if (!want[s]) continue;
    site->misses++;
    site->evicted += m->sm[sm].had[p->line][s];
    drop(m, sm, p->line, s);
  }
  ask_reads(m, sm, p->line, want, site);
}

static void store(struct machine *m, unsigned sm, const struct part *p,
                  struct reference_site *site) {
  if (m->launch->stores_stay && m->sm[sm].l1.room > 0) {
    struct line *l = touch(&m->sm[sm].l1, p->line);
    for (unsigned w = 0; w < WORDS; w++) l->word[w] = l->word[w] || p->full[w];
  } else {
    for (unsigned s = 0; s < SECTORS; s++) drop(m, sm, p->line, s);
  }
  for (unsigned s = 0; s < SECTORS; s++) {
    if (!asks(p, s)) continue;
    site->writes++;
    note_stored(m, p->line, s);
    set_sector(touch(&m->l2[home_of(m, p->line)], p->line), s, true);
    void_copy(m, p->line, s);
  }
}

static void update(struct machine *m, unsigned sm, const struct part *p,
                   struct reference_site *site) {
  bool pieces[SECTORS / 2] = {false};
  for (unsigned s = 0; s < SECTORS; s++) {
    if (!asks(p, s)) continue;
    drop(m, sm, p->line, s);
    site->atomics++;
    note_stored(m, p->line, s);
    read_l2(m, sm, p->line, s, true, site, pieces);
    void_copy(m, p->line, s);
  }
  fill_pieces(m, p->line, site, pieces);
}

static bool is_fence(const struct wl_step *s) {
  return s->kind == WL_STEP_BARRIER &&
         (s->name == WL_NAME_THREADFENCE || s->name == WL_NAME_THREADFENCE_SYSTEM);
}

static bool counts(const struct wl_step *s) {
  return is_fence(s) || (s->kind == WL_STEP_ACCESS && s->access.space == WL_GLOBAL);
}

static bool goes_past(const struct reference_launch *r, const struct wl_step *s) {
  const struct wl_access *a = &s->access;
  if (r->l1_lines == 0 || r->is_volatile[s->array] || a->op == WL_COPY_CG) return true;
  if (a->op == WL_COPY) return false;
  return a->cache == WL_CG || (a->cache == WL_PLAIN && r->loads_past);
}

static void make_request(struct machine *m, unsigned sm, const struct wl_step *s) {
  struct part part[WL_LANES];
  if (is_fence(s)) {
    m->sm[sm].l1.count = 0;
    return;
  }
  const struct wl_access *a = &s->access;
  struct reference_site *site = &m->out->site[s->place.line][s->array];
  unsigned parts = find_parts(a, part);
  for (unsigned i = 0; i < parts; i++) {
    if (wl_op_is_atomic((enum wl_op)a->op)) update(m, sm, &part[i], site);
    else if (a->op == WL_STORE) store(m, sm, &part[i], site);
    else if (goes_past(m->launch, s)) load_past(m, sm, &part[i], site);
    else load(m, sm, &part[i], site);
  }
}

/* The next step of a warp from a place of the list on; `steps` where there is none. */
static size_t next_step(const struct reference_launch *r, size_t from, uint32_t block,
                        uint32_t warp) {
  while (from < r->steps && !(r->step[from].block == block && r->step[from].warp == warp &&
                              counts(&r->step[from])))
    from++;
  return from;
}

/* Free slots get the next blocks of the multiprocessor that ask for anything. */
static void admit(struct machine *m, unsigned sm) {
  const struct reference_launch *r = m->launch;
  struct sm *p = &m->sm[sm];
  for (uint32_t i = 0; i < r->resident; i++) {
    struct block *b = &p->slot[i];
    while (!b->there && p->next_block < r->blocks) {
      *b = (struct block){.number = p->next_block};
      p->next_block += r->sms;
      for (uint32_t w = 0; w < r->warps; w++) {
        b->warp[w].at = next_step(r, 0, b->number, w);
        b->there = b->there || b->warp[w].at < r->steps;
      }
    }
  }
}

/* Whose turn it is; -1: all have ended. */
static int whose_turn(const struct machine *m, unsigned sm) {
  const struct sm *p = &m->sm[sm];
  int all = (int)(m->launch->resident * m->launch->warps);
  int first = m->launch->warps_in_a_row && p->last >= 0 ? p->last : p->last + 1;
  for (int i = 0; i < all; i++) {
    int who = (first + i) % all;
    const struct block *b = &p->slot[(uint32_t)who / m->launch->warps];
    const struct warp *w = &b->warp[(uint32_t)who % m->launch->warps];
    if (b->there && !w->waits && !w->ended) return who;
  }
  return -1;
}

/* Where all warps that have not ended wait, those with the least to wait for go on. */
static void pass_barrier(const struct reference_launch *r, struct block *b) {
  unsigned least = UINT32_MAX;
  b->there = false;
  for (uint32_t w = 0; w < r->warps; w++) {
    if (b->warp[w].ended) continue;
    b->there = true;
    if (!b->warp[w].waits) return;
    if (r->step[b->warp[w].at].phase < least) least = r->step[b->warp[w].at].phase;
  }
  b->phase = least;
  for (uint32_t w = 0; w < r->warps; w++)
    if (!b->warp[w].ended && r->step[b->warp[w].at].phase == least) b->warp[w].waits = false;
}

/* One request of a multiprocessor; false: it has none left. That a warp waits, or has ended, is
 * found when its turn comes, and takes none. */
static bool take_turn(struct machine *m, unsigned sm) {
  const struct reference_launch *r = m->launch;
  for (;;) {
    admit(m, sm);
    int who = whose_turn(m, sm);
    if (who < 0) return false;
    struct block *b = &m->sm[sm].slot[(uint32_t)who / r->warps];
    uint32_t number = (uint32_t)who % r->warps;
    struct warp *w = &b->warp[number];
    if (w->at < r->steps && r->step[w->at].phase == b->phase) {
      m->sm[sm].last = who;
      make_request(m, sm, &r->step[w->at]);
      w->at = next_step(r, w->at + 1, b->number, number);
      return true;
    }
    if (w->at == r->steps) w->ended = true;
    else w->waits = true;
    pass_barrier(r, b);
  }
}

static void count_lines(const struct reference_launch *r, struct reference_figures *out) {
  for (uint32_t b = 0; b < r->blocks; b++) {
    static bool seen[MOST_LINES];
    uint64_t lines = 0;
    memset(seen, 0, sizeof seen);
    for (size_t i = 0; i < r->steps; i++) {
      const struct wl_step *s = &r->step[i];
      if (s->block != b || !counts(s) || is_fence(s)) continue;
      for (unsigned lane = 0; lane < WL_LANES; lane++) {
        if (!(s->access.mask >> lane & 1)) continue;
        bool *line = &seen[s->access.address[lane] / LINE];
        lines += !*line;
        *line = true;
      }
    }
    if (lines > out->block_lines) out->block_lines = lines;
  }
}

void reference_caches(const struct reference_launch *launch, struct reference_figures *out) {
  struct machine *m = calloc(1, sizeof *m);
  assert(m != NULL && launch->sms <= MOST_SMS && launch->resident * launch->warps <= MOST_WARPS);
  *out = (struct reference_figures){.loaded = 0};
  m->launch = launch;
  m->out = out;
  for (unsigned i = 0; i < launch->sms; i++) {
    make_cache(&m->sm[i].l1, launch->l1_lines);
    m->sm[i].next_block = i;
    m->sm[i].last = -1;
  }
  for (unsigned i = 0; i < launch->partitions; i++) make_cache(&m->l2[i], launch->l2_lines);
  for (bool more = true; more;) {
    more = false;
    for (unsigned i = 0; i < launch->sms; i++)
      if (take_turn(m, i)) more = true;
  }
  count_lines(launch, out);
  for (unsigned i = 0; i < launch->sms; i++) free(m->sm[i].l1.line);
  for (unsigned i = 0; i < launch->partitions; i++) free(m->l2[i].line);
  free(m);
}
