import Foundation
import UIKit

class CopyingModel: NSObject {
  @NSCopying var date: NSDate?
  @NSCopying var text: NSString = "x"
  @NSCopying var forced: NSArray!
}
