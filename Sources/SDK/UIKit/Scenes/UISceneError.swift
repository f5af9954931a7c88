import CarobFoundation
import QuartzCore

/// Why a request about scenes was not carried out.
public struct UISceneError: Error, Hashable, Sendable {
  public enum Code: Int, Sendable {
    case multipleScenesNotSupported = 0
    case requestDenied = 100
    case geometryRequestUnsupported = 101
    case geometryRequestDenied = 102
  }
  public static let multipleScenesNotSupported = Code.multipleScenesNotSupported
  public static let requestDenied = Code.requestDenied

  public let code: Code
  public init(_ code: Code) { self.code = code }
}

/// How a scene is to go.
@preconcurrency @MainActor
open class UISceneDestructionRequestOptions: _MainActorNSObject {}

/// How a scene's window is to go.
@preconcurrency @MainActor
open class UIWindowSceneDestructionRequestOptions: UISceneDestructionRequestOptions {
  open var windowDismissalAnimation = UIWindowScene.DismissalAnimation.standard
}

extension UIWindowScene {
  public enum DismissalAnimation: Int, Sendable {
    case standard = 1
    case commit, decline
  }
}

extension UIApplication {
  /// E-504: the device has one scene for an app, so that no other can be asked for and that one cannot go alone.
  func refuseSceneRequest(_ errorHandler: ((any Error) -> Void)?) {
    guard let errorHandler else { return }
    LayerAnimations.afterCommit { errorHandler(UISceneError(.multipleScenesNotSupported)) }
  }
}
