// Waves of block instances in one FST: model, RTL and difference of every field side by side, time = SM cycle.
//
// A cycle shows its inputs, the outputs they give, and the registers as they are before the edge that ends it. Nothing
// is written outside the window [start, start + cycles). wave_close writes the GTKWave save file beside the FST.
#ifndef WARPLOCK_TB_WAVE_H
#define WARPLOCK_TB_WAVE_H

#include "rtl_c/block.h"

typedef struct wave wave;
typedef struct wave_instance wave_instance;
typedef enum { WAVE_MODEL = 1, WAVE_RTL = 2 } wave_sides;   // which sides exist; with both there is a difference

typedef struct {                        // a field to show first, with the cycle to open on
    const wave_instance *instance;
    const block_field   *field;
    unsigned             element;
    uint64_t             cycle;
} wave_mark;

wave *wave_open(const char *path, unsigned sides, uint64_t start, uint64_t cycles);   // NULL when it cannot be written
wave_instance *wave_add(wave *, const block_ops *ops, const char *instance_name);     // before the first cycle
// True when this cycle is inside the window; *opens when it is the first one written, then every instance must be put.
bool wave_cycle(wave *, uint64_t cycle, bool *opens);
void wave_put_inputs(wave_instance *, const void *in);
void wave_put_outputs(wave_instance *, const void *model, const void *rtl); // the side that is absent is not read
void wave_put_registers(wave_instance *, const void *model, const void *rtl);
void wave_set_mark(wave *, const wave_mark *mark);
void wave_close(wave *);

// For the save file, tb/wave_save.c.
// WAVE_TAIL: cycles after a marked one; GTKWave ignores a start from which its window would pass the end of the wave.
enum { WAVE_NAME = 160, WAVE_TAIL = 60 };
struct wave_instance {
    wave            *owner;
    const block_ops *ops;
    char             scope[WAVE_NAME];
    const char      *title;             // instance name as the user knows it
    uint32_t        *handles;           // per input one, per other field element one for each of model, rtl, difference
    uint64_t        *shown;             // the values written last, same order
    bool             written;           // anything at all
    wave_instance   *next;
};
struct wave {
    void          *fst;
    char          *path;
    unsigned       sides;
    uint64_t       start, end;
    bool           opened;
    wave_instance *first, *last;
    wave_mark      mark;
};
enum { WAVE_COLUMNS = 3 };
extern const char *const wave_column_names[WAVE_COLUMNS];      // "model", "rtl", "difference"
bool wave_has_column(const wave *, const block_field *field, int column);
// Name inside the scope, without bit range: "launch_i", "cnt_q_model", "rank_o_3_rtl".
void wave_signal_name(const block_field *field, unsigned element, int column, char name[WAVE_NAME]);
bool wave_write_save_file(const wave *, const char *path);

#endif
