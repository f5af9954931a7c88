import UIKit

extension TablesController {
  @objc func elsewhere(_ sender: UIView) { secret() }
  @objc private func secret() {}
}
extension TablesNamespace.Inner {
  @objc func elsewhere() {}
}
extension UIView {
  @objc func tablesShake() {}
  @objc fileprivate func tablesWobble(_ times: Int) {}
}
private extension UILabel {
  @objc func tablesBlink() {}
}
extension String {
  func tablesNothing() {}
}
