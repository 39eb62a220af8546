import StageKit
import StageTesting
import Testing

@testable import RadarSweep

@Suite("The radar")
struct RadarSweepTests {
  @Test("The beam goes round evenly")
  func angle() throws {
    let radar = try make(RadarSweep.self, #"{ "period": 4 }"#)
    let frame = try radar.frame(at: StageTime(seconds: 1), Inputs())
    #expect(frame[radar.angle] == 90)
  }

  @Test("It loops")
  func loop() throws {
    let radar = try make(RadarSweep.self, #"{ "period": 4 }"#)
    #expect(try draw(radar, at: 0) == draw(radar, at: 4))
  }
}
