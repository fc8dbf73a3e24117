/* Prints what bash, zsh or fish need to complete a command line of warplens, from the
 * tables of verbs and options. Runs while building: SHELL DIRECTORY, where scripts are
 * installed. */
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "core/analysis/measure.h"
#include "core/gpu/chip.h"
#include "session/why/why_subjects.h"
#include "view/screen/view_functions.h"

/* What may stand where an option or a verb wants something. */
enum wanted { NOTHING, WORDS, FILES, SCRIPTS };

/* Bundled scripts are looked for when somebody completes: WARPLENS_DATA is theirs. */
static const char *data;

static void print_archs(void) {
  char key[64];
  for (size_t i = 0; i < wl_arch_count; i++) printf(" %s", wl_archs[i].cc);
  for (size_t i = 0; i < wl_chip_count; i++) {
    wl_chip_key(wl_chips[i].name, key, sizeof key);
    printf(" %s", key);
  }
}

static void print_figures(void) {
  char text[WL_WHY_SUBJECT_KEY];
  for (unsigned i = 0; i < WL_SUBJECTS; i++)
    if (wl_why_subject_key(i, text)) printf(" %s", text);
}

/* Figures of --figure, over all operations. */
static void print_measures(void) {
  char text[WL_MEASURE_NAME];
  for (enum wl_space s = 0; s < WL_SPACES; s++) {
    struct wl_measure m = {.kind = WL_MEASURE_FIGURE, .space = (uint8_t)s, .op = WL_OPS};
    for (enum wl_figure f = 0; f < WL_FIGURES; f++) {
      m.figure = (uint8_t)f;
      if (wl_figure_applies(f, s)) printf(" %s", wl_measure_key(&m, text));
    }
    m.figure = 0;
    m.kind = WL_MEASURE_EXCESS;
    printf(" %s", wl_measure_key(&m, text));
    m.kind = WL_MEASURE_EFFICIENCY;
    printf(" %s", wl_measure_key(&m, text));
  }
  for (enum wl_launch_figure_id id = 0; id < WL_LAUNCH_FIGURES; id++)
    printf(" %s", wl_launch_figure_key(id, text));
}

/* Formats that a verb writes: "text, svg" as words. */
static void print_formats(enum wl_verb v) {
  char text[128];
  wl_verb_formats(v, text, sizeof text);
  putchar(' ');
  for (const char *s = text; *s; s++)
    if (*s != ',') putchar(*s);
}

/* What an option of a verb wants, and the words if it is one of those, each after a
 * blank. */
static enum wanted option_wants(enum wl_option o, enum wl_verb v, bool print) {
  const struct wl_option_row *row = &wl_options[o];
  if (row->kind == WL_READS || row->kind == WL_WRITES) return FILES;
  if (row->kind != WL_ARCH && row->kind != WL_CHOICE && o != WL_OPT_VIEW && o != WL_OPT_WHY &&
      o != WL_OPT_FIGURE)
    return NOTHING;
  if (!print) return WORDS;
  if (row->kind == WL_ARCH) print_archs();
  else if (o == WL_OPT_FORMAT) print_formats(v);
  else if (row->kind == WL_CHOICE) printf(" %s", row->choices);
  else if (o == WL_OPT_WHY) print_figures();
  else if (o == WL_OPT_FIGURE) print_measures();
  else
    for (size_t i = 0; i < WL_VIEWS; i++) printf(" %s", wl_views[i].name);
  return WORDS;
}

/* The same of the operands of a verb. */
static enum wanted verb_wants(enum wl_verb v, bool print) {
  if (wl_options[WL_OPT_EXPRESSION].verbs >> v & 1) return SCRIPTS;
  if (v == WL_NEW) return NOTHING; /* a name that nothing has yet */
  if (v != WL_TABLES && v != WL_HELP) return FILES;
  if (!print) return WORDS;
  if (v == WL_TABLES) print_archs();
  else
    for (size_t i = WL_SCREEN + 1; i < WL_VERBS; i++) printf(" %s", wl_verbs[i].name);
  return WORDS;
}

static void print_verbs(const char *before) {
  for (size_t i = WL_SCREEN + 1; i < WL_VERBS; i++) printf("%s%s", before, wl_verbs[i].name);
}

/* The options of a verb as words; those with an argument end in '='. */
static void print_option_words(enum wl_verb v) {
  for (size_t o = 0; o < WL_OPTIONS; o++)
    if (wl_options[o].verbs >> v & 1)
      printf(" --%s%s", wl_options[o].name, wl_options[o].argument ? "=" : "");
}

/* What the argument of an option may be: words, or files. */
static void print_bash_options(void) {
  for (enum wl_option o = 0; o < WL_OPTIONS; o++) {
    enum wanted wants = option_wants(o, WL_SCREEN, false);
    for (enum wl_verb v = 0; v < WL_VERBS && wants != NOTHING; v++) {
      bool each = o == WL_OPT_FORMAT; /* differs from verb to verb */
      if (each ? !(wl_options[o].verbs >> v & 1) : v > 0) continue;
      printf("  --%s,*%s%s) ", wl_options[o].name, each ? "," : "", each ? wl_verbs[v].name : "");
      if (wants == FILES) fputs("kind=f", stdout);
      else fputs("words='", stdout), option_wants(o, v, true), putchar('\'');
      puts(" ;;");
    }
  }
}

/* The options of each verb, then its operands. */
static void print_bash_verbs(void) {
  for (enum wl_verb v = 0; v < WL_VERBS; v++) {
    printf("  ,-*,%s) words='", wl_verbs[v].name);
    print_option_words(v);
    puts("' ;;");
  }
  for (enum wl_verb v = 0; v < WL_VERBS; v++) {
    enum wanted wants = verb_wants(v, false);
    printf("  ,*,%s) ", wl_verbs[v].name);
    if (wants == SCRIPTS || wants == FILES) printf("kind=%c ", wants == SCRIPTS ? 's' : 'f');
    fputs("words='", stdout);
    if (wants == WORDS) verb_wants(v, true);
    if (v == WL_SCREEN) print_verbs(" ");
    puts("' ;;");
  }
}

/* Where the argument stands as a word of its own: the word before it is the option. */
static void print_bash_arguments(void) {
  const char *between = "";
  puts("  else\n    case ${COMP_WORDS[COMP_CWORD - 1]} in");
  for (size_t o = 0; o < WL_OPTIONS; o++) {
    const struct wl_option_row *row = &wl_options[o];
    if (!row->argument) continue;
    if (row->letter) printf("    -%c) option=--%s ;;\n", row->letter, row->name);
  }
  fputs("    ", stdout);
  for (size_t o = 0; o < WL_OPTIONS; o++)
    if (wl_options[o].argument) printf("%s--%s", between, wl_options[o].name), between = "|";
  puts(") option=${COMP_WORDS[COMP_CWORD - 1]} ;;\n    esac");
}

static void print_bash(void) {
  printf("# Completions of warplens for bash.\n"
         "_warplens_bundled() {\n"
         "  local script\n"
         "  for script in \"${WARPLENS_DATA:-%s}\"/patterns/*.lua; do\n"
         "    script=${script##*/}\n"
         "    [[ $script == '*.lua' ]] || echo \"${script%%.lua}\"\n"
         "  done\n"
         "}\n\n", data);
  fputs("_warplens() {\n"
        "  local cur=${COMP_WORDS[COMP_CWORD]} option='' verb='' words='' kind='' i\n"
        "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
        "    case ${COMP_WORDS[i]} in\n    ", stdout);
  for (size_t v = WL_SCREEN + 1; v < WL_VERBS; v++)
    printf("%s%s", v > WL_SCREEN + 1 ? "|" : "", wl_verbs[v].name);
  puts(") verb=${COMP_WORDS[i]}; break ;;\n"
       "    esac\n"
       "  done\n"
       "  # '=' is a word of its own: the option stands one or two words before.\n"
       "  if [[ $cur == = ]]; then\n"
       "    option=${COMP_WORDS[COMP_CWORD - 1]} cur=\n"
       "  elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then\n"
       "    option=${COMP_WORDS[COMP_CWORD - 2]}");
  print_bash_arguments();
  puts("  fi\n"
       "  case $option,$cur,$verb in");
  print_bash_options();
  puts("  [!,]*) return ;;");
  print_bash_verbs();
  puts("  esac\n"
       "  mapfile -t COMPREPLY < <(\n"
       "    compgen -W \"$words\" -- \"$cur\"\n"
       "    [[ $kind == f ]] && compgen -f -- \"$cur\"\n"
       "    [[ $kind == s ]] && compgen -W \"$(_warplens_bundled)\" -- \"$cur\"\n"
       "    [[ $kind == s ]] && compgen -f -X '!*.lua' -- \"$cur\"\n"
       "    [[ $kind == s ]] && compgen -d -S / -- \"$cur\"\n"
       "  )\n"
       "  if [[ $kind == f ]]; then compopt -o filenames 2>/dev/null || :; fi\n"
       "  if [[ ${COMPREPLY[0]-} == *[=/] ]]; then compopt -o nospace 2>/dev/null || :; fi\n"
       "}\n"
       "complete -F _warplens warplens");
}

/* Text inside a specification of zsh's _arguments, in single quotes. */
static void print_zsh_text(const char *text) {
  for (; *text; text++) {
    if (strchr("[]:\\", *text)) putchar('\\');
    if (*text == '\'') fputs("'\\''", stdout);
    else putchar(*text);
  }
}

static void print_zsh_option(enum wl_option o, enum wl_verb v) {
  const struct wl_option_row *row = &wl_options[o];
  const char *equals = row->argument ? "=" : "";
  if (row->letter) printf("    '(-%c --%s)'{-%c,--%s%s}'[", row->letter, row->name, row->letter,
                          row->name, equals);
  else printf("    '--%s%s[", row->name, equals);
  print_zsh_text(row->help);
  putchar(']');
  if (row->argument) printf(":%s:", row->argument);
  switch (option_wants(o, v, false)) {
  case WORDS: putchar('('), option_wants(o, v, true), putchar(')'); break;
  case FILES: fputs("_files", stdout); break;
  default: break;
  }
  puts("' \\");
}

static void print_zsh(void) {
  printf("#compdef warplens\n# Completions of warplens for zsh.\n"
         "_warplens_scripts() {\n"
         "  local -a bundled verbs\n"
         "  bundled=(${WARPLENS_DATA:-%s}/patterns/*.lua(N:t:r))\n"
         "  [[ $1 == and_verbs ]] && verbs=(", data);
  print_verbs(" ");
  puts(" )\n"
       "  _alternative 'bundled:bundled script:compadd -a bundled' \\\n"
       "    'verbs:verb:compadd -a verbs' 'scripts:script:_files -g \"*.lua\"'\n"
       "}\n\n"
       "local verb= word\n"
       "for word in ${words[2,CURRENT-1]}; do\n"
       "  case $word in");
  for (size_t v = WL_SCREEN + 1; v < WL_VERBS; v++)
    printf("  %s%s", wl_verbs[v].name, v + 1 < WL_VERBS ? "|\\\n" : ") verb=$word; break ;;\n");
  puts("  esac\ndone\n\ncase $verb in");
  for (enum wl_verb v = 0; v < WL_VERBS; v++) {
    enum wanted wants = verb_wants(v, false);
    printf("%s%s)\n  _arguments \\\n", v == WL_SCREEN ? "''" : "", wl_verbs[v].name);
    for (enum wl_option o = 0; o < WL_OPTIONS; o++)
      if (wl_options[o].verbs >> v & 1) print_zsh_option(o, v);
    if (wants == FILES) fputs("    '*:file:_files'", stdout);
    if (wants == WORDS) fputs("    '*:name:(", stdout), verb_wants(v, true), fputs(")'", stdout);
    if (wants == SCRIPTS)
      printf("    '*: : _warplens_scripts%s'", v == WL_SCREEN ? " and_verbs" : "");
    puts("\n  ;;");
  }
  puts("esac");
}

/* Text in single quotes of fish. */
static void print_fish_text(const char *text) {
  putchar('\'');
  for (; *text; text++) {
    if (*text == '\'' || *text == '\\') putchar('\\');
    putchar(*text);
  }
  putchar('\'');
}

static void print_fish_condition(unsigned verbs) {
  fputs("complete -c warplens -n '", stdout);
  if (verbs >> WL_SCREEN & 1) {
    fputs("not __fish_seen_subcommand_from", stdout);
    for (size_t v = WL_SCREEN + 1; v < WL_VERBS; v++)
      if (!(verbs >> v & 1)) printf(" %s", wl_verbs[v].name);
  } else {
    fputs("__fish_seen_subcommand_from", stdout);
    for (size_t v = WL_SCREEN + 1; v < WL_VERBS; v++)
      if (verbs >> v & 1) printf(" %s", wl_verbs[v].name);
  }
  putchar('\'');
}

/* An option as these verbs have it; what it wants is that of `v`, one of them. */
static void print_fish_option(enum wl_option o, enum wl_verb v, unsigned verbs) {
  const struct wl_option_row *row = &wl_options[o];
  bool every = verbs == (1u << WL_VERBS) - 1;
  if (every) fputs("complete -c warplens", stdout);
  else print_fish_condition(verbs);
  printf(" -l %s", row->name);
  if (row->letter) printf(" -s %c", row->letter);
  if (row->argument) fputs(" -x", stdout);
  switch (option_wants(o, v, false)) {
  case WORDS: fputs(" -a '", stdout), option_wants(o, v, true), putchar('\''); break;
  case FILES: fputs(" -a '(__fish_complete_path)'", stdout); break;
  default: break;
  }
  fputs(" -d ", stdout);
  print_fish_text(row->help);
  putchar('\n');
}

static void print_fish(void) {
  printf("# Completions of warplens for fish.\n"
         "function __warplens_bundled\n"
         "  set -l data '%s'\n"
         "  set -q WARPLENS_DATA; and set data $WARPLENS_DATA\n"
         "  for script in $data/patterns/*.lua\n"
         "    string replace -r '.*/(.*)\\.lua$' '$1' $script\n"
         "  end\n"
         "end\n\n"
         "complete -c warplens -f\n", data);
  for (size_t v = WL_SCREEN + 1; v < WL_VERBS; v++) {
    print_fish_condition(1u << WL_SCREEN);
    printf(" -a %s -d ", wl_verbs[v].name);
    print_fish_text(wl_verbs[v].help);
    putchar('\n');
  }
  for (enum wl_verb v = 0; v < WL_VERBS; v++) {
    if (verb_wants(v, false) == NOTHING) continue;
    print_fish_condition(1u << v);
    fputs(" -a '", stdout);
    switch (verb_wants(v, false)) {
    case WORDS: verb_wants(v, true); break;
    case SCRIPTS: fputs("(__warplens_bundled) (__fish_complete_suffix .lua)", stdout); break;
    default: fputs("(__fish_complete_path)", stdout);
    }
    puts("'");
  }
  for (enum wl_option o = 0; o < WL_OPTIONS; o++)
    for (enum wl_verb v = 0; v < WL_VERBS; v++) {
      bool each = o == WL_OPT_FORMAT; /* differs from verb to verb */
      if (each ? wl_options[o].verbs >> v & 1 : v == 0)
        print_fish_option(o, v, each ? 1u << v : wl_options[o].verbs);
    }
}

int main(int argc, char **argv) {
  static const struct { const char *name; void (*print)(void); } shells[] = {
    {"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish},
  };
  for (size_t i = 0; argc == 3 && i < sizeof shells / sizeof *shells; i++) {
    if (strcmp(argv[1], shells[i].name) != 0) continue;
    data = argv[2];
    shells[i].print();
    return 0;
  }
  return 2;
}
