import StageKit
import Testing

@testable import RouteFiles

@Suite("Ways are read from flight logs")
struct IGCReaderTests {
  private func read(_ text: String) throws -> RouteFile.Contents { try Samples.read(text) }

  /// A record with a time, thousandths of minutes north of 52°, validity, and heights.
  private func fix(_ time: String, _ north: String, _ rest: String) -> String {
    "B\(time)52\(north)N00000000E\(rest)\n"
  }

  @Test("Positions, heights of satellites and times across midnight; no height without a fix in space")
  func fixes() throws {
    let (tracks, fault, remarks) = try read(Samples.igc)
    #expect(fault == nil && remarks.isEmpty && tracks.count == 1)
    let places = tracks[0].places
    #expect(places.map(\.coordinate.latitude) == [degrees(52, 6.343), degrees(52, 6.344), degrees(52, 6.346)])
    #expect(places.allSatisfy { $0.coordinate.longitude == -degrees(0, 6.198) })
    #expect(places.map(\.elevation) == [558, nil, 560])
    // 16 July 2001; the first of these seconds has five tenths.
    #expect(places.map(\.time) == [995_327_998.5, 995_327_999, 995_328_000])
    #expect(places.map(\.line) == [5, 6, 8] && tracks[0].utcOffset == -12_600)
  }

  @Test(
    "The date has two spellings, with and without spaces",
    arguments: ["HFDTE160701", "HFDTEDATE:160701,01", "HFDTEDATE: 160701", "HODTE:160701", "HPDTE 160701"])
  func dates(header: String) throws {
    let track = try read("AXXX\n\(header)\n" + fix("000001", "00000", "A0010000100")).tracks[0]
    #expect(track.places[0].time == 995_241_601)
  }

  @Test("Without a date times are those of a day in 1970, which is remarked, as is a date that is none")
  func undated() throws {
    let (tracks, _, remarks) = try read("HFDTE320113\n" + fix("000001", "00000", "A0010000100"))
    #expect(tracks[0].places[0].time == 1)
    #expect(
      texts(remarks) == [
        "1:1: 1 date cannot be read, and is left out", "-: its times have no date; they are those of a day in 1970",
      ])
  }

  @Test("A date that is repeated after midnight, or new there, changes no day")
  func midnight() throws {
    let (before, after) = (fix("235959", "00000", "A0010000100"), fix("000000", "00001", "A0010000100"))
    for header in ["", "HFDTE160701\n", "HFDTE170701\n"] {
      let places = try read("HFDTE160701\n" + before + header + after).tracks[0].places
      #expect(places.map(\.time) == [995_327_999, 995_328_000])
    }
  }

  @Test("One wrong time of day leads to no wrong day after it")
  func wrongTime() throws {
    let text = ["100000", "230000", "100002", "246000", "100004"].enumerated().map { index, time in
      fix(time, "0000\(index)", "A0010000100")
    }
    let (tracks, _, remarks) = try read("HFDTE010170\n" + text.joined())
    #expect(tracks[0].places.map(\.time) == [36_000, -3600, 36_002, nil, 36_004])
    #expect(texts(remarks) == ["5:1: 1 time cannot be read, and is left out"])
  }

  @Test(
    "Heights are those of the pressure where there are no others, which is remarked, and none where there are zeros")
  func pressure() throws {
    let (tracks, _, remarks) = try read(
      "HFDTE010170\n" + fix("000001", "00000", "A-001200000") + fix("000002", "00001", "V0000000000"))
    #expect(tracks[0].places.map(\.elevation) == [-12, 0])
    #expect(
      texts(remarks) == [
        "-: its heights are those of the air's pressure on a day of 1013.25 hPa, since it has no others"
      ])
    let none = try read("HFDTE010170\n" + fix("000001", "00000", "A0000000000"))
    #expect(none.tracks[0].places.map(\.elevation) == [nil] && none.remarks.isEmpty)
  }

  @Test("Positions that repeat without a fix, or are zeros, are a gap")
  func losses() throws {
    func parts(_ lost: String, until time: String) throws -> [Int] {
      let ends = (fix("000001", "00000", "A0010000100"), fix(time, "00002", "A0010000100"))
      return try read("HFDTE010170\n" + ends.0 + lost + ends.1).tracks[0].parts.map(\.count)
    }
    let repeated = fix("000002", "00000", "V0010000100")
    #expect(try parts(repeated, until: "000100") == [1, 1])
    #expect(try parts("B0000020000000N00000000EV0010000000\n", until: "000100") == [1, 1])
    #expect(try parts(repeated, until: "000005") == [2])
    #expect(try parts(fix("000002", "00001", "V0010000100"), until: "000100") == [3])
  }

  @Test("Logs in a row are parts")
  func flights() throws {
    let log = "AXXX\nHFDTE010170\n" + fix("000001", "00000", "A0010000100") + fix("000002", "00001", "A0010000100")
    #expect(try read(log + log.replacing("HFDTE01", with: "HFDTE02")).tracks[0].parts.map(\.count) == [2, 2])
  }

  @Test("More decimals of minutes stand after the record")
  func decimals() throws {
    let text = "I023637LAD3839LOD\nHFDTE010170\nB0000015206343N00006198WA00100001002590\n"
    let place = try read(text).tracks[0].places[0]
    #expect(abs(place.coordinate.latitude - degrees(52, 6.34325)) < 1e-12)
    #expect(abs(place.coordinate.longitude + degrees(0, 6.1989)) < 1e-12)
  }

  @Test(
    "Records that are damaged are left out, with the line of the first",
    arguments: [
      ("B0000025260000N00000000EA0010000100", "3:1: 1 position is not on earth, and left out"),
      ("B0000029200000N00000000EA0010000100", "3:1: 1 position is not on earth, and left out"),
      ("B0000025200000N18100000EA0010000100", "3:1: 1 position is not on earth, and left out"),
      ("B0000025200000X00000000EA0010000100", "3:1: 1 position is not on earth, and left out"),
      ("B0000025200000N00000000EX0010000100", "3:1: 1 line cannot be read, and is left out"),
      ("B0000025200000N0000", "3:1: 1 line cannot be read, and is left out"),
      ("?", "3:1: 1 line cannot be read, and is left out"),
    ])
  func damaged(line: String, remark: String) throws {
    let ends = (fix("000001", "00000", "A0010000100"), fix("000003", "00002", "A0010000100"))
    let (tracks, fault, remarks) = try read("HFDTE010170\n" + ends.0 + line + "\n" + ends.1)
    #expect(tracks[0].places.map(\.time) == [1, 3] && fault == nil)
    #expect(texts(remarks) == [remark])
  }

  @Test("A height that is none is left out alone")
  func wrongHeight() throws {
    let (tracks, _, remarks) = try read(
      "HFDTE010170\n" + fix("000001", "00000", "A0010000100") + fix("000002", "00001", "A0010000x00"))
    #expect(tracks[0].places.map(\.elevation) == [100, nil])
    #expect(texts(remarks) == ["3:1: 1 height is none on earth, and left out"])
  }

  @Test("A log that is cut off in a record is read up to there")
  func cutOff() throws {
    let (tracks, fault, remarks) = try read(
      "HFDTE010170\n" + fix("000001", "00000", "A0010000100") + "B0000025200001N00000000EA00100001")
    #expect(tracks[0].places.map(\.time) == [1] && remarks.isEmpty)
    #expect(fault.map { texts([$0]) } == ["3:34: the file ends early, in a B record"])
  }

  @Test("A log without positions says so; its name's ending names the format")
  func nowhere() {
    let error = #expect(throws: RouteFileError.self) { try Samples.read("AXXX\nLOOK\n", ending: "igc") }
    #expect(error?.description == "it has no positions, in 0 B records")
    #expect(throws: RouteFileError("it has no positions: 1 position is not on earth, and left out", at: "1:1")) {
      try read("B0000015260000N00000000EA0010000100\n")
    }
  }
}
