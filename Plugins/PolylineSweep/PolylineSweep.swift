import StageKit
