// Combine is OpenCombine together with its connections to the SDK's Foundation
// (Decisions/0042-opencombine.md).
@_exported import OpenCombine
