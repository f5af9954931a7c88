import UIKit

class OverridesController: UIViewController {}
extension OverridesController {
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    print(#function)
  }
  override var prefersStatusBarHidden: Bool { return true }
  override func prepare(for segue: UIStoryboardSegue, sender: Any?) { helper() }
  private func helper() {}
  @objc func overridden(_ x: Int) -> Int { x }
  @objc func notOverridden() {}
}
class OverridesSub: OverridesController {
  override func overridden(_ x: Int) -> Int { super.overridden(x) + 1 }
}
public class OverridesPublic: UIView {}
extension OverridesPublic {
  public override func layoutSubviews() {}
}
extension UIViewController {
  @objc func refreshed(_ sender: Any?, twice: Bool) -> Int { twice ? 2 : 1 }
}
class RefreshedController: UIViewController {
  override func refreshed(_ sender: Any?, twice: Bool) -> Int { super.refreshed(sender, twice: twice) + 1 }
}
class RefreshedBelow: RefreshedController {
  override func refreshed(_ sender: Any?, twice: Bool) -> Int { super.refreshed(sender, twice: twice) + 1 }
}
class Adding: UIView {
  func add(_ values: Int..., to sum: Int) -> Int { values.reduce(sum, +) }
}
class AddingMore: Adding {}
extension AddingMore {
  override func add(_ values: Int..., to sum: Int) -> Int { super.add(to: sum) + values.count }
}
