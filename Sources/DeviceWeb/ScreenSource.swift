import DeviceProtocol

/// What the page server shows and controls: a device, or a fake in tests.
///
/// The server calls `start` once, when it listens. It calls `send` from its tasks, in the order of each browser's inputs.
public protocol ScreenSource: AnyObject, Sendable {
  /// Starts the delivery of updates. `receive` may be called on any thread, but not concurrently: updates are in order.
  func start(_ receive: @escaping @Sendable (ScreenUpdate) -> Void)
  /// Handles one input without blocking.
  func send(_ input: ScreenInput)
}
