import CarobFoundation

/// Bar items that belong together (C-342).
///
/// DEVIATION: the items are always shown; the representative item, which the platform shows in their place
/// where room is scarce, is not.
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
  open var representativeItem: UIBarButtonItem?
  open var isDisplayingRepresentativeItem: Bool { false }
  open var alwaysAvailable = false
  open var isHidden = false { didSet { if oldValue != isHidden { onChange?() } } }
  var onChange: (() -> Void)?
}

/// The shortcut items of a text object's keyboard.
@preconcurrency @MainActor
open class UITextInputAssistantItem: _MainActorNSObject {
  open var allowsHidingShortcuts = true
  /// There is no shortcut bar on a phone's keyboard, so that the groups are not shown.
  open var leadingBarButtonGroups: [UIBarButtonItemGroup] = []
  open var trailingBarButtonGroups: [UIBarButtonItemGroup] = []
}
