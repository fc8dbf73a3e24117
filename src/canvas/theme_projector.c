/* For a projector: black on white on every terminal, and no grey that a bright room swallows. The
 * rows are those of the light theme on another page. */
#include <assert.h>

#include "canvas/theme.h"

enum { B = WL_BOLD, U = WL_UNDERLINE, R = WL_REVERSE };

/* In the order mono, 16, 256, true colour. */
const struct wl_look wl_looks_projector[][WL_TIERS] = {
  [WL_STYLE_TEXT] = {{-1, -1, 0}, {0, 15, 0}, {16, 231, 0}, {0x000000, 0xffffff, 0}},
  [WL_STYLE_DIM] = {{-1, -1, 0}, {0, 15, 0}, {238, 231, 0}, {0x444444, 0xffffff, 0}},
  [WL_STYLE_STRONG] = {{-1, -1, B}, {0, 15, B}, {233, 231, B}, {0x121212, 0xffffff, B}},
  [WL_STYLE_TITLE] = {{-1, -1, R | B}, {15, 4, B}, {233, 254, B}, {0x121212, 0xe4e4e4, B}},
  [WL_STYLE_BAR] = {{-1, -1, R}, {15, 4, 0}, {236, 254, 0}, {0x303030, 0xe4e4e4, 0}},
  [WL_STYLE_KEY] = {{-1, -1, B}, {4, 15, B}, {24, 231, B}, {0x005a8f, 0xffffff, B}},
  [WL_STYLE_ERROR] = {{-1, -1, B}, {1, 15, B}, {130, 231, B}, {0xa83400, 0xffffff, B}},
  [WL_STYLE_NOTE] = {{-1, -1, 0}, {5, 15, 0}, {89, 231, 0}, {0x87005f, 0xffffff, 0}},
  [WL_STYLE_GOOD] = {{-1, -1, 0}, {0, 15, 0}, {23, 231, 0}, {0x00694c, 0xffffff, 0}},
  [WL_STYLE_WARN] = {{-1, -1, B}, {1, 15, 0}, {94, 231, 0}, {0x875700, 0xffffff, 0}},
  [WL_STYLE_BAD] = {{-1, -1, B}, {1, 15, B}, {130, 231, B}, {0xb03a00, 0xffffff, B}},
  [WL_STYLE_USED] = {{-1, -1, R}, {15, 4, 0}, {231, 25, 0}, {0xffffff, 0x0072b2, 0}},
  [WL_STYLE_WASTE] = {{-1, -1, 0}, {0, 15, U}, {94, 224, 0}, {0x875f00, 0xf6e8cb, 0}},
  [WL_STYLE_LANE] = {{-1, -1, 0}, {4, 15, 0}, {24, 231, 0}, {0x005a8f, 0xffffff, 0}},
  [WL_STYLE_LANE_OFF] = {{-1, -1, 0}, {0, 15, 0}, {242, 231, 0}, {0x6c6c6c, 0xffffff, 0}},
  [WL_STYLE_NOW] = {{-1, -1, R | B | U}, {0, 11, 0}, {233, 221, B}, {0x1c1c1c, 0xf0e442, B}},
  [WL_STYLE_DONE] = {{-1, -1, U}, {0, 7, 0}, {23, 253, 0}, {0x005f5f, 0xcbe8dd, 0}},
  [WL_STYLE_BAR_DIM] = {{-1, -1, R}, {7, 4, 0}, {59, 254, 0}, {0x585858, 0xe4e4e4, 0}},
  [WL_STYLE_BAR_KEY] = {{-1, -1, R | B | U}, {14, 4, B}, {24, 254, B}, {0x005f87, 0xe4e4e4, B}},
  [WL_STYLE_TAB] = {{-1, -1, U}, {0, 15, U}, {59, 255, 0}, {0x585858, 0xeeeeee, 0}},
  [WL_STYLE_TAB_ON] = {{-1, -1, R | B}, {15, 4, B}, {231, 24, B}, {0xffffff, 0x005a8f, B}},
  [WL_STYLE_CODE_HERE] = {
    {-1, -1, B | U}, {0, 15, B | U}, {235, 229, B | U}, {0x3d3500, 0xffffaf, B | U}},
  [WL_STYLE_CLASH] = {{-1, -1, R | B}, {15, 1, 0}, {231, 130, 0}, {0xffffff, 0xc24f00, 0}},
  [WL_STYLE_CLASH_ALT] = {{-1, -1, B}, {0, 9, 0}, {233, 209, 0}, {0x121212, 0xee9a66, 0}},
  [WL_STYLE_PICK] = {
    {-1, -1, B | U}, {15, 0, B | U}, {231, 235, B | U}, {0xffffff, 0x262626, B | U}},
  [WL_STYLE_GHOST] = {{-1, -1, 0}, {0, 15, 0}, {243, 231, 0}, {0x767676, 0xffffff, 0}},
  [WL_STYLE_RULE] = {{-1, -1, 0}, {0, 15, 0}, {243, 231, 0}, {0x767676, 0xffffff, 0}},
  [WL_STYLE_BEFORE] = {{-1, -1, 0}, {0, 15, 0}, {238, 231, 0}, {0x444444, 0xffffff, 0}},
  [WL_STYLE_JOINED] = {{-1, -1, 0}, {4, 15, 0}, {24, 153, 0}, {0x005a8f, 0xcde4f4, 0}},
  [WL_STYLE_USED_ALT] = {{-1, -1, B}, {0, 6, 0}, {234, 74, 0}, {0x1c1c1c, 0x5fafd7, 0}},
  [WL_STYLE_NOW_ALT] = {{-1, -1, R | U}, {0, 11, U}, {233, 178, B}, {0x1c1c1c, 0xcdc232, B}},
  [WL_STYLE_DONE_ALT] = {{-1, -1, 0}, {0, 7, U}, {23, 250, 0}, {0x005f5f, 0xafdbcb, 0}},
  [WL_STYLE_PART] = {{-1, -1, 0}, {4, 15, 0}, {24, 224, 0}, {0x005f87, 0xf6e8cb, 0}},
  [WL_STYLE_PART_NOW] = {{-1, -1, B}, {0, 11, 0}, {136, 224, 0}, {0x9c7c00, 0xf6e8cb, 0}},
  [WL_STYLE_PART_PICK] = {{-1, -1, B | U}, {0, 15, 0}, {235, 224, 0}, {0x262626, 0xf6e8cb, 0}},
  [WL_STYLE_FOUND] = {{-1, -1, B | U}, {5, 15, U}, {89, 231, B | U},
                      {0x87005f, 0xffffff, B | U}},
  [WL_STYLE_HERE] = {{-1, -1, B | U}, {15, 4, B}, {233, 254, B}, {0x121212, 0xe4e4e4, B}},
  [WL_STYLE_HIT] = {{-1, -1, R}, {0, 10, 0}, {231, 23, B}, {0xffffff, 0x00694c, B}},
  [WL_STYLE_FIRST] = {{-1, -1, B | U}, {0, 7, 0}, {233, 189, B}, {0x121212, 0xd7d7ff, B}},
  [WL_STYLE_AGAIN] = {{-1, -1, R | B}, {15, 1, 0}, {231, 130, B}, {0xffffff, 0xc24f00, B}},
  [WL_STYLE_STORED] = {{-1, -1, U}, {15, 5, 0}, {231, 89, B}, {0xffffff, 0x87005f, B}},
  [WL_STYLE_BLACK] = {{-1, -1, 0}, {15, 0, 0}, {231, 16, 0}, {0xffffff, 0x000000, 0}},
};
static_assert(sizeof wl_looks_projector / sizeof wl_looks_projector[0] == WL_STYLES,
              "a look for every style");
