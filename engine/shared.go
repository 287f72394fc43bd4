package engine

import "time"

// Shared is an Engine for several who ask it in one goroutine: each answer goes to who asked. A writer, a follower and the calls of the
// directory go through one, so that they share a connection.
type Shared struct {
	engine  Engine
	asked   map[Request]asked
	answers []Answer
}

// asked is who waits for the answer to a request.
type asked struct {
	f      func(now time.Duration, a *Answer)
	follow bool // there are many answers, until one is not OK
}

// Share returns an engine to share. From then on its Poll is called by the Shared alone.
func Share(e Engine) *Shared {
	return &Shared{engine: e, asked: map[Request]asked{}}
}

// Poll gives out the answers that have come by now. What they are given to may ask again at once.
func (s *Shared) Poll(now time.Duration) {
	s.answers = s.engine.Poll(now, s.answers[:0])
	for i := range s.answers {
		a := &s.answers[i]
		by, ok := s.asked[a.Request]
		if !ok {
			continue // forgotten
		}
		if !by.follow || a.Outcome != OK {
			delete(s.asked, a.Request)
		}
		by.f(now, a)
	}
	clear(s.answers)
}

// Ready has an element when Poll may have answers; nil if the engine does not say.
func (s *Shared) Ready() <-chan struct{} { return s.engine.Ready() }

// forget drops the answers to a request that are still to come.
func (s *Shared) forget(r Request) { delete(s.asked, r) }

// Put writes a value of the directory; a nil value removes the key. done gets the answer; nil: nobody waits for it.
func (s *Shared) Put(key string, value []byte, done func(now time.Duration, a *Answer)) {
	s.ask(s.engine.Put(key, value), done)
}

// Get reads a value of the directory.
func (s *Shared) Get(key string, done func(now time.Duration, a *Answer)) {
	s.ask(s.engine.Get(key), done)
}

// List reads all values of the directory whose keys have a prefix.
func (s *Shared) List(prefix string, done func(now time.Duration, a *Answer)) {
	s.ask(s.engine.List(prefix), done)
}

// Trim removes the entries of a log up to a number.
func (s *Shared) Trim(log string, upTo uint64) { s.engine.Trim(log, upTo) }

// follow asks for entries and passes all answers on.
func (s *Shared) follow(log string, from uint64, f func(now time.Duration, a *Answer)) Request {
	r := s.engine.Follow(log, from)
	s.asked[r] = asked{f: f, follow: true}
	return r
}

func (s *Shared) ask(r Request, done func(now time.Duration, a *Answer)) Request {
	if done != nil {
		s.asked[r] = asked{f: done}
	}
	return r
}
