#ifndef C_RASTER_KERNELS_H
#define C_RASTER_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/// BT.709 luma of `count` RGBA pixels.
void raster_luma(const uint8_t *rgba, size_t count, uint8_t *y);

/// BT.709 chroma of `count` blocks of 2 × 2 RGBA pixels.
void raster_chroma(const uint8_t *above, const uint8_t *below, size_t count, uint8_t *u, uint8_t *v);

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

/// Source-over of a color of four components times each of `parts`, at most 65280.
void raster_tint(const float color[4], const float *parts, size_t count, uint16_t *pixels);

/// Puts pixels into `mask` that differ from a neighbor in the row, above, or below.
void raster_mark_edges(
    const uint16_t *above, const uint16_t *row, const uint16_t *below, size_t count, uint8_t *mask);

/// Upsamples `count` values, a multiple of 8, from samples 2^`shift` apart: each is the sum of five neighboring samples,
/// the first at its own position, times `weights`; these repeat after `length` values, a power of two from 8, and those of
/// the next sample follow after `length`. Begins at value `phase`, a multiple of 8. Up to 11 samples are read from each
/// position.
void raster_upsample(
    const float *samples, size_t phase, size_t shift, const float *weights, size_t length, size_t count, float *out);

/// Sums up `count` lines of 32 values, `stride` apart, the first times the last of `weights`.
void raster_filter(const float *lines, size_t stride, const float *weights, size_t count, float *out);

/// Sums up four lines of `count` values, `stride` apart, each times its weight.
void raster_mix(const float *lines, size_t stride, const float weights[4], size_t count, float *out);

/// The colors of a gradient at `count` positions, and a dither mask of where they vary.
///
/// Segments, in order, have start, inverse length (double), color, change (4 floats each), the next one's start (double)
/// and whether they vary (8 bytes); `buckets` has the first of them for each 256th of 0…1 and for 1. Beyond 0…1 the ends
/// go on where it `pads`, else it is clear.
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

/// The colors of an image at `count` positions (u, v), in texels, times an opacity; `is_done` is 0 where no color is set:
/// for fours of which some texel lies outside or whose footprints differ in level or count, and fewer.
///
/// Levels have width, height (8 bytes each) and a pointer to texels of four bytes. Footprints, `stride` for each pixel,
/// have a level, how much of the next is mixed in (in 1/256), a count of samples (4 bytes each, and 4 unused), and the
/// step from one sample to the next (two doubles).
void raster_image(
    const void *levels, const double *u, const double *v, const void *footprints, size_t stride, uint32_t opacity,
    size_t count, uint16_t *colors, uint8_t *is_done);

/// Positions (u, v) in an image of so many levels, and footprints there as `raster_image` takes them, of `count` pixels
/// from the middle (`first`, `y`) of the first; nine numbers of `t`, row by row, take pixels to the image.
///
/// Up to three more of each are written. Returns false where this processor has no loop for it.
bool raster_footprints(
    const double *t, double first, double y, size_t count, int32_t levels, double *u, double *v, void *footprints);

#endif
