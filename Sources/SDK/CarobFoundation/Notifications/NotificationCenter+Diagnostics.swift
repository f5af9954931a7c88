import CarobRuntime
import Foundation

/// A registration as diagnostics see it (F-12).
package struct NotificationRegistrationInfo {
  package enum Kind: Sendable {
    case block
    case selector(Selector)
  }
  package let name: Notification.Name?
  /// The sender that it waits for; nil for any, or if it has gone.
  package let object: AnyObject?
  package let receiver: AnyObject?
  package let kind: Kind
  package let site: String?
  package let time: Double
}

extension NotificationCenter {
  /// Every registration, in the order in which they were made.
  package final var registrations: [NotificationRegistrationInfo] {
    let all = table.withLock { table in
      (table.buckets.flatMap(\.list) + anyName.list).compactMap { $0 }.sorted { $0.sequence < $1.sequence }
    }
    return all.map { registration in
      NotificationRegistrationInfo(
        name: registration.name, object: registration.sender,
        receiver: (registration as? SelectorRegistration)?.receiver,
        kind: (registration as? SelectorRegistration).map { .selector($0.selector) } ?? .block,
        site: registration.site.text,
        time: registration.time)
    }
  }

  /// Every registration on a line of its own.
  final var registrationsText: String {
    let lines = registrations.map { info in
      let receiver =
        switch info.kind {
        case .block: "block"
        case .selector(let selector):
          "\(info.receiver.map(Journal.describe) ?? "(deallocated)").\(selector.name)"
        }
      let object = info.object.map { " from \(Journal.describe($0))" } ?? ""
      return "  \(info.name?.rawValue ?? "(any)")\(object): \(receiver)\(info.site.map { " at \($0)" } ?? "")"
    }
    return (["<NotificationCenter \(addressText(of: self)): \(lines.count) registrations>"] + lines)
      .joined(separator: "\n")
  }

  // M-11
  func warnAboutTwins(_ registration: SelectorRegistration, _ count: Int) {
    Journal.warn(
      "\(Journal.className(registration.observerClass)).\(registration.selector.name) is registered \(count) times for "
        + "\(registration.name?.rawValue ?? "any name"); it will run \(count) times per post",
      rule: "M-11", site: registration.site.text)
  }

  // M-1, M-2
  func warnAboutMissingMethod(_ registration: SelectorRegistration, _ observer: Any) {
    let selector = registration.selector
    if let object = observer as? NSObject,
      object.responds(to: selector) || object.forwardingTarget(for: selector) != nil
    {
      return
    }
    Journal.warn(
      "NotificationCenter: \(Journal.className(registration.observerClass)) registered for \(registration.name?.rawValue ?? "any name") "
        + "with \(selector.name), but does not implement it; the first post will crash",
      rule: "M-1", site: registration.site.text)
  }
}

extension NotificationRegistration {
  var sender: AnyObject? { watchesObject ? tryRetain(object) : nil }
}
