import Synchronization

/// The memory in which an app leaves its messages for the device until they are sent: both processes have it mapped.
///
/// So nothing that the app recorded is lost however it ends (`exit`, a trap, SIGKILL), and what a thread in the background
/// recorded is seen although the main thread sends nothing. The app appends whole messages and publishes their length
/// afterwards. It sends what has gathered over the socket, or, while it waits at the time gate, the device takes it away.
/// Documentation/DeviceProtocol.md has the layout.
///
/// NB: the mapping is never freed by the app; the device keeps it as long as the process.
public struct EventMemory: @unchecked Sendable {
  // @unchecked because it is an address; who may write what, and when, is said at each function.

  /// Bytes of messages that fit.
  public static let capacity = 4 << 20
  /// The whole mapping: a page of header, then the messages.
  public static let length = header + capacity
  private static let header = 4096

  private let base: UnsafeMutableRawPointer

  /// - Parameter base: `length` bytes, shared between the processes, zero at the start.
  public init(base: UnsafeMutableRawPointer) { self.base = base }

  private func word(_ index: Int) -> UnsafeMutablePointer<Atomic<Int>> {
    base.advanced(by: index * 8).assumingMemoryBound(to: Atomic<Int>.self)
  }

  /// How many bytes of the app's stream were handed over before the first one here.
  private var handedOver: Int { word(0).pointee.load(ordering: .acquiring) }
  private func setHandedOver(_ value: Int) { word(0).pointee.store(value, ordering: .releasing) }

  /// How many bytes are here.
  public var count: Int { word(1).pointee.load(ordering: .acquiring) }
  private func setCount(_ value: Int) { word(1).pointee.store(value, ordering: .releasing) }

  /// The app is in the midst of sending: the device must leave the rest to it.
  private var isSending: Bool { word(2).pointee.load(ordering: .acquiring) != 0 }

  private var bytes: UnsafeMutableRawPointer { base.advanced(by: Self.header) }

  // MARK: The app, under its own lock

  /// Whether so many bytes still fit.
  public func fits(_ size: Int) -> Bool { count + size <= Self.capacity }

  /// Adds a whole message, which must fit.
  public func append(_ message: UnsafeRawBufferPointer) {
    let count = count
    precondition(count + message.count <= Self.capacity, "a message does not fit into the event memory")
    if let start = message.baseAddress {
      bytes.advanced(by: count).copyMemory(from: start, byteCount: message.count)
    }
    setCount(count + message.count)
  }

  /// Hands everything to `send`, which must take it all.
  public func drain(_ send: (UnsafeRawBufferPointer) -> Void) {
    let count = count
    guard count > 0 else { return }
    word(2).pointee.store(1, ordering: .sequentiallyConsistent)
    send(UnsafeRawBufferPointer(start: bytes, count: count))
    // NB: in this order, so that an end between the two loses nothing and repeats nothing.
    setCount(0)
    setHandedOver(handedOver + count)
    word(2).pointee.store(0, ordering: .sequentiallyConsistent)
  }

  /// So many bytes went over the socket without having been here.
  public func passedBy(_ size: Int) { setHandedOver(handedOver + size) }

  // MARK: The device

  /// What the app has not sent, for a device that has received `received` bytes of its stream.
  ///
  /// The header is the app's, which may have damaged it: what makes no sense gives nothing.
  public func rest(after received: Int) -> UnsafeRawBufferPointer {
    let (begin, count) = (handedOver, count)
    guard begin >= 0, count > 0, count <= Self.capacity, received >= begin, received - begin < count else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(
      start: bytes.advanced(by: received - begin), count: count - (received - begin))
  }

  /// Whether the device may take the messages away now: the app stands still at its time gate and sends nothing.
  public var mayBeTaken: Bool { !isSending && count > 0 }

  /// Says that the device has taken everything.
  public func taken() {
    let count = count
    setCount(0)
    setHandedOver(handedOver + count)
  }
}
