import CarobFoundation

/// A key for a value of an app's own in a configuration state.
public struct UIConfigurationStateCustomKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The state of a view other than a cell that configurations may depend on.
public struct UIViewConfigurationState: UIConfigurationState, Hashable, @unchecked Sendable {
  // @unchecked because a trait collection does not change, and custom values are the app's.
  public var traitCollection: UITraitCollection
  public var isSelected = false
  public var isHighlighted = false
  public var isFocused = false
  public var isDisabled = false
  public var isPinned = false
  private var custom: [UIConfigurationStateCustomKey: AnyHashable] = [:]
  public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }
  public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
    get { custom[key] }
    set { custom[key] = newValue }
  }
}

/// The state of a cell that its configurations may depend on (E-368).
public struct UICellConfigurationState: UIConfigurationState, Hashable, @unchecked Sendable {
  // @unchecked because a trait collection does not change, and custom values are the app's.
  public enum DragState: Int, Sendable { case none, lifting, dragging }
  public enum DropState: Int, Sendable { case none, notTargeted, targeted }

  /// The traits of the cell.
  public var traitCollection: UITraitCollection
  public var isSelected = false
  public var isHighlighted = false
  public var isFocused = false
  /// Whether the cell ignores touches.
  public var isDisabled = false
  public var isPinned = false
  public var isEditing = false
  /// Whether the cell's item is expanded in an outline.
  public var isExpanded = false
  /// Whether swipe actions are visible beside the cell.
  public var isSwiped = false
  /// Whether the cell is dragged to another place in the list.
  public var isReordering = false
  public var cellDragState = DragState.none
  public var cellDropState = DropState.none
  private var custom: [UIConfigurationStateCustomKey: AnyHashable] = [:]

  public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }
  public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
    get { custom[key] }
    set { custom[key] = newValue }
  }
}
