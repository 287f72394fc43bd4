//go:build !unix

package machines

import (
	"os"
	"os/exec"
)

type signal int

const (
	kill signal = iota
	halt
	cont
)

func group(*exec.Cmd) {}

// signalGroup ends the program alone: its engine ends with it. Nothing stands still here.
func signalGroup(cmd *exec.Cmd, s signal) {
	if s == kill {
		cmd.Process.Signal(os.Kill)
	}
}
