import CarobFoundation
import QuartzCore

// E-276, E-370: batch updates, and how the visible views follow them.
extension UICollectionView {
  /// Adds a change to the open batch, or runs it as a batch of its own.
  func update(_ change: @escaping (inout ListUpdate) -> Void) {
    if batch != nil { change(&batch!) } else { runBatch({ change(&self.batch!) }, nil) }
  }

  func runBatch(_ updates: (() -> Void)?, _ completion: ((Bool) -> Void)?) {
    // NB: a nested batch is merged into the outer one.
    if batch != nil {
      updates?()
      if let completion { LayerAnimations.afterCommit { completion(true) } }
      return
    }
    // E-370.1: the old counts are those of the last layout; if there are none, ask the data source now.
    let old = count()
    batch = ListUpdate()
    updates?()
    guard let changes = batch else { return }
    batch = nil
    finish(changes, old, completion)
  }

  private func finish(_ changes: ListUpdate, _ old: [Int], _ completion: ((Bool) -> Void)?) {
    movement = nil
    invalidateCounts()
    let new = count()
    do {
      let outcome = try changes.outcome(
        old: old, new: new, words: ListUpdate.Words(items: "items", container: "collection view"))
      collectionViewLayout.invalidate(everything: false)
      rearrange(outcome.reloaded) {
        outcome.place(of: $0)
      } sections: {
        outcome.sections[$0]
      } removed: {
        remove($1, $0)
      }
      if window != nil { prepareForQuestion() }
      collectionViewLayout.prepare(forCollectionViewUpdates: changes.items)
      followTargetOffset()
      change(animated: true) { [collectionViewLayout] finished in
        collectionViewLayout.finalizeCollectionViewUpdates()
        completion?(finished)
      }
    } catch {
      NSException.raise(.internalInconsistencyException, error.reason)
    }
  }

  /// E-370.2: remaining items keep their cells and their selection. Removed and reloaded ones are recycled
  /// with `didEndDisplaying`; cells of reloaded items are requested again.
  func rearrange(
    _ reloaded: Set<IndexPath>, places: (IndexPath) -> IndexPath?, sections: (Int) -> Int?,
    removed: (CollectionElement, UICollectionReusableView) -> Void
  ) {
    let before = shownInOrder
    shown = [:]
    for (element, view) in before {
      var place: IndexPath?
      if element.category == .cell {
        place = reloaded.contains(element.path) ? nil : places(element.path)
      } else {
        place = sections(element.path.section).map {
          var path = element.path
          path.section = $0
          return path
        }
      }
      guard let place else {
        removed(element, view)
        continue
      }
      shown[CollectionElement(category: element.category, kind: element.kind, path: place)] = view
    }
    selection = selection.compactMap(places)
    swipedItemMoved { reloaded.contains($0) ? nil : places($0) }
  }

  /// Whether changes are animated now.
  var animatesChanges: Bool { window != nil && UIView.areAnimationsEnabled }

  /// Takes a removed view out of the collection view: at once, or after the animation of its removal.
  func remove(_ view: UICollectionReusableView, _ element: CollectionElement) {
    if animatesChanges {
      leaving.append((element, view))
    } else {
      recycle(view, element, tells: true)
    }
  }
  /// Ends the animations of removed views.
  func dropLeaving() {
    for (element, view) in leaving { recycle(view, element, tells: false) }
    leaving = []
  }
  /// C-314: the attributes to which a removed view is animated; nil to fade out.
  private func finalAttributes(_ element: CollectionElement) -> UICollectionViewLayoutAttributes? {
    switch element.category {
    case .cell: collectionViewLayout.finalLayoutAttributesForDisappearingItem(at: element.path)
    case .supplementaryView:
      collectionViewLayout.finalLayoutAttributesForDisappearingSupplementaryElement(
        ofKind: element.kind, at: element.path)
    case .decorationView: nil
    }
  }
  /// The attributes from which an inserted view is animated; nil to fade in.
  func initialAttributes(_ element: CollectionElement) -> UICollectionViewLayoutAttributes? {
    switch element.category {
    case .cell: collectionViewLayout.initialLayoutAttributesForAppearingItem(at: element.path)
    case .supplementaryView:
      collectionViewLayout.initialLayoutAttributesForAppearingSupplementaryElement(
        ofKind: element.kind, at: element.path)
    case .decorationView: nil
    }
  }

  /// C-323: lets the layout and the delegate move the content with a change.
  func followTargetOffset() {
    guard window != nil, bounds.width > 0, bounds.height > 0 else { return }
    prepareForQuestion()
    let proposed = collectionViewLayout.targetContentOffset(forProposedContentOffset: contentOffset)
    targetOffset =
      collectionDelegate?.ask(
        from: self, "collectionView(_:targetContentOffsetForProposedContentOffset:)",
        "collectionView:targetContentOffsetForProposedContentOffset:"
      ) { $0.collectionView(self, targetContentOffsetForProposedContentOffset: proposed) } ?? proposed
  }
  private func moveToTargetOffset() {
    guard let offset = targetOffset else { return }
    targetOffset = nil
    if offset != contentOffset { contentOffset = offset }
  }

  /// Lays out the changes; animated if requested and if the view is in a window.
  ///
  /// DEVIATION: cells of deleted items are removed at once; the platform fades them out.
  func change(animated: Bool, _ completion: @escaping (Bool) -> Void) {
    setNeedsLayout()
    let removed = leaving
    guard animated, animatesChanges else {
      moveToTargetOffset()
      for (element, view) in removed { recycle(view, element, tells: true) }
      leaving = []
      LayerAnimations.afterCommit { completion(true) }
      return
    }
    UIView.animate(
      withDuration: 0.3, delay: 0, options: [.internalTransition],
      animations: {
        self.moveToTargetOffset()
        for (element, view) in removed {
          if let attributes = self.finalAttributes(element) {
            attributes.place(view)
          } else {
            view.alpha = 0
          }
        }
        self.fadesIn = true
        self.layoutIfNeeded()
        self.fadesIn = false
      },
      completion: { finished in
        for (element, view) in removed {
          guard let place = self.leaving.firstIndex(where: { $0.view === view }) else { continue }
          self.leaving.remove(at: place)
          if !CATransform3DIsIdentity(view.layer.transform) { view.layer.transform = CATransform3DIdentity }
          self.recycle(view, element, tells: true)
        }
        completion(finished)
      })
  }

  func reconfigure(_ paths: [IndexPath]) {
    guard let dataSource else { return }
    for path in paths {
      guard let cell = cellForItem(at: path) else { continue }
      reconfiguring = cell
      let answer = Journal.query(
        .dataSource, "collectionView(_:cellForItemAt:)", to: dataSource, from: self
      ) { dataSource.collectionView(self, cellForItemAt: path) }
      reconfiguring = nil
      if answer !== cell {
        NSException.raise(
          .internalInconsistencyException,
          "the cell returned for the reconfigured item at \(path) is not the cell that is there")
      }
    }
  }
}

extension ListUpdate {
  /// The changes as passed to the layout's `prepare(forCollectionViewUpdates:)`.
  @MainActor var items: [UICollectionViewUpdateItem] {
    deleted.map { UICollectionViewUpdateItem(.delete, before: $0, after: nil) }
      + inserted.map { UICollectionViewUpdateItem(.insert, before: nil, after: $0) }
      + reloaded.map { UICollectionViewUpdateItem(.reload, before: $0, after: $0) }
      + moved.map { UICollectionViewUpdateItem(.move, before: $0.from, after: $0.to) }
  }
}
