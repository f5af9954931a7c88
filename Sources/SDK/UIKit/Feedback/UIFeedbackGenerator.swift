import CarobFoundation
import CoreGraphics

/// Generates haptic feedback. The simulated device has no haptic hardware, like several real ones.
@preconcurrency @MainActor
open class UIFeedbackGenerator: _MainActorNSObject {
  // F-165
  nonisolated open override class var _carobFrameworkMethods: [_CarobMethod] { FrameworkMessages.of(self) }

  public override init() { super.init() }
  open func prepare() {}
  fileprivate func play() { unimplemented("haptic feedback: the device has no haptic hardware") }
}

/// Haptic feedback for a collision.
@preconcurrency @MainActor
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  public enum FeedbackStyle: Int, Sendable { case light, medium, heavy, soft, rigid }
  public override init() { super.init() }
  public init(style: FeedbackStyle) { super.init() }
  open func impactOccurred() { play() }
  open func impactOccurred(intensity: CGFloat) { play() }
}

/// Haptic feedback for a success, a warning or an error.
@preconcurrency @MainActor
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  public enum FeedbackType: Int, Sendable { case success, warning, error }
  open func notificationOccurred(_ notificationType: FeedbackType) { play() }
}

/// Haptic feedback for a changed selection.
@preconcurrency @MainActor
open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
  open func selectionChanged() { play() }
}
