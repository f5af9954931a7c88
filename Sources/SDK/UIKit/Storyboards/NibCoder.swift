@_spi(Hazards) import CarobRuntime
import CarobFoundation
import NibFormat
import QuartzCore
import SelectorNames

/// Creates the objects of a scene or nib. It is the coder passed to `init(coder:)`.
///
/// The order follows E-295: all objects are created, then outlets and actions are connected, then
/// user-defined runtime attributes are set, then every object receives `awakeFromNib`.
@preconcurrency @MainActor
package final class NibCoder: NSCoder {
  let document: NibDocument
  let bundle: Bundle
  /// The document's strings in the current language; nil if there is no strings file beside the document.
  let translations: NibTranslations?
  let variations: NibVariations
  /// The element whose object is being created.
  var element: NibElement?
  var objects: [String: AnyObject] = [:]
  /// The created objects in order of creation.
  private var made: [(object: AnyObject, element: NibElement)] = []
  @Zeroing var owner: AnyObject?
  var firstResponderIDs: Set<String> = []
  var exitIDs: Set<String> = []
  var controllerNib: ControllerNib?
  private var pendingConstraints: [(container: UIView, element: NibElement)] = []
  private var embeds: [(view: UIView, element: NibElement)] = []
  private static var awakening: Set<ObjectIdentifier> = []

  init(document: NibDocument, bundle: Bundle) {
    self.document = document
    self.bundle = bundle
    translations = NibTranslations.of(document, bundle)
    variations = NibVariations(document, bundle)
    super.init()
  }

  package override var allowsKeyedCoding: Bool { true }
  nonisolated package override func containsValue(forKey key: String) -> Bool { false }
  nonisolated package override func decodeObject(forKey key: String) -> Any? { nil }
  nonisolated package override func decodeBool(forKey key: String) -> Bool { false }
  nonisolated package override func decodeInteger(forKey key: String) -> Int { 0 }
  nonisolated package override func decodeDouble(forKey key: String) -> Double { 0 }
  nonisolated package override func decodeFloat(forKey key: String) -> Float { 0 }

  /// An attribute of the element whose object is being created, for views of other frameworks.
  package func attribute(_ name: String) -> String? { element?[name] }

  // MARK: Creating objects

  func site(_ element: NibElement) -> String { "\(document.path):\(element.line)" }

  /// Creates the object of an element from its custom class or from the class for the element's name.
  func make(_ element: NibElement, fallback: AnyClass?) -> AnyObject? {
    var cls: AnyClass? = fallback
    if let name = element["customClass"] {
      // `customModuleProvider="target"` means the module that the app is built as, whatever its name was
      // when the file was saved.
      let module = element["customModuleProvider"] == "target" ? nil : element["customModule"]
      if let found = ClassFinder.find(name, module: module)
        ?? ClassFinder.find(name, module: element["customModule"])
      {
        cls = found
      } else {
        // M-96: the platform's message; the base class is used instead.
        Journal.warn(
          "Unknown class \(element["customModule"].map { "\($0)." } ?? "")\(name) in Interface Builder file.",
          rule: "M-96", site: site(element))
      }
    }
    guard let type = cls as? NSObject.Type else { return nil }
    let outer = self.element
    self.element = element
    defer { self.element = outer }
    let object: AnyObject?
    if let new = NibFactories.factory(type) {
      object = new(self)
    } else if let new = type._carobNewCoder {
      object = new(self)
    } else if let new = type._carobNew {
      object = new()
    } else {
      Journal.warn(
        "\(Journal.className(type)) cannot be created from a nib: it has neither init(coder:) nor a plain init()",
        site: site(element))
      object = nil
    }
    guard let object else { return nil }
    if let id = element.id { objects[id] = object }
    made.append((object, element))
    return object
  }

  func makeTopLevel(_ element: NibElement) {
    if element.name.hasSuffix("GestureRecognizer") || element.name == "customObject"
      || element.name.hasSuffix("View")
      || ElementNames.isView(element.name)
    {
      _ = make(element, fallback: ClassFinder.find(ElementNames.className(element.name)) ?? NSObject.self)
    }
  }

  // MARK: Connecting

  /// Connects the outlets, outlet collections and actions of the tree below `root`, in the order of the
  /// file.
  func connectAll(root: NibElement) {
    connect(root, objects[root.id ?? ""])
    for child in root.children { connectTree(child) }
    if let controllerNib {
      for object in controllerNib.scene.objects where object.id != root.id { connectTree(object) }
    }
  }

  /// Connects the outlets, outlet collections and actions of an element and of all below it.
  func connectTree(_ element: NibElement) {
    if let id = element.id, let object = objects[id] { connect(element, object) }
    for child in element.children where child.name != "connections" { connectTree(child) }
  }

  func makeView(_ element: NibElement) -> UIView? {
    make(element, fallback: ElementNames.viewClass(element.name, site(element))) as? UIView
  }

  private func connect(_ element: NibElement, _ source: AnyObject?) {
    guard let source, let connections = element.child(named: "connections") else { return }
    for connection in connections.children {
      switch connection.name {
      case "outlet": connectOutlet(connection, source)
      case "outletCollection": connectCollection(connection, source)
      case "action": connectAction(connection, source)
      case "segue": connectSegue(connection, source)
      default: break
      }
    }
  }

  private func connectOutlet(_ connection: NibElement, _ source: AnyObject) {
    guard let key = connection["property"], let id = connection["destination"] else { return }
    guard let object = source as? NSObject else { return }
    guard let target = objects[id] else {
      if id != owner.flatMap({ _ in controllerNib?.element.id }) {
        Journal.warn(
          "the outlet \(key) refers to the object \(id), which does not exist", site: site(connection))
      }
      return
    }
    if connectPart(object, key, target) { return }
    let property = PropertyTable.property(type(of: object), key)
    // E-298: an unknown outlet raises the platform's exception.
    guard property != nil || Runtime.responds(object, Selector(ObjCNaming.setter(ofProperty: key))) else {
      raiseUnknownKey(key, object, connection)
    }
    if let property, !property.accepts(target) {
      // The platform connects it anyway and sends it the messages it responds to. Here no message could be
      // sent.
      let wanted = Self.typeName("\(property.valueType)")
      Journal.warn(
        "the outlet \(key) of \(Journal.className(Swift.type(of: object))) is connected to a "
          + "\(Journal.className(Swift.type(of: target))), which is not a \(wanted); the outlet stays nil",
        site: site(connection))
      return
    }
    object.setValue(target, forKey: key)
  }

  /// The name of a type as written in an app: without `Optional` and `any`.
  private static func typeName(_ description: String) -> String {
    guard description.hasPrefix("Optional<"), description.hasSuffix(">") else { return description }
    let name = description.dropFirst("Optional<".count).dropLast()
    return String(name.hasPrefix("any ") ? name.dropFirst(4) : name)
  }

  private func raiseUnknownKey(_ key: String, _ object: NSObject, _ connection: NibElement) -> Never {
    NSException.raise(
      .undefinedKeyException,
      "[<\(Journal.className(type(of: object))) \(addressText(of: object))> setValue:forUndefinedKey:]: this class is "
        + "not key value coding-compliant for the key \(key). (\(site(connection)))")
  }

  private func connectCollection(_ connection: NibElement, _ source: AnyObject) {
    guard let key = connection["property"], let id = connection["destination"], let target = objects[id],
      let object = source as? NSObject
    else { return }
    if key == "gestureRecognizers", let view = object as? UIView,
      let recognizer = target as? UIGestureRecognizer
    {
      view.addGestureRecognizer(recognizer)
      return
    }
    guard PropertyTable.property(type(of: object), key) != nil else {
      raiseUnknownKey(key, object, connection)
    }
    var items = (object.value(forKey: key) as? [AnyObject]) ?? []
    items.append(target)
    object.setValue(items, forKey: key)
  }

  private func connectAction(_ connection: NibElement, _ source: AnyObject) {
    guard let name = connection["selector"] else { return }
    let selector = Selector(name)
    let id = connection["destination"] ?? ""
    let isFirstResponder = firstResponderIDs.contains(id)
    if isFirstResponder, selector.argumentCount == 0 {
      Journal.warn("First Responder action \(name) must end in a colon", rule: "M-44", site: site(connection))
    }
    let target: AnyObject? = isFirstResponder ? nil : objects[id]
    if !isFirstResponder, target == nil {
      Journal.warn(
        "the action \(name) refers to the object \(id), which does not exist", site: site(connection))
      return
    }
    switch source {
    case let control as UIControl:
      let events = ElementNames.controlEvents(connection["eventType"]) ?? control.defaultActionEvents
      control.addTarget(target, selector, events, origin: site(connection))
    case let recognizer as UIGestureRecognizer:
      if let target { recognizer.addTarget(target, action: selector) }
    case let item as UIBarButtonItem:
      item.target = target
      item.action = selector
    default:
      Journal.warn(
        "an action of \(Journal.className(type(of: source))) is not supported", site: site(connection))
    }
  }

  /// Connects a segue that a control, gesture recognizer or bar item starts.
  private func connectSegue(_ connection: NibElement, _ source: AnyObject) {
    guard
      let controller = owner as? UIViewController ?? objects[controllerNib?.element.id ?? ""]
        as? UIViewController
    else {
      return
    }
    if source === controller { return }
    if connection["kind"] == "embed" {
      if let view = source as? UIView { embeds.append((view, connection)) }
      return
    }
    let segue = ConnectedSegue(element: connection, controller: Zeroing(wrappedValue: controller))
    switch source {
    case let control as UIControl:
      control.addSegue(segue, control.defaultActionEvents, origin: site(connection))
    case let recognizer as UIGestureRecognizer: recognizer.segues.append(segue)
    case let item as UIBarButtonItem: item.segue = segue
    case let cell as UITableViewCell: cell.segue = segue
    case let cell as UICollectionViewCell: cell.segue = segue
    default: unimplemented("a segue from a \(Journal.className(type(of: source)))")
    }
  }

  /// E-302: embedded controllers are created while the parent's view loads.
  func runEmbedSegues(_ parent: UIViewController) {
    for (view, segue) in embeds { SegueRunner.embed(segue, in: view, parent: parent) }
  }

  // MARK: Runtime attributes and awakening

  func runtimeAttributesAndAwake(except controller: AnyObject) {
    for (object, element) in made { decodeRuntimeAttributes(element, object) }
    NibCoder.awake(made.map(\.object).filter { $0 !== controller })
  }

  static func awake(_ objects: [AnyObject]) {
    for case let object as NSObject in objects {
      awakening.insert(ObjectIdentifier(object))
      Journal.deliver(.nib, "awakeFromNib()", to: object, category: .lifetime) { object.awakeFromNib() }
      awakening.remove(ObjectIdentifier(object))
    }
  }

  static func isAwakening(_ object: AnyObject) -> Bool { awakening.contains(ObjectIdentifier(object)) }

  func decodeRuntimeAttributes(_ element: NibElement, _ object: AnyObject) {
    guard let attributes = element.child(named: "userDefinedRuntimeAttributes"),
      let object = object as? NSObject
    else { return }
    for attribute in attributes.children {
      guard let keyPath = attribute["keyPath"] else { continue }
      guard canSet(keyPath, of: object) else {
        // The platform prints this message and continues.
        Journal.warn(
          "Failed to set (\(keyPath)) user defined inspected property on (\(Journal.className(type(of: object)))): this "
            + "class is not key value coding-compliant for the key path", site: site(attribute))
        continue
      }
      object.setValue(runtimeValue(attribute), forKeyPath: keyPath)
    }
  }

  /// Whether every step of the key path is a property.
  private func canSet(_ keyPath: String, of object: NSObject) -> Bool {
    var object = object
    let keys = keyPath.split(separator: ".").map(String.init)
    for (index, key) in keys.enumerated() {
      let setter = Selector(ObjCNaming.setter(ofProperty: key))
      if index == keys.count - 1, Runtime.responds(object, setter) { return true }
      guard PropertyTable.property(type(of: object), key) != nil else { return false }
      if index == keys.count - 1 { return true }
      guard let next = object.value(forKey: key) as? NSObject else { return true }
      object = next
    }
    return false
  }

  private func runtimeValue(_ attribute: NibElement) -> Any? {
    if let color = attribute.child(named: "color") { return self.color(color) }
    if let point = attribute.child(named: "point") { return self.point(point) }
    if let size = attribute.child(named: "size") { return self.size(size) }
    if let rect = attribute.child(named: "rect") { return self.rect(rect) }
    if let real = attribute.child(named: "real") { return NSNumber(value: real.double("value") ?? 0) }
    if let integer = attribute.child(named: "integer") { return NSNumber(value: integer.int("value") ?? 0) }
    if let string = attribute.child(named: "string") ?? attribute.child(named: "mutableString") {
      return string.text ?? ""
    }
    switch attribute["type"] {
    case "boolean": return NSNumber(value: attribute.bool("value") ?? false)
    case "range":
      let range = attribute.child(named: "range")
      return NSRange(location: range?.int("location") ?? 0, length: range?.int("length") ?? 0)
    case "number", "integer", "real": return NSNumber(value: attribute.double("value") ?? 0)
    case "string": return attribute["value"] ?? ""
    case "image": return attribute["value"].flatMap { UIImage(named: $0) }
    case "nil": return nil
    default: return attribute["value"]
    }
  }

  // MARK: Values

  func color(_ element: NibElement) -> UIColor? { NibValues.color(element, document) }
  func point(_ element: NibElement) -> CGPoint {
    CGPoint(x: element.double("x") ?? 0, y: element.double("y") ?? 0)
  }
  func size(_ element: NibElement) -> CGSize {
    CGSize(width: element.double("width") ?? 0, height: element.double("height") ?? 0)
  }
  func rect(_ element: NibElement) -> CGRect { CGRect(origin: point(element), size: size(element)) }
  func font(_ element: NibElement) -> UIFont? { NibValues.font(element) }

  func color(key: String) -> UIColor? { element?.child(key: key).flatMap(color) }
  func font(key: String) -> UIFont? { element?.child(key: key).flatMap(font) }
  /// A string from an attribute or, if it is long or has line breaks, from a child element; replaced by the
  /// translation in the strings file beside the document (E-570).
  func text(_ key: String) -> String? { text(key, as: key) }

  /// A string of the current element that strings files list under another name or another object.
  func text(_ key: String, as name: String, of owner: NibElement? = nil) -> String? {
    guard let element else { return nil }
    if let translations, let id = (owner ?? element).id, let found = translations["\(id).\(name)"] {
      return found
    }
    return element[key]
      ?? element.children.first { ($0.name == "string" || $0.name == "mutableString") && $0.key == key }?.text
  }

  // MARK: Views

  /// Decodes what every view has: frame, colours, flags, subviews and constraints.
  func decodeView(_ view: UIView) {
    guard let element else { return }
    decodeBasics(view, element)
    decodeSpecifics(view, element)
    for child in element.child(named: "subviews")?.children ?? [] {
      guard let subview = makeView(child) else { continue }
      addDecoded(subview, to: view)
    }
    if let constraints = element.child(named: "constraints") {
      for constraint in constraints.children { pendingConstraints.append((view, constraint)) }
    }
    variations.add(view, element)
    for key in ["viewLayoutGuide", "layoutGuides"] where element.child(named: key) != nil {
      registerGuides(element, view)
    }
  }

  /// Decodes an element's content view into the content view that the object already has.
  func decodeContent(into contentView: UIView) {
    let names: Set = ["tableViewCellContentView", "collectionViewCellContentView"]
    guard
      let content = element?.child(key: "contentView")
        ?? element?.children.first(where: { names.contains($0.name) })
    else { return }
    if let id = content.id { objects[id] = contentView }
    let outer = element
    element = content
    decodeView(contentView)
    element = outer
    contentView.translatesAutoresizingMaskIntoConstraints = true
    contentView.frame = contentView.superview?.bounds ?? contentView.frame
    contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }

  private func addDecoded(_ subview: UIView, to view: UIView) {
    switch view {
    case let stack as UIStackView: stack.addArrangedSubview(subview)
    default: view.addSubview(subview)
    }
  }

  private func decodeBasics(_ view: UIView, _ e: NibElement) {
    if let rect = e.child(named: "rect").flatMap({ $0.key == "frame" ? $0 : nil })
      ?? e.children.first(where: { $0.name == "rect" && $0.key == "frame" })
    {
      view.frame = self.rect(rect)
    }
    // A view without constraints that Interface Builder marks as fixed keeps its frame, whatever the flag
    // says.
    view.translatesAutoresizingMaskIntoConstraints =
      e.bool("fixedFrame") == true || (e.bool("translatesAutoresizingMaskIntoConstraints") ?? true)
    if let mask = e.child(key: "autoresizingMask") {
      view.autoresizingMask = NibValues.autoresizingMask(mask)
    }
    if let mode = e["contentMode"] { view.contentMode = NibValues.contentMode(mode) }
    if let flag = e.bool("userInteractionEnabled") {
      view.isUserInteractionEnabled = flag
      (view as? UILabel)?.isDecodedInteractionEnabled = flag
    }
    if let flag = e.bool("multipleTouchEnabled") { view.isMultipleTouchEnabled = flag }
    if let flag = e.bool("exclusiveTouch") { view.isExclusiveTouch = flag }
    if let flag = e.bool("hidden") { view.isHidden = flag }
    if let flag = e.bool("clipsSubviews") ?? e.bool("clipsToBounds") { view.clipsToBounds = flag }
    if let flag = e.bool("opaque") { view.isOpaque = flag }
    if let flag = e.bool("clearsContextBeforeDrawing") { view.clearsContextBeforeDrawing = flag }
    if let name = e["semanticContentAttribute"] {
      view.semanticContentAttribute = NibValues.semanticContentAttribute(name)
    }
    if let flag = e.bool("autoresizesSubviews") { view.autoresizesSubviews = flag }
    if let flag = e.bool("preservesSuperviewLayoutMargins") { view.preservesSuperviewLayoutMargins = flag }
    if let flag = e.bool("insetsLayoutMarginsFromSafeArea") { view.insetsLayoutMarginsFromSafeArea = flag }
    if let alpha = e.double("alpha") { view.alpha = alpha }
    if let tag = e.int("tag") { view.tag = tag }
    view.restorationIdentifier = e["restorationIdentifier"]
    if let color = e.child(key: "backgroundColor") { view.backgroundColor = self.color(color) }
    if let color = e.child(key: "tintColor") { view.tintColor = self.color(color) }
    if let margins = e.children.first(where: { $0.key == "layoutMargins" && $0.name != "viewLayoutGuide" }) {
      view.layoutMargins = self.margins(margins)
    }
    if let margins = e.child(key: "directionalLayoutMargins") {
      view.directionalLayoutMargins = directionalInsets(margins)
    }
    if let accessibility = e.child(key: "accessibilityConfiguration") {
      decodeAccessibility(view, accessibility)
    }
    NibValues.layoutPriorities(view, e)
  }

  // MARK: Constraints and guides

  func registerGuides(_ element: NibElement, _ view: UIView) {
    for guide in element.children where guide.name == "viewLayoutGuide" {
      guard let id = guide.id else { continue }
      objects[id] = view.layoutGuide(forNibKey: guide.key ?? "")
    }
  }

  /// Registers a controller's old top and bottom layout guides.
  func applyGuides(_ controllerElement: NibElement, _ view: UIView) {
    for guide in controllerElement.child(named: "layoutGuides")?.children ?? [] {
      guard let id = guide.id else { continue }
      objects[id] = view.safeAreaLayoutGuide
      legacyGuides[id] = guide["type"] ?? ""
    }
  }
  private(set) var legacyGuides: [String: String] = [:]

  func finishConstraints() {
    variations.prepare(objects)
    NibConstraints.install(pendingConstraints, coder: self)
    variations.install(
      pendingConstraints.filter { $0.element.child(named: "variation") != nil }.map(\.container))
    pendingConstraints = []
  }
}

extension UIControl {
  /// The default events of a connection that specifies none.
  var defaultActionEvents: UIControl.Event {
    switch self {
    case is UIButton: return .touchUpInside
    case is UITextField: return .editingDidEndOnExit
    default: return .valueChanged
    }
  }
}
