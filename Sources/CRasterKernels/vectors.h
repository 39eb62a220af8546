#ifndef C_RASTER_KERNELS_VECTORS_H
#define C_RASTER_KERNELS_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CRasterKernels.h"

// Kernels are written once, in clang's vector types, and compiled for several processors; the loader takes the best of
// them. Fused multiplication would give each processor results of its own.
#pragma STDC FP_CONTRACT OFF

#if defined(KERNEL)
// A processor is chosen on the command line.
#elif defined(PORTABLE)
#define KERNEL
#elif defined(__has_feature) && __has_feature(thread_sanitizer)
// The loader chooses before the sanitizer has begun, which the code that chooses would call.
#define KERNEL
#elif defined(__x86_64__) && defined(__gnu_linux__)
#define KERNEL __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define KERNEL
#endif

/// Inlined, so that it is compiled for the processors of the kernel that calls it. Vectors above 128 bits are passed in
/// structures, since calling conventions for them differ between processors.
#define INLINE static inline __attribute__((always_inline))

#define VECTOR(type, count) type __attribute__((ext_vector_type(count)))

typedef VECTOR(uint8_t, 8) u8x8;
typedef VECTOR(uint8_t, 16) u8x16;
typedef VECTOR(uint8_t, 32) u8x32;
typedef VECTOR(uint16_t, 4) u16x4;
typedef VECTOR(uint16_t, 8) u16x8;
typedef VECTOR(uint16_t, 16) u16x16;
typedef VECTOR(uint16_t, 32) u16x32;
typedef VECTOR(uint32_t, 4) u32x4;
typedef VECTOR(uint32_t, 8) u32x8;
typedef VECTOR(uint32_t, 16) u32x16;
typedef VECTOR(uint32_t, 32) u32x32;
typedef VECTOR(int32_t, 4) i32x4;
typedef VECTOR(int32_t, 8) i32x8;
typedef VECTOR(uint64_t, 4) u64x4;
typedef VECTOR(uint64_t, 8) u64x8;
typedef VECTOR(float, 4) f32x4;
typedef VECTOR(float, 8) f32x8;
typedef VECTOR(float, 16) f32x16;
typedef VECTOR(double, 4) f64x4;
typedef VECTOR(bool, 4) bits4;
typedef VECTOR(bool, 8) bits8;
typedef VECTOR(bool, 32) bits32;

/// Loads from and stores to any address.
#define LOAD(vector, from) memcpy(&(vector), (from), sizeof(vector))
#define STORE(to, vector) memcpy((to), &(vector), sizeof(vector))

#define CONVERT(vector, type) __builtin_convertvector(vector, type)

/// Lanes of two vectors, those of the second counted on.
#define LANES __builtin_shufflevector

/// `a` where `mask` is all ones, `b` where it is 0; all of one type.
#define SELECT(mask, a, b) (((mask) & (a)) | (~(mask) & (b)))

/// For each of 4 or 8 pixels its component `i` four times.
#define EACH4(pixels, i) \
  LANES(pixels, pixels, i, i, i, i, i + 4, i + 4, i + 4, i + 4, i + 8, i + 8, i + 8, i + 8, i + 12, i + 12, i + 12, i + 12)
#define EACH8(pixels, i) \
  LANES( \
      pixels, pixels, i, i, i, i, i + 4, i + 4, i + 4, i + 4, i + 8, i + 8, i + 8, i + 8, i + 12, i + 12, i + 12, i + 12, \
      i + 16, i + 16, i + 16, i + 16, i + 20, i + 20, i + 20, i + 20, i + 24, i + 24, i + 24, i + 24, i + 28, i + 28, \
      i + 28, i + 28)

/// Each of four numbers four times.
#define TIMES4(four) LANES(four, four, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3)

/// The upper halves of products of 16-bit lanes.
#define MULTIPLY_HIGH(a, b, type, wide) CONVERT((CONVERT(a, wide) * CONVERT(b, wide)) >> 16, type)

/// (a × b + 32768) >> 16 for unsigned 16-bit lanes.
#define SCALE(a, b, type, wide) (MULTIPLY_HIGH(a, b, type, wide) + ((a) * (b) >> 15))
#define SCALE8(a, b) SCALE(a, b, u16x8, u32x8)
#define SCALE16(a, b) SCALE(a, b, u16x16, u32x16)
#define SCALE32(a, b) SCALE(a, b, u16x32, u32x32)

/// Four pixels of four 16-bit components.
typedef struct {
  u16x16 v;
} pixels4;

/// `count` pixels, 4 or 1; the rest is clear.
INLINE pixels4 load(const uint16_t *pixels, size_t count) {
  pixels4 result = {0};
  memcpy(&result, pixels, count * 8);
  return result;
}

INLINE void store(uint16_t *pixels, pixels4 four, size_t count) { memcpy(pixels, &four, count * 8); }

INLINE pixels4 repeat(const uint16_t color[4]) {
  u16x4 one;
  LOAD(one, color);
  return (pixels4){LANES(one, one, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3)};
}

/// The factor that alphas leave of the colors below, in 1/65536, but 0 for an alpha of 0; rounding may have carried
/// alpha beyond 1.
#define REMAINDER(alpha, scale) __builtin_elementwise_sub_sat(-(alpha), scale(alpha, (__typeof__(alpha))257))

INLINE pixels4 remainders(pixels4 source) {
  u16x16 alpha = EACH4(source.v, 3);
  return (pixels4){REMAINDER(alpha, SCALE16)};
}

/// Source-over where no pixel of `source` is clear, with what these leave of `below`.
INLINE pixels4 above(pixels4 source, pixels4 rest, pixels4 below) {
  return (pixels4){source.v + SCALE16(below.v, rest.v)};
}

/// Source-over.
INLINE pixels4 over(pixels4 source, pixels4 below) {
  u16x16 is_clear = (u16x16)(EACH4(source.v, 3) == 0);
  return (pixels4){source.v + SELECT(is_clear, below.v, SCALE16(below.v, remainders(source).v))};
}

/// Four colors times their coverages from 0 to 65536.
INLINE pixels4 covered(pixels4 colors, u32x4 coverage) {
  u64x4 wide = CONVERT(coverage, u64x4);
  u16x16 parts = (u16x16)wide;
  u16x16 is_whole = (u16x16)(wide == 65536);
  parts = EACH4(parts, 0);
  return (pixels4){SELECT(is_whole, colors.v, SCALE16(colors.v, parts))};
}

/// Rounds colors of four components; 1.5 × 2^23 leaves integers in the low bits. Components are at most alpha.
#define ROUND_COLORS(colors) \
  ({ \
    u32x16 bits = (u32x16)((colors) + 12582912.0f) & 0xFFFF; \
    u32x16 alphas = EACH4(bits, 3); \
    (pixels4){CONVERT(__builtin_elementwise_min(bits, alphas), u16x16)}; \
  })

#endif
