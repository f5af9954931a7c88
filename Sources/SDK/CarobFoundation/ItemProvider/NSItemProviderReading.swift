import Foundation

/// A class whose objects can be created from data of certain types.
public protocol NSItemProviderReading: AnyObject, SendableMetatype {
  /// The readable types, best one first.
  static var readableTypeIdentifiersForItemProvider: [String] { get }
  static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}

/// A class whose objects can be converted to data of certain types.
public protocol NSItemProviderWriting: AnyObject {
  /// The writable types, best one first.
  static var writableTypeIdentifiersForItemProvider: [String] { get }
  @discardableResult
  func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress?
}

extension NSString: NSItemProviderReading, NSItemProviderWriting {
  public class var readableTypeIdentifiersForItemProvider: [String] {
    ["public.utf8-plain-text", "public.plain-text", "public.text"]
  }
  public class func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
    guard let text = String(data: data, encoding: .utf8), let object = NSString(string: text) as? Self else {
      throw NSItemProvider.ErrorCode.unavailableCoercionError
    }
    return object
  }
  public class var writableTypeIdentifiersForItemProvider: [String] { ["public.utf8-plain-text"] }
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    completionHandler(Data((self as String).utf8), nil)
    return nil
  }
}

extension NSURL: NSItemProviderReading, NSItemProviderWriting {
  public class var readableTypeIdentifiersForItemProvider: [String] { ["public.url", "public.file-url"] }
  public class func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
    guard let text = String(data: data, encoding: .utf8), let object = NSURL(string: text) as? Self else {
      throw NSItemProvider.ErrorCode.unavailableCoercionError
    }
    return object
  }
  public class var writableTypeIdentifiersForItemProvider: [String] { ["public.url"] }
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    completionHandler(Data(absoluteString.utf8), nil)
    return nil
  }
}
