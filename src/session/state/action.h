/* Everything the screen can do, as one table: names, keys and help come from it. */
#ifndef WL_SESSION_STATE_ACTION_H
#define WL_SESSION_STATE_ACTION_H

#include "session/state/view_table.h"

/* Looking at a view is an action, too: who reads the table below has to call its rows X. */
#define WL_VIEW_ACTION(id, name, steps, rank, waves, open, tab, help, key, shows) \
  X(VIEW_##id, #name, key, shows, "look")

/* X(ID, "name", "default keys, space-separated", "help, one line", "group") —
 * the order is the order of the help screen. wl_session_do() takes an argument:
 * how many times (0 counts as once) for actions that move, nothing for others. */
#define WL_ACTIONS(X) \
  X(NEXT, "next", "Right l", "next instruction, of this warp first", "step") \
  X(PREVIOUS, "previous", "Left h", "the one before", "step") \
  X(WARP_NEXT, "warp-next", "Down j", "same instruction in the next warp", "step") \
  X(WARP_PREVIOUS, "warp-previous", "Up k", "same instruction in the warp before", "step") \
  X(BLOCK_NEXT, "block-next", "b", "same instruction in the next block", "step") \
  X(BLOCK_PREVIOUS, "block-previous", "B", "same instruction in the block before", "step") \
  X(STOP_NEXT, "stop-next", "PageDown", "next barrier, mark or question", "step") \
  X(STOP_PREVIOUS, "stop-previous", "PageUp", "barrier, mark or question before", "step") \
  X(FIRST, "first", "Home", "first instruction of the warp; again: of all", "step") \
  X(LAST, "last", "End", "last instruction of the warp; again: of all", "step") \
  X(WORST, "worst", "w !", "costliest instruction; again: next like it; in L: next miss", "step") \
  X(HAZARD, "hazard", "H", "next hazard; again: how to fix it", "step") \
  X(FIND, "find", "/", "find steps: tile[, excess>0, op=store and warp=0", "step") \
  X(FIND_NEXT, "find-next", "n", "the next step that was found", "step") \
  X(FIND_PREVIOUS, "find-previous", "N", "the one found before", "step") \
  X(PLAY, "play", "Space", "play or pause", "replay") \
  X(PLAY_BACK, "play-back", "<", "play backwards, or pause", "replay") \
  X(WAVE_NEXT, "wave-next", ". >", "next wavefront", "replay") \
  X(WAVE_PREVIOUS, "wave-previous", ",", "wavefront before", "replay") \
  X(MORE, "more", "+ =", "play faster; a chosen parameter: next value", "replay") \
  X(LESS, "less", "- _", "play slower; a chosen parameter: value before", "replay") \
  X(PARAM_NEXT, "param-next", "p", "choose a parameter, a shape, a type, or caches", "change") \
  X(PARAM_PREVIOUS, "param-previous", "P", "the parameter before", "change") \
  X(ARCH_NEXT, "arch-next", "a", "next GPU generation", "change") \
  X(ARCH_PREVIOUS, "arch-previous", "A", "GPU generation before", "change") \
  X(CHIP_NEXT, "chip-next", "c", "next chip of the generation: caches, latencies", "change") \
  X(CHIP_PREVIOUS, "chip-previous", "C", "chip before", "change") \
  X(MODE_NEXT, "mode-next", "o", "next mode that the hardware offers: L1, banks", "change") \
  X(MODE_PREVIOUS, "mode-previous", "O", "mode before", "change") \
  X(SUGGEST, "suggest", "s", "try a better layout of shared memory; again: another", "change") \
  X(BESIDE, "keep", "v", "keep this to compare with; again: no more", "change") \
  X(UNDO, "undo", "u", "take back the last change", "change") \
  X(REDO, "redo", "U", "make it again", "change") \
  X(COMMAND, "command", ":", "a line: pad=1, arch 8.0, or output[3] at the end", "change") \
  X(RERUN, "rerun", "r", "run the script again", "change") \
  X(CANCEL, "cancel", "x Ctrl-C", "stop the script", "change") \
  X(DONE, "done", "Escape Enter", "let go of a parameter; close help, why or error", "change") \
  WL_VIEW_ROWS(WL_VIEW_ACTION) \
  X(VIEW_NEXT, "view-next", "Tab", "next view", "look") \
  X(VIEW_PREVIOUS, "view-previous", "Backtab", "view before", "look") \
  X(LANE_NEXT, "lane-next", "]", "pick the next lane, or number of the chart", "look") \
  X(LANE_PREVIOUS, "lane-previous", "[", "pick the lane or number before", "look") \
  X(SCROLL_DOWN, "scroll-down", "J Ctrl-D", "scroll the view down", "look") \
  X(SCROLL_UP, "scroll-up", "K Ctrl-U", "scroll the view up", "look") \
  X(BY_COST, "by-cost", "e", "expensive lines first; again: in order", "look") \
  X(WHY, "why", "y", "why a figure is what it is; up and down: others", "look") \
  X(MASK, "mask", "m", "hide all figures, to predict them; again: show them", "look") \
  X(FIGURE_NEXT, "figure-next", "i", "ask for one figure, others hidden; again: next one", "look") \
  X(FIGURE_PREVIOUS, "figure-previous", "I", "ask for the figure before", "look") \
  X(ASK, "ask-again", "Q", "ask again; a to h answer, A to H count a vote each", "look") \
  X(NO_QUESTIONS, "no-questions", "Z", "pose no questions; again: pose them", "look") \
  X(PRESENT, "present", "F5", "one fact a screen, big; PageDown PageUp b", "look") \
  X(THEME, "theme", "t", "the next theme: dark, light, projector", "look") \
  X(MOUSE, "mouse", "M", "clicks and wheel; again: leave them to the terminal", "look") \
  X(BOOKMARK, "bookmark", "@", "the command that reproduces this picture", "look") \
  X(REDRAW, "redraw", "Ctrl-L", "draw the screen anew", "look") \
  X(HELP, "help", "? F1", "all keys and commands: type to search, Enter runs", "look") \
  X(QUIT, "quit", "q", "leave warplens", "look")

enum wl_action {
#define X(id, name, keys, help, group) WL_ACT_##id,
  WL_ACTIONS(X)
#undef X
  WL_ACTION_COUNT,
  WL_ACT_VIEWS = WL_ACT_VIEW_NEXT - WL_VIEWS /* the first of views, in their order */
};

struct wl_action_row { const char *name, *keys, *help, *group; };
extern const struct wl_action_row wl_actions[];

#endif
