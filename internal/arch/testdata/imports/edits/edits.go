package edits

import (
	_ "log/slog"    // want "an error is returned"
	_ "net/netip"   // want "sockets belong"
	_ "os/exec"     // want "files, environment"
	_ "sync/atomic" // want "state has one owner"
)
