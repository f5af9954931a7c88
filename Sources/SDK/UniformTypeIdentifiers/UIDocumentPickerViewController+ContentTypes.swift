import CarobFoundation
import UIKit

extension UIDocumentPickerViewController {
  /// Picks files of some types (E-1064). With `asCopy` the app gets copies.
  public convenience init(forOpeningContentTypes contentTypes: [UTType], asCopy: Bool = false) {
    self.init(typeIdentifiers: contentTypes.map(\.identifier), asCopy: asCopy)
  }
}
