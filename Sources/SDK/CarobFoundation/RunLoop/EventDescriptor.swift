import CarobRuntime
import Glibc

/// An eventfd, which becomes readable when it is signalled. Wakes a sleeping run loop.
enum EventDescriptor {
  static func open() -> Int32 {
    let descriptor = eventfd(0, O_CLOEXEC | O_NONBLOCK)
    VirtualTime.own(eventDescriptor: descriptor)
    return descriptor
  }

  static func signal(_ descriptor: Int32) {
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  static func clear(_ descriptor: Int32) {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}

// NB: Glibc's overlay does not include the header.
@_silgen_name("eventfd") private func eventfd(_ value: UInt32, _ flags: Int32) -> Int32
