import UIKit

extension UIApplication {
  /// Presents an alert from the topmost view controller.
  func showAlert(title: String?, message: String?) {
    let window = connectedScenes.compactMap { ($0 as? UIWindowScene)?.keyWindow }.first
    guard var front = window?.rootViewController else { return }
    while let presented = front.presentedViewController { front = presented }
    let alert = UIAlertController(title: title, message: message, preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "OK", style: .default))
    front.present(alert, animated: true)
  }
}
