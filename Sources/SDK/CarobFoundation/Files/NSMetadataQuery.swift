@_spi(Hazards) import CarobRuntime
import Foundation

/// A search of the user's cloud documents. There is no cloud here: `start()` announces that and finds nothing
/// (E-1104).
open class NSMetadataQuery: NSObject, @unchecked Sendable {
  // @unchecked because it is used on one thread, as on the platform.
  public override init() { super.init() }

  open weak var delegate: (any NSMetadataQueryDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any NSMetadataQueryDelegate)?
  open var predicate: NSPredicate?
  open var sortDescriptors: [NSSortDescriptor] = []
  open var valueListAttributes: [String] = []
  open var groupingAttributes: [String]?
  open var searchScopes: [Any] = []
  open var searchItems: [Any]?
  open var operationQueue: OperationQueue?
  /// In seconds.
  open var notificationBatchingInterval: TimeInterval = 1

  /// Returns whether the search has begun, which it never does.
  @discardableResult
  open func start() -> Bool {
    unimplemented("NSMetadataQuery (there is no cloud that could be searched)")
    return false
  }
  open func stop() {}
  open var isStarted: Bool { false }
  open var isGathering: Bool { false }
  open var isStopped: Bool { true }
  open func enableUpdates() {}
  open func disableUpdates() {}
  open var resultCount: Int { 0 }
  open var results: [Any] { [] }
  open func result(at idx: Int) -> Any {
    NSException.raise(.rangeException, "NSMetadataQuery.result(at: \(idx)): the query has no results")
  }
  open func index(ofResult result: Any) -> Int { NSNotFound }
  open func enumerateResults(_ block: (Any, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {}
}

/// Replaces what a query found. Without results neither method is called.
public protocol NSMetadataQueryDelegate: NSObjectProtocol, _CarobOptional {}

/// A document that a query found; there is none.
open class NSMetadataItem: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  open var attributes: [String] { [] }
  open func value(forAttribute key: String) -> Any? { nil }
}

public let NSMetadataQueryUbiquitousDocumentsScope = "NSMetadataQueryUbiquitousDocumentsScope"
public let NSMetadataQueryUbiquitousDataScope = "NSMetadataQueryUbiquitousDataScope"
public let NSMetadataItemFSNameKey = "kMDItemFSName"
public let NSMetadataItemDisplayNameKey = "kMDItemDisplayName"
public let NSMetadataItemURLKey = "kMDItemURL"
public let NSMetadataItemPathKey = "kMDItemPath"
public let NSMetadataItemFSSizeKey = "kMDItemFSSize"
public let NSMetadataItemFSCreationDateKey = "kMDItemFSCreationDate"
public let NSMetadataItemFSContentChangeDateKey = "kMDItemFSContentChangeDate"
public let NSMetadataUbiquitousItemDownloadingStatusKey = "NSMetadataUbiquitousItemDownloadingStatusKey"
public let NSMetadataUbiquitousItemPercentDownloadedKey = "NSMetadataUbiquitousItemPercentDownloadedKey"
public let NSMetadataUbiquitousItemIsUploadedKey = "NSMetadataUbiquitousItemIsUploadedKey"
public let NSMetadataUbiquitousItemHasUnresolvedConflictsKey =
  "NSMetadataUbiquitousItemHasUnresolvedConflictsKey"

extension Notification.Name {
  public static let NSMetadataQueryDidStartGathering = Notification.Name(
    "NSMetadataQueryDidStartGatheringNotification")
  public static let NSMetadataQueryGatheringProgress = Notification.Name(
    "NSMetadataQueryGatheringProgressNotification")
  public static let NSMetadataQueryDidFinishGathering = Notification.Name(
    "NSMetadataQueryDidFinishGatheringNotification")
  public static let NSMetadataQueryDidUpdate = Notification.Name("NSMetadataQueryDidUpdateNotification")
}
