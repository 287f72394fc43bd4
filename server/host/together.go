package host

import (
	"errors"
	"fmt"
	"path/filepath"

	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/access"
	"voxtide/server/worlds"
)

// Several worlds in one process: each is a Host with a loop, a store and jobs of its own. The first has the sockets, the doors and the
// lists of people; the loops take turns, so that a world may ask another one in its step (package worlds).

// Together says which world of several a host runs; all zero: it is alone.
type Together struct {
	Worlds *worlds.Group
	Name   string // of the world in the group
	First  *Host  // the world that was opened first; nil: this is it
}

// ErrSeveralInCluster says that a world on several machines stands alone in its process.
var ErrSeveralInCluster = errors.New("host: several worlds in one process cannot be on several machines; give each a process of its own")

// World is a world beside the first.
type World struct {
	Config
	Name string
	Only []string // the roles whose holders, beside operators, may go there; none: everybody may
}

// OpenAll is Open for the world of a configuration and further ones: connections, commands of machines, metrics and the map of the host that it
// returns are for all of them, and its Close closes them all. name is that of the first among them. Errors: those of Open,
// ErrSeveralInCluster.
func OpenAll(cfg Config, name string, more []World) (*Host, error) {
	if len(more) == 0 {
		return Open(cfg)
	}
	if cfg.Claimed != nil {
		return nil, ErrSeveralInCluster
	}
	entries := []worlds.Entry{{Name: name}}
	for _, w := range more {
		entries = append(entries, worlds.Entry{Name: w.Name, Only: w.Only})
	}
	group := worlds.New(entries)
	cfg.Together = Together{Worlds: group, Name: name}
	var first *Host
	opened := make(chan struct{})
	defer close(opened)
	if read := cfg.ReadSettings; read != nil {
		cfg.ReadSettings = func() (server.RuntimeConfig, []string, error) {
			r, lines, err := read()
			<-opened
			for _, o := range first.others { // each reads what is its own, and its list of land; its answer is in the log
				o.Reload()
			}
			return r, lines, err
		}
	}
	var err error
	if first, err = Open(cfg); err != nil {
		return nil, err
	}
	for _, w := range more {
		c := w.Config
		c.Secret, c.Stop, c.Log = first.cfg.Secret, cfg.Stop, first.cfg.Log.With("world", w.Name)
		c.Together = Together{Worlds: group, Name: w.Name, First: first}
		h, err := Open(c)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("world %s: %w", w.Name, err), first.Close("the server could not begin"))
		}
		first.others = append(first.others, h)
	}
	first.watchOthers()
	return first, nil
}

// Others returns the other worlds of the process, in the order of their configurations; nil for any but the first.
func (h *Host) Others() []*Host { return h.others }

// all returns the worlds whose first this is.
func (h *Host) all() []*Host { return append([]*Host{h}, h.others...) }

// name returns the name of the world.
func (h *Host) name() string {
	if h.cfg.Together.Name != "" {
		return h.cfg.Together.Name
	}
	return filepath.Base(h.cfg.Dir)
}

// closeOthers closes the other worlds, side by side.
func (h *Host) closeOthers(reason string) error {
	over := make(chan error, len(h.others))
	for _, o := range h.others {
		go func() {
			if err := o.Close(reason); err != nil {
				over <- fmt.Errorf("world %s: %w", o.name(), err)
				return
			}
			over <- nil
		}()
	}
	var all error
	for range h.others {
		all = errors.Join(all, <-over)
	}
	return all
}

// watchOthers ends the world when one of the others does not run any more.
func (h *Host) watchOthers() {
	for _, o := range h.others {
		go func() {
			select {
			case <-o.done:
				select {
				case h.stop <- protocol.ReasonStopping.With("the world " + o.name() + " cannot go on"):
				default: // it ends already
				}
			case <-h.done:
			}
		}()
	}
}

// locked calls a function while no other world of the process is in a step.
func (t *Together) locked(f func()) {
	t.Worlds.Lock()
	defer t.Worlds.Unlock()
	f()
}

// sharePeople puts the people of the first world into lists of this one.
func (t *Together) sharePeople(l *access.Lists) {
	if t.First != nil {
		l.CopyPeople(t.First.worlds.current.Load().srv.AccessView())
	}
}

// playersElsewhere returns how many players strangers are told of in the other worlds. The loop calls it.
func (h *Host) playersElsewhere() int { return h.cfg.Together.Worlds.PlayerCount(h.cfg.Together.Name) }
