import CarobFoundation

extension UIScrollView {
  /// Reports each method that the delegate implements but that is never called here, once per method.
  func announce(_ methods: [String], of delegate: (any UIScrollViewDelegate)?) {
    guard let delegate else { return }
    for method in methods where Runtime.implementation(type(of: delegate), method) != nil {
      unimplemented("\(method) of delegates")
    }
  }
}
