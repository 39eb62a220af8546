import Coding

/// Sound as a codec wrote it, whole, for a stream of a file.
public struct EncodedSound: Hashable, Sendable {
  /// A packet; decoding all in order gives the sound.
  public struct Packet: Hashable, Sendable {
    /// The number of samples of each channel after decoding.
    public let sampleCount: Int
    public let data: [UInt8]

    public init(sampleCount: Int, data: [UInt8]) {
      self.sampleCount = sampleCount
      self.data = data
    }
  }

  /// libav's name of the encoder: `aac`.
  public let encoder: String
  /// Samples a second of each channel.
  public let sampleRate: Int
  public let channelCount: Int
  /// Bits a second; 0 where they follow from the samples.
  public let bitRate: Int
  /// The samples of a packet, as the encoder says it; 0 where packets have any number.
  public let frameSize: Int
  /// The stream's parameter sets, which a container holds once.
  public let parameterSets: [UInt8]
  /// Samples that decoding gives before the first one of the sound.
  public let priming: Int
  /// Samples of the sound in each channel; what decoding gives beyond them is padding.
  public let sampleCount: Int
  public let packets: [Packet]

  public init(
    encoder: String, sampleRate: Int, channelCount: Int, bitRate: Int, frameSize: Int, parameterSets: [UInt8],
    priming: Int, sampleCount: Int, packets: [Packet]
  ) {
    self.encoder = encoder
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.bitRate = bitRate
    self.frameSize = frameSize
    self.parameterSets = parameterSets
    self.priming = priming
    self.sampleCount = sampleCount
    self.packets = packets
  }

  /// In seconds.
  public var duration: Double { Double(sampleCount) / Double(sampleRate) }

  /// The same without the packet that decoding begins with, where that is all of its priming: in time without saying so,
  /// with a first packet that fades in.
  public var withoutPriming: EncodedSound {
    guard priming > 0, let first = packets.first, first.sampleCount == priming else { return self }
    return EncodedSound(
      encoder: encoder, sampleRate: sampleRate, channelCount: channelCount, bitRate: bitRate, frameSize: frameSize,
      parameterSets: parameterSets, priming: 0, sampleCount: sampleCount, packets: Array(packets.dropFirst()))
  }

  /// The size of all packets.
  public var byteCount: Int { packets.reduce(0) { $0 + $1.data.count } }
}

extension EncodedSound: Storable {
  public func write(to writer: inout BinaryWriter) {
    writer.write(encoder)
    for value in [sampleRate, channelCount, bitRate, frameSize, priming, sampleCount] { writer.write(value) }
    writer.write(parameterSets)
    writer.write(packets.count)
    for packet in packets {
      writer.write(packet.sampleCount)
      writer.write(packet.data)
    }
  }

  public init(from reader: inout BinaryReader) throws(BinaryError) {
    encoder = try reader.string()
    sampleRate = try reader.integer()
    channelCount = try reader.integer()
    bitRate = try reader.integer()
    frameSize = try reader.integer()
    priming = try reader.integer()
    sampleCount = try reader.integer()
    parameterSets = try reader.byteArray()
    var packets: [Packet] = []
    for _ in 0..<(try reader.count(of: 16)) {
      packets.append(Packet(sampleCount: try reader.integer(), data: try reader.byteArray()))
    }
    self.packets = packets
    guard sampleRate > 0, channelCount > 0, priming >= 0, sampleCount >= 0, packets.allSatisfy({ $0.sampleCount >= 0 })
    else { throw BinaryError() }
  }
}
