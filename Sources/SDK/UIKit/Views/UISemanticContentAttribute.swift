import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics

public enum UISemanticContentAttribute: Int, Sendable {
  case unspecified, playback, spatial, forceLeftToRight, forceRightToLeft
}
