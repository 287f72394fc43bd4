//go:build unix

package machines

import (
	"os/exec"
	"syscall"
)

const (
	kill = syscall.SIGKILL
	halt = syscall.SIGSTOP
	cont = syscall.SIGCONT
)

// group makes a program and its children a group of processes.
func group(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// signalGroup signals a program and its children.
func signalGroup(cmd *exec.Cmd, s syscall.Signal) { syscall.Kill(-cmd.Process.Pid, s) }
