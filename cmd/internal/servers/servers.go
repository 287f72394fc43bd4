// Package servers keeps a player's list of servers, finds those of the local network, and asks each how it is while the list is shown.
//
// Data flow: a file holds the favourites; while somebody looks, goroutines ask (transport/query, transport/lan) and Rows returns what is known.
// Owner: the game's loop calls the methods; the goroutines end with Watch(false). Invariants: nothing is asked of anybody unless the list
// is shown; what servers say is bounded and shown as a line of text; asking never makes the loop wait.
package servers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/BurntSushi/toml"

	"voxtide/internal/atomicfile"
	"voxtide/protocol"
	"voxtide/transport/lan"
	"voxtide/transport/query"
)

// Bounds of the list.
const (
	FavouritesMax = 200
	NameMax       = 48
	AddressMax    = 120
	localMax      = 32
	atOnce        = 8 // servers that are asked
	askAgain      = 5 * time.Second
	localFor      = 7 * time.Second // how long a server of the local network is shown after its last answer
	askWithin     = 4 * time.Second
)

// ErrFull says that there are as many favourites as there may be.
var ErrFull = errors.New("the list is full")

// Favourite is a server that the player keeps.
type Favourite struct {
	Name    string `toml:"name"`
	Address string `toml:"address"`
}

// Row is a server as it is known now.
type Row struct {
	Favourite
	Local  bool // found in the local network, and no favourite
	Asked  bool // it has answered, or did not for too long
	Answer bool // it has answered the last question
	Status protocol.Status
	Ping   time.Duration
	Other  bool // it wants another version of the protocol
}

// state is what is known of a server.
type state struct {
	Row
	seen time.Time // of one of the local network
}

// List is the list. Use Open.
type List struct {
	file string

	mu         sync.Mutex
	favourites []Favourite
	known      map[string]*state // by address
	local      map[string]bool
	stop       context.CancelFunc // nil: nobody looks
	running    *sync.WaitGroup

	ask  func(ctx context.Context, at netip.AddrPort) ([]byte, time.Duration, error)
	find func(ctx context.Context, found func(netip.AddrPort))
}

// Open reads the favourites in a folder. A file that cannot be read is an error; the list is empty then, and is not written.
func Open(home string) (*List, error) {
	l := &List{file: filepath.Join(home, "servers.toml"), known: map[string]*state{}, local: map[string]bool{}, ask: query.Ask, find: lan.Ask}
	text, err := os.ReadFile(l.file)
	if errors.Is(err, os.ErrNotExist) {
		return l, nil
	}
	if err == nil {
		l.favourites, err = parse(string(text))
	}
	if err != nil {
		l.file = ""
		return l, err
	}
	return l, nil
}

// parse reads the text of a file.
func parse(text string) ([]Favourite, error) {
	var f struct {
		Servers []Favourite `toml:"server"`
	}
	if _, err := toml.Decode(text, &f); err != nil {
		return nil, fmt.Errorf("servers.toml: %s", strings.ReplaceAll(err.Error(), "\n", " "))
	}
	out := f.Servers[:0]
	for _, s := range f.Servers {
		s.Name, s.Address = clean(s.Name, NameMax), clean(s.Address, AddressMax)
		if s.Address != "" && len(out) < FavouritesMax && !slices.ContainsFunc(out, func(o Favourite) bool { return o.Address == s.Address }) {
			out = append(out, s)
		}
	}
	return out, nil
}

// clean returns a text as one line of bounded length.
func clean(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\uFFFD' {
			return -1
		}
		return r
	}, strings.TrimSpace(s))
	for len(s) > most {
		s = s[:len(s)-1]
	}
	return strings.ToValidUTF8(s, "")
}

// save writes the favourites. The lock is held.
func (l *List) save() error {
	if l.file == "" {
		return errors.New("the file servers.toml cannot be read, so it is not written")
	}
	var b strings.Builder
	b.WriteString("# The servers of the list in the game.\n\n")
	e := toml.NewEncoder(&b)
	e.Indent = ""
	if err := e.Encode(map[string][]Favourite{"server": l.favourites}); err != nil {
		return err
	}
	return atomicfile.Replace(l.file, []byte(b.String()), 0o644)
}

// Add puts a server into the favourites, or gives one with that address another name. Without a name it is called by its address. Errors:
// ErrFull, those of the disk.
func (l *List) Add(name, address string) error {
	name, address = clean(name, NameMax), clean(address, AddressMax)
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.favourites, func(f Favourite) bool { return f.Address == address })
	if i < 0 {
		if len(l.favourites) >= FavouritesMax {
			return ErrFull
		}
		i, l.favourites = len(l.favourites), append(l.favourites, Favourite{})
	}
	l.favourites[i] = Favourite{name, address}
	return l.save()
}

// Remove takes a server out of the favourites. Errors: those of the disk.
func (l *List) Remove(address string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.favourites = slices.DeleteFunc(l.favourites, func(f Favourite) bool { return f.Address == address })
	return l.save()
}

// Rows returns what is known: the favourites in their order, then those of the local network.
func (l *List) Rows() (out []Row) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range l.favourites {
		r := Row{Favourite: f}
		if s := l.known[f.Address]; s != nil {
			r = s.Row
			r.Favourite = f
		}
		out = append(out, r)
	}
	n := len(out)
	for address := range l.local {
		if slices.ContainsFunc(l.favourites, func(f Favourite) bool { return f.Address == address }) {
			continue
		}
		if s := l.known[address]; s != nil && time.Since(s.seen) < localFor {
			r := s.Row
			r.Local, r.Address, r.Name = true, address, cmp.Or(r.Status.World, address)
			out = append(out, r)
		}
	}
	slices.SortFunc(out[n:], func(a, b Row) int { return cmp.Compare(a.Address, b.Address) })
	return out
}

// Watch begins to ask the servers, or ends that. It does not wait for the network.
func (l *List) Watch(on bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case on && l.stop == nil:
		ctx, cancel := context.WithCancel(context.Background())
		l.stop, l.running = cancel, &sync.WaitGroup{}
		l.running.Go(func() { l.find(ctx, l.found) })
		l.running.Go(func() { l.run(ctx) })
	case !on && l.stop != nil:
		l.stop()
		l.stop = nil
	}
}

// Close ends the asking, and waits for it.
func (l *List) Close() {
	l.Watch(false)
	l.mu.Lock()
	running := l.running
	l.mu.Unlock()
	if running != nil {
		running.Wait()
	}
}

// found notes a server of the local network.
func (l *List) found(at netip.AddrPort) {
	address := at.String()
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.local[address] && len(l.local) >= localMax {
		return
	}
	l.local[address] = true
	s := l.known[address]
	if s == nil {
		s = &state{}
		l.known[address] = s
	}
	s.seen = time.Now()
}

// run asks all servers again and again.
func (l *List) run(ctx context.Context) {
	asked := map[string]time.Time{}
	places := make(chan struct{}, atOnce)
	var under sync.WaitGroup
	defer under.Wait()
	t := time.NewTicker(200 * time.Millisecond)
	defer t.Stop()
	for {
		for _, r := range l.Rows() {
			if at, known := asked[r.Address]; known && time.Since(at) < askAgain {
				continue
			}
			select {
			case places <- struct{}{}:
			default:
				continue // later
			}
			asked[r.Address] = time.Now()
			under.Go(func() {
				defer func() { <-places }()
				l.askOne(ctx, r.Address)
			})
		}
		select {
		case <-t.C:
		case <-ctx.Done():
			return
		}
	}
}

// askOne asks a server how it is.
func (l *List) askOne(ctx context.Context, address string) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	var status protocol.Status
	var took time.Duration
	at, err := resolve(ctx, address)
	if err == nil {
		var text []byte
		if text, took, err = l.ask(ctx, at); err == nil {
			status, err = protocol.ReadStatus(text)
		}
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return // nobody looks any more
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.known[address]
	if s == nil {
		s = &state{}
		l.known[address] = s
	}
	s.Asked, s.Answer = true, err == nil
	if err == nil {
		s.Status, s.Ping, s.Other = status, took, status.Protocol != protocol.Version
	}
}

// resolve returns the address of a server by its name; of a world with several, of the first.
func resolve(ctx context.Context, address string) (netip.AddrPort, error) {
	first, _, _ := strings.Cut(address, ",")
	host, port, err := net.SplitHostPort(strings.TrimSpace(first))
	if err != nil {
		return netip.AddrPort{}, err
	}
	n, err := net.DefaultResolver.LookupPort(ctx, "udp", port)
	if err != nil {
		return netip.AddrPort{}, err
	}
	all, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil || len(all) == 0 {
		return netip.AddrPort{}, cmp.Or(err, query.ErrNoAnswer)
	}
	return netip.AddrPortFrom(all[0].Unmap(), uint16(n)), nil
}
