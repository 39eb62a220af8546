#include "CRasterKernels.h"

#if defined(__x86_64__)

#include <math.h>

#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))

/// Laid out like an image's in Swift.
struct footprint {
  int32_t level;
  uint32_t mix;
  int32_t taps, unused;
  double step[2];
};

AVX2 static inline __m256d dot(__m256d ax, __m256d ay, __m256d bx, __m256d by) {
  return _mm256_add_pd(_mm256_mul_pd(ax, bx), _mm256_mul_pd(ay, by));
}

/// The logarithms to base 2 of four numbers from 1 on, cut to 1/256.
struct logarithms {
  int64_t whole[4];
  double part[4];
  /// Bits of those that are near enough to a 256th that it takes more digits to tell on which side.
  int isClose;
};

AVX2 static inline struct logarithms logarithms4(__m256d numbers) {
  // Of a number from 1 to 2 less 1.5, within 4e-7, fitted at Chebyshev's nodes.
  static const double terms[] = {
      0.014778720766912409, -0.025123203286202517, 0.037462937512423654, -0.07058967567449285,
      0.14252637016891775,  -0.32063233270426916,  0.9617959717013131,   0.5849627653299243};
  const __m256i digits = _mm256_set1_epi64x(0xFFFFFFFFFFFFF);
  __m256i bits = _mm256_castpd_si256(numbers), one = _mm256_castpd_si256(_mm256_set1_pd(1));
  __m256d x = _mm256_sub_pd(
      _mm256_castsi256_pd(_mm256_or_si256(_mm256_and_si256(bits, digits), one)), _mm256_set1_pd(1.5));
  __m256d sum = _mm256_set1_pd(terms[0]);
  for (int i = 1; i < 8; i++) sum = _mm256_add_pd(_mm256_mul_pd(sum, x), _mm256_set1_pd(terms[i]));
  sum = _mm256_mul_pd(sum, _mm256_set1_pd(256));
  __m256d below = _mm256_floor_pd(sum), rest = _mm256_sub_pd(sum, below);
  __m256d isClear = _mm256_and_pd(
      _mm256_cmp_pd(rest, _mm256_set1_pd(0x1p-10), _CMP_GT_OQ),
      _mm256_cmp_pd(rest, _mm256_set1_pd(1 - 0x1p-10), _CMP_LT_OQ));
  struct logarithms result;
  __m256i whole = _mm256_sub_epi64(_mm256_srli_epi64(bits, 52), _mm256_set1_epi64x(1023));
  _mm256_storeu_si256((__m256i *)result.whole, whole);
  _mm256_storeu_pd(result.part, below);
  result.isClose = ~_mm256_movemask_pd(isClear);
  return result;
}

/// The footprints of four pixels, from the steps in the image for a pixel to the right, and for one down.
AVX2 static inline void footprints4(
    __m256d rightX, __m256d rightY, __m256d downX, __m256d downY, int32_t levels, struct footprint *out) {
  const __m256d zero = _mm256_setzero_pd(), one = _mm256_set1_pd(1);
  __m256d a = dot(rightX, rightY, rightX, rightY), d = dot(downX, downY, downX, downY);
  __m256d b = dot(rightX, rightY, downX, downY), difference = _mm256_sub_pd(a, d);
  __m256d mean = _mm256_mul_pd(_mm256_add_pd(a, d), _mm256_set1_pd(0.5));
  __m256d spread = _mm256_sqrt_pd(_mm256_add_pd(
      _mm256_mul_pd(_mm256_mul_pd(difference, difference), _mm256_set1_pd(0.25)), _mm256_mul_pd(b, b)));
  __m256d high = _mm256_add_pd(mean, spread), low = _mm256_max_pd(_mm256_sub_pd(mean, spread), zero);
  __m256d longer = _mm256_sqrt_pd(high), shorter = _mm256_sqrt_pd(low);
  __m256d covered = _mm256_max_pd(_mm256_max_pd(shorter, one), _mm256_mul_pd(longer, _mm256_set1_pd(0.125)));
  __m256d ratio = _mm256_ceil_pd(_mm256_sub_pd(_mm256_div_pd(longer, covered), _mm256_set1_pd(0.001)));
  __m256d taps = _mm256_min_pd(_mm256_max_pd(ratio, one), _mm256_set1_pd(8));
  // The pixel direction that is stretched most, carried into the image.
  __m256d isLong = _mm256_cmp_pd(spread, zero, _CMP_GT_OQ);
  __m256d towardX = _mm256_blendv_pd(one, b, isLong), towardY = _mm256_and_pd(_mm256_sub_pd(high, a), isLong);
  __m256d square = dot(towardX, towardY, towardX, towardY), length = _mm256_sqrt_pd(square);
  __m256d least = _mm256_mul_pd(_mm256_mul_pd(_mm256_set1_pd(1e-20), mean), mean);
  __m256d isUsable = _mm256_cmp_pd(square, least, _CMP_GT_OQ);
  __m256d unitX = _mm256_blendv_pd(one, _mm256_div_pd(towardX, length), isUsable);
  __m256d unitY = _mm256_and_pd(_mm256_div_pd(towardY, length), isUsable);
  double places[4], counts[4], stepX[4], stepY[4], lengths[4];
  _mm256_storeu_pd(places, covered);
  _mm256_storeu_pd(counts, taps);
  _mm256_storeu_pd(lengths, longer);
  _mm256_storeu_pd(stepX, _mm256_div_pd(dot(rightX, downX, unitX, unitY), taps));
  _mm256_storeu_pd(stepY, _mm256_div_pd(dot(rightY, downY, unitX, unitY), taps));
  const struct logarithms logarithms = logarithms4(covered);
  for (int i = 0; i < 4; i++) {
    struct footprint f = {0, 0, 1, 0, {0, 0}};
    if (lengths[i] > 1.0001 && lengths[i] < INFINITY) {
      f.taps = (int32_t)counts[i];
      if (f.taps > 1) f.step[0] = stepX[i], f.step[1] = stepY[i];
      if (places[i] > 1 && !(logarithms.isClose >> i & 1)) {
        bool isLast = logarithms.whole[i] >= levels - 1;
        f.level = isLast ? levels - 1 : (int32_t)logarithms.whole[i];
        f.mix = isLast ? 0 : (uint32_t)logarithms.part[i];
      } else if (places[i] > 1) {
        double place = fmin(log2(places[i]), (double)(levels - 1));
        f.level = (int32_t)place;
        f.mix = f.level + 1 < levels ? (uint32_t)((place - f.level) * 256) : 0;
      }
    }
    out[i] = f;
  }
}

AVX2 static void find_footprints(
    const double *t, double first, double y, size_t count, int32_t levels, double *u, double *v, void *footprints) {
  struct footprint *out = footprints;
  const __m256d one = _mm256_set1_pd(1);
  __m256d rowX = _mm256_set1_pd(t[1] * y), rowY = _mm256_set1_pd(t[4] * y), rowW = _mm256_set1_pd(t[7] * y);
  __m256d m11 = _mm256_set1_pd(t[0]), m12 = _mm256_set1_pd(t[1]), m13 = _mm256_set1_pd(t[2]);
  __m256d m21 = _mm256_set1_pd(t[3]), m22 = _mm256_set1_pd(t[4]), m23 = _mm256_set1_pd(t[5]);
  __m256d m31 = _mm256_set1_pd(t[6]), m32 = _mm256_set1_pd(t[7]), m33 = _mm256_set1_pd(t[8]);
  for (size_t i = 0; i < count; i += 4) {
    __m256d x = _mm256_add_pd(_mm256_set1_pd(first + (double)i), _mm256_setr_pd(0, 1, 2, 3));
    __m256d k = _mm256_div_pd(one, _mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(m31, x), rowW), m33));
    __m256d atU = _mm256_mul_pd(_mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(m11, x), rowX), m13), k);
    __m256d atV = _mm256_mul_pd(_mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(m21, x), rowY), m23), k);
    _mm256_storeu_pd(u + i, atU);
    _mm256_storeu_pd(v + i, atV);
    footprints4(
        _mm256_mul_pd(_mm256_sub_pd(m11, _mm256_mul_pd(atU, m31)), k),
        _mm256_mul_pd(_mm256_sub_pd(m21, _mm256_mul_pd(atV, m31)), k),
        _mm256_mul_pd(_mm256_sub_pd(m12, _mm256_mul_pd(atU, m32)), k),
        _mm256_mul_pd(_mm256_sub_pd(m22, _mm256_mul_pd(atV, m32)), k), levels, out + i);
  }
}

#endif

bool raster_footprints(
    const double *t, double first, double y, size_t count, int32_t levels, double *u, double *v, void *footprints) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    find_footprints(t, first, y, count, levels, u, v, footprints);
    return true;
  }
#endif
  return false;
}
