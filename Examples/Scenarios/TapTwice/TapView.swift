import UIKit

/// Tells a single from a double tap without recognizers: the action of the first tap is put off until no second one can come.
class TapView: UIView {

    var onTap: ((Int) -> Void)?

    override func awakeFromNib() {
        super.awakeFromNib()
        isAccessibilityElement = true
        accessibilityLabel = "Board"
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        if touch.tapCount == 2 {
            NSObject.cancelPreviousPerformRequests(
                withTarget: self, selector: #selector(singleTap), object: nil)
        }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        switch touch.tapCount {
        case 1:
            perform(#selector(singleTap), with: nil, afterDelay: 0.3)
        case 2:
            print("double tap")
            onTap?(2)
        default:
            break
        }
    }

    @objc private func singleTap() {
        print("single tap")
        onTap?(1)
    }

}
