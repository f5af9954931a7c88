@_spi(Hazards) import CarobRuntime
import CarobFoundation

/// A document of the app: a file, or a folder of files, that is read, changed and saved in the background
/// (E-1000).
///
/// A subclass overrides `load(fromContents:ofType:)` and `contents(forType:)`, which run on the main thread;
/// the file itself is read and written on another, coordinated with other accesses. Completions run on the main
/// thread, each once. There are no versions, conflicts or clouds here.
@preconcurrency @MainActor
open class UIDocument: _MainActorNSObject, NSFilePresenter {
  public struct State: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let normal: State = []
    public static let closed = State(rawValue: 1)
    public static let inConflict = State(rawValue: 2)
    public static let savingError = State(rawValue: 4)
    public static let editingDisabled = State(rawValue: 8)
    public static let progressAvailable = State(rawValue: 16)
  }
  public enum ChangeKind: Int, Sendable { case done, undone, redone, cleared }
  public enum SaveOperation: Int, Sendable { case forCreating, forOverwriting }

  /// Posted on the main thread when `documentState` changes; the object is the document.
  nonisolated public static let stateChangedNotification = Notification.Name(
    "UIDocumentStateChangedNotification")

  public init(fileURL url: URL) {
    place = Guarded(url)
    super.init()
  }

  private let place: Guarded<URL>
  open var fileURL: URL { place.withLock { $0 } }
  /// The file's name without its extension.
  open var localizedName: String { fileURL.deletingPathExtension().lastPathComponent }
  /// The uniform type of the file's extension.
  open var fileType: String? { TypeIdentifiers.type(ofExtension: fileURL.pathExtension) }
  /// When the file was changed that this document has read or saved; nil before. A change of the file to
  /// another date is read (E-1071).
  open var fileModificationDate: Date?
  open private(set) var documentState = State.closed {
    didSet {
      guard oldValue != documentState else { return }
      NotificationCenter.default.post(name: UIDocument.stateChangedNotification, object: self)
    }
  }
  open var userActivity: NSUserActivity?

  // MARK: Contents

  /// Takes over what was read: `Data` for a file, a `FileWrapper` for a folder. Must be overridden.
  open func load(fromContents contents: Any, ofType typeName: String?) throws {
    throw CocoaError(.featureUnsupported)
  }
  /// What is to be saved: `Data` or a `FileWrapper`. Must be overridden.
  open func contents(forType typeName: String) throws -> Any { throw CocoaError(.featureUnsupported) }

  // MARK: Opening and closing

  // E-1000.1
  /// Reads the file. The completion gets whether that and `load(fromContents:ofType:)` succeeded.
  open func open(completionHandler: ((Bool) -> Void)? = nil) {
    guard documentState.contains(.closed) else { return finish(completionHandler, true) }
    readContents { self.opened($0, completionHandler) }
  }

  private func opened(_ result: Result<ReadDocument, any Error>, _ completion: ((Bool) -> Void)?) {
    switch take(result) {
    case nil:
      documentState.remove([.closed, .editingDisabled])
      NSFileCoordinator.addFilePresenter(self)
      finish(completion, true)
    case let error?:
      handleError(error, userInteractionPermitted: true)
      finish(completion, false)
    }
  }

  /// Passes what was read to the subclass; returns the error.
  private func take(_ result: Result<ReadDocument, any Error>) -> (any Error)? {
    do {
      let read = try result.get()
      try Journal.deliver(.lifecycle, "load(fromContents:ofType:)", to: self, category: .lifetime) {
        try load(fromContents: read.contents, ofType: fileType)
      }
      fileModificationDate = read.date
      changes = 0
      return nil
    } catch { return error }
  }

  // E-1000.2
  /// Saves unsaved changes, then closes the document.
  open func close(completionHandler: ((Bool) -> Void)? = nil) {
    guard !documentState.contains(.closed) else { return finish(completionHandler, true) }
    autosave { success in
      NSFileCoordinator.removeFilePresenter(self)
      self.alarm?.invalidate()
      self.documentState.insert(.closed)
      completionHandler?(success)
    }
  }

  /// Reads the file again, in place of the changes.
  open func revert(toContentsOf url: URL, completionHandler: ((Bool) -> Void)? = nil) {
    place.withLock { $0 = url }
    disableEditing()
    documentState.insert(.editingDisabled)
    readContents { result in
      let error = self.take(result)
      if let error { self.handleError(error, userInteractionPermitted: true) }
      self.documentState.remove(.editingDisabled)
      self.enableEditing()
      self.finish(completionHandler, error == nil)
    }
  }
  /// Called before a time in which the user must not edit the document, and after it.
  open func disableEditing() {}
  open func enableEditing() {}

  // MARK: Saving

  // E-1000.3
  /// Asks for the contents at once, and writes them in the background.
  open func save(
    to url: URL, for saveOperation: SaveOperation, completionHandler: ((Bool) -> Void)? = nil
  ) {
    let token = changes
    let content: SavedContent
    do {
      let made = try Journal.deliver(.lifecycle, "contents(forType:)", to: self, category: .lifetime) {
        try contents(forType: savingFileType ?? "public.data")
      }
      content = try SavedContent(made)
    } catch { return saved(error, completionHandler) }
    nonisolated(unsafe) let writer = self  // because it is only compared with the presenters of the file
    inBackground({ try content.write(to: url, by: writer) }) { result in
      switch result {
      case .success(let date):
        self.place.withLock { $0 = url }
        self.fileModificationDate = date
        self.changes -= token
        self.documentState.remove([.savingError, .closed])
        self.finish(completionHandler, true)
      case .failure(let error): self.saved(error, completionHandler)
      }
    }
  }

  private func saved(_ error: any Error, _ completion: ((Bool) -> Void)?) {
    documentState.insert(.savingError)
    handleError(error, userInteractionPermitted: true)
    finish(completion, false)
  }

  /// Saves the document if it has unsaved changes.
  open func autosave(completionHandler: ((Bool) -> Void)? = nil) {
    guard hasUnsavedChanges else { return finish(completionHandler, true) }
    save(to: fileURL, for: .forOverwriting, completionHandler: completionHandler)
  }
  open var savingFileType: String? { fileType }
  open func fileNameExtension(forType typeName: String?, saveOperation: SaveOperation) -> String {
    typeName.flatMap(TypeIdentifiers.fileExtension) ?? fileURL.pathExtension
  }

  // MARK: Changes

  /// The changes since the last saving, less those that were undone.
  private var changes = 0
  open var hasUnsavedChanges: Bool { changes != 0 }

  // E-1000.4
  /// Records a change. The document is saved 15 seconds later, and when the app enters the background.
  open func updateChangeCount(_ change: ChangeKind) {
    switch change {
    case .done, .redone: changes += 1
    case .undone: changes -= 1
    case .cleared: changes = 0
    }
    if hasUnsavedChanges { autosaveLater() }
  }
  open func changeCountToken(for saveOperation: SaveOperation) -> Any { changes }
  open func updateChangeCount(withToken changeCountToken: Any, for saveOperation: SaveOperation) {
    changes -= changeCountToken as? Int ?? 0
  }

  private var alarm: Timer?
  private var background: (any NSObjectProtocol)?
  private func autosaveLater() {
    guard !documentState.contains(.closed), alarm?.isValid != true else { return }
    let timer = Timer(timeInterval: 15, repeats: false) { [weakSelf = ZeroingElement(self)] _ in
      MainActor.assumeIsolated { weakSelf.object?.autosave() }
    }
    RunLoop.main.add(timer, forMode: .common)
    alarm = timer
    if background == nil {
      background = NotificationCenter.default.addObserver(
        forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil
      ) { [weakSelf = ZeroingElement(self)] _ in
        MainActor.assumeIsolated {
          if weakSelf.object?.documentState.contains(.closed) == false { weakSelf.object?.autosave() }
        }
      }
    }
  }

  private var ownUndoManager: UndoManager?
  /// Its changes count as changes of the document.
  open var undoManager: UndoManager! {
    get {
      if let ownUndoManager { return ownUndoManager }
      let made = UndoManager()
      ownUndoManager = made
      observe(made)
      return made
    }
    set {
      ownUndoManager = newValue
      if let newValue { observe(newValue) }
    }
  }
  private var undoTokens: [any NSObjectProtocol] = []
  private func observe(_ manager: UndoManager) {
    for token in undoTokens { NotificationCenter.default.removeObserver(token) }
    let kinds: [(Notification.Name, ChangeKind)] = [
      (.NSUndoManagerWillCloseUndoGroup, .done), (.NSUndoManagerDidUndoChange, .undone),
      (.NSUndoManagerDidRedoChange, .redone),
    ]
    undoTokens = kinds.map { name, kind in
      NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) {
        [weakSelf = ZeroingElement(self)] note in
        MainActor.assumeIsolated {
          guard let manager = weakSelf.object?.ownUndoManager else { return }
          // A group that undoes or redoes is counted by the other notifications, and only outermost groups.
          if kind == .done, manager.isUndoing || manager.isRedoing || manager.groupingLevel > 1 { return }
          weakSelf.object?.updateChangeCount(kind)
        }
      }
    }
  }

  // MARK: Errors

  /// Called with an error of reading or saving; an override can show it. Call `finishedHandlingError` at the
  /// end.
  open func handleError(_ error: any Error, userInteractionPermitted: Bool) {
    Journal.warn("\(Journal.className(type(of: self))) of \(fileURL.lastPathComponent): \(error)")
    finishedHandlingError(error, recovered: false)
  }
  open func finishedHandlingError(_ error: any Error, recovered: Bool) {}
  open func userInteractionNoLongerPermitted(forError error: any Error) {}

  // MARK: Background work

  private func readContents(_ completion: @escaping @MainActor (Result<ReadDocument, any Error>) -> Void) {
    let url = fileURL
    inBackground({ try ReadDocument(url) }, completion)
  }

  /// Runs the work on another thread, then the completion on the main thread.
  private func inBackground<Answer: Sendable>(
    _ work: @escaping @Sendable () throws -> Answer,
    _ completion: @escaping @MainActor (Result<Answer, any Error>) -> Void
  ) {
    DispatchQueue.global().async {
      let result = Result { try work() }
      DispatchQueue.main.async { completion(result) }
    }
  }
  private func finish(_ completion: ((Bool) -> Void)?, _ success: Bool) {
    guard let completion else { return }
    nonisolated(unsafe) let block = completion  // because it is called on the main thread alone
    DispatchQueue.main.async { block(success) }
  }

  // MARK: NSFilePresenter

  nonisolated public var presentedItemURL: URL? { place.withLock { $0 } }
  nonisolated public var presentedItemOperationQueue: OperationQueue { .main }
  nonisolated open func presentedItemDidMove(to newURL: URL) { place.withLock { $0 = newURL } }
  nonisolated open func presentedItemDidChange() {
    nonisolated(unsafe) let document = self  // because the queue is the main one
    MainActor.assumeIsolated { document.fileMayHaveChanged() }
  }

  // E-1071
  /// Reads the file again if another writer changed it. Unsaved changes stay, and the next saving writes them.
  private func fileMayHaveChanged() {
    guard documentState.isDisjoint(with: [.closed, .editingDisabled]), !hasUnsavedChanges,
      let date = try? FileManager.default.attributesOfItem(atPath: fileURL.path)[.modificationDate] as? Date,
      date != fileModificationDate
    else { return }
    revert(toContentsOf: fileURL)
  }
}

/// What was read from a document's file. Immutable after reading.
private struct ReadDocument: @unchecked Sendable {
  // @unchecked because the file wrapper is handed over to the main thread.
  let contents: Any
  let date: Date?

  init(_ url: URL) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw CocoaError(.fileReadNoSuchFile, userInfo: [NSURLErrorKey: url])
    }
    contents = isFolder.boolValue ? try FileWrapper(url: url, options: []) : try Data(contentsOf: url)
    date = try FileManager.default.attributesOfItem(atPath: url.path)[.modificationDate] as? Date
  }
}

/// What a document saves.
private struct SavedContent: @unchecked Sendable {
  // @unchecked because the file wrapper is handed over to the writing thread.
  private let contents: Any
  init(_ contents: Any) throws {
    guard contents is Data || contents is NSData || contents is FileWrapper else {
      throw CocoaError(.fileWriteUnknown)
    }
    self.contents = contents
  }

  /// Writes the file in one step, and returns its date. The writer is not notified of the change.
  func write(to url: URL, by writer: any NSFilePresenter) throws -> Date? {
    var failure: (any Error)?
    let coordinator = NSFileCoordinator(filePresenter: writer)
    coordinator.coordinate(writingItemAt: url, options: .forReplacing, error: nil) { url in
      do {
        switch contents {
        case let data as Data: try data.write(to: url, options: .atomic)
        case let data as NSData: try Data(referencing: data).write(to: url, options: .atomic)
        case let wrapper as FileWrapper:
          try wrapper.write(to: url, options: [.atomic, .withNameUpdating], originalContentsURL: nil)
        default: break
        }
      } catch { failure = error }
    }
    if let failure { throw failure }
    return try FileManager.default.attributesOfItem(atPath: url.path)[.modificationDate] as? Date
  }
}
