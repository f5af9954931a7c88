import DeviceProtocol
import FlyingFox
import Synchronization

/// Sends one screen's updates to every open page, and every page's input to the screen.
///
/// All state is behind one lock: updates arrive on the source's thread, pages connect and disconnect on the server's tasks.
final class PageHub: Sendable {
  /// How many trace events are kept, here for pages that connect later, and in each page.
  static let eventLimit = 20_000

  fileprivate struct State {
    var mirror = ScreenMirror()
    /// The next commit replaces all layers.
    var nextCommitIsFull = true
    var device: [UInt8]?
    var clock:
      (value: ScreenClock, model: DeviceModel, environment: Environment, at: ContinuousClock.Instant)?
    var status: ScreenStatus?
    var buildErrors: [ScreenDiagnostic] = []
    var crash: ScreenCrash?
    var notifications: [UInt8]?
    var accessibility: [UInt8]?
    /// The state of the page's map: the choices, the route's path, and the device's position.
    var places = PageMessage.places([])
    var path: (points: [[Double]], encoded: [UInt8]) = ([], PageMessage.path([]))
    var location: [UInt8]?
    /// Sorted by number.
    var events: [(sequence: UInt64, encoded: [UInt8])] = []
    var droppedEvents = 0
    var pages: [UInt64: PageOutbox] = [:]
    /// The pages that show the elements: those that somebody sees.
    var readers: Set<UInt64> = []
    var lastPage: UInt64 = 0
    var lastFinger: UInt32 = 0
    /// By page, the number of its last input, until a commit follows it.
    var lastInput: [UInt64: UInt64] = [:]
  }
  private let state = Mutex(State())
  /// What the source was told last about its elements.
  private let readersTold = Mutex(false)
  private let source: any ScreenSource
  /// Tells pages of an earlier run that this is another one.
  fileprivate let run = PageAccess.makeToken()

  init(source: any ScreenSource) {
    self.source = source
  }

  func start() {
    source.start { [weak self] in self?.receive($0) }
  }

  // MARK: From the screen

  private func receive(_ update: ScreenUpdate) {
    state.withLock { state in
      switch update {
      case .device(let model, let environment, let clock):
        state.clock = (clock, model, environment, .now)
        state.broadcast([.text(PageMessage.device(model, environment, clock, run: run))])
      case .status(let status):
        if status.phase == .launching {
          state.mirror.reset()
          state.nextCommitIsFull = true
          state.crash = nil
          state.accessibility = nil
        }
        state.status = status
        state.broadcast([.text(PageMessage.status(status))])
      case .commit(let commit):
        state.mirror.apply(commit)
        let images = commit.images.map { WSFrame.binary(PageMessage.image($0)) }
        let isFull = state.nextCommitIsFull
        state.nextCommitIsFull = false
        for (page, outbox) in state.pages {
          let text = PageMessage.commit(commit, isFull: isFull, input: state.lastInput[page] ?? 0)
          outbox.send(images + [.text(text)])
        }
      case .event(let event):
        let encoded = PageMessage.event(event)
        state.keep(encoded, sequence: event.sequence)
        for outbox in state.pages.values { outbox.send(event: encoded) }
      case .eventsCleared:
        state.events = []
        state.droppedEvents = 0
        for outbox in state.pages.values { outbox.clearEvents() }
      case .notifications(let screen, let frame):
        let encoded = PageMessage.notifications(screen, frame)
        guard encoded != state.notifications else { break }
        state.notifications = encoded
        state.broadcast([.text(encoded)])
      case .routeFiles(let files):
        state.places = PageMessage.places(files)
        state.broadcast([.text(state.places)])
      case .location(let location):
        let points = location.route?.path ?? []
        if points != state.path.points {
          state.path = (points, PageMessage.path(points))
          state.broadcast([.text(state.path.encoded)])
        }
        let encoded = PageMessage.location(location)
        guard encoded != state.location else { break }
        state.location = encoded
        state.broadcast([.text(encoded)])
      case .accessibility(.tree(let nodes)):
        let encoded = PageMessage.accessibility(nodes)
        guard encoded != state.accessibility, !state.readers.isEmpty else { break }
        state.accessibility = encoded
        state.broadcast([.text(encoded)])
      case .accessibility(.announcement(let text)): state.broadcast([.text(PageMessage.announcement(text))])
      case .accessibility(.changed(let focus)):
        if let focus { state.broadcast([.text(PageMessage.focus(focus))]) }
      case .copied(let text): state.broadcast([.text(PageMessage.copied(text))])
      case .notice(let text): state.broadcast([.text(PageMessage.notice(text))])
      case .buildErrors(let diagnostics):
        state.buildErrors = diagnostics
        state.broadcast([.text(PageMessage.buildErrors(diagnostics))])
      case .crash(let report):
        state.crash = report
        state.broadcast([.text(PageMessage.crash(report))])
      }
    }
  }

  // MARK: Pages

  struct Page: Sendable {
    let id: UInt64
    let outbox: PageOutbox
  }

  /// Adds a page. Its outbox already contains everything for the current state.
  func connect() -> Page {
    defer { tellReaders() }
    return state.withLock { state in
      state.lastPage += 1
      let id = state.lastPage
      let outbox = PageOutbox { [weak self] outbox in
        guard let self else { return outbox.finish() }
        self.state.withLock { outbox.restart(with: $0.picture()) }
      }
      var frames: [WSFrame] = []
      if let device = state.deviceNow(run: run) { frames.append(.text(device)) }
      if let status = state.status { frames.append(.text(PageMessage.status(status))) }
      frames += state.picture()
      frames.append(.text(PageMessage.buildErrors(state.buildErrors)))
      if let accessibility = state.accessibility { frames.append(.text(accessibility)) }
      if let notifications = state.notifications { frames.append(.text(notifications)) }
      frames += [.text(state.places), .text(state.path.encoded)]
      if let location = state.location { frames.append(.text(location)) }
      if let crash = state.crash { frames.append(.text(PageMessage.crash(crash))) }
      frames.append(
        .text(
          PageMessage.events(
            state.events.map(\.encoded), dropped: state.droppedEvents, areAll: true)))
      outbox.send(frames)
      state.pages[id] = outbox
      state.readers.insert(id)
      return Page(id: id, outbox: outbox)
    }
  }

  func disconnect(_ page: Page, cancelling fingers: [TouchEvent.Finger]) {
    state.withLock {
      $0.pages[page.id] = nil
      $0.lastInput[page.id] = nil
      $0.readers.remove(page.id)
    }
    tellReaders()
    page.outbox.finish()
    if !fingers.isEmpty { source.send(.touches(fingers)) }
  }

  func send(_ input: ScreenInput, from page: Page, number: UInt64) {
    state.withLock { $0.lastInput[page.id] = number }
    source.send(input)
  }

  /// Forgets the events: one rule for all pages, and for their reloads.
  func clearEvents() {
    state.withLock { state in
      state.events = []
      state.droppedEvents = 0
      for outbox in state.pages.values { outbox.clearEvents() }
    }
  }

  /// The screen as a PNG file; nil if there is none.
  func screenshot() async -> [UInt8]? {
    let layers = state.withLock { $0.mirror.whole() }
    return await source.screenshot(of: layers)
  }

  /// A page shows the elements of the screen, or nobody sees it any more.
  func page(_ page: Page, readsElements reads: Bool) {
    state.withLock { state in
      if !reads {
        state.readers.remove(page.id)
      } else if state.pages[page.id] != nil {
        state.readers.insert(page.id)
      }
    }
    tellReaders()
  }

  /// Tells the source whether its elements are read. Called after each change, outside the lock of the state.
  private func tellReaders() {
    readersTold.withLock { told in
      let areRead = state.withLock { state in
        // A description that nobody keeps current is none for a later page.
        if state.readers.isEmpty { state.accessibility = nil }
        return !state.readers.isEmpty
      }
      guard areRead != told else { return }
      told = areRead
      source.setElementsAreRead(areRead)
    }
  }

  func makeFingerID() -> UInt32 {
    state.withLock { state in
      state.lastFinger = state.lastFinger == .max ? 1 : state.lastFinger + 1
      return state.lastFinger
    }
  }

  /// Closes the connection of every page.
  func closeAll(_ code: WSCloseCode) {
    for outbox in state.withLock({ Array($0.pages.values) }) { outbox.close(code) }
  }

}

extension PageHub.State {
  fileprivate func broadcast(_ frames: [WSFrame]) {
    for outbox in pages.values { outbox.send(frames) }
  }

  fileprivate func picture() -> [WSFrame] {
    guard let whole = mirror.whole() else { return [] }
    return whole.images.map { WSFrame.binary(PageMessage.image($0)) }
      + [.text(PageMessage.commit(whole, isFull: true, input: 0))]
  }

  fileprivate mutating func keep(_ encoded: [UInt8], sequence: UInt64) {
    if let last = events.last, sequence <= last.sequence {
      // An event that was sent before and is complete now; it is near the end.
      guard let index = events.lastIndex(where: { $0.sequence <= sequence }),
        events[index].sequence == sequence
      else { return }
      events[index].encoded = encoded
      return
    }
    if events.count >= PageHub.eventLimit {
      events.removeFirst(PageHub.eventLimit / 4)
      droppedEvents += PageHub.eventLimit / 4
    }
    events.append((sequence, encoded))
  }

  /// The device message with the current clock, not with that of the source's last update.
  fileprivate func deviceNow(run: String) -> [UInt8]? {
    guard let (then, model, environment, at) = clock else { return nil }
    var now = then
    now.now += (ContinuousClock.now - at) / .seconds(1)
    return PageMessage.device(model, environment, now, run: run)
  }
}
