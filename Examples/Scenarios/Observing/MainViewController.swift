import UIKit

/// An observer and an observed object, which are deallocated in both possible orders.
class MainViewController: UIViewController {

    private var observed: Observed? = Observed()
    private var observer: Observer? = Observer()

    override func viewDidLoad() {
        super.viewDidLoad()
        connect()
    }

    private func connect() {
        if let observed = observed {
            observer?.observe(observed)
        }
    }

    @IBAction func change(_ sender: UIButton) {
        observed?.value.toggle()
        print("changed")
    }

    @IBAction func observerGoesFirst(_ sender: UIButton) {
        observer = nil
        observed?.value.toggle()
        print("nobody heard")
        observed = nil
        print("both are gone")
        startAgain()
    }

    @IBAction func observedGoesFirst(_ sender: UIButton) {
        observed = nil
        observer = nil
        print("both are gone, the other way round")
        startAgain()
    }

    private func startAgain() {
        observed = Observed()
        observer = Observer()
        connect()
    }

}
