//go:build !linux

package terrain

// lowerThreadPriority does nothing: other systems offer no simple way to lower the priority of one thread.
func lowerThreadPriority() {}
