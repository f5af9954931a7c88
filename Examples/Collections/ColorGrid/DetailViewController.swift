import UIKit

class DetailViewController: UIViewController {

    @IBOutlet weak var nameLabel: UILabel!

    var color: NamedColor!

    override func viewDidLoad() {
        super.viewDidLoad()
        title = color.name
        nameLabel.text = "This is \(color.name)"
        view.backgroundColor = color.color
    }

}
