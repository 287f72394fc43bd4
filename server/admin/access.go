package admin

import "voxtide/server/access"

// Access is who may come in, give commands and build where, as it counts now.
type Access struct {
	Lists   *access.Lists
	Version uint64 // grows by one with each change that a command makes
	// Share gives changed lists to the other worlds of the process, and returns what is called in place of done once this world keeps its
	// own; nil: there are no others.
	Share   func(done func(error)) func(error)
	backend Backend
}

// Save hands the lists to the backend as they are now; done is called once they are durable, or with the error.
func (a *Access) Save(done func(error)) {
	a.Version++
	if a.Share != nil {
		done = a.Share(done)
	}
	a.SaveFiles(done)
}

// SaveFiles is Save for lists that another world of the process has changed.
func (a *Access) SaveFiles(done func(error)) {
	if a.backend == nil {
		done(nil)
		return
	}
	a.backend.SaveAccess(a.Lists.Clone(), done)
}

// Unsaved reports whether an earlier change is not durable, so that a command that would change nothing has to save all the same.
func (a *Access) Unsaved() bool { return a.backend != nil && a.backend.AccessUnsaved() }

// WhitelistOn reports whether only whitelisted players may come in; configured is what the settings say.
func (a *Access) WhitelistOn(configured bool) bool {
	if a.Lists.WhitelistMode == access.WhitelistAsConfigured {
		return configured
	}
	return a.Lists.WhitelistMode == access.WhitelistOn
}
