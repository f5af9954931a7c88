#pragma once
/// What Cairo and Pango do not have: image codecs, blurs, projective transforms, a private font map.
///
/// Pixels are always Cairo's ARGB32: one native 32-bit word per pixel, alpha in the highest byte,
/// premultiplied. Nothing here keeps state; every function may be called from any thread.
#include <pango/pangocairo.h>
#include <stddef.h>
#include <stdint.h>

/// The largest image that any decoder accepts: a file that claims more is refused before memory is allocated.
#define CAROB_MAX_IMAGE_SIDE 16384
#define CAROB_MAX_IMAGE_PIXELS (64u << 20)

/// Encodes pixels as PNG, for speed rather than size; `carob_free` the result. NULL without memory.
uint8_t *carob_png_encode(const uint8_t *pixels, int width, int height, int stride, size_t *length);
/// Decodes a PNG to tightly packed rows (4 × width bytes); `carob_free` the result. NULL if the bytes are no
/// valid PNG.
uint8_t *carob_png_decode(const uint8_t *bytes, size_t length, int *width, int *height);
/// Decodes a JPEG to tightly packed rows; `carob_free` the result. NULL if the bytes are no valid JPEG.
uint8_t *carob_jpeg_decode(const uint8_t *bytes, size_t length, int *width, int *height);
/// Encodes the pixels over white as JPEG; quality 0…100; `carob_free` the result. NULL on failure.
uint8_t *carob_jpeg_encode(
  const uint8_t *pixels, int width, int height, int stride, int quality, size_t *length);

/// Frees memory that a function here returned.
void carob_free(void *bytes);

/// Gaussian blur in place, of all channels or of alpha only (the colours are then meaningless). Pixels
/// outside the image are transparent. Exact for sigma below 2, else three box passes (as in the SVG filter
/// specification). Returns 0 without memory.
int carob_blur(uint8_t *pixels, int width, int height, int stride, int only_alpha, double sigma);

/// Draws `source` through a projective transform: `map` (row-major 3 × 3) maps target pixel centres to source
/// pixels.
void carob_warp(
  const uint8_t *source, int source_width, int source_height, int source_stride, uint8_t *target,
  int target_width, int target_height, int target_stride, const double map[9]);

/// Makes a font map with only the fonts that this fontconfig document names; NULL if the document is not
/// valid.
PangoFontMap *carob_font_map_create(const char *configuration);
/// Whether the font map has a family of exactly this name.
int carob_font_map_has_family(PangoFontMap *map, const char *family);
/// Adds a font file to the font map. Returns 0 if it contains no font.
int carob_font_map_add_file(PangoFontMap *map, const char *path);
/// Finds the face with this PostScript or full name. Returns 0 if there is none; the family is truncated to
/// `size`.
int carob_font_map_find(PangoFontMap *map, const char *name, char *family, size_t size, int *weight, int *italic);
