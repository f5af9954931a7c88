@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

// C-320: the index of a collection view.
extension UICollectionView {
  func askForIndex() {
    guard needsIndexTitles else { return }
    needsIndexTitles = false
    let asked = dataSource?.ask(
      from: self, mechanism: .dataSource, "indexTitles(for:)", "indexTitlesForCollectionView:"
    ) { $0.indexTitles(for: self) }
    let titles = (asked ?? nil) ?? []
    guard titles != index?.titles ?? [] else { return }
    index?.removeFromSuperview()
    index = titles.isEmpty ? nil : TableIndexView(titles)
    guard let index else { return }
    index.choose = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.chose($0) }
    addSubview(index)
  }

  func placeIndex() {
    guard let index else { return }
    index.color(nil, nil)
    index.place(in: self)
  }

  private func chose(_ place: Int) {
    guard let index, index.titles.indices.contains(place) else { return }
    let path =
      dataSource?.ask(
        from: self, mechanism: .dataSource, "collectionView(_:indexPathForIndexTitle:at:)",
        "collectionView:indexPathForIndexTitle:atIndex:"
      ) { $0.collectionView(self, indexPathForIndexTitle: index.titles[place], at: place) }
      ?? IndexPath(item: 0, section: place)
    guard isThere(path) else { return }
    let isSideways = contentSize.width > bounds.width + 0.5 && contentSize.height <= bounds.height + 0.5
    scrollToItem(at: path, at: isSideways ? .left : .top, animated: false)
  }
}
