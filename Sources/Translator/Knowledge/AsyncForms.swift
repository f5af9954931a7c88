/// Methods of SDK delegates that apps may write in their `async` form, which is not a requirement of the
/// protocol.
///
/// They are called through their table entry (F-138), under the selector of the form with a completion
/// handler. That is their selector on the platform, too.
enum AsyncForms {
  static func selector(forSwiftName name: String) -> String? { selectors[name] }

  private static let selectors = [
    "application(_:didReceiveRemoteNotification:)":
      "application:didReceiveRemoteNotification:fetchCompletionHandler:"
  ]
}
