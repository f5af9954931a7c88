/// Methods of the SDK's delegates that apps may write as `async` ones, though that form is no requirement of the protocol.
///
/// They are called by their table entry (F-138), under the selector of the form with a completion handler, which they are on the
/// platform.
enum AsyncForms {
  static func selector(forSwiftName name: String) -> String? { selectors[name] }

  private static let selectors = [
    "application(_:didReceiveRemoteNotification:)":
      "application:didReceiveRemoteNotification:fetchCompletionHandler:"
  ]
}
