import DeviceProtocol
import Glibc

/// The app's side of the two sockets.
struct Connection {
  let device: Int32
  let gate: Int32
  private var reader = FrameReader()
  private var outgoing: [UInt8] = []
  /// The number of bytes that were sent over the socket.
  private var sent = 0

  init(device: Int32, gate: Int32) {
    self.device = device
    self.gate = gate
  }

  mutating func send(_ message: AppMessage) {
    message.encode(into: &outgoing)
    if outgoing.count > 1 << 16 { flush() }
  }

  mutating func flush() {
    write(outgoing)
    sent += outgoing.count
    outgoing.removeAll(keepingCapacity: true)
  }

  mutating func hello() {
    send(
      .hello(Hello(version: deviceProtocolVersion, processID: getpid(), bundleIdentifier: "org.example.fake"))
    )
    flush()
  }

  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(device, $0.baseAddress, $0.count) }
      if count <= 0 { exit(71) }
      rest = rest.dropFirst(count)
    }
  }

  /// The next message; nil if there is none and `waits` is false.
  mutating func receive(waits: Bool) -> DeviceMessage? {
    while true {
      do {
        if let message = try reader.nextDeviceMessage() { return message }
      } catch {
        say("bad message: \(error)\n", on: 2)
        exit(72)
      }
      var buffer = [UInt8](repeating: 0, count: 65536)
      let count = recv(device, &buffer, buffer.count, waits ? 0 : Int32(MSG_DONTWAIT))
      if count == 0 { exit(0) }
      if count < 0 { return nil }
      buffer.withUnsafeBytes { reader.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  /// Records a message in the shared memory, without sending it.
  func record(_ message: AppMessage) {
    let descriptor = Int32(getenv("CAROB_EVENTS_FD").map { String(cString: $0) } ?? "") ?? -1
    let mapped = mmap(nil, EventMemory.length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let mapped, mapped != MAP_FAILED else { exit(76) }
    let memory = EventMemory(base: mapped)
    memory.countSent(sent)
    message.encoded().withUnsafeBytes { memory.append($0) }
  }

  /// Asks for time; nanoseconds of the process's clock.
  ///
  /// - Parameters:
  ///   - isBusy: whether the main thread is in a handler.
  ///   - threads: the description of its threads, if the device asks for one.
  func ask(now: Int64, next: Int64, isBusy: Bool = false, threads: String = "") -> Int64 {
    let request = [now.littleEndian, next.littleEndian, isBusy ? 1 : 0]
    guard request.withUnsafeBytes({ Glibc.write(gate, $0.baseAddress, 24) }) == 24 else { exit(73) }
    var limit: Int64 = 0
    guard Glibc.read(gate, &limit, 8) == 8 else { exit(0) }
    while Int64(littleEndian: limit) == .min + 1 {
      var length = Int64(threads.utf8.count)
      _ = Glibc.write(gate, &length, 8)
      say(threads, on: gate)
      guard Glibc.read(gate, &limit, 8) == 8 else { exit(0) }
    }
    // From now on time is real; the answer itself follows.
    if Int64(littleEndian: limit) == .min, Glibc.read(gate, &limit, 8) != 8 { exit(0) }
    return Int64(littleEndian: limit)
  }
}

/// Writes text on a descriptor, unbuffered.
func say(_ text: String, on descriptor: Int32) {
  var text = text
  _ = text.withUTF8 { write(descriptor, $0.baseAddress, $0.count) }
}
