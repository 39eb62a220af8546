#include "CRasterKernels.h"

#if defined(__x86_64__)

#include "pixels.h"

bool raster_has_avx512(void) {
  return raster_has_avx2() && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}

/// All pixels from `from` up to `to` with the same coverage, 0 to 65536.
AVX2 static void cover_run(
    ptrdiff_t from, ptrdiff_t to, ptrdiff_t low, ptrdiff_t high, int32_t coverage, const uint16_t color[4],
    __m256i source, uint16_t *pixels) {
  if (from < low) from = low;
  if (to > high) to = high;
  if (from >= to || coverage == 0) return;
  uint16_t *place = pixels + 4 * from;
  ptrdiff_t count = to - from;
  if (coverage == 65536 && color[3] == 65280) {
    for (; count >= 4; count -= 4, place += 16) _mm256_storeu_si256((__m256i *)place, source);
    for (; count > 0; count--, place += 4) memcpy(place, color, 8);
    return;
  }
  uint16_t covered[16];
  _mm256_storeu_si256((__m256i *)covered, covered4(source, _mm_set1_epi32(coverage)));
  raster_blend_avx2(covered, place, (size_t)count);
}

AVX2 static inline int32_t bounded_coverage(int32_t sum) {
  int32_t size = sum < 0 ? -sum : sum;
  return size < 65536 ? size : 65536;
}

/// Four pixels under an opaque color with coverages in the low halves, of which 65536 leaves 0, and the alphas of a whole
/// pixel of 65536 that follow from them in the high halves.
///
/// below − ⌊(below × alpha + 32767) / 65536⌋ is ⌊(below × (65536 − alpha) + 32768) / 65536⌋.
AVX2 static inline __m256i under_opaque(__m256i color, __m128i parts, __m128i is_whole, __m256i below) {
  const __m256i low = _mm256_setr_epi8(
      0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9, 0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9);
  const __m256i high = _mm256_setr_epi8(
      2, 3, 2, 3, 2, 3, 2, 3, 10, 11, 10, 11, 10, 11, 10, 11, 2, 3, 2, 3, 2, 3, 2, 3, 10, 11, 10, 11, 10, 11, 10, 11);
  __m256i wide = _mm256_cvtepu32_epi64(parts);
  __m256i covered = scaled(color, _mm256_shuffle_epi8(wide, low));
  __m256i alpha = _mm256_shuffle_epi8(wide, high);
  __m256i carry = _mm256_subs_epu16(_mm256_mullo_epi16(below, alpha), _mm256_set1_epi16(1));
  __m256i hidden = _mm256_add_epi16(_mm256_mulhi_epu16(below, alpha), _mm256_srli_epi16(carry, 15));
  __m256i result = _mm256_add_epi16(_mm256_sub_epi16(below, hidden), covered);
  return _mm256_blendv_epi8(result, color, _mm256_cvtepi32_epi64(is_whole));
}

/// What alphas of colors that are opaque become by a coverage, in 1/65536: of 65280 for 1, and then of 65536, as `over`
/// rounds them.
AVX2 static inline __m256i opaque_alphas(__m256i parts) {
  const __m256i half = _mm256_set1_epi32(32768);
  __m256i alpha = _mm256_add_epi32(
      parts, _mm256_srai_epi32(_mm256_sub_epi32(half, _mm256_slli_epi32(parts, 8)), 16));
  __m256i more = _mm256_add_epi32(_mm256_slli_epi32(alpha, 8), _mm256_add_epi32(alpha, half));
  return _mm256_add_epi32(alpha, _mm256_srli_epi32(more, 16));
}

/// Eight pixels under an opaque color with coverages from 0 to 65536: what `over` gives, in fewer steps.
AVX2 static inline void cover8_opaque(__m256i color, __m256i parts, __m256i is_whole, uint16_t *pixels) {
  __m256i alpha = opaque_alphas(parts);
  __m256i both = _mm256_blend_epi16(parts, _mm256_slli_epi32(alpha, 16), 0xAA);
  __m256i *place = (__m256i *)pixels;
  __m256i first = under_opaque(
      color, _mm256_castsi256_si128(both), _mm256_castsi256_si128(is_whole), _mm256_loadu_si256(place));
  __m256i second = under_opaque(
      color, _mm256_extracti128_si256(both, 1), _mm256_extracti128_si256(is_whole, 1), _mm256_loadu_si256(place + 1));
  _mm256_storeu_si256(place, first);
  _mm256_storeu_si256(place + 1, second);
}

#define AVX512 __attribute__((target("avx2,avx512f,avx512bw,avx512vl")))

/// The same with twice as wide registers.
AVX512 static inline void cover8_opaque_wide(__m256i color, __m256i parts, __m256i is_whole, uint16_t *pixels) {
  const __m512i spread = _mm512_set_epi16(
      14, 14, 14, 14, 12, 12, 12, 12, 10, 10, 10, 10, 8, 8, 8, 8, 6, 6, 6, 6, 4, 4, 4, 4, 2, 2, 2, 2, 0, 0, 0, 0);
  __m512i color8 = _mm512_broadcast_i64x4(color);
  __m512i part = _mm512_permutexvar_epi16(spread, _mm512_castsi256_si512(parts));
  __m512i alpha = _mm512_permutexvar_epi16(spread, _mm512_castsi256_si512(opaque_alphas(parts)));
  __m512i below = _mm512_loadu_si512(pixels);
  __m512i rounding = _mm512_srli_epi16(_mm512_mullo_epi16(color8, part), 15);
  __m512i covered = _mm512_add_epi16(_mm512_mulhi_epu16(color8, part), rounding);
  __m512i carry = _mm512_subs_epu16(_mm512_mullo_epi16(below, alpha), _mm512_set1_epi16(1));
  __m512i hidden = _mm512_add_epi16(_mm512_mulhi_epu16(below, alpha), _mm512_srli_epi16(carry, 15));
  __m512i result = _mm512_add_epi16(_mm512_sub_epi16(below, hidden), covered);
  __mmask8 whole = (__mmask8)_mm256_movemask_ps(_mm256_castsi256_ps(is_whole));
  _mm512_storeu_si512(pixels, _mm512_mask_mov_epi64(result, whole, color8));
}

/// Runs of whole coverage, of which those of at least four pixels hide what varies below.
struct whole_run {
  /// -1 outside a run.
  ptrdiff_t start;
  ptrdiff_t end, low, high;
  uint8_t *varied;
};

static void end_whole_run(struct whole_run *run, ptrdiff_t x) {
  if (x > run->end) x = run->end;
  if (run->start >= 0 && x - run->start >= 4) {
    ptrdiff_t from = run->start > run->low ? run->start : run->low, to = x < run->high ? x : run->high;
    if (from < to) memset(run->varied + from, 0, (size_t)(to - from));
  }
  run->start = -1;
}

/// Takes in the coverage of eight pixels from `x` on, whose bit in `whole` is set where it is whole.
static inline void add_whole(struct whole_run *run, ptrdiff_t x, int whole) {
  if (whole == (run->start >= 0 ? 0xFF : 0)) return;
  for (int i = 0; i < 8; i++) {
    bool isWhole = whole >> i & 1;
    if (isWhole && run->start < 0) run->start = x + i;
    if (!isWhole && run->start >= 0) end_whole_run(run, x + i);
  }
}

/// Pixels between two groups of eight that have the same coverage.
struct gap {
  int32_t from, to, coverage;
};

enum { most_places = 256 };

/// Writes down which of 32 groups of eight are marked, from `group` on, and clears the marks; returns how many.
AVX2 static inline ptrdiff_t take_marks(uint8_t *touched, int32_t group, int32_t *places) {
  __m256i *marks = (__m256i *)(touched + group);
  uint32_t bits =
      (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(_mm256_loadu_si256(marks), _mm256_setzero_si256()));
  _mm256_storeu_si256(marks, _mm256_setzero_si256());
  ptrdiff_t count = __builtin_popcount(bits);
  // Eight at a time, though fewer may be left: how many there are is hard to foresee, and a wrong guess costs more.
  for (ptrdiff_t i = 0; i < count; i += 8) {
    for (int k = 0; k < 8; k++) {
      places[i + k] = group + (int32_t)__builtin_ctz(bits | 1u << 31);
      bits &= bits - 1;
    }
  }
  return count;
}

#define COVER_NAME raster_cover_avx2
#define COVER_TARGET AVX2
#define COVER_OPAQUE cover8_opaque
#include "cover.h"

#define COVER_NAME raster_cover_avx512
#define COVER_TARGET AVX512
#define COVER_OPAQUE cover8_opaque_wide
#include "cover.h"

#else

bool raster_has_avx512(void) { return false; }
void raster_cover_avx2(
    int32_t *changes, uint8_t *touched, ptrdiff_t first_group, ptrdiff_t last_group, ptrdiff_t low, ptrdiff_t high,
    ptrdiff_t end, const uint16_t color[4], uint16_t *pixels, uint8_t *varied) {}
void raster_cover_avx512(
    int32_t *changes, uint8_t *touched, ptrdiff_t first_group, ptrdiff_t last_group, ptrdiff_t low, ptrdiff_t high,
    ptrdiff_t end, const uint16_t color[4], uint16_t *pixels, uint8_t *varied) {}

#endif
