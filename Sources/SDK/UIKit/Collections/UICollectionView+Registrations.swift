import CarobFoundation

extension UICollectionView {
  /// Registers a cell class or nib together with a handler that configures the cells; replaces a reuse
  /// identifier.
  @preconcurrency @MainActor
  public struct CellRegistration<Cell: UICollectionViewCell, Item> {
    public typealias Handler =
      @MainActor (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void
    public init(handler: @escaping Handler) {
      self.handler = handler
      nib = nil
    }
    public init(cellNib: UINib, handler: @escaping Handler) {
      self.handler = handler
      nib = cellNib
    }
    fileprivate let handler: Handler
    fileprivate let nib: UINib?
    fileprivate let identifier = Registrations.newIdentifier()
  }

  /// Registers a supplementary view class or nib together with a handler that configures the views.
  @preconcurrency @MainActor
  public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
    public typealias Handler =
      @MainActor (_ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath) -> Void
    public init(elementKind: String, handler: @escaping Handler) {
      kind = elementKind
      self.handler = handler
      nib = nil
    }
    public init(supplementaryNib: UINib, elementKind: String, handler: @escaping Handler) {
      kind = elementKind
      self.handler = handler
      nib = supplementaryNib
    }
    fileprivate let kind: String
    fileprivate let handler: Handler
    fileprivate let nib: UINib?
    fileprivate let identifier = Registrations.newIdentifier()
  }

  public func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
    using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
  ) -> Cell {
    if let nib = registration.nib {
      register(nib, forCellWithReuseIdentifier: registration.identifier)
    } else {
      register(Cell.self, forCellWithReuseIdentifier: registration.identifier)
    }
    let made = dequeueReusableCell(withReuseIdentifier: registration.identifier, for: indexPath)
    guard let cell = made as? Cell else {
      fatalError("the cell of the registration is a \(type(of: made)), not a \(Cell.self)")
    }
    if let item { registration.handler(cell, indexPath, item) }
    return cell
  }

  public func dequeueConfiguredReusableSupplementary<Supplementary: UICollectionReusableView>(
    using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
  ) -> Supplementary {
    if let nib = registration.nib {
      register(
        nib, forSupplementaryViewOfKind: registration.kind, withReuseIdentifier: registration.identifier)
    } else {
      register(
        Supplementary.self, forSupplementaryViewOfKind: registration.kind,
        withReuseIdentifier: registration.identifier)
    }
    let made = dequeueReusableSupplementaryView(
      ofKind: registration.kind, withReuseIdentifier: registration.identifier, for: indexPath)
    guard let view = made as? Supplementary else {
      fatalError("the view of the registration is a \(type(of: made)), not a \(Supplementary.self)")
    }
    registration.handler(view, registration.kind, indexPath)
    return view
  }
}

/// Generates a unique reuse identifier for each registration.
@MainActor
private enum Registrations {
  private static var last = 0
  static func newIdentifier() -> String {
    last += 1
    return "carob.registration.\(last)"
  }
}
