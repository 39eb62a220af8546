import Foundation
import Testing

@testable import Files

struct ProgramFileTests {
  @Test("A program that the system started is itself, and starts itself once more")
  func startedDirectly() throws {
    let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #expect(ProgramFile.path == executable)
    #expect(ProgramFile.readablePath == "/proc/self/exe")
    #expect(ProgramFile.command == (program: executable, arguments: []))
    #expect(MappedFile.all.contains { $0.path == executable })
  }

  @Test("A mapping without a file is none, and paths may hold spaces")
  func mappings() {
    let file = MappedFile("7f00-7f10 r-xp 00000000 fe:00 16228645                   /opt/a folder/lib.so")
    #expect(file?.path == "/opt/a folder/lib.so")
    #expect(file?.addresses == 0x7f00..<0x7f10)
    #expect(MappedFile("7f00-7f10 rw-p 00000000 00:00 0                          [heap]") == nil)
    #expect(MappedFile("7f00-7f10 rw-p 00000000 00:00 0 ") == nil)
  }
}
