#ifndef C_RASTER_KERNELS_MESHES_H
#define C_RASTER_KERNELS_MESHES_H

#include "vectors.h"

/// The inverse of a face's depth at a place in pixels.
INLINE double nearness(const struct raster_mesh_face *face, double x, double y) {
  return face->by_x * x + face->by_y * y + face->constant;
}

typedef VECTOR(bool, 16) bits16;
typedef VECTOR(double, 16) f64x16;
typedef VECTOR(int32_t, 16) i32x16;

// A pixel has 64 samples in 16 rows and 4 columns. A mask has 16 bits for each column, from the left, the topmost row
// lowest. The samples of a row are shifted, so that an upright edge meets 64 different places.

#define SHIFTS {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15}
#define ROWS {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}

#define WHOLE UINT64_MAX

/// The bits of a comparison of some lanes.
#define BITS(comparison, vector, type) \
  ({ \
    vector flags = CONVERT(comparison, vector); \
    type bits; \
    memcpy(&bits, &flags, sizeof(bits)); \
    bits; \
  })
#define BITS8(comparison) ((uint32_t)BITS(comparison, bits8, uint8_t))
#define BITS16(comparison) ((uint64_t)BITS(comparison, bits16, uint16_t))
#define BITS32(comparison) ((uint64_t)BITS(comparison, bits32, uint32_t))

/// The samples of pixel (x, y) at which a plane is above 0.
INLINE uint64_t samples_above(double by_x, double by_y, double constant, int32_t x, int32_t y) {
  const f64x16 shift = SHIFTS, rows = ROWS;
  f64x16 left = (x + (shift + 0.5) * (1.0 / 64)) * by_x + (y + (rows + 0.5) * (1.0 / 16)) * by_y + constant;
  uint64_t mask = 0;
  for (int column = 0; column < 4; column++) mask |= BITS16(left + 0.25 * column * by_x > 0) << 16 * column;
  return mask;
}

/// Set where a face covers a pixel wholly and alone: the rest is its index.
#define ALONE 0x80000000u

#endif
