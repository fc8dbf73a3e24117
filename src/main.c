/* warplens: a microscope for GPU memory access, in a terminal.
 *
 * A map of every source file, in the order data flows through them. Each folder
 * is a layer: a static library that may use itself and what tests/layers.sh
 * lists beside it.
 *
 * src/                 a command line becomes a verb at work
 *   main.c               starts the process, reports errors
 *   options.c            tables of verbs, options and exit statuses
 *   command.c            … and the parser
 *   help.c               --help and --version, from these tables
 *   verbs.c              what each verb does
 *   job.c                … and what verbs share: a run, its output
 *   screen.c             what the screen begins with
 *   stage.c              … a script and all that it is shown with
 *   course.c             … and those before and after it
 *   show.c               what show does
 *   diff.c               what diff does
 *   files.c              what is read is not written over
 *   words.c              the command line as the line of a picture begins with it
 *   check.c              what check does
 *   sweep.c              what sweep does
 *   patterns.c           the bundled scripts, by name
 *   list.c               what list does
 *   menu.c               … and as a menu, on a terminal
 *   new.c                a script to begin with
 *   output.c             standard output, or a file that is replaced as a whole
 *   votes.c              the file of a tally
 *   complete.c           while building: completions for shells, from these tables
 *   write_stub.c         while building: the names of the language for editors
 *
 * src/script/          a script becomes steps
 *   run.c                the parent: starts the processes of a run, keeps limits
 *   director.c           the first child: hands blocks to its workers
 *   cage.c               what these processes may ask of the system
 *   intake.c             what comes out of the pipes, checked byte by byte
 *   read.c               script files: only what can be a script
 *   regular.c            … and other files that are read
 *   lexer.c              a script as tokens
 *   header.c             the generation that a script asks for, before it runs
 *   lesson.c             … and what lists of scripts say of it
 *   redact.c             the script without what would tell answers
 *   spin.c               loops that wait for what other lanes write
 *   structure.c          loops, calls and statements, told from tokens
 *   scope.c              … and assignments to variables outside of the kernel
 *   chunk.c              the text that Lua compiles, and the way back from it
 *   operand.c            what stands beside an operator, as it is written
 *   place.c              from the token that Lua reports to the expression
 *   here.c               … and to the token of a call
 *   machine.c            the machine: arrays, threads, what they did
 *   need.c               memory that must be there
 *   shape.c              a grid or block that the user sets
 *   retype.c             … and types of arrays
 *   sandbox.c            what a script may call
 *   names.c              names that nobody knows: what was meant
 *   api.c                the language: every name, as rows of one table
 *   argument.c           … arguments, and where functions may be called
 *   language.c           … and as the environment of a script
 *   thread_index.c       threadIdx, blockIdx and their kin
 *   api_file.c           title, about, arch, grid, block; what -e has ready
 *   api_at.c             at(): what a lesson says and asks at a label
 *   api_lesson.c         lesson(): the place of a script in a course
 *   api_measured.c       measured(): what counters said of it
 *   api_array.c          arrays and loads with a name
 *   api_copy.c           copies that arrive later: cp.async
 *   api_matrix.c         matrices that a warp loads and stores together
 *   api_texture.c        textures and their texels
 *   api_struct.c         struct types
 *   api_atomic.c         atomic operations
 *   atomic_ops.c         … what they do to an element, and what instructions they become
 *   api_warp.c           shuffles, votes, barriers
 *   api_collective.c     match and reductions over a warp
 *   api_math.c           functions of floats and doubles
 *   api_bits.c           … of whole numbers and their bits
 *   api_convert.c        … from one type to another
 *   stub.c               … and as definitions for editors
 *   param.c              param(): values that the user can change
 *   ref.c                arrays as values of the script
 *   bounds.c             … and what an index outside of one should have been
 *   retry.c              the loop that compilers make of an atomic that no instruction does
 *   value.c              numbers, vectors and structs between memory and the script
 *   memory.c             the memory behind the arrays
 *   touch.c              which memory each worker touches
 *   evaluate.c           the file level: from text to arrays and a kernel
 *   outside.c            what lives outside of the kernel, to be sealed
 *   sealed.c             … tables that can be read and not be written
 *   block.c              runs a block, phase by phase, warp by warp
 *   thread.c             threads as coroutines, from a pool
 *   position.c           where a thread is, as one number
 *   event.c              what one thread did, until its warp catches up
 *   stops.c              … and which labels of at() it has passed
 *   simt.c               all lanes of a warp at once, where the kernel allows it
 *   simt_value.c         … instructions that make values
 *   simt_arith.c         … arithmetic
 *   simt_memory.c        … loads and stores
 *   simt_warp.c          … functions of the language
 *   simt_object.c        … and what the kernel finds outside of itself
 *   bytecode.c           what Lua has compiled a function to
 *   warp.c               32 lanes become one sequence of warp instructions
 *   schedule.c           which lanes go on where they have parted
 *   group.c              one warp instruction, and what it does to its lanes
 *   collective.c         … that look at the values of all lanes
 *   emit.c               steps into the pipe
 *   values.c             what arrays hold at the end
 *   api_expect.c         expect(), case(), and what they say
 *   judge.c              the process that judges what a run came to
 *   judged.c             … what it notes of a check
 *   result.c             … and reads its figures as r
 *   result_array.c       … and its arrays
 *   result_hazard.c      … and its hazards
 *   peek.c               an expression over the arrays of a run, beside the screen
 *   answer.c             … and what it comes to, in words
 *   grade.c              the runs that checks ask for, and their outcome
 *   sweeper.c            the runs of a sweep, several at a time
 *   habit.c              what C programmers write from habit
 *   cuda.c               … and what is CUDA C++ as a whole
 *   loop_habit.c         the same of their loops
 *   number.c             … and of their arithmetic
 *   power.c              a ^ b: a power in Lua, an exclusive or in C
 *   condition.c          … and conditions that are numbers
 *   ends.c               an end that is missing, or too many
 *   indent.c             … and which, by the indentation
 *   error.c              errors, raised at an expression, told by lane
 *
 * src/input/           where steps come from, whatever it is
 *   input.c              kinds of input, and which of them a text is
 *   lua.c                a script, run
 *   addresses.c          a file of addresses: warp instructions without threads
 *   instruction.c        one of them, as JSON
 *
 * src/core/            steps become figures: the hardware; no input, no output
 *   arch.c               GPU generations, as rows with sources
 *   arch_name.c          … by what people call them
 *   certainty.c          how sure a rule or number is
 *   chip.c               chips that people own, and what memory costs on them
 *   target.c             a generation with one of its chips, by name
 *   param.c              what can be set before a run
 *   setting.c            settings, and what a parameter takes
 *   sm.c                 what one multiprocessor can hold
 *   occupancy.c          … and how many blocks that makes
 *   feature.c            which generation has which instructions
 *   field.c              the columns of these tables, with certainty and source
 *   form.c               what compilers make of atomics on shared memory
 *   type.c               element types as CUDA names them
 *   op.c                 names of memories and of what is done to them
 *   access.c             one warp memory instruction, and whether it can be
 *   shuffle.c            which lane each lane reads
 *   step_name.c          shuffles, votes and barriers as scripts call them
 *   step.c               one step of a trace, and how it is packed
 *   pack.c               one number per lane, packed
 *   struct.c             struct types as C lays them out
 *   measured.c           what counters said
 *   measured_model.c     … beside what the model says
 *   head.c               what a script declares before its kernel runs
 *   question.c           a question about a step
 *   lesson_data.c        … and what else a script teaches with, beside its steps
 *   quiz.c               … and its right answer, of all that a script asks
 *   trace.c              the recording of a run
 *   log.c                records of bytes, filled in several segments at once
 *   count.c              the counts of one instruction: the fast path
 *   affine.c             addresses at equal distances, in closed form
 *   tally.c              what counting has in common
 *   tagset.c             global memory: which lines go through the tags together
 *   global.c             global memory: sectors, lines, tag wavefronts
 *   atomic.c             global memory: reductions and atomics
 *   shared.c             shared memory: banks
 *   constant.c           constant memory
 *   copy.c               cp.async, from global into shared memory
 *   early.c              counts before cc 5.0
 *   transaction.c        global memory before cc 5.0
 *   passes.c             shared memory before cc 5.0
 *   local.c              local memory
 *   texture.c            texture fetches
 *   explain.c            who made the counts: lines, words, lanes, wavefronts
 *   explain_global.c     … of global and local memory
 *   explain_rules.c      … and by which rules
 *   serve.c              … in which wavefront of the data stage
 *   rule.c               the rules that decide, in words, with sources
 *   metric.c             the figures, as rows
 *   recording.c          where the steps of a run go: trace, costs, hazards
 *   analysis.c           what a whole trace costs
 *   remap.c              shared arrays laid out anew: padded, swizzled
 *   suggest.c            the layouts that need the fewest wavefronts
 *   query.c              searches: "excess>0 and space=shared"
 *   rearrange.c          global arrays laid out anew: turned, split, dealt
 *   measure.c            a figure of a whole run, by name
 *   sweep.c              a run for each value of a parameter
 *   judgement.c          what checks came to
 *   hazards.c            what a kernel leaves to chance: the list
 *   hazard.c             … names of its kinds
 *   hazard_finds.c       … each once
 *   hazard_index.c       … and by what they have in common
 *   hazard_cure.c        … and what mends it
 *   hazard_watch.c       … one segment, as its steps come in
 *   hazard_memory.c      … races: who touched a word last
 *   hazard_shadow.c      … and where that is kept
 *   hazard_crowd.c       … and who else did
 *   hazard_trail.c       … in this phase, place by place
 *   hazard_copy.c        … copies that have not arrived
 *   hazard_way.c         … what comes first in the program
 *   hazard_order.c       … barriers: what keeps threads in order
 *   hazard_fence.c       … fences and atomics
 *   hazard_known.c       … and what threads know of these
 *   hazard_words.c       … in words: what, why, and how to mend it
 *   diag.c               the one error type
 *   nearest.c            the name that was meant by one that nobody knows
 *   text.c               makes outside text harmless
 *   unicode.c            what a code point does on a terminal
 *
 * src/view/            figures become a picture: a canvas of cells
 *   menu.c               the menu of lessons
 *   model.c              what is shown and selected, and what became of it
 *   basics.c             … what every part asks of it
 *   scroll_keys.c        … by keys
 *   scroll.c             how far the view is scrolled, and what of that comes back
 *   selection.c          the selected step, and whether its figures may be seen
 *   spot.c               … and what its lanes give and get
 *   set.c                what is put in from outside
 *   panels.c             panels over the picture, and which has the keys
 *   input.c              keys and the mouse: who gets them
 *   act.c                what each action does
 *   model_move.c         selecting steps
 *   model_window.c       the selected block, and finding steps again
 *   model_play.c         replaying wavefronts
 *   moment.c             … and what is replayed now
 *   replay.c             … frame by frame, to be taken home
 *   snapshot.c           where one is in a picture, and back to it in another recording
 *   model_sweep.c        what the sweep view is about
 *   model_param.c        changing parameters
 *   setting.c            … and their values
 *   knob.c               … and what else can be changed in place
 *   model_undo.c         taking changes back, and making them again
 *   finding.c            steps that a search has found, and going from one to the next
 *   peaks.c              where a recording costs most
 *   manual.c             where the manual tells of what help lists
 *   palette.c            help that does what it tells: typing chooses, Enter does
 *   lesson.c             marks and questions of a script, as stops on the way
 *   mouse.c              clicks and the wheel, at what the picture has there
 *   mask.c               hides figures that are to be predicted
 *   asked.c              … and which of them may be seen while one is asked for
 *   redact_source.c      the script without what would give them away
 *   ballot.c             what was said to all questions, as CSV
 *   csv.c                fields of CSV
 *   predict.c            predict, then reveal: what is asked of a step, and shown meanwhile
 *   question.c           … what is asked of which step
 *   open_questions.c     questions that nobody has answered yet
 *   poll.c               … and what came of them
 *   reply.c              … and answering them
 *   file.c               what became of the file of the script
 *   restore.c            the place in a picture as one word, and back
 *   quote.c              … quoted for a shell
 *   course.c             … and the lessons before and after
 *   stop.c               the stops of a presentation
 *   present.c            one fact a screen: which, and the keys of a clicker
 *   keymap.c             keys and the actions they mean
 *   keys.c               keys as lines of a file
 *   typing.c             a line that is typed, and those before it
 *   prompt.c             what is typed behind ':', told apart and done
 *   layout.c             where the parts go, from a size
 *   picture.c            the whole screen, from views and parts
 *   draw.c               … and what they draw alike
 *   views.c              the table of views, and which is looked at
 *   view.c               … and who draws and says them
 *   view_lanes.c         1: what each lane asks for
 *   lanes_map.c          … and a small map of where that lies
 *   lanes_stop.c         … or what stops them, a barrier or a mark
 *   view_lines.c         2: lines and sectors
 *   lines_window.c       … which of its rows, where not all have room
 *   lines_legend.c       … and what the marks in them mean
 *   view_banks.c         3: banks
 *   banks_sums.c         … how lanes come to them, in sums
 *   banks_legend.c       … and what colours and signs mean
 *   view_shuffle.c       4: values that lanes exchange
 *   view_timeline.c      5: all instructions of a block
 *   view_source.c        6: the script, with cost per line
 *   view_memory.c        7: levels of memory, and occupancy
 *   view_compare.c       8: an instruction on every generation
 *   beside.c             … or another run beside the one that is shown
 *   view_beside.c        … and how the two are drawn
 *   view_sweep.c         9: a figure against a parameter
 *   view_text.c          0: what the script says by itself
 *   view_present.c       … as a slide
 *   slide_counted.c      … of what counters said
 *   slide_chance.c       … of what is left to chance
 *   slide_news.c         … of changed values
 *   slide_choices.c      … of what a question offers
 *   slide_lanes.c        … and of the elements that it is about
 *   slide_parts.c        what slides are made of, and those of marks
 *   slide_question.c     what they have around a question
 *   notes.c              … and what its lecturer sees beside it
 *   chance.c             what a recording leaves to chance
 *   hazards.c            hazards: which lines and steps, and going there
 *   wall.c               large screens: other views and steps beside the chosen one
 *   view_why.c           why a figure is what it is
 *   view_help.c          every key, view and figure
 *   part_bar.c           the bars and the row of views
 *   part_source.c        the source line
 *   part_words.c         verdict, rule, wavefront, lane
 *   part_figures.c       the figures
 *   part_question.c      the question, the answers, and what came of it
 *   part_error.c         an error above the last good picture
 *   part_coming.c        a script that has begun and given nothing yet
 *   part_bookmark.c      the arguments that come back to the picture
 *   part_prompt.c        the line behind ':', and the answer to it
 *   grade.c              how well an instruction does
 *   verdict.c            … in words
 *   verdict_sectors.c    … where sectors move
 *   verdict_banks.c      … where banks serve, or constant memory
 *   phrase.c             … its replay, and its lanes
 *   reason.c             … and why a wavefront has no more in it than it has
 *   reason_early.c       … and a transaction
 *   pattern.c            patterns of addresses in words
 *   tiling.c             … and of texels
 *   figures.c            figures by number and by name
 *   shown.c              … as text, before and after
 *   figure_list.c        … and which of them the panel lists
 *   counter.c            what the vendor's profiler calls a figure
 *   why.c                the rule behind a figure, and what made it here
 *   why_banks.c          … who made wavefronts
 *   why_rows.c           … and the rows that say so
 *   subject.c            what else can be explained, by view and by key
 *   missing.c            … and where, if not here
 *   why_level.c          … sizes, cycles and bandwidths of memory
 *   why_sm.c             … blocks and warps of a multiprocessor
 *   why_lane.c           … what lanes exchange
 *   why_line.c           … sums over a source line
 *   why_cc.c             … an instruction on another generation
 *   levels.c             what each level of memory holds and costs
 *   costs.c              what lines cost and kernels move, now and before a change
 *   occupancy.c          blocks and warps that one multiprocessor holds
 *   reanalyze.c          the same recording on another generation
 *   cells.c              words of memory and the lanes that ask for them
 *   constant.c           passes of constant memory
 *   texels.c             tiles of a texture and the lanes that fetch from them
 *   flip.c               the settings that a lesson goes on to
 *   flip_turn.c          … and going on to them
 *   flow.c               who goes on, who is elsewhere, who comes back
 *   format.c             numbers and places as text
 *   speak.c              the picture as sentences, and what of it is new
 *   speak_lanes.c        … all lanes, together where they follow one rule
 *   speak_parts.c        … what stands around the view
 *   prose.c              … one a line, for ears
 *   order.c              what is typed where there is no screen
 *   canvas.c             a grid of styled cells
 *   big.c                figures made of blocks
 *   theme_dark.c         the themes: on a dark page,
 *   theme_light.c        … on a light one,
 *   theme_projector.c    … and for a projector
 *   theme.c              styles, glyphs and colours, as tables
 *
 * src/out/             pictures and figures become files
 *   canvas_text.c        a canvas as plain text
 *   canvas_ansi.c        a canvas with colours
 *   canvas_svg.c         a canvas as SVG
 *   html.c               a canvas as a page of HTML
 *   html_player.c        … and several, with buttons to go through them
 *   html_text.c          … of text
 *   cast.c               several as a recording for asciinema
 *   markup.c             what SVG and HTML have in common
 *   shape.c              characters that are drawn as shapes
 *   report_text.c        the report to read
 *   report_costs.c       … the tables of what lines cost
 *   report_json.c        the report for programs
 *   batch.c              addresses in, figures out
 *   diff.c               generations, settings or scripts side by side
 *   diff_origin.c        … what all of them have
 *   diff_pair.c          … which lines of two scripts do the same
 *   diff_text.c          the comparison to read
 *   diff_json.c          the comparison for programs
 *   diff_csv.c           … as a table
 *   diff_plot.c          … as a plot
 *   page.c               what pages of text have in common
 *   arch.c               the tables of the model, to read and as JSON
 *   facts.c              all that is known of a generation, as rows
 *   results.c            reads what a profiler counted
 *   calibrate.c          such counts against those of the model
 *   score.c              how often they agree, figure by figure
 *   score_text.c         the score to read, with what differs drawn
 *   score_json.c         the score for programs
 *   suggest.c            layouts that are better, and what they cost
 *   sweep_text.c         a sweep to read
 *   sweep_table.c        … for programs
 *   sweep_plot.c         … as a plot
 *   plot.c               plots as SVG: axes, bars, lines
 *   plot_number.c        numbers of plots
 *   plot_text.c          … and words
 *   array.c              what an array holds
 *   check_text.c         checks to read
 *   check_tap.c          checks as TAP
 *   check_junit.c        checks as JUnit XML
 *   check_json.c         checks for programs and Gradescope
 *   error_json.c         an error, for programs
 *   json.c               JSON values from outside text
 *   occupancy_json.c     … and of what a multiprocessor holds
 *   finish.c             what every writer does at its end
 *
 * src/tui/             pictures become a screen
 *   tui.c                the loop: keys, script, signals, clock
 *   exhibit.c            one script that is shown, with all that feeds it
 *   feed.c               … runs it beside the screen
 *   asking.c             … an expression, while it is evaluated
 *   layouts.c            … other layouts of shared memory, tried on its recording
 *   side.c               … and what stands beside it
 *   scan.c               … and for other values of a parameter
 *   keyboard.c           keys that are typed, played and recorded
 *   headless.c           the screen without a terminal
 *   pager.c              the manual on the terminal of the screen
 *   foreground.c         … for which another program is in the foreground
 *   plain.c              no screen: lines in, sentences out
 *   pick.c               the menu of lessons
 *   second.c             the second terminal: notes
 *   channel.c            … and how they come there
 *   waiting.c            how many runs are to come, for who waits
 *   watch.c              notices that the file of the script has changed
 *   settle.c             … and when all of a change is there
 *   term.c               the terminal, through curses
 *   paint.c              … cells as bytes for it
 *   shift.c              … of rows that only moved
 *   pen.c                … and styles
 *   bytes.c              … as they gather
 *   flash.c              … and how often all of them may turn from light to dark
 *   signals.c            suspends, resizes, and dies with the terminal restored
 */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "job.h"
#include "verbs.h"

/* Nothing has begun, and nothing can. */
static _Noreturn void give_up(const char *what, enum wl_status status) {
  fprintf(stderr, "warplens: %s: %s\n", what, strerror(errno));
  _exit(status);
}

/* A closed standard descriptor would be given to the next file that is opened.
 * /dev/null takes its place, opened the wrong way round so that using it still
 * fails. */
static void fill_descriptors(void) {
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
        open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
      give_up("/dev/null", WL_OUTPUT);
}

/* Installed set-uid or set-gid it would read, and show, what its user may not: from here on
 * it has the rights of who runs it. */
static void drop_rights(void) {
  if (setresgid(getgid(), getgid(), getgid()) != 0 || setresuid(getuid(), getuid(), getuid()) != 0)
    give_up("setresuid", WL_LIMIT);
}

/* With less it would overflow at some point, without a word. */
static void have_stack(void) {
  enum { KIB = 1024, NEEDED = 512 };
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= NEEDED * KIB) return;
  limit.rlim_cur = NEEDED * KIB;
  if (limit.rlim_max >= NEEDED * KIB && setrlimit(RLIMIT_STACK, &limit) == 0) return;
  fprintf(stderr, "warplens: the stack is limited to %lu KiB, and %d are needed (ulimit -s)\n",
          (unsigned long)limit.rlim_max / KIB, NEEDED);
  _exit(WL_LIMIT);
}

static void print_diag(const struct wl_diag *d, bool ascii) {
  char text[8192]; /* every field at three bytes a byte fits */
  wl_diag_format(d, ascii, text, sizeof text);
  fputs(text, stderr);
}

/* Whether a command line that makes no sense asks for JSON all the same. */
static bool asks_json(char *const *argv) {
  while (*argv && strcmp(*argv, "--") != 0 && strcmp(*argv, "--json") != 0) argv++;
  return *argv && strcmp(*argv, "--json") == 0;
}

int main(int argc, char **argv) {
  struct wl_command command;
  struct wl_diag diag = {0};
  drop_rights();
  fill_descriptors();
  have_stack();
  signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of writing like others */
  setlocale(LC_CTYPE, ""); /* numbers and order of names stay those of "C" */
  bool parsed = wl_command_parse(argc, argv, &command, &diag);
  enum wl_status status = parsed ? wl_verb_run(&command, &diag) : diag.status;
  if (!parsed && asks_json(argv)) command.value[WL_OPT_JSON].given = true;
  bool unused = fcntl(STDOUT_FILENO, F_GETFD) >= 0; /* no output was opened, and closed again */
  if (status != WL_OK && diag.what[0] && unused) wl_verb_tell(&command, stdout, &diag);
  if (status != WL_OK && diag.what[0]) print_diag(&diag, wl_wants_ascii(&command));
  return (int)status;
}
