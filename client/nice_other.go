//go:build !linux

package client

// yieldToOthers does nothing: other systems know no priority of a thread that is lowered so simply.
func yieldToOthers() {}
