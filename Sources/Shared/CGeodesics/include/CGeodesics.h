#ifndef CAROB_GEODESICS_H
#define CAROB_GEODESICS_H

// Geodesics (shortest paths) on the WGS-84 ellipsoid, by GeographicLib (Decisions/0068).
// Degrees and metres; azimuths are clockwise from north. An invalid coordinate (a latitude beyond ±90, NaN)
// gives NaN.

#ifdef __cplusplus
extern "C" {
#endif

/// The length of the geodesic between two points.
double carob_geodesic_distance(double latitude1, double longitude1, double latitude2, double longitude2);

/// The same, with the azimuths at both ends.
double carob_geodesic_inverse(
    double latitude1, double longitude1, double latitude2, double longitude2, double *azimuth1,
    double *azimuth2);

/// The point at a distance from a point, in the direction of an azimuth.
void carob_geodesic_direct(
    double latitude, double longitude, double azimuth, double distance, double *latitude2,
    double *longitude2);

#ifdef __cplusplus
}
#endif

#endif
