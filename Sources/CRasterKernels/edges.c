#include "CRasterKernels.h"

#if defined(__x86_64__)

#include "pixels.h"

/// Laid out like the edges in Swift.
struct edge {
  int32_t x0, y0, x1, end;
  double slope;
};

enum { capacity = 256 };

/// Pieces of edges inside one row each.
struct pieces {
  ptrdiff_t count;
  int32_t *changes;
  uint8_t *touched;
  int32_t stride, groups;
  /// In 1/65536 pixel; the height below 0 where the outline runs up.
  int32_t xa[capacity + 8], xb[capacity + 8], height[capacity + 8];
  int32_t row[capacity + 8];
};

/// Eight pieces: where they begin in their first column, and end from its left border, both in 1/65536 pixel.
struct eight {
  int32_t start[8], end[8], height[8], place[8];
  /// The height for a step aside of 1/65536 pixel.
  double rise[8];
};

/// (a × b) >> 17 where that fits 32 bits.
AVX2 static inline __m256i area(__m256i a, __m256i b) {
  __m256i even = _mm256_srli_epi64(_mm256_mul_epu32(a, b), 17);
  __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64(a, 32), _mm256_srli_epi64(b, 32));
  return _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 15), 0xAA);
}

AVX2 static inline __m256i joined(__m128i low, __m128i high) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

/// Deposits a piece, eight columns at a time.
AVX2 static inline void deposit_wide(int32_t *changes, int32_t start, int32_t end, int32_t height, double steepness) {
  const __m256i up = _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
  const __m256d step = _mm256_set1_pd(8 << 16);
  const __m256d rise = _mm256_set1_pd(steepness), from = _mm256_set1_pd(start), to = _mm256_set1_pd(end);
  const __m256i sign = _mm256_set1_epi32(height);
  // The right borders of the columns, from the first one's left border.
  __m256d near = _mm256_setr_pd(1 << 16, 2 << 16, 3 << 16, 4 << 16), far = _mm256_add_pd(near, _mm256_set1_pd(4 << 16));
  // Where the piece ends, from each column's left border, and how far it begins inside.
  __m256i reach = _mm256_sub_epi32(
      _mm256_set1_epi32(end), _mm256_setr_epi32(0, 1 << 16, 2 << 16, 3 << 16, 4 << 16, 5 << 16, 6 << 16, 7 << 16));
  __m256i begin = _mm256_zextsi128_si256(_mm_cvtsi32_si128(start));
  __m256i above = _mm256_setzero_si256(), before = above;
  for (;; end -= 8 << 16) {
    __m256i below = joined(
        _mm256_cvtpd_epi32(_mm256_mul_pd(_mm256_sub_pd(_mm256_min_pd(near, to), from), rise)),
        _mm256_cvtpd_epi32(_mm256_mul_pd(_mm256_sub_pd(_mm256_min_pd(far, to), from), rise)));
    // The last of eight comes first, for the next eight.
    __m256i turned = _mm256_permutevar8x32_epi32(below, up);
    __m256i part = _mm256_sub_epi32(below, _mm256_blend_epi32(turned, above, 1));
    __m256i width = _mm256_add_epi32(_mm256_min_epi32(reach, _mm256_set1_epi32(0x10000)), begin);
    __m256i next = area(part, width);
    __m256i moved = _mm256_permutevar8x32_epi32(next, up);
    __m256i amount = _mm256_add_epi32(_mm256_sub_epi32(part, next), _mm256_blend_epi32(moved, before, 1));
    __m256i *place = (__m256i *)changes;
    _mm256_storeu_si256(place, _mm256_add_epi32(_mm256_loadu_si256(place), _mm256_sign_epi32(amount, sign)));
    if (end < 7 << 16) return;
    changes += 8, above = turned, before = moved;
    near = _mm256_add_pd(near, step), far = _mm256_add_pd(far, step);
    reach = _mm256_sub_epi32(reach, _mm256_set1_epi32(8 << 16)), begin = _mm256_setzero_si256();
  }
}

/// Deposits eight pieces: those in at most two columns all at once, the others one by one.
AVX2 static inline void deposit8(const struct pieces *pieces, ptrdiff_t i) {
  const __m256i zero = _mm256_setzero_si256(), column = _mm256_set1_epi32(0x10000);
  __m256i a = _mm256_loadu_si256((const __m256i *)(pieces->xa + i));
  __m256i b = _mm256_loadu_si256((const __m256i *)(pieces->xb + i));
  __m256i row = _mm256_loadu_si256((const __m256i *)(pieces->row + i));
  __m256i sign = _mm256_loadu_si256((const __m256i *)(pieces->height + i));
  __m256i height = _mm256_abs_epi32(sign);
  __m256i left = _mm256_min_epi32(a, b), right = _mm256_max_epi32(a, b);
  __m256i first = _mm256_srli_epi32(left, 16), last = _mm256_srli_epi32(right, 16);
  __m256i start = _mm256_and_si256(left, _mm256_set1_epi32(0xFFFF));
  __m256i end = _mm256_sub_epi32(right, _mm256_slli_epi32(first, 16));
  __m256i width = _mm256_sub_epi32(right, left), rest = _mm256_sub_epi32(column, start);
  __m256d h0 = _mm256_cvtepi32_pd(_mm256_castsi256_si128(height));
  __m256d h1 = _mm256_cvtepi32_pd(_mm256_extracti128_si256(height, 1));
  __m256d rise0 = _mm256_div_pd(h0, _mm256_cvtepi32_pd(_mm256_castsi256_si128(width)));
  __m256d rise1 = _mm256_div_pd(h1, _mm256_cvtepi32_pd(_mm256_extracti128_si256(width, 1)));
  // The height in the first column: all of it where the piece goes straight down, which has an infinite rise.
  __m256d y0 = _mm256_min_pd(_mm256_mul_pd(_mm256_cvtepi32_pd(_mm256_castsi256_si128(rest)), rise0), h0);
  __m256d y1 = _mm256_min_pd(_mm256_mul_pd(_mm256_cvtepi32_pd(_mm256_extracti128_si256(rest, 1)), rise1), h1);
  __m256i y = joined(_mm256_cvtpd_epi32(y0), _mm256_cvtpd_epi32(y1));
  __m256i below = _mm256_sub_epi32(height, y);
  __m256i next = area(y, _mm256_add_epi32(start, _mm256_min_epi32(end, column)));
  __m256i beyond = area(below, _mm256_max_epi32(_mm256_sub_epi32(end, column), zero));
  __m256i is_wide = _mm256_cmpgt_epi32(_mm256_sub_epi32(last, first), _mm256_set1_epi32(1));
  sign = _mm256_andnot_si256(is_wide, sign);
  struct eight eight;
  int32_t own[8], second[8], third[8], group[8], last_group[8];
  __m256i place = _mm256_add_epi32(_mm256_mullo_epi32(row, _mm256_set1_epi32(pieces->stride)), first);
  __m256i mark = _mm256_mullo_epi32(row, _mm256_set1_epi32(pieces->groups));
  __m256i one = _mm256_set1_epi32(1);
  _mm256_storeu_si256((__m256i *)own, _mm256_sign_epi32(_mm256_sub_epi32(y, next), sign));
  _mm256_storeu_si256(
      (__m256i *)second, _mm256_sign_epi32(_mm256_sub_epi32(_mm256_add_epi32(next, below), beyond), sign));
  _mm256_storeu_si256((__m256i *)third, _mm256_sign_epi32(beyond, sign));
  _mm256_storeu_si256((__m256i *)eight.place, place);
  _mm256_storeu_si256((__m256i *)group, _mm256_add_epi32(mark, _mm256_srli_epi32(first, 3)));
  _mm256_storeu_si256(
      (__m256i *)last_group, _mm256_add_epi32(mark, _mm256_srli_epi32(_mm256_add_epi32(last, one), 3)));
  for (int k = 0; k < 8; k++) {
    int32_t *changes = pieces->changes + eight.place[k];
    changes[0] += own[k], changes[1] += second[k], changes[2] += third[k];
    pieces->touched[group[k]] = 1, pieces->touched[last_group[k]] = 1;
  }
  unsigned wide = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(is_wide));
  if (wide == 0) return;
  _mm256_storeu_si256((__m256i *)eight.start, start);
  _mm256_storeu_si256((__m256i *)eight.end, end);
  _mm256_storeu_pd(eight.rise, rise0);
  _mm256_storeu_pd(eight.rise + 4, rise1);
  for (; wide != 0; wide &= wide - 1) {
    int k = __builtin_ctz(wide);
    deposit_wide(pieces->changes + eight.place[k], eight.start[k], eight.end[k], pieces->height[i + k], eight.rise[k]);
    for (int32_t g = group[k] + 1; g < last_group[k]; g++) pieces->touched[g] = 1;
  }
}

AVX2 static void deposit_all(struct pieces *pieces) {
  if (pieces->count == 0) return;
  // The last of them again without any height makes eights full.
  ptrdiff_t count = pieces->count, last = count - 1;
  for (ptrdiff_t i = count; i < ((count + 7) & ~(ptrdiff_t)7); i++) {
    pieces->xa[i] = pieces->xa[last], pieces->xb[i] = pieces->xb[last], pieces->row[i] = pieces->row[last];
    pieces->height[i] = 0;
  }
  for (ptrdiff_t i = 0; i < count; i += 8) deposit8(pieces, i);
  pieces->count = 0;
}

AVX2 bool raster_deposit_avx2(
    const void *edges, size_t count, ptrdiff_t width, ptrdiff_t first_row, ptrdiff_t end_row, int32_t *changes,
    ptrdiff_t stride, uint8_t *touched, ptrdiff_t groups) {
  struct pieces pieces;
  pieces.count = 0;
  pieces.changes = changes, pieces.touched = touched;
  pieces.stride = (int32_t)stride, pieces.groups = (int32_t)groups;
  const uint32_t limit = (uint32_t)width << 8;
  const int32_t top = (int32_t)first_row << 8, bottom = (int32_t)end_row << 8;
  bool is_whole = true;
  for (const struct edge *edge = edges, *last = edge + count; edge != last; edge++) {
    if ((uint32_t)edge->x0 > limit || (uint32_t)edge->x1 > limit) {
      is_whole = false;
      continue;
    }
    int32_t y0 = edge->y0, y1 = edge->end >> 1;
    int32_t y = y0 > top ? y0 : top, end = y1 < bottom ? y1 : bottom;
    if (y >= end) continue;
    int32_t row = (y - top) >> 8, rows = ((end - top - 1) >> 8) - row + 1;
    double x0 = (double)edge->x0 * 256;
    const __m256d slope = _mm256_set1_pd(edge->slope), start = _mm256_set1_pd(x0);
    const __m128i ends = _mm_set1_epi32(end), sign = _mm_set1_epi32(1 - 2 * (edge->end & 1));
    // Four rows at a time; the last lane of what came before goes on as the first.
    __m128i x = _mm_set1_epi32(_mm_cvtsd_si32(_mm_set_sd(x0 + (double)(y - y0) * edge->slope)));
    __m128i below = _mm_set1_epi32(y);
    __m128i row4 = _mm_add_epi32(_mm_set1_epi32(row), _mm_setr_epi32(0, 1, 2, 3));
    for (;; rows -= 4) {
      if (pieces.count > capacity - 4) deposit_all(&pieces);
      __m128i next = _mm_add_epi32(_mm_slli_epi32(row4, 8), _mm_set1_epi32(top + 256));
      next = _mm_min_epi32(next, ends);
      __m256d down = _mm256_cvtepi32_pd(_mm_sub_epi32(next, _mm_set1_epi32(y0)));
      __m128i to = _mm256_cvtpd_epi32(_mm256_add_pd(start, _mm256_mul_pd(down, slope)));
      __m128i height = _mm_slli_epi32(_mm_sub_epi32(next, _mm_alignr_epi8(next, below, 12)), 8);
      ptrdiff_t place = pieces.count;
      _mm_storeu_si128((__m128i *)(pieces.xa + place), _mm_alignr_epi8(to, x, 12));
      _mm_storeu_si128((__m128i *)(pieces.xb + place), to);
      _mm_storeu_si128((__m128i *)(pieces.height + place), _mm_sign_epi32(height, sign));
      _mm_storeu_si128((__m128i *)(pieces.row + place), row4);
      pieces.count = place + (rows < 4 ? rows : 4);
      if (rows <= 4) break;
      x = to, below = next, row4 = _mm_add_epi32(row4, _mm_set1_epi32(4));
    }
  }
  deposit_all(&pieces);
  return is_whole;
}

#else

bool raster_deposit_avx2(
    const void *edges, size_t count, ptrdiff_t width, ptrdiff_t first_row, ptrdiff_t end_row, int32_t *changes,
    ptrdiff_t stride, uint8_t *touched, ptrdiff_t groups) {
  return true;
}

#endif
