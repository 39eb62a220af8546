// Draws scenes with Blend2D through its C interface, by the same orders as ../Sources/shapes/Entry.swift has them.
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// What is used of the library's interface, so that its headers need not be there.
typedef struct { uint64_t data[2]; } Object;
typedef struct { double x, y; } Point;
typedef struct { int x, y, width, height; } PixelRect;
typedef struct { double x, y, width, height; } Rect;
typedef struct { double x, y, width, height, rx, ry; } RoundRect;
typedef struct { const Point *data; size_t size; } Points;
typedef struct { double offset; uint64_t color; } Stop;
typedef struct { void *pixels; intptr_t stride; int width, height; uint32_t format, flags; } ImageData;

enum { rectGeometry = 4, roundRectGeometry = 7, polygonGeometry = 16 };
enum { premultiplied = 1, sourceOver = 0, sourceCopy = 1, miterOrBevel = 1, patternQuality = 2 };
enum { resetTransform = 0, rotateAbout = 6 };

uint32_t blImageInitAs(Object *, int width, int height, uint32_t format);
uint32_t blImageGetData(const Object *, ImageData *);
uint32_t blContextInitAs(Object *, Object *image, const void *info);
uint32_t blContextFlush(Object *, uint32_t flags);
uint32_t blContextSetCompOp(Object *, uint32_t);
uint32_t blContextSetHint(Object *, uint32_t hint, uint32_t value);
uint32_t blContextSetFillRule(Object *, uint32_t);
uint32_t blContextSetStrokeWidth(Object *, double);
uint32_t blContextSetStrokeJoin(Object *, uint32_t);
uint32_t blContextApplyTransformOp(Object *, uint32_t operation, const void *values);
uint32_t blContextFillAllRgba32(Object *, uint32_t);
uint32_t blContextFillRectIRgba32(Object *, const PixelRect *, uint32_t);
uint32_t blContextFillRectIExt(Object *, const PixelRect *, const Object *);
uint32_t blContextFillRectDRgba32(Object *, const Rect *, uint32_t);
uint32_t blContextFillRectDExt(Object *, const Rect *, const Object *);
uint32_t blContextFillGeometryRgba32(Object *, uint32_t type, const void *, uint32_t);
uint32_t blContextFillGeometryExt(Object *, uint32_t type, const void *, const Object *);
uint32_t blContextStrokeGeometryRgba32(Object *, uint32_t type, const void *, uint32_t);
uint32_t blContextStrokeGeometryExt(Object *, uint32_t type, const void *, const Object *);
uint32_t blContextFillPathDRgba32(Object *, const Point *, const Object *, uint32_t);
uint32_t blContextFillPathDExt(Object *, const Point *, const Object *, const Object *);
uint32_t blContextStrokePathDRgba32(Object *, const Point *, const Object *, uint32_t);
uint32_t blContextStrokePathDExt(Object *, const Point *, const Object *, const Object *);
uint32_t blContextBlitImageD(Object *, const Point *, const Object *image, const PixelRect *area);
uint32_t blContextBlitImageI(Object *, const int *, const Object *image, const PixelRect *area);
uint32_t blGradientInit(Object *);
uint32_t blGradientCreate(Object *, uint32_t type, const double *values, uint32_t extend, const Stop *, size_t,
                            const double *transform);
uint32_t blPatternInit(Object *);
uint32_t blPatternCreate(Object *, const Object *image, const PixelRect *area, uint32_t extend,
                           const double *transform);
uint32_t blPathInit(Object *);
uint32_t blPathMoveTo(Object *, double, double);
uint32_t blPathLineTo(Object *, double, double);
uint32_t blPathClose(Object *);

enum { canvasWidth = 512, canvasHeight = 600 };
enum { solid, linear, radial, conic, nearest, bilinear };
enum { alignedRect, plainRect, roundedRect, polygon, world };

typedef struct {
  int kind;
  double angle, x, y, width, height, radius;
  uint32_t colors[3];
  Points points;
  Object world;
} Shape;

typedef struct {
  int paint, rule, pictureSide;
  double strokeWidth;
  Object picture;
  size_t count;
  Shape *shapes;
} Scene;

static Object canvas, context, gradient, pattern;

static double seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// An outline of rings in the unit square, scaled.
static void makeWorld(Object *path, const double *rings, double scale) {
  blPathInit(path);
  for (int count = (int)*rings++; count > 0; --count) {
    int points = (int)*rings++;
    for (int index = 0; index < points; ++index, rings += 2)
      (index == 0 ? blPathMoveTo : blPathLineTo)(path, scale * rings[0], scale * rings[1]);
    blPathClose(path);
  }
}

static void load(Scene *scene, const char *file) {
  FILE *input = fopen(file, "rb");
  if (!input) { perror(file); exit(1); }
  fseek(input, 0, SEEK_END);
  size_t size = (size_t)ftell(input);
  rewind(input);
  // Points are kept where they are; scenes of earlier orders are left to the end of the process.
  double *next = malloc(size);
  if (!next || fread(next, 1, size, input) != size) { perror(file); exit(1); }
  fclose(input);
  memset(scene, 0, sizeof *scene);
  scene->paint = (int)*next++;
  scene->strokeWidth = *next++;
  scene->rule = (int)*next++;
  scene->pictureSide = (int)*next++;
  int side = scene->pictureSide;
  if (side > 0) {
    ImageData data;
    blImageInitAs(&scene->picture, side, side, premultiplied);
    blImageGetData(&scene->picture, &data);
    for (int y = 0; y < side; ++y) {
      uint32_t *row = (uint32_t *)((char *)data.pixels + y * data.stride);
      for (int x = 0; x < side; ++x) row[x] = (uint32_t)*next++;
    }
  }
  const double *rings = next;
  for (int count = (int)*next++; count > 0; --count) next += 1 + 2 * (size_t)*next;
  scene->count = (size_t)*next++;
  scene->shapes = calloc(scene->count, sizeof *scene->shapes);
  if (!scene->shapes) exit(1);
  for (size_t index = 0; index < scene->count; ++index) {
    Shape *shape = &scene->shapes[index];
    shape->kind = (int)*next++;
    shape->angle = *next++ * M_PI / 180;
    shape->x = *next++;
    shape->y = *next++;
    shape->width = *next++;
    shape->height = *next++;
    shape->radius = *next++;
    for (int color = 0; color < 3; ++color) shape->colors[color] = (uint32_t)*next++;
    shape->points.size = (size_t)*next++;
    shape->points.data = (const Point *)next;
    next += 2 * shape->points.size;
    if (shape->kind == world) makeWorld(&shape->world, rings, shape->width);
  }
}

static uint64_t wide(uint32_t color) {
  uint64_t result = 0;
  for (int shift = 24; shift >= 0; shift -= 8) result = result << 16 | (color >> shift & 255) * 257ull;
  return result;
}

// The shape's gradient or pattern, made anew, as a program makes it for what it draws.
static const Object *style(const Scene *scene, const Shape *shape) {
  double centerX = shape->x + shape->width / 2, centerY = shape->y + shape->height / 2;
  if (scene->paint >= nearest) {
    double transform[6] = {1, 0, 0, 1, shape->x, shape->y};
    blPatternCreate(&pattern, &scene->picture, NULL, 0, transform);
    return &pattern;
  }
  Stop stops[3];
  for (int index = 0; index < 3; ++index) stops[index] = (Stop){0.5 * index, wide(shape->colors[index])};
  double values[6] = {0};
  if (scene->paint == linear) {
    values[0] = shape->x + 0.2 * shape->width;
    values[1] = shape->y + 0.2 * shape->height;
    values[2] = shape->x + shape->width - 0.2 * shape->width;
    values[3] = shape->y + shape->height - 0.2 * shape->height;
  } else if (scene->paint == radial) {
    values[0] = values[2] = centerX;
    values[1] = values[3] = centerY;
    values[4] = shape->width / 2;
  } else {
    values[0] = centerX;
    values[1] = centerY;
    values[3] = 1;
  }
  blGradientCreate(&gradient, (uint32_t)scene->paint - 1, values, 0, stops, 3, NULL);
  return &gradient;
}

static void drawShape(const Scene *scene, const Shape *shape) {
  int isStroke = scene->strokeWidth > 0;
  if (shape->kind == world) {
    Point origin = {shape->x, shape->y};
    if (scene->paint == solid)
      (isStroke ? blContextStrokePathDRgba32 : blContextFillPathDRgba32)(
          &context, &origin, &shape->world, shape->colors[0]);
    else
      (isStroke ? blContextStrokePathDExt : blContextFillPathDExt)(
          &context, &origin, &shape->world, style(scene, shape));
    return;
  }
  if (scene->paint >= nearest && !isStroke && shape->kind <= plainRect) {
    Point origin = {shape->x, shape->y};
    int pixel[2] = {(int)shape->x, (int)shape->y};
    if (shape->kind == alignedRect) blContextBlitImageI(&context, pixel, &scene->picture, NULL);
    else blContextBlitImageD(&context, &origin, &scene->picture, NULL);
    return;
  }
  PixelRect pixels = {(int)shape->x, (int)shape->y, (int)shape->width, (int)shape->height};
  Rect rect = {shape->x, shape->y, shape->width, shape->height};
  RoundRect round = {shape->x, shape->y, shape->width, shape->height, shape->radius, shape->radius};
  const void *data = &rect;
  uint32_t type = rectGeometry;
  if (shape->kind == polygon) {
    data = &shape->points;
    type = polygonGeometry;
  } else if (shape->kind == roundedRect) {
    data = &round;
    type = roundRectGeometry;
  }
  uint32_t color = shape->colors[0];
  if (isStroke) {
    if (scene->paint == solid) blContextStrokeGeometryRgba32(&context, type, data, color);
    else blContextStrokeGeometryExt(&context, type, data, style(scene, shape));
  } else if (shape->kind == alignedRect) {
    if (scene->paint == solid) blContextFillRectIRgba32(&context, &pixels, color);
    else blContextFillRectIExt(&context, &pixels, style(scene, shape));
  } else if (shape->kind == plainRect) {
    if (scene->paint == solid) blContextFillRectDRgba32(&context, &rect, color);
    else blContextFillRectDExt(&context, &rect, style(scene, shape));
  } else {
    if (scene->paint == solid) blContextFillGeometryRgba32(&context, type, data, color);
    else blContextFillGeometryExt(&context, type, data, style(scene, shape));
  }
}

static void draw(const Scene *scene) {
  blContextSetCompOp(&context, sourceCopy);
  blContextFillAllRgba32(&context, 0xFFFFFFFF);
  blContextSetCompOp(&context, sourceOver);
  blContextSetFillRule(&context, (uint32_t)scene->rule);
  blContextSetStrokeWidth(&context, scene->strokeWidth);
  blContextSetHint(&context, patternQuality, scene->paint == bilinear);
  for (size_t index = 0; index < scene->count; ++index) {
    const Shape *shape = &scene->shapes[index];
    if (shape->angle != 0) {
      double turn[3] = {shape->angle, shape->x + shape->width / 2, shape->y + shape->height / 2};
      blContextApplyTransformOp(&context, rotateAbout, turn);
    }
    drawShape(scene, shape);
    if (shape->angle != 0) blContextApplyTransformOp(&context, resetTransform, NULL);
  }
  blContextFlush(&context, 0x80000000u);
}

int main(void) {
  static Scene scenes[2];
  blImageInitAs(&canvas, canvasWidth, canvasHeight, premultiplied);
  // Without further information it draws on this thread, at once.
  if (blContextInitAs(&context, &canvas, NULL) != 0) return 1;
  blContextSetStrokeJoin(&context, miterOrBevel);
  blGradientInit(&gradient);
  blPatternInit(&pattern);
  char line[4096], first[2048], second[2048];
  while (fgets(line, sizeof line, stdin)) {
    double least;
    if (sscanf(line, "load %2047s %2047s", first, second) == 2) {
      load(&scenes[0], first);
      load(&scenes[1], second);
      puts("0");
    } else if (sscanf(line, "time %lf", &least) == 1) {
      double began = seconds(), spent;
      long count = 0;
      do {
        draw(&scenes[0]);
        draw(&scenes[1]);
        count += 2;
        spent = seconds() - began;
      } while (spent < least);
      printf("%ld %.9f\n", count, spent);
    } else if (sscanf(line, "picture %2047s", first) == 1) {
      draw(&scenes[0]);
      ImageData data;
      blImageGetData(&canvas, &data);
      FILE *output = fopen(first, "wb");
      if (!output) { perror(first); return 1; }
      for (int y = 0; y < canvasHeight; ++y) {
        const uint32_t *row = (const uint32_t *)((const char *)data.pixels + y * data.stride);
        for (int x = 0; x < canvasWidth; ++x) {
          unsigned char bytes[4] = {row[x] >> 16 & 255, row[x] >> 8 & 255, row[x] & 255, row[x] >> 24};
          fwrite(bytes, 4, 1, output);
        }
      }
      fclose(output);
      puts("written");
    } else return 2;
    fflush(stdout);
  }
}
