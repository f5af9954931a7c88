import CarobFoundation

/// Images are dragged and copied as PNG, and created from any image format that can be decoded (E-481).
extension UIImage: NSItemProviderReading, NSItemProviderWriting {
  public class var readableTypeIdentifiersForItemProvider: [String] {
    ["public.png", "public.jpeg", "public.image"]
  }
  public class func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
    guard let image = UIImage(data: data) as? Self else {
      throw NSItemProvider.ErrorCode.unavailableCoercionError
    }
    return image
  }
  public class var writableTypeIdentifiersForItemProvider: [String] { ["public.png"] }
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    let data = pngData()
    completionHandler(data, data == nil ? NSItemProvider.ErrorCode.itemUnavailableError : nil)
    return nil
  }
}
