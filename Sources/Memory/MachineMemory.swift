import Foundation

/// The memory of this process, and of the machine.
public enum MachineMemory {
  /// The bytes that the machine and the process's control group leave; nil if neither says.
  public static var available: Int? { [system, controlGroup].compactMap { $0 }.min() }

  /// The bytes of memory that a process holds, this one by default; nil if that is unknown. Costs microseconds.
  public static func resident(of process: pid_t? = nil) -> Int? {
    let file = open("/proc/\(process.map { "\($0)" } ?? "self")/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let parts = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    return parts.count > 1 ? Int(parts[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
  }

  private static var system: Int? {
    text("/proc/meminfo")?.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
      .flatMap { number($0) }.map { $0 * 1024 }
  }

  /// The bytes that control groups of version 2 or 1 leave, as a container sees its own.
  private static var controlGroup: Int? {
    let folder = "/sys/fs/cgroup"
    for (limit, usage) in [
      ("memory.max", "memory.current"), ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
    ] {
      guard let limit = text("\(folder)/\(limit)").flatMap({ number($0[...]) }),
        let used = text("\(folder)/\(usage)").flatMap({ number($0[...]) }), limit < 1 << 60
      else { continue }
      return max(0, limit - used)
    }
    return nil
  }

  private static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The first whole number in a text.
  private static func number(_ text: Substring) -> Int? {
    text.split { !$0.isASCII || !$0.isNumber }.first.flatMap { Int($0) }
  }
}
