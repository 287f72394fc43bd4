// Package packs decides in which textures and sounds a player sees and hears the game: those of a pack of the player's own, and over them
// those of a server, if the player has said that they are wanted.
//
// Job: Frame follows a session; it says what to ask the player, and gives a Look when that has changed. Owner: the game's loop. Goroutines:
// one for each pack that is being read, which ends with it. Data flow: packed bytes from the session or the cache, a Look out.
//
// Invariants: nothing is fetched that the player did not want, and nothing is asked twice of one server; no frame waits for the disk or for
// a decoder; a pack that is wrong is said once, with the file and why, and the game goes on as it was; the cache holds at most cacheMax bytes.
package packs

import (
	"errors"
	"fmt"
	"image"
	"maps"
	"path/filepath"

	"voxtide/internal/resourcepack"
	"voxtide/protocol"
	"voxtide/settings"
)

// Look is what the game looks and sounds like, apart from its own.
type Look struct {
	Textures map[string]*image.NRGBA
	Sounds   map[string][]int16
	Prepared any // what Book.Prepare made of the textures
}

// Session is the part of a client that packs need.
type Session interface {
	PackOffer() protocol.PackOffer
	FetchPack()
	TakePack() (packed []byte, err error)
}

// Question is what the player has to be asked; a size of 0: nothing.
type Question struct {
	Name string
	Size int
}

// Book holds what the player has said and what is worn. Prepare is called on a goroutine of its own for the textures of each look.
type Book struct {
	Prepare func(textures map[string]*image.NRGBA) any

	home    string
	answers *answers
	own     *resourcepack.Pack // the player's own; nil: none
	read    chan result        // of the pack that is being read
	reading bool
	id      resourcepack.ID // of the server's pack that was begun; zero: none
	fetched bool            // it is asked for
	worn    resourcepack.ID // of the server's pack that is worn; zero: none
}

// result is a pack that was read.
type result struct {
	id   resourcepack.ID
	look *Look
	own  *resourcepack.Pack
	err  error
}

// Open opens the book in a data folder.
func Open(home string) *Book {
	return &Book{home: home, answers: readAnswers(filepath.Join(home, "server_packs.toml")), read: make(chan result, 1)}
}

// Own begins to read a pack of the player's own; "" for none.
func (b *Book) Own(path string) {
	if path == "" {
		return
	}
	b.start(func() result {
		p, err := resourcepack.Open(path)
		if err != nil {
			return result{err: err}
		}
		return result{look: b.look(p, nil), own: p}
	})
}

// start reads a pack on a goroutine of its own.
func (b *Book) start(read func() result) {
	b.reading = true
	go func() { b.read <- read() }()
}

// look returns how the game looks in two packs, of which the second wins.
func (b *Book) look(own, of *resourcepack.Pack) *Look {
	l := &Look{Textures: map[string]*image.NRGBA{}, Sounds: map[string][]int16{}}
	for _, p := range []*resourcepack.Pack{own, of} {
		if p != nil {
			maps.Copy(l.Textures, p.Textures)
			maps.Copy(l.Sounds, p.Sounds)
		}
	}
	if b.Prepare != nil {
		l.Prepared = b.Prepare(l.Textures)
	}
	return l
}

// Frame follows a session with the server at an address, nil for none. It returns a look to wear from now on, what the player has to be
// asked, and what the game has to say. policy is an option's value.
func (b *Book) Frame(s Session, server, policy string) (wear *Look, ask Question, says string) {
	select {
	case r := <-b.read:
		b.reading = false
		switch {
		case r.err != nil:
			return nil, ask, "the textures and sounds cannot be used: " + r.err.Error()
		case r.own != nil:
			b.own = r.own
			return r.look, ask, ""
		case r.id != b.id: // that server was left meanwhile
		default:
			b.worn = r.id
			return r.look, ask, ""
		}
	default:
	}
	if s == nil || b.reading {
		return nil, ask, b.leave(s)
	}
	o := s.PackOffer()
	if o.Size == 0 || !b.begin(s, o, server, policy, &ask) {
		return nil, ask, ""
	}
	packed, err := s.TakePack()
	switch {
	case err != nil:
		return nil, ask, err.Error()
	case packed != nil:
		b.readPacked(resourcepack.ID(o.ID), packed)
	}
	return nil, ask, ""
}

// leave takes off what a server has given, once its session is over.
func (b *Book) leave(s Session) string {
	if s != nil {
		return ""
	}
	b.id, b.fetched = resourcepack.ID{}, false
	if b.worn != (resourcepack.ID{}) && !b.reading {
		own := b.own
		b.start(func() result { return result{look: b.look(own, nil)} })
	}
	return ""
}

// begin reports whether the pack of a server is wanted, and begins with it.
func (b *Book) begin(s Session, o protocol.PackOffer, server, policy string, ask *Question) bool {
	wanted, said := b.answers.of(server)
	switch {
	case policy == settings.PacksNever || policy == settings.PacksAsk && said && !wanted:
		return false
	case policy == settings.PacksAsk && !said:
		*ask = Question{o.Name, o.Size}
		return false
	}
	if id := resourcepack.ID(o.ID); b.id != id {
		b.id, b.fetched = id, false
		if path := b.cached(id); path != "" {
			b.readCached(id, path)
			return false
		}
	}
	if !b.fetched && b.worn != b.id {
		b.fetched = true
		s.FetchPack()
	}
	return b.fetched
}

// Answer keeps what the player says of a server's pack.
func (b *Book) Answer(server string, wanted bool) error { return b.answers.set(server, wanted) }

// errCache means that a pack in the cache is another one by now.
var errCache = errors.New("it has changed since")

// readPacked keeps a pack that has come, and reads it.
func (b *Book) readPacked(id resourcepack.ID, packed []byte) {
	own := b.own
	b.start(func() result {
		p, err := resourcepack.Read(packed)
		if err != nil {
			return result{id: id, err: fmt.Errorf("of the server: %w", err)}
		}
		b.keep(id, packed) // without a cache it is fetched again
		return result{id: id, look: b.look(own, p)}
	})
}
