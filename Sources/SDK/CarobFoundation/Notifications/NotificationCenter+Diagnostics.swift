@_spi(Hazards) import CarobRuntime
import Foundation

/// A snapshot of a registration, for diagnostics (F-12).
package struct NotificationRegistrationInfo {
  package enum Kind: Sendable {
    case block
    case selector(Selector)
    /// An asynchronous sequence receives the notifications.
    case sequence
    /// A typed observer receives messages.
    case message
  }
  package let name: Notification.Name?
  /// The sender it observes; nil for any, or if it was deallocated.
  package let object: AnyObject?
  package let receiver: AnyObject?
  package let kind: Kind
  package let site: String?
  package let time: Double
}

extension NotificationCenter {
  /// All registrations in the order in which they were added.
  package final var registrations: [NotificationRegistrationInfo] {
    let buckets = table.withLock(\.buckets) + [anyName]
    let all = buckets.flatMap(\.registrations).sorted { $0.sequence < $1.sequence }
    return all.map { registration in
      NotificationRegistrationInfo(
        name: registration.name, object: registration.sender,
        receiver: (registration as? SelectorRegistration)?.receiver,
        kind: registration.kind,
        site: registration.site.text,
        time: registration.time)
    }
  }

  /// A description with one line per registration.
  final var registrationsText: String {
    let lines = registrations.map { info in
      let receiver =
        switch info.kind {
        case .block: "block"
        case .sequence: "sequence"
        case .message: "message"
        case .selector(let selector):
          "\(info.receiver.map(Journal.describe) ?? "(deallocated)").\(selector.name)"
        }
      let object = info.object.map { " from \(Journal.describe($0))" } ?? ""
      return "  \(info.name?.rawValue ?? "(any)")\(object): \(receiver)\(info.site.map { " at \($0)" } ?? "")"
    }
    return (["<NotificationCenter \(addressText(of: self)): \(lines.count) registrations>"] + lines)
      .joined(separator: "\n")
  }

  private static let warnedUnpostedNames = Guarded(Set<Notification.Name>())

  /// Warns once per name if the app observes notifications that are not enabled (M-4).
  package final func warnIfAwaited(_ name: Notification.Name, postedBy sender: String, after begin: String) {
    guard let waiting = registrations.first(where: { $0.name == name }),
      Self.warnedUnpostedNames.withLock({ $0.insert(name).inserted })
    else { return }
    Journal.warn(
      "\(sender) posts \(name.rawValue) only after \(begin) is called", rule: "M-4", site: waiting.site)
  }

  // M-11
  func warnAboutDuplicates(_ registration: SelectorRegistration, _ count: Int) {
    Journal.warn(
      "\(Journal.className(registration.observerClass)).\(registration.selector.name) is registered \(count) times for "
        + "\(registration.name?.rawValue ?? "any name"); it will run \(count) times per post",
      rule: "M-11", site: registration.site.text)
  }

  // MARK: Strict diagnostics

  /// The state of strict diagnostics: the posted names, and where observers of a name were removed.
  private static let memory = Guarded(
    (posted: Set<Notification.Name>(), removals: [Notification.Name: (receiver: String, site: String?)]()))

  final func rememberRemoval(of removed: [NotificationRegistration], _ site: SourceSite) {
    Self.memory.withLock { memory in
      for registration in removed {
        guard let name = registration.name else { continue }
        memory.removals[name] = (registration.receiverName, site.text)
      }
    }
  }

  // M-10
  final func checkPost(_ storage: NSNotification) {
    Self.memory.withLock { _ = $0.posted.insert(storage.postedName) }
    guard let object = storage.postedObject, identity(of: object) == 0 else { return }
    Journal.warn(
      "object of \(storage.postedName.rawValue) is a \(type(of: object)); put values into userInfo",
      rule: "M-10")
  }

  // M-3, M-9
  final func explainMissingObservers(_ storage: NSNotification) {
    let (posted, removal) = Self.memory.withLock { ($0.posted, $0.removals[storage.postedName]) }
    if let removal {
      Journal.warn(
        "\(removal.receiver.isEmpty ? "a block" : removal.receiver) stopped observing \(storage.postedName.rawValue) because of "
          + "removeObserver at \(removal.site ?? "an unknown place"); later post found no receiver",
        rule: "M-9", site: removal.site)
      return
    }
    for registration in table.withLock(\.buckets).flatMap(\.registrations) {
      guard let name = registration.name, !posted.contains(name),
        areNear(name.rawValue, storage.postedName.rawValue)
      else { continue }
      Journal.warn(
        "Notification \"\(name.rawValue)\" was observed but never posted; did you mean \"\(storage.postedName.rawValue)\"?",
        rule: "M-3", site: registration.site.text)
    }
  }

  // M-8
  final func warnAboutPurge(_ registration: NotificationRegistration) {
    Journal.warn(
      "purged dead observer \(registration.receiverName) for \(registration.name?.rawValue ?? "any name")",
      rule: "M-8", site: registration.site.text)
  }

  // M-1, M-2
  func warnAboutMissingMethod(_ registration: SelectorRegistration, _ observer: Any) {
    let selector = registration.selector
    // NB: a diagnostic never runs app code.
    if Runtime.decidesItself(registration.observerClass) { return }
    if let object = observer as? NSObject,
      object.responds(to: selector) || object.forwardingTarget(for: selector) != nil
    {
      return
    }
    Journal.warn(
      "NotificationCenter: \(Journal.className(registration.observerClass)) registered for \(registration.name?.rawValue ?? "any name") "
        + "with \(selector.name), but does not implement it; the first post will crash "
        + "(a method of that name must be marked @objc)",
      rule: "M-1", site: registration.site.text)
  }
}

extension NotificationRegistration {
  var sender: AnyObject? { watchesObject ? tryRetain(object) : nil }

  /// The observer's class; empty for a block.
  var receiverName: String {
    (self as? SelectorRegistration).map { Journal.className($0.observerClass) } ?? ""
  }
}

/// Whether the edit distance of two strings is at most two.
func areNear(_ one: String, _ other: String) -> Bool {
  let (a, b) = (Array(one.utf8), Array(other.utf8))
  guard abs(a.count - b.count) <= 2 else { return false }
  var row = Array(0...b.count)
  for i in 0..<a.count {
    var next = [i + 1]
    for j in 0..<b.count {
      next.append(min(row[j] + (a[i] == b[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1))
    }
    row = next
  }
  return row[b.count] <= 2
}
