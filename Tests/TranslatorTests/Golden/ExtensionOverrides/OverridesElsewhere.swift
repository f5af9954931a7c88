import UIKit

extension OverridesController {
  override func viewWillAppear(_ animated: Bool) { super.viewWillAppear(animated) }
}
