//go:build !unix

package fileowner

// Owner stands for nobody on systems where files belong to the user who makes them.
type Owner struct{}

// Of returns nobody.
func Of(string) Owner { return Owner{} }

// GiveAll does nothing.
func (Owner) GiveAll() error { return nil }
