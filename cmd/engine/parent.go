package main

import (
	"context"
	"errors"
	"io"
	"os"
	"syscall"
	"time"
)

var errParent = errors.New("what started this has ended")

const parentEach = 300 * time.Millisecond

// watchParent ends the program with the process that started it, as far as the flags ask for that.
func (c *nodeCmd) watchParent(ctx context.Context, end context.CancelCauseFunc, stdin io.Reader) {
	if c.Stdin {
		go func() { // it stays where it reads: the program ends around it
			io.Copy(io.Discard, stdin)
			end(errParent)
		}()
	}
	if c.Parent == 0 {
		return
	}
	direct := os.Getppid() == c.Parent
	go func() {
		tick := time.NewTicker(parentEach)
		defer tick.Stop()
		for {
			if direct && os.Getppid() != c.Parent || !direct && gone(c.Parent) {
				end(errParent)
				return
			}
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
		}
	}()
}

// gone reports whether there is no process of a number.
func gone(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return true
	}
	err = p.Signal(syscall.Signal(0))
	return err != nil && !errors.Is(err, os.ErrPermission)
}
