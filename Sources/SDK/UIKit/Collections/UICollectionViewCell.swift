import CarobFoundation
import CoreGraphics
import NibFormat

/// One item of a collection view.
///
/// The cell forwards its touches to the collection view, which sets `isHighlighted` and `isSelected` (E-367).
@preconcurrency @MainActor
open class UICollectionViewCell: UICollectionReusableView {
  public enum DragState: Int, Sendable { case none, lifting, dragging }
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepareContent()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepareContent()
    (coder as? NibCoder)?.decodeContent(into: contentView)
  }
  private func prepareContent() {
    contentView.frame = bounds
    contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    insertSubview(contentView, at: 0)
  }
  override class func makeReusable(_ frame: CGRect) -> UICollectionReusableView {
    if self == UICollectionViewCell.self { return UICollectionViewCell(frame: frame) }
    return super.makeReusable(frame)
  }

  open var contentView: UIView { ownContentView }
  private let ownContentView = UIView()
  /// Called when the item is lifted, dragged, and put back (E-510).
  open func dragStateDidChange(_ dragState: DragState) {}
  // E-1020
  private var shownDragState = UICellConfigurationState.DragState.none
  func enter(_ state: DragState) {
    shownDragState = UICellConfigurationState.DragState(rawValue: state.rawValue) ?? .none
    setNeedsUpdateConfiguration()
    dragStateDidChange(state)
  }
  /// The segue that selecting the cell starts.
  var segue: ConnectedSegue?

  // MARK: Background

  open var backgroundView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      showBackgrounds()
    }
  }
  open var selectedBackgroundView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      showBackgrounds()
    }
  }
  /// The background's color, image, corners and border, in place of the background views (C-332).
  open var backgroundConfiguration: UIBackgroundConfiguration? { didSet { showConfiguredBackground() } }
  open var automaticallyUpdatesBackgroundConfiguration = true
  private var configuredBackground: CellBackground?
  var usesBackgroundConfiguration: Bool { configuredBackground != nil }
  private func showConfiguredBackground() {
    CellBackground.show(
      backgroundConfiguration, configurationState,
      updates: automaticallyUpdatesBackgroundConfiguration, in: self, &configuredBackground)
  }
  private func showBackgrounds() {
    if let view = selectedBackgroundView {
      view.frame = bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      if isSelected || isHighlighted {
        if view.superview !== self { insertSubview(view, belowSubview: contentView) }
      } else {
        view.removeFromSuperview()
      }
    }
    if let view = backgroundView, view.superview !== self {
      view.frame = bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      insertSubview(view, at: 0)
    }
  }

  // MARK: Configuration

  open var contentConfiguration: (any UIContentConfiguration)? { didSet { applyConfiguration() } }
  open var automaticallyUpdatesContentConfiguration = true
  private let content = ConfiguredContent()
  private func applyConfiguration() {
    content.show(
      contentConfiguration, configurationState, updates: automaticallyUpdatesContentConfiguration,
      in: contentView)
  }

  open var configurationState: UICellConfigurationState {
    var state = UICellConfigurationState(traitCollection: traitCollection)
    (state.isSelected, state.isHighlighted) = (isSelected, isHighlighted)
    state.isDisabled = !isUserInteractionEnabled
    // E-1020
    state.cellDragState = shownDragState
    state.isPinned = attributes?.isPinned ?? false
    guard let collectionView, let path = attributes?.indexPath else { return state }
    state.isEditing = collectionView.isEditing
    state.isSwiped = collectionView.swipe?.path == path
    state.isReordering = collectionView.movement?.current == path
    state.cellDropState = collectionView.dragging?.dropState(of: path) ?? .none
    state.isExpanded =
      (collectionView.dataSource as? any OutlineSource)?.outlineState(at: path)?.isExpanded ?? false
    return state
  }
  // NB: not isolated to an actor, so that the compiler mangles the property's name the same way in every
  // file.
  public typealias ConfigurationUpdateHandler =
    (_ cell: UICollectionViewCell, _ state: UICellConfigurationState) -> Void
  open var configurationUpdateHandler: ConfigurationUpdateHandler? {
    didSet { setNeedsUpdateConfiguration() }
  }
  /// Called when the collection view begins or ends editing.
  func editingChanged() { setNeedsUpdateConfiguration() }
  private var needsConfiguration = false
  open func setNeedsUpdateConfiguration() {
    needsConfiguration = true
    setNeedsLayout()
  }
  /// Configures the cell for its state. Called once before the cell is displayed, and at most once per run
  /// loop turn in which the state changed (E-368).
  open func updateConfiguration(using state: UICellConfigurationState) {
    configurationUpdateHandler?(self, state)
  }
  func updateConfigurationIfNeeded() {
    guard needsConfiguration else { return }
    needsConfiguration = false
    Journal.deliver(.display, "updateConfiguration(using:)", to: self) {
      updateConfiguration(using: configurationState)
    }
    if contentConfiguration != nil, automaticallyUpdatesContentConfiguration { applyConfiguration() }
    if backgroundConfiguration != nil, automaticallyUpdatesBackgroundConfiguration {
      showConfiguredBackground()
    }
  }
  open override func layoutSubviews() {
    updateConfigurationIfNeeded()
    super.layoutSubviews()
  }

  // MARK: State

  open var isSelected = false { didSet { if oldValue != isSelected { stateChanged() } } }
  open var isHighlighted = false { didSet { if oldValue != isHighlighted { stateChanged() } } }
  private func stateChanged() {
    showBackgrounds()
    setNeedsUpdateConfiguration()
  }

  /// Returns attributes with the size that the content view's constraints give, if there are any (E-365).
  open override func preferredLayoutAttributesFitting(
    _ layoutAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutAttributes {
    let room = layoutAttributes.size
    let size: CGSize
    if !contentView.constraints.isEmpty {
      let keepsWidth = collectionView?.collectionViewLayout.measuredWidthIsFixed ?? false
      size = contentView.systemLayoutSizeFitting(
        room, withHorizontalFittingPriority: keepsWidth ? .required : .fittingSizeLevel,
        verticalFittingPriority: .fittingSizeLevel)
    } else if let configured = content.view {
      size = configured.sizeThatFits(room)
    } else {
      return layoutAttributes
    }
    guard size.width > 0, size.height > 0,
      let copy = layoutAttributes.copy(with: nil)
        as? UICollectionViewLayoutAttributes
    else { return layoutAttributes }
    copy.size = size
    return copy
  }

  // MARK: Touches, forwarded to the collection view

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let collectionView else { return super.touchesBegan(touches, with: event) }
    collectionView.touchBegan(self)
  }
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, let collectionView else { return }
    if !point(inside: touch.location(in: self), with: event) { collectionView.touchCancelled() }
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let collectionView else { return super.touchesEnded(touches, with: event) }
    collectionView.touchEnded(self)
  }
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    collectionView?.touchCancelled()
  }

  // MARK: Accessibility and scripts

  override var defaultIsAccessibilityElement: Bool { !contentView.shownTexts.isEmpty }
  override var defaultAccessibilityLabel: String? {
    let texts = contentView.shownTexts
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
  override var elementText: String? { contentView.shownTexts.first }
  override var defaultAccessibilityTraits: UIAccessibilityTraits { isSelected ? [.selected] : [] }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UICollectionViewCell.self,
      {
        [
          "backgroundView": \.backgroundView, "selectedBackgroundView": \.selectedBackgroundView,
          "contentConfiguration": \.contentConfiguration,
          "backgroundConfiguration": \.backgroundConfiguration,
          "automaticallyUpdatesBackgroundConfiguration": \.automaticallyUpdatesBackgroundConfiguration,
          "automaticallyUpdatesContentConfiguration": \.automaticallyUpdatesContentConfiguration,
          "configurationUpdateHandler": \.configurationUpdateHandler, "selected": \.isSelected,
          "highlighted": \.isHighlighted,
        ]
      },
      readOnly: {
        [
          "contentView": \.contentView, "configurationState": \.configurationState,
        ]
      }
    )
  }
}

extension UIView {
  /// The texts of the labels in the view, from the back to the front.
  var shownTexts: [String] {
    subviewList.filter { !$0.layer.isHidden }.flatMap { child -> [String] in
      if let text = (child as? UILabel)?.shownText, !text.isEmpty { return [text] }
      return child.shownTexts
    }
  }
}
