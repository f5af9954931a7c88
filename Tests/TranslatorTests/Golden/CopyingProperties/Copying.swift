import Foundation
import UIKit

class CopyingModel: NSObject {
  @NSCopying var date: NSDate?
  @NSCopying var text: NSString = "x"
  @NSCopying var forced: NSArray!
  @NSCopying var spelled: Optional<NSDate> = nil
  @NSCopying var start = NSDate()
  @NSCopying var watched: NSString? = "x" { didSet { print(oldValue as Any) } }
  @NSCopying var announced = NSString() { willSet { print(newValue) } }
}
