import CMemoryPolicy
import Foundation

/// How much memory this process can still get.
public enum MachineMemory {
  /// In bytes: what the system, the process's control group and its own limit leave; nil where none of them tells.
  static var available: Int? {
    [system, group(), addressSpace].compactMap { $0 }.min()
  }

  /// What rendering may take of it: nine tenths.
  static var usable: Int { available.map { $0 / 10 * 9 } ?? .max }

  /// The bytes of memory that this process holds; nil where that cannot be told. Costs microseconds.
  static var resident: Int? {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
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

  /// Of control groups, in their second and first versions, as a container sees its own.
  private static func group() -> Int? {
    let folder = "/sys/fs/cgroup"
    for (limit, usage) in [
      ("memory.max", "memory.current"), ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
    ] {
      guard let most = text("\(folder)/\(limit)").flatMap({ number($0[...]) }),
        let used = text("\(folder)/\(usage)").flatMap({ number($0[...]) }), most < 1 << 60
      else { continue }
      return max(0, most - used)
    }
    return nil
  }

  /// The limit that `ulimit -v` sets, in bytes; nil where there is none.
  ///
  /// A process that asks for more ends where libraries and Swift's runtime cannot do with less.
  public static var addressSpaceLimit: Int? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < 1 << 60 else { return nil }
    return Int(limit.rlim_cur)
  }

  /// With less, threads cannot be begun, which libraries wait for without end.
  public static let leastAddressSpace = 256 << 20

  /// Makes threads take fewer addresses where these are limited; to be called before there are many.
  public static func spareAddresses() { if addressSpaceLimit != nil { share_heaps() } }

  /// What `ulimit -v` leaves, in bytes; nil where there is no such limit.
  public static var addressSpace: Int? {
    guard let limit = addressSpaceLimit,
      let pages = text("/proc/self/statm")?.split(separator: " ").first.flatMap({ Int($0) })
    else { return nil }
    return max(0, limit - pages * sysconf(Int32(_SC_PAGESIZE)))
  }

  private static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The first whole number in a text.
  private static func number(_ text: Substring) -> Int? {
    text.split { !$0.isASCII || !$0.isNumber }.first.flatMap { Int($0) }
  }
}
