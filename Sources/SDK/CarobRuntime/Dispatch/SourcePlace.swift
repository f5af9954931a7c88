@_spi(Internal) internal import Runtime

/// Finds the source line of an address in the app's code, with the toolchain's symbolicator.
///
/// For callers of C functions, of which only the address is known. Takes half a millisecond for each new
/// address.
enum SourcePlace {
  /// The path and line of a return address; nil without debug information.
  static func pathAndLine(of address: UInt) -> (path: String, line: Int)? {
    state.withLock { state in
      if let found = state.known[address] { return found }
      // NB: the map is kept, because with a new map the toolchain finds nothing from the second look-up on.
      let images = state.images ?? ImageMap.capture()
      state.images = images
      var found = lookUp(address, images)
      if found == nil {
        // The image may have been loaded after the map was made.
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
