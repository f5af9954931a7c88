import CarobFoundation
import CoreGraphics
import NibFormat

/// The reuse queues of a collection view, and the registrations from which new views are made (E-366).
@MainActor
struct CollectionReuse {
  /// The element kind of a supplementary view; nil for cells.
  struct Key: Hashable {
    var kind: String?
    var identifier: String
  }

  private var classes: [Key: AnyClass] = [:]
  private var nibs: [Key: UINib] = [:]
  private var prototypes: [Key: (element: NibElement, nib: ControllerNib)] = [:]
  private var queues: [Key: [UICollectionReusableView]] = [:]

  mutating func register(_ cls: AnyClass?, _ key: Key) {
    classes[key] = cls
    nibs[key] = nil
  }
  mutating func register(_ nib: UINib?, _ key: Key) {
    nibs[key] = nib
    classes[key] = nil
  }
  mutating func register(_ element: NibElement, _ nib: ControllerNib, _ key: Key) {
    prototypes[key] = (element, nib)
  }

  mutating func queue(_ view: UICollectionReusableView, _ element: CollectionElement) {
    guard let identifier = view.reuseIdentifier else { return }
    let key = Key(kind: element.category == .cell ? nil : element.kind, identifier: identifier)
    queues[key, default: []].append(view)
  }

  mutating func dequeue(_ key: Key, _ frame: CGRect, in collectionView: UICollectionView)
    -> UICollectionReusableView?
  {
    if let view = queues[key]?.popLast() {
      Journal.deliver(.lifecycle, "prepareForReuse()", to: view, category: .functional) {
        view.prepareForReuse()
      }
      return view
    }
    // NB: prototypes are registered when the storyboard loads, so an app's own registration is always the
    // later one (E-690).
    let view: UICollectionReusableView?
    if let nib = nibs[key] {
      view =
        nib.instantiate(withOwner: nil).lazy.compactMap { $0 as? UICollectionReusableView }.first
    } else if let cls = classes[key] as? UICollectionReusableView.Type {
      view = cls.makeReusable(frame)
    } else if let (element, nib) = prototypes[key] {
      let fallback: AnyClass = key.kind == nil ? UICollectionViewCell.self : UICollectionReusableView.self
      view = nib.makePrototype(element, fallback: fallback, in: collectionView) as? UICollectionReusableView
    } else {
      view = nil
    }
    view?.identifier = key.identifier
    return view
  }
}
