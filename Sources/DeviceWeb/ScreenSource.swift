import DeviceProtocol

/// What the page server shows and controls: a device, or a stand-in for one in tests.
///
/// The server calls `start` once, before it listens. `send` is called from the server's tasks, in the order in
/// which one browser made its inputs.
public protocol ScreenSource: AnyObject, Sendable {
  /// Begins delivery. `receive` may be called on any thread, but never by two at once: updates are in order.
  func start(_ receive: @escaping @Sendable (ScreenUpdate) -> Void)
  /// Takes one input. Never blocks.
  func send(_ input: ScreenInput)
}
