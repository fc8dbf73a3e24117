/* Numbers of plots, and those beside their ticks. */
#include <stdio.h>

#include "canvas/write/page.h"
#include "report/plot/plot.h"

const char *wl_plot_number(double v, bool share, char text[32]) {
  if (share) snprintf(text, 32, "%.3g %%", v * 100);
  else if (v >= 0 && v < 1e15) wl_page_count((uint64_t)(v + 0.5), 24, text);
  else snprintf(text, 32, "%.4g", v);
  return text;
}

const char *wl_plot_tick(double v, bool share, char text[32]) {
  static const struct { double unit; const char *name; } units[] = {
    {1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e4, " k"}};
  if (share) {
    snprintf(text, 32, "%.3g %%", v * 100);
    return text;
  }
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
    if (v >= units[i].unit) {
      snprintf(text, 32, "%.4g%s", v / (units[i].unit == 1e4 ? 1e3 : units[i].unit), units[i].name);
      return text;
    }
  if (v >= 1000) return wl_plot_number(v, false, text);
  snprintf(text, 32, "%.4g", v);
  return text;
}
