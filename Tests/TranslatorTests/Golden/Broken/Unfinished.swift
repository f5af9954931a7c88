import UIKit

class Unfinished: UIViewController {
  func broken( {
    let x =
  }
}
