// Runs all kernels on seeded values, and prints for each a digest of what it wrote. The digests of two processors are equal
// where the kernels give the same bits on both.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CRasterKernels.h"

// As in the kernels.
#pragma STDC FP_CONTRACT OFF

// No multiple of what kernels take at once.
enum { COUNT = 331, WIDTH = 352, ROUNDS = 200, HEIGHT = 24 };

static uint64_t state = 1;
static uint32_t next_bits(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 32);
}
static uint32_t below(uint32_t limit) { return (uint32_t)((uint64_t)next_bits() * limit >> 32); }
/// From `low` up to `high`, on a grid that is the same on all processors.
static float between(float low, float high) { return low + (high - low) * ((float)(next_bits() >> 8) / 16777216.0f); }

static uint64_t digest;
static void add(const void *bytes, size_t count) {
  const uint8_t *p = bytes;
  for (size_t i = 0; i < count; i++) digest = (digest ^ p[i]) * 1099511628211u;
}
#define ADD(array) add(array, sizeof(array))

static uint16_t pixels[4 * WIDTH], more[4 * WIDTH], out[4 * WIDTH];
static uint8_t mask[WIDTH], mask2[WIDTH], flags[WIDTH], bytes[8 * WIDTH], bytes2[8 * WIDTH], bytes3[8 * WIDTH], bytes4[8 * WIDTH];
static uint32_t factors[WIDTH], sums[4 * WIDTH], linear[65536];
static uint16_t components[(1 << 24 >> 8) + 257];
static int32_t coverage[WIDTH];
static float floats[WIDTH * HEIGHT], floats2[WIDTH * HEIGHT], parts[WIDTH * 4], taps[64];
static double places[WIDTH];

/// Premultiplied pixels; runs of whole and of clear ones among them.
static void fill(uint16_t *p) {
  for (int i = 0, left = 0, kind = 0; i < WIDTH; i++, left--) {
    if (left <= 0) kind = (int)below(4), left = 1 + (int)below(20);
    uint32_t alpha = kind == 0 ? 0 : kind == 1 ? 65280 : below(65281);
    for (int part = 0; part < 3; part++) p[4 * i + part] = (uint16_t)below(alpha + 1);
    p[4 * i + 3] = (uint16_t)alpha;
  }
}
/// Numbers from 0 to a limit, and runs of both ends.
static void fill_numbers(uint32_t *p, uint32_t limit) {
  for (int i = 0, left = 0, kind = 0; i < WIDTH; i++, left--) {
    if (left <= 0) kind = (int)below(4), left = 1 + (int)below(20);
    p[i] = kind == 0 ? 0 : kind == 1 ? limit : below(limit + 1);
  }
}
static void fill_floats(float *p, size_t count, float low, float high) {
  float value = low;
  for (size_t i = 0, left = 0; i < count; i++, left--) {
    bool is_run = (left >> 8) != 0;
    if ((left & 255) == 0) is_run = below(3) == 0, left = 1 + below(40) + (is_run ? 256u : 0), value = between(low, high);
    p[i] = is_run ? value : between(low, high);
  }
}
static void refill(void) {
  fill(pixels), fill(more), fill(out);
  for (int i = 0; i < WIDTH; i++) mask[i] = (uint8_t)below(2), mask2[i] = (uint8_t)below(2), flags[i] = (uint8_t)below(2);
  fill_numbers(factors, 65536);
  for (int i = 0; i < WIDTH; i++) coverage[i] = (int32_t)factors[i];
  fill_floats(floats, WIDTH * HEIGHT, 0, 65280), fill_floats(parts, WIDTH * 4, 0, 65280);
  memset(floats2, 0, sizeof floats2);
}

static uint16_t color[4];
static void new_color(void) {
  uint32_t alpha = below(3) == 0 ? 65280 : below(65281);
  for (int part = 0; part < 3; part++) color[part] = (uint16_t)below(alpha + 1);
  color[3] = (uint16_t)alpha;
}

// MARK: Output

static void quantize(void) { raster_quantize(pixels, COUNT, bytes), ADD(bytes); }
static void dither(void) { raster_dither(pixels, mask, COUNT, below(9000), below(9000), bytes), ADD(bytes); }
static void luma(void) {
  raster_luma(pixels, below(2) ? mask : NULL, COUNT, below(9000), below(9000), below(2) ? 8 : 10, bytes), ADD(bytes);
}
static void chroma(void) {
  bool is_dithered = below(2);
  raster_chroma(
      pixels, more, is_dithered ? mask : NULL, is_dithered ? mask2 : NULL, COUNT / 2, below(9000), below(9000),
      below(2) ? 8 : 10, bytes, bytes2);
  ADD(bytes), ADD(bytes2);
}
static void yuv420(void) {
  bool is_dithered = below(2);
  raster_yuv420(
      pixels, more, is_dithered ? mask : NULL, is_dithered ? mask2 : NULL, COUNT / 2, 2 * below(4000), 2 * below(4000), bytes,
      bytes2, bytes3, bytes4);
  ADD(bytes), ADD(bytes2), ADD(bytes3), ADD(bytes4);
}
static void full_chroma(void) {
  raster_full_chroma(pixels, below(2) ? mask : NULL, COUNT, below(9000), below(9000), below(2) ? 8 : 10, bytes, bytes2);
  ADD(bytes), ADD(bytes2);
}
static void component_samples(void) {
  const int depths[3] = {8, 10, 16};
  raster_component_samples(
      pixels, (int)below(4), below(2) ? mask : NULL, COUNT, below(9000), below(9000), depths[below(3)], bytes);
  ADD(bytes);
}
static void unpremultiply(void) { raster_unpremultiply(pixels, COUNT, out), ADD(out); }
static void mean_blocks(void) { raster_mean_blocks(pixels, more, COUNT / 2, out), ADD(out); }

// MARK: Compositing

static void composite(void) { raster_composite(color, coverage, COUNT, pixels), ADD(pixels); }
static void blend(void) { raster_blend(color, more, pixels, COUNT), ADD(pixels); }
/// Changes of a coverage from 0 to 65536 and back, and their marks.
static int32_t changes[WIDTH + 64];
static uint8_t touched[WIDTH / 8 + 64];
static void new_changes(void) {
  memset(changes, 0, sizeof changes), memset(touched, 0, sizeof touched);
  int32_t now = 0;
  for (int x = 0; x < COUNT; x += 1 + (int)below(30)) {
    int32_t wanted = below(3) == 0 ? 65536 : below(2) ? 0 : (int32_t)below(65537);
    changes[x] += wanted - now, now = wanted, touched[x / 8] = 1;
  }
  changes[COUNT] -= now, touched[COUNT / 8] = 1;
}
static void cover(void) {
  new_changes();
  raster_cover(changes, touched, 0, COUNT / 8, 0, COUNT, COUNT, color, pixels, below(2) ? mask : NULL);
  ADD(pixels), ADD(mask), ADD(changes), ADD(touched);
}
static void alphas(void) {
  new_changes();
  memset(parts, 0, sizeof parts);
  raster_alphas(changes, touched, 0, COUNT / 8, 0, COUNT, below(65281), parts);
  ADD(parts), ADD(changes), ADD(touched);
}
static void deposit(void) {
  enum { ROWS = 40, STRIDE = WIDTH + 16, GROUPS = STRIDE / 8 };
  static int32_t rows[ROWS * STRIDE + 8];
  static uint8_t groups[ROWS * GROUPS + 8];
  struct edge {
    int32_t x0, y0, x1, y1;
    double slope;
  } edges[64];
  memset(rows, 0, sizeof rows), memset(groups, 0, sizeof groups);
  for (int i = 0; i < 64; i++) {
    int32_t top = (int32_t)below(ROWS * 256 - 1), bottom = top + 1 + (int32_t)below((uint32_t)(ROWS * 256 - top));
    int32_t from = (int32_t)below(COUNT * 256), to = (int32_t)below(COUNT * 256);
    edges[i] = (struct edge){from, top, to, 2 * bottom + (int32_t)below(2), (double)(to - from) * 256 / (bottom - top)};
  }
  bool is_whole = raster_deposit(edges, 64, COUNT, 2, ROWS - 3, rows, STRIDE, groups, GROUPS);
  add(&is_whole, 1), ADD(rows), ADD(groups);
}
static void over(void) { raster_over(more, factors, COUNT, pixels), ADD(pixels); }
static void blend_layer(void) {
  raster_blend_layer((enum raster_blend_mode)below(16), more, factors, COUNT, pixels), ADD(pixels);
}
static void mask_factors(void) { raster_mask(pixels, below(2), below(2), COUNT, factors), ADD(factors); }
static void carry_dither(void) { raster_carry_dither(pixels, mask, factors, COUNT, flags), ADD(flags); }
static void carry_flags(void) {
  bool any = raster_carry_flags(mask, factors, COUNT, flags);
  add(&any, 1), ADD(flags);
}
static void light(void) {
  static uint16_t weights[WIDTH];
  memset(weights, 0, sizeof weights), memset(sums, 0, sizeof sums);
  memcpy(out, pixels, sizeof out);
  for (int sample = 0; sample < 4; sample++) {
    if (sample > 0) fill(more);
    // Some stay as they are.
    for (int i = 0; i < WIDTH; i++)
      if (sample == 0 || below(2)) memcpy(more + 4 * i, pixels + 4 * i, 8);
    raster_light_add(linear, more, mask, 64, COUNT, pixels, weights, flags, sums);
  }
  ADD(weights), ADD(sums), ADD(flags);
  bool any = raster_light_mean(linear, components, 256, COUNT, pixels, weights, flags, sums, out, mask2);
  add(&any, 1), ADD(out), ADD(mask2);
}
static void transform_colors(void) {
  float matrix[12];
  for (int i = 0; i < 12; i++) matrix[i] = between(-1, i % 4 == 3 ? 65280.0f : 2);
  raster_transform_colors(matrix, COUNT, pixels), ADD(pixels);
}
static void tint(void) {
  const float tone[4] = {between(0, 1), between(0, 1), between(0, 1), 1};
  raster_tint(tone, parts, COUNT, pixels), ADD(pixels);
  raster_tint_inside(tone, parts, COUNT, more), ADD(more);
}
static void replace(void) { raster_replace(more, factors, COUNT, pixels), ADD(pixels); }
static void over_channels(void) {
  raster_over_channels(parts, parts + WIDTH, parts + 2 * WIDTH, parts + 3 * WIDTH, COUNT, pixels), ADD(pixels);
}

// MARK: Filters

static void sums_of_values(void) {
  raster_component(pixels, COUNT, floats2), raster_add_scaled(floats, between(0, 1), COUNT, floats2), ADD(floats2);
}
static void blur(void) {
  static uint32_t runs[WIDTH / 32];
  uint32_t radius = 1 + below(12);
  for (uint32_t i = 0; i <= 2 * radius; i++) taps[i] = between(0, 1) / (float)(2 * radius + 1);
  raster_blur_columns(floats, WIDTH, HEIGHT, taps, radius, runs, WIDTH, floats2);
  ADD(floats2);
  raster_blur_row(floats, 256, taps, radius, floats2), ADD(floats2);
}
static void flat(void) {
  for (int i = 0; i < WIDTH * HEIGHT; i++) floats[i] = (float)((i / 40) % 3);
  static uint8_t found[32 * HEIGHT];
  memset(found, 3, sizeof found);
  for (int y = 1; y < HEIGHT; y++)
    raster_find_flat(floats + y * WIDTH, floats + (y - 1) * WIDTH, 32, 8, 5 + below(20), found + 32 * y);
  raster_join_flat(found, 32, HEIGHT - 6, 5), ADD(found);
  raster_mark_varied(floats + WIDTH + 1, WIDTH, COUNT, mask), ADD(mask);
}
static void upsample(void) {
  static float weights[5 * 64];
  for (int i = 0; i < 5 * 64; i++) weights[i] = between(0, 0.4f);
  uint32_t shift = 3 + below(3);
  raster_upsample(floats, 8 * below(8), shift, weights, (size_t)1 << shift, 256, floats2), ADD(floats2);
  const float four[4] = {between(0, 1), between(0, 1), between(-1, 1), between(0, 1)};
  raster_mix(floats, WIDTH, four, COUNT, floats2), ADD(floats2);
}
static void highlights(void) { raster_highlights(between(0, 0.99f), COUNT, pixels), ADD(pixels); }
static void grade(void) {
  static float curves[3 * 1024 * 2], saturation[257 * 2], cube[17 * 17 * 17 * 4];
  fill_floats(curves, 3 * 1024 * 2, 0, 1), fill_floats(saturation, 257 * 2, 0, 2), fill_floats(cube, 17 * 17 * 17 * 4, 0, 1);
  static int16_t noise[WIDTH];
  for (int i = 0; i < WIDTH; i++) noise[i] = (int16_t)(below(60001) - 30000);
  raster_grade it = {
    .components = below(2) ? curves : NULL, .has_tone = below(2), .tone_start = 0.7f, .has_matrix = below(2),
    .saturation = below(2) ? saturation : NULL, .table = below(2) ? cube : NULL, .size = 17, .is_cube = true, .amount = 0.7f,
    .vignette = below(2) ? 0.6f : 0, .vignette_start = 0.2f, .vignette_rate = 0.8f, .u = {0.006f, 0, -1}, .v = {0, 0.006f, -1},
    .grain = 0.05f};
  // A tone goes on where the curves end, so that one of them has all.
  if (!it.components && it.has_tone) it.tone_start = 0;
  for (int i = 0; i < 3; i++) it.tone_scale[i] = between(0.5f, 1.5f), it.tone_offset[i] = between(-0.1f, 0.1f);
  for (int i = 0; i < 3; i++) it.scale[i] = 16, it.offset[i] = 0;
  for (int i = 0; i < 12; i++) it.matrix[i] = i % 4 == 3 ? 0 : between(-0.3f, 1);
  raster_grade_row(&it, below(100), below(300), below(2) ? noise : NULL, COUNT, pixels, mask), ADD(pixels), ADD(mask);
  int16_t grains[COUNT];
  raster_grain_row(noise, 251, below(251), noise + 100, 223, below(223), COUNT, grains), ADD(grains);
}

// MARK: Colors

static void gradient(void) {
  struct raster_gradient_row row = {
    between(-0.01f, 0.01f), between(-1, 1), between(-0.01f, 0.01f), between(-1, 1), between(-0.001f, 0.001f), 1};
  raster_gradient_places(&row, below(2), (int32_t)below(400), COUNT, places), ADD(places);
  struct segment {
    double start, inverse;
    float color[4], change[4];
    double next;
    uint64_t varies;
  } segments[6];
  for (int i = 0; i < 6; i++) {
    double start = i == 0 ? 0 : (i - 1) * 0.25, next = i == 5 ? 1 : i * 0.25;
    segments[i] = (struct segment){.start = start, .inverse = 4, .next = next, .varies = i > 0 && i < 5};
    for (int part = 0; part < 4; part++) segments[i].color[part] = between(0, 30000), segments[i].change[part] = between(0, 20000);
    segments[i].color[3] = 60000, segments[i].change[3] = i > 0 && i < 5 ? between(0, 5000) : 0;
  }
  segments[0].next = 0, segments[5].start = 1, segments[5].next = INFINITY;
  int32_t buckets[257];
  for (int i = 0; i < 257; i++) buckets[i] = 1 + i / 64;
  raster_ramp(places, COUNT, segments, buckets, below(2), out, mask), ADD(out), ADD(mask);
  bool any = raster_over_colors(out, mask, coverage, below(2) ? (int32_t)below(65537) : 0, COUNT, pixels, flags);
  add(&any, 1), ADD(pixels), ADD(flags);
}
enum { SIZE = 64 };
static uint8_t texels[SIZE * SIZE * 4], half[SIZE * SIZE];
static int16_t weights[RASTER_KERNEL_COUNT][128 * RASTER_KERNEL_TAPS];
static raster_image_levels new_image(void) {
  static raster_kernel kernels[RASTER_KERNEL_COUNT];
  static const raster_level levels[2] = {{SIZE, SIZE, 4, texels, 1, 1}, {SIZE / 2, SIZE / 2, 4, half, 0.5, 0.5}};
  for (size_t i = 0; i < sizeof texels; i++) texels[i] = (uint8_t)below(256);
  for (size_t i = 0; i < sizeof half; i++) half[i] = (uint8_t)below(256);
  for (int kernel = 0; kernel < RASTER_KERNEL_COUNT; kernel++) {
    int count = 6 + 2 * (kernel / 32);
    kernels[kernel] = (raster_kernel){weights[kernel], count, (count + 3) / 4 * 4};
    for (int i = 0; i < 128 * kernels[kernel].stride; i++)
      weights[kernel][i] = i % kernels[kernel].stride < count ? (int16_t)(below(6000) - 1000) : 0;
  }
  return (raster_image_levels){levels, 2, kernels, (enum raster_spread)below(4)};
}
static void image(void) {
  raster_image_levels whole = new_image();
  double t[9] = {between(0.1f, 3), between(-1, 1), between(-50, 50), between(-1, 1), between(0.1f, 3), between(-50, 50),
    between(0, 0.001f), between(0, 0.001f), 1};
  raster_image(t, 0.5, below(200) + 0.5, COUNT, &whole, below(65537), out), ADD(out);
  raster_copy_texels(texels, COUNT, below(65537), out), ADD(out);
  const uint8_t *rows[8];
  for (int i = 0; i < 8; i++) rows[i] = texels + 4 * SIZE * below(32);
  raster_sum_rows(rows, 4, weights[0], 8, COUNT, floats), add(floats, 4 * COUNT * sizeof(float));
  int32_t starts[COUNT];
  static int16_t own[COUNT * 8], small[COUNT * 4];
  for (int i = 0; i < COUNT; i++) starts[i] = (int32_t)below(COUNT - 8);
  for (int i = 0; i < COUNT * 8; i++) own[i] = (int16_t)(below(6000) - 1000);
  raster_sum_columns(floats, starts, own, 8, COUNT, below(65537), out), ADD(out);
  raster_shrink_columns(floats, starts, own, 8, COUNT, small), ADD(small);
}

// MARK: Meshes

static void meshes(void) {
  enum { SIDE = 96, STRIDE = SIDE + 16, FACES = 60, ROOM = 1 << 17 };
  static uint64_t cells[SIDE * STRIDE + 16];
  static float fars[SIDE * STRIDE + 16];
  static uint32_t firsts[SIDE * STRIDE + 16];
  static struct raster_mesh_fragment fragments[ROOM];
  struct raster_mesh_face faces[FACES] = {0};
  struct raster_mesh_edge edges[FACES * 3];
  struct raster_mesh_wall walls[4];
  struct raster_mesh_beside besides[2];
  float values[9];
  raster_image_levels ground = new_image();
  struct raster_mesh_drape drape = {{between(0.1f, 3), between(-1, 1), between(-50, 50), between(-1, 1), between(0.1f, 3),
    between(-50, 50), 0, 0, 1}, 0};
  uint32_t order[FACES];
  memset(fars, 0, sizeof fars), memset(firsts, 0, sizeof firsts), memset(fragments, 0, sizeof fragments);
  for (int i = 0; i < 4; i++)
    walls[i] = (struct raster_mesh_wall){between(0, 5), between(-1, 1), between(-0.1f, 0.1f), between(-0.1f, 0.1f), 0, 0.3f, next_bits()};
  for (int i = 0; i < 9; i++) values[i] = between(0, 1.5f);
  for (int i = 0; i < 2; i++)
    besides[i] = (struct raster_mesh_beside){between(0, 5), between(-1, 1), between(-0.1f, 0.1f), between(-0.1f, 0.1f), 4 * i, 4 * i + 4};
  for (int i = 0; i < FACES; i++) {
    order[i] = (uint32_t)i;
    struct raster_mesh_face *face = faces + i;
    int32_t x[3], y[3];
    for (int k = 0; k < 3; k++) x[k] = (int32_t)below(SIDE * 256), y[k] = (int32_t)below(SIDE * 256);
    face->x0 = face->y0 = 0, face->x1 = face->y1 = SIDE, face->first_edge = 3 * i;
    for (int k = 0; k < 3; k++) {
      int a = k, b = (k + 1) % 3;
      if (y[a] > y[b]) a = b, b = k;
      if (y[a] != y[b]) edges[3 * i + face->edge_count++] = (struct raster_mesh_edge){x[a], y[a], x[b], y[b]};
    }
    face->constant = between(0.01f, 0.02f), face->by_x = between(-5e-5f, 5e-5f), face->by_y = between(-5e-5f, 5e-5f);
    face->far = 0.001f, face->near = 0.05f;
    for (int part = 0; part < 3; part++) face->color[part] = between(0, 65280);
    face->color[3] = 65280, face->is_even = below(2), face->wall = face->is_even ? -1 : (int32_t)below(5) - 1;
    face->beside = face->is_even ? -1 : (int32_t)below(3) - 1, face->drape = face->is_even ? (int32_t)below(2) - 1 : -1;
    if (!face->is_even) face->foot = between(0, 1), face->glow = between(0, 1);
  }
  struct raster_mesh_light sun = {
    .eye_height = 50, .rise = -0.5f, .rise_by_x = 0.0001f, .rise_by_y = -0.001f, .inverse_foot_height = 0.05f,
    .glow = {9000, 5000, 2000, 0}, .haze_start = 60, .haze_rate = 0.02f, .haze_opacity = 0.8f, .haze = {9000, 9000, 12000, 65280},
    .beside_color = {40000, 30000, 10000}, .inverse_beside_height = 0.04f, .besides = besides, .beside_values = values,
    .walls = walls, .drapes = &drape, .images = &ground, .window_width = 0.6f, .window_height = 0.5f, .glass = {0.6f, 0.7f, 0.8f, 1}, .lit = {60000, 50000, 30000, 65280},
    .lit_share = 0x60000000, .window_end = 90, .window_rate = 0.03f};
  struct raster_mesh_memory memory = {cells, fars, firsts, fragments, 1, ROOM, 0, 0, SIDE, SIDE, STRIDE};
  size_t added = raster_mesh_cover(&memory, faces, edges, order, FACES);
  add(&added, sizeof added), add(&memory.fragment_count, sizeof memory.fragment_count), ADD(fars), ADD(firsts);
  for (size_t i = 1; i < memory.fragment_count; i++) {
    add(&fragments[i].mask, 8), add(&fragments[i].far, 16);
  }
  for (int32_t y = 0; y < SIDE; y++) {
    bool any = raster_mesh_resolve(&memory, faces, &sun, y % 2 ? 1 : 0.5f, y, pixels, mask);
    add(&any, 1), ADD(pixels), ADD(mask);
    const float shade[4] = {3000, 3000, 5000, 30000};
    raster_mesh_fill(&memory, faces, 0.012, y % 3 != 0, shade, 0.7f, y, more), ADD(more);
  }
}

int main(void) {
  for (int i = 0; i < 65536; i++) linear[i] = (uint32_t)((uint64_t)i * (uint64_t)i * 16711680u / (65280ull * 65280ull));
  for (size_t i = 0; i < sizeof components / 2; i++)
    components[i] = (uint16_t)(i * 256 >= 16711680u ? 65280 : 65280.0 * sqrt((double)i * 256 / 16711680.0));
  const struct {
    const char *name;
    void (*run)(void);
  } kernels[] = {
    {"quantize", quantize}, {"dither", dither}, {"luma", luma}, {"chroma", chroma}, {"yuv420", yuv420},
    {"full_chroma", full_chroma}, {"component_samples", component_samples}, {"unpremultiply", unpremultiply},
    {"mean_blocks", mean_blocks}, {"composite", composite}, {"blend", blend}, {"cover", cover}, {"alphas", alphas},
    {"deposit", deposit}, {"over", over}, {"blend_layer", blend_layer}, {"mask", mask_factors}, {"carry_dither", carry_dither},
    {"carry_flags", carry_flags}, {"light", light}, {"transform_colors", transform_colors}, {"tint", tint}, {"replace", replace},
    {"over_channels", over_channels}, {"component, add_scaled", sums_of_values}, {"blur", blur}, {"flat", flat},
    {"upsample, mix", upsample}, {"highlights", highlights}, {"grade, grain", grade}, {"gradient, ramp, over_colors", gradient},
    {"image", image}, {"mesh", meshes}};
  for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
    digest = 14695981039346656037u, state = i + 1;
    for (int round = 0; round < ROUNDS; round++) refill(), new_color(), kernels[i].run();
    printf("%-28s %016llx\n", kernels[i].name, (unsigned long long)digest);
  }
  return 0;
}
