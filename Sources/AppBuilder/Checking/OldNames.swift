/// Names of Apple's frameworks from before Swift 3 and 4.2, which current compilers reject.
enum OldNames {
  /// The replacement of a name, in the compiler's words if the compiler knows one.
  static func replacement(for name: String) -> String? { table[name] ?? foundation(name) }

  /// Foundation classes that lost their prefix.
  private static func foundation(_ name: String) -> String? {
    guard name.hasPrefix("NS"), plainFoundation.contains(String(name.dropFirst(2))) else { return nil }
    return String(name.dropFirst(2))
  }

  private static let plainFoundation: Set<String> = [
    "NotificationCenter", "UserDefaults", "Bundle", "FileManager", "Timer", "URLSession", "OperationQueue",
    "Operation", "BlockOperation", "DateFormatter", "NumberFormatter", "JSONSerialization", "ProcessInfo",
    "RunLoop", "Thread", "FileHandle", "URLSessionConfiguration", "URLSessionTask", "URLSessionDataTask",
    "HTTPURLResponse", "XMLParser", "Scanner", "UndoManager", "Progress", "PropertyListSerialization",
  ]

  private static let table: [String: String] = [
    "CGAffineTransformIdentity": "CGAffineTransform.identity",
    "CGAffineTransformMakeRotation": "CGAffineTransform(rotationAngle:)",
    "CGAffineTransformMakeScale": "CGAffineTransform(scaleX:y:)",
    "CGAffineTransformMakeTranslation": "CGAffineTransform(translationX:y:)",
    "CGAffineTransformScale": "CGAffineTransform.scaledBy(x:y:)",
    "CGAffineTransformRotate": "CGAffineTransform.rotated(by:)",
    "CGAffineTransformTranslate": "CGAffineTransform.translatedBy(x:y:)",
    "CGAffineTransformConcat": "CGAffineTransform.concatenating(_:)",
    "CGAffineTransformInvert": "CGAffineTransform.inverted()",
    "CGRectMake": "CGRect(x:y:width:height:)", "CGPointMake": "CGPoint(x:y:)",
    "CGSizeMake": "CGSize(width:height:)", "CGRectZero": "CGRect.zero", "CGPointZero": "CGPoint.zero",
    "CGSizeZero": "CGSize.zero", "CGRectGetWidth": "CGRect.width", "CGRectGetHeight": "CGRect.height",
    "CGRectGetMinX": "CGRect.minX", "CGRectGetMinY": "CGRect.minY", "CGRectGetMaxX": "CGRect.maxX",
    "CGRectGetMaxY": "CGRect.maxY", "CGRectGetMidX": "CGRect.midX", "CGRectGetMidY": "CGRect.midY",
    "CGRectContainsPoint": "CGRect.contains(_:)", "CGRectInset": "CGRect.insetBy(dx:dy:)",
    "CGRectOffset": "CGRect.offsetBy(dx:dy:)", "CGRectIntersectsRect": "CGRect.intersects(_:)",
    "UIEdgeInsetsMake": "UIEdgeInsets(top:left:bottom:right:)", "UIEdgeInsetsZero": "UIEdgeInsets.zero",
    "UIApplicationLaunchOptionsKey": "UIApplication.LaunchOptionsKey",
    "NSAttributedStringKey": "NSAttributedString.Key",
    "NSForegroundColorAttributeName": "NSAttributedString.Key.foregroundColor",
    "NSBackgroundColorAttributeName": "NSAttributedString.Key.backgroundColor",
    "NSFontAttributeName": "NSAttributedString.Key.font",
    "NSParagraphStyleAttributeName": "NSAttributedString.Key.paragraphStyle",
    "UIControlState": "UIControl.State", "UIControlEvents": "UIControl.Event",
    "UITableViewCellStyle": "UITableViewCell.CellStyle",
    "UITableViewRowAnimation": "UITableView.RowAnimation",
    "UITableViewCellEditingStyle": "UITableViewCell.EditingStyle",
    "UITableViewCellAccessoryType": "UITableViewCell.AccessoryType",
    "UITableViewScrollPosition": "UITableView.ScrollPosition", "UITableViewStyle": "UITableView.Style",
    "UIViewAnimationOptions": "UIView.AnimationOptions", "UIViewContentMode": "UIView.ContentMode",
    "UIAlertControllerStyle": "UIAlertController.Style", "UIAlertActionStyle": "UIAlertAction.Style",
    "UIGestureRecognizerState": "UIGestureRecognizer.State",
    "UIBarButtonSystemItem": "UIBarButtonItem.SystemItem", "UIBarButtonItemStyle": "UIBarButtonItem.Style",
    "UIKeyboardWillShowNotification": "UIResponder.keyboardWillShowNotification",
    "UIKeyboardWillHideNotification": "UIResponder.keyboardWillHideNotification",
    "UIKeyboardFrameEndUserInfoKey": "UIResponder.keyboardFrameEndUserInfoKey",
    "UIApplicationDidBecomeActiveNotification": "UIApplication.didBecomeActiveNotification",
    "UIApplicationDidEnterBackgroundNotification": "UIApplication.didEnterBackgroundNotification",
    "UITableViewAutomaticDimension": "UITableView.automaticDimension",
  ]
}
