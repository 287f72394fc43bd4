package netlab

import (
	"errors"
	"time"

	"voxtide/client"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/world"
)

// ErrStopped says that whoever watched the run's progress asked it to stop.
var ErrStopped = errors.New("netlab: stopped")

// Result is what came of a run.
type Result struct {
	Seed        uint64         `json:"seed"`
	Hash        uint64         `json:"-"`
	Simulated   time.Duration  `json:"-"` // virtual time of the play and of the falling silent
	Corrections int            `json:"corrections"`
	Unexplained int            `json:"unexplained"`
	Causes      map[string]int `json:"causes"`
	Blocks      map[string]int `json:"corrections_blocks"` // of blocks that own doing had changed, by cause
	Bag         map[string]int `json:"corrections_bag"`    // of own inventories
	Clients     []ClientResult `json:"clients"`
	Edits       uint64         `json:"edits"`
	Compared    int            `json:"compared"` // places of the paths that were compared with zero delay
	Shown       int            `json:"shown"`    // actions that were seen in their picture by law 4
	Others      int            `json:"others"`   // streams of others, as clients held them, and looks that were compared at the end
	Looks       int            `json:"looks"`

	Kills   int           `json:"kills"`         // of the server
	Lost    int           `json:"batches_lost"`  // by them: handed over and not durable yet
	Stood   time.Duration `json:"server_stood"`  // its machine, and its clock
	Resumes int           `json:"resumes"`       // of all clients
	Again   int           `json:"sent_again"`    // actions, at resumes
	Worked  int           `json:"block_actions"` // performed
	Worth   int           `json:"block_edits"`   // that came of them
	Moves   uint64        `json:"bodies_moved"`  // updates of bodies, but avatars
	Born    Born          `json:"born"`          //
	Merged  int           `json:"merged"`        // items that others took in, since the last kill
	Gone    int           `json:"gone"`          // items that lay too long or too many
}

// ClientResult is what came of one client.
type ClientResult struct {
	Name        string         `json:"name"`
	Role        string         `json:"role"`
	Pictures    int            `json:"pictures"`
	Actions     int            `json:"actions"`
	Refused     map[string]int `json:"refused"`
	Corrections int            `json:"corrections"`
	Largest     float64        `json:"max_correction_m"`
	Wait        int            `json:"input_to_picture_max"`
	Unacked     int            `json:"unacked_max"`
	Resumes     int            `json:"resumes"`
	Up          uint64         `json:"bytes_up"`
	Down        uint64         `json:"bytes_down"`
}

// Run plays a run and falls silent at its end. The error is a *Broken for a law, ErrStopped if progress said so; the
// result counts as far as the run came. Progress, if not nil, is told the virtual time of each step of the server and
// goes on as long as it returns true.
func Run(cfg Config, progress func(now time.Duration) bool) (Result, error) {
	l, err := newLab(cfg)
	if err != nil {
		return Result{Seed: cfg.Seed}, err
	}
	l.progress = progress
	err = l.run()
	return l.result(), err
}

func (l *Lab) run() error {
	if err := l.until(l.cfg.Duration); err != nil {
		return err
	}
	if err := l.settle(); err != nil {
		return err
	}
	if l.cfg.Strategy != "timestream" {
		return nil
	}
	if l.record.on {
		if err := l.paths(); err != nil {
			return err
		}
	}
	if l.broken != nil {
		return l.broken
	}
	return nil
}

const (
	settleFor  = 4 * time.Second  // the players have let go; what moves comes to rest
	silenceFor = 80 * time.Second // the longest that the states may take to be equal on a good network: a session may linger before
	silenceTry = time.Second
)

// settle lets the players let go, then the network become good, and waits until every client's state is the server's.
func (l *Lab) settle() error {
	l.settling = true
	for _, s := range l.seats {
		s.idle = true
	}
	at := max(l.cfg.Duration, l.cfg.StandAt+l.cfg.Stand) + settleFor + l.cfg.Pause
	if err := l.until(at); err != nil {
		return err
	}
	l.silent = true
	l.weather()
	first := ""
	for tries := time.Duration(0); tries < silenceFor; tries += silenceTry {
		at += silenceTry
		if err := l.until(at); err != nil {
			return err
		}
		if first = l.difference(); first == "" {
			break
		}
	}
	if first != "" {
		l.breaks(2, "%s", first)
		return l.broken
	}
	pack := protocol.Packer{}
	l.ledger.end(l.server.World(), l.order.sections(), func(p world.SectionPos) *world.Section {
		return server.Fetch(l.disk, l.land.Section, &pack, p).Section
	}, l.land.Section, l.server.Away)
	if l.broken != nil {
		return l.broken
	}
	return nil
}

// difference compares every client's state with the server's, "" if they are equal.
func (l *Lab) difference() string {
	for _, s := range l.seats {
		if s.c == nil {
			return s.name + " is away" // or its name is taken: the word of its leaving was lost, and its session lingers
		}
		if s.c.State() != client.Playing {
			return s.name + " is " + s.c.State().String()
		}
		if d := l.differs(s); d != "" {
			return s.name + ": " + d
		}
	}
	return ""
}

func (l *Lab) result() Result {
	r := Result{
		Seed: l.cfg.Seed, Simulated: l.now, Corrections: l.corrections, Unexplained: l.unexplained,
		Causes: map[string]int{}, Blocks: map[string]int{}, Bag: map[string]int{}, Edits: l.server.Edits(), Compared: l.compared, Others: l.heldOthers, Looks: l.heldLooks,
		Kills: l.kills, Lost: l.lost, Stood: l.stood, Born: l.births,
		Worked: l.work.all.actions, Worth: l.work.all.edits, Moves: l.work.moved,
		Merged: l.server.Metrics().Merged, Gone: l.ledger.gone,
	}
	for c, n := range l.causes() {
		r.Causes[predict.Cause(c).String()] = n
		for _, s := range l.seats {
			r.Blocks[predict.Cause(c).String()] += s.byKind[predict.KindBlocks][c]
			r.Bag[predict.Cause(c).String()] += s.byKind[predict.KindBag][c]
		}
	}
	h := scramble(l.server.World().Hash() ^ l.server.Edits())
	h = scramble(h ^ l.net.Hash())
	for _, s := range l.seats {
		if s.c != nil {
			s.keepStats()
			if w := s.c.World(); w != nil {
				h = scramble(h ^ w.Hash())
			}
		}
		s.bytes()
		c := ClientResult{
			Name: s.name, Role: s.player.Role.String(), Pictures: s.pictures, Actions: s.total.Actions,
			Refused: map[string]int{}, Largest: float64(s.largest) / 1e9, Wait: s.total.InputToPicture,
			Unacked: s.unackedMax, Resumes: s.total.Resumes, Up: s.up, Down: s.down,
		}
		for why, n := range s.total.Refused {
			if n > 0 {
				c.Refused[refusalName(why)] = n
			}
		}
		for _, n := range s.byCause {
			c.Corrections += n
		}
		h = scramble(h ^ uint64(c.Pictures)<<32 ^ uint64(c.Actions))
		r.Shown += s.wait.shown
		r.Resumes += s.total.Resumes
		r.Again += s.total.Again
		r.Clients = append(r.Clients, c)
	}
	r.Hash = h
	return r
}
