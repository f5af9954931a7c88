#ifndef CAROB_GEODESICS_H
#define CAROB_GEODESICS_H

// Shortest ways on the WGS-84 ellipsoid, by GeographicLib (Decisions/0068). Degrees and metres; azimuths clockwise from north.
// What is not a place (a latitude beyond ±90, NaN) gives NaN.

#ifdef __cplusplus
extern "C" {
#endif

/// The length of the shortest way between two points.
double carob_geodesic_distance(double latitude1, double longitude1, double latitude2, double longitude2);

/// The same, with the azimuths at both ends.
double carob_geodesic_inverse(
    double latitude1, double longitude1, double latitude2, double longitude2, double *azimuth1,
    double *azimuth2);

/// Where one comes to that goes so far in a direction.
void carob_geodesic_direct(
    double latitude, double longitude, double azimuth, double distance, double *latitude2,
    double *longitude2);

#ifdef __cplusplus
}
#endif

#endif
