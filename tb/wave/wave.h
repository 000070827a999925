// SPDX-License-Identifier: BSD-3-Clause
// Waves of block instances in one FST: model, RTL and difference of every field side by side, 1 ns = a core cycle.
//
// A cycle shows its inputs, the outputs they give, and the registers before the edge that ends it. Nothing is written
// outside the window [start, start + cycles). wave_save writes the GTKWave save file beside the FST, and the names of
// ENUM rows' values; all files take their places when they are complete.
//
// The save file first shows the rows of rtl_c/shown.def and rates of counters, then the fields.
#ifndef WARPLOCK_TB_WAVE_WAVE_H
#define WARPLOCK_TB_WAVE_WAVE_H

#include "tb/lockstep.h"
#include "tb/output_file.h"
#include "tb/wave/shown.h"

typedef struct wave wave;
typedef struct wave_instance wave_instance;
typedef enum { WAVE_MODEL = 1, WAVE_RTL = 2 } wave_sides;   // which sides exist; with both there is a difference

// A core cycle, or the nth edge of another clock after it. Edges of other clocks are between two core cycles.
typedef struct { uint64_t cycle; unsigned nth; } wave_time;
wave_time wave_after(wave_time);        // where the result of the edge is shown: the next cycle, or just after it

typedef struct {                        // a field to show first, with the cycle to open on
    const wave_instance *instance;
    const block_field   *field;
    unsigned             element;
    uint64_t             cycle;         // of its own clock
    wave_time            time, cause;   // cause: of the inputs that led to it
} wave_mark;

// The files of a wave: itself, its save file, .gtkw for .fst, and a translation file of each ENUM row, .BLOCK.ROW.txt
// for .fst.
unsigned wave_file_count(void);
void wave_file_name(const char *path, unsigned i, char name[static OUTPUT_PATH]);
// Whether they may be written: only over a wave, and over what warplock wrote beside one.
bool wave_allowed(const char *path, char *message, size_t size);
// NULL and a message on failure. The wave is complete, and in its place, when wave_save has said so.
wave *wave_open(const char *path, unsigned sides, uint64_t start, uint64_t cycles, char *message, size_t size);
wave_instance *wave_add(wave *, const block *, bool other_clock);   // than the core's; before the first cycle
// What the counter rises by in a cycle, over WAVE_RATE_CYCLES each; before the first cycle.
void wave_add_rate(wave *, block_place, const char *name, const char *words, const uint64_t *counter);
// True when this time is inside the window; *opens when it is the first one written, then every instance must be put.
bool wave_at(wave *, wave_time, bool *opens);
void wave_put_inputs(wave_instance *, const void *in);
void wave_put_outputs(wave_instance *, const void *model, const void *rtl); // the side that is absent is not read
void wave_put_registers(wave_instance *, const void *model, const void *rtl);
void wave_set_mark(wave *, const wave_mark *mark);
bool wave_save(wave *, char *message, size_t size);     // once; false and a message, as for a full disk
void wave_close(wave *);                // what was not saved is lost

// For the save file, tb/wave/save.c.
// WAVE_TAIL: cycles after a marked one; GTKWave ignores a start from which its window would pass the end of the wave.
enum { WAVE_NAME = 160, WAVE_TAIL = 60, WAVE_STEPS = 1000, WAVE_RATE_CYCLES = 100, WAVE_SHOWN = 16 };
uint64_t wave_ticks(const wave *, wave_time);   // in the FST's unit of time
typedef struct {                        // a row of rtl_c/shown.def
    const shown_row   *row;
    const block_field *field;
    uint32_t           handle;          // 0: a plain field
    uint64_t           value;           // written last
} wave_shown;
typedef struct wave_rate {
    block_place       place;
    const char       *name, *words;
    const uint64_t   *counter;
    uint64_t          before;           // when the interval began
    uint32_t          handle;
    struct wave_rate *next;
} wave_rate;
struct wave_instance {
    wave            *owner;
    const block_ops *ops;
    char             scope[WAVE_NAME];
    const block     *block;
    uint32_t        *handles;           // per input one, per other field element one for each of model, rtl, difference
    uint64_t        *shown;             // the values written last, same order
    uint64_t        *changed;           // ticks at which they were
    wave_shown       overview[WAVE_SHOWN];
    unsigned         n_overview;
    bool             written;           // anything at all
    wave_instance   *next;
};
struct wave {
    void          *fst;                 // NULL: closed
    output_folder  files;
    char           path[OUTPUT_PATH];
    uint64_t       end_ticks;           // of the last time written
    unsigned       sides;
    uint64_t       start, end;          // core cycles
    bool           divided;             // a block has another clock than the core's: a core cycle is WAVE_STEPS of time
    bool           opened;
    wave_instance *first, *last;
    wave_rate     *first_rate, *last_rate;
    uint64_t       rates_since;         // core cycle
    wave_mark      mark;
};
// The first bytes of our save and translation files.
#define WAVE_SAVE_MARK "[*] written by warplock"
#define WAVE_ENUM_MARK "# written by warplock"
enum { WAVE_MARK = 32 };                // more than either kind of file begins with
enum { WAVE_COLUMNS = 3 };
extern const char *const wave_column_names[WAVE_COLUMNS];      // "model", "rtl", "difference"
bool wave_has_column(const wave *, const block_field *field, int column);
// Name inside the scope, without bit range: "launch_i", "cnt_q_model", "rank_o_3_rtl".
void wave_signal_name(const block_field *field, unsigned element, int column, char name[WAVE_NAME]);
// "lls_largest_model", "lls_largest_rtl": of an existing side, the model's if both exist.
void wave_shown_name(const wave *, const wave_shown *, char name[WAVE_NAME]);
void wave_place_scope(block_place, char scope[static PLACE_NAME]);      // "sm_0", of an SM and its schedulers
bool wave_write_save_file(const wave *, const char *path, char *message, size_t size);   // path: in the private folder

// The ENUM rows of all blocks, tb/wave/enums.c: more than WAVE_ENUMS is our bug.
enum { WAVE_ENUMS = 12 };
unsigned wave_enum_count(void);
void wave_enum_name(unsigned i, char name[static WAVE_NAME]);   // "warp_arbiter.cfg_mode.txt"
int wave_enum_of(const block_ops *, const block_field *);       // -1: not an ENUM row
bool wave_enum_write(unsigned i, FILE *);                       // and closes; false as for a full disk

#endif
