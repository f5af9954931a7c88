import CarobFoundation
import Glibc
import TestSupport
import Testing

/// Random operations on a center, also from within its receivers, compared with a simple list as the model.
///
/// Ten thousand here, a million in `Tests/Deep/notification-model`.
@Suite struct NotificationModelTests {
  @Test(.rule("F-1", "F-3", "F-4", "F-5", "F-6", "F-10"))
  func `random operations agree with a simple model at every delivery`() {
    let operations = RandomTest.count(otherwise: 10_000)
    let seed = RandomTest.seed(otherwise: 7)
    let modelCheck = ModelCheck(seed: seed)
    for _ in 0..<operations { modelCheck.step() }
    #expect(modelCheck.mismatches == [], "seed \(seed)")
    // Check that enough operations had an effect.
    #expect(modelCheck.deliveries > operations / 2)
    #expect(modelCheck.nested > operations / 50)
    #expect(modelCheck.skipped > operations / 1000)
    modelCheck.end()
    #expect(modelCheck.mismatches == [])
  }
}

/// A selector observer, deallocated when the model says so.
private final class Witness: NSObject, @unchecked Sendable {
  // @unchecked because the test uses it on one thread.
  let number: Int
  unowned let modelCheck: ModelCheck
  init(_ number: Int, _ modelCheck: ModelCheck) {
    self.number = number
    self.modelCheck = modelCheck
  }
  deinit { modelCheck.ended.insert(number) }
  func receive(_ notification: Notification) {
    modelCheck.received(notification) { $0.observer == self.number }
  }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(anyObject: "receive:", "receive(_:)", 0) { s, o in
        unsafeDowncast(s, to: Witness.self).receive(_object(o))
      }
    ]
  }
}

private final class ModelCheck: @unchecked Sendable {
  // @unchecked because the test uses it on one thread.

  struct Registration {
    let id: Int
    let name: Int?
    let sender: Int?
    /// The witness's number; nil for a block.
    let observer: Int?
  }
  /// A post in progress, with the registrations still to be called.
  struct Frame {
    let name: Int
    let sender: Int?
    var waiting: [Registration]
  }

  private let center = NotificationCenter()
  private var random: SeededRandom
  private let names = (0..<12).map {
    Notification.Name($0 % 2 == 0 ? "n\($0)" : "a longer name with the number \($0)")
  }
  private var live: [Registration] = []
  private var tokens: [Int: any NSObjectProtocol] = [:]
  private var witnesses: [Int: Witness] = [:]
  private var senders: [(number: Int, object: NSObject)] = []
  private var frames: [Frame] = []
  /// Witnesses whose methods are running, and which are therefore retained.
  private var receiving: [Int] = []
  private var next = 0

  var ended: Set<Int> = []
  private(set) var mismatches: [String] = []
  private(set) var deliveries = 0
  private(set) var nested = 0
  private(set) var skipped = 0

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    for _ in 0..<4 { senders.append((fresh(), NSObject())) }
  }

  /// Performs one random operation.
  func step() {
    guard mismatches.count < 5 else { return }
    switch random.next() % 12 {
    case 0: addWitness()
    case 1: addBlock()
    case 2: removeBlock()
    case 3: removeSome()
    case 4: removeAll()
    case 5: deallocate()
    case 6 where random.next() % 8 == 0: replaceSender()
    default: post()
    }
  }

  /// Removes everything that is left.
  func end() {
    for token in tokens.values { center.removeObserver(token) }
    let all = Set(witnesses.keys)
    witnesses = [:]
    check(all.isSubset(of: ended), "a witness is still held")
    // `received` would report a mismatch.
    for name in names { center.post(name: name, object: nil) }
  }

  // MARK: Operations on the center and the model

  private func addWitness() {
    guard live.count < 60 else { return }
    let number = witnesses.count < 20 ? fresh() : pick(witnesses.keys.sorted())
    let registration = Registration(id: fresh(), name: someName(), sender: someSender(), observer: number)
    // NB: no duplicates, because the center warns about them.
    guard
      !live.contains(where: {
        $0.observer == number && $0.name == registration.name && $0.sender == registration.sender
      })
    else { return }
    let witness = witnesses[number] ?? Witness(number, self)
    witnesses[number] = witness
    center.addObserver(
      witness, selector: Selector("receive:"), name: registration.name.map { names[$0] },
      object: object(registration.sender))
    live.append(registration)
  }

  private func addBlock() {
    guard live.count < 60 else { return }
    let registration = Registration(id: fresh(), name: someName(), sender: someSender(), observer: nil)
    tokens[registration.id] = center.addObserver(
      forName: registration.name.map { names[$0] }, object: object(registration.sender), queue: nil
    ) { [unowned self] notification in
      received(notification) { $0.id == registration.id }
    }
    live.append(registration)
  }

  private func removeBlock() {
    guard !tokens.isEmpty else { return }
    let id = pick(tokens.keys.sorted())
    guard let token = tokens.removeValue(forKey: id) else { return }
    center.removeObserver(token)
    forget { $0.id == id }
  }

  private func removeSome() {
    guard !witnesses.isEmpty else { return }
    let number = pick(witnesses.keys.sorted())
    let (name, sender) = (someName(), someSender())
    guard let witness = witnesses[number] else { return }
    center.removeObserver(witness, name: name.map { names[$0] }, object: object(sender))
    forget {
      $0.observer == number && (name == nil || $0.name == name) && (sender == nil || $0.sender == sender)
    }
  }

  private func removeAll() {
    guard !witnesses.isEmpty else { return }
    let number = pick(witnesses.keys.sorted())
    guard let witness = witnesses[number] else { return }
    center.removeObserver(witness)
    forget { $0.observer == number }
  }

  // F-6
  private func deallocate() {
    let free = witnesses.keys.filter { !receiving.contains($0) }.sorted()
    guard !free.isEmpty else { return }
    let number = pick(free)
    forget { $0.observer == number }
    witnesses[number] = nil
    check(ended.remove(number) != nil, "witness \(number) is held by the center")
  }

  /// A sender's number is not reused, but its address may be.
  private func replaceSender() {
    guard frames.isEmpty else { return }
    let index = Int(random.next() % 4)
    senders[index] = (fresh(), NSObject())
  }

  private func post() {
    guard frames.count < 3 else { return }
    let name = Int(random.next() % UInt64(names.count))
    let sender = someSender()
    frames.append(
      Frame(
        name: name, sender: sender,
        // F-1, F-4: the matching registrations at this moment, in order.
        waiting: live.filter {
          ($0.name == nil || $0.name == name) && ($0.sender == nil || $0.sender == sender)
        }))
    if frames.count > 1 { nested += 1 }
    center.post(name: names[name], object: object(sender))
    let frame = frames.removeLast()
    check(frame.waiting.isEmpty, "\(frame.waiting) were not called")
  }

  /// Called by the receiver of a notification. `isExpected` identifies its registration.
  func received(_ notification: Notification, _ isExpected: (Registration) -> Bool) {
    guard let frame = frames.last, !frame.waiting.isEmpty else {
      return check(false, "nobody was to be called")
    }
    let registration = frames[frames.count - 1].waiting.removeFirst()
    check(isExpected(registration), "\(registration) was to be called")
    check(notification.name == names[frame.name], "\(notification.name) arrived")
    check(notification.object as AnyObject? === object(frame.sender), "the sender is another")
    deliveries += 1
    guard random.next() % 6 == 0 else { return }
    if let observer = registration.observer { receiving.append(observer) }
    step()
    if registration.observer != nil { receiving.removeLast() }
  }

  // MARK: The model

  // F-5: removed registrations are not called, not even by posts in progress.
  private func forget(_ isGone: (Registration) -> Bool) {
    live.removeAll(where: isGone)
    for index in frames.indices {
      skipped += frames[index].waiting.count(where: isGone)
      frames[index].waiting.removeAll(where: isGone)
    }
  }

  private func fresh() -> Int {
    next += 1
    return next
  }
  private func pick(_ numbers: [Int]) -> Int { numbers[Int(random.next() % UInt64(numbers.count))] }
  private func someName() -> Int? {
    random.next() % 5 == 0 ? nil : Int(random.next() % UInt64(names.count))
  }
  private func someSender() -> Int? {
    random.next() % 2 == 0 ? nil : senders[Int(random.next() % 4)].number
  }
  private func object(_ sender: Int?) -> NSObject? { senders.first { $0.number == sender }?.object }
  private func check(_ condition: Bool, _ text: @autoclosure () -> String) {
    if !condition { mismatches.append(text()) }
  }
}
