/* What a bookmark says of the picture. */
#ifndef WL_VIEW_MARKS_H
#define WL_VIEW_MARKS_H

/* In the order in which they have to be put: a change takes another run, what was seen elsewhere
 * hides nothing here, a step forgets wavefronts, answers belong to a question that still stands
 * and pick a lane. */
enum wl_bookmark {
  WL_MARK_ARCH, WL_MARK_NO_QUESTIONS,
  WL_MARK_BEFORE, WL_MARK_FLIP, WL_MARK_TO, WL_MARK_STEP, WL_MARK_LINE,
  WL_MARK_SEEN, WL_MARK_VIEW, WL_MARK_ASKED_LANE, WL_MARK_MASK, WL_MARK_ASK, WL_MARK_ANSWERS,
  WL_MARK_QUESTION, WL_MARK_CHOICE, WL_MARK_LANE, WL_MARK_FIND, WL_MARK_WAVEFRONT, WL_MARK_WHY,
  WL_MARK_SCROLL, WL_MARK_PRESENT, WL_MARK_FACT, WL_MARK_BESIDE, WL_MARK_BY_COST, WL_MARK_KNOB,
  WL_MARK_FIGURE,
  WL_BOOKMARKS
};

#endif
