/// A WAV file of 32-bit floats, or of 16-bit integers.
public func wavBytes(
  _ samples: [Float], channels: Int = 2, rate: Int = 48_000, isFloat: Bool = true, mask: UInt32? = nil,
  saidBytes: Int? = nil
) -> [UInt8] {
  let size = isFloat ? 4 : 2
  func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
  var data: [UInt8] = []
  for sample in samples {
    data += isFloat ? little(Int(sample.bitPattern), 4) : little(Int((sample * 32_767).rounded()), 2)
  }
  let code = isFloat ? 3 : 1
  var format = little(mask == nil ? code : 0xFFFE, 2) + little(channels, 2) + little(rate, 4)
  format += little(rate * channels * size, 4) + little(channels * size, 2) + little(size * 8, 2)
  if let mask {
    format += little(22, 2) + little(size * 8, 2) + little(Int(mask), 4) + little(code, 2)
    format += [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
  }
  let said = saidBytes ?? data.count
  let body =
    Array("WAVEfmt ".utf8) + little(format.count, 4) + format + Array("data".utf8) + little(said, 4) + data
  return Array("RIFF".utf8) + little(body.count + said - data.count, 4) + body
}
