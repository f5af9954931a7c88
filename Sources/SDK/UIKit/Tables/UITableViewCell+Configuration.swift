import CarobFoundation
import CarobRuntime

// E-1092: content and background configurations of a row, and the state that they depend on.
extension UITableViewCell {
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
    look()
  }

  var ownConfigurationState: UICellConfigurationState {
    var state = UICellConfigurationState(traitCollection: traitCollection)
    (state.isSelected, state.isHighlighted) = (isSelected, isHighlighted)
    (state.isDisabled, state.isEditing) = (!isUserInteractionEnabled, isEditing)
    state.cellDragState = shownDragState
    guard let table, let indexPath else { return state }
    state.isSwiped = table.swipe?.path == indexPath
    state.isReordering = table.reordering?.cell === self
    return state
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

  /// Called when the row is lifted, dragged and put back (E-510).
  func enter(_ state: DragState) {
    shownDragState = UICellConfigurationState.DragState(rawValue: state.rawValue) ?? .none
    setNeedsUpdateConfiguration()
    dragStateDidChange(state)
  }
}
