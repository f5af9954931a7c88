import CarobFoundation
import CoreGraphics

/// Custom images of a search bar (E-710).
extension UISearchBar {
  public enum Icon: Int, Sendable { case search, clear, bookmark, resultsList }

  /// Replaces the magnifying glass; the other icons are not implemented.
  public func setImage(_ iconImage: UIImage?, for icon: Icon, state: UIControl.State) {
    guard icon == .search, state == .normal else {
      if iconImage != nil { unimplemented("UISearchBar.setImage(_:for:state:) for icons other than search") }
      return
    }
    glass.image = iconImage ?? UIImage(systemName: "magnifyingglass")
  }
  public func image(for icon: Icon, state: UIControl.State) -> UIImage? {
    icon == .search && state == .normal ? glass.image : nil
  }

  /// Sets an image in place of the text field's background.
  public func setSearchFieldBackgroundImage(_ backgroundImage: UIImage?, for state: UIControl.State) {
    guard state == .normal else {
      if backgroundImage != nil {
        unimplemented("UISearchBar.setSearchFieldBackgroundImage(_:for:) for states other than normal")
      }
      return
    }
    searchTextField.background = backgroundImage
    searchTextField.backgroundColor = backgroundImage == nil ? .tertiarySystemFill : .clear
  }
  public func searchFieldBackgroundImage(for state: UIControl.State) -> UIImage? {
    state == .normal ? searchTextField.background : nil
  }

  /// An image behind the scope buttons, as wide as the bar.
  public var scopeBarBackgroundImage: UIImage? {
    get { scopeBackdrop.image }
    set { scopeBackdrop.image = newValue }
  }
  public func setScopeBarButtonBackgroundImage(_ backgroundImage: UIImage?, for state: UIControl.State) {
    scopes.setBackgroundImage(backgroundImage, for: state, barMetrics: .default)
  }
  public func scopeBarButtonBackgroundImage(for state: UIControl.State) -> UIImage? {
    scopes.backgroundImage(for: state, barMetrics: .default)
  }
  public func setScopeBarButtonDividerImage(
    _ dividerImage: UIImage?, forLeftSegmentState leftState: UIControl.State,
    rightSegmentState rightState: UIControl.State
  ) {
    scopes.setDividerImage(
      dividerImage, forLeftSegmentState: leftState, rightSegmentState: rightState, barMetrics: .default)
  }
  public func scopeBarButtonDividerImage(
    forLeftSegmentState leftState: UIControl.State, rightSegmentState rightState: UIControl.State
  ) -> UIImage? {
    scopes.dividerImage(
      forLeftSegmentState: leftState, rightSegmentState: rightState, barMetrics: .default)
  }
  public func setScopeBarButtonTitleTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
  ) { scopes.setTitleTextAttributes(attributes, for: state) }
  public func scopeBarButtonTitleTextAttributes(
    for state: UIControl.State
  ) -> [NSAttributedString.Key: Any]? { scopes.titleTextAttributes(for: state) }
}
