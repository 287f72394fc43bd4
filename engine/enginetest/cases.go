package enginetest

import (
	"bytes"
	"fmt"
	"time"

	"voxtide/engine"
)

func claims(s *session) {
	a, b := s.open(), s.open()
	if ans := a.ok(a.Read(s.log, 1), "reading what never was"); ans.Claim != 0 || ans.Holder != "" || ans.First != 1 || ans.Last != 0 || len(ans.Entries) != 0 {
		s.Fatalf("a new log has %+v", ans)
	}
	first := a.ok(a.Claim(s.log, 0, "one"), "the first claim")
	if first.Claim == 0 || first.Holder != "one" {
		s.Fatalf("%+v", first)
	}
	if ans := b.refused(b.Claim(s.log, 0, "two"), "a claim of one who has seen none"); ans.Claim != first.Claim || ans.Holder != "one" {
		s.Fatalf("%+v", ans)
	}
	second := b.ok(b.Claim(s.log, first.Claim, "two"), "a claim of one who has seen the first")
	if second.Claim <= first.Claim {
		s.Fatalf("claim %d after %d", second.Claim, first.Claim)
	}
	if ans := a.refused(a.Claim(s.log, first.Claim, "three"), "a claim with an old number"); ans.Claim != second.Claim || ans.Holder != "two" {
		s.Fatalf("%+v", ans)
	}
	if ans := a.ok(a.Read(s.log, 1), "reading"); ans.Claim != second.Claim || ans.Holder != "two" {
		s.Fatalf("%+v", ans)
	}
	// Of many that have seen the same, one gets it.
	var all []*client
	var requests []engine.Request
	for i := range 5 {
		c := s.open()
		all, requests = append(all, c), append(requests, c.Claim(s.log, second.Claim, fmt.Sprint("of many ", i)))
	}
	won := 0
	for i, c := range all {
		switch ans := c.await(requests[i], "one of many claims"); ans.Outcome {
		case engine.OK:
			won++
		case engine.Unknown:
			panic(again{ans.Reason})
		}
	}
	if won != 1 {
		s.Fatalf("%d of 5 claims were answered with OK", won)
	}
}

func fence(s *session) {
	a, b := s.open(), s.open()
	old := a.fill(0, 1, 3)
	newer := b.ok(b.Claim(s.log, old, "newer"), "a newer claim").Claim
	if ans := a.refused(a.Append(s.log, old, 4, entry(4)), "an entry of an old claim"); ans.Claim != newer || ans.Holder != "newer" {
		s.Fatalf("%+v", ans)
	}
	b.refused(b.Append(s.log, newer+1, 4, entry(4)), "an entry of a claim that nobody has")
	if ans := b.ok(b.Append(s.log, newer, 4, entry(4)), "an entry of the newest claim"); ans.Claim != newer || ans.Holder != "newer" {
		s.Fatalf("%+v", ans)
	}
	a.refused(a.Append(s.log, 0, 5, entry(5)), "an entry without a claim")
	ans := a.ok(a.Read(s.log, 1), "reading")
	if s.check(ans.Entries, 1) != 5 || ans.Last != 4 {
		s.Fatalf("%d entries, last %d", len(ans.Entries), ans.Last)
	}
	// A claim of another log fences nobody here.
	other := s.log + " other"
	a.ok(a.Claim(other, 0, "elsewhere"), "a claim of another log")
	b.ok(b.Append(s.log, newer, 5, entry(5)), "an entry after that")
}

func order(s *session) {
	a := s.open()
	claim := a.fill(0, 1, 5)
	for n := uint64(1); n <= 5; n++ {
		if ans := a.refused(a.Append(s.log, claim, n, []byte("another")), "a number that is taken"); ans.Claim != claim {
			s.Fatalf("%+v", ans)
		}
	}
	a.refused(a.Append(s.log, claim, 5, entry(5)), "the same entry again")
	b := s.open()
	if ans := b.ok(b.Read(s.log, 3), "reading from 3"); s.check(ans.Entries, 3) != 6 || ans.First != 1 || ans.Last != 5 {
		s.Fatalf("%+v", ans)
	}
	if ans := b.ok(b.Read(s.log, 6), "reading behind the end"); len(ans.Entries) != 0 || ans.Last != 5 {
		s.Fatalf("%+v", ans)
	}
}

func pipelined(s *session) {
	a, b := s.open(), s.open()
	claim := a.ok(a.Claim(s.log, 0, "one"), "a claim").Claim
	f := b.Follow(s.log, 1)
	const entries, window = 300, 16
	var waiting []engine.Request
	for n := uint64(1); n <= entries; n++ {
		waiting = append(waiting, a.Append(s.log, claim, n, entry(n)))
		if len(waiting) == window || n == entries {
			for _, r := range waiting {
				a.ok(r, "one of several entries on their way")
			}
			waiting = waiting[:0]
		}
	}
	b.upTo(f, 1, entries)
	if got := b.ok(b.Read(s.log, 1), "reading all").Entries; s.check(got, 1) != entries+1 {
		s.Fatalf("%d entries", len(got))
	}
	// A hole ends what is read, and what is followed waits for it.
	a.ok(a.Append(s.log, claim, entries+2, entry(entries+2)), "an entry behind a hole")
	if ans := b.ok(b.Read(s.log, entries), "reading up to a hole"); s.check(ans.Entries, entries) != entries+1 || ans.Last != entries+2 {
		s.Fatalf("%d entries, last %d", len(ans.Entries), ans.Last)
	}
	if ans, ok := b.within(f, 50*time.Millisecond); ok {
		s.Fatalf("followed across a hole: %+v", ans)
	}
	a.ok(a.Append(s.log, claim, entries+1, entry(entries+1)), "the entry in the hole")
	b.upTo(f, entries+1, entries+2)
}

func reads(s *session) {
	a := s.open()
	claim := a.ok(a.Claim(s.log, 0, "one"), "a claim").Claim
	// What one was answered, another reads at once.
	for n := uint64(1); n <= 40; n++ {
		a.ok(a.Append(s.log, claim, n, entry(n)), "an entry")
		b := s.open()
		if ans := b.ok(b.Read(s.log, n), "reading what was just answered"); s.check(ans.Entries, n) != n+1 {
			s.Fatalf("entry %d was answered with OK, and another reads %d entries, last %d", n, len(ans.Entries), ans.Last)
		}
	}
}

func large(s *session) {
	a, b := s.open(), s.open()
	claim := a.ok(a.Claim(s.log, 0, "one"), "a claim").Claim
	f := b.Follow(s.log, 1)
	const entries = 9
	data := func(n uint64) []byte { return bytes.Repeat([]byte{byte('a' + n)}, engine.EntryMax) }
	for n := uint64(1); n <= entries; n++ {
		a.ok(a.Append(s.log, claim, n, data(n)), "an entry of the largest size")
	}
	compare := func(got []engine.Stored, from uint64) uint64 {
		size := 0
		for _, e := range got {
			if e.N != from || !bytes.Equal(e.Data, data(e.N)) {
				s.Fatalf("entry %d (%d bytes), want %d", e.N, len(e.Data), from)
			}
			size += len(e.Data)
			from++
			s.compared++
		}
		if size > engine.ReadMax {
			s.Fatalf("%d bytes in one answer", size)
		}
		return from
	}
	for next := uint64(1); next <= entries; {
		got := b.ok(b.Read(s.log, next), "reading large entries").Entries
		if len(got) == 0 {
			s.Fatalf("no entry from %d on", next)
		}
		next = compare(got, next)
	}
	for next := uint64(1); next <= entries; {
		next = compare(b.ok(f, "following large entries").Entries, next)
	}
	if a.await(a.Append(s.log, claim, entries+1, make([]byte, 2*engine.EntryMax)), "an entry that is too large").Outcome == engine.OK {
		s.Log("entries of twice the size are taken here")
	}
}

func follow(s *session) {
	a := s.open()
	claim := a.fill(0, 1, 20)
	b := s.open()
	all, late := b.Follow(s.log, 1), b.Follow(s.log, 15)
	future := b.Follow(s.log, 31)
	b.upTo(all, 1, 20)
	b.upTo(late, 15, 20)
	for n := uint64(21); n <= 40; n++ {
		a.ok(a.Append(s.log, claim, n, entry(n)), "an entry while it is followed")
		if n%5 == 0 {
			b.upTo(all, n-4, n)
		}
	}
	b.upTo(late, 21, 40)
	b.upTo(future, 31, 40)
	// Another takes the log over: readers go on.
	c := s.open()
	claim = c.ok(c.Claim(s.log, claim, "two"), "a newer claim").Claim
	c.ok(c.Append(s.log, claim, 41, entry(41)), "an entry of the newer claim")
	b.upTo(all, 41, 41)
	// A reader that comes back goes on where it was.
	if err := b.Close(); err != nil {
		s.Fatal(err)
	}
	for n := uint64(42); n <= 50; n++ {
		c.ok(c.Append(s.log, claim, n, entry(n)), "an entry while nobody follows")
	}
	d := s.open()
	f := d.Follow(s.log, 42)
	c.ok(c.Append(s.log, claim, 51, entry(51)), "an entry")
	d.upTo(f, 42, 51)
	s.clients = append(s.clients[:1:1], s.clients[2:]...) // b is closed
}

func followTwo(s *session) {
	a, b := s.open(), s.open()
	other := s.log + "0" // its name begins like the first one's
	claim := a.ok(a.Claim(s.log, 0, "one"), "a claim").Claim
	claimOther := a.ok(a.Claim(other, 0, "one"), "a claim of another log").Claim
	f, g := b.Follow(s.log, 1), b.Follow(other, 1)
	for n := uint64(1); n <= 20; n++ {
		a.ok(a.Append(s.log, claim, n, entry(n)), "an entry")
		a.ok(a.Append(other, claimOther, n, entry(n)), "an entry of the other log")
	}
	b.upTo(f, 1, 20)
	b.upTo(g, 1, 20)
}

func trim(s *session) {
	a, b := s.open(), s.open()
	claim := a.fill(0, 1, 30)
	f := b.Follow(s.log, 5)
	b.upTo(f, 5, 30)
	a.ok(a.Trim(s.log, 10), "trimming")
	a.eventually(func(ans engine.Answer) bool { return ans.First == 11 }, 11, "the first number is 11")
	if ans := a.refused(a.Read(s.log, 10), "reading what was trimmed"); ans.First != 11 {
		s.Fatalf("%+v", ans)
	}
	if ans := a.ok(a.Read(s.log, 11), "reading what is left"); s.check(ans.Entries, 11) != 31 || ans.First != 11 || ans.Last != 30 {
		s.Fatalf("%+v", ans)
	}
	if ans := b.refused(b.Follow(s.log, 10), "following what was trimmed"); ans.First != 11 {
		s.Fatalf("%+v", ans)
	}
	a.refused(a.Append(s.log, claim, 10, entry(10)), "an entry with a number that was trimmed")
	a.ok(a.Append(s.log, claim, 31, entry(31)), "an entry after trimming")
	b.upTo(f, 31, 31) // who has them already notices nothing
	a.ok(a.Trim(s.log, 3), "trimming less than before")
	// All may be trimmed; the numbers go on.
	a.ok(a.Trim(s.log, 31), "trimming all")
	a.eventually(func(ans engine.Answer) bool { return ans.First == 32 }, 32, "the first number is 32")
	a.refused(a.Append(s.log, claim, 31, entry(31)), "an entry with a number that was trimmed")
	a.ok(a.Append(s.log, claim, 32, entry(32)), "the next entry")
	b.upTo(f, 32, 32)
	if ans := b.ok(b.Read(s.log, 32), "reading the only one"); s.check(ans.Entries, 32) != 33 || ans.First != 32 || ans.Last != 32 {
		s.Fatalf("%+v", ans)
	}
}

// eventually reads until something holds: trimming is done in the engine's own time.
func (c *client) eventually(holds func(engine.Answer) bool, from uint64, what string) {
	c.s.Helper()
	for end := time.Now().Add(c.s.database.Patience); !holds(c.await(c.Read(c.s.log, from), what)); {
		if time.Now().After(end) {
			c.s.Fatal("not in time: " + what)
		}
	}
}

func trimFollow(s *session) {
	a, b := s.open(), s.open()
	claim := a.fill(0, 1, 10)
	f := b.Follow(s.log, 12) // of what is still to come
	a.ok(a.Append(s.log, claim, 11, entry(11)), "an entry")
	a.ok(a.Append(s.log, claim, 12, entry(12)), "an entry")
	b.upTo(f, 12, 12)
	a.ok(a.Trim(s.log, 12), "trimming")
	a.ok(a.Append(s.log, claim, 13, entry(13)), "an entry")
	b.upTo(f, 13, 13)
	a.eventually(func(ans engine.Answer) bool { return ans.First == 13 }, 13, "the first number is 13")
	if ans := b.refused(b.Follow(s.log, 12), "following what was trimmed"); ans.First != 13 {
		s.Fatalf("%+v", ans)
	}
}

func directory(s *session) {
	a, b := s.open(), s.open()
	key := "node/" + s.log
	if ans := a.ok(a.Get(key), "no key"); ans.Value != nil {
		s.Fatalf("%q", ans.Value)
	}
	a.ok(a.Put(key+"/a", []byte("one")), "putting")
	a.ok(a.Put(key+"/b", []byte("two")), "putting")
	a.ok(a.Put(key+"/empty", []byte{}), "putting nothing")
	a.ok(a.Put(key, []byte("itself")), "putting")
	if ans := b.ok(b.Get(key+"/a"), "getting"); string(ans.Value) != "one" {
		s.Fatalf("%q", ans.Value)
	}
	if ans := b.ok(b.Get(key+"/empty"), "getting nothing"); ans.Value == nil || len(ans.Value) != 0 {
		s.Fatalf("%v is to be empty and there", ans.Value)
	}
	a.ok(a.Put(key+"/a", []byte("three")), "putting again")
	a.ok(a.Put(key+"/b", nil), "removing")
	if ans := b.ok(b.Get(key+"/b"), "getting what was removed"); ans.Value != nil {
		s.Fatalf("%q", ans.Value)
	}
	ans := b.ok(b.List(key+"/"), "listing")
	if len(ans.Values) != 2 || string(ans.Values[key+"/a"]) != "three" || ans.Values[key+"/empty"] == nil {
		s.Fatalf("%q", ans.Values)
	}
	if ans := b.ok(b.List(key+"/none"), "listing nothing"); len(ans.Values) != 0 {
		s.Fatalf("%q", ans.Values)
	}
	a.ok(a.Put(key+"/b", nil), "removing what is not there")
}

// wrong asks for what makes no sense, and looks whether the log is as it was.
func wrong(s *session) {
	a := s.open()
	claim := a.fill(0, 1, 2)
	a.refused(a.Append(s.log, claim, 0, entry(0)), "entry 0")
	a.refused(a.Append(s.log+" of nobody", claim, 1, entry(1)), "an entry of another log's claim")
	a.ok(a.Trim(s.log+" of nobody", 5), "trimming what is not there")
	if ans := a.ok(a.Read(s.log, 1), "reading"); s.check(ans.Entries, 1) != 3 || ans.Claim != claim {
		s.Fatalf("%+v", ans)
	}
}

func unknown(s *session) {
	a := s.open()
	claim := a.fill(0, 1, 3)
	mend := s.database.Mute(s.T)
	r := a.Append(s.log, claim, 4, entry(4))
	a.want(engine.Unknown, r, "an entry that nobody takes")
	a.want(engine.Unknown, a.Read(s.log, 1), "a read that nobody answers")
	a.want(engine.Unknown, a.Claim(s.log, claim, "again"), "a claim that nobody takes")
	mend()
	// It may have happened or not: who reads knows, and a claim settles it.
	b := s.open()
	var newest engine.Answer
	for end := time.Now().Add(s.database.Patience); ; {
		if newest = b.await(b.Read(s.log, 1), "reading after that"); newest.Outcome == engine.OK {
			break
		}
		if time.Now().After(end) {
			s.Fatal("not mended")
		}
	}
	got := b.await(b.Claim(s.log, newest.Claim, "settles"), "a claim after that")
	for got.Outcome == engine.Refused {
		got = b.await(b.Claim(s.log, got.Claim, "settles"), "a claim after that")
	}
	if got.Outcome != engine.OK {
		s.Fatalf("%+v", got)
	}
	last := b.ok(b.Read(s.log, 1), "reading")
	next := s.check(last.Entries, 1)
	if next < 4 {
		s.Fatalf("%d entries, 3 were answered with OK", next-1)
	}
	b.ok(b.Append(s.log, got.Claim, next, entry(next)), "an entry after all that")
}
