//go:build unix

package lineedit

import (
	"os"
	"os/signal"

	"golang.org/x/sys/unix"
)

// foreground reports whether this program has its terminal: a job in the background would be stopped by taking it.
func foreground(f *os.File) bool {
	group, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCGPGRP)
	return err != nil || group == 0 || group == unix.Getpgrp()
}

// onResize calls a function whenever the terminal has another size, until it is stopped.
func onResize(size func()) (stop func()) {
	changed, over := make(chan os.Signal, 1), make(chan bool)
	signal.Notify(changed, unix.SIGWINCH)
	go func() {
		for {
			select {
			case <-changed:
				size()
			case <-over:
				return
			}
		}
	}()
	return func() { signal.Stop(changed); close(over) }
}
