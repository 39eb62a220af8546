#ifndef C_RASTER_KERNELS_H
#define C_RASTER_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Loops over pixels for processors with AVX2 or AVX-512. Each gives the same bits as its counterpart in Swift.

/// Whether this processor can run those for AVX2.
bool raster_has_avx2(void);

/// Whether this processor can run those for AVX-512, too.
bool raster_has_avx512(void);

/// Rounds `count` pixels of four 16-bit components, 65280 for 1, to bytes.
void raster_quantize_avx2(const uint16_t *pixels, size_t count, uint8_t *bytes);

/// BT.709 luma of `count` RGBA pixels.
void raster_luma_avx2(const uint8_t *rgba, size_t count, uint8_t *y);

/// BT.709 chroma of `count` blocks of 2 × 2 RGBA pixels.
void raster_chroma_avx2(const uint8_t *above, const uint8_t *below, size_t count, uint8_t *u, uint8_t *v);

/// Source-over of one premultiplied color with a coverage in 1/65536 for each pixel.
void raster_composite_avx2(const uint16_t color[4], const int32_t *coverage, size_t count, uint16_t *pixels);

/// Source-over of one premultiplied color on all pixels.
void raster_blend_avx2(const uint16_t color[4], uint16_t *pixels, size_t count);

/// Source-over of one premultiplied color on a row of pixels from `low` up to `high`, with the coverage whose changes
/// are marked, by 1 for every eight pixels, in `touched` from `first_group` to `last_group`; clears both. Marks are read
/// in blocks of 32. The outline ends at `end`. `varied` is cleared where the coverage of at least four pixels side by side,
/// whether from `low` to `high` or not, is whole; null leaves it.
void raster_cover_avx2(
    int32_t *changes, uint8_t *touched, ptrdiff_t first_group, ptrdiff_t last_group, ptrdiff_t low, ptrdiff_t high,
    ptrdiff_t end, const uint16_t color[4], uint16_t *pixels, uint8_t *varied);

/// The same for processors with AVX-512.
void raster_cover_avx512(
    int32_t *changes, uint8_t *touched, ptrdiff_t first_group, ptrdiff_t last_group, ptrdiff_t low, ptrdiff_t high,
    ptrdiff_t end, const uint16_t color[4], uint16_t *pixels, uint8_t *varied);

/// Adds up, in rows of `changes` and `touched` from `first_row` up to `end_row`, the signed areas of edges of an outline;
/// those that leave the columns from 0 to `width` are left out. Returns whether there were none.
///
/// Edges have x and y of the upper end, x of the lower one, y of the lower one doubled and 1 more where the outline runs up
/// (4 bytes each, in 1/256 pixel), and the change of x, in 1/65536 pixel, for a step down of 1/256 pixel (double). Rows are
/// `stride` and `groups` apart; up to 8 changes after the last row's are read and written as they are.
bool raster_deposit_avx2(
    const void *edges, size_t count, ptrdiff_t width, ptrdiff_t first_row, ptrdiff_t end_row, int32_t *changes,
    ptrdiff_t stride, uint8_t *touched, ptrdiff_t groups);

/// Rounds like `raster_quantize_avx2`; pixels whose `varied` is not 0 round up at a threshold of their place, the first of
/// which is (x, y).
void raster_dither_avx2(
    const uint16_t *pixels, const uint8_t *varied, size_t count, uint32_t x, uint32_t y, uint8_t *bytes);

/// Source-over of pixels, each times its factor in 1/65536.
void raster_over_avx2(const uint16_t *source, const uint32_t *factors, size_t count, uint16_t *pixels);

/// Puts a color of four components times each of `parts`, at most 65280, under the pixels.
void raster_under_avx2(const float color[4], const float *parts, size_t count, uint16_t *pixels);

/// Source-over of a color of four components times each of `parts`, at most 65280.
void raster_tint_avx2(const float color[4], const float *parts, size_t count, uint16_t *pixels);

/// Brings back `count` values, a multiple of 8, from samples 2^`shift` apart: each is the sum of four neighbors times
/// `weights`, the first at that of its eight values' first place plus its lane, 0 to 7. Weights and lanes repeat after
/// `length` values, a power of two from 8; those of the second sample follow after `length`. Begins at value `phase`, a
/// multiple of 8. Up to 11 samples are read from each place.
void raster_restore_avx2(
    const float *samples, size_t phase, size_t shift, const float *weights, const int32_t *lanes, size_t length,
    size_t count, float *out);

/// Sums up `count` lines of 32 values, `stride` apart, the first times the last of `weights`.
void raster_filter_avx2(
    const float *lines, size_t stride, const float *weights, size_t count, float *out);

/// Sets `varied` to 1 for pixels that differ from a neighbor in the row, above, or below, else to 0.
void raster_mark_avx2(
    const uint16_t *above, const uint16_t *row, const uint16_t *below, size_t count, uint8_t *varied);

/// The colors of a gradient at `count` places, and whether it varies there: 1 or 0.
///
/// Segments, in order, have start, inverse length (double), color, change (4 floats each), the next one's start (double)
/// and whether they vary (8 bytes); `buckets` has the first of them for each 256th of 0…1 and for 1. Beyond 0…1 the ends
/// go on where it `pads`, else it is clear.
void raster_ramp_avx2(
    const double *places, size_t count, const void *segments, const int32_t *buckets, bool pads, uint16_t *colors,
    uint8_t *varied);

/// Source-over of a row of colors with the coverage `whole`, or where that is 0, with one for each pixel, in 1/65536.
///
/// `flags` become those of `varied`, 1 or 0, where they hide what is below, and keep their own where they are clear.
/// Returns whether any of `varied` is set.
bool raster_over_colors_avx2(
    const uint16_t *colors, const uint8_t *varied, const int32_t *coverage, int32_t whole, size_t count,
    uint16_t *pixels, uint8_t *flags);

/// The colors of an image at `count` places (u, v), in texels, times an opacity in 1/65536; `isDone` is 0 where some texel
/// lies outside, and no color is set there.
///
/// Levels have width, height (8 bytes each) and a pointer to texels of four bytes. Footprints, `stride` for each pixel,
/// have a level, how much of the next is mixed in (in 1/256), a count of samples (4 bytes each, and 4 unused), and the
/// step from one sample to the next (two doubles).
void raster_image_avx2(
    const void *levels, const double *u, const double *v, const void *footprints, size_t stride, uint32_t opacity,
    size_t count, uint16_t *colors, uint8_t *isDone);

/// Places (u, v) in an image of so many levels, and footprints there as `raster_image_avx2` takes them, of `count` pixels
/// from the middle (`first`, `y`) of the first; nine numbers of `t`, row by row, take pixels to the image.
///
/// Up to three more of each are written.
void raster_footprints_avx2(
    const double *t, double first, double y, size_t count, int32_t levels, double *u, double *v, void *footprints);

#endif
