import CarobFoundation
import CoreGraphics
import Synchronization

/// Draws tiles one at a time on a background thread, as the platform does (E-601).
///
/// Tests replace both closures and run the work themselves.
package enum TileDrawing {
  private static let queue = DispatchQueue(label: "CATiledLayer", qos: .utility)
  nonisolated(unsafe) package static var background: (@escaping @Sendable () -> Void) -> Void = {
    queue.async(execute: $0)
  }
  nonisolated(unsafe) package static var main: (@escaping @Sendable () -> Void) -> Void = {
    DispatchQueue.main.async(execute: $0)
  }
}

/// The drawing of one tile.
final class TileJob: @unchecked Sendable {
  // @unchecked because only the flag is used on both threads; the rest is handed over with the work.
  /// The layer and its view, which are retained until the tile is drawn and released on the main thread.
  private var layer: CATiledLayer?
  private var owner: AnyObject?
  let frame: CGRect
  private let context: CGContext
  private let called: Atomic<Bool> = Atomic(false)
  private var image: CGImage?

  init?(_ layer: CATiledLayer, _ frame: CGRect, density: CGFloat) {
    guard !frame.isEmpty, let context = CGContext.layerContext(size: frame.size, scale: density) else {
      return nil
    }
    (self.layer, owner, self.frame, self.context) = (layer, layer.owner, frame, context)
    context.translateBy(x: -frame.minX, y: -frame.minY)
    context.clip(to: frame)
  }

  /// Cancels the job; a drawing that has begun continues.
  func callOff() { called.store(true, ordering: .relaxed) }

  /// Draws in the background; `done` runs on the main thread, with nil for a cancelled job.
  func start(_ done: @escaping (CGImage?) -> Void) {
    // The closure is only called on the main thread.
    nonisolated(unsafe) let done = done
    TileDrawing.background { [self] in
      if !called.load(ordering: .relaxed) {
        layer?.draw(in: context)
        image = context.takeImage()
      }
      TileDrawing.main { [self] in
        done(called.load(ordering: .relaxed) ? nil : image)
        (layer, owner) = (nil, nil)
      }
    }
  }
}
