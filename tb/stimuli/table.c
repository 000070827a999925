// SPDX-License-Identifier: BSD-3-Clause
// The stimuli of every block, for the bench.
#include "tb/stimuli/stimuli.h"

const stimuli *const stimuli_table[] = {&warp_order_stimuli, &warp_rank_stimuli, &warp_arbiter_stimuli, &oaws_ocw_stimuli,
                                         &oaws_dlc_stimuli, &oaws_misspred_stimuli, &oaws_qualify_stimuli,
                                         &ccws_vta_stimuli, &ccws_llds_stimuli, &ccws_lls_stimuli,
                                         &kaws_progress_stimuli, &kaws_share_stimuli,
                                         &bucl_bypass_stimuli, &bucl_update_stimuli,
                                         &owl_groups_stimuli, &owl_prefetch_stimuli, NULL};
