#pragma once

#include <stdint.h>

/// A conversion of RGBA pictures to yuv420p in BT.709 and limited range by libswscale; null if it cannot be made.
///
/// `is_exact`: with the flags that come closest to an exact conversion; else with the fastest.
void *scaler_make(int width, int height, int is_exact);

/// Converts a picture whose rows have no padding; the planes' neither.
void scaler_convert(void *scaler, int width, int height, const uint8_t *rgba, uint8_t *y, uint8_t *u, uint8_t *v);

void scaler_free(void *scaler);
