import Synchronization

/// Memory that the app and the device share, for the app's messages that are not sent yet.
///
/// No recorded message is lost, however the app ends (`exit`, a trap, SIGKILL), and the device sees messages
/// of background threads while the main thread sends nothing. The app appends whole messages and publishes
/// their length afterwards. It sends them in batches over the socket; while it waits at the time gate, the
/// device reads them from the memory. Documentation/DeviceProtocol.md has the layout.
///
/// NB: the mapping is never freed by the app; the device keeps it as long as the process.
public struct EventMemory: @unchecked Sendable {
  // @unchecked because it is only an address; each function says which process may call it, and when.

  /// The capacity for messages, in bytes.
  public static let capacity = 4 << 20
  /// The length of the mapping in bytes: a header page, then the messages.
  public static let length = header + capacity
  private static let header = 4096

  private let base: UnsafeMutableRawPointer

  /// - Parameter base: `length` bytes, shared between the processes, zero at the start.
  public init(base: UnsafeMutableRawPointer) { self.base = base }

  private func word(_ index: Int) -> UnsafeMutablePointer<Atomic<Int>> {
    base.advanced(by: index * 8).assumingMemoryBound(to: Atomic<Int>.self)
  }

  /// The number of bytes of the app's stream that were sent or taken before the first byte in this memory.
  private var handedOver: Int { word(0).pointee.load(ordering: .acquiring) }
  private func setHandedOver(_ value: Int) { word(0).pointee.store(value, ordering: .releasing) }

  /// The number of bytes in this memory.
  public var count: Int { word(1).pointee.load(ordering: .acquiring) }
  private func setCount(_ value: Int) { word(1).pointee.store(value, ordering: .releasing) }

  /// Whether the app is currently sending, so that the device must not take the messages.
  private var isSending: Bool { word(2).pointee.load(ordering: .acquiring) != 0 }

  private var bytes: UnsafeMutableRawPointer { base.advanced(by: Self.header) }

  // MARK: Called by the app, under its own lock

  /// Whether a message of this size in bytes still fits.
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

  /// Passes everything to `send`, which must send all of it.
  public func drain(_ send: (UnsafeRawBufferPointer) -> Void) {
    let count = count
    guard count > 0 else { return }
    word(2).pointee.store(1, ordering: .sequentiallyConsistent)
    send(UnsafeRawBufferPointer(start: bytes, count: count))
    // NB: in this order, so that a process that ends between the two neither loses nor repeats a message.
    setCount(0)
    setHandedOver(handedOver + count)
    word(2).pointee.store(0, ordering: .sequentiallyConsistent)
  }

  /// Counts bytes that were sent over the socket directly.
  public func countSent(_ size: Int) { setHandedOver(handedOver + size) }

  // MARK: Called by the device

  /// The bytes that the app has not sent, for a device that has received `received` bytes of its stream.
  ///
  /// The app may have damaged the header: an invalid one gives no bytes.
  public func rest(after received: Int) -> UnsafeRawBufferPointer {
    let (begin, count) = (handedOver, count)
    guard begin >= 0, count > 0, count <= Self.capacity, received >= begin, received - begin < count else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(
      start: bytes.advanced(by: received - begin), count: count - (received - begin))
  }

  /// Whether the device may take the messages now. Call it while the app waits at its time gate.
  public var mayBeTaken: Bool { !isSending && count > 0 }

  /// Marks everything as taken by the device.
  public func taken() {
    let count = count
    setCount(0)
    setHandedOver(handedOver + count)
  }
}
