/// The layout of a compiled document, shared by the writer and the reader.
///
/// All integers are little-endian. A document is one header, then tables, then chunks:
///
///     offset  type  field
///          0  4×u8  "CNIB"
///          4  u16   version
///          6  u8    kind (1 storyboard, 2 xib)
///          7  u8    reserved, 0
///          8  u32   length of the whole document
///         12  u32   number of strings        16  u32  their end offsets (u32 each, relative to the text)
///         20  u32   text, UTF-8              24  u32  its length
///         28  u32   number of chunks         32  u32  chunk table: start, end, elements, key string, line
///         36  u32   number of ids            40  u32  id table: string, chunk, ordinal, sorted by the string's bytes
///         44  u32   number of identifiers    48  u32  storyboard identifiers, a table of the same form
///         52  u32   the source's path, a string
///
/// Chunk 0 is the `<document>` without its scenes; every other chunk is one `<scene>`, so that a scene can be
/// read on its own. An element is encoded as: name, line relative to the previous element (zigzag), number of
/// attributes, the name and value of each, text + 1 (0: none), number of children, the children. All of these
/// are LEB128 varints; names, values and texts are indices into the strings. An ordinal counts elements from
/// the chunk's start in document order.
package enum NibBinary {
  package static let magic: [UInt8] = [0x43, 0x4E, 0x49, 0x42]
  package static let version: UInt16 = 1
  package static let headerSize = 56
  package static let chunkEntrySize = 20
  package static let keyEntrySize = 12
  /// The writer and the reader reject deeper nesting; libxml2 has the same limit.
  package static let maximumDepth = 256
}
