import Foundation

/// Who shows a file or a folder, and hears of what others do with it.
public protocol NSFilePresenter: NSObjectProtocol, _CarobOptional {
  var presentedItemURL: URL? { get }
  /// Where all of these messages arrive.
  var presentedItemOperationQueue: OperationQueue { get }

  /// Somebody is about to read. Call `reader` when that may begin, with what is to be called when it has ended.
  func relinquishPresentedItem(toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void)
  func relinquishPresentedItem(toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void)
  func savePresentedItemChanges(completionHandler: @escaping @Sendable ((any Error)?) -> Void)
  func accommodatePresentedItemDeletion(completionHandler: @escaping @Sendable ((any Error)?) -> Void)
  func presentedItemDidMove(to newURL: URL)
  func presentedItemDidChange()
  /// Of a folder.
  func presentedSubitemDidChange(at url: URL)
}

extension NSFilePresenter {
  public func relinquishPresentedItem(toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void)
  {
    reader(nil)
  }
  public func relinquishPresentedItem(toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void)
  {
    writer(nil)
  }
  public func savePresentedItemChanges(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    completionHandler(nil)
  }
  public func accommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) { completionHandler(nil) }
  public func presentedItemDidMove(to newURL: URL) {}
  public func presentedItemDidChange() {}
  public func presentedSubitemDidChange(at url: URL) {}
}
