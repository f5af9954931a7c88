#sourceLocation(file: "/Project/Importing.swift", line: 1)
import Foundation
import UIKit                            
import class UIKit.UIView
