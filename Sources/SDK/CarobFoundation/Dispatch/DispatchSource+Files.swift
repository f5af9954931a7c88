import CarobRuntime
import Dispatch

/// A dispatch source whose handler runs when a file or folder changes.
public protocol DispatchSourceFileSystemObject: DispatchSourceProtocol {}

extension DispatchSourceFileSystemObject {
  /// The descriptor of the watched file.
  public var handle: Int32 { Int32(truncatingIfNeeded: (self as any DispatchSourceProtocol).handle) }
  /// The events that occurred, for use in the handler.
  public var data: DispatchSource.FileSystemEvent {
    .init(rawValue: (self as any DispatchSourceProtocol).data)
  }
  /// The events for which the handler is called.
  public var mask: DispatchSource.FileSystemEvent {
    .init(rawValue: (self as any DispatchSourceProtocol).mask)
  }
}

extension DispatchSource: DispatchSourceFileSystemObject {
  /// Creates a source for events of an open file or folder (F-192).
  // NB: transparent, so that the source is created in the app's code and diagnostics show its line.
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
      "DispatchSource.makeFileSystemObjectSource: cannot watch file descriptor "
        + "\((source as any DispatchSourceProtocol).handle); is it open?")
  case nil:
    unimplemented(
      "DispatchSource.makeFileSystemObjectSource in a process that did not load the SDK at launch")
  }
  return made
}
