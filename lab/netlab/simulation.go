package netlab

import (
	"errors"
	"maps"
	"time"

	"voxtide/lab/netlab/terrain"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/timestream"
	"voxtide/transport/memnet"
	"voxtide/transport/nat"
	"voxtide/world"
)

// simulation is one run: virtual time, the network, the server, the clients and the laws.
type simulation struct {
	violations
	cfg      Config
	network  *memnet.Network
	internet *nat.Network // of direct links; nil: there are none
	server   *server.Server
	land     *terrain.Terrain
	clients  []*simClient

	recording recording
	flowTally
	spawned  Spawned
	ended    map[timestream.Stream]bool // streams whose sessions have ended
	perils   perils
	machines machines

	settling      bool // the players have released their keys
	networkIsGood bool // the network is perfect, for the end of the run

	began       timestream.Time // the server's time at the beginning
	compared    int             // positions compared with zero delay
	corrections int
	unexplained int
	heldOthers  int // other players' streams compared at the end
	heldLooks   int
	progress    func(now time.Duration) bool
	laws        checkers
	lies        lies
	schedule    schedule
}

const (
	linksEvery = 50 * time.Millisecond
)

// sessionEvent handles events of the server's sessions: no honest client may be thrown out.
func (l *simulation) sessionEvent(s timestream.Stream, event server.SessionEvent, reason string) {
	switch event {
	case server.SessionJoined: // a new session: its actions and the epochs of its sections begin again
		if p := l.server.World().Player(s); p != nil {
			*l.laws.once.at(s) = p.LastAction
			l.forgetSeen(p.Name)
		}
	case server.SessionLeft:
		l.ended[s] = true
	case server.SessionDied:
		l.perils.Deaths++
		if _, again := l.perils.diedAt[s]; !again {
			l.perils.diedAt[s] = l.server.World().Stream(s).Stamp
		}
	case server.SessionResumed:
		if l.machines.changed() || l.ended[s] {
			l.resumed(s)
		}
	case server.SessionEnded:
		if l.cfg.PeerRTT > 0 && reason == protocol.ReasonElsewhere.String() { // who links has a key, and comes back over a session that lingers
			l.ended[s] = true
			return
		}
		l.fail(10, "%s: an honest session ended: %s", streamName(s), reason)
	}
}

// forgetSeen forgets what a client has seen, by its name.
func (l *simulation) forgetSeen(name string) {
	for _, s := range l.clients {
		if s.name == name {
			clear(l.laws.order.seen[s.index])
		}
	}
}

// resumed forgets what a client has seen of sections that it does not hold: a server that was killed, or on which its
// session has ended, knows no epoch of theirs.
func (l *simulation) resumed(of timestream.Stream) {
	for _, s := range l.clients {
		if s.client != nil && s.client.Stream() == of {
			s.client.InspectReceived(func(w *world.World) {
				maps.DeleteFunc(l.laws.order.seen[s.index], func(p world.SectionPos, _ *seenSection) bool { return !w.HasSection(p) })
			})
		}
	}
}

// flowTally is what is known of running water.
type flowTally struct {
	flowing      int                                   // cells in which water ran, compared with zero delay
	firstCut     map[timestream.Stream]timestream.Time // when a plan of water of each stream was first cut by its bound
	flowExact    int                                   // cells in which water ran, compared before that
	flowCut      int                                   // cells of running water corrected after a plan was cut
	flowLate     int                                   // those that did not show what they would have at zero delay, after a plan that was cut
	stillRunning int                                   // cells in which water runs when all is at rest
}

// correctionsByCause adds up all clients' corrections by cause.
func (l *simulation) correctionsByCause() (sum [protocol.CauseCount]int) {
	for _, s := range l.clients {
		for c, n := range s.tally.byCause {
			sum[c] += n
		}
	}
	return sum
}

// checkers are the laws that follow the server's edits.
type checkers struct {
	order        *sectionOrder
	once         *atMostOnce
	conservation *conservation
	durability   *durability
	work         *workBound
	seats        seatLaw
}

// schedule is when what concerns all clients changes next, in virtual time.
type schedule struct {
	linksAt time.Duration
	over    bool // progress returned false
}

// ErrStopped means that the progress function stopped the run.
var ErrStopped = errors.New("netlab: stopped")

// Spawned counts entities and support checks that came into the world.
type Spawned struct {
	Items   int `json:"items"`
	Falling int `json:"falling"`
	Checks  int `json:"checks"`
	Slots   int `json:"box_slots"` // slots of boxes that were set
	Waits   int `json:"waits"`     // checks on the server's stream: what plans of water, cut by their bound, leave to it
}
