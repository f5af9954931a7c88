import UIKit

class ManagedLayer: CALayer {
  @NSManaged var progress: CGFloat
  @NSManaged public dynamic var caption: String?
  override class func needsDisplay(forKey key: String) -> Bool {
    key == #keyPath(ManagedLayer.progress) || super.needsDisplay(forKey: key)
  }
}
