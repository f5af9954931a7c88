#include "raster.h"

#include <fontconfig/fontconfig.h>
#include <math.h>
#include <pango/pangofc-fontmap.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

// MARK: PNG

struct png_buffer {
  uint8_t *bytes;
  size_t length, capacity;
};

static void png_append(png_structp png, png_bytep data, size_t length) {
  struct png_buffer *buffer = png_get_io_ptr(png);
  if (buffer->length + length > buffer->capacity) {
    size_t capacity = (buffer->length + length) * 2;
    uint8_t *bytes = realloc(buffer->bytes, capacity);
    if (!bytes) png_error(png, "memory");
    buffer->bytes = bytes;
    buffer->capacity = capacity;
  }
  memcpy(buffer->bytes + buffer->length, data, length);
  buffer->length += length;
}

static void png_nothing(png_structp png) { (void)png; }
static void png_quiet(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}
static void png_give_up(png_structp png, png_const_charp message) {
  (void)message;
  png_longjmp(png, 1);
}

/// Converts one row to unpremultiplied R G B A, or to R G B if `opaque`.
static void unpremultiply(const uint32_t *row, uint8_t *out, int width, int opaque) {
  for (int x = 0; x < width; x++) {
    uint32_t pixel = row[x], alpha = pixel >> 24;
    uint32_t red = pixel >> 16 & 255, green = pixel >> 8 & 255, blue = pixel & 255;
    if (alpha != 255) {
      if (alpha == 0) {
        red = green = blue = 0;
      } else {
        red = (red * 255 + alpha / 2) / alpha;
        green = (green * 255 + alpha / 2) / alpha;
        blue = (blue * 255 + alpha / 2) / alpha;
        if (red > 255) red = 255;
        if (green > 255) green = 255;
        if (blue > 255) blue = 255;
      }
    }
    *out++ = red;
    *out++ = green;
    *out++ = blue;
    if (!opaque) *out++ = alpha;
  }
}

uint8_t *carob_png_encode(const uint8_t *pixels, int width, int height, int stride, size_t *length) {
  int opaque = 1;
  for (int y = 0; y < height && opaque; y++) {
    const uint32_t *row = (const uint32_t *)(pixels + (size_t)y * stride);
    uint32_t all = 0xFF000000u;
    for (int x = 0; x < width; x++) all &= row[x];
    opaque = all == 0xFF000000u;
  }
  struct png_buffer buffer = {NULL, 0, 0};
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, png_give_up, png_quiet);
  if (!png) return NULL;
  png_infop info = png_create_info_struct(png);
  uint8_t *row = malloc((size_t)width * 4 + 1);
  if (!info || !row || setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    free(row);
    free(buffer.bytes);
    return NULL;
  }
  png_set_write_fn(png, &buffer, png_append, png_nothing);
  png_set_compression_level(png, 1);
  png_set_filter(png, 0, PNG_FILTER_NONE);
  png_set_IHDR(
    png, info, (png_uint_32)width, (png_uint_32)height, 8, opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA,
    PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (int y = 0; y < height; y++) {
    unpremultiply((const uint32_t *)(pixels + (size_t)y * stride), row, width, opaque);
    png_write_row(png, row);
  }
  png_write_end(png, NULL);
  png_destroy_write_struct(&png, &info);
  free(row);
  *length = buffer.length;
  return buffer.bytes;
}

struct png_source {
  const uint8_t *bytes;
  size_t left;
};

static void png_take(png_structp png, png_bytep out, size_t length) {
  struct png_source *source = png_get_io_ptr(png);
  if (length > source->left) png_error(png, "short");
  memcpy(out, source->bytes, length);
  source->bytes += length;
  source->left -= length;
}

static uint32_t premultiplied(uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha) {
  red = (red * alpha + 127) / 255;
  green = (green * alpha + 127) / 255;
  blue = (blue * alpha + 127) / 255;
  return alpha << 24 | red << 16 | green << 8 | blue;
}

uint8_t *carob_png_decode(const uint8_t *bytes, size_t length, int *out_width, int *out_height) {
  if (length < 8 || png_sig_cmp(bytes, 0, 8)) return NULL;
  struct png_source source = {bytes, length};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, png_give_up, png_quiet);
  if (!png) return NULL;
  png_infop info = png_create_info_struct(png);
  uint8_t *volatile pixels = NULL;
  uint8_t **volatile rows = NULL;
  if (!info || setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    free(pixels);
    free(rows);
    return NULL;
  }
  png_set_user_limits(png, CAROB_MAX_IMAGE_SIDE, CAROB_MAX_IMAGE_SIDE);
  png_set_chunk_malloc_max(png, 16 << 20);
  png_set_read_fn(png, &source, png_take);
  png_read_info(png, info);
  png_uint_32 width = png_get_image_width(png, info), height = png_get_image_height(png, info);
  if ((uint64_t)width * height > CAROB_MAX_IMAGE_PIXELS) png_error(png, "large");
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_filler(png, 255, PNG_FILLER_AFTER);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_rowbytes(png, info) != (size_t)width * 4) png_error(png, "format");
  pixels = malloc((size_t)width * height * 4);
  rows = malloc(sizeof(uint8_t *) * height);
  if (!pixels || !rows) png_error(png, "memory");
  for (png_uint_32 y = 0; y < height; y++) rows[y] = pixels + (size_t)y * width * 4;
  png_read_image(png, rows);
  png_destroy_read_struct(&png, &info, NULL);
  free(rows);
  for (size_t i = 0, count = (size_t)width * height; i < count; i++) {
    uint8_t *p = pixels + i * 4;
    uint32_t pixel = premultiplied(p[0], p[1], p[2], p[3]);
    memcpy(p, &pixel, 4);
  }
  *out_width = (int)width;
  *out_height = (int)height;
  return pixels;
}

// MARK: JPEG

struct jpeg_failure {
  struct jpeg_error_mgr base;
  jmp_buf jump;
};

static void jpeg_give_up(j_common_ptr common) { longjmp(((struct jpeg_failure *)common->err)->jump, 1); }
static void jpeg_quiet(j_common_ptr common) { (void)common; }

/// Stops at a progressive file with more scans than any legitimate file has; a malicious one can have
/// endlessly many.
static void jpeg_watch(j_common_ptr common) {
  if (((j_decompress_ptr)common)->input_scan_number > 200) jpeg_give_up(common);
}

uint8_t *carob_jpeg_decode(const uint8_t *bytes, size_t length, int *out_width, int *out_height) {
  if (length < 4 || bytes[0] != 0xFF || bytes[1] != 0xD8) return NULL;
  struct jpeg_decompress_struct jpeg;
  struct jpeg_failure failure;
  uint8_t *volatile pixels = NULL;
  jpeg.err = jpeg_std_error(&failure.base);
  failure.base.error_exit = jpeg_give_up;
  failure.base.output_message = jpeg_quiet;
  if (setjmp(failure.jump)) {
    jpeg_destroy_decompress(&jpeg);
    free(pixels);
    return NULL;
  }
  jpeg_create_decompress(&jpeg);
  struct jpeg_progress_mgr progress = {.progress_monitor = jpeg_watch};
  jpeg.progress = &progress;
  jpeg.mem->max_memory_to_use = 512 << 20;
  jpeg_mem_src(&jpeg, (unsigned char *)bytes, length);
  if (jpeg_read_header(&jpeg, TRUE) != JPEG_HEADER_OK) longjmp(failure.jump, 1);
  if (jpeg.image_width > CAROB_MAX_IMAGE_SIDE || jpeg.image_height > CAROB_MAX_IMAGE_SIDE
      || (uint64_t)jpeg.image_width * jpeg.image_height > CAROB_MAX_IMAGE_PIXELS)
    longjmp(failure.jump, 1);
  int ink = jpeg.jpeg_color_space == JCS_CMYK || jpeg.jpeg_color_space == JCS_YCCK;
  jpeg.out_color_space = ink ? JCS_CMYK : JCS_RGB;
  jpeg_start_decompress(&jpeg);
  size_t width = jpeg.output_width, height = jpeg.output_height;
  if (!width || !height || !(pixels = malloc(width * height * 4))) longjmp(failure.jump, 1);
  while (jpeg.output_scanline < jpeg.output_height) {
    uint8_t *row = pixels + jpeg.output_scanline * width * 4;
    // The row is decoded in place and then widened to 4 bytes a pixel from the end, which never overwrites
    // unread samples.
    jpeg_read_scanlines(&jpeg, &row, 1);
    for (size_t x = width; x-- > 0;) {
      uint32_t red, green, blue;
      if (ink) {
        // CMYK files store inverted values (the Adobe convention).
        uint8_t *p = row + x * 4;
        red = p[0] * p[3] / 255, green = p[1] * p[3] / 255, blue = p[2] * p[3] / 255;
      } else {
        uint8_t *p = row + x * 3;
        red = p[0], green = p[1], blue = p[2];
      }
      uint32_t pixel = 0xFF000000u | red << 16 | green << 8 | blue;
      memcpy(row + x * 4, &pixel, 4);
    }
  }
  jpeg_finish_decompress(&jpeg);
  jpeg_destroy_decompress(&jpeg);
  *out_width = (int)width;
  *out_height = (int)height;
  return pixels;
}

uint8_t *carob_jpeg_encode(
  const uint8_t *pixels, int width, int height, int stride, int quality, size_t *length) {
  struct jpeg_compress_struct jpeg;
  struct jpeg_failure failure;
  unsigned char *bytes = NULL;
  unsigned long count = 0;
  uint8_t *row = malloc((size_t)width * 3 + 1);
  if (!row) return NULL;
  jpeg.err = jpeg_std_error(&failure.base);
  failure.base.error_exit = jpeg_give_up;
  failure.base.output_message = jpeg_quiet;
  if (setjmp(failure.jump)) {
    jpeg_destroy_compress(&jpeg);
    free(row);
    return NULL;
  }
  jpeg_create_compress(&jpeg);
  jpeg_mem_dest(&jpeg, &bytes, &count);
  jpeg.image_width = (JDIMENSION)width;
  jpeg.image_height = (JDIMENSION)height;
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_RGB;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, quality, TRUE);
  jpeg_start_compress(&jpeg, TRUE);
  for (int y = 0; y < height; y++) {
    const uint32_t *in = (const uint32_t *)(pixels + (size_t)y * stride);
    for (int x = 0; x < width; x++) {
      uint32_t white = 255 - (in[x] >> 24);
      row[x * 3] = (in[x] >> 16 & 255) + white;
      row[x * 3 + 1] = (in[x] >> 8 & 255) + white;
      row[x * 3 + 2] = (in[x] & 255) + white;
    }
    uint8_t *line = row;
    jpeg_write_scanlines(&jpeg, &line, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  free(row);
  *length = count;
  return bytes;
}

// MARK: Blur

/// One box pass over a line; the box extends `left` samples back and `right` samples ahead.
static void box_line(const uint8_t *in, uint8_t *out, int count, int left, int right) {
  int size = left + right + 1, sum = 0;
  // NB: 2^32 / size, so that a multiplication replaces the division; rounding up keeps a constant line
  // constant.
  uint64_t factor = (((uint64_t)1 << 32) + size - 1) / size;
  for (int i = 0; i < right && i < count; i++) sum += in[i];
  for (int i = 0; i < count; i++) {
    if (i + right < count) sum += in[i + right];
    if (i - left - 1 >= 0) sum -= in[i - left - 1];
    uint64_t value = ((uint64_t)sum * factor + ((uint64_t)1 << 31)) >> 32;
    out[i] = value > 255 ? 255 : (uint8_t)value;
  }
}

struct blur {
  int kernel[8];
  int radius;
  /// The size of the box; 0 if the kernel is used.
  int size;
};

static struct blur make_blur(double sigma) {
  struct blur blur = {{0}, 0, 0};
  if (sigma >= 2) {
    blur.size = (int)floor(sigma * 3 * sqrt(2 * M_PI) / 4 + 0.5);
    return blur;
  }
  blur.radius = (int)ceil(3 * sigma);
  double sum = 0;
  for (int k = 0; k <= blur.radius; k++) sum += (k ? 2 : 1) * exp(-k * k / (2 * sigma * sigma));
  int total = 0;
  for (int k = 1; k <= blur.radius; k++) {
    blur.kernel[k] = (int)lround(65536 * exp(-k * k / (2 * sigma * sigma)) / sum);
    total += 2 * blur.kernel[k];
  }
  blur.kernel[0] = 65536 - total;
  return blur;
}

/// Blurs a line in place; `scratch` has room for two lines.
static void blur_line(uint8_t *line, uint8_t *scratch, int count, const struct blur *blur) {
  uint8_t *a = scratch, *b = scratch + count;
  if (blur->size) {
    // A box of even size is centred between two samples: one pass is shifted to each side, and the third has
    // size + 1.
    int half = blur->size / 2, odd = blur->size & 1;
    box_line(line, a, count, half, odd ? half : half - 1);
    box_line(a, b, count, odd ? half : half - 1, half);
    box_line(b, line, count, half, half);
    return;
  }
  memcpy(a, line, count);
  for (int i = 0; i < count; i++) {
    int sum = 1 << 15;
    for (int k = -blur->radius; k <= blur->radius; k++)
      if (i + k >= 0 && i + k < count) sum += blur->kernel[k < 0 ? -k : k] * a[i + k];
    line[i] = (uint8_t)(sum >> 16);
  }
}

/// Transposes in blocks that fit the cache.
static void transpose(const uint8_t *in, uint8_t *out, int width, int height) {
  for (int y0 = 0; y0 < height; y0 += 32)
    for (int x0 = 0; x0 < width; x0 += 32)
      for (int y = y0; y < y0 + 32 && y < height; y++)
        for (int x = x0; x < x0 + 32 && x < width; x++) out[(size_t)x * height + y] = in[(size_t)y * width + x];
}

int carob_blur(uint8_t *pixels, int width, int height, int stride, int only_alpha, double sigma) {
  if (!(sigma > 0.05) || width <= 0 || height <= 0) return 1;
  if (sigma > 1000) sigma = 1000;
  size_t count = (size_t)width * height;
  uint8_t *plane = malloc(2 * count), *turned = plane + count;
  uint8_t *scratch = malloc(2 * (size_t)(width > height ? width : height));
  if (!plane || !scratch) {
    free(plane);
    free(scratch);
    return 0;
  }
  struct blur blur = make_blur(sigma);
  for (int shift = only_alpha ? 24 : 0; shift < 32; shift += 8) {
    for (int y = 0; y < height; y++) {
      const uint32_t *row = (const uint32_t *)(pixels + (size_t)y * stride);
      for (int x = 0; x < width; x++) plane[(size_t)y * width + x] = row[x] >> shift & 255;
    }
    for (int y = 0; y < height; y++) blur_line(plane + (size_t)y * width, scratch, width, &blur);
    transpose(plane, turned, width, height);
    for (int x = 0; x < width; x++) blur_line(turned + (size_t)x * height, scratch, height, &blur);
    transpose(turned, plane, height, width);
    for (int y = 0; y < height; y++) {
      uint32_t *row = (uint32_t *)(pixels + (size_t)y * stride);
      for (int x = 0; x < width; x++)
        row[x] = (row[x] & ~(255u << shift)) | (uint32_t)plane[(size_t)y * width + x] << shift;
    }
  }
  free(plane);
  free(scratch);
  return 1;
}

// MARK: Perspective

static uint32_t sample(const uint8_t *pixels, int width, int height, int stride, int x, int y) {
  if (x < 0 || y < 0 || x >= width || y >= height) return 0;
  return ((const uint32_t *)(pixels + (size_t)y * stride))[x];
}

void carob_warp(
  const uint8_t *source, int source_width, int source_height, int source_stride, uint8_t *target,
  int target_width, int target_height, int target_stride, const double map[9]) {
  for (int y = 0; y < target_height; y++) {
    uint32_t *row = (uint32_t *)(target + (size_t)y * target_stride);
    for (int x = 0; x < target_width; x++) {
      double px = x + 0.5, py = y + 0.5;
      double w = map[6] * px + map[7] * py + map[8];
      // Behind the viewer or on the horizon: the pixel stays as it is.
      if (!(w > 1e-9)) continue;
      double u = (map[0] * px + map[1] * py + map[2]) / w - 0.5;
      double v = (map[3] * px + map[4] * py + map[5]) / w - 0.5;
      if (!(u > -1 && v > -1 && u < source_width && v < source_height)) continue;
      int left = (int)floor(u), top = (int)floor(v);
      int fx = (int)((u - left) * 256), fy = (int)((v - top) * 256);
      uint32_t a = sample(source, source_width, source_height, source_stride, left, top);
      uint32_t b = sample(source, source_width, source_height, source_stride, left + 1, top);
      uint32_t c = sample(source, source_width, source_height, source_stride, left, top + 1);
      uint32_t d = sample(source, source_width, source_height, source_stride, left + 1, top + 1);
      uint32_t result = 0;
      for (int shift = 0; shift < 32; shift += 8) {
        uint32_t upper = (a >> shift & 255) * (256 - fx) + (b >> shift & 255) * fx;
        uint32_t lower = (c >> shift & 255) * (256 - fx) + (d >> shift & 255) * fx;
        result |= ((upper * (256 - fy) + lower * fy + (1 << 15)) >> 16) << shift;
      }
      row[x] = result;
    }
  }
}

// MARK: Fonts

PangoFontMap *carob_font_map_create(const char *configuration) {
  FcConfig *config = FcConfigCreate();
  if (!config) return NULL;
  if (!FcConfigParseAndLoadFromMemory(config, (const FcChar8 *)configuration, FcTrue)
      || !FcConfigBuildFonts(config)) {
    FcConfigDestroy(config);
    return NULL;
  }
  PangoFontMap *map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
  if (map) {
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(map), 72);
  }
  FcConfigDestroy(config);
  return map;
}

int carob_font_map_has_family(PangoFontMap *map, const char *family) {
  PangoFontFamily **families = NULL;
  int count = 0, found = 0;
  pango_font_map_list_families(map, &families, &count);
  for (int i = 0; i < count && !found; i++)
    found = strcmp(pango_font_family_get_name(families[i]), family) == 0;
  g_free(families);
  return found;
}

int carob_font_map_add_file(PangoFontMap *map, const char *path) {
  FcConfig *config = pango_fc_font_map_get_config(PANGO_FC_FONT_MAP(map));
  if (!config || !FcConfigAppFontAddFile(config, (const FcChar8 *)path)) return 0;
  pango_fc_font_map_config_changed(PANGO_FC_FONT_MAP(map));
  return 1;
}

int carob_font_map_find(PangoFontMap *map, const char *name, char *family, size_t size, int *weight, int *italic) {
  FcConfig *config = pango_fc_font_map_get_config(PANGO_FC_FONT_MAP(map));
  const FcSetName sets[] = {FcSetApplication, FcSetSystem};
  for (int s = 0; config && s < 2; s++) {
    FcFontSet *set = FcConfigGetFonts(config, sets[s]);
    for (int i = 0; set && i < set->nfont; i++) {
      FcChar8 *known = NULL, *found = NULL;
      int matches = 0;
      if (FcPatternGetString(set->fonts[i], FC_POSTSCRIPT_NAME, 0, &known) == FcResultMatch)
        matches = strcmp((const char *)known, name) == 0;
      if (!matches && FcPatternGetString(set->fonts[i], FC_FULLNAME, 0, &known) == FcResultMatch)
        matches = strcmp((const char *)known, name) == 0;
      if (!matches || FcPatternGetString(set->fonts[i], FC_FAMILY, 0, &found) != FcResultMatch) continue;
      int value = FC_WEIGHT_REGULAR, slant = FC_SLANT_ROMAN;
      FcPatternGetInteger(set->fonts[i], FC_WEIGHT, 0, &value);
      FcPatternGetInteger(set->fonts[i], FC_SLANT, 0, &slant);
      snprintf(family, size, "%s", (const char *)found);
      *weight = FcWeightToOpenType(value);
      *italic = slant != FC_SLANT_ROMAN;
      return 1;
    }
  }
  return 0;
}

void carob_free(void *bytes) { free(bytes); }
