import CarobRuntime
import Dispatch

/// A source whose handler runs when a file or a folder changes.
public protocol DispatchSourceFileSystemObject: DispatchSourceProtocol {}

extension DispatchSourceFileSystemObject {
  /// The descriptor of what is watched.
  public var handle: Int32 { Int32(truncatingIfNeeded: (self as any DispatchSourceProtocol).handle) }
  /// What happened, for the handler that runs.
  public var data: DispatchSource.FileSystemEvent {
    .init(rawValue: (self as any DispatchSourceProtocol).data)
  }
  /// What the handler wants to hear of.
  public var mask: DispatchSource.FileSystemEvent {
    .init(rawValue: (self as any DispatchSourceProtocol).mask)
  }
}

extension DispatchSource: DispatchSourceFileSystemObject {
  /// A source for what happens to an open file or folder (F-192).
  // NB: transparent, so that it is the app's code that makes the source: diagnostics name its line.
  @_transparent
  public class func makeFileSystemObjectSource(
    fileDescriptor: Int32, eventMask: FileSystemEvent, queue: DispatchQueue? = nil
  ) -> any DispatchSourceFileSystemObject {
    _carobWatchFileNext(eventMask)
    return _carobFileSource(DispatchSource.makeReadSource(fileDescriptor: fileDescriptor, queue: queue))
  }
}

public func _carobWatchFileNext(_ mask: DispatchSource.FileSystemEvent) {
  DispatchWatch.watchFileNext(mask.rawValue)
}

public func _carobFileSource(_ source: any DispatchSourceRead) -> any DispatchSourceFileSystemObject {
  guard let made = source as? DispatchSource else {
    preconditionFailure("Dispatch makes sources of a class that is not known (F-192)")
  }
  switch DispatchWatch.madeFileSource() {
  case true?: break
  case false?:
    preconditionFailure(
      "DispatchSource.makeFileSystemObjectSource: the file of descriptor "
        + "\((source as any DispatchSourceProtocol).handle) cannot be watched: is it open?")
  case nil:
    unimplemented("DispatchSource.makeFileSystemObjectSource in a program that does not start with the SDK")
  }
  return made
}
