import StageKit
import Testing

@testable import Planning

@Suite("Instants of a shutter")
struct ChosenInstantsTests {
  @Test("Edges need more instants the farther they move, and one up to 1/24 of a pixel")
  func edges() {
    #expect(InstantsNeeded.edges(moving: 0) == 0)
    #expect(abs(InstantsNeeded.edges(moving: 1.0 / 24) - 1) < 1e-9)
    #expect(abs(InstantsNeeded.edges(moving: 1.0 / 3) - 4) < 1e-9)
    #expect(InstantsNeeded.edges(moving: 100) == 120)
    #expect(InstantsNeeded.edges(moving: 100, softness: 40) == 20)
    #expect(InstantsNeeded.edges(moving: 0.4, softness: 4) == 0.8)
  }

  @Test("Colors that change evenly need few instants, and others eight")
  func components() {
    #expect(InstantsNeeded.components([0.5, 0.5, 0.5]) == 0)
    #expect(abs(InstantsNeeded.components([0.5, 0.55, 0.6]) - 0.8) < 1e-9)
    #expect(InstantsNeeded.components([0, 0.5, 1]) == 8)
    #expect(InstantsNeeded.components([0.2, 0.2, 0.25]) == 8)
  }

  @Test("A jump is not gone through")
  func jumps() {
    #expect(Steps(ways: [1, 1, 200, 1]).travel == (4, true))
    #expect(Steps(ways: [10, 20, 40, 80]).travel == (150, false))
    #expect(Steps(ways: [0, 0, 200, 0]).needed() == 8)
  }

  @Test("One kind of movement has a multiple of four instants, and several what divides evenly")
  func counts() {
    #expect(ChosenInstants(needed: [0, 0.9], most: 256).count == 1)
    #expect(ChosenInstants(needed: [1.5], most: 256).count == 2)
    #expect(ChosenInstants(needed: [3], most: 256).count == 4)
    #expect(ChosenInstants(needed: [121], most: 256).count == 124)
    #expect(ChosenInstants(needed: [121, 3], most: 256).count == 160)
    #expect(ChosenInstants(needed: [900, 3], most: 30).count == 30)
    #expect(ChosenInstants(needed: [3.9], most: 256, quality: 0.25).count == 1)
    #expect(ChosenInstants(needed: [8], most: 256, quality: 0.25).count == 2)
    #expect(ChosenInstants(needed: [121], most: 256, quality: 0.5).count == 64)
    #expect(ChosenInstants(needed: [121], most: 30, quality: 0.5).count == 30)
  }

  @Test(
    "What shows fewer instants shows each as often, and none earlier or later on the whole",
    arguments: [2, 4, 12, 64, 128])
  func even(shown: Int) {
    let instants = ChosenInstants(needed: [160, 1.5], most: 256)
    #expect(instants.count == 192)
    guard instants.count.isMultiple(of: shown) else { return }
    let indexes = instants.indexes(shown)
    let size = instants.count / shown
    #expect(indexes.enumerated().allSatisfy { $0.element / size == $0.offset })
    #expect(indexes.reduce(0) { $0 + 2 * $1 + 1 } == instants.count * shown)
  }

  @Test("A part has as many instants as it needs, or more")
  func fitting() {
    let instants = ChosenInstants(needed: [80, 2], most: 256)
    #expect(instants.count == 96)
    #expect(instants.fitting(0) == 1)
    #expect(instants.fitting(1) == 1)
    #expect(instants.fitting(2) == 4)
    #expect(instants.fitting(26) == 32)
    // Two instants to one lie unevenly.
    #expect(instants.fitting(40) == 96)
    #expect(instants.fitting(1000) == 96)
    let fewer = ChosenInstants(needed: [80, 2], most: 256, quality: 0.5)
    #expect(fewer.count == 40)
    #expect(fewer.fitting(2) == 1)
    #expect(fewer.fitting(4) == 4)
    #expect(fewer.fitting(80) == 40)
  }
}
