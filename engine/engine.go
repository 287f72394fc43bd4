// Package engine keeps logs on the disks of several machines, through a database that others have built: what it needs of one is the
// interface Engine, and each adapter is a package of its own. A log has one writer, the holder of its newest claim.
//
// Owner: one goroutine calls an Engine, a Writer or a Follower; no call waits. Requests are answered by Poll, in any order. Invariants:
// an entry that was answered with OK is on the disks of a majority and is read by everybody from then on; no entry is ever replaced;
// once a claim was answered with OK, no entry of an older claim comes into the log. Each entry names the hash of the one before it, so
// that readers see a hole.
package engine

import "time"

// Request is the number by which an answer names what was asked. Numbers grow, and 0 is none.
type Request uint64

// Outcome is how a request ended.
type Outcome uint8

const (
	// OK says that it happened, on the disks of a majority.
	OK Outcome = iota + 1
	// Refused says that it did not happen and never will: a newer claim is there, the number is taken, or what was asked for is trimmed.
	Refused
	// Unknown says that it may have happened, may still happen, or may not: the engine did not answer in time, or is gone. Who
	// wants to know has to read.
	Unknown
)

// Stored is an entry as an engine keeps it: it does not look into the data.
type Stored struct {
	N    uint64 // 1 for the first of the log, one more for each
	Data []byte
}

// Answer is the end of a request, or entries of a log that is followed.
type Answer struct {
	Request Request
	Outcome Outcome
	// Claim is the newest claim of the log as the engine has it, 0 for none: after OK to a Claim, the number of the new one. Holder is
	// the text with which it was made. Both are there with the answers to Claim, Append and Read, unless their outcome is Unknown.
	Claim  uint64
	Holder string
	// Entries are those asked for by Read, or the next of a log that is followed: in order, without a gap.
	Entries []Stored
	// First is the lowest number that the log still has or will have next; with the answers to Read, and with a Follow that is Refused.
	First uint64
	// Last is the highest number in the log, 0 for none; with the answers to Read.
	Last uint64
	// Value is the answer to Get, nil for no such key.
	Value []byte
	// Values is the answer to List.
	Values map[string][]byte
	// Reason says for people why a request was not OK.
	Reason string
}

// Limits of one request. An engine may refuse what is larger.
const (
	EntryMax = 1 << 20 // bytes of the data of an entry
	ReadMax  = 4 << 20 // about the bytes of entries in one answer to Read, at least one entry
)

// Engine is a database with logs and a small directory.
//
// Numbers of claims grow from claim to claim, by any amount. A Claim or an Append whose outcome was Unknown may still be carried out
// later, but not after a Claim that was answered with OK meanwhile.
type Engine interface {
	// Claim makes a new claim of a log, if its newest one still is seen (0: there is none). holder names the claimant; it is unique among
	// all claims, so that a claimant whose answer was lost finds its own.
	Claim(log string, seen uint64, holder string) Request
	// Append adds entry n to a log, if claim is the newest one and there is no entry n yet. That entry n-1 is there is the caller's to see
	// to: several requests may be on their way. The engine keeps data.
	Append(log string, claim, n uint64, data []byte) Request
	// Read asks for the entries from a number on, as many as ReadMax allows. The answer has all that was answered with OK before the
	// request was made. It is Refused if from was trimmed.
	Read(log string, from uint64) Request
	// Follow asks for all entries from a number on, now and as they come, until Close: each answer has the same request. An answer that
	// is not OK ends it.
	Follow(log string, from uint64) Request
	// Trim removes the entries up to a number, in the engine's own time.
	Trim(log string, upTo uint64) Request
	// Put, Get and List read and write the directory: small values by key. A nil value removes the key. List answers all keys with a prefix.
	Put(key string, value []byte) Request
	Get(key string) Request
	List(prefix string) Request

	// Poll adds the answers that have come by now, a time of a monotonic clock, and returns them.
	Poll(now time.Duration, answers []Answer) []Answer
	// Ready has an element when Poll may have answers; nil if the engine does not say.
	Ready() <-chan struct{}
	// Close ends all requests without an answer.
	Close() error
}
