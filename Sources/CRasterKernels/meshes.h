#ifndef C_RASTER_KERNELS_MESHES_H
#define C_RASTER_KERNELS_MESHES_H

#include "vectors.h"

/// What is inverse to a face's depth at a place in pixels.
INLINE double nearness(const struct raster_mesh_face *face, double x, double y) {
  return face->by_x * x + face->by_y * y + face->constant;
}

/// Set where a face covers a pixel wholly and alone: the rest is its index.
#define ALONE 0x80000000u

#endif
