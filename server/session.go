package server

import (
	"net/netip"
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/internal/textline"
	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/server/handout"
	"voxtide/server/pace"
	"voxtide/server/queue"
	"voxtide/server/replication"
	"voxtide/server/streamtime"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// session is a player who is in the world, with a connection or for a while without one.
type session struct {
	stream        timestream.Stream
	name          string
	row           *store.PlayerRow
	principal     access.Principal
	owner         bool // runs the server, in the same process
	rank          commands.Rank
	accepted      bool       // somebody has accepted the player, who is not new here whatever they have done
	newNameSource netip.Addr // whose quota the new name counts for; the zero value: none
	endReason     string     // why the session ends with this step
	left          bool       // the player has left

	told     *replication.Client
	link     clientLink
	activity clientActivity
	time     streamtime.Clock
	method   sessionMethod
	rates    clientRates
	area     interestArea
	hits     *protocol.Hits  // how its hits are judged, if that was set by SetHits
	died     uint64          // the last update that was built before the player died, or diesNow
	struckBy string          // who struck the player last
	struckAt timestream.Time // the tick of the kick
	inside   regionNotes
	path     pathBox // since the row in the last batch
	seat     seat
	watches  watching
}

// regionNotes is in which regions a player was last.
type regionNotes struct {
	greeting  string // whose greeting the player had
	gate      string // that leads to another world, if gateKnown
	gateKnown bool
}

// sessionMethod is how a session is judged.
type sessionMethod struct {
	protocol.MethodState
	asked     protocol.MethodRequest // the newest request without an answer; Number 0: there is none
	changedAt time.Duration          // when the method last changed
	nextStep  time.Duration          // when the next server time step is due (protocol.Method.StepMs)
	slackAt   time.Duration          // when the slack was last told
	ticks     streamtime.Ticks       // of JudgeTicks
	aligned   bool                   // the stream stands at the begin of a tick
}

// seat is a session of the server before this one whose client has not come back.
type seat struct {
	empty bool            // its client has no connection yet
	waits bool            // the stream stands: nothing was heard of its client
	since time.Duration   // when this server began
	told  timestream.Time // how far the client was told that its stream was, once it is back,
	back  time.Duration   // and since when
	heard bool            // its client is back, and has sent something
}

// pathBox holds the cells in which an avatar was since its last row.
type pathBox struct {
	lo, hi world.Pos
	due    bool // the row is part of this step's batch
}

// pathMargin is how far from the cells of an avatar's feet a block is that may decide its path: its body, what it stands on, the height of
// a jump between two looks, and a cell more.
const (
	pathMargin       = 3
	pathMarginHeight = 5
)

func (b *pathBox) start(at world.Pos) { b.lo, b.hi, b.due = at, at, false }

func (b *pathBox) include(at world.Pos) {
	b.lo = world.Pos{X: min(b.lo.X, at.X), Y: min(b.lo.Y, at.Y), Z: min(b.lo.Z, at.Z)}
	b.hi = world.Pos{X: max(b.hi.X, at.X), Y: max(b.hi.Y, at.Y), Z: max(b.hi.Z, at.Z)}
}

func (b *pathBox) near(p world.Pos) bool {
	return p.X >= b.lo.X-pathMargin && p.X <= b.hi.X+pathMargin && p.Z >= b.lo.Z-pathMargin && p.Z <= b.hi.Z+pathMargin &&
		p.Y >= b.lo.Y-pathMarginHeight && p.Y <= b.hi.Y+pathMarginHeight
}

// watching is whom a session watches.
type watching struct {
	stream  timestream.Stream   // 0: nobody
	unseen  bool                // the body was unseen before
	told    bool                // the client knows it
	frozen  bool                // the body does nothing,
	since   time.Duration       // since when
	sees    bool                // may be unseen, and sees who is
	ignored []timestream.Stream // whose lines are not told
	version uint64              // of the access lists that ignored is of, and one more
}

// clientActivity is when a player last acted, for play time.
type clientActivity struct {
	active bool          // a metered action was performed
	at     time.Duration // the last one
}

// clientLink is a session's connection and what was heard over it.
type clientLink struct {
	conn        transport.Conn // nil: lost
	attempt     uint32         // of the client's joins, by which it came
	heardAt     time.Duration  // of the last message
	pace        pace.Pace      // of the messages
	lostAt      time.Duration  // when the connection was lost
	heardInStep bool           // a message has arrived in this step
	proofUpdate uint64         // the update that the client has yet to confirm
	proofAt     time.Duration  // since when
	handed      handout.Client // beside the world
	news        [][]byte       // of direct links, which wait for the Welcome or the lane; at most linkNewsMax
}

// clientRates counts what no rate of stream time meters, by the server's clock.
type clientRates struct {
	unratedSince      time.Duration // begin of the second of unratedCount
	commandsSince     time.Duration // begin of the second of commandCount
	commandCount      int           // commands
	linksSince        time.Duration // begin of the second of linksCount
	linksCount        int           // messages of links
	unratedCount      int           // unmetered actions and reports
	floodSince        time.Duration // begin of the floodSpan of floodCount
	floodCount        int           // lines of chat that were refused because they came too fast
	resendRequestedAt time.Duration // when the client last asked for a section again
	playersToldAt     time.Duration // when the client was last told who plays
}

// A player who goes on to say what is refused does it on purpose, or a program does: the client shows the refusal without asking.
const floodSpan = 10 * time.Second

// floods counts a line that was refused because it came too fast, and reports whether there were more of them than a bound, of which one below
// 0 is none.
func (r *clientRates) floods(now time.Duration, most int) bool {
	if now-r.floodSince >= floodSpan {
		r.floodSince, r.floodCount = now, 0
	}
	r.floodCount++
	return r.floodCount > most && most >= 0
}

// admit counts a command of a player; false if there were too many in this second of the server's clock.
func (r *clientRates) admit(now time.Duration) bool {
	if now-r.commandsSince >= time.Second {
		r.commandsSince, r.commandCount = now, 0
	}
	r.commandCount++
	return r.commandCount <= commandsPerSecond
}

// admitUnmetered counts an unmetered action or a report; false if there were too many in this second.
func (r *clientRates) admitUnmetered(now time.Duration) bool {
	if now-r.unratedSince >= time.Second {
		r.unratedSince, r.unratedCount = now, 0
	}
	r.unratedCount++
	return r.unratedCount <= freeRate
}

// admitLinks counts a message of links; false if there were too many in this second.
func (r *clientRates) admitLinks(now time.Duration) bool {
	if now-r.linksSince >= time.Second {
		r.linksSince, r.linksCount = now, 0
	}
	r.linksCount++
	return r.linksCount <= linkRate
}

const reasonUnrated = "too many headings and sections"

// receiveBuffers is memory that is reused for each message.
type receiveBuffers struct {
	buf     []byte
	reader  wire.Reader
	action  actions.Action
	players protocol.Players
}

// tell writes a line into the player's chat, cut at textline.ChatMax bytes. A line is lost with the update that carries it, as chat is.
func (c *session) tell(text string) { c.told.Tell(textline.Clean(text, textline.ChatMax)) }

// followSubscription follows an edit of the client's subscriptions.
func (c *session) followSubscription(e *edits.Edit) {
	c.area.open.set(world.SectionPos(e.Pos), e.Number != 0)
	if e.Number == 0 {
		c.area.restart()
	}
}

// clientTable holds every connection: players by stream and by name, and connections that have not joined.
type clientTable struct {
	deaths   deathList          // since the server started
	sessions []*session         // by stream
	seats    []*store.PlayerRow // whose players come into the world with the first step
	online   map[string]*session
	pending  []*pendingConn
	queue    queue.Queue // of pending connections that find no room

	checks       []world.Pos       // memory of updateSubscriptions: the cells of pending support checks
	interestFrom timestream.Stream // from which stream on subscriptions are updated first: those before had their turn

	origins access.Origins  // from where players came
	frozen  map[string]bool // players who are to do nothing, also when they come back

	expected map[string]time.Duration // until when a place is kept for players who come from another world

	tokenCount uint64 // session tokens made so far
}

// pendingConn is a connection that has not joined.
type pendingConn struct {
	conn  transport.Conn
	since time.Duration
	join  *protocol.Join // nil: not received
	seat  *queue.Seat    // nil: it does not wait in the queue
	askAt time.Duration  // with a seat: when it is judged again and told where it is
}

// expects reports whether a player is on the way here from another world.
func (t *clientTable) expects(name string, now time.Duration) bool {
	until, is := t.expected[name]
	return is && now <= until
}

// seated reports whether a stream has a seat that is to be taken in the first step.
func (t *clientTable) seated(of timestream.Stream) bool {
	for _, r := range t.seats {
		if r.Stream == of {
			return true
		}
	}
	return false
}

// session returns the session of a stream, nil if there is none.
func (t *clientTable) session(of timestream.Stream) *session {
	i, ok := t.find(of)
	if !ok {
		return nil
	}
	return t.sessions[i]
}

// find returns the index at which the session of a stream is, or would be. The search is written out because it runs for each stream
// that each client knows: one that calls a function to compare makes a step of 100 players longer by a twentieth.
func (t *clientTable) find(of timestream.Stream) (int, bool) {
	lo, hi := 0, len(t.sessions)
	for lo < hi {
		mid := (lo + hi) / 2
		if t.sessions[mid].stream < of {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(t.sessions) && t.sessions[lo].stream == of
}

func (t *clientTable) add(c *session) {
	i, _ := t.find(c.stream)
	t.sessions = slices.Insert(t.sessions, i, c)
	t.online[c.name] = c
}

func (t *clientTable) remove(c *session) {
	i, _ := t.find(c.stream)
	t.sessions = slices.Delete(t.sessions, i, i+1)
	delete(t.online, c.name)
}

// inOrder returns the sessions in the order in which their streams are advanced.
func (t *clientTable) inOrder() []*session {
	if faults.Active(faults.OrderByMap) {
		var out []*session
		for _, c := range t.online {
			out = append(out, c)
		}
		return out
	}
	return t.sessions
}

// resubscription is a subscription that was closed to be opened again in this step.
type resubscription struct {
	c   *session
	pos world.SectionPos
}

// diesNow stands for the number of the last update that was built before the player died, until it is known.
const diesNow = 1<<64 - 1

// death is what operators are told of one.
type death struct {
	name, how string
	when      timestream.Time
	at, cairn world.Pos
	items     int // in the cairn
}

// deathsMax is how many deaths are remembered.
const deathsMax = 64

// deathList holds the last deaths since the server started, the latest last.
type deathList []death

func (l *deathList) add(d death) {
	if len(*l) == deathsMax {
		*l = append((*l)[:0], (*l)[1:]...)
	}
	*l = append(*l, d)
}
