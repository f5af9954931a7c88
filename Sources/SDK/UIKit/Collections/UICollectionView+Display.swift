@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Shows the elements that are in the visible bounds: makes, measures, places and recycles their views.
extension UICollectionView {
  /// Shows the elements in the visible bounds; returns true if self-sizing cells changed the layout.
  func layoutVisible() -> Bool {
    let window = bounds
    var wanted = (placedElements(in: window) ?? []).filter {
      $0.frame.overlaps(window) && isThere($0)
    }
    if let moving = movingAttributes {
      wanted.removeAll { $0.key == moving.key }
      wanted.append(moving)
    }
    wanted.sort { $0.key < $1.key }
    let keys = Set(wanted.map(\.key))
    for (element, view) in shownInOrder where !keys.contains(element) {
      shown[element] = nil
      recycle(view, element, tells: true)
    }
    // Measure all cells before the layout is prepared with their sizes.
    var moved = false
    for attributes in wanted where attributes.representedElementCategory == .cell {
      if !show(attributes) { moved = true }
    }
    if moved { return true }
    for attributes in wanted where attributes.representedElementCategory != .cell { _ = show(attributes) }
    return false
  }

  /// A custom layout may return attributes for items that do not exist.
  private func isThere(_ attributes: UICollectionViewLayoutAttributes) -> Bool {
    attributes.representedElementCategory != .cell || isThere(attributes.indexPath)
  }

  /// Returns false if the layout adopted the cell's measured size and has to be prepared again.
  private func show(_ attributes: UICollectionViewLayoutAttributes) -> Bool {
    let element = attributes.key
    if let view = shown[element] {
      apply(attributes, to: view)
      return true
    }
    guard let view = makeView(attributes) else { return true }
    shown[element] = view
    view.collectionView = self
    let appearing = fadesIn ? initialAttributes(element) : nil
    UIView.performWithoutAnimation {
      apply(appearing ?? attributes, to: view)
      if fadesIn, appearing == nil { view.alpha = 0 }
      if let cell = view as? UICollectionViewCell {
        cell.isSelected = selection.contains(element.path)
        cell.setNeedsUpdateConfiguration()
        cell.updateConfigurationIfNeeded()
      }
      if view.superview !== self { insertSubview(view, at: depth(element)) }
    }
    if let cell = view as? UICollectionViewCell, measures(cell, attributes) { return false }
    if fadesIn { apply(attributes, to: view) }
    notifyWillDisplay(view, element)
    return true
  }

  /// E-365: asks a new cell for its preferred size; returns true if the layout adopts it.
  private func measures(_ cell: UICollectionViewCell, _ attributes: UICollectionViewLayoutAttributes) -> Bool
  {
    guard layout.measuresViews else { return false }
    let preferred = cell.preferredLayoutAttributesFitting(attributes)
    isFollowingLayout = true
    defer { isFollowingLayout = false }
    guard layout.adopt(preferred, of: attributes) else { return false }
    // NB: the cell is kept, and `willDisplay` is called when it has its final frame.
    waiting[attributes.key] = cell
    shown[attributes.key] = nil
    return true
  }
  /// The subview index for an element: decoration views are at the back, then cells, then supplementary
  /// views.
  private func depth(_ element: CollectionElement) -> Int {
    let below = backgroundView == nil ? 0 : 1
    switch element.category {
    case .decorationView: return below
    case .cell:
      return below + shown.count { $0.key.category != .supplementaryView && $0.value.superview === self }
    case .supplementaryView: return min(subviews.count, below + shown.count { $0.value.superview === self })
    }
  }

  private func apply(_ attributes: UICollectionViewLayoutAttributes, to view: UICollectionReusableView) {
    // E-1020
    if view.attributes?.isPinned ?? false != attributes.isPinned {
      (view as? UICollectionViewCell)?.setNeedsUpdateConfiguration()
    }
    view.attributes = attributes
    view.apply(attributes)
    // E-275: the swiped item is beside its place. Its cell moves only once, also in an animation.
    if let swipe, swipe.path == attributes.indexPath, attributes.representedElementCategory == .cell,
      let moved = attributes.copy(with: nil) as? UICollectionViewLayoutAttributes
    {
      moved.center.x += swipe.offset
      moved.place(view)
    } else {
      attributes.place(view)
    }
  }

  private func makeView(_ attributes: UICollectionViewLayoutAttributes) -> UICollectionReusableView? {
    if let view = waiting.removeValue(forKey: attributes.key) { return view }
    guard let dataSource else { return nil }
    // C-312: while an item is dragged, the data source still has the old order.
    let path = movement?.original(attributes.indexPath) ?? attributes.indexPath
    dequeuing = attributes
    defer { dequeuing = nil }
    switch attributes.representedElementCategory {
    case .cell:
      let cell = Journal.query(.dataSource, "collectionView(_:cellForItemAt:)", to: dataSource, from: self) {
        dataSource.collectionView(self, cellForItemAt: path)
      }
      if cell.reuseIdentifier == nil {
        NSException.raise(
          .internalInconsistencyException,
          "the cell returned from -collectionView:cellForItemAtIndexPath: does not have a reuseIdentifier - cells "
            + "must be retrieved by calling -dequeueReusableCellWithReuseIdentifier:forIndexPath:")
      }
      return cell
    case .supplementaryView:
      let kind = attributes.representedElementKind ?? ""
      let view = dataSource.ask(
        from: self, mechanism: .dataSource, "collectionView(_:viewForSupplementaryElementOfKind:at:)",
        "collectionView:viewForSupplementaryElementOfKind:atIndexPath:"
      ) { $0.collectionView(self, viewForSupplementaryElementOfKind: kind, at: path) }
      guard let view, view.reuseIdentifier != nil else {
        NSException.raise(
          .internalInconsistencyException,
          "the view returned from -collectionView:viewForSupplementaryElementOfKind:atIndexPath: (\(kind),"
            + "\(path)) was not retrieved by calling "
            + "-dequeueReusableSupplementaryViewOfKind:withReuseIdentifier:forIndexPath: or is nil")
      }
      return view
    case .decorationView:
      let kind = attributes.representedElementKind ?? ""
      if let nib = layout.decorationNibs[kind] {
        return nib.instantiate(withOwner: nil).lazy.compactMap { $0 as? UICollectionReusableView }.first
      }
      return (layout.decorationClasses[kind] as? UICollectionReusableView.Type)?.makeReusable(
        attributes.frame)
    }
  }

  private func notifyWillDisplay(_ view: UICollectionReusableView, _ element: CollectionElement) {
    if let cell = view as? UICollectionViewCell, element.category == .cell {
      collectionDelegate?.tell(
        from: self, "collectionView(_:willDisplay:forItemAt:)",
        "collectionView:willDisplayCell:forItemAtIndexPath:"
      ) { $0.collectionView(self, willDisplay: cell, forItemAt: element.path) }
    } else if element.category == .supplementaryView {
      collectionDelegate?.tell(
        from: self, "collectionView(_:willDisplaySupplementaryView:forElementKind:at:)",
        "collectionView:willDisplaySupplementaryView:forElementKind:atIndexPath:"
      ) {
        $0.collectionView(
          self, willDisplaySupplementaryView: view, forElementKind: element.kind, at: element.path)
      }
    }
  }

  func recycle(_ view: UICollectionReusableView, _ element: CollectionElement, tells: Bool) {
    if pressed === view { pressed = nil }
    view.removeFromSuperview()
    view.collectionView = nil
    view.attributes = nil
    if tells, let cell = view as? UICollectionViewCell, element.category == .cell {
      collectionDelegate?.tell(
        from: self, "collectionView(_:didEndDisplaying:forItemAt:)",
        "collectionView:didEndDisplayingCell:forItemAtIndexPath:"
      ) { $0.collectionView(self, didEndDisplaying: cell, forItemAt: element.path) }
    } else if tells, element.category == .supplementaryView {
      collectionDelegate?.tell(
        from: self, "collectionView(_:didEndDisplayingSupplementaryView:forElementOfKind:at:)",
        "collectionView:didEndDisplayingSupplementaryView:forElementOfKind:atIndexPath:"
      ) {
        $0.collectionView(
          self, didEndDisplayingSupplementaryView: view, forElementOfKind: element.kind, at: element.path)
      }
    }
    reuse.queue(view, element)
  }

  // MARK: Prefetching

  /// E-390: after the visible cells are laid out, prefetches the next screen of items in the scroll
  /// direction.
  func prefetch() {
    guard let prefetchDataSource, isPrefetchingEnabled, window != nil else { return }
    let screen = bounds
    let isSideways = contentSize.width > screen.width + 0.5 && contentSize.height <= screen.height + 0.5
    let step = isSideways ? screen.width : screen.height
    let isForward = prefetching.isGoingForward(at: isSideways ? screen.minX : screen.minY)
    let way = isForward ? step : -step
    let next = screen.offsetBy(dx: isSideways ? way : 0, dy: isSideways ? 0 : way)
    let found = (placedElements(in: next) ?? []).filter {
      $0.representedElementCategory == .cell && $0.frame.overlaps(next) && isThere($0)
    }.map(\.indexPath).sorted()
    let (fetch, cancel) = prefetching.update(
      shown: shownCells.map(\.path), ahead: isForward ? found : found.reversed())
    if !fetch.isEmpty {
      Journal.deliver(
        .dataSource, "collectionView(_:prefetchItemsAt:)", to: prefetchDataSource, from: self,
        category: .functional
      ) { prefetchDataSource.collectionView(self, prefetchItemsAt: fetch) }
    }
    guard !cancel.isEmpty else { return }
    prefetchDataSource.tell(
      from: self, "collectionView(_:cancelPrefetchingForItemsAt:)",
      "collectionView:cancelPrefetchingForItemsAtIndexPaths:"
    ) { $0.collectionView(self, cancelPrefetchingForItemsAt: cancel) }
  }
}
