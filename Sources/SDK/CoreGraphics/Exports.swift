// Foundation declares CGFloat, CGPoint, CGSize and CGRect here; an app that imports CoreGraphics expects
// them.
@_exported import CarobFoundation
