// script/make-map-ground makes ground.bin from Natural Earth, which is in the public domain.
#include "map-ground.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t carob_map_ground[] = {
#embed "ground.bin"
};
const size_t carob_map_ground_length = sizeof carob_map_ground;

const uint8_t *carob_map_ground_bytes(void) { return carob_map_ground; }
