import CoreGraphics

/// The content view that a cell's or a header's content configuration made.
///
/// NB: a class, because a configuration's code can set the configuration again.
@MainActor
final class ConfiguredContent {
  private(set) var view: (UIView & UIContentView)?

  /// Shows, changes or removes the content. A view keeps its content view for configurations of the same
  /// type.
  func show(
    _ configuration: (any UIContentConfiguration)?, _ state: @autoclosure () -> any UIConfigurationState,
    updates: Bool, in container: UIView
  ) {
    guard let configuration else {
      view?.removeFromSuperview()
      view = nil
      return
    }
    let updated = updates ? configuration.updated(for: state()) : configuration
    if let view, type(of: view.configuration) == type(of: updated) {
      view.configuration = updated
      return
    }
    view?.removeFromSuperview()
    let made = updated.makeContentView()
    made.frame = container.bounds
    made.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    container.addSubview(made)
    view = made
  }
}
