// SPDX-License-Identifier: BSD-3-Clause
// The kinds of places of rtl_c/places.def.
#ifndef WARPLOCK_RTL_C_PLACES_H
#define WARPLOCK_RTL_C_PLACES_H

typedef enum { PLACE_NONE, PLACE_SM, PLACE_SCHEDULER, PLACE_CONTROLLER, PLACE_GPU } place_kind;     // NONE: a bench

#endif
