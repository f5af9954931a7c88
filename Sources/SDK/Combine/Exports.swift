// Combine is OpenCombine, and what ties it to the SDK's Foundation (Decisions/0042-opencombine.md).
@_exported import OpenCombine
