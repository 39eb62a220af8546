import Foundation
import FuzzTargets
import StageKit
import Testing

@Suite("Inputs that were found by fuzzing", .serialized)
struct FuzzTargetsTests {
  @Test(
    "Each target keeps its promises for its seeds, for what once failed, and for both with bytes changed",
    arguments: FuzzTarget.allCases)
  func promises(_ target: FuzzTarget) throws {
    var random = SeededNumbers(seed: 1)
    for input in try Self.inputs(of: target) {
      #expect(target.brokenPromises(input.bytes) == [], "\(input.name)")
      var changed = input.bytes
      guard !changed.isEmpty, changed.count < 4096 else { continue }
      for _ in 0..<4 {
        changed[Int(random.next() % UInt64(changed.count))] = UInt8(truncatingIfNeeded: random.next())
        #expect(target.brokenPromises(changed) == [], "\(input.name), changed: \(changed)")
      }
    }
  }

  /// The files of Fuzzing/Seeds and Fuzzing/Crashers for a target, and random bytes.
  private static func inputs(of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fuzzing").standardizedFileURL
    var inputs: [(name: String, bytes: [UInt8])] = []
    for kind in ["Seeds", "Crashers"] {
      let url = folder.appendingPathComponent(kind).appendingPathComponent(target.rawValue)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
      for name in names.sorted() {
        inputs.append(("\(kind)/\(name)", [UInt8](try Data(contentsOf: url.appendingPathComponent(name)))))
      }
    }
    var random = SeededNumbers(seed: 2)
    for length in [0, 1, 7, 60, 300] {
      inputs.append(("\(length) random bytes", (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }))
    }
    return inputs
  }
}
