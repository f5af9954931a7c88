#sourceLocation(file: "/Project/Copying.swift", line: 1)
import Foundation
import UIKit

class CopyingModel: NSObject {
             var date: NSDate? { didSet { self.date = self.date?.copy() as! (NSDate?) } }
             var text: NSString = "x" { didSet { self.text = self.text.copy() as! NSString } }
             var forced: NSArray! { didSet { self.forced = self.forced?.copy() as! (NSArray?) } }
             var spelled: Optional<NSDate> = nil { didSet { self.spelled = self.spelled?.copy() as! (Optional<NSDate>) } }
             var start = NSDate() { didSet { self.start = _copied(self.start) } }
             var watched: NSString? = "x" { didSet { self.watched = _copied(self.watched); print(oldValue as Any) } }
             var announced = NSString() { didSet { self.announced = _copied(self.announced) } willSet { print(newValue) } }
 nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Copying.swift" }; nonisolated override class var _carobName: String { "App.CopyingModel" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { CopyingModel() } } }
