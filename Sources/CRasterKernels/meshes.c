#include "vectors.h"

typedef VECTOR(bool, 16) bits16;
typedef VECTOR(double, 16) f64x16;
typedef VECTOR(double, 8) f64x8;

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

/// What is inverse to a face's depth at a place in pixels.
INLINE double nearness(const struct raster_mesh_face *face, double x, double y) {
  return face->by_x * x + face->by_y * y + face->constant;
}

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

/// Set where a face covers a pixel wholly and alone: the rest is its index.
#define ALONE 0x80000000u

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
    const uint32_t *order, size_t count, double least_nearness) {
  struct raster_mesh_memory memory = *given;
  size_t i = 0;
  for (; i < count; i++) {
    uint32_t index = order[i];
    const struct raster_mesh_face *face = faces + index;
    int32_t x0 = face->x0 > memory.x0 ? face->x0 : memory.x0, x1 = face->x1 < memory.x1 ? face->x1 : memory.x1;
    int32_t y0 = face->y0 > memory.y0 ? face->y0 : memory.y0, y1 = face->y1 < memory.y1 ? face->y1 : memory.y1;
    if (x0 >= x1 || y0 >= y1 || face->near <= least_nearness) continue;
    bool is_cut = face->far < least_nearness;
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
            seen &= samples_above(face->by_x, face->by_y, face->constant - least_nearness, column, y);
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

/// The components of the colors of 8 pixels.
struct colors8 {
  f32x8 parts[3];
};

/// The integral of windows that take a share of each step from whole number to whole number, in its middle.
INLINE f32x8 window_integral(f32x8 t, float share) {
  f32x8 whole = __builtin_elementwise_floor(t), part = t - whole - (1 - share) / 2;
  return whole * share + __builtin_elementwise_min(__builtin_elementwise_max(part, (f32x8)0.0f), (f32x8)share);
}

/// How much of a box of a size around t is windows.
INLINE f32x8 window_cover(f32x8 t, f32x8 size, float share) {
  size = __builtin_elementwise_max(size, (f32x8)1e-3f);
  return (window_integral(t + size / 2, share) - window_integral(t - size / 2, share)) / size;
}

/// Puts windows onto the colors of 8 pixels of a wall.
INLINE struct colors8 with_windows(
    struct colors8 colors, const struct raster_mesh_face *face, const struct raster_mesh_light *light, f32x8 depths,
    f32x8 heights, f32x8 xs, float y) {
  const struct raster_mesh_wall *wall = light->walls + face->wall;
  f32x8 along = depths * (wall->constant + wall->by_x * xs + wall->by_y * y), up = (heights - wall->base) * wall->rate;
  // What a pixel is wide and high, in windows: depth changes by -depth² times the change of 1 over it.
  float by_x = (float)face->by_x, by_y = (float)face->by_y;
  f32x8 wide = __builtin_elementwise_abs(depths * (wall->by_x - along * by_x))
    + __builtin_elementwise_abs(depths * (wall->by_y - along * by_y));
  f32x8 rise = heights - light->eye_height;
  f32x8 high = (__builtin_elementwise_abs(depths * (light->rise_by_x - rise * by_x))
                + __builtin_elementwise_abs(depths * (light->rise_by_y - rise * by_y)))
    * wall->rate;
  along += wall->start;
  f32x8 cover = window_cover(along, wide, light->window_width) * window_cover(up, high, light->window_height);
  u32x8 hash = wall->seed + (u32x8)CONVERT(__builtin_elementwise_floor(along), i32x8) * 0x9e3779b1u
    + (u32x8)CONVERT(__builtin_elementwise_floor(up), i32x8) * 0x85ebca77u;
  hash = (hash ^ hash >> 15) * 0x2c1b3c6du;
  hash = (hash ^ hash >> 12) * 0x297a2d39u;
  hash ^= hash >> 15;
  // Seen from afar all have the average.
  f32x8 near = (light->window_end - depths) * light->window_rate;
  near = __builtin_elementwise_min(__builtin_elementwise_max(near, (f32x8)0.0f), (f32x8)1.0f);
  float average = light->window_width * light->window_height, share = (float)light->lit_share * (1.0f / 4294967296.0f);
  cover = average + (cover - average) * near;
  f32x8 is_lit = CONVERT(-(hash < light->lit_share), f32x8);
  is_lit = share + (is_lit - share) * near;
  for (int part = 0; part < 3; part++) {
    f32x8 color = colors.parts[part], glass = color * light->glass[part];
    glass += (light->lit[part] - glass) * is_lit;
    colors.parts[part] = color + (glass - color) * cover;
  }
  return colors;
}

/// A face's colors at 8 pixels from x on, in 0 to 65280.
INLINE struct colors8 shaded8(
    const struct raster_mesh_face *face, const struct raster_mesh_light *light, int32_t x, int32_t y) {
  const f32x8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  f64x8 places = CONVERT(lanes, f64x8) + (x + 0.5);
  f32x8 nears = CONVERT(face->by_x * places + face->by_y * (y + 0.5) + face->constant, f32x8);
  nears = __builtin_elementwise_min(__builtin_elementwise_max(nears, (f32x8)face->far), (f32x8)face->near);
  f32x8 depths = 1 / nears, shade = 1, xs = (float)x + lanes + 0.5f;
  struct colors8 colors = {{face->color[0], face->color[1], face->color[2]}};
  if (face->foot > 0 || face->wall >= 0) {
    f32x8 heights =
      light->eye_height + depths * (light->rise + light->rise_by_x * xs + light->rise_by_y * (y + 0.5f));
    f32x8 below = 1 - heights * light->inverse_foot_height;
    below = __builtin_elementwise_min(__builtin_elementwise_max(below, (f32x8)0.0f), (f32x8)1.0f);
    shade = 1 - face->foot * below * below;
    if (face->wall >= 0) colors = with_windows(colors, face, light, depths, heights, xs, y + 0.5f);
  }
  f32x8 t = (depths - light->haze_start) * light->haze_rate;
  t = __builtin_elementwise_min(__builtin_elementwise_max(t, (f32x8)0.0f), (f32x8)1.0f);
  t = t * t * (3 - 2 * t) * light->haze_opacity;
  for (int part = 0; part < 3; part++) {
    f32x8 color = colors.parts[part] * shade;
    colors.parts[part] = color + (light->haze[part] - color) * t;
  }
  return colors;
}

/// A face's color at a pixel, in 0 to 65280.
INLINE f32x4 shaded(const struct raster_mesh_face *face, const struct raster_mesh_light *light, int32_t x, int32_t y) {
  f32x4 color;
  LOAD(color, face->color);
  if (face->is_even) return color;
  if (face->wall >= 0) {
    struct colors8 colors = shaded8(face, light, x, y);
    return (f32x4){colors.parts[0][0], colors.parts[1][0], colors.parts[2][0], color[3]};
  }
  float near = (float)nearness(face, x + 0.5, y + 0.5);
  if (near < face->far) near = face->far;
  if (near > face->near) near = face->near;
  float depth = 1 / near;
  if (face->foot > 0) {
    float height =
      light->eye_height + depth * (light->rise + light->rise_by_x * (x + 0.5f) + light->rise_by_y * (y + 0.5f));
    float below = 1 - height * light->inverse_foot_height;
    below = below < 0 ? 0 : below > 1 ? 1 : below;
    float shade = 1 - face->foot * below * below;
    color *= (f32x4){shade, shade, shade, 1};
  }
  float t = (depth - light->haze_start) * light->haze_rate;
  if (t > 0) {
    if (t > 1) t = 1;
    t = t * t * (3 - 2 * t) * light->haze_opacity;
    f32x4 haze;
    LOAD(haze, light->haze);
    color += (haze - color) * t;
  }
  return color;
}

INLINE void store_rounded(f32x4 color, uint16_t *pixel) {
  u16x4 rounded = CONVERT(CONVERT(color + 0.5f, VECTOR(int32_t, 4)), u16x4);
  STORE(pixel, rounded);
}

/// Colors of up to 8 pixels that a face covers wholly: each is what `shaded` gives.
INLINE void store_shaded(
    const struct raster_mesh_face *face, const struct raster_mesh_light *light, int32_t x, int32_t count, int32_t y,
    uint16_t *pixels) {
  struct colors8 colors = shaded8(face, light, x, y);
  u16x8 parts[3];
  for (int part = 0; part < 3; part++) parts[part] = CONVERT(CONVERT(colors.parts[part] + 0.5f, i32x8), u16x8);
  u16x8 alpha = 65280;
  u16x16 low = LANES(parts[0], parts[1], 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  u16x16 high = LANES(parts[2], alpha, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  u32x16 all = LANES((u32x8)low, (u32x8)high, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  if (count == 8) {
    STORE(pixels, all);
  } else {
    memcpy(pixels, &all, 8 * (size_t)count);
  }
}

/// Draws a run of pixels that one face covers wholly; returns whether its colors vary.
INLINE bool draw_run(
    const struct raster_mesh_face *face, const struct raster_mesh_light *light, int32_t x, int32_t end, int32_t y,
    uint16_t *pixels, uint8_t *dither) {
  memset(dither + x, !face->is_even, (size_t)(end - x));
  uint16_t *place = pixels + 4 * (ptrdiff_t)x;
  if (!face->is_even) {
    for (; x < end; x += 8, place += 32) store_shaded(face, light, x, end - x < 8 ? end - x : 8, y, place);
    return true;
  }
  uint16_t color[4];
  store_rounded(shaded(face, light, x, y), color);
  for (; x < end; x++, place += 4) memcpy(place, color, 8);
  return false;
}

KERNEL
bool raster_mesh_resolve(
    const struct raster_mesh_memory *memory, const struct raster_mesh_face *faces, const struct raster_mesh_light *light,
    float opacity, int32_t y, uint16_t *pixels, uint8_t *dither) {
  const uint32_t *firsts = memory->firsts + (ptrdiff_t)(y - memory->y0) * memory->stride - memory->x0;
  bool any = false;
  for (int32_t x = memory->x0; x < memory->x1; x++) {
    uint32_t at = firsts[x];
    if (at == 0) continue;
    uint16_t *place = pixels + 4 * (ptrdiff_t)x;
    f32x4 sum = 0;
    int32_t covered = 0;
    bool varies = false;
    if (at & ALONE) {
      const struct raster_mesh_face *face = faces + (at & ~ALONE);
      if (opacity == 1) {
        int32_t end = x + 1;
        while (end < memory->x1 && firsts[end] == at) end++;
        any |= draw_run(face, light, x, end, y, pixels, dither);
        x = end - 1;
        continue;
      }
      sum = shaded(face, light, x, y) * 64, covered = 64, varies = !face->is_even;
      at = 0;
    }
    for (; at != 0; at = memory->fragments[at].next) {
      const struct raster_mesh_fragment *fragment = memory->fragments + at;
      if (fragment->mask == 0) continue;
      const struct raster_mesh_face *face = faces + fragment->face;
      int32_t count = __builtin_popcountll(fragment->mask);
      sum += shaded(face, light, x, y) * (float)count;
      covered += count;
      varies |= !face->is_even;
    }
    if (covered == 0) continue;
    float part = opacity / 64;
    u16x4 below;
    LOAD(below, place);
    store_rounded(sum * part + CONVERT(below, f32x4) * (1 - (float)covered * part), place);
    if (varies) {
      dither[x] = 1;
      any = true;
    } else if (covered == 64 && opacity == 1) {
      dither[x] = 0;
    }
  }
  return any;
}

KERNEL
void raster_mesh_fill(
    const struct raster_mesh_memory *memory, const float color[4], float opacity, int32_t y, uint16_t *pixels) {
  const uint32_t *firsts = memory->firsts + (ptrdiff_t)(y - memory->y0) * memory->stride - memory->x0;
  f32x4 one;
  LOAD(one, color);
  float alpha = one[3] / 65280;
  for (int32_t x = memory->x0; x < memory->x1; x++) {
    int32_t covered = firsts[x] & ALONE ? 64 : 0;
    if (covered == 0) {
      for (uint32_t at = firsts[x]; at != 0; at = memory->fragments[at].next)
        covered += __builtin_popcountll(memory->fragments[at].mask);
    }
    if (covered == 0) continue;
    float part = (float)covered * opacity / 64;
    u16x4 below;
    LOAD(below, pixels + 4 * (ptrdiff_t)x);
    store_rounded(one * part + CONVERT(below, f32x4) * (1 - part * alpha), pixels + 4 * (ptrdiff_t)x);
  }
}
