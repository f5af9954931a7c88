import CarobFoundation
import NibFormat

/// A nib file, from which objects can be instantiated repeatedly.
@preconcurrency @MainActor
open class UINib: _MainActorNSObject {
  private let document: NibDocument?
  private let name: String
  private let bundle: Bundle

  public init(nibName name: String, bundle: Bundle?) {
    self.name = name
    self.bundle = bundle ?? .main
    document = NibFile.load(name, kinds: ["nib", "xib"], bundle: bundle ?? .main)
    super.init()
  }

  public struct OptionsKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let externalObjects = OptionsKey(rawValue: "UINibExternalObjects")
  }

  /// Creates the top-level objects, connects them and sends `awakeFromNib`.
  open func instantiate(withOwner owner: Any?, options: [OptionsKey: Any]? = nil) -> [Any] {
    guard let document else {
      NSException.raise(
        .invalidArgumentException, "Could not load NIB in bundle: '\(bundle.bundlePath)' with name '\(name)'")
    }
    let coder = NibCoder(document: document, bundle: bundle)
    let owner = owner.map { $0 as AnyObject }
    coder.owner = owner
    var top: [AnyObject] = []
    var ownerElement: NibElement?
    for element in document.objects where element.name == "placeholder" {
      switch element["placeholderIdentifier"] {
      case "IBFilesOwner":
        ownerElement = element
        if let owner, let id = element.id { coder.objects[id] = owner }
      case "IBFirstResponder": coder.firstResponderIDs.insert(element.id ?? "")
      default: break
      }
    }
    let elements = document.objects.filter { $0.name != "placeholder" }
    for element in elements {
      let fallback: AnyClass? =
        ElementNames.isView(element.name) || element.name == "view"
        ? ElementNames.viewClass(element.name, coder.site(element))
        : ClassFinder.find(ElementNames.className(element.name))
      if let object = coder.make(element, fallback: fallback ?? NSObject.self) { top.append(object) }
    }
    coder.finishConstraints()
    if let ownerElement { coder.connectAll(root: ownerElement) }
    for element in elements { coder.connectAll(root: element) }
    coder.runtimeAttributesAndAwake(except: owner ?? coder)
    return top
  }

  static func exists(named name: String, bundle: Bundle?) -> Bool {
    ["nib", "xib"].contains { NibFile.path(name, $0, bundle ?? .main) != nil }
  }

  /// Loads the view of a nib whose File's Owner is a controller.
  static func loadView(named name: String, bundle: Bundle?, owner: UIViewController) -> Bool {
    guard exists(named: name, bundle: bundle) else { return false }
    let made = UINib(nibName: name, bundle: bundle).instantiate(withOwner: owner).map { $0 as AnyObject }
    owner.topLevelNibObjects = made.filter { $0 !== owner.viewIfLoaded }
    return owner.isViewLoaded
  }
}

extension Bundle {
  /// Creates the objects of a nib and returns the top-level ones. Nil if the bundle has no such nib.
  @preconcurrency @MainActor @discardableResult
  public func loadNibNamed(_ name: String, owner: Any?, options: [UINib.OptionsKey: Any]? = nil) -> [Any]? {
    guard UINib.exists(named: name, bundle: self) else { return nil }
    return UINib(nibName: name, bundle: self).instantiate(withOwner: owner, options: options)
  }
}
