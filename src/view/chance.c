#include "view/chance.h"

#include <stdio.h>

#include "core/hazards.h"
#include "view/basics.h"
#include "view/selection.h"
#include "view/state.h"

static struct wl_hazards *list(const struct wl_model *m) {
  return m->analysis ? wl_analysis_hazards(m->analysis) : NULL;
}

size_t wl_model_hazards(const struct wl_model *m) { return wl_hazards_count(list(m), false); }

bool wl_hazard_line(const struct wl_model *m, uint32_t line) {
  const struct wl_hazard *h;
  for (size_t i = 0; (h = wl_hazards_get(list(m), false, i)) != NULL; i++)
    if (h->first.place.line == line || (h->has_second && h->second.place.line == line)) return true;
  return false;
}

/* A thread that has returned did nothing that could be selected. */
bool wl_hazard_stops(const struct wl_hazard *h, unsigned party) {
  return party == 0 || (h->has_second && h->second.place.line > 0 &&
                        h->second.step != h->first.step);
}

const struct wl_hazard *wl_hazard_at(const struct wl_model *m, size_t step) {
  const struct wl_hazard *h;
  for (size_t i = 0; (h = wl_hazards_get(list(m), false, i)) != NULL; i++)
    if (h->first.step == step || (wl_hazard_stops(h, 1) && h->second.step == step)) break;
  return h;
}

bool wl_hazard_phrase(struct wl_model *m, bool tiny, char text[WL_HAZARD_TEXT + 48]) {
  const struct wl_spot *s = wl_model_spot(m);
  const struct wl_hazard *h = s->covered ? NULL : wl_hazard_at(m, m->selected);
  char title[WL_HAZARD_TEXT], with[40] = "";
  if (!h) return false;
  const struct wl_place *here = &s->step.place, *other = &h->second.place;
  if (h->second.step == m->selected) other = &h->first.place;
  bool named = h->has_second && other->line && other->line != here->line;
  if (named) snprintf(with, sizeof with, tiny ? ": line %u" : " with line %u", other->line);
  wl_hazard_title(h, wl_model_head(m), title);
  if (tiny) snprintf(text, WL_HAZARD_TEXT + 48, "hazard%s", with);
  else snprintf(text, WL_HAZARD_TEXT + 48, "hazard%s, %s", with, title);
  return true;
}
