import CarobRuntime
import Foundation
import Glibc

// The phases of a run loop pass. The numbers refer to the steps of F-50.

extension RunLoop {
  /// The event that ended the wait of a pass. Each pass serves one (F-51).
  enum Wake {
    case nothing, timers, mainQueue, descriptor

    /// The next candidate; the three take turns.
    var following: Wake {
      switch self {
      case .nothing, .descriptor: .timers
      case .timers: .mainQueue
      case .mainQueue: .descriptor
      }
    }
  }

  /// When a run returns.
  enum End { case afterOneSource, whenStopped }

  enum Outcome { case handledSource, timedOut, stopped, finished }

  /// Runs the loop in a mode until a deadline (0: one pass that does not wait).
  func run(_ items: RunLoopModeItems, until deadline: UInt64, end: End) -> Outcome {
    guard !isEmpty(items) else { return .finished }
    openWakeDescriptor()
    let mark = EndOfTurn.mark()
    let outerStopped = isStopped
    isStopped = false
    running.append(items)
    defer {
      if items.mode == .tracking { lastTracking = now }
      running.removeLast()
      isStopped = outerStopped
      EndOfTurn.drain(to: mark)
    }
    // F-52: entry and exit once per run.
    notify(.entry, items)
    let outcome = passes(items, deadline, end, mark)
    notify(.exit, items)
    return outcome
  }

  private func passes(_ items: RunLoopModeItems, _ deadline: UInt64, _ end: End, _ mark: Int) -> Outcome {
    // F-55: the main queue is served only in common modes, and not inside one of its own blocks.
    let servesMainQueue = isMain && items.isCommon && !isServingMainQueue
    var servedMainQueue = true
    while true {
      var handledSource = false
      passNumber &+= 1
      // F-50.1, F-50.2
      notify(.beforeTimers, items)
      notify(.beforeSources, items)
      // F-50.3
      _ = runBlocks(items)
      // F-50.4, F-50.5
      if runSources(items) {
        handledSource = true
        _ = runBlocks(items)
      }
      let polls = handledSource || deadline == 0
      var wake = Wake.nothing
      var ready: RunLoopDescriptor?
      if servesMainQueue, !servedMainQueue, isMainQueueReady() {
        // F-50.6: go directly to serving it.
        wake = .mainQueue
      } else {
        // F-50.7
        if !polls {
          notify(.beforeWaiting, items)
          EndOfTurn.drain(to: mark)
        }
        // F-50.8
        (wake, ready) = sleep(items, until: polls ? 0 : deadline, servesMainQueue)
        // F-50.9
        if !polls { notify(.afterWaiting, items) }
      }
      // F-50.10
      servedMainQueue = false
      switch wake {
      case .nothing: break
      case .timers: _ = fireTimers(items)
      case .mainQueue:
        isServingMainQueue = true
        MainQueue.drain()
        isServingMainQueue = false
        servedMainQueue = true
        handledSource = true
      case .descriptor:
        if let ready, ready.valid.load(ordering: .relaxed) {
          ready.handler()
          handledSource = true
        }
      }
      if wake != .nothing { lastServed = wake }
      // F-50.11
      _ = runBlocks(items)
      // F-50.12
      if handledSource, end == .afterOneSource { return .handledSource }
      if deadline == 0 || (deadline != .max && now >= deadline) { return .timedOut }
      if isStopped {
        isStopped = false
        return .stopped
      }
      if isEmpty(items) { return .finished }
    }
  }

  /// Whether the mode has nothing to wait for (F-53).
  func isEmpty(_ items: RunLoopModeItems) -> Bool {
    if isMain, items.isCommon { return false }
    return state.withLock { state in
      items.sources.isEmpty && items.descriptors.isEmpty && items.ports.isEmpty && !state.hasTimers(items)
        && !state.hasQueued(items)
    }
  }

  // MARK: Observers, blocks, sources

  @inline(__always)
  private func notify(_ activity: RunLoopActivity, _ items: RunLoopModeItems) {
    guard items.watched.load(ordering: .acquiring) & activity.rawValue != 0 else { return }
    notifyObservers(activity, items)
  }

  @inline(never)
  private func notifyObservers(_ activity: RunLoopActivity, _ items: RunLoopModeItems) {
    let observers = state.withLock { _ in items.observers }
    for observer in observers {
      guard observer.activities.contains(activity), !observer.isFiring,
        observer.valid.load(ordering: .relaxed)
      else {
        continue
      }
      if !observer.repeats { observer.invalidate() }
      observer.isFiring = true
      observer.block(activity)
      observer.isFiring = false
    }
  }

  /// F-57: runs the blocks that were queued when the phase began, in order.
  @inline(__always)
  private func runBlocks(_ items: RunLoopModeItems) -> Bool {
    guard queuedCount.load(ordering: .acquiring) != 0 else { return false }
    return runQueuedBlocks(items)
  }

  @inline(never)
  private func runQueuedBlocks(_ items: RunLoopModeItems) -> Bool {
    run(state.withLock { takeMatching(&$0.blocks, items) })
  }

  private func runPerforms(_ items: RunLoopModeItems) -> Bool {
    guard queuedCount.load(ordering: .acquiring) != 0 else { return false }
    return run(state.withLock { takeMatching(&$0.performs, items) })
  }

  private func takeMatching(_ queue: inout [QueuedBlock], _ items: RunLoopModeItems) -> [QueuedBlock] {
    let due = queue.filter { $0.matches(items) }
    if !due.isEmpty { queue.removeAll { $0.matches(items) } }
    queuedCount.wrappingSubtract(due.count, ordering: .relaxed)
    return due
  }

  private func run(_ due: [QueuedBlock]) -> Bool {
    for item in due { Journal.with(cause: item.cause, item.block) }
    return !due.isEmpty
  }

  private func runSources(_ items: RunLoopModeItems) -> Bool {
    var ran = runPerforms(items)
    guard items.hasSources.load(ordering: .acquiring) else { return ran }
    let sources = state.withLock { _ in items.sources }
    for source in sources where source.valid.load(ordering: .relaxed) {
      guard source.signalled.exchange(false, ordering: .acquiring) else { continue }
      ran = true
      source.handler()
    }
    return ran
  }

  // MARK: Sleeping

  private func openWakeDescriptor() {
    guard wakeDescriptor.load(ordering: .relaxed) < 0 else { return }
    let descriptor = EventDescriptor.open()
    precondition(descriptor >= 0, "cannot create a wake-up descriptor for a run loop")
    wakeDescriptor.store(descriptor, ordering: .sequentiallyConsistent)
  }

  private func isMainQueueReady() -> Bool {
    var descriptor = pollfd(fd: MainQueue.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }

  /// Waits for a timer, the main queue, a descriptor, a wake-up or the deadline. Returns which one to serve.
  private func sleep(
    _ items: RunLoopModeItems, until deadline: UInt64, _ servesMainQueue: Bool
  ) -> (Wake, RunLoopDescriptor?) {
    let hasQueued = queuedCount.load(ordering: .acquiring) != 0
    let (next, timer, descriptors, hasBlocks) = state.withLock { state in
      let next = state.nextFire(items)
      return (
        next, state.nextWake(items, next), items.descriptors, hasQueued && state.hasQueued(items)
      )
    }
    let staysAwake = hasBlocks || isWoken.load(ordering: .sequentiallyConsistent)
    let limit = staysAwake ? 0 : min(deadline, timer)
    let count = descriptors.count + 2
    if pollBuffer.count < count {
      pollBuffer.deallocate()
      pollBuffer = .allocate(capacity: count * 2)
    }
    pollBuffer[0] = pollfd(fd: wakeDescriptor.load(ordering: .relaxed), events: Int16(POLLIN), revents: 0)
    pollBuffer[1] = pollfd(fd: servesMainQueue ? MainQueue.descriptor : -1, events: Int16(POLLIN), revents: 0)
    for (index, item) in descriptors.enumerated() {
      pollBuffer[index + 2] = pollfd(fd: item.descriptor, events: item.events, revents: 0)
    }
    // The main thread is idle only in the outermost run started by `runMain`, not in one inside a handler or
    // before the end of the launch.
    let rests = isMain && limit != 0 && RunLoop.mainRunsForGood && running.count == 1
    if rests { VirtualTime.setBusy(false) }
    let ready = clock.wait(.init(rebasing: pollBuffer[..<count]), until: limit)
    if rests { VirtualTime.setBusy(true) }
    // NB: a thread that adds a timer to this loop wakes it afterwards.
    var earliest = next
    if isWoken.load(ordering: .sequentiallyConsistent) {
      isWoken.store(false, ordering: .sequentiallyConsistent)
      earliest = state.withLock { $0.nextFire(items) }
    }
    if ready > 0, pollBuffer[0].revents != 0 { EventDescriptor.clear(pollBuffer[0].fd) }
    if ready > 0,
      let urgent = (0..<descriptors.count).first(where: {
        pollBuffer[$0 + 2].revents != 0 && descriptors[$0].isUrgent.load(ordering: .relaxed)
      })
    {
      return (.descriptor, descriptors[urgent])
    }
    // NB: the one served last is checked last, so that none of the three can starve the others.
    var candidate = lastServed
    for _ in 0..<3 {
      candidate = candidate.following
      switch candidate {
      case .nothing: continue
      case .timers:
        if timer != .max, earliest != .max, earliest <= now { return (.timers, nil) }
      case .mainQueue: if ready > 0, pollBuffer[1].revents != 0 { return (.mainQueue, nil) }
      case .descriptor:
        guard ready > 0, let index = (0..<descriptors.count).first(where: { pollBuffer[$0 + 2].revents != 0 })
        else {
          continue
        }
        return (.descriptor, descriptors[index])
      }
    }
    return (.nothing, nil)
  }
}

extension RunLoop.State {
  /// Whether blocks or messages are queued for this mode.
  func hasQueued(_ items: RunLoopModeItems) -> Bool {
    blocks.contains { $0.matches(items) } || performs.contains { $0.matches(items) }
  }

  /// Whether blocks or messages name this mode.
  func hasQueued(_ mode: RunLoop.Mode) -> Bool {
    blocks.contains { $0.modes.contains(mode) } || performs.contains { $0.modes.contains(mode) }
  }
}

extension RunLoop.QueuedBlock {
  func matches(_ items: RunLoopModeItems) -> Bool {
    modes.contains { $0 == items.mode || ($0 == .common && items.isCommon) }
  }
}
