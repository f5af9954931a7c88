import CarobFoundation
import OpenCombine

/// Actions are operations on the queue; delayed actions are added when they are due.
extension OperationQueue: @retroactive OpenCombine.Scheduler {
  public typealias SchedulerTimeType = DateSchedulerTime
  public struct SchedulerOptions: Sendable {}

  public var now: DateSchedulerTime { DateSchedulerTime(Date()) }
  public var minimumTolerance: DateSchedulerTime.Stride { 0 }

  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    nonisolated(unsafe) let action = action
    addOperation { action() }
  }

  public func schedule(
    after date: DateSchedulerTime, tolerance: DateSchedulerTime.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    nonisolated(unsafe) let action = action
    let delay = max(0, now.distance(to: date).timeInterval)
    Self.clockQueue.asyncAfter(deadline: .now() + delay) { self.addOperation { action() } }
  }

  public func schedule(
    after date: DateSchedulerTime, interval: DateSchedulerTime.Stride, tolerance: DateSchedulerTime.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    nonisolated(unsafe) let action = action
    let source = DispatchSource.makeTimerSource(queue: Self.clockQueue)
    source.schedule(
      deadline: .now() + max(0, now.distance(to: date).timeInterval), repeating: interval.timeInterval)
    source.setEventHandler { self.addOperation { action() } }
    source.resume()
    return AnyCancellable { source.cancel() }
  }

  private static let clockQueue = DispatchQueue(label: "carob.combine.operation-queue")
}
