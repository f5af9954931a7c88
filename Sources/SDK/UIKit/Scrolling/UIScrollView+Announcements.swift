import CarobFoundation

extension UIScrollView {
  /// Says of the delegate's methods that are never called, once for each, that they are not.
  func announce(_ methods: [String], of delegate: (any UIScrollViewDelegate)?) {
    guard let delegate else { return }
    for method in methods where Runtime.implementation(type(of: delegate), method) != nil {
      unimplemented("\(method) of delegates")
    }
  }
}
