/* Words for what is shown: the instruction, the moment of its replay, a lane. */
#ifndef WL_VIEW_TEXT_PHRASES_H
#define WL_VIEW_TEXT_PHRASES_H

#include "core/explain/rule.h"
#include "core/trace/step.h"
#include "session/state/step_info.h"

struct wl_session;
struct wl_replay_state;

enum { WL_PHRASE = 256 };

/* "LOAD shared float", "__shfl_xor_sync float", "MARK". */
void wl_phrase_kind(const struct wl_step *s, char text[WL_PHRASE]);

/* What is replayed now, "wavefront 1 of 32: bank 0 serves word 0 to lane 0"; while
 * nothing is, what there is to replay. There has to be a selected step. */
void wl_phrase_now(struct wl_session *m, char text[WL_PHRASE]);

/* The same, shorter where little has room: "data wavefront" is "wavefront" then, and the briefest
 * is "wavefront 1 of 32: lane 0". */
enum wl_brief { WL_WHOLE, WL_BRIEF, WL_BRIEFEST };
void wl_phrase_now_brief(struct wl_session *m, enum wl_brief brief, char text[WL_PHRASE]);

/* Why the wavefront that is replayed has no more in it, "lane 9 waits: bank 4 is taken
 * by lane 1": of the picked lane where it waits. False while nothing is replayed. */
bool wl_phrase_reason(struct wl_session *m, char text[WL_PHRASE]);

/* The rule that forms what is replayed. */
enum wl_rule_id wl_replay_state_rule(const struct wl_step_info *s, const struct wl_replay_state *t);

/* What a lane asks for and, behind `to`, who serves it: "tile[0][0] = 1, byte 0 → word 0, bank 0";
 * false where it takes no part: why. */
bool wl_phrase_lane(struct wl_session *m, unsigned lane, const char *to, char text[WL_PHRASE]);

/* What the picture shows, in a sentence or two, for those who cannot see it. */
void wl_session_caption(struct wl_session *m, char *text, size_t size);

#endif
