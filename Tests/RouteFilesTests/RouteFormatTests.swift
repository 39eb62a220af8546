@_spi(Host) import StageKit
import Testing

@testable import RouteFiles

@Suite("Formats of files with ways")
struct RouteFormatTests {
  @Test("Each is read by what the file holds, whatever its name")
  func samples() throws {
    for (format, text) in Samples.texts {
      for ending in ["", "txt", format.endings[0]] {
        let contents = try Samples.read(text, ending: ending)
        #expect(contents.fault == nil && contents.remarks.isEmpty, "\(format) .\(ending)")
        #expect(contents.tracks[0].places.count >= (format == .tcx ? 1 : 2), "\(format) .\(ending)")
      }
    }
    // These two are no text, and read elsewhere.
    #expect(Set(RouteFormat.allCases) == Set(Samples.texts.map(\.format)).union([.kmz, .fit]))
  }

  @Test("All endings are those of routes, each once")
  func endings() {
    let endings = RouteSource.fileExtensions
    #expect(Set(endings).count == endings.count && Set(endings) == Set(RouteFormat.allCases.flatMap(\.endings)))
    #expect(endings.allSatisfy { $0 == $0.lowercased() && !$0.hasPrefix(".") })
  }

  @Test("A file of no format has the list of them as its hint")
  func unknown() {
    for text in ["words", "{\"a\": 1}", "[1]"] {
      let error = #expect(throws: RouteFileError.self) { try Samples.read(text) }
      #expect(error?.hint == "Use \(RouteFormat.names).")
    }
  }

  @Test("Pictures and links in KML are said")
  func overlays() throws {
    let overlay = "<GroundOverlay><Icon><href>a.png</href></Icon></GroundOverlay>"
    let line = "<Placemark><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>"
    let (tracks, _, remarks) = try Samples.read(
      "<kml><Folder>\n\(overlay)\n<ScreenOverlay/></Folder><NetworkLink/>\n\(line)</kml>")
    #expect(tracks[0].places.count == 2)
    #expect(
      texts(remarks) == [
        "2:1: 2 overlays, of which this is the first, are pictures, and not drawn",
        "3:1: 1 link to another file is not followed",
      ])
    let error = #expect(throws: RouteFileError.self) { try Samples.read("<kml>\(overlay)</kml>") }
    #expect(error?.description == "it has no line to follow: 1 overlay is a picture, and not drawn")
    #expect(error?.hint == RouteFile.noRoute)
  }

  @Test("Wherever a recording of lines is cut off, what is read of it are its first places as they are")
  func cutAnywhere() throws {
    for (format, text) in Samples.texts where [.igc, .nmea, .wkt, .polyline].contains(format) {
      let bytes = Array(text.utf8)
      let whole = try RouteFile.tracks(bytes).tracks.flatMap(\.places)
      var counts: Set<Int> = [0]
      for count in 0..<bytes.count {
        guard let cut = try? RouteFile.tracks(Array(bytes[..<count]), ending: format.endings[0]) else { continue }
        let found = cut.tracks.flatMap(\.places)
        #expect(whole.map(\.coordinate).starts(with: found.map(\.coordinate)), "\(format), \(count)")
        counts.insert(found.count)
      }
      #expect(counts.isSuperset(of: 0..<whole.count), "\(format)")
    }
  }

  @Test("Files that are damaged anywhere are read or refused")
  func damaged() {
    var random = SeededNumbers(seed: 5)
    for (format, text) in Samples.texts {
      for _ in 0..<300 {
        var bytes = Array(text.utf8)
        for _ in 0..<1 + Int(random.unit() * 4) {
          let (from, to) = (Int(random.unit() * Double(bytes.count)), Int(random.unit() * Double(bytes.count)))
          switch random.unit() {
          case ..<0.5: bytes[from] = UInt8(random.unit() * 255)
          case ..<0.7: bytes.remove(at: from)
          case ..<0.9: bytes.insert(bytes[to], at: from)
          default: bytes.removeSubrange(min(from, to)..<max(from, to, min(from, to) + 1))
          }
          if bytes.isEmpty { bytes = [0x20] }
        }
        let contents = try? RouteFile.tracks(bytes, ending: format.endings[0])
        for place in contents?.tracks.flatMap(\.places) ?? [] {
          #expect(abs(place.coordinate.latitude) <= 90 && abs(place.coordinate.longitude) <= 360)
          #expect(place.time.map(\.isFinite) ?? true && place.elevation.map(\.isFinite) ?? true)
        }
      }
    }
  }
}
