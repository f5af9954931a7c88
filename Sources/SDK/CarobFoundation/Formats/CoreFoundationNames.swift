import Foundation

// Core Foundation's types under their names, each the Foundation class to which it is bridged without cost.
// DEVIATION: the platform tells the two apart, and asks for a cast from one to the other; here the cast has no effect.

/// What functions of the system return: 0 for success.
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
