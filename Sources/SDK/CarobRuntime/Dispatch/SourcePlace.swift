@_spi(Internal) internal import Runtime

/// Finds the line of the user's sources that an address in the app's code stands for, with the toolchain's symbolicator.
///
/// For what only an address is known of: who called a C function. Costs half a millisecond for each new address.
enum SourcePlace {
  /// The path and line of a return address; nil without debug information.
  static func pathAndLine(of address: UInt) -> (path: String, line: Int)? {
    known.withLock { known in
      if let found = known[address] { return found }
      let found = lookUp(address)
      known[address] = .some(found)
      return found
    }
  }

  /// `file:line`, relative to the project.
  static func text(of address: UInt) -> String? {
    pathAndLine(of: address).flatMap { SourceSite.text($0.path, $0.line) }
  }

  private static let known = Guarded<[UInt: (path: String, line: Int)?]>([:])

  private static func lookUp(_ address: UInt) -> (path: String, line: Int)? {
    let frame = RichFrame<UInt>.returnAddress(address)
    let backtrace = Backtrace(architecture: architecture, frames: [frame], images: nil)
    let symbolicated = backtrace.symbolicated(options: [.showSourceLocations, .useSymbolCache])
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
