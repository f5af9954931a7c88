// CGFloat, CGPoint, CGSize and CGRect come from Foundation here; an app that imports CoreGraphics expects them.
@_exported import CarobFoundation
