import Foundation
import UIKit

class Document: NSObject, NSCoding {
  var title: String
  var frame: CGRect
  init(title: String, frame: CGRect) {
    self.title = title
    self.frame = frame
  }
  required init?(coder: NSCoder) {
    title = coder.decodeObject(forKey: "title") as? String ?? "nil"
    frame = coder.decodeCGRect(forKey: "frame")
  }
  func encode(with coder: NSCoder) {
    coder.encode(title, forKey: "title")
    coder.encode(frame, forKey: "frame")
  }
}

func foundation() {
  autoreleasepool { print("pool") }
  let table = NSHashTable<AnyObject>.weakObjects()
  let map = NSMapTable<NSString, NSNumber>.strongToStrongObjects()
  let kept = NSObject()
  table.add(kept)
  map.setObject(3, forKey: "three")
  print(table.count, map.object(forKey: "three") ?? 0, NSPointerArray.weakObjects().count)
  let undo = UndoManager()
  let document = Document(title: "one", frame: CGRect(x: 1, y: 2, width: 3, height: 4))
  undo.registerUndo(withTarget: document) { $0.title = "undone" }
  undo.undo()
  print(document.title, undo.canRedo)
  let activity = NSUserActivity(activityType: "org.example.table")
  activity.userInfo = ["id": 4]
  print(activity.activityType, activity.userInfo?["id"] as? Int ?? 0)
  print(NSItemProvider(object: "text" as NSString).canLoadObject(ofClass: NSString.self))
  let archive = try! NSKeyedArchiver.archivedData(withRootObject: document, requiringSecureCoding: false)
  let copy = try! NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(archive) as? Document
  print(copy?.title ?? "nil", copy?.frame == document.frame)
  let formatter = MeasurementFormatter()
  formatter.locale = Locale(identifier: "en_US")
  print(formatter.string(from: Measurement(value: 3, unit: UnitLength.miles)))
  print(String(localized: "Hello", comment: "greeting"), NSLocalizedString("Bye", comment: ""))
  print(
    URLSession.shared.configuration.timeoutIntervalForRequest,
    URLRequest(url: URL(string: "x:y")!).httpMethod ?? "nil")
  print(
    NSValue(cgPoint: CGPoint(x: 1, y: 2)).cgPointValue,
    NSCoder.cgRect(for: NSCoder.string(for: CGRect.zero)) == .zero)
  print(
    CGVector(dx: 1, dy: 2).dx, CGAffineTransform(scaleX: 2, y: 2).a,
    UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4).left)
  let pointer = Unmanaged.passUnretained(kept).toOpaque()
  print(Unmanaged<NSObject>.fromOpaque(pointer).takeUnretainedValue() === kept)
  let coordinator = NSFileCoordinator()
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("table.txt")
  var failure: NSError?
  coordinator.coordinate(writingItemAt: file, options: [], error: &failure) {
    try! "x".write(to: $0, atomically: true, encoding: .utf8)
  }
  print(failure == nil, (try? String(contentsOf: file, encoding: .utf8)) ?? "nil")
}

func casts() {
  let any: [Any] = [
    "text", 3, 2.5, true, CGRect.zero, CGPoint(x: 1, y: 1), ["k": 1], [1, 2], UIColor.red, NSNull(),
  ]
  print(
    (any[0] as! NSString).length, (any[1] as! NSNumber).doubleValue, any[2] as! Double,
    any[3] as? Bool ?? false)
  print((any[4] as! CGRect).width, (any[5] as? CGPoint)?.x ?? 0, (any[6] as? [String: Int])?["k"] ?? 0)
  print((any[7] as! NSArray).count, any[8] as! UIColor == .red, any[9] is NSNull)
  print(
    ("text" as NSString).appendingPathComponent("a"), (1 as NSNumber).intValue, NSDecimalNumber(string: "1.5")
  )
  print(
    [1, 2] as NSArray == NSArray(array: [1, 2]), (["a": 1] as NSDictionary)["a"] ?? 0,
    Date(timeIntervalSince1970: 0) as NSDate)
  let userInfo: [AnyHashable: Any] = [
    "frame": NSValue(cgRect: CGRect(x: 0, y: 0, width: 5, height: 6)), "duration": 0.25,
  ]
  print(
    (userInfo["frame"] as! NSValue).cgRectValue.height, (userInfo["frame"] as? CGRect)?.width ?? -1,
    userInfo["duration"] as! Double)
  let text = "core" as CFString
  print((text as String), (text as NSString).length, ("x" as AnyObject) is NSString)
  let layer = CALayer()
  layer.contents = UIImage().cgImage as AnyObject
  layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "a" as String)
  print(
    (NSError(domain: "d", code: 4) as Error as NSError).code, (URL(string: "a:b")! as NSURL).scheme ?? "nil")
}
