package replication

import (
	"sync"

	"voxtide/protocol"
)

// spare holds the lists of transfers that are in use by no client. Without it half of what a server allocates while players walk would be such lists,
// or each player would keep for hours those of the seconds in which he came in.
var spare struct {
	inFlight  spareLists[inFlightSection]
	snapshots spareLists[protocol.Snapshot]
	free      spareLists[int32]
	opened    spareLists[openedSection]
	changes   spareLists[subscriptionChange]
}

// spareLists are empty lists with room. Any goroutine may use them; those that nobody needs are garbage after a while.
type spareLists[T any] struct{ pool sync.Pool } // of *[]T

// add appends an element to a list: to a spare one if the list has no room at all.
func (s *spareLists[T]) add(list []T, v T) []T {
	if cap(list) == 0 {
		if l, ok := s.pool.Get().(*[]T); ok {
			list = *l
		}
	}
	return append(list, v)
}

// put takes a list that is needed no more, whose elements must hold no pointers that count, and returns one without room.
func (s *spareLists[T]) put(list []T) []T {
	if cap(list) > 0 {
		room := list[:0]
		s.pool.Put(&room)
	}
	return nil
}
