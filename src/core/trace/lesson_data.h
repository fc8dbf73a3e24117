/* The teaching material of a script, kept apart from the steps, which refer to it by number. */
#ifndef WL_CORE_TRACE_LESSON_DATA_H
#define WL_CORE_TRACE_LESSON_DATA_H

#include "core/trace/question.h"

enum { WL_MAX_MEASURED = 12, WL_MEASURED_FIGURES = 8 };

struct wl_measured_figure {
  uint8_t space, op, figure; /* core/access/access.h, core/explain/metric.h */
  uint64_t counted;
};

/* One launch. A plain value that crosses the pipe as it is. */
struct wl_measured {
  char chip[32];
  char with[96]; /* the parameters that it was launched with: "pad=0 n=1024" */
  char size[48]; /* what gbps was measured on, "8192 x 8192" */
  double gbps;   /* bytes that the kernel is about, in GB/s; 0: not measured */
  uint64_t times; /* how often it did what the script does once */
  uint8_t applies; /* 1: the parameters are just these now */
  uint8_t figures;
  struct wl_measured_figure figure[WL_MEASURED_FIGURES];
};

/* Whether the bytes received are one that the rest can rely on. */
bool wl_measured_valid(const struct wl_measured *m);

enum { WL_MAX_STOPS = 32, WL_NOTES_TEXT = 256 };

/* What at() has for a place of the kernel. */
struct wl_lesson_stop {
  char notes[WL_NOTES_TEXT]; /* for who presents it; may be empty */
  uint8_t asks;              /* 0, 1: there is a question */
  struct wl_question question;
};

/* A plain value that crosses the pipe as it is: no bool, of which some bytes are neither. */
struct wl_lesson_data {
  char flip[128];  /* settings that it goes on to (core/trace/setting.h), or "" */
  uint8_t minutes, level; /* that it takes; 1 to 3; 0: not said */
  uint16_t stops, measurements;
  struct wl_lesson_stop stop[WL_MAX_STOPS];
  struct wl_measured measured[WL_MAX_MEASURED];
};

/* Whether the bytes received are such data that the rest can rely on. */
bool wl_lesson_data_valid(const struct wl_lesson_data *l);

#endif
