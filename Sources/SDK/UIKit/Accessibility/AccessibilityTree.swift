import CarobFoundation
@_spi(Hazards) import CarobRuntime
import DeviceProtocol
import QuartzCore

/// The elements of the screen in the order in which assistive technology reads them (E-962…E-964).
///
/// Made anew for each request of the device. Without a screen reader no getter of the app is called (E-781).
@MainActor
struct AccessibilityTree {
  /// What a command for a node acts on.
  enum Target {
    case view(UIView, UIAccessibilityElement?)
    case wheel(PickerWheel)
  }

  private(set) var nodes: [AccessibilityNode] = []
  private(set) var targets: [UInt64: Target] = [:]
  private let overrides: AccessibilityReading.Overrides
  /// The views whose own elements are being read.
  private var containers: Set<ObjectIdentifier> = []

  /// - Parameter overrides: whether getters that the app overrides are called.
  init(_ overrides: AccessibilityReading.Overrides) {
    self.overrides = overrides
    var items: [Item] = []
    for window in UIApplication.shared.visibleWindows {
      let found = visit(window, Place(clip: UIScreen.main.bounds))
      if found.isModal { items = [] }
      items += found.items
    }
    for item in items { append(item, below: nil) }
  }

  private mutating func append(_ item: Item, below parent: UInt32?) {
    var node = item.node
    node.parent = parent
    nodes.append(node)
    let index = UInt32(nodes.count - 1)
    if let target = item.target { targets[node.id] = target }
    for child in item.children { append(child, below: index) }
  }

  // MARK: Collecting

  struct Item {
    var node: AccessibilityNode
    /// Where the item is, for the order.
    var frame: CGRect
    /// Bars at the top are read first, bars at the bottom last.
    var rank = 0
    var children: [Item] = []
    var target: Target?
  }

  private struct Found {
    var items: [Item] = []
    /// What is behind is not read.
    var isModal = false
  }

  /// What a view's surroundings mean for it.
  struct Place {
    /// The part of the screen in which views are visible.
    var clip: CGRect
    /// Views outside the clip can be scrolled into it.
    var isScrolled = false
    /// Inside an element: only its controls are elements of their own.
    var onlyControls = false
    /// A tap selects the cell around.
    var isSelectable = false
    /// The level of the heading that a text here is; 0 for none.
    var headingLevel: UInt8 = 0
  }

  private mutating func visit(_ view: UIView, _ place: Place) -> Found {
    // NB: an app's elements may contain the view to which they belong.
    guard !view.layer.isHidden, view.layer.opacity >= 0.01, !containers.contains(ObjectIdentifier(view))
    else { return Found() }
    let reading = AccessibilityReading(view, overrides)
    let isModal = isModal(view, reading)
    guard !reading.hidesElements else { return Found(isModal: isModal) }
    let frame = view.layer.convert(view.layer.bounds, to: nil)
    var place = place
    if view.layer.masksToBounds {
      guard place.isScrolled || frame.intersects(place.clip) else { return Found(isModal: isModal) }
      place.clip = place.clip.intersection(frame)
    }
    if !(view is UIWindow), reading.isElement, !(view is UIPickerView) {
      // E-1091
      return Found(items: element(view, reading, reading.frame ?? frame, place), isModal: isModal)
    }
    // E-964: the order that the app gives.
    if let own = reading.elements {
      containers.insert(ObjectIdentifier(view))
      defer { containers.remove(ObjectIdentifier(view)) }
      let items = own.flatMap { item($0, frame, place) }
      return Found(items: items.isEmpty ? [] : [group(view, "", nil, frame, items)], isModal: isModal)
    }
    let parts = place.onlyControls ? [] : self.parts(of: view, frame, place)
    if !parts.isEmpty { return Found(items: parts, isModal: isModal) }
    return contents(view, reading, frame, place, isModal)
  }

  /// The items of the subviews, as a group or as items of the superview's group.
  private mutating func contents(
    _ view: UIView, _ reading: AccessibilityReading, _ frame: CGRect, _ place: Place, _ isModal: Bool
  ) -> Found {
    var place = place
    if let scroll = view as? UIScrollView { place.isScrolled = !scroll.isPagingEnabled || place.isScrolled }
    if let cell = view as? UICollectionViewCell {
      place.isSelectable = cell.collectionView?.allowsSelection == true
    }
    if view is UINavigationBar { place.headingLevel = 1 }
    if let table = view.parentView as? UITableView, table.headers.values.contains(where: { $0 === view }) {
      place.headingLevel = 2
    }
    var found = Found(isModal: isModal)
    for child in view.subviewList {
      let below = visit(child, place)
      // E-963
      if below.isModal { found = Found(isModal: true) }
      found.items += below.items
    }
    guard !found.items.isEmpty, let role = groupRole(view, reading) else { return found }
    var items = Self.inReadingOrder(found.items, view.effectiveUserInterfaceLayoutDirection)
    if role == "list" { items = items.map { $0.node.role == "listitem" ? $0 : listItem($0) } }
    var made = group(view, role, groupLabel(view, reading), frame, items)
    if view is UINavigationBar { made.rank = -1 }
    if view is UITabBar || view is UIToolbar { made.rank = 1 }
    if let alert = view.viewController as? UIAlertController { made.node.hint = alert.message }
    if isModal { made.node.states.insert(.modal) }
    found.items = [made]
    return found
  }

  /// E-963: a modal view hides its siblings behind it, and a presented screen what presents it.
  private func isModal(_ view: UIView, _ reading: AccessibilityReading) -> Bool {
    if reading.isModal { return true }
    guard let presentation = (view as? TransitionView)?.presentation else { return false }
    return !(presentation is UISheetPresentationController)
      && !(presentation is UIPopoverPresentationController)
  }

  // MARK: Items

  private func group(
    _ view: UIView, _ role: String, _ label: String?, _ frame: CGRect, _ items: [Item]
  ) -> Item {
    let node = AccessibilityNode(
      id: view.layer.id | Self.groupBit, role: role, label: label, x: frame.minX, y: frame.minY,
      width: frame.width, height: frame.height)
    // A group is read where its first element is.
    let place = items.dropFirst().reduce(items[0].frame) { $0.union($1.frame) }
    return Item(node: node, frame: place, children: items)
  }

  private func listItem(_ item: Item) -> Item {
    let node = AccessibilityNode(
      id: item.node.id | Self.itemBit, role: "listitem", x: item.node.x, y: item.node.y,
      width: item.node.width, height: item.node.height)
    return Item(node: node, frame: item.frame, children: [item])
  }

  /// The item of a view that is an element, with the controls in it.
  private mutating func element(
    _ view: UIView, _ reading: AccessibilityReading, _ frame: CGRect, _ place: Place
  ) -> [Item] {
    var nested: [Item] = []
    if view.isElementWithControls {
      var inner = place
      inner.onlyControls = true
      nested = view.subviewList.flatMap { visit($0, inner).items }
      nested = Self.inReadingOrder(nested, view.effectiveUserInterfaceLayoutDirection)
    }
    let isReachable = place.isScrolled || frame.intersects(place.clip)
    guard isReachable, frame.width > 0, frame.height > 0, !place.onlyControls || view is UIControl else {
      return nested
    }
    var node = AccessibilityNode(
      id: view.layer.id, role: role(of: view, reading, place), identifier: reading.identifier,
      label: reading.label, value: reading.value, hint: reading.hint)
    node.states = states(of: view, reading, place)
    node.level = node.role == "heading" ? max(place.headingLevel, 1) : 0
    node.range = range(of: view)
    node.actions = reading.customActions.map(\.name)
    let visible = frame.intersects(place.clip) ? frame.intersection(place.clip) : frame
    let tapped = view.ownAccessibility.activationPoint ?? CGPoint(x: visible.midX, y: visible.midY)
    set(&node, frame, tapped)
    let item = Item(node: node, frame: frame, target: .view(view, nil))
    guard view is UITableViewCell else { return [item] + nested }
    var row = listItem(item)
    row.children += nested
    return [row]
  }

  private func set(_ node: inout AccessibilityNode, _ frame: CGRect, _ tapped: CGPoint) {
    (node.x, node.y) = (frame.minX, frame.minY)
    (node.width, node.height) = (frame.width, frame.height)
    (node.activationX, node.activationY) = (tapped.x, tapped.y)
  }

  /// E-964: an entry of `accessibilityElements`.
  private mutating func item(_ entry: Any, _ frame: CGRect, _ place: Place) -> [Item] {
    if let view = entry as? UIView { return visit(view, place).items }
    guard let element = entry as? UIAccessibilityElement, element.isAccessibilityElement,
      let view = element.accessibilityContainer as? UIView
    else { return [] }
    let traits = element.accessibilityTraits
    var node = AccessibilityNode(
      id: element.id, role: role(of: traits, otherwise: "text"), identifier: element.accessibilityIdentifier,
      label: element.accessibilityLabel, value: element.accessibilityValue, hint: element.accessibilityHint)
    node.states = states(of: traits)
    if traits.contains(.button) || traits.contains(.link) { node.states.insert(.interactive) }
    node.actions = (element.accessibilityCustomActions ?? []).map(\.name)
    let box = element.accessibilityFrame
    set(&node, box, element.accessibilityActivationPoint)
    return [Item(node: node, frame: box, target: .view(view, element))]
  }

  /// The elements of a view's class that are not views: segments, wheels of a picker, index titles.
  private func parts(of view: UIView, _ frame: CGRect, _ place: Place) -> [Item] {
    if view is UIPickerView {
      return view.subviewList.compactMap { ($0 as? PickerWheel).map { wheel($0, view) } }
    }
    let parts = view.syntheticElements
    guard !parts.isEmpty else { return [] }
    let isChoice = view is UISegmentedControl
    let items = parts.enumerated().map { index, part in
      var node = AccessibilityNode(
        id: Self.partBit | view.layer.id << 10 | UInt64(index & 1023), role: isChoice ? "radio" : "button",
        identifier: part.identifier, label: part.label, value: part.value)
      node.states = [.interactive]
      if !part.isEnabled { node.states.insert(.disabled) }
      if part.isSelected { node.states.insert(isChoice ? .checked : .selected) }
      set(&node, part.frame, CGPoint(x: part.frame.midX, y: part.frame.midY))
      return Item(node: node, frame: part.frame, target: .view(view, nil))
    }
    let label = AccessibilityReading(view, overrides).label
    return [group(view, isChoice ? "radiogroup" : "group", label, frame, items)]
  }

  private func wheel(_ wheel: PickerWheel, _ picker: UIView) -> Item {
    let frame = wheel.layer.convert(wheel.layer.bounds, to: nil)
    var node = AccessibilityNode(
      id: wheel.layer.id, role: "spinbutton", label: AccessibilityReading(picker, overrides).label,
      value: wheel.title(of: wheel.selected))
    node.states = [.interactive]
    if wheel.count > 0 { node.range = [1, Double(wheel.count), Double(wheel.selected + 1)] }
    set(&node, frame, CGPoint(x: frame.midX, y: frame.midY))
    return Item(node: node, frame: frame, target: .wheel(wheel))
  }

  // NB: each is a bit that no layer's id has, and the ids are exact in JavaScript (below 2^53).
  private static let groupBit: UInt64 = 1 << 50
  private static let itemBit: UInt64 = 1 << 51
  private static let partBit: UInt64 = 1 << 52

  // MARK: Order

  /// E-962: line by line, each in the reading direction. Items are in one line if the middle of one is within
  /// the height of the other.
  static func inReadingOrder(_ items: [Item], _ direction: UIUserInterfaceLayoutDirection) -> [Item] {
    var rest = items.enumerated().sorted { a, b in
      if a.element.rank != b.element.rank { return a.element.rank < b.element.rank }
      if a.element.frame.minY != b.element.frame.minY { return a.element.frame.minY < b.element.frame.minY }
      return a.offset < b.offset
    }.map(\.element)[...]
    var ordered: [Item] = []
    while let first = rest.first {
      let line = rest.prefix { $0.rank == first.rank && isInLine($0.frame, first.frame) }
      ordered += line.enumerated().sorted { a, b in
        let (x, y) = (a.element.frame, b.element.frame)
        if direction == .rightToLeft { return x.maxX != y.maxX ? x.maxX > y.maxX : a.offset < b.offset }
        return x.minX != y.minX ? x.minX < y.minX : a.offset < b.offset
      }.map(\.element)
      rest = rest.dropFirst(line.count)
    }
    return ordered
  }

  private static func isInLine(_ a: CGRect, _ b: CGRect) -> Bool {
    let small = a.height < b.height ? a : b
    let large = a.height < b.height ? b : a
    return small.midY >= large.minY && small.midY <= large.maxY && large.height <= 3 * max(small.height, 1)
  }
}
