import Foundation

/// A part of a file in this process's memory, such as the code of a library.
public struct MappedFile: Sendable {
  public let addresses: Range<UInt>
  /// Real and absolute; ends with ` (deleted)` where the file was removed or replaced since.
  public let path: String

  /// All there are now, by address. Takes about a millisecond.
  public static var all: [MappedFile] {
    guard let file = FileHandle(forReadingAtPath: "/proc/self/maps") else { return [] }
    var text = Data()
    // One read gives 4096 bytes at most.
    while let chunk = try? file.read(upToCount: 1 << 16), !chunk.isEmpty { text += chunk }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { MappedFile($0) }
  }

  /// Reads a line such as `55ccc2264000-55ccc2267000 r-xp 00000000 fe:00 16228645  /usr/bin/program`; nil without a
  /// path.
  init?(_ line: Substring) {
    let bounds = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
    guard let slash = line.firstIndex(of: "/"), bounds.count == 2, bounds[0] <= bounds[1] else { return nil }
    addresses = bounds[0]..<bounds[1]
    path = String(line[slash...])
  }
}
