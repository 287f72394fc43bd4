//go:build !linux || !cgo || android

package device

// probe reports nothing where there is no ALSA: opening does.
func probe() error { return nil }
