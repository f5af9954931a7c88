#pragma once
#include <stddef.h>
#include <stdint.h>

/// The land areas of the built-in map, in the format that script/make-map-ground describes.
const uint8_t *carob_map_ground_bytes(void);
extern const size_t carob_map_ground_length;
