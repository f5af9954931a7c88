import UIKit

/// An unconnected button that sends along the responder chain, with the selector of a local class.
class BorrowingButton: UIButton {

    override func awakeFromNib() {
        super.awakeFromNib()
        class Dummy {
            @objc func save(_ sender: Any?) {}
        }
        addTarget(nil, action: #selector(Dummy.save(_:)), for: .touchUpInside)
    }

}
