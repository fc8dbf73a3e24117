/* On a dark page. The 256-colour columns are the nearest of the colour cube and grey ramp. */
#include <assert.h>

#include "canvas/theme.h"

/* Short names for the attributes, so that a row stays a row. */
enum { B = WL_BOLD, U = WL_UNDERLINE, R = WL_REVERSE, F = WL_FAINT };

/* In the order mono, 16, 256, true colour. */
const struct wl_look wl_looks_dark[][WL_TIERS] = {
  [WL_STYLE_TEXT] = {{-1, -1, 0}, {-1, -1, 0}, {-1, -1, 0}, {-1, -1, 0}},
  [WL_STYLE_DIM] = {{-1, -1, F}, {-1, -1, F}, {246, -1, 0}, {0x949494, -1, 0}},
  [WL_STYLE_STRONG] = {{-1, -1, B}, {-1, -1, B}, {255, -1, B}, {0xeeeeee, -1, B}},
  [WL_STYLE_TITLE] = {{-1, -1, R | B}, {15, 4, B}, {255, 236, B}, {0xeeeeee, 0x2a323d, B}},
  [WL_STYLE_BAR] = {{-1, -1, R}, {15, 4, 0}, {188, 236, 0}, {0xd7d7d7, 0x2a323d, 0}},
  [WL_STYLE_KEY] = {{-1, -1, B}, {14, -1, B}, {117, -1, B}, {0x87d7ff, -1, B}},
  [WL_STYLE_ERROR] = {{-1, -1, B}, {9, -1, B}, {209, -1, B}, {0xff9a66, -1, B}},
  [WL_STYLE_NOTE] = {{-1, -1, 0}, {13, -1, 0}, {182, -1, 0}, {0xffafd7, -1, 0}},
  [WL_STYLE_GOOD] = {{-1, -1, 0}, {10, -1, 0}, {79, -1, 0}, {0x5fd7af, -1, 0}},
  [WL_STYLE_WARN] = {{-1, -1, B}, {11, -1, 0}, {178, -1, 0}, {0xffaf00, -1, 0}},
  [WL_STYLE_BAD] = {{-1, -1, B}, {9, -1, B}, {209, -1, B}, {0xff8a4c, -1, B}},
  [WL_STYLE_USED] = {{-1, -1, R}, {0, 6, 0}, {234, 74, 0}, {0x1c1c1c, 0x5fafd7, 0}},
  [WL_STYLE_WASTE] = {{-1, -1, 0}, {3, -1, 0}, {137, 235, 0}, {0xc1954a, 0x2c2518, 0}},
  [WL_STYLE_LANE] = {{-1, -1, 0}, {14, -1, 0}, {117, -1, 0}, {0x87d7ff, -1, 0}},
  [WL_STYLE_LANE_OFF] = {{-1, -1, F}, {-1, -1, F}, {243, -1, 0}, {0x767676, -1, 0}},
  [WL_STYLE_NOW] = {{-1, -1, R | B | U}, {0, 11, 0}, {233, 221, B}, {0x1c1c1c, 0xf0e442, B}},
  [WL_STYLE_DONE] = {{-1, -1, U}, {10, -1, 0}, {152, 237, 0}, {0xafd7d7, 0x1d4a3e, 0}},
  [WL_STYLE_BAR_DIM] = {{-1, -1, R}, {7, 4, 0}, {248, 236, 0}, {0xa8a8a8, 0x2a323d, 0}},
  [WL_STYLE_BAR_KEY] = {{-1, -1, R | B | U}, {14, 4, B}, {117, 236, B}, {0x87d7ff, 0x2a323d, B}},
  [WL_STYLE_TAB] = {{-1, -1, U}, {-1, -1, U}, {248, 235, 0}, {0xa8a8a8, 0x1b2129, 0}},
  [WL_STYLE_TAB_ON] = {{-1, -1, R | B}, {0, 6, 0}, {234, 117, B}, {0x1c1c1c, 0x87d7ff, B}},
  [WL_STYLE_CODE_HERE] = {
    {-1, -1, B | U}, {11, -1, B | U}, {221, 235, B | U}, {0xf0e442, 0x33310f, B | U}},
  [WL_STYLE_CLASH] = {{-1, -1, R | B}, {15, 1, 0}, {233, 173, 0}, {0x121212, 0xe8743b, 0}},
  [WL_STYLE_CLASH_ALT] = {{-1, -1, B}, {0, 9, 0}, {233, 216, 0}, {0x121212, 0xf2a077, 0}},
  [WL_STYLE_PICK] = {
    {-1, -1, B | U}, {0, 7, U}, {234, 255, B | U}, {0x121212, 0xeeeeee, B | U}},
  [WL_STYLE_GHOST] = {{-1, -1, F}, {-1, -1, F}, {241, -1, 0}, {0x566170, -1, 0}},
  [WL_STYLE_RULE] = {{-1, -1, F}, {-1, -1, F}, {239, -1, 0}, {0x4e4e4e, -1, 0}},
  [WL_STYLE_BEFORE] = {{-1, -1, F}, {-1, -1, F}, {246, -1, 0}, {0x949494, -1, 0}},
  [WL_STYLE_JOINED] = {{-1, -1, 0}, {6, -1, 0}, {117, 24, 0}, {0x87d7ff, 0x1f4a66, 0}},
  [WL_STYLE_USED_ALT] = {{-1, -1, B}, {0, 14, 0}, {234, 117, 0}, {0x1c1c1c, 0x87d7ff, 0}},
  [WL_STYLE_NOW_ALT] = {{-1, -1, R | U}, {0, 11, U}, {233, 178, B}, {0x1c1c1c, 0xcdc232, B}},
  [WL_STYLE_DONE_ALT] = {{-1, -1, F | U}, {2, -1, 0}, {152, 239, 0}, {0xafd7d7, 0x285e4f, 0}},
  [WL_STYLE_PART] = {{-1, -1, 0}, {14, -1, 0}, {74, 238, 0}, {0x5fafd7, 0x3f3416, 0}},
  [WL_STYLE_PART_NOW] = {{-1, -1, B}, {11, -1, 0}, {221, 238, 0}, {0xf0e442, 0x3f3416, 0}},
  [WL_STYLE_PART_PICK] = {{-1, -1, B | U}, {15, -1, 0}, {255, 238, 0}, {0xeeeeee, 0x3f3416, 0}},
  [WL_STYLE_FOUND] = {{-1, -1, B | U}, {11, -1, B | U}, {227, -1, B | U}, {0xf0e442, -1, B | U}},
  [WL_STYLE_HERE] = {{-1, -1, B | U}, {15, 4, B}, {255, 236, B}, {0xeeeeee, 0x2a323d, B}},
  [WL_STYLE_HIT] = {{-1, -1, R}, {0, 10, 0}, {234, 79, B}, {0x121212, 0x5fd7af, B}},
  [WL_STYLE_FIRST] = {{-1, -1, B | U}, {0, 7, 0}, {234, 189, B}, {0x121212, 0xd7d7ff, B}},
  [WL_STYLE_AGAIN] = {{-1, -1, R | B}, {15, 1, 0}, {233, 173, B}, {0x121212, 0xe8743b, B}},
  [WL_STYLE_STORED] = {{-1, -1, U}, {15, 5, 0}, {234, 182, B}, {0x121212, 0xdfafdf, B}},
  [WL_STYLE_BLACK] = {{-1, -1, 0}, {15, 0, 0}, {231, 16, 0}, {0xffffff, 0x000000, 0}},
};
static_assert(sizeof wl_looks_dark / sizeof wl_looks_dark[0] == WL_STYLES,
              "a look for every style");
