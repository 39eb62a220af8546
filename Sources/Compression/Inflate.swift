import CZLib

/// The wrapper of a stream of DEFLATE.
public enum DeflateFormat: Sendable {
  /// As in ZIP archives.
  case raw
  /// In gzip or zlib files, as their headers say.
  case wrapped
}

/// The contents of a stream of DEFLATE; nil if it is damaged or cut off, or holds more than `maxSize` bytes.
public func inflated(_ packed: ArraySlice<UInt8>, _ format: DeflateFormat, maxSize: Int) -> [UInt8]? {
  var stream = z_stream()
  let bits: Int32 = format == .raw ? -15 : 15 + 32
  guard inflateInit2_(&stream, bits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
  defer { inflateEnd(&stream) }
  var result: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: min(max(packed.count * 4, 1 << 12), 1 << 20))
  var packed = Array(packed)
  var status = Z_OK
  packed.withUnsafeMutableBufferPointer { input in
    stream.next_in = input.baseAddress
    stream.avail_in = UInt32(clamping: input.count)
    repeat {
      let count = piece.withUnsafeMutableBufferPointer { output -> Int in
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        status = inflate(&stream, Z_NO_FLUSH)
        return output.count - Int(stream.avail_out)
      }
      result += piece[..<count]
    } while status == Z_OK && result.count <= maxSize
  }
  return status == Z_STREAM_END && result.count <= maxSize ? result : nil
}
