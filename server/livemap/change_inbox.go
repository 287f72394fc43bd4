package livemap

import "sync"

// changeInbox holds the changes that the server's loop has reported and the keeper has not taken yet. The lock is held for an
// append or a swap.
type changeInbox struct {
	mu         sync.Mutex
	list       []change
	overflowed bool // some changes were dropped
	reopened   bool // another store took its place, before the changes in list
	wake       chan struct{}
}

// take returns the changes since the last call. spare is the memory for the next ones.
func (i *changeInbox) take(spare []change) (list []change, lost, reopened bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	list, lost, reopened = i.list, i.overflowed, i.reopened
	i.list, i.overflowed, i.reopened = spare[:0], false, false
	return list, lost, reopened
}
