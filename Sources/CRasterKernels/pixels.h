#ifndef C_RASTER_KERNELS_PIXELS_H
#define C_RASTER_KERNELS_PIXELS_H

#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))

/// (a × b + 32768) >> 16 for unsigned 16-bit lanes.
AVX2 static inline __m256i scaled(__m256i a, __m256i b) {
  return _mm256_add_epi16(_mm256_mulhi_epu16(a, b), _mm256_srli_epi16(_mm256_mullo_epi16(a, b), 15));
}

/// `covered` + what its alpha leaves of `below`, four pixels at a time.
AVX2 static inline __m256i over(__m256i covered, __m256i below) {
  const __m256i spread = _mm256_setr_epi8(
      6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15, 6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15);
  const __m256i zero = _mm256_setzero_si256();
  __m256i alpha = _mm256_shuffle_epi8(covered, spread);
  // 65536 − alpha − …: for alpha 0 it would not fit, and everything stays; rounding may have carried alpha beyond 1.
  __m256i rest = _mm256_subs_epu16(_mm256_sub_epi16(zero, alpha), scaled(alpha, _mm256_set1_epi16(257)));
  __m256i result = _mm256_add_epi16(covered, scaled(below, rest));
  return _mm256_blendv_epi8(result, _mm256_add_epi16(covered, below), _mm256_cmpeq_epi16(alpha, zero));
}

/// The color times four coverages.
AVX2 static inline __m256i covered4(__m256i color, __m128i coverage) {
  const __m256i spread = _mm256_setr_epi8(
      0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9, 0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9);
  __m256i wide = _mm256_cvtepu32_epi64(coverage);
  __m256i part = scaled(color, _mm256_shuffle_epi8(wide, spread));
  return _mm256_blendv_epi8(part, color, _mm256_cmpeq_epi64(wide, _mm256_set1_epi64x(65536)));
}

AVX2 static inline __m256i repeated(const uint16_t color[4]) {
  uint64_t bits;
  memcpy(&bits, color, 8);
  return _mm256_set1_epi64x((long long)bits);
}

#endif
