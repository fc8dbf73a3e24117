/* How sure a rule or number is. */
#ifndef WL_CORE_GPU_CERTAINTY_H
#define WL_CORE_GPU_CERTAINTY_H

enum wl_certainty {
  WL_VENDOR,   /* documented by the vendor */
  WL_MEASURED, /* counted by hardware counters */
  WL_DERIVED,  /* follows from other rules, or fitted */
  WL_FOLKLORE, /* said often, never checked here */
  WL_CERTAINTIES,
  WL_NOT_KNOWN = WL_CERTAINTIES, /* there is no rule, and no number */
};
extern const char *const wl_certainty_names[WL_CERTAINTIES + 1];

#endif
