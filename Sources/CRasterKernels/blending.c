#include "planar.h"

// W3C Compositing and Blending Level 1 on premultiplied components: with S, s the source and its alpha, D, d those below,
// the result is S·(1 − d) + D·(1 − s) + s·d·B(D/d, S/s). Formulas below give the last part.

/// Eight pixels' components, and the whole numbers that they are parts of, whose differences are exact.
typedef struct {
  colors8 whole;
  f32x8 v[4];
} layer8;

INLINE void separate_layer(const pixels8 *pixels, const f32x8 *scale, layer8 *layer) {
  separate(pixels, &layer->whole);
  for (int i = 0; i < 4; i++) layer->v[i] = layer->whole.v[i] * *scale;
}

/// A mode whose components do not depend on one another, by a formula of S, s, D, d and `both`, which is s·d.
#define SEPARABLE(name, formula) \
  INLINE void name(const layer8 *source, const layer8 *below, colors8 *out) { \
    const f32x8 s = source->v[3], d = below->v[3], both = s * d; \
    for (int i = 0; i < 3; i++) { \
      const f32x8 S = source->v[i], D = below->v[i]; \
      out->v[i] = S * (1 - d) + D * (1 - s) + (formula); \
    } \
    out->v[3] = s + d - both; \
  }

#define WHOLE(layer, i) (layer)->whole.v[i]
#define HARD(is_dark) CHOOSE(is_dark, 2 * S * D, both - 2 * (s - S) * (d - D))

SEPARABLE(multiply, S *D)
SEPARABLE(overlay, HARD(2 * D <= d))
SEPARABLE(darken, MIN(S * d, D * s))
SEPARABLE(lighten, MAX(S * d, D * s))
SEPARABLE(color_dodge, MIN(both, D *s *(WHOLE(source, 3) / NONZERO(WHOLE(source, 3) - WHOLE(source, i)))))
SEPARABLE(
    color_burn, both - MIN(both, (WHOLE(below, 3) - WHOLE(below, i)) * (1 / 65280.0f) * s *
                                     (WHOLE(source, 3) / NONZERO(WHOLE(source, i)))))
SEPARABLE(hard_light, HARD(2 * S <= s))
SEPARABLE(difference, MAX(S * d, D * s) - MIN(S * d, D * s))
SEPARABLE(exclusion, S *d + D * s - 2 * S * D)

INLINE void soft_light(const layer8 *source, const layer8 *below, colors8 *out) {
  const f32x8 s = source->v[3], d = below->v[3];
  for (int i = 0; i < 3; i++) {
    const f32x8 S = source->v[i], D = below->v[i], c = MIN(D / NONZERO(d), (f32x8)1.0f);
    const f32x8 root = CHOOSE(c <= 0.25f, ((16 * c - 12) * c + 4) * c, __builtin_elementwise_sqrt(c));
    const f32x8 change = CHOOSE(2 * S <= s, c * (1 - c), root - c);
    out->v[i] = S * (1 - d) + D + (2 * S - s) * d * change;
  }
  out->v[3] = s + d - s * d;
}

#define LUMINOSITY(c) (0.3f * (c).v[0] + 0.59f * (c).v[1] + 0.11f * (c).v[2])
#define LOWEST(c) MIN((c).v[0], MIN((c).v[1], (c).v[2]))
#define HIGHEST(c) MAX((c).v[0], MAX((c).v[1], (c).v[2]))
#define SATURATION(c) (HIGHEST(c) - LOWEST(c))

/// Gives a color the luminosity of another, clipped to 0…`limit`: `SetLum` and `ClipColor` of the standard.
INLINE void set_luminosity(colors8 *color, const colors8 *other, const f32x8 *limit) {
  const f32x8 target = LUMINOSITY(*other), change = target - LUMINOSITY(*color);
  for (int i = 0; i < 3; i++) color->v[i] += change;
  const f32x8 low = LOWEST(*color), high = HIGHEST(*color);
  const f32x8 up = CHOOSE(low < 0, target / NONZERO(target - low), (f32x8)1.0f);
  const f32x8 down = CHOOSE(high > *limit, (*limit - target) / NONZERO(high - target), (f32x8)1.0f);
  for (int i = 0; i < 3; i++) color->v[i] = target + (color->v[i] - target) * up * down;
}

/// Gives a color the saturation of another: `SetSat` of the standard.
INLINE void set_saturation(colors8 *color, const colors8 *other) {
  const f32x8 low = LOWEST(*color), factor = SATURATION(*other) / NONZERO(SATURATION(*color));
  for (int i = 0; i < 3; i++) color->v[i] = (color->v[i] - low) * factor;
}

/// A mode that mixes components. `from_source` and `from_below` are the colors as parts of s·d, `part` its result.
#define NONSEPARABLE(name, compute) \
  INLINE void name(const layer8 *source, const layer8 *below, colors8 *out) { \
    const f32x8 s = source->v[3], d = below->v[3], both = s * d; \
    colors8 from_source, from_below, part; \
    for (int i = 0; i < 3; i++) from_source.v[i] = source->v[i] * d, from_below.v[i] = below->v[i] * s; \
    compute; \
    for (int i = 0; i < 3; i++) out->v[i] = source->v[i] * (1 - d) + below->v[i] * (1 - s) + part.v[i]; \
    out->v[3] = s + d - both; \
  }

NONSEPARABLE(hue, part = from_source; set_saturation(&part, &from_below); set_luminosity(&part, &from_below, &both))
NONSEPARABLE(
    saturation, part = from_below; set_saturation(&part, &from_source); set_luminosity(&part, &from_below, &both))
NONSEPARABLE(color, part = from_source; set_luminosity(&part, &from_below, &both))
NONSEPARABLE(luminosity, part = from_below; set_luminosity(&part, &from_source, &both))

/// Blends blocks of eight pixels; what clear ones lie on stays.
#define BLEND(mode) \
  for (size_t i = 0; i < blocks; i++, source += 32, factors += 8, pixels += 32) { \
    pixels8 from, onto, result; \
    i32x8 eight; \
    layer8 s, d; \
    colors8 out; \
    LOAD(from, source), LOAD(eight, factors), LOAD(onto, pixels); \
    const f32x8 scale = CONVERT(eight, f32x8) * (1 / 65536.0f / 65280.0f); \
    separate_layer(&from, &scale, &s); \
    if (__builtin_reduce_or((u32x8)s.v[3]) == 0) continue; \
    separate_layer(&onto, &one, &d); \
    mode(&s, &d, &out); \
    join(&out, &result); \
    const u16x8 none = CONVERT((u32x8)(s.v[3] == 0), u16x8); \
    const u16x32 stays = LANES( \
        none, none, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7); \
    result.v = SELECT(stays, onto.v, result.v); \
    STORE(pixels, result); \
  } \
  break

/// Blends blocks of eight pixels.
INLINE void blend_blocks(
    enum raster_blend_mode mode, const uint16_t *source, const uint32_t *factors, size_t blocks, uint16_t *pixels) {
  const f32x8 one = 1 / 65280.0f;
  switch (mode) {
  case RASTER_MULTIPLY: BLEND(multiply);
  case RASTER_OVERLAY: BLEND(overlay);
  case RASTER_DARKEN: BLEND(darken);
  case RASTER_LIGHTEN: BLEND(lighten);
  case RASTER_COLOR_DODGE: BLEND(color_dodge);
  case RASTER_COLOR_BURN: BLEND(color_burn);
  case RASTER_HARD_LIGHT: BLEND(hard_light);
  case RASTER_SOFT_LIGHT: BLEND(soft_light);
  case RASTER_DIFFERENCE: BLEND(difference);
  case RASTER_EXCLUSION: BLEND(exclusion);
  case RASTER_HUE: BLEND(hue);
  case RASTER_SATURATION: BLEND(saturation);
  case RASTER_COLOR: BLEND(color);
  case RASTER_LUMINOSITY: BLEND(luminosity);
  case RASTER_SCREEN:
  case RASTER_PLUS: break;
  }
}

/// Components at most as large as alpha.
INLINE pixels4 within_alpha(pixels4 p) { return (pixels4){__builtin_elementwise_min(p.v, EACH4(p.v, 3))}; }

/// S + D − S·D, which is screen for colors and alpha alike.
INLINE pixels4 screen(pixels4 source, pixels4 below) {
  const u16x16 is_clear = (u16x16)(source.v == 0);
  const u16x16 rest = SELECT(is_clear, below.v, SCALE16(below.v, REMAINDER(source.v, SCALE16)));
  return within_alpha((pixels4){source.v + rest});
}

/// S + D, at most 1.
INLINE pixels4 plus(pixels4 source, pixels4 below) {
  const u16x16 sum = __builtin_elementwise_add_sat(source.v, below.v);
  return within_alpha((pixels4){__builtin_elementwise_min(sum, (u16x16)65280)});
}

/// Blends pixels by a mode that treats colors and alpha alike, in integers; what clear ones lie on stays.
#define BLEND_ALIKE(mode) \
  do { \
    size_t i = 0; \
    for (; i + 4 <= count; i += 4) { \
      u32x4 parts; \
      LOAD(parts, factors + i); \
      const pixels4 four = load(source + 4 * i, 4); \
      if (__builtin_reduce_or(parts) == 0 || __builtin_reduce_or((u64x4)four.v) == 0) continue; \
      store(pixels + 4 * i, mode(covered(four, parts), load(pixels + 4 * i, 4)), 4); \
    } \
    for (; i < count; i++) { \
      const pixels4 color = covered(load(source + 4 * i, 1), (u32x4){factors[i]}); \
      store(pixels + 4 * i, mode(color, load(pixels + 4 * i, 1)), 1); \
    } \
  } while (0)

KERNEL void raster_blend_layer(
    enum raster_blend_mode mode, const uint16_t *source, const uint32_t *factors, size_t count, uint16_t *pixels) {
  if (mode == RASTER_SCREEN) {
    BLEND_ALIKE(screen);
    return;
  }
  if (mode == RASTER_PLUS) {
    BLEND_ALIKE(plus);
    return;
  }
  const size_t whole = count & ~(size_t)7, rest = count - whole;
  uint16_t last_source[32] = {0}, last_pixels[32] = {0};
  uint32_t last_factors[8] = {0};
  memcpy(last_source, source + 4 * whole, rest * 8), memcpy(last_factors, factors + whole, rest * 4);
  memcpy(last_pixels, pixels + 4 * whole, rest * 8);
  // One loop, so that the compiler makes the code of all modes once.
  for (int part = 0; part < 2; part++) {
    const bool is_rest = part == 1;
    blend_blocks(
        mode, is_rest ? last_source : source, is_rest ? last_factors : factors, is_rest ? rest > 0 : whole / 8,
        is_rest ? last_pixels : pixels);
  }
  memcpy(pixels + 4 * whole, last_pixels, rest * 8);
}
