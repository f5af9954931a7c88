#pragma once
/// The few things that Cairo and Pango leave to others: image codecs, blurs, perspective, a private font map.
///
/// Pixels are Cairo's ARGB32 throughout: one native 32-bit word per pixel, alpha on top, premultiplied.
/// Nothing here keeps state; every function may be called from any thread.
#include <pango/pangocairo.h>
#include <stddef.h>
#include <stdint.h>

/// Largest picture that any decoder accepts: bigger claims in foreign files are refused before memory is taken.
#define CAROB_MAX_IMAGE_SIDE 16384
#define CAROB_MAX_IMAGE_PIXELS (64u << 20)

/// PNG of the pixels, fast rather than small; `carob_free` the result. NULL when memory runs out.
uint8_t *carob_png_encode(const uint8_t *pixels, int width, int height, int stride, size_t *length);
/// Pixels of a PNG with tight rows (4 × width bytes); `carob_free` the result. NULL when the bytes are no such picture.
uint8_t *carob_png_decode(const uint8_t *bytes, size_t length, int *width, int *height);
/// Pixels of a JPEG with tight rows; `carob_free` the result. NULL when the bytes are no such picture.
uint8_t *carob_jpeg_decode(const uint8_t *bytes, size_t length, int *width, int *height);
/// JPEG of the pixels over white; quality 0…100; `carob_free` the result.
uint8_t *carob_jpeg_encode(
  const uint8_t *pixels, int width, int height, int stride, int quality, size_t *length);

/// Gives back what a function here returned.
void carob_free(void *bytes);

/// Gaussian blur in place, of all channels or of alpha alone (the colours are then meaningless); outside is
/// transparent. Exact for small sigma, three box passes (as in the SVG filter definition) from 2 on. Returns 0
/// without memory.
int carob_blur(uint8_t *pixels, int width, int height, int stride, int only_alpha, double sigma);

/// Multiplies the pixels' colour saturation, keeping luminance and alpha.
void carob_saturate(uint8_t *pixels, int width, int height, int stride, double amount);

/// Draws `source` through a projective map: `map` (row-major 3 × 3) takes target pixel centres to source pixels.
void carob_warp(
  const uint8_t *source, int source_width, int source_height, int source_stride, uint8_t *target,
  int target_width, int target_height, int target_stride, const double map[9]);

/// A font map that sees only the fonts that this fontconfig document names; NULL when the document is refused.
PangoFontMap *carob_font_map_create(const char *configuration);
/// Whether the font map has a family of exactly this name.
int carob_font_map_has_family(PangoFontMap *map, const char *family);
/// Makes the font map see a font file, too. Returns 0 when it holds no font.
int carob_font_map_add_file(PangoFontMap *map, const char *path);
/// Finds the face with this PostScript or full name. Returns 0 when there is none; the family is cut to `size`.
int carob_font_map_find(PangoFontMap *map, const char *name, char *family, size_t size, int *weight, int *italic);
