// SPDX-License-Identifier: BSD-3-Clause
#pragma once
bool squares(int *values, int count);
