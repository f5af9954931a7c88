import DeviceProtocol

/// What the page server shows and controls: a device, or a fake in tests.
///
/// The server calls `start` once, when it listens. It calls `send` from its tasks, in the order of each browser's inputs.
public protocol ScreenSource: AnyObject, Sendable {
  /// Starts the delivery of updates. `receive` may be called on any thread, but not concurrently: updates are in order.
  func start(_ receive: @escaping @Sendable (ScreenUpdate) -> Void)
  /// Handles one input without blocking.
  func send(_ input: ScreenInput)
  /// Whether a page shows the elements of the screen from now on. Describing them costs the app time.
  func setElementsAreRead(_ areRead: Bool)
  /// The screen as a PNG file; nil if there is none.
  ///
  /// - Parameter layers: all layers of the app after its last commit; nil before its first.
  func screenshot(of layers: Commit?) async -> [UInt8]?
}
