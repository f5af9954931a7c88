import CarobRuntime
import Foundation

/// A quality-of-service class, as in the platform's C interface.
public struct qos_class_t: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt32
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

public var QOS_CLASS_USER_INTERACTIVE: qos_class_t { qos_class_t(0x21) }
public var QOS_CLASS_USER_INITIATED: qos_class_t { qos_class_t(0x19) }
public var QOS_CLASS_DEFAULT: qos_class_t { qos_class_t(0x15) }
public var QOS_CLASS_UTILITY: qos_class_t { qos_class_t(0x11) }
public var QOS_CLASS_BACKGROUND: qos_class_t { qos_class_t(0x09) }
public var QOS_CLASS_UNSPECIFIED: qos_class_t { qos_class_t(0) }

/// The quality-of-service class of the calling thread: the main thread's, its queue's, or its own.
// F-193
// DEVIATION: work on a queue without a class has the default class; on the platform it inherits the
// submitter's.
public func qos_class_self() -> qos_class_t {
  if Foundation.Thread.isMainThread { return qos_class_main() }
  let own = Quality.raw(Foundation.Thread.current.qualityOfService)
  if own != QOS_CLASS_DEFAULT.rawValue { return qos_class_t(own) }
  let queue = DispatchWatch.currentQuality
  return queue == 0 ? QOS_CLASS_DEFAULT : qos_class_t(queue)
}

/// The class of the main thread.
public func qos_class_main() -> qos_class_t { QOS_CLASS_USER_INTERACTIVE }

/// Sets `Thread.current.qualityOfService` on the main thread and on threads of queues.
package enum Quality {
  /// Must be called on the main thread before the app's code runs.
  package static func start() {
    Foundation.Thread.current.qualityOfService = .userInteractive
    DispatchWatch.noteQualities { Foundation.Thread.current.qualityOfService = Quality.of($0) }
  }

  static func of(_ raw: UInt32) -> QualityOfService {
    switch raw {
    case 0x21: .userInteractive
    case 0x19: .userInitiated
    case 0x11: .utility
    case 0x09: .background
    default: .default
    }
  }

  static func raw(_ quality: QualityOfService) -> UInt32 {
    switch quality {
    case .userInteractive: 0x21
    case .userInitiated: 0x19
    case .utility: 0x11
    case .background: 0x09
    default: 0x15
    }
  }
}
