import Foundation
internal import Raster

/// The app's side of a bitmap context: bytes in the app's layout, kept equal to the surface.
///
/// The platform draws into the app's memory; Cairo draws only into its own layout. So the app's bytes are
/// copied to the surface before each drawing operation, and the result is copied back afterwards.
/// OPTIMIZATION: if the context owns the memory, nothing is copied until the app reads `data`.
final class AppBytes {
  let format: PixelFormat
  let bytesPerRow: Int
  private let height: Int
  private let given: UnsafeMutableRawPointer?
  private var own: UnsafeMutableRawPointer?
  /// Whether the app can see the bytes.
  private var isShared: Bool { given != nil || own != nil }

  init(format: PixelFormat, given: UnsafeMutableRawPointer?, bytesPerRow: Int, height: Int) {
    self.format = format
    self.given = given
    self.bytesPerRow = bytesPerRow
    self.height = height
  }

  deinit { own?.deallocate() }

  func pointer(_ surface: Surface) -> UnsafeMutableRawPointer {
    if let given { return given }
    if let own { return own }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytesPerRow * height, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytesPerRow * height)
    own = memory
    format.write(surface, to: memory, bytesPerRow: bytesPerRow)
    return memory
  }

  func fetch(into surface: Surface) {
    guard isShared else { return }
    format.read(pointer(surface), bytesPerRow: bytesPerRow, into: surface)
  }

  func store(from surface: Surface) {
    guard isShared else { return }
    format.write(surface, to: pointer(surface), bytesPerRow: bytesPerRow)
  }
}
