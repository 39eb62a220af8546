#include "meshes.h"

typedef VECTOR(bool, 16) bits16;
typedef VECTOR(double, 16) f64x16;

// A pixel has 64 samples in 16 rows and 4 columns. A mask has 16 bits for each column, from the left, the topmost row
// lowest. The samples of a row are shifted, so that an upright edge meets 64 different places.

#define SHIFTS {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15}
#define ROWS {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}

#define WHOLE UINT64_MAX

/// The bits of a comparison of 16 lanes.
#define BITS16(comparison) \
  ({ \
    bits16 flags = CONVERT(comparison, bits16); \
    uint16_t bits; \
    memcpy(&bits, &flags, 2); \
    (uint64_t)bits; \
  })

/// The same of 8.
#define BITS8(comparison) \
  ({ \
    bits8 flags = CONVERT(comparison, bits8); \
    uint8_t bits; \
    memcpy(&bits, &flags, 1); \
    (uint32_t)bits; \
  })

/// The samples of pixel (x, y) at which a plane is above 0.
INLINE uint64_t samples_above(double by_x, double by_y, double constant, int32_t x, int32_t y) {
  const f64x16 shift = SHIFTS, rows = ROWS;
  f64x16 left = (x + (shift + 0.5) * (1.0 / 64)) * by_x + (y + (rows + 0.5) * (1.0 / 16)) * by_y + constant;
  uint64_t mask = 0;
  for (int column = 0; column < 4; column++) mask |= BITS16(left + 0.25 * column * by_x > 0) << 16 * column;
  return mask;
}

/// Half of what 1 over a face's depth changes across a pixel, and a little more than rounding may change it.
INLINE float half_range(const struct raster_mesh_face *face) {
  return (float)((__builtin_fabs(face->by_x) + __builtin_fabs(face->by_y)) / 2) + face->near * 2e-6f;
}

/// Adds what a face covers of a pixel to what is there, and takes away what is hidden.
INLINE void add_fragment(
    struct raster_mesh_memory *memory, const struct raster_mesh_face *faces, uint32_t index, uint64_t mask, float far,
    float near, int32_t x, int32_t y, size_t at_pixel) {
  const struct raster_mesh_face *face = faces + index;
  uint32_t *first = memory->firsts + at_pixel;
  if (*first & ALONE) {
    uint32_t single = *first & ~ALONE;
    const struct raster_mesh_face *other = faces + single;
    float middle = (float)nearness(other, x + 0.5, y + 0.5), half = half_range(other), most = middle + half;
    if (most > other->near) most = other->near;
    if (mask == WHOLE && far >= most) {
      *first = index | ALONE;
      memory->fars[at_pixel] = far;
      return;
    }
    uint32_t place = memory->fragment_count++;
    memory->fragments[place] = (struct raster_mesh_fragment){
      .mask = WHOLE, .far = memory->fars[at_pixel], .near = most, .face = single, .next = 0};
    *first = place;
  }
  uint64_t covered = 0;
  float farthest = far;
  for (uint32_t at = *first; at != 0;) {
    struct raster_mesh_fragment *other = memory->fragments + at;
    at = other->next;
    uint64_t theirs = other->mask, both = mask & theirs;
    if (both != 0) {
      if (other->far >= near) {
        mask &= ~theirs;
      } else {
        if (far < other->near) {
          const struct raster_mesh_face *than = faces + other->face;
          both &= samples_above(
              face->by_x - than->by_x, face->by_y - than->by_y, face->constant - than->constant, x, y);
        }
        mask &= ~theirs | both;
        theirs &= ~both;
        other->mask = theirs;
      }
      if (mask == 0) return;
    }
    if (theirs != 0) {
      covered |= theirs;
      if (other->far < farthest) farthest = other->far;
    }
  }
  uint32_t place = memory->fragment_count++;
  memory->fragments[place] =
    (struct raster_mesh_fragment){.mask = mask, .far = far, .near = near, .face = index, .next = *first};
  *first = place;
  if ((covered | mask) == WHOLE) memory->fars[at_pixel] = farthest;
}

/// Whether what a face may touch is hidden everywhere.
INLINE bool is_hidden(
    const struct raster_mesh_memory *memory, float near, int32_t x0, int32_t x1, int32_t y0, int32_t y1) {
  for (int32_t y = y0; y < y1; y++) {
    const float *fars = memory->fars + (ptrdiff_t)(y - memory->y0) * memory->stride - memory->x0;
    int32_t x = x0;
    for (; x + 8 <= x1; x += 8) {
      f32x8 eight;
      LOAD(eight, fars + x);
      if (__builtin_reduce_min(eight) < near) return false;
    }
    for (; x < x1; x++)
      if (fars[x] < near) return false;
  }
  return true;
}

/// The samples of a pixel to the right of places, one for each row, that are counted from its left side less their shifts.
#define SAMPLES_RIGHT_OF(places, x) \
  (BITS16((places) <= (x)) | BITS16((places) <= (x) + 0.25f) << 16 | BITS16((places) <= (x) + 0.5f) << 32 \
   | BITS16((places) <= (x) + 0.75f) << 48)

/// Marks in the cells which samples to the right of an edge it turns from outside to inside, or back, within rows.
INLINE void toggle_edge(
    const struct raster_mesh_memory *memory, const struct raster_mesh_edge *edge, int32_t top, int32_t bottom) {
  // Rows of samples lie at 16 k + 8.
  int32_t from = (edge->y0 + 7) >> 4, to = (edge->y1 + 7) >> 4;
  if (from < top * 16) from = top * 16;
  if (to > bottom * 16) to = bottom * 16;
  if (from >= to) return;
  const f32x16 rows = ROWS, shift = SHIFTS;
  // Pixels for a row of samples.
  float slope = (float)(edge->x1 - edge->x0) / (float)(edge->y1 - edge->y0) * (1.0f / 16);
  const f32x16 ramp = rows * slope - (shift + 0.5f) * (1.0f / 64);
  float origin = (float)edge->x0 * (1.0f / 256) + (float)(8 - edge->y0) * (1.0f / 16) * slope;
  const float low = (float)(memory->x0 - 1), high = (float)memory->x1;
  int32_t row = from >> 4, end = (to - 1) >> 4, x0 = memory->x0, x1 = memory->x1;
  uint64_t *line = memory->cells + (ptrdiff_t)(row - memory->y0) * memory->stride - x0;
  uint64_t active = (0xffffu << (from & 15) & 0xffff) * 0x0001000100010001u;
  uint64_t last = (0xffffu >> (15 - ((to - 1) & 15))) * 0x0001000100010001u;
  float upper = (float)(from & 15);
  for (; row <= end; row++, line += memory->stride) {
    float lower = 15;
    if (row == end) {
      active &= last;
      lower = (float)((to - 1) & 15);
    }
    float start = origin + (float)(row * 16) * slope, a = start + upper * slope, b = start + lower * slope;
    float least = a < b ? a : b, most = a < b ? b : a;
    f32x16 places = start + ramp;
    if (least >= low + 1 && most < high) {
      int32_t column = (int32_t)least, right = (int32_t)most;
      uint64_t mask = SAMPLES_RIGHT_OF(places, (float)column) & active;
      line[column] ^= mask;
      while (column < right) {
        uint64_t before = mask;
        column++;
        mask = SAMPLES_RIGHT_OF(places, (float)column) & active;
        line[column] ^= mask ^ before;
      }
      if (++column < x1) line[column] ^= active ^ mask;
    } else if (least < high) {
      // Far ones are clamped, since nothing is seen of them.
      least = least < low ? low : least;
      most = most < low ? low : most > high ? high : most;
      int32_t column = (int32_t)(least + 1) - 1, right = (int32_t)(most + 1) - 1;
      if (column < x0) column = x0;
      uint64_t before = 0;
      if (right >= x1) right = x1 - 1;
      for (; column <= right; column++) {
        uint64_t mask = SAMPLES_RIGHT_OF(places, (float)column) & active;
        line[column] ^= mask ^ before;
        before = mask;
      }
      if (column < x1) line[column] ^= active ^ before;
    }
    active = WHOLE;
    upper = 0;
  }
}

KERNEL
size_t raster_mesh_cover(
    struct raster_mesh_memory *given, const struct raster_mesh_face *faces, const struct raster_mesh_edge *edges,
    const uint32_t *order, size_t count, double min_nearness) {
  struct raster_mesh_memory memory = *given;
  size_t i = 0;
  for (; i < count; i++) {
    uint32_t index = order[i];
    const struct raster_mesh_face *face = faces + index;
    int32_t x0 = face->x0 > memory.x0 ? face->x0 : memory.x0, x1 = face->x1 < memory.x1 ? face->x1 : memory.x1;
    int32_t y0 = face->y0 > memory.y0 ? face->y0 : memory.y0, y1 = face->y1 < memory.y1 ? face->y1 : memory.y1;
    if (x0 >= x1 || y0 >= y1 || face->near <= min_nearness) continue;
    bool is_cut = face->far < min_nearness;
    // A pixel has two more fragments at most.
    if (memory.fragment_count + 2 * (size_t)(x1 - x0) * (size_t)(y1 - y0) > memory.fragment_capacity) break;
    if (is_hidden(&memory, face->near, x0, x1, y0, y1)) continue;
    for (int32_t edge = 0; edge < face->edge_count; edge++)
      toggle_edge(&memory, edges + face->first_edge + edge, y0, y1);
    float half = half_range(face), by_x = (float)face->by_x;
    const f32x8 lanes = {0, 1, 2, 3, 4, 5, 6, 7}, steps = lanes * by_x;
    for (int32_t y = y0; y < y1; y++) {
      ptrdiff_t row = (ptrdiff_t)(y - memory.y0) * memory.stride - memory.x0;
      uint64_t *cells = memory.cells + row, carry = 0;
      float *fars = memory.fars + row, start = (float)nearness(face, x0 + 0.5, y + 0.5);
      uint32_t *firsts = memory.firsts + row;
      for (int32_t x = x0; x < x1; x += 8) {
        u64x8 masks, none = (u64x8)0;
        LOAD(masks, cells + x);
        STORE(cells + x, none);
        // Each is what all from the left on make of it.
        masks ^= LANES(masks, none, 8, 0, 1, 2, 3, 4, 5, 6);
        masks ^= LANES(masks, none, 8, 9, 0, 1, 2, 3, 4, 5);
        masks ^= LANES(masks, none, 8, 9, 10, 11, 0, 1, 2, 3);
        masks ^= carry;
        carry = masks[7];
        f32x8 middles = start + (float)(x - x0) * by_x + steps, known;
        f32x8 nears = __builtin_elementwise_min(middles + half, (f32x8)face->near);
        LOAD(known, fars + x);
        uint32_t open = BITS8(nears > known) & BITS8(masks != 0);
        if (x + 8 > x1) open &= (1u << (x1 - x)) - 1;
        if (open == 0) continue;
        f32x8 far_ones = __builtin_elementwise_max(middles - half, (f32x8)face->far);
        if (!is_cut) {
          u32x8 first;
          LOAD(first, firsts + x);
          i32x8 is_direct = CONVERT(masks == WHOLE, i32x8) & (first == 0) & (nears > known) & (lanes < (float)(x1 - x));
          uint32_t direct = BITS8(is_direct != 0);
          if (direct != 0) {
            first = SELECT((u32x8)is_direct, (u32x8)(index | ALONE), first);
            known = (f32x8)SELECT((u32x8)is_direct, (u32x8)far_ones, (u32x8)known);
            STORE(firsts + x, first);
            STORE(fars + x, known);
            open &= ~direct;
          }
        }
        for (; open != 0; open &= open - 1) {
          int32_t lane = __builtin_ctz(open), column = x + lane;
          uint64_t seen = masks[lane];
          if (is_cut) {
            seen &= samples_above(face->by_x, face->by_y, face->constant - min_nearness, column, y);
            if (seen == 0) continue;
          }
          add_fragment(&memory, faces, index, seen, far_ones[lane], nears[lane], column, y, (size_t)(row + column));
        }
      }
      cells[x1] = 0;
    }
  }
  *given = memory;
  return i;
}
