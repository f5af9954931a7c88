import CarobFoundation
import CarobRuntime

extension Inspection {
  /// One registration with a notification center.
  public struct NotificationRegistration: CustomStringConvertible {
    /// How a notification is delivered.
    public enum Kind: Equatable, Sendable {
      /// A message to the receiver.
      case selector(Selector)
      /// A block on the posting thread, or on a queue (F-8).
      case block
      /// An asynchronous sequence: `notifications(named:object:)`, `messages(of:for:)`.
      case sequence
      /// An observer of typed messages.
      case message
    }

    /// The name of the notifications; nil for any.
    public let name: Notification.Name?
    /// The sender of the notifications; nil for any, or if the sender was deallocated: then nothing is
    /// delivered any more.
    public let object: AnyObject?
    /// The object that receives the message; nil for other kinds, or if it was deallocated.
    public let receiver: AnyObject?
    public let kind: Kind
    /// Where it was made, `Sub/ViewController.swift:14`; nil if the SDK made it.
    public let site: String?
    /// When it was made, in seconds since the device started.
    public let time: Double

    init(_ information: NotificationRegistrationInfo) {
      name = information.name
      object = information.object
      receiver = information.receiver
      kind =
        switch information.kind {
        case .selector(let selector): .selector(selector)
        case .block: .block
        case .sequence: .sequence
        case .message: .message
        }
      site = information.site
      time = information.time
    }

    /// `songDidChange from Player#1: PlayerViewController#1.songChanged: at PlayerViewController.swift:12`.
    public var description: String {
      let sender = object.map { " from \(Journal.describe($0))" } ?? ""
      let told =
        switch kind {
        case .selector(let selector): "\(describe(receiver)).\(selector.name)"
        case .block: "block"
        case .sequence: "sequence"
        case .message: "message"
        }
      return "\(name?.rawValue ?? "(any)")\(sender): \(told)\(place(site))"
    }
  }
}
