import StageKit
import Testing

@testable import RouteFiles

@Suite("Laps of files")
struct LapTests {
  @Test("TCX: each position lies in the lap that holds it; courses, whose tracks are beside their lap, have none")
  func tcx() throws {
    func track(_ seconds: Int...) -> String {
      "<Track>"
        + seconds.map {
          "<Trackpoint><Time>1970-01-01T00:00:\($0 + 10)Z</Time><Position><LatitudeDegrees>1</LatitudeDegrees>"
            + "<LongitudeDegrees>\($0)</LongitudeDegrees></Position></Trackpoint>"
        }.joined() + "</Track>"
    }
    let text = """
      <TrainingCenterDatabase><Activity><Lap>\(track(0, 1))</Lap><Lap>\(track(2))\(track(40))</Lap></Activity>
      <Course><Lap/>\(track(3))</Course></TrainingCenterDatabase>
      """
    let tracks = try Samples.read(text).tracks
    #expect(tracks.map { $0.parts.map { $0.map(\.lap) } } == [[[1, 1, 2], [2]], [[nil]]])
  }

  @Test("FIT: laps begin at the times that their messages say, wherever these are in the file")
  func fit() throws {
    func record(_ second: UInt8) -> [UInt8] { [0, second, 0, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0xC0] }
    func lap(_ second: UInt8) -> [UInt8] { [1, second, 0, 0, 0] }
    let definitions: [UInt8] =
      [0x40, 0, 0, 20, 0, 3, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85] + [0x41, 0, 0, 19, 0, 1, 2, 4, 0x86]
    func laps(_ messages: [[UInt8]]) throws -> [Int?] {
      let data = definitions + messages.flatMap(\.self)
      let file = [12, 0x10, 0, 0, UInt8(data.count), 0, 0, 0] + Array(".FIT".utf8) + data + [0, 0]
      return try RouteFile.tracks(file).tracks[0].places.map(\.lap)
    }
    #expect(try laps([record(1), record(2), lap(1), record(3), record(9), lap(3)]) == [1, 1, 2, 2])
    // Before the first lap it is that one.
    #expect(try laps([record(1), record(2), record(3), lap(3), lap(2)]) == [1, 1, 2])
    #expect(try laps([record(1), record(2)]) == [nil, nil])
  }
}
