import CarobFoundation
@_spi(Hazards) import CarobRuntime

/// Bar items that belong together (C-342).
///
/// Where a navigation bar has too little room, the group's representative item is shown in their place; without
/// an action of its own it opens a menu of the items (E-1023).
@preconcurrency @MainActor
open class UIBarButtonItemGroup: _MainActorNSObject {
  public init(barButtonItems: [UIBarButtonItem], representativeItem: UIBarButtonItem?) {
    self.barButtonItems = barButtonItems
    self.representativeItem = representativeItem
    super.init()
  }
  public convenience init(
    items: [UIBarButtonItem] = [], representativeItem: UIBarButtonItem? = nil
  ) { self.init(barButtonItems: items, representativeItem: representativeItem) }
  public class func fixedGroup(
    representativeItem: UIBarButtonItem? = nil, items: [UIBarButtonItem]
  ) -> UIBarButtonItemGroup {
    UIBarButtonItemGroup(barButtonItems: items, representativeItem: representativeItem)
  }

  open var barButtonItems: [UIBarButtonItem] { didSet { onChange?() } }
  open var representativeItem: UIBarButtonItem? { didSet { onChange?() } }
  open internal(set) var isDisplayingRepresentativeItem = false
  /// Whether the items stay in a menu after the user has removed them from the bar. The user cannot do that here.
  open var alwaysAvailable = false
  /// The items that the bar shows for the group.
  var shownItems: [UIBarButtonItem] {
    if isDisplayingRepresentativeItem, let representativeItem { return [representativeItem] }
    return barButtonItems
  }
  func updateMenu() {
    guard let representativeItem else { return }
    representativeItem.menuOfGroup =
      !isDisplayingRepresentativeItem || representativeItem.hasAction
      ? nil
      : UIMenu(
        children: barButtonItems.map { item in
          UIAction(
            title: item.accessibilityName ?? "", image: item.image,
            attributes: item.isEnabled ? [] : .disabled
          ) { [item = ZeroingElement(item)] _ in item.object?.trigger() }
        })
  }
  open var isHidden = false { didSet { if oldValue != isHidden { onChange?() } } }
  var onChange: (() -> Void)?
}
