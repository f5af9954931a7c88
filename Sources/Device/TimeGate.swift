/// What an app's time layer says when nothing can happen now, and what it is answered: see Documentation/DeviceProtocol.md.
struct TimeGateRequest: Equatable {
  static let length = 16

  /// The app's clock, on the device's scale.
  var now: DeviceTime
  /// The earliest deadline in the app; `.never` when there is none.
  var next: DeviceTime

  /// - Parameter start: the instant at which the process began: its clock counts from there.
  init(bytes: UnsafeRawBufferPointer, start: DeviceTime) {
    func value(at offset: Int) -> DeviceTime {
      let raw = Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self))
      guard raw >= 0 else { return .never }
      let (sum, overflow) = raw.addingReportingOverflow(start.nanoseconds)
      return DeviceTime(nanoseconds: overflow ? .max : sum)
    }
    now = value(at: 0)
    next = value(at: 8)
  }

  static func answer(limit: DeviceTime, start: DeviceTime) -> Int64 {
    limit == .never ? .max : (limit.nanoseconds - start.nanoseconds).littleEndian
  }
}
