import CarobFoundation
import DeviceProtocol
import Raster
import TestSupport

@testable import QuartzCore

/// A screen without UIKit: a root layer, and a clock that only the test advances.
///
/// Layers and transactions are global, so tests are synchronous functions on the main actor and use
/// `withScreen`.
@MainActor
final class LayerScreen {
  let log = Log()
  let root = CALayer()
  private let clock = ManualClock()
  var now: Double { clock.now }
  private let previousIsRoot = LayerTree.shared.isRoot
  private let previousCommitAll = CATransaction.commitAll

  fileprivate init() {
    root.frame = CGRect(x: 0, y: 0, width: 400, height: 800)
    LayerClock.reader = { [clock] in MainActor.assumeIsolated { clock.now } }
    LayerClock.waiter = { [clock] time, block in
      nonisolated(unsafe) let block = block
      let number = MainActor.assumeIsolated { clock.schedule(at: time, block) }
      return { MainActor.assumeIsolated { clock.cancel(number) } }
    }
    LayerTree.shared.isRoot = { [root] layer in layer === root }
    CATransaction.commitAll = { [unowned self] in MainActor.assumeIsolated { self.commit() } }
  }

  /// Ends the turn: layout, display, commit, and the work after the commit.
  func turn() {
    commit()
    LayerAnimations.runAfterCommit()
    if LayerTree.shared.hasWork { commit() }
  }

  private func commit() {
    CATransaction.closeImplicit()
    LayerTree.shared.layoutPhase()
    LayerTree.shared.displayPhase()
    _ = LayerTree.shared.makeCommit(roots: [root])
  }

  /// A commit of the changes.
  func changes() -> Commit? { LayerTree.shared.makeCommit(roots: [root]) }
  /// A commit of everything, as for a newly connected device.
  func whole() throws -> Commit {
    guard let commit = LayerTree.shared.makeCommit(roots: [root], whole: true) else { throw NoCommit() }
    return commit
  }
  struct NoCommit: Error {}

  /// Advances the clock; a turn ends after each alarm that was due.
  func advance(_ seconds: Double) { clock.advance(seconds) { turn() } }

  /// A layer in the root, shown by a commit.
  func shown<Layer: CALayer>(_ layer: Layer) -> Layer {
    root.addSublayer(layer)
    turn()
    return layer
  }

  fileprivate func close() {
    root.sublayers = nil
    turn()
    advance(10)
    LayerClock.reader = { 0 }
    LayerClock.waiter = { _, _ in {} }
    LayerTree.shared.busyUntil = 0
    LayerTree.shared.isRoot = previousIsRoot
    CATransaction.commitAll = previousCommitAll
  }
}

/// Runs a test on a new screen.
@MainActor
func withScreen<R>(_ body: (LayerScreen) throws -> R) rethrows -> R {
  let screen = LayerScreen()
  defer { screen.close() }
  return try body(screen)
}

/// Changes layers without implicit animations.
@MainActor
func withoutActions(_ body: () -> Void) {
  CATransaction.begin()
  CATransaction.setDisableActions(true)
  body()
  CATransaction.commit()
}

/// The pixels of an image as it was sent to the device.
func pixels(of image: LayerImage) -> Surface? {
  image.png.withUnsafeBytes { Surface(encoded: $0) }
}

func color(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) -> CGColor {
  CGColor(red: red, green: green, blue: blue, alpha: alpha)
}

func box(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CALayer {
  let layer = CALayer()
  layer.frame = CGRect(x: x, y: y, width: width, height: height)
  return layer
}

extension CALayer {
  /// The presented opacity in hundredths; -1 before the first commit.
  var shownOpacity: Int { Int(((presentation()?.opacity ?? -0.01) * 100).rounded()) }
  var shownX: Int { Int((presentation()?.position.x ?? -1).rounded()) }
}

/// Records the delegate calls of its animations.
final class AnimationListener: NSObject, CAAnimationDelegate {
  let log: Log
  let name: String
  init(_ log: Log, _ name: String = "") {
    self.log = log
    self.name = name.isEmpty ? "" : "\(name) "
  }
  override class var _carobMethods: [_CarobMethod] {
    [.init(has: "animationDidStart:", "", 1), .init(has: "animationDidStop:finished:", "", 1)]
  }
  func animationDidStart(_ anim: CAAnimation) {
    MainActor.assumeIsolated { [log, name] in log("\(name)started") }
  }
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    MainActor.assumeIsolated { [log, name] in log("\(name)stopped \(flag)") }
  }
}

/// A layer that records when it is laid out and drawn.
final class LoggingLayer: CALayer {
  // nonisolated(unsafe) because the test's layers live on the main thread.
  nonisolated(unsafe) var log: Log?
  nonisolated override class var _carobNew: (@MainActor () -> AnyObject)? { { LoggingLayer() } }
  private func note(_ event: String) {
    guard let log else { return }
    let name = name ?? ""
    MainActor.assumeIsolated { log(name.isEmpty ? event : "\(name) \(event)") }
  }
  override func layoutSublayers() {
    super.layoutSublayers()
    note("layout")
  }
  override func draw(in context: CGContext) { note("draw") }
}
