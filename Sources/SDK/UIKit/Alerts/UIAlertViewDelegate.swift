import CarobFoundation

/// Receives the button taps of an alert view. All methods are optional (E-323).
@preconcurrency @MainActor
public protocol UIAlertViewDelegate: NSObjectProtocol, _CarobOptional {
  func willPresent(_ alertView: UIAlertView)
  func didPresent(_ alertView: UIAlertView)
  func alertView(_ alertView: UIAlertView, clickedButtonAt buttonIndex: Int)
  func alertView(_ alertView: UIAlertView, willDismissWithButtonIndex buttonIndex: Int)
  func alertView(_ alertView: UIAlertView, didDismissWithButtonIndex buttonIndex: Int)
  /// Never called, because only its buttons and the app can dismiss an alert here.
  /// For alerts that the system cancels, which it no longer does since iOS 4; never sent.
  func alertViewCancel(_ alertView: UIAlertView)
  /// Called once, when the alert is shown.
  func alertViewShouldEnableFirstOtherButton(_ alertView: UIAlertView) -> Bool
}

extension UIAlertViewDelegate {
  public func willPresent(_ alertView: UIAlertView) {}
  public func didPresent(_ alertView: UIAlertView) {}
  public func alertView(_ alertView: UIAlertView, clickedButtonAt buttonIndex: Int) {}
  public func alertView(_ alertView: UIAlertView, willDismissWithButtonIndex buttonIndex: Int) {}
  public func alertView(_ alertView: UIAlertView, didDismissWithButtonIndex buttonIndex: Int) {}
  public func alertViewCancel(_ alertView: UIAlertView) {}
  public func alertViewShouldEnableFirstOtherButton(_ alertView: UIAlertView) -> Bool { true }
}
