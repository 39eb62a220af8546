#ifndef C_RASTER_KERNELS_H
#define C_RASTER_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grade.h"
#include "images.h"

// Loops over pixels. Each gives the same bits on every processor.
//
// Pixels have four 16-bit components, premultiplied, with 65280 for 1. Coverages, factors and opacities are in 1/65536.
// A dither mask has 1 for each pixel that is to be dithered, else 0.

/// Rounds `count` pixels to bytes.
void raster_quantize(const uint16_t *pixels, size_t count, uint8_t *bytes);

/// Rounds like `raster_quantize`, but pixels in `mask` at thresholds that depend on their positions, the first of which is
/// (x, y): a low-discrepancy sequence, so that thresholds around any pixel are spread evenly.
///
/// Its weights are the inverse powers of the plastic number, in 1/65536. Over all pixels thresholds are uniform, so what
/// is added is zero in the mean, and whole 8-bit values never change.
void raster_dither(
    const uint16_t *pixels, const uint8_t *mask, size_t count, uint32_t x, uint32_t y, uint8_t *bytes);

// Samples have a depth of 8 bits, a byte each, or of 10 or 16 bits, two bytes. They are rounded to nearest, but where a
// mask is given and has 1, at the thresholds of `raster_dither` for their positions, the first of which is (x, y). Both
// kinds of chroma have thresholds of their own.

/// BT.709 luma in limited range of `count` pixels, whose alpha is ignored; of 8 or 10 bits.
void raster_luma(
    const uint16_t *pixels, const uint8_t *mask, size_t count, uint32_t x, uint32_t y, int depth, void *out);

/// BT.709 chroma of the means of `count` blocks of 2 × 2 pixels, which are dithered where one of theirs is; both masks or
/// none. (x, y) is a block.
void raster_chroma(
    const uint16_t *above, const uint16_t *below, const uint8_t *mask_above, const uint8_t *mask_below, size_t count,
    uint32_t x, uint32_t y, int depth, void *u, void *v);

/// Luma of two rows and chroma of `count` blocks of 2 × 2 pixels at once, of 8 bits: the same as by `raster_luma` and
/// `raster_chroma`, in less time. (x, y) is the first pixel above, both even.
void raster_yuv420(
    const uint16_t *above, const uint16_t *below, const uint8_t *mask_above, const uint8_t *mask_below, size_t count,
    uint32_t x, uint32_t y, uint8_t *y_above, uint8_t *y_below, uint8_t *u, uint8_t *v);

/// BT.709 chroma of `count` pixels.
void raster_full_chroma(
    const uint16_t *pixels, const uint8_t *mask, size_t count, uint32_t x, uint32_t y, int depth, void *u, void *v);

/// One component of `count` pixels in full range; of 8, 10 or 16 bits, which need no dither.
void raster_component_samples(
    const uint16_t *pixels, int component, const uint8_t *mask, size_t count, uint32_t x, uint32_t y, int depth,
    void *out);

/// Divides colors by their alpha, to nearest; those without alpha stay 0.
void raster_unpremultiply(const uint16_t *pixels, size_t count, uint16_t *straight);

/// The means of `count` blocks of 2 × 2 pixels.
void raster_mean_blocks(const uint16_t *above, const uint16_t *below, size_t count, uint16_t *means);

/// Source-over of one color with a coverage for each pixel.
void raster_composite(const uint16_t color[4], const int32_t *coverage, size_t count, uint16_t *pixels);

/// Source-over of one color on all pixels of `below`, which may be `pixels`.
void raster_blend(const uint16_t color[4], const uint16_t *below, uint16_t *pixels, size_t count);

/// Source-over of one color on a row of pixels from `low` up to `high`, with the coverage whose changes are marked, by 1
/// for every eight pixels, in `touched` from `first_group` to `last_group`; clears both. Marks are read in blocks of 32.
/// The outline ends at `end`. `mask` is cleared where the coverage of at least four pixels side by side, whether from
/// `low` to `high` or not, is whole; null leaves it.
void raster_cover(
    int32_t *changes, uint8_t *touched, ptrdiff_t first_group, ptrdiff_t last_group, ptrdiff_t low, ptrdiff_t high,
    ptrdiff_t end, const uint16_t color[4], uint16_t *pixels, uint8_t *mask);

/// The alpha of one color on the pixels of a row from `low` up to `high`, times the coverage that `raster_cover` would take.
void raster_alphas(
    int32_t *changes, uint8_t *touched, ptrdiff_t first_group, ptrdiff_t last_group, ptrdiff_t low, ptrdiff_t high,
    uint32_t alpha, float *alphas);

/// The pixels of a row from `low` up to `high` with the coverage that `raster_cover` would take, as spans of x, count and
/// coverage (32 bits each); returns how many there are, at most two for every eight pixels, and one more. Pixels of a span
/// whose coverage is 0 have their own in `coverages`, which is indexed like the row and has room for all of its groups.
size_t raster_spans(
    int32_t *changes, uint8_t *touched, ptrdiff_t first_group, ptrdiff_t last_group, ptrdiff_t low, ptrdiff_t high,
    int32_t *coverages, void *spans);

/// Adds up, in rows of `changes` and `touched` from `first_row` up to `end_row`, the signed areas of edges of an outline;
/// those that leave the columns from 0 to `width` are left out. Returns whether there were none.
///
/// Edges have x and y of the upper end, x of the lower one, y of the lower one doubled and 1 more where the outline runs up
/// (4 bytes each, in 1/256 pixel), and the change of x, in 1/65536 pixel, for a step down of 1/256 pixel (double). Rows are
/// `stride` and `groups` apart; up to 8 changes after the last row's are read and written as they are.
bool raster_deposit(
    const void *edges, size_t count, ptrdiff_t width, ptrdiff_t first_row, ptrdiff_t end_row, int32_t *changes,
    ptrdiff_t stride, uint8_t *touched, ptrdiff_t groups);

/// Source-over of pixels, each times its factor.
void raster_over(const uint16_t *source, const uint32_t *factors, size_t count, uint16_t *pixels);

/// The blend mode of a layer's colors with those below, named as in W3C Compositing and Blending Level 1.
enum raster_blend_mode {
  RASTER_MULTIPLY,
  RASTER_SCREEN,
  RASTER_OVERLAY,
  RASTER_PLUS,
  RASTER_DARKEN,
  RASTER_LIGHTEN,
  RASTER_COLOR_DODGE,
  RASTER_COLOR_BURN,
  RASTER_HARD_LIGHT,
  RASTER_SOFT_LIGHT,
  RASTER_DIFFERENCE,
  RASTER_EXCLUSION,
  RASTER_HUE,
  RASTER_SATURATION,
  RASTER_COLOR,
  RASTER_LUMINOSITY
};

/// Blends pixels, each times its factor in 1/65536, onto those below.
void raster_blend_layer(
    enum raster_blend_mode mode, const uint16_t *source, const uint32_t *factors, size_t count, uint16_t *pixels);

/// Multiplies factors in 1/65536 by the alphas of a mask, or by its luminances, which are premultiplied; inverted, by what
/// these leave of 1.
void raster_mask(const uint16_t *mask, bool is_luminance, bool is_inverted, size_t count, uint32_t *factors);

/// Adds the flags of `mask` to those below where pixels times their factors in 1/65536 are seen.
void raster_carry_dither(
    const uint16_t *source, const uint8_t *mask, const uint32_t *factors, size_t count, uint8_t *flags);

/// Sets flags where those of `mask` are set and factors are not 0; returns whether there are any.
bool raster_carry_flags(const uint8_t *mask, const uint32_t *factors, size_t count, uint8_t *flags);

/// Adds samples to sums of linear light. What equals `first` adds to `weights` alone, all else its linear light times alpha
/// and its alpha to `sums`, times `weight`; flags of `mask` are added to `flags`. `linear` has the light of each component
/// from 0 to 65280; weights add up to at most 256.
void raster_light_add(
    const uint32_t *linear, const uint16_t *pixels, const uint8_t *mask, uint16_t weight, size_t count,
    const uint16_t *first, uint16_t *weights, uint8_t *flags, uint32_t *sums);

/// The means of samples with weights of `total` in all. What differs among them is flagged in `mask`, all else as in `flags`;
/// returns whether anything is. `components` has for each 256 steps of light the greatest component that is not brighter.
bool raster_light_mean(
    const uint32_t *linear, const uint16_t *components, uint32_t total, size_t count, const uint16_t *first,
    const uint16_t *weights, const uint8_t *flags, const uint32_t *sums, uint16_t *pixels, uint8_t *mask);

/// Transforms colors: what becomes red, green and blue, each by the factors of the three and what is added for an alpha of
/// 1; colors are clamped to 0…alpha, which stays.
void raster_transform_colors(const float matrix[12], size_t count, uint16_t *pixels);

/// Puts a color of four components, times what each of `parts` leaves of 65280, on pixels; their alpha stays.
void raster_tint_inside(const float color[4], const float *parts, size_t count, uint16_t *pixels);

/// Replaces pixels by those of `source` as far as their factors in 1/65536 say.
void raster_replace(const uint16_t *source, const uint32_t *factors, size_t count, uint16_t *pixels);

/// Source-over of a color of four components times each of `parts`, at most 65280.
void raster_tint(const float color[4], const float *parts, size_t count, uint16_t *pixels);

/// Source-over of colors, each component from its own channel; components of 65280 and more are 1, and none exceeds alpha.
void raster_over_channels(
    const float *red, const float *green, const float *blue, const float *alpha, size_t count, uint16_t *pixels);

/// Converts the first component of `count` pixels.
void raster_component(const uint16_t *pixels, size_t count, float *values);

/// Adds `count` values, times a factor, to `sums`.
void raster_add_scaled(const float *values, float factor, size_t count, float *sums);

/// Filters rows of `width` samples, a multiple of 32, down the columns with taps from −`radius` to `radius`; beyond the
/// samples there is 0. What is flat takes little time. Rows of `out` are `stride` apart. `runs` is memory for a number for
/// each 32 columns.
void raster_blur_columns(
    const float *samples, size_t width, size_t height, const float *taps, size_t radius, uint32_t *runs, size_t stride,
    float *out);

/// Filters a row of `width` samples, a multiple of 32, and `radius` more on both sides, likewise.
void raster_blur_row(const float *samples, size_t width, const float *taps, size_t radius, float *out);

/// Leaves flags of `count` blocks of a line of samples, `step` apart: bit 0 where the first `window` samples of a block, at
/// least 5, are one value, and then bit 1 where the first sample is that of the line above.
void raster_find_flat(
    const float *line, const float *above, size_t count, size_t step, size_t window, uint8_t *flags);

/// Joins the flags of each block with those of the rows below it, `window` rows in all: bit 0 where all are flat along the
/// row, and then bit 1 where they are one value.
void raster_join_flat(uint8_t *flags, size_t width, size_t height, size_t window);

/// Puts samples into `mask` that differ from a neighbor in the row, above, or below.
void raster_mark_varied(const float *row, ptrdiff_t stride, size_t count, uint8_t *mask);

/// Upsamples `count` values, a multiple of 8, from samples 2^`shift` apart: each is the sum of five neighboring samples,
/// the first at its own position, times `weights`; these repeat after `length` values, a power of two from 8, and those of
/// the next sample follow after `length`. Begins at value `phase`, a multiple of 8. Up to 11 samples are read from each
/// position.
void raster_upsample(
    const float *samples, size_t phase, size_t shift, const float *weights, size_t length, size_t count, float *out);

/// Sums up four lines of `count` values, `stride` apart, each times its weight.
void raster_mix(const float *lines, size_t stride, const float weights[4], size_t count, float *out);

/// A gradient's space along a row of pixels: at x, (x_by_x x + x, y_by_x x + y) / (w_by_x x + w).
struct raster_gradient_row {
  double x_by_x, x, y_by_x, y, w_by_x, w;
};

/// The positions on a gradient of the centers of `count` pixels from `first` on: x, or the distance from the origin.
void raster_gradient_places(
    const struct raster_gradient_row *row, bool is_radial, int32_t first, size_t count, double *places);

/// The colors of a gradient at `count` positions, and a dither mask of where they vary.
///
/// Segments, in order, have start, inverse length (double), color, change (4 floats each), the next one's start (double)
/// and whether they vary (8 bytes), the first of them for all below 0; `buckets` has the first of them for each 256th of 0…1
/// and for 1. Beyond 0…1 the ends go on where it `pads`, else it is clear.
void raster_ramp(
    const double *positions, size_t count, const void *segments, const int32_t *buckets, bool pads, uint16_t *colors,
    uint8_t *mask);

/// Source-over of a row of colors with the coverage `whole`, or where that is 0, with one for each pixel.
///
/// `flags` become those of `mask` where colors hide what is below, and stay where these are clear. Returns whether any of
/// `mask` is set.
bool raster_over_colors(
    const uint16_t *colors, const uint8_t *mask, const int32_t *coverage, int32_t whole, size_t count,
    uint16_t *pixels, uint8_t *flags);

// MARK: Meshes

/// A planar face in pixels of a surface.
struct raster_mesh_face {
  /// 1 over the depth at (x, y): by_x x + by_y y + constant.
  double by_x, by_y, constant;
  /// The range of 1 over its depth.
  float far, near;
  /// The edges of its outline, whose inside is by the even-odd rule.
  int32_t first_edge, edge_count;
  /// The pixels that it may touch.
  int32_t x0, y0, x1, y1;
  /// Opaque, from 0 to 65280.
  float color[4];
  /// The amount by which it is darker at its foot, and the share of the light there that it gets, from 0 to 1.
  float foot, glow;
  /// True if its color is the same everywhere.
  bool is_even;
  /// The indexes of its windows and of the light beside it; -1 for one without.
  int32_t wall, beside;
  /// The index of what it wears in place of its color; -1 for a face that is no ground.
  int32_t drape;
  /// The height of the ground at its foot.
  float base;
};

/// The picture that a face of the ground wears: nine numbers, row by row, take pixels of the canvas to those of an image.
struct raster_mesh_drape {
  double to_image[9];
  /// The index of its image, which is opaque.
  int32_t image;
};

/// The grid of a face's windows: at (x, y) and a depth, start + depth (constant + by_x x + by_y y) counts windows along
/// it, and (height - base) * rate rows of them.
struct raster_mesh_wall {
  float start, constant, by_x, by_y, base, rate;
  /// The seed of its random values.
  uint32_t seed;
};

/// The light along the foot of a wall: its first and its last value, which are counted as `raster_mesh_wall` counts windows.
struct raster_mesh_beside {
  float start, constant, by_x, by_y;
  int32_t first, last;
};

/// An edge that is not level, from its upper end to its lower one, in 1/256 pixel.
struct raster_mesh_edge {
  int32_t x0, y0, x1, y1;
};

/// The light and haze that determine the colors of faces.
struct raster_mesh_light {
  /// The height of a place at a depth: eye_height + depth (rise + rise_by_x x + rise_by_y y).
  float eye_height, rise, rise_by_x, rise_by_y;
  float inverse_foot_height;
  /// The color that light at the foot adds, from 0 to 65280; the last one is 0.
  float glow[4];
  /// Haze begins at a depth, and is whole after 1 / haze_rate more.
  float haze_start, haze_rate, haze_opacity;
  /// Opaque, from 0 to 65280.
  float haze[4];
  /// The color that light beside walls adds where its value is 1, from 0 to 65280, and 1 over the height up to which it fades.
  float beside_color[3], inverse_beside_height;
  const struct raster_mesh_beside *besides;
  const float *beside_values;
  const struct raster_mesh_wall *walls;
  const struct raster_mesh_drape *drapes;
  const raster_image_levels *images;
  /// The part of a wall that windows take, each way.
  float window_width, window_height;
  /// The factors of colors where there is glass.
  float glass[4];
  /// The color of windows with light, from 0 to 65280, and the share that has it, of UINT32_MAX.
  float lit[4];
  uint32_t lit_share;
  /// Windows begin to fade at a depth into what they are on average, and are gone at 1 / window_rate more.
  float window_end, window_rate;
};

/// The visible part of a face in a pixel.
struct raster_mesh_fragment {
  /// A bit for each of the 64 samples.
  uint64_t mask;
  float far, near;
  uint32_t face, next;
};

/// Fragments of all faces in a part of a surface.
struct raster_mesh_memory {
  /// All zero between calls.
  uint64_t *cells;
  /// For each pixel 1 over the depth behind which nothing is seen of more faces.
  float *fars;
  /// For each pixel its first fragment; 0 without any. With the highest bit, the face that covers it wholly and alone.
  uint32_t *firsts;
  struct raster_mesh_fragment *fragments;
  /// The first one is never used.
  size_t fragment_count, fragment_capacity;
  /// The part, and how many pixels a row of it has in memory: 8 more than are used, or more.
  int32_t x0, y0, x1, y1;
  ptrdiff_t stride;
};

/// Adds faces in an order, best from near to far, and hides what lies behind others: at 64 samples of each pixel exactly.
/// Returns how many were added before more fragments than there is room for might be needed.
size_t raster_mesh_cover(
    struct raster_mesh_memory *memory, const struct raster_mesh_face *faces, const struct raster_mesh_edge *edges,
    const uint32_t *order, size_t count);

/// Draws a row of what was covered onto pixels, and sets their dither mask where colors vary; returns whether any do.
bool raster_mesh_resolve(
    const struct raster_mesh_memory *memory, const struct raster_mesh_face *faces, const struct raster_mesh_light *light,
    float opacity, int32_t y, uint16_t *pixels, uint8_t *dither);

/// Draws what a row was covered with, and what of it is above a least 1 over the depth, with or without the ground, in one
/// color, from 0 to 65280 and premultiplied.
void raster_mesh_fill(
    const struct raster_mesh_memory *memory, const struct raster_mesh_face *faces, double min_nearness, bool with_ground,
    const float color[4], float opacity, int32_t y, uint16_t *pixels);

#endif
