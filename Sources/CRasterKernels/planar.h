#ifndef C_RASTER_KERNELS_PLANAR_H
#define C_RASTER_KERNELS_PLANAR_H

#include "vectors.h"

/// Eight pixels, each component in a vector of its own; red, green, blue, alpha.
typedef struct {
  f32x8 v[4];
} colors8;

#define MIN(a, b) __builtin_elementwise_min(a, b)
#define MAX(a, b) __builtin_elementwise_max(a, b)

/// `a` where the comparison holds, else `b`.
#define CHOOSE(condition, a, b) ((f32x8)SELECT((u32x8)(condition), (u32x8)(a), (u32x8)(b)))

/// A divisor that may be 0.
#define NONZERO(a) MAX(a, (f32x8)1e-9f)

/// Eight pixels of four 16-bit components.
typedef struct {
  u16x32 v;
} pixels8;

/// Eight pixels' components, from 0 to 65280.
INLINE void separate(const pixels8 *pixels, colors8 *colors) {
  const u32x16 p = (u32x16)pixels->v;
  const u32x8 rg = LANES(p, p, 0, 2, 4, 6, 8, 10, 12, 14), ba = LANES(p, p, 1, 3, 5, 7, 9, 11, 13, 15);
  colors->v[0] = CONVERT((i32x8)(rg & 0xFFFF), f32x8);
  colors->v[1] = CONVERT((i32x8)(rg >> 16), f32x8);
  colors->v[2] = CONVERT((i32x8)(ba & 0xFFFF), f32x8);
  colors->v[3] = CONVERT((i32x8)(ba >> 16), f32x8);
}

/// Rounds components from 0 to 1 to pixels; colors become at most alpha.
INLINE void join(const colors8 *colors, pixels8 *pixels) {
  u32x8 parts[4];
  const f32x8 alpha = MIN(colors->v[3], (f32x8)1.0f);
  for (int i = 0; i < 4; i++) {
    const f32x8 value = MAX(MIN(colors->v[i], alpha), (f32x8)0.0f) * 65280.0f + 12582912.0f;
    parts[i] = (u32x8)value;
  }
  const u32x8 rg = (parts[0] & 0xFFFF) | parts[1] << 16, ba = (parts[2] & 0xFFFF) | parts[3] << 16;
  pixels->v = (u16x32)LANES(rg, ba, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
}

#endif
