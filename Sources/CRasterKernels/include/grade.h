#ifndef C_RASTER_GRADE_H
#define C_RASTER_GRADE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The kernels of color grades; pixels are those of `CRasterKernels.h`.

/// A grade of straight colors, from 0 to 1, in the order of its parts.
typedef struct {
  /// For red, green and blue each what becomes of 1021 evenly spaced components, with the change to the next; null where no
  /// component lies below `tone_start`.
  const float *components;
  /// True if components change by themselves: from `tone_start` on by a factor and an offset each.
  bool has_tone;
  float tone_start, tone_scale[3], tone_offset[3];
  /// The rows of `raster_transform_colors`.
  float matrix[12];
  bool has_matrix;
  /// The factor of the saturation at 257 evenly spaced lumas, with the change to the next; null for no change.
  const float *saturation;
  /// Entries of three numbers and a fourth that is not read, `size` of them, or of a cube `size`³, red changing fastest;
  /// null for none.
  const float *table;
  int64_t size;
  bool is_cube;
  /// An entry's place is a color times `scale` plus `offset`.
  float scale[3], offset[3];
  /// The share of the table, from 0 to 1.
  float amount;
  /// The loss of light in the corners; 0 for no vignette.
  float vignette;
  /// The square of the distance at which it begins, and 1 over what is left of 1.
  float vignette_start, vignette_rate;
  /// By x, by y and constant: the distances from the center in half sides at a place in pixels.
  float u[3], v[3];
  /// The factor of noise in middle gray.
  float grain;
} raster_grade;

/// Grades `count` pixels of row `y` from `x` on; alpha stays. Where a vignette varies, it sets `mask`. `noise` has a number for
/// each pixel; null for no grain.
void raster_grade_row(
    const raster_grade *grade, int64_t x, int64_t y, const int16_t *noise, size_t count, uint16_t *pixels, uint8_t *mask);

/// Adds up `count` numbers of two rows that go around, each from a place in it.
void raster_grain_row(
    const int16_t *first, size_t first_size, size_t first_at, const int16_t *second, size_t second_size, size_t second_at,
    size_t count, int16_t *noise);

/// Multiplies pixels by how far the greatest of their straight components lies between a threshold, below 1, and 1; at most
/// 1, at least 0.
void raster_highlights(float threshold, size_t count, uint16_t *pixels);

#endif
