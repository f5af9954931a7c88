import CarobFoundation
@_spi(Hazards) import CarobRuntime
import UIKit

/// Receives the picked songs. Both methods are optional.
@preconcurrency @MainActor
public protocol MPMediaPickerControllerDelegate: NSObjectProtocol, _CarobOptional {
  /// Called once, with at least one song; the delegate dismisses the picker.
  func mediaPicker(
    _ mediaPicker: MPMediaPickerController, didPickMediaItems mediaItemCollection: MPMediaItemCollection)
  func mediaPickerDidCancel(_ mediaPicker: MPMediaPickerController)
}
extension MPMediaPickerControllerDelegate {
  public func mediaPicker(
    _ mediaPicker: MPMediaPickerController, didPickMediaItems mediaItemCollection: MPMediaItemCollection
  ) {}
  public func mediaPickerDidCancel(_ mediaPicker: MPMediaPickerController) {}
}

/// Lets the user choose songs from the library (E-841).
@preconcurrency @MainActor
open class MPMediaPickerController: UIViewController {
  open private(set) var mediaTypes = MPMediaType.any
  open weak var delegate: (any MPMediaPickerControllerDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any MPMediaPickerControllerDelegate)?
  /// Whether the user can choose several songs and finish with Done; otherwise the first tap picks a song.
  open var allowsPickingMultipleItems = false
  open var prompt: String? { didSet { list?.navigationItem.prompt = prompt } }
  @Zeroing private var list: UIViewController?
  open var showsCloudItems = true
  open var showsItemsWithProtectedAssets = true

  public init() { super.init(nibName: nil, bundle: nil) }
  public init(mediaTypes: MPMediaType) {
    self.mediaTypes = mediaTypes
    super.init(nibName: nil, bundle: nil)
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open override func viewDidLoad() {
    super.viewDidLoad()
    let songs = MPMediaLibrary.songs.filter { !mediaTypes.isDisjoint(with: $0.mediaType) }
    let list = MediaPickerList(songs: songs, picker: self)
    list.navigationItem.prompt = prompt
    self.list = list
    let inner = UINavigationController(rootViewController: list)
    addChild(inner)
    inner.view.frame = view.bounds
    inner.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(inner.view)
    inner.didMove(toParent: self)
  }

  fileprivate func picked(_ songs: [MPMediaItem]) {
    guard let delegate, Runtime.answers(delegate, "mediaPicker:didPickMediaItems:") else { return }
    Journal.deliver(.delegate, "mediaPicker(_:didPickMediaItems:)", to: delegate, from: self) {
      delegate.mediaPicker(self, didPickMediaItems: MPMediaItemCollection(items: songs))
    }
  }

  fileprivate func cancelled() {
    guard let delegate, Runtime.answers(delegate, "mediaPickerDidCancel:") else { return }
    Journal.deliver(.delegate, "mediaPickerDidCancel(_:)", to: delegate, from: self) {
      delegate.mediaPickerDidCancel(self)
    }
  }
}

/// Lists the songs by title with their artists.
private final class MediaPickerList: UITableViewController {
  private let songs: [MPMediaItem]
  private unowned let picker: MPMediaPickerController
  /// The selected rows in order of selection.
  private var chosen: [Int] = []

  init(songs: [MPMediaItem], picker: MPMediaPickerController) {
    self.songs = songs
    self.picker = picker
    super.init(style: .plain)
    title = "Songs"
  }
  required init?(coder: NSCoder) { nil }

  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods + [
      .init(has: "tableView:didSelectRowAtIndexPath:", "tableView(_:didSelectRowAt:)", 0)
    ]
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    let weakSelf = ZeroingElement(self)
    navigationItem.leftBarButtonItem = UIBarButtonItem(
      systemItem: .cancel, primaryAction: UIAction { _ in weakSelf.object?.picker.cancelled() })
    if picker.allowsPickingMultipleItems {
      navigationItem.rightBarButtonItem = UIBarButtonItem(
        systemItem: .done, primaryAction: UIAction { _ in weakSelf.object?.finish() })
    }
  }

  private func finish() {
    guard !chosen.isEmpty else { return picker.cancelled() }
    picker.picked(chosen.map { songs[$0] })
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { songs.count }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
    let song = songs[indexPath.row]
    cell.textLabel?.text = song.title
    cell.detailTextLabel?.text = [song.artist, song.albumTitle].compactMap(\.self).joined(separator: " — ")
    cell.accessoryType = chosen.contains(indexPath.row) ? .checkmark : .none
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    guard picker.allowsPickingMultipleItems else { return picker.picked([songs[indexPath.row]]) }
    if let place = chosen.firstIndex(of: indexPath.row) {
      chosen.remove(at: place)
    } else {
      chosen.append(indexPath.row)
    }
    tableView.reloadRows(at: [indexPath], with: .none)
  }
}
