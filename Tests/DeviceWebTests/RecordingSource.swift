import DeviceProtocol
import DeviceWeb
import Synchronization

/// A screen whose updates a test makes, and whose inputs a test reads.
final class RecordingSource: ScreenSource {
  private let receiver = Mutex<(@Sendable (ScreenUpdate) -> Void)?>(nil)
  private let inputs: AsyncStream<ScreenInput>
  private let continuation: AsyncStream<ScreenInput>.Continuation
  private let readings: AsyncStream<Bool>
  private let reading: AsyncStream<Bool>.Continuation

  init() {
    (inputs, continuation) = AsyncStream.makeStream()
    (readings, reading) = AsyncStream.makeStream()
  }

  func start(_ receive: @escaping @Sendable (ScreenUpdate) -> Void) {
    receiver.withLock { $0 = receive }
    update(.device(Self.model, Environment(), ScreenClock(now: 1, epoch: 0)))
  }

  func send(_ input: ScreenInput) { continuation.yield(input) }

  func setElementsAreRead(_ areRead: Bool) { reading.yield(areRead) }

  /// The next change of whether the elements are read.
  func nextReading() async -> Bool? {
    for await areRead in readings { return areRead }
    return nil
  }

  /// Not a picture: the number of layers.
  func screenshot(of layers: Commit?) async -> [UInt8]? { layers.map { [UInt8($0.layers.count)] } }

  func update(_ update: ScreenUpdate) { receiver.withLock { $0 }?(update) }

  /// The next input that arrives.
  func next() async -> ScreenInput? {
    for await input in inputs { return input }
    return nil
  }

  static let model = DeviceModel(
    name: "iPhone 15", width: 393, height: 852, scale: 3, idiom: "phone", safeAreaTop: 59, safeAreaBottom: 34,
    cornerRadius: 55)
}
