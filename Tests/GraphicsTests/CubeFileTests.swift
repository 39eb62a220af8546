import Graphics
import Testing

@Suite("Cube files")
struct CubeFileTests {
  private func read(_ text: String) -> CubeFile { CubeFile(Array(text.utf8)) }

  private func faults(_ text: String) -> [String] { read(text).faults.map(\.description) }

  @Test("A cube is read with red changing fastest, whatever ends its lines")
  func cube() throws {
    for end in ["\n", "\r\n", "\r"] {
      let lines = ["# made up", "TITLE \"Look\"", "LUT_3D_SIZE 2", "", "DOMAIN_MIN 0 0 -1", "DOMAIN_MAX 1 2 1"]
      let entries = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1)\t.5e0 # \($0)" }
      let file = read((lines + entries).joined(separator: end))
      #expect(file.faults.isEmpty && file.remarks.isEmpty)
      let table = try #require(file.table)
      #expect(table.kind == .cube && table.size == 2)
      #expect(table.lowest == SIMD3(0, 0, -1) && table.highest == SIMD3(1, 2, 1))
      let expected = (0..<8).map { (index: Int) -> SIMD3<Float> in SIMD3(Float(index & 1), Float(index >> 1 & 1), 0.5) }
      #expect(table.entries == expected)
    }
  }

  @Test("A table of curves has as many entries as its size, and a range of two numbers")
  func curves() throws {
    let table = try #require(read("LUT_1D_SIZE 3\nLUT_1D_INPUT_RANGE 0 0.5\n0 0 0\n1 2 3\n-1 +1 1e1\n").table)
    #expect(table.kind == .curves && table.highest == SIMD3(repeating: 0.5))
    #expect(table.entries == [SIMD3(0, 0, 0), SIMD3(1, 2, 3), SIMD3(-1, 1, 10)])
  }

  @Test("All faults are listed with line and column")
  func allFaults() {
    #expect(
      faults("LUT_3D_SIZE 1\nDOMAIN_MIN 0 x 0\n0 0\n0 0 0 0\n0 0.5.5 0\n") == [
        "1:1: LUT_3D_SIZE is a whole number from 2 to 256", "2:14: expected 3 numbers of DOMAIN_MIN, found 'x'",
        "3:4: expected 3 numbers of an entry, found the end of the line",
        "4:7: expected the end of the line after 3 numbers", "5:6: expected a number, found '.' in it",
      ])
    #expect(faults("") == ["1:1: there is neither LUT_1D_SIZE nor LUT_3D_SIZE"])
    #expect(faults("LUT_1D_SIZE 2\n0 0 0\n") == ["1:1: there are 1 entries; LUT_1D_SIZE 2 has 2"])
    #expect(
      faults("LUT_1D_SIZE 2\nLUT_3D_SIZE 2\n0 0 0\n1 1 1\n") == [
        "2:1: there is a size already, in line 1; one table is read from a file"
      ])
    #expect(
      faults("DOMAIN_MAX 0 1 1\nLUT_1D_SIZE 2\n0 0 0\n1 1 1\n") == [
        "1:1: the range's least value is not below its greatest"
      ])
  }

  @Test("Faults beyond twenty are counted")
  func many() {
    let file = read("LUT_1D_SIZE 2\n" + String(repeating: "x\n0\n", count: 30))
    #expect(file.faults.count == 20 && file.faultCount == 31 && file.table == nil)
    #expect(file.remarks.count == 30)
  }

  @Test("Keywords that are not known are passed over, and noted")
  func remarks() throws {
    let file = read("LUT_1D_SIZE 2\nGAMUT wide\n0 0 0\n1 1 1\n")
    #expect(file.table != nil)
    #expect(file.remarks.map(\.description) == ["2:1: the keyword 'GAMUT' is not known"])
  }

  @Test("Tables are equal by what they hold")
  func equality() {
    let text = "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n"
    #expect(read(text).table == read("# other\n" + text).table)
    #expect(read(text).table != read("LUT_1D_SIZE 2\n0 0 0\n1 1 0.9\n").table)
  }
}
