import CThreads
import Glibc

/// Where an app registered something (a timer, an observer): `file:line`, relative to the project.
///
/// Stored as a pointer to the literal and a line, so that storing a site needs no allocation.
package struct SourceSite: Sendable {
  // An address of immortal constant data, as a number, because raw pointers are not Sendable.
  private let start: UInt
  private let length: Int32
  private let line: Int32

  package init(_ file: StaticString, _ line: Int) {
    start = file.hasPointerRepresentation ? UInt(bitPattern: file.utf8Start) : 0
    length = file.hasPointerRepresentation ? Int32(truncatingIfNeeded: file.utf8CodeUnitCount) : 0
    self.line = Int32(truncatingIfNeeded: line)
  }

  /// Sets where the app registered what the thread runs from now on, for crash reports; returns the previous
  /// site.
  @inline(__always)
  package static func exchangeRunning(_ site: SourceSite) -> SourceSite {
    let before = carob_thread_exchange_running(
      carob_site(start: site.start, length: site.length, line: site.line))
    return SourceSite(before)
  }

  private init(_ site: carob_site) {
    start = site.start
    length = site.length
    line = site.line
  }

  /// `Sub/ViewController.swift:14`; nil if the place is in the SDK.
  package var text: String? {
    guard let path, !isOfSDK else { return nil }
    return Self.textOfApp(String(decoding: path, as: UTF8.self), Int(line))
  }

  private var path: UnsafeBufferPointer<UInt8>? {
    guard let pointer = UnsafePointer<UInt8>(bitPattern: start), length > 0 else { return nil }
    return UnsafeBufferPointer(start: pointer, count: Int(length))
  }

  /// `file:line`, relative to the project; nil if the place is in the SDK.
  static func text(_ path: String, _ line: Int) -> String? {
    path.contains(folderOfSDK) && !isInProject(path) ? nil : textOfApp(path, line)
  }

  private static func textOfApp(_ path: String, _ line: Int) -> String {
    if isInProject(path) { return "\(path.dropFirst(root.count)):\(line)" }
    return "\(path.split(separator: "/").last ?? ""):\(line)"
  }

  /// Checked first, because a project may have a folder that is named as the SDK's.
  private static func isInProject(_ path: String) -> Bool { !root.isEmpty && path.hasPrefix(root) }

  /// Whether the place is in the SDK: what the SDK registers for itself is not part of an app's trace.
  package var isOfSDK: Bool {
    guard let path else { return false }
    // OPTIMIZATION: called for every timer that fires; searching a String takes fifty times as long. Literals
    // end with a 0.
    return strstr(path.baseAddress!, Self.folderOfSDK) != nil
      && (Self.rootBytes.isEmpty
        || strncmp(path.baseAddress!, Self.rootBytes, Self.rootBytes.count) != 0)
  }
  private static let folderOfSDK = "/Sources/SDK/"

  /// The project's folder with a final slash, from the environment that the device prepares; empty if
  /// unknown.
  private static let root: String = {
    guard let value = getenv("CAROB_PROJECT_ROOT") else { return "" }
    let path = String(cString: value)
    return path.isEmpty || path.hasSuffix("/") ? path : path + "/"
  }()
  private static let rootBytes = root.utf8.map { CChar(bitPattern: $0) }
}
