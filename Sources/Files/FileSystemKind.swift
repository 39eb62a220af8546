import Foundation

/// The kinds of file systems, by whether inotify reports the changes of other machines.
public enum FileSystemKind {
  /// True if inotify does not report changes of other machines, or of a program behind the file system: those of
  /// networks, FUSE, and folders that virtual machines share.
  ///
  /// False where the path or its mount cannot be found.
  public static func isRemote(_ path: String) -> Bool {
    guard let name = name(of: path) else { return false }
    return remote.contains(name) || name.hasPrefix("fuse") || name.hasPrefix("nfs")
  }

  /// The name of the file system that a path is on, as `/proc/filesystems` spells it; nil if it cannot be found.
  static func name(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0,
      let data = FileManager.default.contents(atPath: "/proc/self/mountinfo")
    else { return nil }
    let device = UInt64(status.st_dev)
    let major = (device >> 8 & 0xFFF) | (device >> 32 & ~0xFFF)
    let minor = (device & 0xFF) | (device >> 12 & ~0xFF)
    return name(ofDevice: "\(major):\(minor)", in: String(decoding: data, as: UTF8.self))
  }

  /// Reads lines such as `36 35 0:52 / /mnt rw shared:1 - nfs4 server:/jobs rw`, as in `proc_pid_mountinfo(5)`.
  static func name(ofDevice device: String, in mounts: String) -> String? {
    for line in mounts.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 4, words[2] == device, let end = words.firstIndex(of: "-"), end + 1 < words.count
      else { continue }
      return String(words[end + 1])
    }
    return nil
  }

  private static let remote: Set<String> = [
    "9p", "acfs", "afs", "beegfs", "ceph", "cifs", "coda", "gfs2", "glusterfs", "gpfs", "lustre", "ncpfs", "ocfs2",
    "prl_fs", "smb2", "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs",
  ]
}
