package host

import (
	"errors"
	"log/slog"
	"sync"

	"voxtide/access"
	"voxtide/server"
)

// Staff is what commands may ask of whoever runs the world. A nil field is something that nobody does here; the command
// then says so.
type Staff struct {
	// Stop is told that the world shall end, and why. It returns at once; the loop calls it.
	Stop func(reason string)
	// Reload reads the settings anew and returns them with a line for each thing to be said. The house's goroutine calls it.
	Reload func() (server.Rules, []string, error)
	// Backup copies the world and returns what is to be said; nil: into a new folder at BackupPlace. The house's goroutine calls it.
	Backup func() ([]string, error)
}

// house does for commands what takes time: it keeps the books in their files, reads settings anew, makes backups, one
// after the other.
//
// Owner: the loop, for Keep and Ask, which return at once; a goroutine of its own does the work and hands what follows to
// the loop through post. Books that wait are one: the newest. One that could not be kept is owed until it, or a newer one, is
// on the disk, or somebody's edit of the files has come in its place (owed.go).
type house struct {
	staff   Staff
	files   *books
	machine func() []string // what is to be said of the machine; nil: nothing
	past    *historian
	log     *slog.Logger
	post    func(func(*server.Server))
	srv     func() *server.Server
	done    sync.WaitGroup
	wake    chan struct{}

	mu      sync.Mutex
	waiting *access.Book
	kept    []func(error) // those who wait for it
	debt    debt
	jobs    []func() // at most jobsMax
	over    bool
}

// jobsMax bounds what waits to be done; more is refused.
const jobsMax = 8

var errBusy = errors.New("the server is busy with what was asked before; ask again later")

func newHouse(staff Staff, files *books, past *historian, log *slog.Logger, post func(func(*server.Server)), srv func() *server.Server) *house {
	k := &house{staff: staff, files: files, past: past, log: log, post: post, srv: srv, wake: make(chan struct{}, 1)}
	k.done.Go(k.work)
	return k
}

// Keep implements server.House.
func (k *house) Keep(b *access.Book, done func(error)) {
	k.mu.Lock()
	k.waiting = b
	k.kept = append(k.kept, done)
	k.mu.Unlock()
	k.stir()
}

// Ask implements server.House.
func (k *house) Ask(what, reason string, done func([]string)) bool {
	switch {
	case what == "stop" && k.staff.Stop != nil:
		done([]string{"the server stops"})
		k.staff.Stop(reason)
		return true
	case what == "reload" && k.staff.Reload != nil:
		k.job(done, k.reload(k.srv().Edition(), done))
		return true
	case what == "status" && k.machine != nil:
		k.job(done, func() {
			lines := k.machine()
			k.post(func(*server.Server) { done(lines) })
		})
		return true
	case what == "backup" && k.staff.Backup != nil:
		k.job(done, func() {
			lines, err := k.staff.Backup()
			if err != nil {
				lines = append(lines, "no backup: "+err.Error())
				k.log.Error("no backup was made", "why", err)
			}
			k.post(func(*server.Server) { done(lines) })
		})
		return true
	}
	return false
}

// Recall implements server.House.
func (k *house) Recall(r *server.Recall) bool { return k.past.Recall(k.srv(), r) }

// job queues work, or says that there is too much.
func (k *house) job(done func([]string), f func()) {
	k.mu.Lock()
	full := len(k.jobs) >= jobsMax
	if !full {
		k.jobs = append(k.jobs, f)
	}
	k.mu.Unlock()
	if full {
		done([]string{errBusy.Error()})
		return
	}
	k.stir()
}

// reload reads settings and books anew. Each is read whatever is wrong with the other: a mistake in the settings does not keep
// a ban that somebody wrote into its file from counting. Books that a command has changed since edition stay.
func (k *house) reload(edition uint64, done func([]string)) func() {
	return func() {
		rules, lines, wrong := k.staff.Reload()
		if wrong != nil {
			k.log.Error("the settings are not reloaded", "why", wrong)
			lines = append(lines, "reload: "+wrong.Error()+"; the settings stay as they were")
		}
		book, err := k.reread()
		if err != nil {
			k.log.Error("the lists of people and land are not reloaded", "why", err)
			lines = append(lines, "reload: "+err.Error()+"; the lists stay as they were")
		}
		k.post(func(s *server.Server) {
			if wrong == nil {
				s.Adjust(rules)
			}
			switch {
			case err != nil:
			case s.Edition() != edition:
				lines = append(lines, "reload: a command changed the lists meanwhile; give it again to read them from their files")
			default:
				s.Consult(book)
				lines = append(lines, "who may come in, and whose land is whose, is as the files say")
			}
			for _, l := range lines {
				k.log.Info("reloaded", "what", l)
			}
			done(lines)
		})
	}
}

func (k *house) stir() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// work is the goroutine. At the end it keeps what waits to be kept, and what is owed if it can be, and leaves the rest.
func (k *house) work() {
	for {
		select {
		case <-k.wake:
		case <-k.debt.again:
			k.repay()
			continue
		}
		for {
			k.mu.Lock()
			book, kept, over := k.waiting, k.kept, k.over
			k.waiting, k.kept = nil, nil
			var job func()
			if len(k.jobs) > 0 && book == nil && !over {
				job, k.jobs = k.jobs[0], k.jobs[1:]
			}
			k.mu.Unlock()
			if book != nil {
				err := k.put(book)
				k.post(func(*server.Server) {
					for _, f := range kept {
						f(err)
					}
				})
				continue
			}
			if job != nil {
				job()
				continue
			}
			if over {
				k.repay()
				return
			}
			break
		}
	}
}

// close waits until all books are kept. The error says that the newest could not be.
func (k *house) close() error {
	k.mu.Lock()
	k.over = true
	k.mu.Unlock()
	k.stir()
	k.done.Wait()
	return k.unkept()
}
