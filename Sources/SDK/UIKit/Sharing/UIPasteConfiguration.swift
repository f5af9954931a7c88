import CarobFoundation

/// The types of items that a responder accepts from the pasteboard (E-517).
@preconcurrency @MainActor
open class UIPasteConfiguration: _MainActorNSObject {
  open var acceptableTypeIdentifiers: [String]
  public override init() {
    acceptableTypeIdentifiers = []
    super.init()
  }
  public init(acceptableTypeIdentifiers: [String]) {
    self.acceptableTypeIdentifiers = acceptableTypeIdentifiers
    super.init()
  }
  public convenience init(forAccepting aClass: any NSItemProviderReading.Type) {
    self.init(acceptableTypeIdentifiers: aClass.readableTypeIdentifiersForItemProvider)
  }
  public convenience init<T: _ObjectiveCBridgeable>(forAccepting aClass: T.Type)
  where T._ObjectiveCType: NSItemProviderReading { self.init(forAccepting: T._ObjectiveCType.self) }

  open func addAcceptableTypeIdentifiers(_ identifiers: [String]) { acceptableTypeIdentifiers += identifiers }
  open func addTypeIdentifiers(forAccepting aClass: any NSItemProviderReading.Type) {
    acceptableTypeIdentifiers += aClass.readableTypeIdentifiersForItemProvider
  }
  public func addTypeIdentifiers<T: _ObjectiveCBridgeable>(forAccepting aClass: T.Type)
  where T._ObjectiveCType: NSItemProviderReading { addTypeIdentifiers(forAccepting: T._ObjectiveCType.self) }

  func accepts(_ provider: NSItemProvider) -> Bool {
    acceptableTypeIdentifiers.contains { provider.hasItemConformingToTypeIdentifier($0) }
  }
}

/// An object that pastes items whose types its paste configuration accepts.
@preconcurrency @MainActor
public protocol UIPasteConfigurationSupporting: NSObjectProtocol {
  var pasteConfiguration: UIPasteConfiguration? { get set }
  func paste(itemProviders: [NSItemProvider])
  func canPaste(_ itemProviders: [NSItemProvider]) -> Bool
}

extension UIResponder {
  static let pasting = Selector("paste:")

  /// E-517: whether the responder can paste the pasteboard's items because of its paste configuration.
  var pastesItems: Bool {
    guard pasteConfiguration != nil else { return false }
    let items = UIPasteboard.general.itemProviders
    return !items.isEmpty && canPaste(items)
  }
}

extension UIPasteboard {
  /// Item providers for the pasteboard's items, created anew at each call.
  public var itemProviders: [NSItemProvider] {
    things.compactMap { thing in
      switch thing {
      case let text as String: NSItemProvider(object: NSString(string: text))
      case let url as URL: NSItemProvider(object: url as NSURL)
      case let image as UIImage: NSItemProvider(object: image)
      default: nil
      }
    }
  }
}
