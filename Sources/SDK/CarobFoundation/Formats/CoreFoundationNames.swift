import Foundation

// Core Foundation's types as aliases of the Foundation classes to which they are toll-free bridged.
// DEVIATION: on the platform these are distinct types that need casts. Here the casts have no effect.

/// The result code of system functions; 0 for success.
public typealias OSStatus = Int32
public var noErr: OSStatus { 0 }

public typealias CFString = NSString
public typealias CFMutableString = NSMutableString
public typealias CFAttributedString = NSAttributedString
public typealias CFArray = NSArray
public typealias CFMutableArray = NSMutableArray
public typealias CFDictionary = NSDictionary
public typealias CFMutableDictionary = NSMutableDictionary
public typealias CFSet = NSSet
public typealias CFMutableSet = NSMutableSet
public typealias CFData = NSData
public typealias CFMutableData = NSMutableData
public typealias CFURL = NSURL
public typealias CFDate = NSDate
public typealias CFNumber = NSNumber
public typealias CFError = NSError
public typealias CFLocale = NSLocale
