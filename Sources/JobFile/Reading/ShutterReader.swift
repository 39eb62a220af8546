import Reporting
import StageKit

/// Reads how long a shutter is open.
struct ShutterReader {
  let context: ReaderContext

  static let angle = NumberSchema(minimum: 0, maximum: 720, unit: .degrees)
  static let samples = 1...256

  /// The shutter of a canvas or a stage; nil where it has none, or after an error.
  func shutter(_ fields: ObjectReader) -> Shutter? { fields["shutter"].flatMap(shutter) }

  private func shutter(_ found: ResolvedValue, _ path: JobPath) -> Shutter? {
    if case .number = found.kind { return context.number(found, path, Self.angle).map { Shutter(degrees: $0) } }
    let expected = "degrees, or an object such as { \"angle\": 180, \"samples\": 64 }"
    guard let fields = ObjectReader(found, path, known: ["angle", "samples"], expected: expected, in: context)
    else { return nil }
    let samples = fields.read("samples", default: Shutter(degrees: 0).maxSamples) {
      context.integer($0, $1, in: Self.samples)
    }
    guard let (angle, anglePath) = fields.required("angle", "degrees, of 360 for a frame"),
      let degrees = context.number(angle, anglePath, Self.angle), let samples
    else { return nil }
    return Shutter(degrees: degrees, maxSamples: samples)
  }
}
