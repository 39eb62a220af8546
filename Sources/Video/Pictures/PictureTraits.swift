import Compression

/// What the bytes of a PNG, JPEG or WebP file say of its picture before the pixels. Damaged bytes say nothing.
public struct PictureTraits: Hashable, Sendable {
  /// A file of several pictures.
  public enum Animation: Hashable, Sendable {
    case png, webp

    /// Such as `an animated PNG`.
    public var name: String { self == .png ? "an animated PNG" : "an animated WebP" }
  }

  /// Nil for a still picture.
  public private(set) var animation: Animation?
  /// Colors that are not converted; nil where they are sRGB's.
  public private(set) var colors: UnconvertedColors?

  /// How many bytes of a file hold it all, however large the file is.
  public static let headSize = 4 << 20

  private static let maxProfileSize = 16 << 20

  /// Reads the first bytes of a file, `headSize` or all of them.
  public init(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      readPNG(bytes)
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      readJPEG(bytes)
    } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      readWebP(bytes)
    }
  }

  // MARK: PNG

  /// Chunks before the pixels (PNG, third edition, 4.3: `cICP` goes before `iCCP`, `sRGB`, and `gAMA` with `cHRM`).
  private mutating func readPNG(_ bytes: [UInt8]) {
    var chunks: [String: ArraySlice<UInt8>] = [:]
    var place = 8
    while place + 8 <= bytes.count {
      let size = Self.number(bytes[place..<place + 4])
      let name = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
      guard name != "IDAT", place + 12 + size <= bytes.count else { break }
      if chunks[name] == nil { chunks[name] = bytes[place + 8..<place + 8 + size] }
      place += 12 + size
    }
    if chunks["acTL"] != nil { animation = .png }
    func numbers(_ chunk: ArraySlice<UInt8>) -> [Double] {
      stride(from: chunk.startIndex, to: chunk.endIndex - 3, by: 4).map {
        Double(Self.number(chunk[$0..<$0 + 4])) / 100_000
      }
    }
    if let code = chunks["cICP"], code.count == 4 {
      let (primaries, transfer) = (Int(code[code.startIndex]), Int(code[code.startIndex + 1]))
      colors = UnconvertedColors(primaries: primaries, transfer: transfer)
    } else if let profile = chunks["iCCP"] {
      // A name, a zero, the kind of compression.
      let packed = profile.drop { $0 != 0 }.dropFirst(2)
      colors = UnconvertedColors(profile: inflated(packed, .wrapped, maxSize: Self.maxProfileSize) ?? [])
    } else if chunks["sRGB"] == nil {
      colors = UnconvertedColors(
        gamma: chunks["gAMA"].flatMap { numbers($0).first },
        chromaticities: chunks["cHRM"].map(numbers).flatMap { $0.count == 8 ? $0 : nil })
    }
  }

  // MARK: JPEG

  /// Segments before the first scan (ITU-T T.81, B.1.1; ICC.1:2022, B.4).
  private mutating func readJPEG(_ bytes: [UInt8]) {
    var profile: [Int: ArraySlice<UInt8>] = [:]
    var (inkCount, isUncalibrated) = (0, false)
    var place = 2
    while place + 4 <= bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      if marker == 0xFF {
        place += 1
        continue
      }
      if marker == 0xDA || marker == 0xD9 { break }
      let size = Self.number(bytes[place + 2..<place + 4])
      guard size >= 2, place + 2 + size <= bytes.count else { break }
      let segment = bytes[place + 4..<place + 2 + size]
      switch marker {
      case 0xE1 where segment.starts(with: Array("Exif\0\0".utf8)):
        isUncalibrated = Self.isUncalibrated(Array(segment.dropFirst(6)))
      case 0xE2 where segment.starts(with: Array("ICC_PROFILE\0".utf8)) && segment.count > 14:
        profile[Int(segment[segment.startIndex + 12])] = segment.dropFirst(14)
      case 0xC0...0xC3 where segment.count > 5, 0xC5...0xC7 where segment.count > 5,
        0xC9...0xCB where segment.count > 5,
        0xCD...0xCF where segment.count > 5:
        inkCount = Int(segment[segment.startIndex + 5])
      default: break
      }
      place += 2 + size
    }
    if !profile.isEmpty {
      colors = UnconvertedColors(profile: profile.sorted { $0.key < $1.key }.flatMap(\.value))
    } else if inkCount == 4 {
      colors = .inks
    } else if isUncalibrated {
      colors = .uncalibrated
    }
  }

  /// Whether an Exif block (CIPA DC-008) says that the colors are none of sRGB: `ColorSpace` other than 1, or the name of
  /// the optional color space of DCF.
  private static func isUncalibrated(_ block: [UInt8]) -> Bool {
    let isLittle = block.first == UInt8(ascii: "I")
    func number(_ place: Int, _ count: Int) -> Int {
      guard place >= 0, place + count <= block.count else { return 0 }
      let part = block[place..<place + count]
      return isLittle ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : Self.number(part)
    }
    /// The value of a tag in a directory.
    func value(_ tag: Int, at directory: Int, size: Int) -> Int? {
      for index in 0..<min(number(directory, 2), 500) where number(directory + 2 + index * 12, 2) == tag {
        return number(directory + 2 + index * 12 + 8, size)
      }
      return nil
    }
    guard let exif = value(0x8769, at: number(4, 4), size: 4), exif > 0 else { return false }
    return value(0xA001, at: exif, size: 2).map { $0 != 1 } ?? false
  }

  // MARK: WebP

  /// Chunks of the extended format, of which `ICCP` goes before the pixels.
  private mutating func readWebP(_ bytes: [UInt8]) {
    var place = 12
    while place + 8 <= bytes.count {
      let name = String(decoding: bytes[place..<place + 4], as: UTF8.self)
      let size = Self.number(ArraySlice(bytes[place + 4..<place + 8].reversed()))
      guard place + 8 + size <= bytes.count else { break }
      let chunk = bytes[place + 8..<place + 8 + size]
      switch name {
      case "VP8X": if chunk.first.map({ $0 & 2 != 0 }) ?? false { animation = .webp }
      case "ICCP": colors = UnconvertedColors(profile: Array(chunk))
      case "VP8 ", "VP8L", "ANMF": return
      default: break
      }
      place += 8 + size + size % 2
    }
  }

  /// A big-endian number.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
