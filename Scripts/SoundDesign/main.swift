import Foundation

/// Every sound by the name of its file.
let sounds: [(name: String, sound: () -> Sound)] = [
  ("pad", pad),
  ("tick", { tick(2350, seed: 11) }),
  ("tick-low", { tick(1560, seed: 12) }),
  ("pop", pop),
  ("land", land),
  ("chime", chime),
  ("whoosh", { whoosh(seconds: 0.9, peak: 0.52, low: (220, 320), high: 1700, pan: -0.5, seed: 21) }),
  ("whoosh-short", { whoosh(seconds: 0.5, peak: 0.45, low: (400, 500), high: 2600, pan: 0.4, seed: 22) }),
  ("whoosh-long", { whoosh(seconds: 1.5, peak: 0.6, low: (140, 260), high: 1250, pan: 0.6, seed: 23) }),
  ("paper", paper),
  ("stamp", stamp),
]

let folder = URL(fileURLWithPath: CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "jobs/sounds")
do {
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  for (index, entry) in sounds.enumerated() {
    let file = folder.appendingPathComponent("\(entry.name).wav")
    try waveFile(entry.sound(), seed: UInt64(index)).write(to: file, options: .atomic)
  }
} catch {
  FileHandle.standardError.write(Data("\(folder.path): \(error.localizedDescription)\n".utf8))
  exit(1)
}
