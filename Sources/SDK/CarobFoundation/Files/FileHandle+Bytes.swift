import Foundation
import Glibc

extension FileHandle {
  /// The bytes up to the end of the file, read on demand and off the caller's thread.
  public var bytes: AsyncBytes { AsyncBytes(handle: self) }

  public struct AsyncBytes: AsyncSequence, @unchecked Sendable {
    // @unchecked because the handle is only retained to keep its descriptor open.
    public typealias Element = UInt8
    let handle: FileHandle

    public func makeAsyncIterator() -> Iterator { Iterator(handle) }

    /// Iterates over the bytes until the end of the file or an error.
    public struct Iterator: AsyncIteratorProtocol, @unchecked Sendable {
      // @unchecked because the handle is only retained to keep its descriptor open.
      private let handle: FileHandle
      private let descriptor: Int32
      private var chunk: [UInt8] = []
      private var next = 0

      fileprivate init(_ handle: FileHandle) {
        self.handle = handle
        descriptor = handle.fileDescriptor
      }

      public mutating func next() async throws -> UInt8? {
        if next == chunk.count {
          chunk = try await FileHandle.readChunk(descriptor)
          next = 0
          if chunk.isEmpty { return nil }
        }
        defer { next += 1 }
        return chunk[next]
      }
    }

    /// The lines of the text, without line terminators.
    public var lines: AsyncThrowingStream<String, any Error> {
      let iterator = makeAsyncIterator()
      return AsyncThrowingStream { continuation in
        Task {
          do {
            var iterator = iterator
            var line: [UInt8] = []
            while let byte = try await iterator.next() {
              if byte != UInt8(ascii: "\n") {
                line.append(byte)
                continue
              }
              if line.last == UInt8(ascii: "\r") { line.removeLast() }
              continuation.yield(String(decoding: line, as: UTF8.self))
              line.removeAll()
            }
            if !line.isEmpty { continuation.yield(String(decoding: line, as: UTF8.self)) }
            continuation.finish()
          } catch { continuation.finish(throwing: error) }
        }
      }
    }
  }

  fileprivate static func readChunk(_ descriptor: Int32) async throws -> [UInt8] {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0 {
          continuation.resume(throwing: POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO))
        } else {
          continuation.resume(returning: Array(buffer.prefix(count)))
        }
      }
    }
  }
}
