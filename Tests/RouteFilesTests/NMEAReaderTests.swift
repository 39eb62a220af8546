import StageKit
import Testing

@testable import RouteFiles

@Suite("Ways are read from receivers' sentences")
struct NMEAReaderTests {
  /// Sentences with their checksums, a line each.
  private func log(_ sentences: String...) -> String {
    sentences.map { text in
      let sum = String(text.utf8.reduce(0, ^), radix: 16, uppercase: true)
      return "$\(text)*\(sum.utf8.count < 2 ? "0" : "")\(sum)\r\n"
    }.joined()
  }

  private func minimum(_ time: String, _ east: String, _ status: String = "A", _ date: String = "020170") -> String {
    "GPRMC,\(time),\(status),4807.038,N,\(east),E,0,0,\(date),,"
  }

  private func height(_ time: String, _ east: String, _ quality: Int = 1, _ meters: String = "10.5") -> String {
    "GNGGA,\(time),4807.038,N,\(east),E,\(quality),8,1,\(meters),M,0,M,,"
  }

  @Test("Sentences of a time are one place: positions and dates of RMC, heights of GGA")
  func epochs() throws {
    let (tracks, fault, remarks) = try Samples.read(Samples.nmea)
    #expect(fault == nil && remarks.isEmpty && tracks.count == 1)
    let places = tracks[0].places
    #expect(places.map(\.coordinate.latitude) == [degrees(48, 7.038), degrees(48, 7.038), degrees(48, 7.098)])
    #expect(places.map(\.coordinate.longitude) == [degrees(11, 31), degrees(11, 31.06), degrees(11, 31.06)])
    #expect(places.map(\.elevation) == [545.4, 545.5, nil])
    // 23 March 1994, 12:35:19.
    #expect(places.map(\.time) == [764_426_119, 764_426_120, 764_426_130])
    #expect(places.map(\.line) == [1, 3, 4])
  }

  @Test("Decimals of seconds, other devices, southern and western places, and words before a sentence")
  func variants() throws {
    let sum = log("GLRMC,000001.25,A,0130.6,S,00030.3,W,,,020170,,,A").dropFirst()
    let (tracks, _, remarks) = try Samples.read(
      "2020-01-01 12:00 $\(sum)\n!AIVDM,1\n# words\n$GPGSV,1,1*52\n$PSRF,1*30\n")
    let place = tracks[0].places[0]
    #expect(place.coordinate == Coordinate(longitude: -degrees(0, 30.3), latitude: -degrees(1, 30.6)))
    #expect(place.time == 86_401.25)
    #expect(texts(remarks) == ["5:1: 2 lines, of which this is the first, have wrong checksums, and are left out"])
  }

  @Test("Days go on at midnight, and places before the first date have theirs")
  func midnight() throws {
    let text = log(
      height("235958", "01131.0"), height("235959", "01131.1"), height("000000", "01131.2"),
      minimum("000000", "01131.2"), height("000001", "01131.3"))
    let (tracks, _, remarks) = try Samples.read(text)
    #expect(tracks[0].places.map(\.time) == [86_398, 86_399, 86_400, 86_401] && remarks.isEmpty)
  }

  @Test("Dates also stand in ZDA; without any, times are those of a day in 1970, which is remarked")
  func dates() throws {
    let dated = try Samples.read(log(height("000001", "01131.0"), "GPZDA,000001,02,01,1970,00,00"))
    #expect(dated.tracks[0].places.map(\.time) == [86_401] && dated.remarks.isEmpty)
    let undated = try Samples.read(log(height("000001", "01131.0")))
    #expect(undated.tracks[0].places.map(\.time) == [1])
    #expect(texts(undated.remarks) == ["-: its times have no date; they are those of a day in 1970"])
  }

  @Test("Fixes without validity are left out, and a gap where they last more than 10 s")
  func losses() throws {
    func read(_ lost: String, until time: String) throws -> RouteFile.Contents {
      try Samples.read(log(minimum("000001", "01131.0"), lost, minimum(time, "01131.2")))
    }
    let void = minimum("000002", "01131.1", "V")
    #expect(try read(void, until: "000005").tracks[0].parts.map(\.count) == [2])
    let gap = try read(void, until: "000100")
    #expect(gap.tracks[0].parts.map { $0.map(\.time) } == [[86_401], [86_460]])
    #expect(texts(gap.remarks) == ["2:1: 1 position is not valid by what the receiver says, and left out"])
    #expect(try read(height("000002", "01131.1", 0), until: "000100").tracks[0].parts.map(\.count) == [1, 1])
    #expect(try read(minimum("000002", "01131.1") + ",N", until: "000100").tracks[0].parts.map(\.count) == [1, 1])
    let empty = try read("GPRMC,,V,,,,,,,,,", until: "000100")
    #expect(empty.tracks[0].parts.map(\.count) == [1, 1] && empty.remarks.isEmpty)
    #expect(try read("GPGSA,A,1", until: "000100").tracks[0].parts.map(\.count) == [2])
  }

  @Test(
    "What is damaged is left out, with the line of the first",
    arguments: [
      ("GPRMC,000002,A,4860.000,N,01131.1,E,0,0,020170,,", "2:1: 1 position is not on earth, and left out"),
      ("GPRMC,000002,A,9100.000,N,01131.1,E,0,0,020170,,", "2:1: 1 position is not on earth, and left out"),
      ("GPRMC,000002,A,,,,,0,0,020170,,", "2:1: 1 position is not on earth, and left out"),
      ("GPRMC,000002,A,4800.0", "2:1: 1 line cannot be read, and is left out"),
    ])
  func damaged(sentence: String, remark: String) throws {
    let (tracks, fault, remarks) = try Samples.read(
      log(minimum("000001", "01131.0"), sentence, minimum("000003", "01131.2")))
    #expect(tracks[0].places.map(\.time) == [86_401, 86_403] && fault == nil)
    #expect(texts(remarks) == [remark])
  }

  @Test("A wrong time, date or height is left out alone, and leads to no wrong day after it")
  func wrongValues() throws {
    let (tracks, _, remarks) = try Samples.read(
      log(
        minimum("000001", "01131.0"), minimum("246000", "01131.1"), minimum("000003", "01131.2", "A", "320170"),
        height("000004", "01131.3", 1, "-99999"), height("230000", "01131.4"), height("000006", "01131.5")))
    #expect(tracks[0].places.map(\.time) == [86_401, nil, 86_403, 86_404, 82_800, 86_406])
    #expect(tracks[0].places.map(\.elevation) == [nil, nil, nil, nil, 10.5, 10.5])
    #expect(
      texts(remarks) == [
        "4:1: 1 height is none on earth, and left out", "3:1: 1 date cannot be read, and is left out",
        "2:1: 1 time cannot be read, and is left out",
      ])
  }

  @Test("Sentences with a wrong checksum are left out, those without one are not")
  func checksums() throws {
    let text = log(minimum("000001", "01131.0")).replacing("000001", with: "000002")
    let (tracks, _, remarks) = try Samples.read(text + "$\(minimum("000003", "01131.2"))\n")
    #expect(tracks[0].places.map(\.time) == [86_403])
    #expect(texts(remarks) == ["1:1: 1 line has a wrong checksum, and is left out"])
  }

  @Test("A log that is cut off in a sentence is read up to there")
  func cutOff() throws {
    let text = log(minimum("000001", "01131.0"))
    for count in 1..<text.utf8.count - 2 {
      let (tracks, fault, remarks) = try Samples.read(text + String(text.prefix(count)))
      #expect(tracks[0].places.map(\.time) == [86_401] && remarks.isEmpty)
      #expect(fault.map { texts([$0]) } == ["2:\(count + 1): the file ends early, in a sentence"])
    }
  }

  @Test("Places of one time that a sentence repeats are all there")
  func repeatedTimes() throws {
    let text = log(minimum("000001", "01131.0"), minimum("000001", "01131.1"))
    #expect(try Samples.read(text).tracks[0].places.count == 2)
  }
}
