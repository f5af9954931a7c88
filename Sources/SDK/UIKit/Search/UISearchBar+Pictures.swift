@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Images of a search bar in place of the standard ones, by state (E-710, C-346).
struct SearchPictures {
  struct Key: Hashable {
    let icon: UISearchBar.Icon
    let state: UInt
  }
  var icons: [Key: UIImage] = [:]
  var iconPlaces: [UISearchBar.Icon: UIOffset] = [:]
  var fields: [UInt: UIImage] = [:]

  func icon(_ icon: UISearchBar.Icon, _ state: UIControl.State) -> UIImage? {
    icons[Key(icon: icon, state: state.rawValue)]
      ?? icons[Key(icon: icon, state: UIControl.State.normal.rawValue)]
  }
}

extension UISearchBar {
  public enum Icon: Int, Sendable { case search, clear, bookmark, resultsList }

  public func setImage(_ iconImage: UIImage?, for icon: Icon, state: UIControl.State) {
    pictures.icons[.init(icon: icon, state: state.rawValue)] = iconImage
    picturesChanged()
  }
  /// The image that was set; for the search icon in its normal state, the one that is shown.
  public func image(for icon: Icon, state: UIControl.State) -> UIImage? {
    icon == .search && state == .normal
      ? glass.image : pictures.icons[.init(icon: icon, state: state.rawValue)]
  }
  /// Moves an icon from its usual place, in points.
  public func setPositionAdjustment(_ adjustment: UIOffset, for icon: Icon) {
    pictures.iconPlaces[icon] = adjustment
    if icon == .clear, adjustment != .zero {
      unimplemented("UISearchBar.setPositionAdjustment(_:for: .clear)")
    }
    picturesChanged()
  }
  public func positionAdjustment(for icon: Icon) -> UIOffset { pictures.iconPlaces[icon] ?? .zero }

  public func setSearchFieldBackgroundImage(_ backgroundImage: UIImage?, for state: UIControl.State) {
    pictures.fields[state.rawValue] = backgroundImage
    picturesChanged()
  }
  public func searchFieldBackgroundImage(for state: UIControl.State) -> UIImage? {
    pictures.fields[state.rawValue]
  }

  /// Shows the images for the current state.
  func picturesChanged() {
    let state: UIControl.State = searchTextField.isEnabled ? .normal : .disabled
    glass.image = pictures.icon(.search, state) ?? UIImage(systemName: "magnifyingglass")
    searchTextField.clearImage = pictures.icon(.clear, state)
    if !pictures.fields.isEmpty || hasFieldPicture {
      let image = pictures.fields[state.rawValue] ?? pictures.fields[UIControl.State.normal.rawValue]
      hasFieldPicture = image != nil
      searchTextField.background = image
      searchTextField.backgroundColor = image == nil ? .tertiarySystemFill : .clear
    }
    sideButtonsChanged()
    setNeedsLayout()
  }

  // MARK: Buttons in the field (C-345)

  /// Shows the button for the list of results, or else that for bookmarks, at the end of the field.
  func sideButtonsChanged() {
    guard showsSearchResultsButton || showsBookmarkButton else {
      if sideButton != nil { searchTextField.rightView = nil }
      sideButton = nil
      return
    }
    let button = sideButton ?? TapButton(type: .custom)
    sideButton = button
    button.tintColor = .secondaryLabel
    button.bounds.size = CGSize(width: 24, height: 24)
    let icon: Icon = showsSearchResultsButton ? .resultsList : .bookmark
    let standard = UIImage(systemName: showsSearchResultsButton ? "list.bullet" : "book")
    button.setImage(pictures.icon(icon, .normal) ?? standard, for: .normal)
    button.setImage(pictures.icon(icon, .highlighted) ?? standard, for: .highlighted)
    button.setImage(pictures.icon(icon, .selected) ?? standard, for: .selected)
    button.isSelected = showsSearchResultsButton && isSearchResultsButtonSelected
    let way = pictures.iconPlaces[icon] ?? .zero
    button.imageEdgeInsets = UIEdgeInsets(
      top: way.vertical, left: way.horizontal, bottom: -way.vertical, right: -way.horizontal)
    button.accessibilityLabel = showsSearchResultsButton ? "Results" : "Bookmarks"
    button.onTap = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.sideButtonTapped() }
    searchTextField.rightView = button
    searchTextField.rightViewMode = .always
  }
  private func sideButtonTapped() {
    if showsSearchResultsButton {
      delegate?.tell(
        from: self, "searchBarResultsListButtonClicked(_:)", "searchBarResultsListButtonClicked:"
      ) { $0.searchBarResultsListButtonClicked(self) }
    } else {
      delegate?.tell(from: self, "searchBarBookmarkButtonClicked(_:)", "searchBarBookmarkButtonClicked:") {
        $0.searchBarBookmarkButtonClicked(self)
      }
    }
  }

  // MARK: Scopes

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
