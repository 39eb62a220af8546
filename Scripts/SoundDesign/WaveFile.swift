import Foundation

/// A WAV file of 16 bits with triangular dither.
func waveFile(_ sound: Sound, seed: UInt64) -> Data {
  var noise = SeededNoise(seed: seed)
  var samples = Data()
  for index in 0..<sound.count {
    for channel in sound.channels {
      // Silence stays silence, so that files begin and end with exact zeros.
      let dither = channel[index] == 0 ? 0 : noise.unit() - noise.unit()
      let value = (channel[index] * 32767 + dither).rounded()
      samples.append(littleEndian: Int16(min(32767, max(-32768, value))))
    }
  }
  let channels = UInt16(sound.channels.count)
  var file = Data("RIFF".utf8)
  file.append(littleEndian: UInt32(36 + samples.count))
  file.append(Data("WAVEfmt ".utf8))
  file.append(littleEndian: UInt32(16))
  file.append(littleEndian: UInt16(1))
  file.append(littleEndian: channels)
  file.append(littleEndian: UInt32(sound.rate))
  file.append(littleEndian: UInt32(sound.rate) * UInt32(channels) * 2)
  file.append(littleEndian: channels * 2)
  file.append(littleEndian: UInt16(16))
  file.append(Data("data".utf8))
  file.append(littleEndian: UInt32(samples.count))
  file.append(samples)
  return file
}

extension Data {
  fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
    var bytes = value
    for _ in 0..<MemoryLayout.size(ofValue: value) {
      append(UInt8(truncatingIfNeeded: bytes))
      bytes >>= 8
    }
  }
}
