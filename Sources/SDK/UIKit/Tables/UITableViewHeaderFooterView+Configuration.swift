import CarobFoundation
import CarobRuntime
import CoreGraphics

// E-1092: content and background configurations of a header or footer, and the state that they depend on.
extension UITableViewHeaderFooterView {
  func showContentConfiguration() {
    content.show(
      contentConfiguration, configurationState, updates: automaticallyUpdatesContentConfiguration,
      in: contentView)
    setNeedsLayout()
  }

  func showBackgroundConfiguration() {
    CellBackground.show(
      backgroundConfiguration, configurationState, updates: automaticallyUpdatesBackgroundConfiguration,
      in: self, &configuredBackground)
  }

  var isInPlainTable: Bool { (superview as? UITableView)?.style ?? .plain == .plain }

  var standardContent: UIListContentConfiguration {
    switch (isInPlainTable, isFooter) {
    case (true, false): .plainHeader()
    case (true, true): .plainFooter()
    case (false, false): .groupedHeader()
    case (false, true): .groupedFooter()
    }
  }

  var ownConfigurationState: UIViewConfigurationState {
    var state = UIViewConfigurationState(traitCollection: traitCollection)
    (state.isDisabled, state.isPinned) = (!isUserInteractionEnabled, isPinned)
    return state
  }

  /// Called before the view is measured and shown.
  func prepareForDisplay(isHeader: Bool, isPinned: Bool) {
    (isFooter, self.isPinned) = (!isHeader, isPinned)
    needsConfiguration = true
    updateConfigurationIfNeeded()
  }

  func updateConfigurationIfNeeded() {
    guard needsConfiguration else { return }
    needsConfiguration = false
    Journal.deliver(.display, "updateConfiguration(using:)", to: self) {
      updateConfiguration(using: configurationState)
    }
    if contentConfiguration != nil, automaticallyUpdatesContentConfiguration { showContentConfiguration() }
    if backgroundConfiguration != nil, automaticallyUpdatesBackgroundConfiguration {
      showBackgroundConfiguration()
    }
  }

  /// The height of the content configuration's view, in points; nil without one.
  func configuredHeight(width: CGFloat) -> CGFloat? {
    content.view.map { $0.sizeThatFits(CGSize(width: width, height: 0)).height }
  }
}
