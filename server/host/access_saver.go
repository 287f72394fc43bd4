package host

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"voxtide/internal/faults"
	"voxtide/server"
	"voxtide/server/access"
)

// saveRetryEvery is the pause after which lists that could not be saved are written again.
const saveRetryEvery = 5 * time.Second

// accessSaver writes lists into their files when a command has changed them. Of several that wait only the newest is written. Lists
// that could not be written are written again until they, or newer ones, are on the disk, or somebody has edited the files instead.
//
// Owner: the goroutine of adminJobs, but for save, err and unsaved, which any goroutine may call.
type accessSaver struct {
	files *accessFiles
	log   *slog.Logger
	post  func(func(*server.Server))
	wake  wakeUp // of the owner

	mu      sync.Mutex // over what follows
	waiting *access.Lists
	done    []func(error) // called when waiting is written, or could not be
	failed  *access.Lists // to be written again
	reason  error         // why it could not be written

	retry <-chan time.Time // when failed is written again; nil: there is nothing to write again
}

// save has lists written. done is called by the loop.
func (s *accessSaver) save(l *access.Lists, done func(error)) {
	s.mu.Lock()
	s.waiting = l
	s.done = append(s.done, done)
	s.mu.Unlock()
	s.wake.signal()
}

// err returns why the newest lists could not be written, nil if they are on the disk or have not been tried.
func (s *accessSaver) err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reason
}

// saveWaiting writes the lists that wait, and reports whether there were any.
func (s *accessSaver) saveWaiting() bool {
	s.mu.Lock()
	lists, done := s.waiting, s.done
	s.waiting, s.done = nil, nil
	s.mu.Unlock()
	if lists == nil {
		return false
	}
	err := s.write(lists)
	s.post(func(*server.Server) {
		for _, f := range done {
			f(err)
		}
	})
	return true
}

// write writes lists, or notes that they are to be written again. Its error is for the issuer of the command that changed them.
func (s *accessSaver) write(l *access.Lists) error {
	err := s.files.write(l)
	if err == nil {
		s.clearFailed("the lists of people and land are kept again")
		return nil
	}
	if faults.Active(faults.ListForgotten) {
		return err
	}
	s.mu.Lock()
	before := s.reason
	s.failed, s.reason = l, err
	s.mu.Unlock()
	s.retry = time.After(saveRetryEvery)
	if before == nil || before.Error() != err.Error() {
		s.log.Error("the lists of people and land are not kept", "why", err, "again", saveRetryEvery.String())
	}
	if errors.Is(err, ErrEdited) { // writing again is of use only if the edit is undone
		return err
	}
	return fmt.Errorf("%w; the server tries again each %v", err, saveRetryEvery)
}

// writeAgain writes the lists that could not be written.
func (s *accessSaver) writeAgain() {
	s.mu.Lock()
	l := s.failed
	s.mu.Unlock()
	if l != nil {
		s.write(l)
	}
}

// clearFailed notes that nothing is to be written again, and logs text if something was.
func (s *accessSaver) clearFailed(text string) {
	s.mu.Lock()
	failed := s.failed != nil
	s.failed, s.reason = nil, nil
	s.mu.Unlock()
	s.retry = nil
	if failed {
		s.log.Warn(text)
	}
}

// reload reads the lists from their files, having written those that could not be written: an edit by hand wins over them, a full
// disk does not.
func (s *accessSaver) reload() (*access.Lists, error) {
	s.writeAgain()
	if why := s.err(); why != nil && !errors.Is(why, ErrEdited) {
		return nil, fmt.Errorf("what commands changed is not in the files yet: %w", why)
	}
	l, err := s.files.read()
	if err == nil {
		s.clearFailed("the lists of people and land are as somebody wrote them: what commands changed since is dropped")
	}
	return l, err
}
