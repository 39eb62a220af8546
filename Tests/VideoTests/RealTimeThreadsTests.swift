import Formats
import Foundation
import StageKit
import Testing

@testable import Video

@Suite("Threads of encoders") struct RealTimeThreadsTests {
  @Test("No encoder goes before the other programs of the machine") func priorities() throws {
    let format = try OutputFormat(
      AV1(), ParameterValues([]), in: .mp4, width: 96, height: 64, frameRate: #require(FrameRate(30, 1)))
    let encoder = try SegmentEncoder(format)
    #expect(sched_getscheduler(0) == SCHED_OTHER)
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap { pid_t($0) }
    #expect(threads.allSatisfy { sched_getscheduler($0) != SCHED_FIFO })
    try encoder.encode(movingPicture(0, as: format))
    #expect(try encoder.finish().packets.count == 1)
  }
}
