import UIKit

/// Why does `viewDidLoad` come before the end of `awakeFromNib`, and why twice?
class EarlyViewController: UIViewController {

    private var loads = 0

    override func awakeFromNib() {
        super.awakeFromNib()
        print("awakes")
        view.tintColor = .systemTeal
        print("is awake")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        loads += 1
        print("loaded", loads)
    }

    // A common practice when memory was scarce and views were large.
    override func didReceiveMemoryWarning() {
        super.didReceiveMemoryWarning()
        if isViewLoaded && view.window == nil {
            view = nil
        }
    }

}
