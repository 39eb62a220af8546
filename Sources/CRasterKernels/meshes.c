#include "meshes.h"

typedef VECTOR(int8_t, 16) i8x16;
typedef VECTOR(int8_t, 32) i8x32;

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

/// True if what a face may touch is hidden everywhere.
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

/// Up to 16 rows of pixels, and for each the columns in which cells may have marks.
struct band {
  int32_t top, bottom;
  i32x16 first, end;
};

/// `a` where a comparison of 16 lanes holds, else `b`.
#define CHOOSE(comparison, a, b) ((i32x16)SELECT((i32x16)(comparison), (i32x16)(a), (i32x16)(b)))

/// Marks in the cells which samples to the right of an edge it turns from outside to inside, or back, within rows.
///
/// A sample lies right of the edge in the same row if its column, in quarters of pixels from the left, is at least what the
/// edge's place there, more by the row's shift, is rounded up to: one number for each of 16 rows.
INLINE void toggle_edge(
    const struct raster_mesh_memory *memory, const struct raster_mesh_edge *edge, struct band *band) {
  // Rows of samples lie at 16 k + 8.
  int32_t from = (edge->y0 + 7) >> 4, to = (edge->y1 + 7) >> 4;
  if (from < band->top * 16) from = band->top * 16;
  if (to > band->bottom * 16) to = band->bottom * 16;
  if (from >= to) return;
  const f32x16 rows = ROWS, shift = SHIFTS;
  const i32x16 lanes = ROWS;
  const i8x32 left = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
  // Pixels for a row of samples.
  float slope = (float)(edge->x1 - edge->x0) / (float)(edge->y1 - edge->y0) * (1.0f / 16);
  const f32x16 ramp = (rows * slope - (shift + 0.5f) * (1.0f / 64)) * 4;
  float origin = (float)edge->x0 * (1.0f / 256) + (float)(8 - edge->y0) * (1.0f / 16) * slope;
  const float low = (float)(memory->x0 - 1), high = (float)memory->x1;
  const int32_t x0 = memory->x0, x1 = memory->x1;
  // The columns that it passes in each row.
  int32_t row = (from >> 4) - band->top, last = ((to - 1) >> 4) - band->top;
  f32x16 start = origin + CONVERT((band->top + lanes) * 16, f32x16) * slope;
  f32x16 upper = CONVERT(CHOOSE(lanes == row, from & 15, 0), f32x16);
  f32x16 lower = CONVERT(CHOOSE(lanes == last, (to - 1) & 15, 15), f32x16);
  f32x16 a = start + upper * slope, b = start + lower * slope;
  f32x16 least = __builtin_elementwise_min(a, b), most = __builtin_elementwise_max(a, b);
  i32x16 is_inside = (least >= low + 1) & (most < high);
  // Far ones are clamped, since nothing is seen of them.
  least = __builtin_elementwise_min(__builtin_elementwise_max(least, (f32x16)low), (f32x16)high);
  most = __builtin_elementwise_min(__builtin_elementwise_max(most, (f32x16)low), (f32x16)high);
  i32x16 column = __builtin_elementwise_max(CONVERT(least + 1, i32x16) - 1, (i32x16)x0);
  i32x16 right = __builtin_elementwise_min(CONVERT(most + 1, i32x16) - 1, (i32x16)(x1 - 1));
  column = CHOOSE(is_inside, CONVERT(least, i32x16), column), right = CHOOSE(is_inside, CONVERT(most, i32x16), right);
  i32x16 is_passed = (lanes >= row) & (lanes <= last) & (column < x1);
  band->first = __builtin_elementwise_min(band->first, CHOOSE(is_passed, column, INT32_MAX));
  band->end = __builtin_elementwise_max(band->end, CHOOSE(is_passed, right + 2, INT32_MIN));
  int32_t columns[16], rights[16];
  float starts[16];
  STORE(columns, column);
  STORE(rights, right);
  STORE(starts, start);
  uint64_t *line = memory->cells + (ptrdiff_t)(band->top + row - memory->y0) * memory->stride - x0;
  uint64_t active = (0xffffu << (from & 15) & 0xffff) * 0x0001000100010001u;
  uint64_t rest = (0xffffu >> (15 - ((to - 1) & 15))) * 0x0001000100010001u;
  for (; row <= last; row++, line += memory->stride, active = WHOLE) {
    if (row == last) active &= rest;
    int32_t x = columns[row], end = rights[row];
    if (x >= x1) continue;
    i32x16 quarters = CONVERT(__builtin_elementwise_ceil(starts[row] * 4 + ramp), i32x16);
    uint64_t before = 0;
    for (;; x += 2) {
      // Two columns at once; beyond the last one all samples lie right of the edge.
      i32x16 part = __builtin_elementwise_max(quarters - 4 * x, (i32x16)0);
      i8x16 bytes = CONVERT(__builtin_elementwise_min(part, (i32x16)9), i8x16);
      i8x32 twice = LANES(
          bytes, bytes, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
      uint64_t one = (BITS32(left > twice) | BITS32(left + 2 > twice) << 32) & active;
      uint64_t two = (BITS32(left + 4 > twice) | BITS32(left + 6 > twice) << 32) & active;
      line[x] ^= one ^ before;
      line[x + 1] ^= two ^ one;
      before = two;
      if (x + 1 >= end) break;
    }
    line[x + 2] ^= active ^ before;
  }
}

/// Adds what the cells have of a face in some rows, and clears them; `x1` is where the face ends.
INLINE void add_band(
    struct raster_mesh_memory *memory, const struct raster_mesh_face *faces, uint32_t index, const struct band *band,
    int32_t x1) {
  const struct raster_mesh_face *face = faces + index;
  int32_t firsts_of[16], ends[16];
  STORE(firsts_of, band->first);
  STORE(ends, band->end);
  float half = half_range(face), by_x = (float)face->by_x;
  const f32x8 lanes = {0, 1, 2, 3, 4, 5, 6, 7}, steps = lanes * by_x;
  for (int32_t y = band->top; y < band->bottom; y++) {
    int32_t first_column = firsts_of[y - band->top], end = ends[y - band->top];
    ptrdiff_t row = (ptrdiff_t)(y - memory->y0) * memory->stride - memory->x0;
    uint64_t *cells = memory->cells + row, carry = 0;
    float *fars = memory->fars + row, start = (float)nearness(face, first_column + 0.5, y + 0.5);
    uint32_t *firsts = memory->firsts + row;
    for (int32_t x = first_column; x < end || (carry != 0 && x < x1); x += 8) {
      u64x8 masks, none = (u64x8)0;
      LOAD(masks, cells + x);
      STORE(cells + x, none);
      // Each is what all from the left on make of it.
      masks ^= LANES(masks, none, 8, 0, 1, 2, 3, 4, 5, 6);
      masks ^= LANES(masks, none, 8, 9, 0, 1, 2, 3, 4, 5);
      masks ^= LANES(masks, none, 8, 9, 10, 11, 0, 1, 2, 3);
      masks ^= carry;
      carry = masks[7];
      f32x8 middles = start + (float)(x - first_column) * by_x + steps, known;
      f32x8 nears = __builtin_elementwise_min(middles + half, (f32x8)face->near);
      LOAD(known, fars + x);
      i32x8 is_open = (nears > known) & CONVERT(masks != 0, i32x8) & (lanes < (float)(x1 - x));
      if (BITS8(is_open) == 0) continue;
      f32x8 far_ones = __builtin_elementwise_max(middles - half, (f32x8)face->far);
      u32x8 first;
      LOAD(first, firsts + x);
      i32x8 is_direct = CONVERT(masks == WHOLE, i32x8) & (first == 0) & is_open;
      first = SELECT((u32x8)is_direct, (u32x8)(index | ALONE), first);
      known = (f32x8)SELECT((u32x8)is_direct, (u32x8)far_ones, (u32x8)known);
      STORE(firsts + x, first);
      STORE(fars + x, known);
      uint32_t open = BITS8(is_open & ~is_direct);
      if (open == 0) continue;
      uint64_t seen[8];
      float fars_of[8], nears_of[8];
      STORE(seen, masks);
      STORE(fars_of, far_ones);
      STORE(nears_of, nears);
      for (; open != 0; open &= open - 1) {
        int32_t lane = __builtin_ctz(open);
        if (firsts[x + lane] == 0) {
          firsts[x + lane] = (uint32_t)memory->fragment_count;
          memory->fragments[memory->fragment_count++] = (struct raster_mesh_fragment){
            .mask = seen[lane], .far = fars_of[lane], .near = nears_of[lane], .face = index, .next = 0};
        } else {
          add_fragment(
              memory, faces, index, seen[lane], fars_of[lane], nears_of[lane], x + lane, y, (size_t)(row + x + lane));
        }
      }
    }
    memory->cells[row + memory->x1] = memory->cells[row + memory->x1 + 1] = 0;
  }
}

KERNEL
size_t raster_mesh_cover(
    struct raster_mesh_memory *given, const struct raster_mesh_face *faces, const struct raster_mesh_edge *edges,
    const uint32_t *order, size_t count) {
  struct raster_mesh_memory memory = *given;
  size_t i = 0;
  for (; i < count; i++) {
    uint32_t index = order[i];
    const struct raster_mesh_face *face = faces + index;
    int32_t x0 = face->x0 > memory.x0 ? face->x0 : memory.x0, x1 = face->x1 < memory.x1 ? face->x1 : memory.x1;
    int32_t y0 = face->y0 > memory.y0 ? face->y0 : memory.y0, y1 = face->y1 < memory.y1 ? face->y1 : memory.y1;
    if (x0 >= x1 || y0 >= y1) continue;
    // A pixel has two more fragments at most.
    if (memory.fragment_count + 2 * (size_t)(x1 - x0) * (size_t)(y1 - y0) > memory.fragment_capacity) break;
    if (is_hidden(&memory, face->near, x0, x1, y0, y1)) continue;
    for (int32_t top = y0; top < y1; top += 16) {
      struct band band = {top, top + 16 < y1 ? top + 16 : y1, INT32_MAX, INT32_MIN};
      for (int32_t edge = 0; edge < face->edge_count; edge++)
        toggle_edge(&memory, edges + face->first_edge + edge, &band);
      add_band(&memory, faces, index, &band, x1);
    }
  }
  *given = memory;
  return i;
}
