import CarobFoundation

// C-226
/// Stores large binary values in separate files beside the store: `.NAME_EXTERNAL/UUID`.
///
/// A column contains `1` and the data, or `2` and the file name. A file is written before the end of the
/// transaction that refers to it, and removed after the transaction that drops it, so that a store never
/// refers to a missing file.
final class ExternalData {
  /// The size above which a value is stored in a file, in bytes.
  static let largestInline = 100 * 1024

  private let folder: URL?
  /// Files written by the current transaction.
  private var written: [String] = []
  private var dropped: [String] = []

  init(store: URL?) {
    folder = store.map(Self.folder)
  }

  static func folder(of store: URL) -> URL {
    store.deletingLastPathComponent()
      .appendingPathComponent(".\(store.deletingPathExtension().lastPathComponent)_EXTERNAL")
  }

  func read(_ column: Data) throws -> Data {
    guard let kind = column.first else { return column }
    let content = column.dropFirst()
    guard kind == 2 else { return Data(content) }
    let name = String(decoding: content, as: UTF8.self)
    guard let file = folder?.appendingPathComponent(name) else { return Data() }
    return try Data(contentsOf: file)
  }

  /// The column value for data; writes a file if it is large.
  func write(_ data: Data) throws -> Data {
    guard let folder, data.count > Self.largestInline else { return Data([1]) + data }
    let name = UUID().uuidString
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    written.append(name)
    try data.write(to: folder.appendingPathComponent(name), options: .atomic)
    return Data([2]) + Data(name.utf8)
  }

  /// Releases the file of a column that is overwritten or deleted.
  func drop(_ column: Data) {
    if column.first == 2 { dropped.append(String(decoding: column.dropFirst(), as: UTF8.self)) }
  }

  func commit() {
    remove(dropped)
    (written, dropped) = ([], [])
  }

  func rollBack() {
    remove(written)
    (written, dropped) = ([], [])
  }

  private func remove(_ names: [String]) {
    guard let folder else { return }
    for name in names { try? FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
  }

  /// Removes all files, when the store is destroyed.
  func destroy() {
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }
}
