import UIKit

class ColorModel: NSObject {

    @objc dynamic var color: UIColor?
    @objc dynamic var name: String?

}
