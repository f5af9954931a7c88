import CarobFoundation

/// The data of a data set in an asset catalog (E-502).
open class NSDataAsset: NSObject, @unchecked Sendable {
  // @unchecked because nothing changes after init.
  public let name: String
  public let data: Data
  /// The uniform type identifier in the catalog; empty if the catalog gives none.
  public let typeIdentifier: String

  public convenience init?(name: String) { self.init(name: name, bundle: .main) }
  public init?(name: String, bundle: Bundle) {
    let isPad = UITraitCollection.current.userInterfaceIdiom == .pad
    guard let found = AssetCatalog.of(bundle).data(named: name, isPad: isPad) else { return nil }
    (self.name, data, typeIdentifier) = (name, found.bytes, found.type ?? "")
    super.init()
  }
}
