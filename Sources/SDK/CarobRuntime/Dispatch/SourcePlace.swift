@_spi(Internal) internal import Runtime

/// Finds the line of the user's sources that an address in the app's code stands for, with the toolchain's symbolicator.
///
/// For what only an address is known of: who called a C function. Costs half a millisecond for each new address.
enum SourcePlace {
  /// The path and line of a return address; nil without debug information.
  static func pathAndLine(of address: UInt) -> (path: String, line: Int)? {
    state.withLock { state in
      if let found = state.known[address] { return found }
      // NB: with a new map of the images for each look-up the toolchain finds nothing from the second on.
      let images = state.images ?? ImageMap.capture()
      state.images = images
      var found = lookUp(address, images)
      if found == nil {
        // Perhaps the image came later than the map.
        let newer = ImageMap.capture()
        found = lookUp(address, newer)
        if found != nil { state.images = newer }
      }
      state.known[address] = .some(found)
      return found
    }
  }

  /// `file:line`, relative to the project.
  static func text(of address: UInt) -> String? {
    pathAndLine(of: address).flatMap { SourceSite.text($0.path, $0.line) }
  }

  private struct State {
    var known: [UInt: (path: String, line: Int)?] = [:]
    var images: ImageMap?
  }
  private static let state = Guarded(State())

  private static func lookUp(_ address: UInt, _ images: ImageMap) -> (path: String, line: Int)? {
    let frame = RichFrame<UInt>.returnAddress(address)
    let backtrace = Backtrace(architecture: architecture, frames: [frame], images: images)
    let symbolicated = backtrace.symbolicated(with: images, options: .showSourceLocations)
    for frame in symbolicated?.frames ?? [] {
      guard let place = frame.symbol?.sourceLocation, place.line > 0 else { continue }
      return (place.path, place.line)
    }
    return nil
  }

  #if arch(arm64)
    private static let architecture = "arm64"
  #else
    private static let architecture = "x86_64"
  #endif
}
