//go:build !linux

package render

// retainFreedMemory does nothing: drivers of other systems draw on a GPU.
func retainFreedMemory() {}
