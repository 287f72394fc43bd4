package host

import (
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"

	"voxtide/schematic/schemfile"
	"voxtide/server"
	"voxtide/server/access"
	"voxtide/server/backups"
	"voxtide/server/building"
	"voxtide/server/chatlog"
	"voxtide/server/chores"
	"voxtide/server/itemlog"
	"voxtide/server/profiler"
	"voxtide/server/rollback"
	"voxtide/server/visits"
	"voxtide/store"
	"voxtide/world"
)

// adminJobs does for commands what takes time: it saves lists, reads settings and lists again, makes backups, asks the machine how it
// does, one job after the other.
//
// Owner: the loop, for the methods of admin.Backend, which return at once. A goroutine of its own does the work, and posts to the
// loop what follows from it.
type adminJobs struct {
	work    adminWork
	saver   accessSaver
	history *rollback.Worker
	log     *slog.Logger
	post    func(func(*server.Server))
	done    sync.WaitGroup
	wake    wakeUp
	visits  *visits.Log  // nil: none; set before the loop runs
	said    *chatlog.Log // the same
	items   itemHistory  // the same
	keeper  *backups.Keeper
	// copyCells calls a function with the cells of a region as they are in a copy of the world.
	copyCells  func(number int, box store.Box, f func(rollback.Restore) error) error
	verifying  atomic.Bool       // a copy is looked over for a command
	readWorld  building.Read     // reads sections as the store has them, in one goroutine at a time
	madeLand   building.Read     // those that somebody has changed, as they were made; nil for others
	schematics *schemfile.Folder // of the world
	chores     *chores.Worker    // set before the loop runs

	mu      sync.Mutex
	jobs    []func() // at most jobsMax
	closing bool
}

// adminWork is what commands have done. The loop calls stop; the goroutine of adminJobs calls the others, which may take their time.
type adminWork struct {
	stop         func(reason string)                            // nil: nobody can end the world by a command
	readSettings func() (server.RuntimeConfig, []string, error) // nil: there are no settings
	readBackups  func() (backups.Config, error)                 // after readSettings; nil: there are none
	setWebhooks  func()                                         // after readSettings; nil: there are none
	backup       func() (lines []string, err error)             // copies the world
	status       func() (lines []string)                        // describes process and machine
	say          func(line string)                              // on the console
}

// jobsMax bounds the jobs that wait; a further one is refused.
const jobsMax = 8

var errBusy = errors.New("the server is busy with what was asked before; ask again later")

func newAdminJobs(work adminWork, files *accessFiles, history *rollback.Worker, log *slog.Logger, post func(func(*server.Server))) *adminJobs {
	k := &adminJobs{work: work, history: history, log: log, post: post, wake: newWakeUp()}
	k.saver.files, k.saver.log, k.saver.post, k.saver.wake = files, log, post, k.wake
	k.done.Go(k.run)
	return k
}

// SaveAccess implements admin.Backend.
func (k *adminJobs) SaveAccess(l *access.Lists, done func(error)) { k.saver.save(l, done) }

// AccessUnsaved implements admin.Backend.
func (k *adminJobs) AccessUnsaved() bool { return k.saver.err() != nil }

// Backups implements admin.Backend.
func (k *adminJobs) Backups(done func([]string)) bool {
	if k.keeper == nil {
		return false
	}
	k.enqueue(done, func() {
		lines := k.keeper.Lines()
		k.post(func(*server.Server) { done(lines) })
	})
	return true
}

// VerifyBackup implements admin.Backend. It may take minutes, so a goroutine of its own does it: one at a time.
func (k *adminJobs) VerifyBackup(number int, done func([]string)) bool {
	if k.keeper == nil {
		return false
	}
	if !k.verifying.CompareAndSwap(false, true) {
		done([]string{"a backup is being looked over already"})
		return true
	}
	k.done.Go(func() {
		lines, err := k.keeper.Verify(number)
		if err != nil {
			lines = append(lines, "backup: "+err.Error())
		}
		k.verifying.Store(false)
		k.post(func(*server.Server) { done(lines) })
	})
	return true
}

// Chore implements admin.Backend.
func (k *adminJobs) Chore(o chores.Order, done func([]string)) bool {
	if k.chores == nil {
		return false
	}
	k.chores.Add(o, done)
	return true
}

// Schematics implements admin.Backend.
func (k *adminJobs) Schematics() *schemfile.Folder { return k.schematics }

// QueryHistory implements admin.Backend.
func (k *adminJobs) QueryHistory(s rollback.Server, q *rollback.Query) bool {
	q.Read, q.Made = k.readWorld, k.madeLand
	if q.Kind == rollback.Bring && k.copyCells != nil {
		number, box := q.Number, *q.Changes.Box
		q.Cells = func(f func(rollback.Restore) error) error { return k.copyCells(number, box, f) }
	}
	return k.history.Query(s, q)
}

// Stop implements admin.Backend.
func (k *adminJobs) Stop(reason string) bool {
	if k.work.stop == nil {
		return false
	}
	k.work.stop(reason)
	return true
}

// Reload implements admin.Backend.
func (k *adminJobs) Reload(version uint64, done func([]string)) bool {
	if k.work.readSettings == nil {
		return false
	}
	k.enqueue(done, func() { k.reload(version, done) })
	return true
}

// Backup implements admin.Backend.
func (k *adminJobs) Backup(done func([]string)) bool {
	k.enqueue(done, func() {
		lines, err := k.work.backup()
		if err != nil {
			lines = append(lines, "no backup: "+err.Error())
			k.log.Error("no backup was made", "why", err)
		}
		k.post(func(*server.Server) { done(lines) })
	})
	return true
}

// Status implements admin.Backend.
func (k *adminJobs) Status(done func([]string)) bool {
	k.enqueue(done, func() {
		lines := k.work.status()
		k.post(func(*server.Server) { done(lines) })
	})
	return true
}

// Report implements admin.Backend.
func (k *adminJobs) Report(p *profiler.Run, done func([]string)) bool {
	k.enqueue(done, func() {
		lines := p.Lines()
		for _, l := range lines {
			k.work.say(l)
		}
		k.post(func(*server.Server) { done(lines) })
	})
	return true
}

// Visits implements admin.Backend.
func (k *adminJobs) Visits(name string, most int, done func([]visits.Event, []string, error)) bool {
	if k.visits == nil {
		return false
	}
	k.enqueue(func([]string) { done(nil, nil, errBusy) }, func() {
		own, others, err := k.visits.Of(name, most)
		k.post(func(*server.Server) { done(own, others, err) })
	})
	return true
}

// Search implements admin.Backend.
func (k *adminJobs) Search(q chatlog.Query, done func([]chatlog.Entry, int, error)) bool {
	if k.said == nil {
		return false
	}
	k.enqueue(func([]string) { done(nil, 0, errBusy) }, func() {
		found, all, err := k.said.Search(q)
		k.post(func(*server.Server) { done(found, all, err) })
	})
	return true
}

// Items implements admin.Backend.
func (k *adminJobs) Items(q itemlog.Query, done func(itemlog.Found, error)) bool {
	if k.items.log == nil {
		return false
	}
	k.items.watch.Flush()
	k.enqueue(func([]string) { done(itemlog.Found{}, errBusy) }, func() {
		found, err := k.items.log.Search(q)
		k.post(func(*server.Server) { done(found, err) })
	})
	return true
}

// Had implements admin.Backend.
func (k *adminJobs) Had(name, by string, at int64, death bool, done func(itemlog.Past, error)) bool {
	if k.items.log == nil {
		return false
	}
	k.items.watch.Flush()
	k.enqueue(func([]string) { done(itemlog.Past{}, errBusy) }, func() {
		p, err := k.items.log.Had(name, at, death)
		k.post(func(*server.Server) {
			k.items.watch.Bring(by)
			done(p, err)
			k.items.watch.Bring("")
		})
	})
	return true
}

// Brought implements admin.Backend.
func (k *adminJobs) Brought(name, by string, item world.Item, n int) {
	if k.items.watch != nil {
		k.items.watch.BroughtAway(name, by, item, n)
	}
}

// itemHistory is the history of what players got and gave away, and what adds it up, which is the loop's. Without one both are nil.
type itemHistory struct {
	log   *itemlog.Log
	watch *itemlog.Watch
}

// enqueue queues a job, or answers that there are too many.
func (k *adminJobs) enqueue(done func([]string), job func()) {
	k.mu.Lock()
	full := len(k.jobs) >= jobsMax
	if !full {
		k.jobs = append(k.jobs, job)
	}
	k.mu.Unlock()
	if full {
		done([]string{errBusy.Error()})
		return
	}
	k.wake.signal()
}

// reload reads settings and lists again. A mistake in one of them does not keep the other from counting: a ban
// that somebody wrote into its file counts whatever is wrong with the settings. Lists that a command has changed since version stay.
func (k *adminJobs) reload(version uint64, done func([]string)) {
	rules, lines, wrong := k.work.readSettings()
	if wrong != nil {
		k.log.Error("the settings are not reloaded", "why", wrong)
		lines = append(lines, "reload: "+wrong.Error()+"; the settings stay as they were")
	}
	lists, err := k.saver.reload()
	if err != nil {
		k.log.Error("the lists of people and land are not reloaded", "why", err)
		lines = append(lines, "reload: "+err.Error()+"; the lists stay as they were")
	}
	if k.work.readBackups != nil && wrong == nil {
		if cfg, err := k.work.readBackups(); err == nil {
			k.keeper.Reconfigure(cfg)
		}
	}
	if k.work.setWebhooks != nil && wrong == nil {
		k.work.setWebhooks()
	}
	k.post(func(s *server.Server) {
		if wrong == nil {
			s.Reconfigure(rules)
		}
		switch {
		case err != nil:
		case s.AccessVersion() != version:
			lines = append(lines, "reload: a command changed the lists meanwhile; give it again to read them from their files")
		default:
			s.ReplaceAccess(lists)
			lines = append(lines, "who may come in, and whose land is whose, is as the files say")
		}
		for _, l := range lines {
			k.log.Info("reloaded", "what", l)
		}
		done(lines)
	})
}

// next takes the first job, nil if none waits. No job begins once close was called.
func (k *adminJobs) next() (job func(), closing bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.jobs) > 0 && !k.closing {
		job, k.jobs = k.jobs[0], k.jobs[1:]
	}
	return job, k.closing
}

// run is the goroutine. Lists are saved before further jobs are done. At the end it writes the lists that wait, and once again those
// that could not be written; jobs that wait are dropped.
func (k *adminJobs) run() {
	for {
		select {
		case <-k.wake:
		case <-k.saver.retry:
			k.saver.writeAgain()
			continue
		}
		for {
			if k.saver.saveWaiting() {
				continue
			}
			job, closing := k.next()
			if closing {
				k.saver.writeAgain()
				return
			}
			if job == nil {
				break
			}
			job()
		}
	}
}

// close waits until all lists are written. Its error says that the newest could not be.
func (k *adminJobs) close() error {
	k.mu.Lock()
	k.closing = true
	k.mu.Unlock()
	k.wake.signal()
	k.done.Wait()
	return k.saver.err()
}
