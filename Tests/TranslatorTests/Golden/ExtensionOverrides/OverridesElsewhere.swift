import UIKit

extension OverridesController {
  override func viewWillAppear(_ animated: Bool) { super.viewWillAppear(animated) }
}
class RefreshedElsewhere: UIViewController {}
extension RefreshedElsewhere {
  override func refreshed(_ sender: Any?, twice: Bool) -> Int { super.refreshed(sender, twice: twice) + 1 }
}
