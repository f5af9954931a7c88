#pragma once
#include <stddef.h>
#include <stdint.h>

/// Land, as script/make-map-ground describes it.
const uint8_t *carob_map_ground_bytes(void);
extern const size_t carob_map_ground_length;
