package replication

import (
	"time"

	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// The server has two halves. One judges: it owns the world, runs streams and actions, and makes batches durable. The other one tells: it
// knows the world from a Feed a step alone, keeps a view of its own of what moves, and writes the updates. So the telling of a step can go
// on beside the judging of the next. Feeds are plain values, and could cross a socket; of what comes back, the judge has a copy that it
// takes where telling is over (Client.Collect), and that depends on nothing but the steps.

// Feed is what the judge tells of one step. Its memory is used again when the step after the next one ends.
type Feed struct {
	Moment
	Options
	Clients []Recipient       // all who have a session, by stream
	Edits   []FeedEdit        // of all transactions, in order
	Stamps  []StreamStamp     // how far each stream has come
	Motions []BodyMotion      // of the bodies that time moves, and of those that came to rest
	Slept   []world.EntityID  // bodies that came to rest or woke
	Changed []world.Vec       // places at which objects came, went, woke or came to rest
	Moved   []world.EntityID  // bodies that the server moved
	Struck  []protocol.Struck // hits
	Opened  []OpenedSection   // the sections that were opened, as they are at the end of the step
}

// FeedEdit is an edit of the feed. Those that are not Logged are told to no client: it is told their outcome otherwise.
type FeedEdit struct {
	Entry
	Logged bool
}

// StreamStamp is how far a stream has come.
type StreamStamp struct {
	Stream timestream.Stream
	Stamp  timestream.Time
}

// BodyMotion is the motion of a body, which holds at an instant.
type BodyMotion struct {
	ID     world.EntityID
	At     timestream.Time
	Motion world.Motion
}

// OpenedSection is a section that was opened for a client.
type OpenedSection struct {
	To        timestream.Stream
	Section   protocol.Snapshot
	CommitSeq uint64 // the batch of its last change
}

// reset empties the feed, and keeps its memory.
func (f *Feed) reset() {
	clear(f.Clients) // releases connections, texts and packed sections
	clear(f.Edits)
	clear(f.Opened)
	f.Clients, f.Edits, f.Stamps, f.Motions, f.Slept = f.Clients[:0], f.Edits[:0], f.Stamps[:0], f.Motions[:0], f.Slept[:0]
	f.Changed, f.Moved, f.Struck, f.Opened = f.Changed[:0], f.Moved[:0], f.Struck[:0], f.Opened[:0]
}

// Recipient is a client with its connection in this step.
type Recipient struct {
	Client *Client
	Link   Link
}

// Moment is how far the server has come.
type Moment struct {
	Now       time.Duration // monotonic
	LastEdit  uint64        // E
	CommitSeq uint64        // of the last batch
	Durable   uint64        // the batch up to which all is durable
	Leashed   bool          // nothing may leave
}

// Options is how clients are told. It may change between two steps.
type Options struct {
	UpdateRate  int           // updates a second and client at most
	HashEvery   time.Duration // between two hashes
	BulkBytes   int           // of sections on their way to a client
	HoldUpdates time.Duration // longest wait of updates for the store
	KeepTold    bool          // remember what each update told, for the judgement of hits
	WorldName   string        // its name among those of the process; "": there is one
	Others      []string      // addresses of other servers that may go on with the world
	Relays      int           // how many relays write updates side by side
	// Stopwatch is a clock for the time that sections may take in a step; one that stands: they take what they need. Deliver needs it.
	Stopwatch func() time.Duration
	Timed     bool // Took is wanted
}
