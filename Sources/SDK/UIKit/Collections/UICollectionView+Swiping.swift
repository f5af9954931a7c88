@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

// C-326: swipe actions of list sections, as of tables (E-275).
extension UICollectionView: SwipeableList {
  /// Adds the recognizer once a section has actions.
  private func installSwipes() {
    guard swipeRecognizer == nil,
      (collectionViewLayout as? UICollectionViewCompositionalLayout)?.hasSwipes == true
    else { return }
    let recognizer = RowSwipeRecognizer(self)
    recognizer.addTarget(self, action: "carob_swipe")
    swipeRecognizer = recognizer
    addGestureRecognizer(recognizer)
  }

  func mayBeginSwipe(at point: CGPoint, towardsLeft: Bool) -> Bool {
    if let swipe {
      // A swipe on the open item moves it again; a touch anywhere else closes the buttons.
      if let path = swipe.path, cellForItem(at: path)?.frame.contains(point) == true { return true }
      closeSwipe()
      return false
    }
    guard !isEditing, movement == nil, let path = indexPathForItem(at: point),
      cellForItem(at: path) is UICollectionViewListCell,
      let list = (collectionViewLayout as? UICollectionViewCompositionalLayout)?.list(path.section)
    else { return false }
    let side = RowSwipe.Side(towardsLeft: towardsLeft, effectiveUserInterfaceLayoutDirection)
    let provider =
      side == .leading
      ? list.configuration.leadingSwipeActionsConfigurationProvider
      : list.configuration.trailingSwipeActionsConfigurationProvider
    guard let configuration = provider?(path), !configuration.actions.isEmpty else { return false }
    swipe = RowSwipe(
      path, side, configuration.actions, allowsFullSwipe: configuration.performsFirstActionWithFullSwipe,
      isDefault: false)
    return true
  }

  func swiped() {
    guard let swipe, let recognizer = swipeRecognizer else { return }
    switch recognizer.state {
    case .began:
      if swipe.view.superview == nil { open(swipe) }
      swipe.start = swipe.offset
      pull(swipe, recognizer)
    case .changed: pull(swipe, recognizer)
    case .ended: release(swipe, recognizer)
    case .cancelled, .failed: closeSwipe()
    default: break
    }
  }

  /// Uncovers the trailing actions of an item, as a swipe does; the default of the delete accessory.
  func uncoverSwipe(_ path: IndexPath) {
    if swipe != nil { return closeSwipe() }
    guard let list = (collectionViewLayout as? UICollectionViewCompositionalLayout)?.list(path.section),
      let configuration = list.configuration.trailingSwipeActionsConfigurationProvider?(path),
      !configuration.actions.isEmpty
    else { return }
    let next = RowSwipe(
      path, .trailing, configuration.actions,
      allowsFullSwipe: configuration.performsFirstActionWithFullSwipe, isDefault: false)
    swipe = next
    open(next)
    settle()
  }

  private func open(_ swipe: RowSwipe) {
    swipe.view.chosen = { [weakSelf = ZeroingElement(self)] action, view in
      weakSelf.object?.chosen(action, view)
    }
    insertSubview(swipe.view, at: backgroundView == nil ? 0 : 1)
    UIView.performWithoutAnimation { placeSwipe() }
    swipe.path.flatMap(cellForItem)?.setNeedsUpdateConfiguration()
  }
  private func pull(_ swipe: RowSwipe, _ recognizer: RowSwipeRecognizer) {
    let offset = swipe.start + recognizer.translation(in: self).x
    swipe.offset = swipe.side == .trailing ? min(0, offset) : max(0, offset)
    setNeedsLayout()
  }
  private func release(_ swipe: RowSwipe, _ recognizer: RowSwipeRecognizer) {
    let width = swipe.path.flatMap(cellForItem)?.bounds.width ?? bounds.width
    switch swipe.outcome(velocity: recognizer.velocity(in: self).x, width: width) {
    case .perform(let action, let button):
      settle()
      chosen(action, button)
    case .open: settle()
    case .close: closeSwipe()
    }
  }
  private func settle() {
    guard let swipe else { return }
    swipe.offset = swipe.openOffset
    setNeedsLayout()
    UIView.animate(
      withDuration: 0.25, delay: 0, options: [.internalTransition], animations: { self.layoutIfNeeded() })
  }

  private func chosen(_ action: UIContextualAction, _ button: UIView) {
    guard let swipe, swipe.path != nil else { return }
    action.perform(from: self, button) { [weakSelf = ZeroingElement(self), swipe = ZeroingElement(swipe)] in
      // The buttons close when the action reports that it is done, unless another swipe has replaced them.
      if let self = weakSelf.object, let swipe = swipe.object, self.swipe === swipe { self.closeSwipe() }
    }
  }

  func closeSwipe() {
    guard let swipe else { return }
    self.swipe = nil
    let cell = swipe.path.flatMap(cellForItem)
    cell?.setNeedsUpdateConfiguration()
    swipe.view.isUserInteractionEnabled = false
    swipe.view.accessibilityElementsHidden = true
    guard swipe.view.superview != nil, let cell, window != nil else {
      return swipe.view.removeFromSuperview()
    }
    setNeedsLayout()
    UIView.animate(
      withDuration: 0.25, delay: 0, options: [.internalTransition],
      animations: {
        swipe.offset = 0
        self.layoutIfNeeded()
        self.place(swipe, beside: cell)
      }, completion: { _ in swipe.view.removeFromSuperview() })
  }

  /// Places the buttons beside the item.
  func placeSwipe() {
    installSwipes()
    guard let swipe, swipe.view.superview != nil, let cell = swipe.path.flatMap(cellForItem) else { return }
    place(swipe, beside: cell)
  }
  private func place(_ swipe: RowSwipe, beside cell: UIView) {
    let width = abs(swipe.offset)
    swipe.view.frame = CGRect(
      x: swipe.side == .trailing ? cell.frame.maxX : cell.frame.minX - width, y: cell.frame.minY,
      width: width, height: cell.frame.height)
    swipe.view.layoutIfNeeded()
  }

  /// Keeps the buttons beside their item after an update.
  func swipedItemMoved(_ place: (IndexPath) -> IndexPath?) {
    guard let swipe, let path = swipe.path else { return }
    swipe.path = place(path)
    if swipe.path == nil { swipe.view.removeFromSuperview() }
  }
}
