#include "meshes.h"

// Vectors stay within this file, so that it does not matter how others would pass them.
#pragma clang diagnostic ignored "-Wpsabi"

typedef VECTOR(double, 8) f64x8;

/// Eight pixels of four 16-bit components.
typedef struct {
  u64x8 v;
} pixels8;

/// The components of the colors of 8 pixels.
struct colors8 {
  f32x8 parts[3];
};

/// The integral of windows that take a share of each step from whole number to whole number, in its middle.
INLINE f32x8 window_integral(f32x8 t, float share) {
  f32x8 whole = __builtin_elementwise_floor(t), part = t - whole - (1 - share) / 2;
  return whole * share + __builtin_elementwise_min(__builtin_elementwise_max(part, (f32x8)0.0f), (f32x8)share);
}

/// The share of windows in a box of a size around t.
INLINE f32x8 window_cover(f32x8 t, f32x8 size, float share) {
  size = __builtin_elementwise_max(size, (f32x8)1e-3f);
  return (window_integral(t + size / 2, share) - window_integral(t - size / 2, share)) / size;
}

/// Puts windows onto the colors of 8 pixels of a wall.
INLINE struct colors8 with_windows(
    struct colors8 colors, const struct raster_mesh_face *face, const struct raster_mesh_light *light, f32x8 depths,
    f32x8 heights, f32x8 xs, float y) {
  const struct raster_mesh_wall *wall = light->walls + face->wall;
  f32x8 along = depths * (wall->constant + wall->by_x * xs + wall->by_y * y), up = (heights - wall->base) * wall->rate;
  // The width and the height of a pixel in windows: depth changes by -depth² times the change of 1 over it.
  float by_x = (float)face->by_x, by_y = (float)face->by_y;
  f32x8 wide = __builtin_elementwise_abs(depths * (wall->by_x - along * by_x))
    + __builtin_elementwise_abs(depths * (wall->by_y - along * by_y));
  f32x8 rise = heights - light->eye_height;
  f32x8 high = (__builtin_elementwise_abs(depths * (light->rise_by_x - rise * by_x))
                + __builtin_elementwise_abs(depths * (light->rise_by_y - rise * by_y)))
    * wall->rate;
  along += wall->start;
  f32x8 cover = window_cover(along, wide, light->window_width) * window_cover(up, high, light->window_height);
  u32x8 hash = wall->seed + (u32x8)CONVERT(__builtin_elementwise_floor(along), i32x8) * 0x9e3779b1u
    + (u32x8)CONVERT(__builtin_elementwise_floor(up), i32x8) * 0x85ebca77u;
  hash = (hash ^ hash >> 15) * 0x2c1b3c6du;
  hash = (hash ^ hash >> 12) * 0x297a2d39u;
  hash ^= hash >> 15;
  // Seen from afar all have the average.
  f32x8 near = (light->window_end - depths) * light->window_rate;
  near = __builtin_elementwise_min(__builtin_elementwise_max(near, (f32x8)0.0f), (f32x8)1.0f);
  float average = light->window_width * light->window_height, share = (float)light->lit_share * (1.0f / 4294967296.0f);
  cover = average + (cover - average) * near;
  f32x8 is_lit = CONVERT(-(hash < light->lit_share), f32x8);
  is_lit = share + (is_lit - share) * near;
  for (int part = 0; part < 3; part++) {
    f32x8 color = colors.parts[part], glass = color * light->glass[part];
    glass += (light->lit[part] - glass) * is_lit;
    colors.parts[part] = color + (glass - color) * cover;
  }
  return colors;
}

/// The share that 8 pixels of a wall have of the light beside it, which outshines other light at the foot.
INLINE f32x8 light_beside(
    const struct raster_mesh_face *face, const struct raster_mesh_light *light, f32x8 depths, f32x8 heights, f32x8 xs,
    float y, f32x8 *glow) {
  const struct raster_mesh_beside *beside = light->besides + face->beside;
  int32_t count = beside->last - beside->first;
  const float *values = light->beside_values + beside->first;
  f32x8 along = beside->start + depths * (beside->constant + beside->by_x * xs + beside->by_y * y);
  along = __builtin_elementwise_min(__builtin_elementwise_max(along, (f32x8)0.0f), (f32x8)(float)count);
  f32x8 below = 1 - (heights - face->base) * light->inverse_beside_height, low, high;
  below = __builtin_elementwise_min(__builtin_elementwise_max(below, (f32x8)0.0f), (f32x8)1.0f);
  i32x8 places = CONVERT(along, i32x8);
  for (int lane = 0; lane < 8; lane++) {
    // The end of the last stretch belongs to it; what is no number is cut off there, too.
    int32_t place = places[lane] < 0 ? 0 : places[lane] >= count ? count - 1 : places[lane];
    places[lane] = place, low[lane] = values[place], high[lane] = values[place + 1];
  }
  f32x8 share = low + (high - low) * (along - CONVERT(places, f32x8));
  *glow *= 1 - __builtin_elementwise_min(share, (f32x8)1.0f);
  return share * below * below;
}

/// A face's colors at 8 pixels from x on, in 0 to 65280.
INLINE struct colors8 shaded8(
    const struct raster_mesh_face *face, const struct raster_mesh_light *light, int32_t x, int32_t y) {
  const f32x8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  f64x8 places = CONVERT(lanes, f64x8) + (x + 0.5);
  f32x8 nears = CONVERT(face->by_x * places + face->by_y * (y + 0.5) + face->constant, f32x8);
  nears = __builtin_elementwise_min(__builtin_elementwise_max(nears, (f32x8)face->far), (f32x8)face->near);
  f32x8 depths = 1 / nears, shade = 1, glow = 0, beside = 0, xs = (float)x + lanes + 0.5f;
  struct colors8 colors = {{face->color[0], face->color[1], face->color[2]}};
  if (face->foot > 0 || face->glow > 0 || face->wall >= 0 || face->beside >= 0) {
    f32x8 heights =
      light->eye_height + depths * (light->rise + light->rise_by_x * xs + light->rise_by_y * (y + 0.5f));
    f32x8 below = 1 - (heights - face->base) * light->inverse_foot_height;
    below = __builtin_elementwise_min(__builtin_elementwise_max(below, (f32x8)0.0f), (f32x8)1.0f);
    shade = 1 - face->foot * below * below, glow = face->glow * below * below;
    if (face->wall >= 0) colors = with_windows(colors, face, light, depths, heights, xs, y + 0.5f);
    if (face->beside >= 0) beside = light_beside(face, light, depths, heights, xs, y + 0.5f, &glow);
  }
  f32x8 t = (depths - light->haze_start) * light->haze_rate;
  t = __builtin_elementwise_min(__builtin_elementwise_max(t, (f32x8)0.0f), (f32x8)1.0f);
  t = t * t * (3 - 2 * t) * light->haze_opacity;
  for (int part = 0; part < 3; part++) {
    f32x8 color = colors.parts[part] * shade + light->glow[part] * glow;
    color = __builtin_elementwise_min(color + light->beside_color[part] * beside, (f32x8)65280.0f);
    colors.parts[part] = color + (light->haze[part] - color) * t;
  }
  return colors;
}

/// The colors of a wall with windows or light beside it at 8 pixels of a row, kept for the pixels that it covers in part.
struct kept_wall {
  const struct raster_mesh_face *face;
  int32_t x;
  /// The second half makes room to load 8 from any place of the first.
  float parts[3][16];
};

/// The number of walls that are kept of a row. Pixels on edges show several in turns.
enum { KEPT_WALLS = 16 };

/// The wall's colors at 8 pixels, of which one is at x, from those kept or as new ones.
INLINE const struct kept_wall *wall_colors(
    struct kept_wall *kept, const struct raster_mesh_face *face, const struct raster_mesh_light *light, int32_t x,
    int32_t y) {
  struct kept_wall *wall = kept + (uint32_t)(face->wall >= 0 ? face->wall : face->beside) % KEPT_WALLS;
  if (wall->face == face && (uint32_t)(x - wall->x) < 8) return wall;
  struct colors8 colors = shaded8(face, light, x, y);
  wall->face = face, wall->x = x;
  for (int part = 0; part < 3; part++) STORE(wall->parts[part], colors.parts[part]);
  return wall;
}

/// The most pixels that are drawn of a drape at once.
enum { DRAPE_RUN = 128 };

/// The colors of what a face wears at up to `DRAPE_RUN` pixels of a row, in 0 to 65280; returns whether any is in haze.
INLINE bool drape_colors(
    const struct raster_mesh_face *face, const struct raster_mesh_light *light, int32_t x, int32_t y, int32_t count,
    uint16_t *colors) {
  const struct raster_mesh_drape *drape = light->drapes + face->drape;
  raster_image(drape->to_image, x + 0.5, y + 0.5, (size_t)count, light->images + drape->image, 65536, colors);
  f32x4 haze;
  LOAD(haze, light->haze);
  bool is_hazy = false;
  for (int32_t i = 0; i < count; i++) {
    float near = (float)nearness(face, x + i + 0.5, y + 0.5);
    if (near < face->far) near = face->far;
    if (near > face->near) near = face->near;
    float t = (1 / near - light->haze_start) * light->haze_rate;
    if (!(t > 0)) continue;
    is_hazy = true;
    if (t > 1) t = 1;
    t = t * t * (3 - 2 * t) * light->haze_opacity;
    u16x4 pixel;
    LOAD(pixel, colors + 4 * i);
    f32x4 color = CONVERT(pixel, f32x4);
    color += (haze - color) * t;
    pixel = CONVERT(CONVERT(color + 0.5f, i32x4), u16x4);
    STORE(colors + 4 * i, pixel);
  }
  return is_hazy;
}

/// A face's color at a pixel, in 0 to 65280.
INLINE f32x4 shaded(
    struct kept_wall *kept, const struct raster_mesh_face *face, const struct raster_mesh_light *light, int32_t x,
    int32_t y) {
  f32x4 color;
  LOAD(color, face->color);
  if (face->is_even) return color;
  if (face->drape >= 0) {
    uint16_t pixel[4];
    drape_colors(face, light, x, y, 1, pixel);
    u16x4 parts;
    LOAD(parts, pixel);
    return CONVERT(parts, f32x4);
  }
  if (face->wall >= 0 || face->beside >= 0) {
    const struct kept_wall *wall = wall_colors(kept, face, light, x, y);
    int32_t lane = x - wall->x;
    return (f32x4){wall->parts[0][lane], wall->parts[1][lane], wall->parts[2][lane], color[3]};
  }
  float near = (float)nearness(face, x + 0.5, y + 0.5);
  if (near < face->far) near = face->far;
  if (near > face->near) near = face->near;
  float depth = 1 / near;
  if (face->foot > 0 || face->glow > 0) {
    float height =
      light->eye_height + depth * (light->rise + light->rise_by_x * (x + 0.5f) + light->rise_by_y * (y + 0.5f));
    float below = 1 - (height - face->base) * light->inverse_foot_height;
    below = below < 0 ? 0 : below > 1 ? 1 : below;
    float shade = 1 - face->foot * below * below;
    f32x4 glow;
    LOAD(glow, light->glow);
    color = color * (f32x4){shade, shade, shade, 1} + glow * (face->glow * below * below);
    color = __builtin_elementwise_min(color, (f32x4)65280.0f);
  }
  float t = (depth - light->haze_start) * light->haze_rate;
  if (t > 0) {
    if (t > 1) t = 1;
    t = t * t * (3 - 2 * t) * light->haze_opacity;
    f32x4 haze;
    LOAD(haze, light->haze);
    color += (haze - color) * t;
  }
  return color;
}

INLINE void store_rounded(f32x4 color, uint16_t *pixel) {
  u16x4 rounded = CONVERT(CONVERT(color + 0.5f, VECTOR(int32_t, 4)), u16x4);
  STORE(pixel, rounded);
}

/// The 16-bit pixels of 8 colors.
INLINE pixels8 rounded8(struct colors8 colors) {
  u16x8 parts[3];
  for (int part = 0; part < 3; part++) parts[part] = CONVERT(CONVERT(colors.parts[part] + 0.5f, i32x8), u16x8);
  u16x8 alpha = 65280;
  u16x16 low = LANES(parts[0], parts[1], 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  u16x16 high = LANES(parts[2], alpha, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  return (pixels8){(u64x8)LANES((u32x8)low, (u32x8)high, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15)};
}

/// Draws up to 8 pixels that one face covers wholly, each as `shaded` has it, and returns how many it has drawn. There are
/// `room` pixels up to the end of the part.
INLINE int32_t draw_run(
    struct kept_wall *kept, const struct raster_mesh_face *face, const struct raster_mesh_light *light, int32_t x,
    int32_t count, int32_t room, int32_t y, uint16_t *pixels, uint8_t *dither) {
  pixels8 colors;
  if (face->is_even) {
    uint16_t color[4];
    f32x4 even;
    LOAD(even, face->color);
    store_rounded(even, color);
    uint64_t pixel;
    memcpy(&pixel, color, 8);
    colors.v = pixel;
  } else if (face->wall >= 0 || face->beside >= 0) {
    const struct kept_wall *wall = wall_colors(kept, face, light, x, y);
    int32_t lane = x - wall->x;
    if (count > 8 - lane) count = 8 - lane;
    struct colors8 parts;
    for (int part = 0; part < 3; part++) LOAD(parts.parts[part], wall->parts[part] + lane);
    colors = rounded8(parts);
  } else {
    colors = rounded8(shaded8(face, light, x, y));
  }
  const u64x8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  const u8x8 narrow_lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  uint16_t *place = pixels + 4 * (ptrdiff_t)x;
  if (room >= 8) {
    u64x8 below;
    u8x8 marks;
    LOAD(below, place);
    LOAD(marks, dither + x);
    below = SELECT((u64x8)(lanes < (uint64_t)count), colors.v, below);
    marks = SELECT((u8x8)(narrow_lanes < (uint8_t)count), (u8x8)(uint8_t)!face->is_even, marks);
    STORE(place, below);
    STORE(dither + x, marks);
  } else {
    memcpy(place, &colors, 8 * (size_t)count);
    memset(dither + x, !face->is_even, (size_t)count);
  }
  return count;
}

/// The number of pixels from the first one on, up to 8 and `room`, that have the same first fragment.
INLINE int32_t run_length(const uint32_t *firsts, int32_t room) {
  u32x8 eight;
  LOAD(eight, firsts);
  uint32_t others = BITS8(eight != firsts[0]) | 256 | 1u << (room < 8 ? room : 8);
  return __builtin_ctz(others);
}

KERNEL
bool raster_mesh_resolve(
    const struct raster_mesh_memory *memory, const struct raster_mesh_face *faces, const struct raster_mesh_light *light,
    float opacity, int32_t y, uint16_t *pixels, uint8_t *dither) {
  const uint32_t *firsts = memory->firsts + (ptrdiff_t)(y - memory->y0) * memory->stride - memory->x0;
  bool any = false;
  struct kept_wall kept[KEPT_WALLS];
  for (int i = 0; i < KEPT_WALLS; i++) kept[i].face = NULL;
  for (int32_t x = memory->x0; x < memory->x1; x++) {
    uint32_t at = firsts[x];
    if (at == 0) continue;
    uint16_t *place = pixels + 4 * (ptrdiff_t)x;
    f32x4 sum = 0;
    int32_t covered = 0;
    bool varies = false;
    if (at & ALONE) {
      const struct raster_mesh_face *face = faces + (at & ~ALONE);
      if (opacity == 1 && face->drape >= 0) {
        int32_t room = memory->x1 - x, count = 1;
        if (room > DRAPE_RUN) room = DRAPE_RUN;
        while (count < room && firsts[x + count] == at) count++;
        bool is_hazy = drape_colors(face, light, x, y, count, place);
        memset(dither + x, is_hazy, (size_t)count);
        any |= is_hazy;
        x += count - 1;
        continue;
      }
      if (opacity == 1) {
        int32_t room = memory->x1 - x, count = run_length(firsts + x, room);
        x += draw_run(kept, face, light, x, count, room, y, pixels, dither) - 1;
        any |= !face->is_even;
        continue;
      }
      sum = shaded(kept, face, light, x, y) * 64, covered = 64, varies = !face->is_even;
      at = 0;
    }
    for (; at != 0; at = memory->fragments[at].next) {
      const struct raster_mesh_fragment *fragment = memory->fragments + at;
      if (fragment->mask == 0) continue;
      const struct raster_mesh_face *face = faces + fragment->face;
      int32_t count = __builtin_popcountll(fragment->mask);
      sum += shaded(kept, face, light, x, y) * (float)count;
      covered += count;
      varies |= !face->is_even;
    }
    if (covered == 0) continue;
    float part = opacity / 64;
    u16x4 below;
    LOAD(below, place);
    store_rounded(sum * part + CONVERT(below, f32x4) * (1 - (float)covered * part), place);
    if (varies) {
      dither[x] = 1;
      any = true;
    } else if (covered == 64 && opacity == 1) {
      dither[x] = 0;
    }
  }
  return any;
}

/// The number of a pixel's samples in a mask at which a face is above a least 1 over the depth.
INLINE int32_t samples_before(
    const struct raster_mesh_face *face, uint64_t mask, double min_nearness, int32_t x, int32_t y) {
  if (face->near <= min_nearness) return 0;
  if (face->far < min_nearness) mask &= samples_above(face->by_x, face->by_y, face->constant - min_nearness, x, y);
  return __builtin_popcountll(mask);
}

KERNEL
void raster_mesh_fill(
    const struct raster_mesh_memory *memory, const struct raster_mesh_face *faces, double min_nearness, bool with_ground,
    const float color[4], float opacity, int32_t y, uint16_t *pixels) {
  const uint32_t *firsts = memory->firsts + (ptrdiff_t)(y - memory->y0) * memory->stride - memory->x0;
  f32x4 one;
  LOAD(one, color);
  float alpha = one[3] / 65280;
  for (int32_t x = memory->x0; x < memory->x1; x++) {
    uint32_t at = firsts[x];
    int32_t covered = 0, count = 1;
    if (at & ALONE) {
      const struct raster_mesh_face *face = faces + (at & ~ALONE);
      bool is_left_out = (!with_ground && face->drape >= 0) || face->near <= min_nearness;
      if (is_left_out || face->far >= min_nearness) {
        count = run_length(firsts + x, memory->x1 - x);
        if (!is_left_out) covered = 64;
      } else {
        covered = samples_before(face, WHOLE, min_nearness, x, y);
      }
    } else {
      for (; at != 0; at = memory->fragments[at].next) {
        const struct raster_mesh_fragment *fragment = memory->fragments + at;
        uint64_t mask = fragment->mask;
        if (!with_ground && faces[fragment->face].drape >= 0) continue;
        if (min_nearness > 0 && mask != 0)
          covered += samples_before(faces + fragment->face, mask, min_nearness, x, y);
        else
          covered += __builtin_popcountll(mask);
      }
    }
    if (covered != 0) {
      float part = (float)covered * opacity / 64, rest = 1 - part * alpha;
      f32x4 added = one * part;
      for (int32_t i = x; i < x + count; i++) {
        u16x4 below;
        LOAD(below, pixels + 4 * (ptrdiff_t)i);
        store_rounded(added + CONVERT(below, f32x4) * rest, pixels + 4 * (ptrdiff_t)i);
      }
    }
    x += count - 1;
  }
}
