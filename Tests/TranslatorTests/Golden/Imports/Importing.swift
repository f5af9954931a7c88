import Foundation
import UIKit.UIGestureRecognizerSubclass
import class UIKit.UIView
