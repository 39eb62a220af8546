#ifndef C_RASTER_IMAGES_H
#define C_RASTER_IMAGES_H

#include <stddef.h>
#include <stdint.h>

// The kernels of images; pixels are those of `CRasterKernels.h`.

/// The texels of an image outside its own extent.
enum raster_spread { RASTER_PAD, RASTER_REPEAT, RASTER_MIRROR, RASTER_CLEAR };

/// Texels of 4 bytes, or of 8 with signed components and 8160 for 1; premultiplied. A texel of the image is `scale_x` of
/// these wide and `scale_y` high.
typedef struct {
  int64_t width, height, size;
  const uint8_t *texels;
  double scale_x, scale_y;
} raster_level;

/// Weights in 1/16384 for 128 positions between two texels; each has `taps`, an even number, followed by zeros up to
/// `stride`, a multiple of 4.
typedef struct {
  const int16_t *weights;
  int64_t taps, stride;
} raster_kernel;

/// Kernels are for what pixels span of the texels, from 1 to 8, by its square: 32 of them, evenly spaced, from each power
/// of 2 to the next. None has more taps than this.
enum { RASTER_KERNEL_COUNT = 192, RASTER_KERNEL_TAPS = 48 };

/// An image, each level with half the texels of the one before.
typedef struct {
  const raster_level *levels;
  int64_t count;
  const raster_kernel *kernels;
  enum raster_spread spread;
} raster_image_levels;

/// The index among `count` texels of the one at `i` in a row; -1 if there is none.
int64_t raster_texel(int64_t i, int64_t count, enum raster_spread spread);

/// Sums up `count` texels of `size` bytes of `taps` rows, each times its weight in 1/16384.
void raster_sum_rows(
    const uint8_t *const *rows, size_t size, const int16_t *weights, size_t taps, size_t count, float *sums);

/// Colors of `count` pixels times an opacity: each from `taps` of `sums`, a multiple of 4, from its start on, times weights
/// of its own.
void raster_sum_columns(
    const float *sums, const int32_t *starts, const int16_t *weights, size_t taps, size_t count, uint32_t opacity,
    uint16_t *colors);

/// Colors of `count` pixels that are texels of 4 bytes, times an opacity.
void raster_copy_texels(const uint8_t *texels, size_t count, uint32_t opacity, uint16_t *colors);

/// As `raster_sum_columns`, but makes texels of 8 bytes.
void raster_shrink_columns(
    const float *sums, const int32_t *starts, const int16_t *weights, size_t taps, size_t count, int16_t *texels);

/// The colors of `count` pixels from the middle (`x`, `y`) of the first, times an opacity; nine numbers of `t`, row by row,
/// take pixels to the image.
void raster_image(
    const double *t, double x, double y, size_t count, const raster_image_levels *image, uint32_t opacity,
    uint16_t *colors);

#endif
