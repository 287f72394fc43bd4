package netlab

import (
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/internal/splitmix"
	"voxtide/lab/liar"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/server/sections"
	"voxtide/world"
)

// Result is the outcome of a run.
type Result struct {
	Seed        uint64         `json:"seed"`
	Hash        uint64         `json:"-"`
	Simulated   time.Duration  `json:"-"` // virtual time of play and of the quiet time after it
	Corrections int            `json:"corrections"`
	Unexplained int            `json:"unexplained"`
	Causes      map[string]int `json:"causes"`
	Blocks      map[string]int `json:"corrections_blocks"` // of blocks that own actions had changed, by cause
	Inventory   map[string]int `json:"corrections_bag"`    // of the own inventory
	Clients     []ClientResult `json:"clients"`
	Edits       uint64         `json:"edits"`
	Compared    int            `json:"compared"` // positions compared with zero delay
	Shown       int            `json:"shown"`    // actions seen in their frame by law 4
	Others      int            `json:"others"`   // other players' streams and pitches, compared at the end
	Looks       int            `json:"looks"`

	CrashResult
	LinkResult
	FlowResult
	WorkResult
	BoxResult
	PerilsResult
	Resumes   int     `json:"resumes"`    // of all clients
	SentAgain int     `json:"sent_again"` // actions sent again at resumes
	Spawned   Spawned `json:"born"`       //
	Merged    int     `json:"merged"`     // items merged into others, since the last kill
	Gone      int     `json:"gone"`       // items that were too old or too many
}

// WorkResult is how much was done.
type WorkResult struct {
	BlockActions int            `json:"block_actions"` // of these, those that change blocks or throw something
	Done         map[string]int `json:"done"`          // actions performed, by kind
	BlockEdits   int            `json:"block_edits"`   // edits that they caused
	BodiesMoved  uint64         `json:"bodies_moved"`  // entity updates, avatars aside
}

// FlowResult is what running water did.
type FlowResult struct {
	Flowing   int `json:"flowing"`    // cells in which water ran, compared with zero delay
	FlowExact int `json:"flow_exact"` // of them before any plan was cut: these all show what they would at zero delay
	FlowCut   int `json:"flow_cut"`   // cells of running water that were corrected after a plan was cut
	FlowLate  int `json:"flow_late"`  // of them others than at zero delay, after a plan that was cut
	Turns     int `json:"turns"`      // of water
	Running   int `json:"running"`    // cells in which water runs when all is at rest
}

// CrashResult is what happened to the server.
type CrashResult struct {
	Kills       int            `json:"kills"`        // kills of the server
	Seats       int            `json:"seats"`        // streams at kills that the next server takes on exactly from where they were
	SeatsMoved  int            `json:"seats_moved"`  // of them those whose row was older
	Lost        int            `json:"batches_lost"` // handed over and not durable when the server was killed
	ServerStood time.Duration  `json:"server_stood"` // standstill of the server's machine and clock
	TakeOver    TakeOverResult `json:"take_overs"`
}

// BoxResult is what happened at boxes.
type BoxResult struct {
	Made      int            `json:"made"`       // things that ovens made
	LostMoves int            `json:"lost_moves"` // moves at a box for which another player was first
	ShownBy   map[string]int `json:"shown_by"`   // actions that were seen in their frame by law 4, by kind
	ToldWho   int            `json:"told_who"`   // of these, for which the loser is told who
}

// LinkResult is what became of direct links.
type LinkResult struct {
	Links    int           `json:"links"`     // at the end of play, between honest players, counted from both ends
	LieShown time.Duration `json:"lie_shown"` // the longest that a lie showed
	LieGrant time.Duration `json:"lie_grant"` // the most that loss added to what it may
	Lied     liar.Report   `json:"-"`         // of the liar
	Unlinked []uint64      `json:"-"`         // hashes of the server's world and of those of the clients from Config.Linking on
}

// ClientResult is the outcome of one client.
type ClientResult struct {
	Name            string         `json:"name"`
	Role            string         `json:"role"`
	Frames          int            `json:"pictures"`
	Actions         int            `json:"actions"`
	Refused         map[string]int `json:"refused"`
	Corrections     int            `json:"corrections"`
	Largest         float64        `json:"max_correction_m"`
	InputToFrameMax int            `json:"input_to_picture_max"`
	Unacked         int            `json:"unacked_max"`
	Resumes         int            `json:"resumes"`
	Up              uint64         `json:"bytes_up"`
	Down            uint64         `json:"bytes_down"`
}

// Run plays a run, and a quiet time after it in which all states must become equal. The error is a *Violation for a
// broken law, and ErrStopped if progress returned false; the Result is valid as far as the run came. If progress is
// not nil it is called with the virtual time of each step of the server.
func Run(cfg Config, progress func(now time.Duration) bool) (Result, error) {
	l, err := newSimulation(cfg)
	if err != nil {
		return Result{Seed: cfg.Seed}, err
	}
	l.progress = progress
	err = l.run()
	return l.result(), err
}

func (l *simulation) run() error {
	if err := l.runUntil(l.cfg.Duration); err != nil {
		return err
	}
	if err := l.findLiar(); err != nil {
		return err
	}
	if err := l.settle(); err != nil {
		return err
	}
	if !l.cfg.predicts() {
		return nil
	}
	if l.recording.enabled {
		if err := l.comparePaths(); err != nil {
			return err
		}
	}
	if l.violation != nil {
		return l.violation
	}
	return nil
}

// findLiar goes on with the play where packets are lost, until the liar is found out.
func (l *simulation) findLiar() error {
	if !l.cfg.Liar || !l.cfg.Trick.Unlinks() || l.cfg.Loss == 0 {
		return nil
	}
	for at := l.cfg.Duration; l.linkedToLiar() > 0 && at < l.cfg.Duration+lieFound; {
		at += 100 * time.Millisecond
		if err := l.runUntil(at); err != nil {
			return err
		}
	}
	return nil
}

const (
	settleFor  = 4 * time.Second  // the players have released their keys; everything comes to rest
	silenceFor = 80 * time.Second // longest time until the states are equal on a good network: a session may linger before
	silenceTry = time.Second
)

// settle releases the players' keys, then makes the network good, and waits until every client's state is the
// server's.
func (l *simulation) settle() error {
	l.settling = true
	l.endLies()
	for _, s := range l.clients {
		s.idle = true
	}
	at := max(l.cfg.Duration, l.now, l.cfg.StandStillAt+l.cfg.StandStill) + settleFor + l.cfg.Pause
	if err := l.runUntil(at); err != nil {
		return err
	}
	l.networkIsGood = true
	l.updateLinks()
	first := ""
	for tries := time.Duration(0); tries < silenceFor; tries += silenceTry {
		at += silenceTry
		if err := l.runUntil(at); err != nil {
			return err
		}
		if first = l.difference(); first == "" {
			break
		}
	}
	if first != "" {
		l.fail(2, "%s", first)
		return l.violation
	}
	if l.cfg.Reservoirs {
		l.stillRunning = l.checkWater(l.server.World(), l.laws.order.sections())
	}
	pack := protocol.Packer{}
	l.laws.conservation.end(l.server.World(), l.laws.order.sections(), func(p world.SectionPos) *world.Section {
		return sections.Load(l.machines.owner.store(), l.land.Section, &pack, p).Section
	}, l.land.Section, l.server.UnloadedEntities)
	if p := l.machines.pair; p != nil {
		p.checkDisks()
	}
	if l.violation != nil {
		return l.violation
	}
	return nil
}

// difference returns the first difference between a client's state and the server's, "" if there is none.
func (l *simulation) difference() string {
	for _, s := range l.clients {
		if s.client == nil {
			return s.name + " is away" // or its name is taken: the message of its leaving was lost, and its session lingers
		}
		if s.client.State() != client.Playing {
			return s.name + " is " + s.client.State().String()
		}
		if d := l.compareClient(s); d != "" {
			return s.name + ": " + d
		}
	}
	return ""
}

func (l *simulation) result() Result {
	r := Result{
		Seed: l.cfg.Seed, Simulated: l.now, Corrections: l.corrections, Unexplained: l.unexplained,
		Causes: map[string]int{}, Blocks: map[string]int{}, Inventory: map[string]int{}, Edits: l.server.Edits(), Compared: l.compared, Others: l.heldOthers, Looks: l.heldLooks, FlowResult: FlowResult{Flowing: l.flowing, FlowExact: l.flowExact, FlowCut: l.flowCut, FlowLate: l.flowLate, Turns: l.laws.work.allTurns, Running: l.stillRunning},
		CrashResult: CrashResult{l.machines.kills.done, l.laws.seats.checked, l.laws.seats.moved, l.machines.kills.lost, l.machines.owner.clock.lost, TakeOverResult{}}, Spawned: l.spawned,
		WorkResult: WorkResult{l.laws.work.all.actions, map[string]int{}, l.laws.work.all.edits, l.laws.work.bodiesMoved},
		Merged:     l.server.Metrics().ItemsMerged, Gone: l.laws.conservation.gone, PerilsResult: l.perils.PerilsResult, BoxResult: BoxResult{Made: l.laws.conservation.made, ShownBy: map[string]int{}},
	}
	if p := l.machines.pair; p != nil {
		r.TakeOver = p.result()
	}
	addByKind(r.Done, &l.laws.work.done)
	for c, n := range l.correctionsByCause() {
		r.Causes[protocol.Cause(c).String()] = n
		for _, s := range l.clients {
			r.Blocks[protocol.Cause(c).String()] += s.tally.byKind[predict.KindBlocks][c]
			r.Inventory[protocol.Cause(c).String()] += s.tally.byKind[predict.KindInventory][c]
		}
	}
	r.Links, r.LieShown, r.LieGrant = l.lies.links, l.lies.longest, l.lies.granted
	if l.cfg.Liar && l.clients[0].liar != nil {
		r.Lied = l.clients[0].liar.Report()
	}
	r.Unlinked = append(r.Unlinked, l.server.World().Hash())
	h := splitmix.Mix(l.server.World().Hash() ^ l.server.Edits())
	h = splitmix.Mix(h ^ l.network.Hash())
	for _, s := range l.clients {
		if s.client != nil {
			s.keepStats()
			if w := s.client.World(); w != nil {
				if s.index >= l.cfg.Linking {
					r.Unlinked = append(r.Unlinked, w.Hash())
				}
				h = splitmix.Mix(h ^ w.Hash())
			}
		}
		s.forgetConns()
		c := ClientResult{
			Name: s.name, Role: s.player.Role.String(), Frames: s.tally.frames, Actions: s.tally.total.Actions,
			Refused: map[string]int{}, Largest: float64(s.tally.largest) / 1e9, InputToFrameMax: s.tally.total.InputToFrame,
			Unacked: s.tally.unackedMax, Resumes: s.tally.total.Resumes, Up: s.tally.up, Down: s.tally.down,
		}
		for why, n := range s.tally.total.Refused {
			if n > 0 {
				c.Refused[refusalName(why)] = n
			}
		}
		for _, n := range s.tally.byCause {
			c.Corrections += n
		}
		h = splitmix.Mix(h ^ uint64(c.Frames)<<32 ^ uint64(c.Actions))
		r.Shown += s.immediacy.shown
		addByKind(r.ShownBy, &s.immediacy.byKind)
		if n := s.immediacy.lain; n > 0 {
			r.ShownBy["lie down"] += n
		}
		r.Resumes += s.tally.total.Resumes
		r.LostMoves += s.tally.total.LostMoves
		r.ToldWho += s.tally.total.ToldWho
		r.SentAgain += s.tally.total.Resent
		r.Clients = append(r.Clients, c)
	}
	r.Hash = h
	return r
}

// addByKind adds counts of actions to those by their names.
func addByKind(to map[string]int, counts *[actions.KindCount]int) {
	for k, n := range counts {
		if n > 0 {
			to[actions.Kind(k).String()] += n
		}
	}
}

func refusalName(i int) string { return actions.Refusal(i).String() }
