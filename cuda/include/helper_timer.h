// What samples take times with: here none passes.
#ifndef WARPLENS_HELPER_TIMER_H
#define WARPLENS_HELPER_TIMER_H

struct StopWatchInterface {
  float time;
};
static inline bool sdkCreateTimer(StopWatchInterface **t) {
  *t = new StopWatchInterface{0};
  return true;
}
static inline bool sdkDeleteTimer(StopWatchInterface **t) {
  delete *t;
  *t = 0;
  return true;
}
static inline bool sdkStartTimer(StopWatchInterface **) { return true; }
static inline bool sdkStopTimer(StopWatchInterface **) { return true; }
static inline bool sdkResetTimer(StopWatchInterface **) { return true; }
static inline float sdkGetTimerValue(StopWatchInterface **) { return 0; }
static inline float sdkGetAverageTimerValue(StopWatchInterface **) { return 0; }

#endif
