import UIKit

class ViewController: UIViewController {

    override func awakeFromNib() {
        super.awakeFromNib()
        print("ViewController", #function)
    }

    override func loadView() {
        print("ViewController", #function)
        super.loadView()
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        print("ViewController", #function)
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        print("ViewController", #function)
    }

    override func viewIsAppearing(_ animated: Bool) {
        super.viewIsAppearing(animated)
        print("ViewController", #function)
    }

    override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        print("ViewController", #function)
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        print("ViewController", #function)
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        print("ViewController", #function)
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        print("ViewController", #function)
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        print("ViewController", #function)
    }

    override func didReceiveMemoryWarning() {
        super.didReceiveMemoryWarning()
        print("ViewController", #function)
    }

}
