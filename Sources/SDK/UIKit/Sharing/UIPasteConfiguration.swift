import CarobFoundation
@_spi(Hazards) import CarobRuntime

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
  /// Item providers for the pasteboard's items, created anew at each call. The images, URLs and texts of the
  /// providers that are set are copied when they have been loaded.
  public var itemProviders: [NSItemProvider] {
    get {
      things.compactMap { thing in
        switch thing {
        case let text as String: NSItemProvider(object: NSString(string: text))
        case let url as URL: NSItemProvider(object: url as NSURL)
        case let image as UIImage: NSItemProvider(object: image)
        default: nil
        }
      }
    }
    set {
      let types: [any NSItemProviderReading.Type] = [UIImage.self, NSURL.self, NSString.self]
      let chosen = newValue.compactMap { provider in
        types.first { provider.canLoadObject(ofClass: $0) }.map { (provider, $0) }
      }
      let result = LoadedObjects(chosen.count)
      for (index, (provider, type)) in chosen.enumerated() {
        _ = provider.loadObject(ofClass: type) { object, _ in result.put(object, at: index) }
      }
      let board = ZeroingElement(self)
      result.whenDone { objects in
        DispatchQueue.main.async {
          MainActor.assumeIsolated {
            board.object?.copy(
              objects.value.map { object in
                switch object {
                case let text as NSString: text as String
                case let url as NSURL: url as URL
                default: object
                }
              })
          }
        }
      }
    }
  }
}
