import CarobFoundation

/// An element of a menu: an action, a command or a submenu.
@preconcurrency @MainActor
open class UIMenuElement: _MainActorNSObject {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let disabled = Attributes(rawValue: 1)
    public static let destructive = Attributes(rawValue: 2)
    public static let hidden = Attributes(rawValue: 4)
    public static let keepsMenuPresented = Attributes(rawValue: 8)
  }
  public enum State: Int, Sendable { case off, on, mixed }

  open var title: String
  open var subtitle: String?
  open var image: UIImage?
  init(title: String, image: UIImage?) {
    self.title = title
    self.image = image
    super.init()
  }
}

/// The closure that an action runs.
public typealias UIActionHandler = (UIAction) -> Void

/// A menu element or control action with a closure.
@preconcurrency @MainActor
open class UIAction: UIMenuElement, UIMenuLeaf {
  public struct Identifier: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  public let identifier: Identifier
  /// A longer title for the list of key commands. An action has no keys, so that list does not show it.
  open var discoverabilityTitle: String? { didSet { announceDiscoverabilityTitle() } }
  private func announceDiscoverabilityTitle() {
    if discoverabilityTitle != nil { unimplemented("UIAction.discoverabilityTitle") }
  }
  open var attributes: UIMenuElement.Attributes
  open var state: UIMenuElement.State
  open private(set) var sender: Any?
  private let handler: UIActionHandler
  /// The place in the app's source where the action was created.
  let site: SourceSite
  private static var count = 0

  public init(
    title: String = "", subtitle: String? = nil, image: UIImage? = nil, identifier: Identifier? = nil,
    discoverabilityTitle: String? = nil, attributes: UIMenuElement.Attributes = [],
    state: UIMenuElement.State = .off,
    handler: @escaping UIActionHandler, _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    UIAction.count += 1
    self.identifier = identifier ?? Identifier("carob.action.\(UIAction.count)")
    self.discoverabilityTitle = discoverabilityTitle
    self.attributes = attributes
    self.state = state
    self.handler = handler
    site = SourceSite(file, line)
    super.init(title: title, image: image)
    self.subtitle = subtitle
    announceDiscoverabilityTitle()
  }

  func perform(sender: Any?) {
    self.sender = sender
    handler(self)
    self.sender = nil
  }
  open func performWithSender(_ sender: Any?, target: Any?) { perform(sender: sender) }
}

/// A list of menu elements.
@preconcurrency @MainActor
open class UIMenu: UIMenuElement {
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let displayInline = Options(rawValue: 1)
    public static let destructive = Options(rawValue: 2)
    public static let singleSelection = Options(rawValue: 32)
    public static let displayAsPalette = Options(rawValue: 128)
  }
  public struct Identifier: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }
  public let identifier: Identifier
  public let children: [UIMenuElement]
  public let options: Options
  private static var count = 0
  public init(
    title: String = "", subtitle: String? = nil, image: UIImage? = nil, identifier: Identifier? = nil,
    options: Options = [], children: [UIMenuElement] = []
  ) {
    UIMenu.count += 1
    self.identifier = identifier ?? Identifier("carob.menu.\(UIMenu.count)")
    self.children = children
    self.options = options
    super.init(title: title, image: image)
    self.subtitle = subtitle
  }
  /// Returns a copy of the menu with other elements.
  open func replacingChildren(_ newChildren: [UIMenuElement]) -> UIMenu {
    UIMenu(
      title: title, subtitle: subtitle, image: image, identifier: identifier, options: options,
      children: newChildren)
  }
}

/// The identifiers of the system's menus. The raw values are ours, because the platform does not publish
/// them.
extension UIMenu.Identifier {
  public static let root = UIMenu.Identifier("carob.root")
  public static let application = UIMenu.Identifier("carob.application")
  public static let file = UIMenu.Identifier("carob.file")
  public static let edit = UIMenu.Identifier("carob.edit")
  public static let view = UIMenu.Identifier("carob.view")
  public static let window = UIMenu.Identifier("carob.window")
  public static let help = UIMenu.Identifier("carob.help")
  public static let undoRedo = UIMenu.Identifier("carob.undo-redo")
  public static let standardEdit = UIMenu.Identifier("carob.standard-edit")
  public static let find = UIMenu.Identifier("carob.find")
  public static let replace = UIMenu.Identifier("carob.replace")
  public static let share = UIMenu.Identifier("carob.share")
  public static let textStyle = UIMenu.Identifier("carob.text-style")
  public static let spelling = UIMenu.Identifier("carob.spelling")
  public static let substitutions = UIMenu.Identifier("carob.substitutions")
  public static let transformations = UIMenu.Identifier("carob.transformations")
  public static let speech = UIMenu.Identifier("carob.speech")
  public static let lookup = UIMenu.Identifier("carob.lookup")
  public static let learn = UIMenu.Identifier("carob.learn")
  public static let format = UIMenu.Identifier("carob.format")
  public static let font = UIMenu.Identifier("carob.font")
  public static let textSize = UIMenu.Identifier("carob.text-size")
  public static let textColor = UIMenu.Identifier("carob.text-color")
  public static let text = UIMenu.Identifier("carob.text")
  public static let writingDirection = UIMenu.Identifier("carob.writing-direction")
  public static let alignment = UIMenu.Identifier("carob.alignment")
}
