//go:build !unix

package host

// heir is nobody where files belong to whoever makes them.
type heir struct{}

func heirOf(string) heir { return heir{} }

func (heir) inherit() error { return nil }
