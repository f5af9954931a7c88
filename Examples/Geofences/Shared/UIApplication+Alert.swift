import UIKit

extension UIApplication {
  /// Shows an alert over whatever is in front.
  func showAlert(title: String?, message: String?) {
    let window = connectedScenes.compactMap { ($0 as? UIWindowScene)?.keyWindow }.first
    guard var front = window?.rootViewController else { return }
    while let presented = front.presentedViewController { front = presented }
    let alert = UIAlertController(title: title, message: message, preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "OK", style: .default))
    front.present(alert, animated: true)
  }
}
