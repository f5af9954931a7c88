import CarobRuntime
import UIKit

/// A black screen with the button Done, for a player that is otherwise shown inside another screen
/// (E-1031).
@MainActor
final class FullScreenVideo: UIViewController {
  private let close: @MainActor () -> Void

  init(close: @escaping @MainActor () -> Void) {
    self.close = close
    super.init(nibName: nil, bundle: nil)
    modalPresentationStyle = .fullScreen
  }
  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    let button = UIButton(type: .system, primaryAction: UIAction(title: "Done") { [close] _ in close() })
    button.tintColor = .white
    button.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(button)
    NSLayoutConstraint.activate([
      button.leadingAnchor.constraint(equalTo: view.safeAreaLayoutGuide.leadingAnchor, constant: 16),
      button.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 16),
    ])
  }

  /// Shows a view above the video, below the button.
  func show(_ overlay: UIView) {
    overlay.frame = view.bounds
    view.insertSubview(overlay, at: 0)
  }
}
