#include "CGeodesics.h"

#include <GeographicLib/Geodesic.hpp>

using GeographicLib::Geodesic;

// NB: WGS84() is created once and then only read; Inverse and Direct do not throw.

extern "C" double carob_geodesic_distance(
    double latitude1, double longitude1, double latitude2, double longitude2) {
  double distance;
  Geodesic::WGS84().Inverse(latitude1, longitude1, latitude2, longitude2, distance);
  return distance;
}

extern "C" double carob_geodesic_inverse(
    double latitude1, double longitude1, double latitude2, double longitude2, double *azimuth1,
    double *azimuth2) {
  double distance;
  Geodesic::WGS84().Inverse(
      latitude1, longitude1, latitude2, longitude2, distance, *azimuth1, *azimuth2);
  return distance;
}

extern "C" void carob_geodesic_direct(
    double latitude, double longitude, double azimuth, double distance, double *latitude2,
    double *longitude2) {
  Geodesic::WGS84().Direct(latitude, longitude, azimuth, distance, *latitude2, *longitude2);
}
