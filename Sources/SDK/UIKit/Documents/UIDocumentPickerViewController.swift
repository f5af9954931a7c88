@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// What a document picker does with the picked files.
public enum UIDocumentPickerMode: UInt, Sendable { case `import`, open, exportToService, moveToService }

/// Receives the picked files. All methods are optional.
@preconcurrency @MainActor
public protocol UIDocumentPickerDelegate: NSObjectProtocol, _CarobOptional {
  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL])
  /// The older method for one file, called for delegates that do not implement the newer one.
  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentAt url: URL)
  /// The user closed the picker without a choice.
  func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController)
}

extension UIDocumentPickerDelegate {
  public func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {}
  public func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentAt url: URL) {}
  public func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {}
}

/// Lets the user pick files, or a place to save some (E-1064).
///
/// The simulated device has one place for files: the Documents folder of the app's container.
@preconcurrency @MainActor
open class UIDocumentPickerViewController: UIViewController {
  /// What the picker was created for.
  private enum Purpose {
    case pick(types: [String], asCopy: Bool)
    case save([URL], asCopy: Bool)
  }
  private let purpose: Purpose
  public let documentPickerMode: UIDocumentPickerMode

  /// Picks files of some uniform types. A copy is made in the app's temporary folder.
  package init(typeIdentifiers: [String], asCopy: Bool) {
    purpose = .pick(types: typeIdentifiers, asCopy: asCopy)
    documentPickerMode = asCopy ? .import : .open
    super.init(nibName: nil, bundle: nil)
  }
  /// Saves files: a copy of each, or the files themselves, which are moved.
  public init(forExporting urls: [URL], asCopy: Bool = false) {
    purpose = .save(urls, asCopy: asCopy)
    documentPickerMode = asCopy ? .exportToService : .moveToService
    super.init(nibName: nil, bundle: nil)
  }
  public convenience init(documentTypes allowedUTIs: [String], in mode: UIDocumentPickerMode) {
    self.init(typeIdentifiers: allowedUTIs, asCopy: mode == .import)
  }
  public convenience init(url: URL, in mode: UIDocumentPickerMode) {
    self.init(forExporting: [url], asCopy: mode == .exportToService)
  }
  public convenience init(urls: [URL], in mode: UIDocumentPickerMode) {
    self.init(forExporting: urls, asCopy: mode == .exportToService)
  }
  public required init?(coder: NSCoder) { return nil }

  open weak var delegate: (any UIDocumentPickerDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UIDocumentPickerDelegate)?
  /// Whether several files can be picked.
  open var allowsMultipleSelection = false
  /// Whether the names of the files have their extensions.
  open var shouldShowFileExtensions = false
  /// The folder whose files are listed; nil for Documents.
  open var directoryURL: URL?

  private var folder: URL {
    directoryURL ?? FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    let list = FileList(picker: self, files: listedFiles)
    let inner = UINavigationController(rootViewController: list)
    addChild(inner)
    inner.view.frame = view.bounds
    inner.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(inner.view)
    inner.didMove(toParent: self)
  }

  fileprivate var isSaving: Bool {
    if case .save = purpose { return true }
    return false
  }

  /// E-1064.1: the files of the folder whose types were asked for, by name.
  private var listedFiles: [URL] {
    let all =
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return all.sorted { $0.lastPathComponent < $1.lastPathComponent }.filter { file in
      guard case .pick(let types, _) = purpose else { return true }
      let isFolder = (try? file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
      let type = isFolder ? "public.folder" : TypeIdentifiers.type(ofExtension: file.pathExtension)
      return types.contains { TypeIdentifiers.conforms(type, to: $0) || $0 == "public.item" }
    }
  }

  // MARK: Completion

  private var isFinished = false
  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    isFinished = false
  }
  open override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    // Swiped away.
    guard isBeingDismissed, !isFinished else { return }
    isFinished = true
    LayerAnimations.afterCommit { self.tellCancelled() }
  }

  fileprivate func cancelled() { finish { $0.tellCancelled() } }
  fileprivate func picked(_ files: [URL]) {
    guard case .pick(_, let asCopy) = purpose else { return }
    finish { $0.tellPicked(asCopy ? $0.transferred(files, to: $0.inbox, moves: false) : files) }
  }
  fileprivate func save() {
    guard case .save(let files, let asCopy) = purpose else { return }
    finish { $0.tellPicked($0.transferred(files, to: $0.folder, moves: !asCopy)) }
  }

  // E-1064.2
  private func finish(_ tell: @escaping (UIDocumentPickerViewController) -> Void) {
    guard !isFinished else { return }
    isFinished = true
    guard let presenter = presentingViewController, !isBeingDismissed else { return tell(self) }
    presenter.dismiss(animated: true) { tell(self) }
  }

  private var inbox: URL { FileManager.default.temporaryDirectory.appendingPathComponent("Inbox") }

  /// Copies or moves the files into a folder; a name that is taken there gets a number.
  private func transferred(_ files: [URL], to folder: URL, moves: Bool) -> [URL] {
    let manager = FileManager.default
    return files.compactMap { file in
      do {
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        let place = free(folder.appendingPathComponent(file.lastPathComponent))
        if moves {
          try manager.moveItem(at: file, to: place)
        } else {
          try manager.copyItem(at: file, to: place)
        }
        return place
      } catch {
        Journal.warn(
          "\(file.lastPathComponent) could not be \(moves ? "moved" : "copied"): \(error)", receiver: self)
        return nil
      }
    }
  }
  private func free(_ wanted: URL) -> URL {
    let (name, ending) = (wanted.deletingPathExtension().lastPathComponent, wanted.pathExtension)
    var (place, number) = (wanted, 2)
    while FileManager.default.fileExists(atPath: place.path) {
      place = wanted.deletingLastPathComponent().appendingPathComponent("\(name) \(number)")
      if !ending.isEmpty { place.appendPathExtension(ending) }
      number += 1
    }
    return place
  }

  private func tellPicked(_ files: [URL]) {
    guard let delegate else { return }
    if !Runtime.answers(delegate, "documentPicker:didPickDocumentsAtURLs:"), let file = files.first {
      delegate.tell(
        from: self, "documentPicker(_:didPickDocumentAt:)", "documentPicker:didPickDocumentAtURL:"
      ) { $0.documentPicker(self, didPickDocumentAt: file) }
      return
    }
    delegate.tell(
      from: self, "documentPicker(_:didPickDocumentsAt:)", "documentPicker:didPickDocumentsAtURLs:"
    ) { $0.documentPicker(self, didPickDocumentsAt: files) }
  }
  private func tellCancelled() {
    delegate?.tell(from: self, "documentPickerWasCancelled(_:)", "documentPickerWasCancelled:") {
      $0.documentPickerWasCancelled(self)
    }
  }
}

/// The table of a document picker.
@MainActor
private final class FileList: UITableViewController {
  @Zeroing private var picker: UIDocumentPickerViewController?
  private let files: [URL]

  init(picker: UIDocumentPickerViewController, files: [URL]) {
    self.files = files
    super.init(style: .plain)
    self.picker = picker
    title = "Documents"
  }
  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    navigationItem.leftBarButtonItem = UIBarButtonItem(
      systemItem: .cancel,
      primaryAction: UIAction { [weakSelf = ZeroingElement(self)] _ in weakSelf.object?.picker?.cancelled() })
    guard let picker else { return }
    if picker.isSaving {
      navigationItem.rightBarButtonItem = UIBarButtonItem(
        title: "Save",
        primaryAction: UIAction(title: "Save") { [weakSelf = ZeroingElement(self)] _ in
          weakSelf.object?.picker?.save()
        })
      tableView.allowsSelection = false
    } else if picker.allowsMultipleSelection {
      tableView.allowsMultipleSelection = true
      navigationItem.rightBarButtonItem = UIBarButtonItem(
        title: "Open",
        primaryAction: UIAction(title: "Open") { [weakSelf = ZeroingElement(self)] _ in
          weakSelf.object?.openSelected()
        })
    }
  }

  private func openSelected() {
    let rows = (tableView.indexPathsForSelectedRows ?? []).map(\.row).sorted()
    if !rows.isEmpty { picker?.picked(rows.map { files[$0] }) }
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { files.count }
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    let file = files[indexPath.row]
    let isWhole = picker?.shouldShowFileExtensions ?? false
    cell.textLabel?.text = (isWhole ? file : file.deletingPathExtension()).lastPathComponent
    return cell
  }
  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    guard let picker, !picker.allowsMultipleSelection else { return }
    picker.picked([files[indexPath.row]])
  }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [_CarobMethod(has: "tableView:didSelectRowAtIndexPath:", "tableView:didSelectRowAtIndexPath:", 0)]
  }
}
