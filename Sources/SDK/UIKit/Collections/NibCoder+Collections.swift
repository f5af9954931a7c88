import CarobFoundation
import NibFormat

extension NibCoder {
  /// Makes the layout of the collection view that is being decoded.
  func makeCollectionLayout() -> UICollectionViewLayout? {
    guard let layout = element?.child(key: "collectionViewLayout") else { return nil }
    let fallback: AnyClass =
      layout.name == "collectionViewFlowLayout"
      ? UICollectionViewFlowLayout.self : UICollectionViewLayout.self
    return make(layout, fallback: fallback) as? UICollectionViewLayout
  }

  func decodeFlowLayout(_ layout: UICollectionViewFlowLayout) {
    guard let e = element, e.name == "collectionViewFlowLayout" else { return }
    if e["scrollDirection"] == "horizontal" { layout.scrollDirection = .horizontal }
    if let spacing = e.double("minimumLineSpacing") { layout.minimumLineSpacing = CGFloat(spacing) }
    if let spacing = e.double("minimumInteritemSpacing") {
      layout.minimumInteritemSpacing = CGFloat(spacing)
    }
    if let size = e.child(key: "itemSize") { layout.itemSize = self.size(size) }
    if let size = e.child(key: "estimatedItemSize") { layout.estimatedItemSize = self.size(size) }
    if e.bool("automaticEstimatedItemSize") == true {
      layout.estimatedItemSize = UICollectionViewFlowLayout.automaticSize
    }
    if let size = e.child(key: "headerReferenceSize") { layout.headerReferenceSize = self.size(size) }
    if let size = e.child(key: "footerReferenceSize") { layout.footerReferenceSize = self.size(size) }
    if let inset = e.child(key: "sectionInset") { layout.sectionInset = edgeInsets(inset) }
    if let flag = e.bool("sectionHeadersPinToVisibleBounds") {
      layout.sectionHeadersPinToVisibleBounds = flag
    }
  }

  func decodeCollection(_ view: UICollectionView) {
    guard let e = element else { return }
    if let flag = e.bool("allowsSelection") { view.allowsSelection = flag }
    if let flag = e.bool("allowsMultipleSelection") { view.allowsMultipleSelection = flag }
    if let flag = e.bool("prefetchingEnabled") { view.isPrefetchingEnabled = flag }
    if let background = e.child(key: "backgroundView") {
      view.backgroundView =
        make(background, fallback: ElementNames.viewClass(background.name, site(background))) as? UIView
    }
    guard let controllerNib else { return }
    for cell in e.child(named: "cells")?.children ?? [] {
      if let identifier = cell["reuseIdentifier"] {
        view.registerPrototype(cell, controllerNib, kind: nil, identifier)
      }
    }
    for (key, kind) in [
      ("sectionHeaderView", UICollectionView.elementKindSectionHeader),
      ("sectionFooterView", UICollectionView.elementKindSectionFooter),
    ] {
      if let extra = e.child(key: key), let identifier = extra["reuseIdentifier"] {
        view.registerPrototype(extra, controllerNib, kind: kind, identifier)
      }
    }
  }
}
