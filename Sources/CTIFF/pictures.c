#include "tiff_pictures.h"

#include "memory_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SAMPLES = 8 };

struct TIFFPicture {
  MemoryFile source;
  TIFFPictureInfo info;
  uint16_t bits, samples, format, photometric, planar;
  // The sample that is alpha, or 0; true if colors were multiplied by it.
  uint16_t alpha;
  bool is_associated;
  // The numbers with a point that become 0 and 1.
  double black, white;
  uint16_t *map[3];
  // True for a palette of 8 bits, as some old programs write it.
  bool is_map_coarse;
  // True where libtiff converts the colors, as of luma and chroma or CIE L*a*b*.
  bool is_converted;
};

#define REFUSE(...) \
  do { \
    if (!picture->source.message[0]) snprintf(picture->source.message, sizeof picture->source.message, __VA_ARGS__); \
    return; \
  } while (0)

static void find_alpha(TIFFPicture *picture, uint16_t colors) {
  uint16_t count = 0, *kinds = NULL;
  TIFFGetFieldDefaulted(picture->source.tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds);
  for (uint16_t i = 0; kinds && i < count && colors + i < picture->samples && !picture->alpha; i++) {
    if (kinds[i] != EXTRASAMPLE_ASSOCALPHA && kinds[i] != EXTRASAMPLE_UNASSALPHA) continue;
    picture->alpha = colors + i;
    picture->is_associated = kinds[i] == EXTRASAMPLE_ASSOCALPHA;
  }
}

static void find_range(TIFFPicture *picture) {
  double *least = NULL, *greatest = NULL;
  TIFF *tiff = picture->source.tiff;
  TIFFSetField(tiff, TIFFTAG_PERSAMPLE, PERSAMPLE_MULTI);
  if (!TIFFGetField(tiff, TIFFTAG_SMINSAMPLEVALUE, &least) || !TIFFGetField(tiff, TIFFTAG_SMAXSAMPLEVALUE, &greatest)
      || !(greatest[0] > least[0]))
    REFUSE("it has floating-point numbers and does not say which are black and white (SMinSampleValue, SMaxSampleValue)");
  picture->black = least[0], picture->white = greatest[0];
}

static bool find_palette(TIFFPicture *picture) {
  uint16_t **map = picture->map;
  if (picture->format == SAMPLEFORMAT_IEEEFP || picture->bits > 16
      || !TIFFGetField(picture->source.tiff, TIFFTAG_COLORMAP, &map[0], &map[1], &map[2]))
    return false;
  picture->is_map_coarse = true;
  for (size_t i = 0; i < (size_t)1 << picture->bits && picture->is_map_coarse; i++)
    picture->is_map_coarse = map[0][i] < 256 && map[1][i] < 256 && map[2][i] < 256;
  return true;
}

static void read_kind(TIFFPicture *picture) {
  TIFF *tiff = picture->source.tiff;
  TIFFPictureInfo *info = &picture->info;
  uint16_t compression = COMPRESSION_NONE, inks = INKSET_CMYK;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &picture->bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &picture->samples);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &picture->format);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &picture->planar);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_INKSET, &inks);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &info->orientation);
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &info->width);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &info->height);
  if (info->orientation < 1 || info->orientation > 8) info->orientation = 1;
  uint32_t profile_size = 0;
  if (TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &profile_size, &info->profile)) info->profile_size = profile_size;
  if (!TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &picture->photometric)) REFUSE("it does not say what its numbers mean");
  if (!info->width || !info->height) REFUSE("it is empty");
  if (picture->samples < 1 || picture->samples > MOST_SAMPLES)
    REFUSE("it has %d numbers a pixel, more than %d", picture->samples, MOST_SAMPLES);
  uint16_t bits = picture->bits;
  bool is_float = picture->format == SAMPLEFORMAT_IEEEFP;
  bool is_whole = picture->format == SAMPLEFORMAT_UINT || picture->format == SAMPLEFORMAT_VOID;
  if (!(is_float && (bits == 32 || bits == 64))
      && !(is_whole && (bits == 1 || bits == 2 || bits == 4 || bits == 8 || bits == 16 || bits == 32)))
    REFUSE("it has %s numbers of %d bits", is_float ? "floating-point" : is_whole ? "whole" : "signed", bits);
  if (is_float) find_range(picture);
  info->component_size = bits <= 8 ? 1 : 2;
  switch (picture->photometric) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK: info->components = 1; break;
    case PHOTOMETRIC_RGB: info->components = 3; break;
    case PHOTOMETRIC_PALETTE:
      if (!find_palette(picture)) REFUSE("it has no palette");
      info->components = 3, info->component_size = 1;
      break;
    case PHOTOMETRIC_SEPARATED:
      if (inks != INKSET_CMYK) REFUSE("it has other inks than cyan, magenta, yellow and black");
      info->components = 4, info->component_size = 1;
      break;
    case PHOTOMETRIC_YCBCR:
    case PHOTOMETRIC_CIELAB:
      info->components = 3, info->component_size = 1;
      if (compression == COMPRESSION_JPEG && picture->photometric == PHOTOMETRIC_YCBCR) {
        TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
      } else {
        char message[1024];
        if (!TIFFRGBAImageOK(tiff, message)) REFUSE("%.150s", message);
        picture->is_converted = true;
      }
      break;
    default: REFUSE("its numbers mean colors of a kind that is not read (PhotometricInterpretation %d)", picture->photometric);
  }
  uint16_t colors = picture->photometric == PHOTOMETRIC_PALETTE ? 1 : info->components;
  if (picture->samples < colors) REFUSE("it has %d numbers a pixel, fewer than its colors", picture->samples);
  if (!picture->is_converted) find_alpha(picture, colors);
  if (picture->alpha && info->components == 4) REFUSE("it has inks with alpha");
  info->has_alpha = picture->alpha != 0;
}

TIFFPicture *tiff_picture_open(
    const void *bytes, size_t count, TIFFPictureInfo *info, char *message, size_t message_size) {
  memset(info, 0, sizeof *info);
  TIFFPicture *picture = calloc(1, sizeof *picture);
  if (!picture) {
    snprintf(message, message_size, "there is not enough memory");
    return NULL;
  }
  memory_file_open(&picture->source, bytes, count);
  if (picture->source.tiff) read_kind(picture);
  if (!picture->source.tiff || picture->source.message[0]) {
    snprintf(message, message_size, "%s", picture->source.message[0] ? picture->source.message : "it is no TIFF file");
    tiff_picture_close(picture);
    return NULL;
  }
  *info = picture->info;
  return picture;
}

// MARK: Pixels

// A sample of a row as a number of 16 bits, and of 8 where these are read; of palettes the index.
static uint32_t sample(const TIFFPicture *picture, const uint8_t *row, size_t index) {
  uint16_t bits = picture->bits;
  uint32_t value;
  if (picture->format == SAMPLEFORMAT_IEEEFP) {
    double number;
    if (bits == 32) {
      float single;
      memcpy(&single, row + index * 4, 4);
      number = single;
    } else {
      memcpy(&number, row + index * 8, 8);
    }
    double part = (number - picture->black) / (picture->white - picture->black);
    value = part > 0 ? part < 1 ? (uint32_t)(part * 65535 + 0.5) : 65535 : 0;
    bits = 16;
  } else if (bits == 32) {
    memcpy(&value, row + index * 4, 4);
    value >>= 16, bits = 16;
  } else if (bits == 16) {
    uint16_t word;
    memcpy(&word, row + index * 2, 2);
    value = word;
  } else {
    size_t place = index * bits;
    value = row[place / 8] >> (8 - bits - place % 8) & ((1u << bits) - 1);
  }
  if (picture->photometric == PHOTOMETRIC_PALETTE) return value;
  if (bits == 16) return picture->info.component_size == 2 ? value : (value * 255 + 32767) / 65535;
  return value * 255 / ((1u << bits) - 1);
}

static void put(const TIFFPicture *picture, void *pixels, size_t place, uint32_t value) {
  if (picture->info.component_size == 2) ((uint16_t *)pixels)[place] = (uint16_t)value;
  else ((uint8_t *)pixels)[place] = (uint8_t)value;
}

// Puts `count` samples of a row where they belong. `first` is the number of the first of the `step` samples of a pixel.
static void put_row(
    const TIFFPicture *picture, const uint8_t *row, uint16_t first, uint16_t step, uint32_t count, void *pixels) {
  uint32_t greatest = picture->info.component_size == 2 ? 65535 : 255;
  bool is_palette = picture->photometric == PHOTOMETRIC_PALETTE;
  uint16_t components = picture->info.components, colors = is_palette ? 1 : components;
  for (uint16_t number = first; number < first + step; number++) {
    bool is_alpha = picture->alpha && number == picture->alpha;
    if (number >= colors && !is_alpha) continue;
    for (uint32_t column = 0; column < count; column++) {
      uint32_t value = sample(picture, row, (size_t)column * step + number - first);
      size_t place = (size_t)column * 4;
      if (is_alpha) {
        put(picture, pixels, place + 3, is_palette ? value * 255 / ((1u << picture->bits) - 1) : value);
      } else if (is_palette) {
        for (int channel = 0; channel < 3; channel++) {
          uint32_t level = picture->map[channel][value];
          put(picture, pixels, place + channel, picture->is_map_coarse ? level : (level + 128) / 257);
        }
      } else if (components == 1) {
        if (picture->photometric == PHOTOMETRIC_MINISWHITE) value = greatest - value;
        for (int channel = 0; channel < 3; channel++) put(picture, pixels, place + channel, value);
      } else {
        put(picture, pixels, place + number, value);
      }
    }
  }
}

static uint32_t got(const TIFFPicture *picture, const void *pixels, size_t place) {
  return picture->info.component_size == 2 ? ((const uint16_t *)pixels)[place] : ((const uint8_t *)pixels)[place];
}

static void divide_by_alpha(const TIFFPicture *picture, void *pixels, uint32_t count) {
  uint64_t greatest = picture->info.component_size == 2 ? 65535 : 255;
  for (size_t place = 0; place < (size_t)count * 4; place += 4) {
    uint64_t alpha = got(picture, pixels, place + 3);
    for (int channel = 0; channel < 3 && alpha < greatest; channel++) {
      uint64_t value = alpha ? (got(picture, pixels, place + channel) * greatest + alpha / 2) / alpha : 0;
      put(picture, pixels, place + channel, (uint32_t)(value < greatest ? value : greatest));
    }
  }
}

static bool read_rows(TIFFPicture *picture, uint8_t *pixels, size_t stride) {
  TIFF *tiff = picture->source.tiff;
  uint32_t width = picture->info.width, height = picture->info.height, across = width, down = 1;
  bool is_tiled = TIFFIsTiled(tiff), is_apart = picture->planar == PLANARCONFIG_SEPARATE;
  if (is_tiled) {
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &across);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &down);
  }
  uint16_t step = is_apart ? 1 : picture->samples;
  tmsize_t size = is_tiled ? TIFFTileSize(tiff) : TIFFScanlineSize(tiff);
  tmsize_t row_size = is_tiled ? TIFFTileRowSize(tiff) : size;
  size_t needed = ((size_t)across * step * picture->bits + 7) / 8;
  bool is_sound = across && down && row_size > 0 && (size_t)row_size >= needed && (size_t)size / (size_t)row_size >= down;
  uint8_t *cells = is_sound ? calloc(1, (size_t)size) : NULL;
  bool is_read = cells != NULL;
  for (uint16_t plane = 0; is_read && plane < (is_apart ? picture->samples : 1); plane++) {
    for (uint32_t y = 0; is_read && y < height; y += down) {
      for (uint32_t x = 0; is_read && x < width; x += across) {
        is_read = is_tiled ? TIFFReadEncodedTile(tiff, TIFFComputeTile(tiff, x, y, 0, plane), cells, size) == size
                           : TIFFReadScanline(tiff, cells, y, plane) == 1;
        uint32_t rows = height - y < down ? height - y : down, columns = width - x < across ? width - x : across;
        for (uint32_t row = 0; is_read && row < rows; row++) {
          uint8_t *into = pixels + (size_t)(y + row) * stride + (size_t)x * 4 * picture->info.component_size;
          put_row(picture, cells + (size_t)row * (size_t)row_size, plane, step, columns, into);
        }
      }
    }
  }
  free(cells);
  return is_read;
}

// In libtiff's way: one number a pixel, red in its lowest bits.
static bool read_converted(TIFFPicture *picture, uint8_t *pixels, size_t stride) {
  TIFFRGBAImage image;
  char message[1024] = "";
  uint32_t width = picture->info.width, height = picture->info.height;
  if (!TIFFRGBAImageBegin(&image, picture->source.tiff, 1, message)) return false;
  image.req_orientation = image.orientation;
  uint32_t *raster = calloc((size_t)width * height, sizeof *raster);
  bool is_read = raster && TIFFRGBAImageGet(&image, raster, width, height);
  TIFFRGBAImageEnd(&image);
  for (uint32_t y = 0; is_read && y < height; y++) {
    for (uint32_t x = 0; x < width; x++) {
      uint32_t color = raster[(size_t)y * width + x];
      uint8_t *into = pixels + (size_t)y * stride + (size_t)x * 4;
      into[0] = TIFFGetR(color), into[1] = TIFFGetG(color), into[2] = TIFFGetB(color);
    }
  }
  free(raster);
  return is_read;
}

bool tiff_picture_read(TIFFPicture *picture, void *pixels, size_t stride, char *message, size_t message_size) {
  uint8_t *bytes = pixels;
  uint32_t width = picture->info.width, height = picture->info.height;
  size_t row_size = (size_t)width * 4 * picture->info.component_size;
  for (uint32_t y = 0; y < height; y++) memset(bytes + (size_t)y * stride, 255, row_size);
  bool is_read = picture->is_converted ? read_converted(picture, bytes, stride) : read_rows(picture, bytes, stride);
  is_read = is_read && !picture->source.message[0];
  for (uint32_t y = 0; is_read && picture->is_associated && y < height; y++)
    divide_by_alpha(picture, bytes + (size_t)y * stride, width);
  if (!is_read)
    snprintf(
        message, message_size, "%s", picture->source.message[0] ? picture->source.message : "its pixels cannot be read");
  return is_read;
}

void tiff_picture_close(TIFFPicture *picture) {
  if (picture) memory_file_close(&picture->source);
  free(picture);
}
