import CarobFoundation
import CoreGraphics

/// A controller that manages a collection view as its view, and is the collection view's data source and
/// delegate.
@preconcurrency @MainActor
open class UICollectionViewController: UIViewController, UICollectionViewDataSource, UICollectionViewDelegate
{
  public init(collectionViewLayout layout: UICollectionViewLayout) {
    initialLayout = layout
    super.init(nibName: nil, bundle: nil)
  }
  /// Makes an object of the class for a value of its metatype; generated for classes with the initializer.
  nonisolated open class var _carobNewWithLayout:
    (@MainActor (UICollectionViewLayout) -> UICollectionViewController)?
  { nil }
  public override init(nibName: String?, bundle: Bundle?) {
    initialLayout = nil
    super.init(nibName: nibName, bundle: bundle)
  }
  public required init?(coder: NSCoder) {
    initialLayout = nil
    super.init(coder: coder)
  }

  private let initialLayout: UICollectionViewLayout?
  open var clearsSelectionOnViewWillAppear = true
  /// Whether a long press on an item moves it, if the data source implements `moveItemAt` (C-313).
  open var installsStandardGestureForInteractiveMovement = true { didSet { updateMovementGesture() } }
  private var movementGesture: ItemMovementGesture?
  private func updateMovementGesture() {
    guard let view = held else { return }
    let isWanted =
      installsStandardGestureForInteractiveMovement
      && view.dataSource.map {
        Runtime.answers($0, "collectionView:moveItemAtIndexPath:toIndexPath:")
      } == true
    if isWanted, movementGesture == nil {
      movementGesture = ItemMovementGesture(view)
    } else if !isWanted {
      movementGesture?.remove()
      movementGesture = nil
    }
  }
  open var useLayoutToLayoutNavigationTransitions = false {
    didSet {
      if useLayoutToLayoutNavigationTransitions {
        unimplemented("UICollectionViewController.useLayoutToLayoutNavigationTransitions")
      }
    }
  }
  open var collectionViewLayout: UICollectionViewLayout {
    collectionView?.collectionViewLayout ?? initialLayout ?? UICollectionViewFlowLayout()
  }
  open var collectionView: UICollectionView! {
    get {
      loadViewIfNeeded()
      return held ?? viewIfLoaded as? UICollectionView
    }
    set {
      held = newValue
      if newValue !== viewIfLoaded { view = newValue }
    }
  }
  private var held: UICollectionView?

  open override func loadView() {
    super.loadView()
    if !(viewIfLoaded is UICollectionView) {
      guard let layout = initialLayout else {
        NSException.raise(
          .invalidArgumentException, "UICollectionView must be initialized with a non-nil layout parameter")
      }
      let collection = UICollectionView(frame: UIScreen.main.bounds, collectionViewLayout: layout)
      collection.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      collection.alwaysBounceVertical = true
      view = collection
    }
    guard let collection = viewIfLoaded as? UICollectionView else { return }
    held = collection
    if collection.dataSource == nil { collection.dataSource = self }
    if collection.delegate == nil { collection.delegate = self }
  }

  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    updateMovementGesture()
    guard clearsSelectionOnViewWillAppear else { return }
    for path in collectionView.indexPathsForSelectedItems ?? [] {
      collectionView.deselectItem(at: path, animated: animated)
    }
  }
  open override func setEditing(_ editing: Bool, animated: Bool) {
    super.setEditing(editing, animated: animated)
    collectionView.isEditing = editing
  }

  // Subclasses override these. A method that a subclass does not override is not called (`responds(to:)`).
  // The implementations here return the protocols' defaults.
  private static let defaults = Defaults()
  private final class Defaults: NSObject, UICollectionViewDataSource, UICollectionViewDelegate {
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
      -> UICollectionViewCell
    { UICollectionViewCell() }
  }

  open func numberOfSections(in collectionView: UICollectionView) -> Int {
    Self.defaults.numberOfSections(in: collectionView)
  }
  open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    0
  }
  open func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
    -> UICollectionViewCell
  { UICollectionViewCell() }
  open func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView {
    Self.defaults.collectionView(collectionView, viewForSupplementaryElementOfKind: kind, at: indexPath)
  }
  open func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
    false
  }
  open func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {}
  open func indexTitles(for collectionView: UICollectionView) -> [String]? {
    Self.defaults.indexTitles(for: collectionView)
  }
  open func collectionView(
    _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
  ) -> IndexPath {
    Self.defaults.collectionView(collectionView, indexPathForIndexTitle: title, at: index)
  }
  open func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath)
    -> Bool
  {
    Self.defaults.collectionView(collectionView, shouldHighlightItemAt: indexPath)
  }
  open func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {}
  open func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {}
  open func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath)
    -> Bool
  {
    Self.defaults.collectionView(collectionView, shouldSelectItemAt: indexPath)
  }
  open func collectionView(_ collectionView: UICollectionView, shouldDeselectItemAt indexPath: IndexPath)
    -> Bool
  {
    Self.defaults.collectionView(collectionView, shouldDeselectItemAt: indexPath)
  }
  open func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {}
  open func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {}
  open func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {}
  open func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath
  ) {}
  open func collectionView(
    _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
    forElementKind elementKind: String, at indexPath: IndexPath
  ) {}
  open func collectionView(
    _ collectionView: UICollectionView, didEndDisplayingSupplementaryView view: UICollectionReusableView,
    forElementOfKind elementKind: String, at indexPath: IndexPath
  ) {}
  open func collectionView(
    _ collectionView: UICollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
  ) -> Bool {
    Self.defaults.collectionView(collectionView, shouldBeginMultipleSelectionInteractionAt: indexPath)
  }
  open func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  open func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  open func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  open func scrollViewDidZoom(_ scrollView: UIScrollView) {}
  open func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}
  open func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
  open func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
  open func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
  open func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {}
  open func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {}
  open func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
  open func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
  open func viewForZooming(in scrollView: UIScrollView) -> UIView? {
    Self.defaults.viewForZooming(in: scrollView)
  }
  open func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
    Self.defaults.scrollViewShouldScrollToTop(scrollView)
  }
  open func collectionView(
    _ collectionView: UICollectionView,
    targetContentOffsetForProposedContentOffset proposedContentOffset: CGPoint
  ) -> CGPoint {
    Self.defaults.collectionView(
      collectionView, targetContentOffsetForProposedContentOffset: proposedContentOffset)
  }
  open func collectionView(
    _ collectionView: UICollectionView, shouldSpringLoadItemAt indexPath: IndexPath,
    with context: any UISpringLoadedInteractionContext
  ) -> Bool {
    Self.defaults.collectionView(collectionView, shouldSpringLoadItemAt: indexPath, with: context)
  }
  open func collectionView(_ collectionView: UICollectionView, canFocusItemAt indexPath: IndexPath) -> Bool {
    Self.defaults.collectionView(collectionView, canFocusItemAt: indexPath)
  }
  open func collectionView(_ collectionView: UICollectionView, shouldShowMenuForItemAt indexPath: IndexPath)
    -> Bool
  {
    Self.defaults.collectionView(collectionView, shouldShowMenuForItemAt: indexPath)
  }
  open func collectionView(
    _ collectionView: UICollectionView, canPerformAction action: Selector, forItemAt indexPath: IndexPath,
    withSender sender: Any?
  ) -> Bool {
    Self.defaults.collectionView(
      collectionView, canPerformAction: action, forItemAt: indexPath, withSender: sender)
  }
  open func collectionView(
    _ collectionView: UICollectionView, performAction action: Selector, forItemAt indexPath: IndexPath,
    withSender sender: Any?
  ) {}
  open func collectionView(
    _ collectionView: UICollectionView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath
  ) {}
  open func collectionViewDidEndMultipleSelectionInteraction(_ collectionView: UICollectionView) {}
  open func collectionView(
    _ collectionView: UICollectionView, contextMenuConfigurationForItemAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? { nil }
  open func collectionView(
    _ collectionView: UICollectionView, contextMenuConfigurationForItemsAt indexPaths: [IndexPath],
    point: CGPoint
  ) -> UIContextMenuConfiguration? { nil }
  open func collectionView(
    _ collectionView: UICollectionView,
    previewForHighlightingContextMenuWithConfiguration configuration: UIContextMenuConfiguration
  ) -> UITargetedPreview? { nil }
  open func collectionView(
    _ collectionView: UICollectionView, contextMenuConfiguration configuration: UIContextMenuConfiguration,
    highlightPreviewForItemAt indexPath: IndexPath
  ) -> UITargetedPreview? { nil }
  open func collectionView(
    _ collectionView: UICollectionView,
    willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
    animator: any UIContextMenuInteractionCommitAnimating
  ) {}
  open func collectionView(
    _ collectionView: UICollectionView, willDisplayContextMenu configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}
  open func collectionView(
    _ collectionView: UICollectionView,
    willEndContextMenuInteraction configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}
  open func collectionView(
    _ collectionView: UICollectionView,
    targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
    atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
  ) -> IndexPath { proposedIndexPath }
  open func collectionView(
    _ collectionView: UICollectionView, targetIndexPathForMoveFromItemAt currentIndexPath: IndexPath,
    toProposedIndexPath proposedIndexPath: IndexPath
  ) -> IndexPath {
    Self.defaults.collectionView(
      collectionView, targetIndexPathForMoveFromItemAt: currentIndexPath,
      toProposedIndexPath: proposedIndexPath)
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UICollectionViewController.self,
      {
        [
          "clearsSelectionOnViewWillAppear": \.clearsSelectionOnViewWillAppear,
          "installsStandardGestureForInteractiveMovement": \.installsStandardGestureForInteractiveMovement,
          "useLayoutToLayoutNavigationTransitions": \.useLayoutToLayoutNavigationTransitions,
          "collectionView": \.collectionView,
        ]
      },
      readOnly: {
        [
          "collectionViewLayout": \.collectionViewLayout
        ]
      }
    )
  }
}
