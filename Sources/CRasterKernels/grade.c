#include "planar.h"

typedef VECTOR(int16_t, 8) i16x8;

/// The weights of red, green and blue in luma, as in color matrices.
#define LUMA(c) (0.213f * (c)->v[0] + 0.715f * (c)->v[1] + 0.072f * (c)->v[2])

#define CLAMP(a) MAX(MIN(a, (f32x8)1.0f), (f32x8)0.0f)

/// Eight values of a table of values and slopes, at positions from 0 to its last one.
INLINE void look_up(const float *pairs, const f32x8 *at, f32x8 *out) {
  const i32x8 places = CONVERT(*at, i32x8);
  const f32x8 part = *at - CONVERT(places, f32x8);
  int32_t cells[8];
  uint64_t found[8];
  STORE(cells, places);
  for (int i = 0; i < 8; i++) memcpy(found + i, pairs + 2 * cells[i], 8);
  const u64x4 low = {found[0], found[1], found[2], found[3]}, high = {found[4], found[5], found[6], found[7]};
  const f32x8 first = (f32x8)low, second = (f32x8)high;
  const f32x8 value = LANES(first, second, 0, 2, 4, 6, 8, 10, 12, 14);
  const f32x8 slope = LANES(first, second, 1, 3, 5, 7, 9, 11, 13, 15);
  *out = value + slope * part;
}

/// A color of a table of curves.
INLINE f32x4 curves(const raster_grade *grade, const float at[3]) {
  f32x4 result = 0;
  for (int c = 0; c < 3; c++) {
    int64_t first = (int64_t)at[c];
    if (first > grade->size - 2) first = grade->size - 2;
    const float low = grade->table[4 * first + c], high = grade->table[4 * first + 4 + c];
    result[c] = low + (high - low) * (at[c] - (float)first);
  }
  return result;
}

/// A color of a cube: the mean of the corners of the tetrahedron around a place, weighed by where in it that lies.
INLINE f32x4 cube(const raster_grade *grade, const float at[3]) {
  const int64_t steps[3] = {4, 4 * grade->size, 4 * grade->size * grade->size};
  const float *corner = grade->table;
  float part[3];
  for (int c = 0; c < 3; c++) {
    int64_t first = (int64_t)at[c];
    if (first > grade->size - 2) first = grade->size - 2;
    part[c] = at[c] - (float)first;
    corner += first * steps[c];
  }
  // The axes in the order in which the tetrahedron leads along them, the greatest part first.
  const int most = part[0] >= part[1] ? (part[0] >= part[2] ? 0 : 2) : (part[1] >= part[2] ? 1 : 2);
  const int least = part[2] <= part[1] ? (part[2] <= part[0] && most != 2 ? 2 : (most == 0 ? 1 : 0))
                                       : (part[1] <= part[0] && most != 1 ? 1 : (most == 0 ? 2 : 0));
  const int middle = 3 - most - least;
  f32x4 a, b, c, d;
  LOAD(a, corner);
  LOAD(b, corner + steps[most]);
  LOAD(c, corner + steps[most] + steps[middle]);
  LOAD(d, corner + steps[0] + steps[1] + steps[2]);
  return a * (1 - part[most]) + b * (part[most] - part[middle]) + c * (part[middle] - part[least]) + d * part[least];
}

/// Mixes colors from 0 to 1 with those of a table.
INLINE void apply_table(const raster_grade *grade, colors8 *colors) {
  f32x8 at[3];
  const f32x8 end = (float)(grade->size - 1);
  for (int c = 0; c < 3; c++) {
    at[c] = MAX(MIN(colors->v[c] * grade->scale[c] + grade->offset[c], end), (f32x8)0.0f);
  }
  f32x8 found[3];
  for (int i = 0; i < 8; i++) {
    const float place[3] = {at[0][i], at[1][i], at[2][i]};
    const f32x4 color = grade->is_cube ? cube(grade, place) : curves(grade, place);
    for (int c = 0; c < 3; c++) found[c][i] = color[c];
  }
  for (int c = 0; c < 3; c++) colors->v[c] = CLAMP(colors->v[c] + (found[c] - colors->v[c]) * grade->amount);
}

/// Straight colors from 0 to 1, changed by all that does not depend on the place.
INLINE void grade_colors(const raster_grade *grade, colors8 *colors) {
  if (grade->has_tone) {
    for (int c = 0; c < 3; c++) {
      const f32x8 from = colors->v[c];
      colors->v[c] = grade->tone_scale[c] * from + grade->tone_offset[c];
      const u32x8 is_bent = (u32x8)(from < grade->tone_start);
      if (grade->components == NULL || __builtin_reduce_or(is_bent) == 0) continue;
      const f32x8 at = from * 1020.0f;
      f32x8 found;
      look_up(grade->components + 2042 * c, &at, &found);
      colors->v[c] = CHOOSE(is_bent, found, colors->v[c]);
    }
  }
  if (grade->has_matrix) {
    const colors8 from = *colors;
    for (int row = 0; row < 3; row++) {
      const float *m = grade->matrix + 4 * row;
      colors->v[row] = m[0] * from.v[0] + m[1] * from.v[1] + m[2] * from.v[2] + m[3];
    }
  }
  // Colors brighter than white keep their hue.
  const f32x8 most = MAX(MAX(colors->v[0], colors->v[1]), MAX(colors->v[2], (f32x8)1.0f));
  if (__builtin_reduce_or((u32x8)(most > 1.0f)) != 0) {
    for (int c = 0; c < 3; c++) colors->v[c] = colors->v[c] / most;
  }
  for (int c = 0; c < 3; c++) colors->v[c] = CLAMP(colors->v[c]);
  if (grade->saturation) {
    const f32x8 luma = LUMA(colors), at = luma * 256.0f;
    f32x8 factor;
    look_up(grade->saturation, &at, &factor);
    for (int c = 0; c < 3; c++) colors->v[c] = CLAMP(luma + (colors->v[c] - luma) * factor);
  }
  if (grade->table) apply_table(grade, colors);
}

/// Straight colors of eight pixels.
INLINE void straighten(const pixels8 *pixels, colors8 *colors) {
  separate(pixels, colors);
  for (int c = 0; c < 4; c++) colors->v[c] *= 1 / 65280.0f;
  const f32x8 alpha = colors->v[3];
  if (__builtin_reduce_and((i32x8)(alpha == 1.0f)) == 0) {
    const f32x8 factor = CHOOSE(alpha > 0.0f, 1.0f / NONZERO(alpha), (f32x8)0.0f);
    for (int c = 0; c < 3; c++) colors->v[c] *= factor;
  }
  for (int c = 0; c < 3; c++) colors->v[c] = MIN(colors->v[c], (f32x8)1.0f);
}

/// True if all of eight pixels are equal to others.
INLINE bool are_equal(const pixels8 *a, const pixels8 *b) {
  const u32x16 differs = (u32x16)(a->v ^ b->v);
  return __builtin_reduce_or(differs) == 0;
}

/// Grades up to eight pixels.
#define GRADE8(size) \
  do { \
    pixels8 eight = {0}; \
    memcpy(&eight, pixels + 4 * i, (size) * 8); \
    if (!has_last || !are_equal(&eight, &last)) { \
      last = eight, has_last = true; \
      straighten(&eight, &graded); \
      grade_colors(grade, &graded); \
    } \
    colors8 colors = graded; \
    if (grade->vignette > 0) { \
      const f32x8 column = (float)(x + (int64_t)i) + steps; \
      const f32x8 u = grade->u[0] * column + u0, v = grade->v[0] * column + v0; \
      const f32x8 t = CLAMP(((u * u + v * v) * 0.5f - grade->vignette_start) * grade->vignette_rate); \
      const f32x8 factor = 1.0f - grade->vignette * (t * t * (3.0f - 2.0f * t)); \
      for (int c = 0; c < 3; c++) colors.v[c] *= factor; \
    } \
    if (noise) { \
      i16x8 grains = 0; \
      memcpy(&grains, noise + i, (size) * 2); \
      const f32x8 luma = LUMA(&colors); \
      const f32x8 added = CONVERT(grains, f32x8) * (4.0f * luma * (1.0f - luma) * grade->grain); \
      for (int c = 0; c < 3; c++) colors.v[c] += added; \
    } \
    for (int c = 0; c < 3; c++) colors.v[c] *= colors.v[3]; \
    join(&colors, &eight); \
    memcpy(pixels + 4 * i, &eight, (size) * 8); \
  } while (0)

/// Sets the mask of a row where a vignette varies: outside of the columns between which its distance is less than its start.
INLINE void mark_vignette(const raster_grade *grade, double x, double u0, double v0, size_t count, uint8_t *mask) {
  const double u = grade->u[0], v = grade->v[0], a = (u * u + v * v) / 2, b = (u * u0 + v * v0) / 2 / a;
  const double rest = b * b - ((u0 * u0 + v0 * v0) / 2 - grade->vignette_start) / a;
  size_t first = count, end = count;
  if (a > 0 && rest > 0) {
    // In pixels from the row's first on.
    const double middle = -b - x - 0.5, half = __builtin_sqrt(rest), last = (double)count;
    const double low = middle - half, high = middle + half;
    first = low <= 0 ? 0 : low < last ? (size_t)low : count;
    end = high <= 0 ? 0 : high < last ? (size_t)high : count;
  }
  memset(mask, 1, first);
  memset(mask + end, 1, count - end);
}

KERNEL void raster_grade_row(
    const raster_grade *grade, int64_t x, int64_t y, const int16_t *noise, size_t count, uint16_t *pixels, uint8_t *mask) {
  const f32x8 steps = {0.5f, 1.5f, 2.5f, 3.5f, 4.5f, 5.5f, 6.5f, 7.5f};
  const float u0 = grade->u[1] * ((float)y + 0.5f) + grade->u[2], v0 = grade->v[1] * ((float)y + 0.5f) + grade->v[2];
  if (grade->vignette > 0) mark_vignette(grade, (double)x, u0, v0, count, mask);
  pixels8 last = {0};
  colors8 graded = {0};
  bool has_last = false;
  size_t i = 0;
  for (; i + 8 <= count; i += 8) GRADE8(8);
  if (i < count) GRADE8(count - i);
}

KERNEL void raster_grain_row(
    const int16_t *first, size_t first_size, size_t first_at, const int16_t *second, size_t second_size, size_t second_at,
    size_t count, int16_t *noise) {
  size_t i = 0;
  while (i < count) {
    size_t run = count - i;
    if (run > first_size - first_at) run = first_size - first_at;
    if (run > second_size - second_at) run = second_size - second_at;
    for (size_t k = 0; k < run; k++) noise[i + k] = (int16_t)(first[first_at + k] + second[second_at + k]);
    i += run;
    first_at = (first_at + run) % first_size, second_at = (second_at + run) % second_size;
  }
}

/// Leaves the highlights of up to eight pixels.
#define HIGHLIGHTS8(size) \
  do { \
    pixels8 eight = {0}; \
    memcpy(&eight, pixels + 4 * i, (size) * 8); \
    colors8 colors; \
    straighten(&eight, &colors); \
    const f32x8 most = MAX(MAX(colors.v[0], colors.v[1]), colors.v[2]); \
    const f32x8 alpha = colors.v[3] * CLAMP((most - threshold) * rate); \
    for (int c = 0; c < 3; c++) colors.v[c] *= alpha; \
    colors.v[3] = alpha; \
    join(&colors, &eight); \
    memcpy(pixels + 4 * i, &eight, (size) * 8); \
  } while (0)

KERNEL void raster_highlights(float threshold, size_t count, uint16_t *pixels) {
  const float rate = 1 / (1 - threshold);
  size_t i = 0;
  for (; i + 8 <= count; i += 8) HIGHLIGHTS8(8);
  if (i < count) HIGHLIGHTS8(count - i);
}
