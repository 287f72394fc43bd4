//go:build !linux

package render

// keepMemory does nothing: other systems' drivers draw on a GPU.
func keepMemory() {}
