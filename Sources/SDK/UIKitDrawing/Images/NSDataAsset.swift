import CarobFoundation

/// The bytes of a data set in an asset catalog (E-502).
open class NSDataAsset: NSObject, @unchecked Sendable {
  // @unchecked because nothing in it changes.
  public let name: String
  public let data: Data
  /// The uniform type identifier that the catalog gives; empty without one.
  public let typeIdentifier: String

  public convenience init?(name: String) { self.init(name: name, bundle: .main) }
  public init?(name: String, bundle: Bundle) {
    let isPad = UITraitCollection.current.userInterfaceIdiom == .pad
    guard let found = AssetCatalog.of(bundle).data(named: name, isPad: isPad) else { return nil }
    (self.name, data, typeIdentifier) = (name, found.bytes, found.type ?? "")
    super.init()
  }
}
