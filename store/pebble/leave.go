package pebble

import (
	"github.com/cockroachdb/pebble/v2"

	"voxtide/store"
)

// LogPosition returns where the world stood in a log that several machines share when it was opened; zero if it follows none. Only before the first
// Commit, as batches of another kind end the following.
func (s *Store) LogPosition() (store.LogPosition, error) { return loadLog(s.db, s.state.batch) }

// Leave takes a world that no program has open out of the log that several machines share, and returns where it stood there; zero if it was in none.
// From then on it is a world of its own. Errors: those of Open.
func Leave(dir string, o Options) (at store.LogPosition, err error) {
	s, err := Open(dir, o)
	if err != nil {
		return at, err
	}
	defer s.Close()
	if at, err = s.LogPosition(); err != nil || at == (store.LogPosition{}) {
		return at, err
	}
	return at, s.try(func() error { return s.db.Delete(metaKey(metaLog), pebble.Sync) })
}
