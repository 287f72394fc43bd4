package server

import (
	"fmt"
	"math"
	"net/netip"
	"slices"
	"strings"
	"time"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/internal/faults"
	"voxtide/internal/garbage"
	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/server/admin"
	"voxtide/server/market"
	"voxtide/server/profiler"
	"voxtide/timestream"
	"voxtide/world"
)

// adminGame is the server as commands see it: it implements admin.Game.
type adminGame struct{ *Server }

func (g adminGame) Rules() admin.Rules {
	c := &g.cfg
	return admin.Rules{Whitelist: c.Whitelist, SpawnProtection: c.SpawnProtection, Policy: c.Policy, ClaimPlaytime: c.ClaimPlaytime, WorldSeed: c.WorldSeed}
}

func (g adminGame) Online(name string) *admin.Player { return g.player(g.clients.online[name]) }

func (g adminGame) OnlineStream(of timestream.Stream) *admin.Player {
	return g.player(g.clients.session(of))
}

func (g adminGame) player(c *session) *admin.Player {
	if c == nil {
		return nil
	}
	p := g.playerOf(c)
	return &p
}

func (g adminGame) Admit(of timestream.Stream) (by admin.Issuer, online, late bool) {
	c := g.clients.session(of)
	if c == nil {
		return by, false, false
	}
	return admin.Issuer{Rank: c.rank, Stream: of, Who: c.principal}, true, !c.rates.admit(g.clock.mono)
}

func (g adminGame) Origin(name string) netip.Addr { return g.clients.origins.Of(name) }

func (g adminGame) CameFrom(at netip.Addr) []string { return g.clients.origins.From(at) }

// RebindName implements admin.Game.
func (g adminGame) RebindName(name string, key access.Identity) bool {
	row := g.roster.Find(name)
	if row == nil || g.clients.online[name] != nil {
		return false
	}
	row.Key, row.Token = key, [16]byte{} // no session of the old key is resumed
	g.persist.batch.leaving = append(g.persist.batch.leaving, *row)
	return true
}

// KickFrom implements admin.Game.
func (g adminGame) KickFrom(of netip.Prefix, reason string) (n int) {
	for _, c := range g.clients.sessions {
		if of.Contains(g.clients.origins.Of(c.name)) && c.rank < commands.Operator {
			c.endReason = reason
			n++
		}
	}
	return n
}

// ShowBlocks implements admin.Game.
func (g adminGame) ShowBlocks(player string, each func(show func(world.Pos, world.Block))) {
	var cells []protocol.PreviewCell
	each(func(p world.Pos, b world.Block) { cells = append(cells, protocol.PreviewCell{Pos: p, Block: b}) })
	g.Server.ShowPreview(player, true, cells)
}

func (g adminGame) UpdateRanks() { g.updateRanks() }

func (g adminGame) SpawnPoint(i int) world.Vec { return g.spawnPoint(i) }

// FreeRoom implements admin.Game.
func (g adminGame) FreeRoom(from world.Pos) world.Pos { return g.freeRoom(from) }

func (g adminGame) Position(of timestream.Stream) (world.Vec, bool) {
	slot := g.rec.W.Find(world.AvatarID(of))
	if slot == world.NoEntity {
		return world.Vec{}, false
	}
	return g.rec.W.Entity(slot).Motion.Pos, true
}

func (g adminGame) Teleport(of timestream.Stream, to world.Vec) {
	g.teleportPlayer(g.clients.session(of), to)
}

// SetUnseen implements admin.Game.
func (g adminGame) SetUnseen(of timestream.Stream, unseen bool) {
	c := g.clients.session(of)
	if c.watches.unseen = unseen; c.watches.stream == 0 {
		g.setUnseen(c, unseen)
	}
}

// Watch implements admin.Game.
func (g adminGame) Watch(by, of timestream.Stream) { g.watch(g.clients.session(by), of) }

// Freeze implements admin.Game.
func (g adminGame) Freeze(name string, on bool) {
	if c := g.clients.online[name]; c != nil {
		g.freeze(c, on)
		return
	}
	if delete(g.clients.frozen, name); on {
		g.clients.frozen[name] = true
	}
}

// Frozen implements admin.Game.
func (g adminGame) Frozen(name string) bool { return g.clients.frozen[name] }

// Watched implements admin.Game.
func (g adminGame) Watched(by timestream.Stream) timestream.Stream {
	if c := g.clients.session(by); c != nil {
		return c.watches.stream
	}
	return 0
}

// Home implements admin.Game.
func (g adminGame) Home(of timestream.Stream) (world.Vec, bool) {
	c := g.clients.session(of)
	if c == nil || c.row.Home == (world.Vec{}) {
		return world.Vec{}, false
	}
	return c.row.Home, true
}

// SetHome implements admin.Game. It takes the place of a bed.
func (g adminGame) SetHome(of timestream.Stream, at world.Vec) {
	c := g.clients.session(of)
	c.row.Home, c.row.Bed = at, world.Pos{Y: world.MinY - 1} // in no bed
	g.roster.MarkPersistent(of, false)
	g.persist.batch.addPlayer(of)
}

// Inventory implements admin.Game.
func (g adminGame) Inventory(name string) (slots []world.Stack, here, known bool) {
	if c := g.clients.online[name]; c != nil {
		if p := g.rec.W.Player(c.stream); p != nil {
			return p.Slots[:], true, true
		}
	}
	row := g.roster.Find(name)
	if row == nil {
		return nil, false, false
	}
	return row.Player.Slots[:], false, true
}

func (g adminGame) SetCreative(of timestream.Stream, creative bool) {
	c := g.clients.session(of)
	g.changeMotion(c, func(m *world.Motion) {
		if creative {
			m.Flags |= world.Creative
			return
		}
		m.Flags &^= world.Creative
		m.Keys &^= world.KeyFly
	})
	g.persist.batch.addPlayer(of)
	c.row.Persistent = true
}

func (g adminGame) Give(of timestream.Stream, one world.Stack, n int) bool {
	tx := g.rec.Begin()
	for range n { // onto several stacks where one has no room
		if !g.rec.AddItem(of, one) {
			if !faults.Active(faults.GiftStoredInPart) {
				g.rec.Rollback(tx)
			}
			return false
		}
	}
	g.rec.End()
	return true
}

// Shop implements admin.Game.
func (g adminGame) Shop(at world.Pos) (market.Shop, bool) { return market.Look(g.rec.W, at) }

// ShopsNear implements admin.Game.
func (g adminGame) ShopsNear(dst []market.Shop, from world.Pos, within int32) []market.Shop {
	return market.Near(dst, g.rec.W, from, within)
}

// BoxBeside implements admin.Game.
func (g adminGame) BoxBeside(of timestream.Stream, shops bool) (world.Pos, bool) {
	at, found := market.Beside(g.rec.W, g.avatarOf(g.clients.session(of)).Motion.Pos.Block().Above(), shopReach, shops)
	return at, found && g.Reaches(of, at)
}

// shopReach is how far from a player's head a box is looked for that the player stands beside, in blocks.
const shopReach = 5

// Reaches implements admin.Game.
func (g adminGame) Reaches(of timestream.Stream, at world.Pos) bool {
	return actions.Reaches(&g.avatarOf(g.clients.session(of)).Motion, at)
}

// MayDeal implements admin.Game: by a command nobody does what an action would be refused for.
func (g adminGame) MayDeal(of timestream.Stream, at world.Pos) actions.Refusal {
	return g.actionDenial(g.clients.session(of), &actions.Action{Kind: actions.Trade, Pos: at, LastUpdate: math.MaxUint64})
}

// SetOffer implements admin.Game.
func (g adminGame) SetOffer(by timestream.Stream, at world.Pos, o world.Offer) actions.Refusal {
	defer g.endTransaction(kindDeal)
	return market.SetOffer(&g.rec, by, at, o)
}

// Trade implements admin.Game.
func (g adminGame) Trade(by timestream.Stream, at world.Pos, times int) actions.Refusal {
	defer g.endTransaction(kindDeal)
	return market.Trade(&g.rec, by, at, times)
}

// Pay implements admin.Game.
func (g adminGame) Pay(from, to timestream.Stream, what world.Item, n int) actions.Refusal {
	defer g.endTransaction(kindDeal)
	return market.Pay(&g.rec, from, to, what, n)
}

func (g adminGame) SetTimeOfDay(t int64) (offset int64) { return g.setTimeOfDay(t) }

func (g adminGame) Deaths(dst []admin.Death) []admin.Death {
	for i := len(g.clients.deaths) - 1; i >= 0; i-- {
		d := &g.clients.deaths[i]
		dst = append(dst, admin.Death{Name: d.name, How: d.how, Ago: time.Duration(g.clock.now.Sub(d.when)) * time.Microsecond, At: d.at, Cairn: d.cairn, Items: d.items})
	}
	return dst
}

func (g adminGame) GameRules() world.Rules { return g.rec.W.Rules() }

func (g adminGame) SetRule(name, value string) (offset int64, err error) {
	rules, err := g.rec.W.Rules().With(name, value)
	if err != nil {
		return 0, err
	}
	g.admin.Access.Lists.Rules = rules.Without(g.baseRules())
	return g.applyRules(), nil
}

func (g adminGame) TimeOfDay() int64 { return g.rec.W.TimeOfDay(g.clock.now) }

func (g adminGame) EndCommand() { g.endTransaction("command") }

func (g adminGame) SaveSoon() { g.sections.SaveBy(0) }

func (g adminGame) Saved() (sections int, all bool) {
	return g.sections.Metrics.SectionsSaved, !g.sections.Saving()
}

func (g adminGame) CommitSeq() uint64 { return g.persist.commitSeq }

func (g adminGame) DurableSeq() uint64 { return g.persist.durableSeq }

func (g adminGame) WallTime() int64 { return g.wallTime() }

func (g adminGame) BanTime() int64 { return g.banTime() }

// Status returns lines about how the server is.
func (g adminGame) Status() []string {
	m, p := g.Metrics(), &g.persist
	return []string{
		fmt.Sprintf("%d players, %d sections in memory, %d steps (%d late), edit %d, %d sections saved", m.Players, g.SectionsLoaded(), m.Steps, m.LateSteps, g.Edits(), m.SectionsSaved),
		fmt.Sprintf("%d batches wait for the disk, the clock is %.1f s behind", p.commitSeq-min(p.commitSeq, p.durableSeq), float64(m.Behind)/float64(timestream.Second)),
	}
}

// Stats returns lines about what the server has done since its start.
func (g adminGame) Stats() []string {
	m := g.Metrics()
	done, refused := m.Actions[0], 0
	for _, n := range m.Actions[1:] {
		refused += n
	}
	corrections, causes := 0, []string{fmt.Sprintf("%d unexplained", m.Corrections[protocol.Unexplained])}
	for cause, n := range m.Corrections {
		if corrections += n; n > 0 && protocol.Cause(cause) != protocol.Unexplained {
			causes = append(causes, fmt.Sprintf("%d %s", n, protocol.Cause(cause)))
		}
	}
	return []string{
		fmt.Sprintf("sessions: %d joined, %d resumed, %d left, %d ended for a reason, %d stalls", m.Joined, m.Resumed, m.Left, m.SessionsEnded, m.Stalls),
		fmt.Sprintf("actions: %d done, %d refused; %d edits", done, refused, g.Edits()),
		fmt.Sprintf("clients report: %d corrections (%s), %d desyncs; they asked for %d sections again", corrections, strings.Join(causes, ", "), m.Desyncs, m.ResendRequests),
		fmt.Sprintf("sent: %d updates of %d KiB, %d sections of %d KiB", m.Updates, m.UpdateBytes>>10, m.Snapshots, m.SnapshotBytes>>10),
	}
}

// BeginProfile implements admin.Game.
func (g adminGame) BeginProfile(length time.Duration) {
	g.clock.profile = profiler.Begin(profiler.Config{Clock: g.cfg.Stopwatch, Memory: garbage.NewMeter(), Length: length, World: g.cfg.WorldName})
	g.clock.movedBefore = g.sim.TickedBodies
}

// Worlds implements admin.Game.
func (g adminGame) Worlds() (all []admin.WorldState) {
	for _, e := range g.cfg.Worlds.Entries() {
		w := admin.WorldState{Name: e.Name, Here: e.Name == g.cfg.WorldName, Only: e.Only}
		if o := g.cfg.Worlds.Find(e.Name); o != nil {
			w.Open, w.Players = true, o.Names(nil)
		}
		all = append(all, w)
	}
	return all
}

// Travel implements admin.Game.
func (g adminGame) Travel(of timestream.Stream, to string) (why string) {
	c := g.clients.session(of)
	if c == nil {
		return "nobody is here"
	}
	return g.travel(c, to)
}

// RunIn implements admin.Game.
func (g adminGame) RunIn(name string, by admin.Issuer, line string, answer func(outcome int, lines []string)) bool {
	w, open := g.cfg.Worlds.Find(name).(oneOfWorlds)
	if open {
		w.admin.RunTo(by, line, answer)
	}
	return open
}

// KeyElsewhere implements admin.Game.
func (g adminGame) KeyElsewhere(name string) (access.Identity, bool) {
	key, known := g.cfg.Worlds.Owner(g.cfg.WorldName, name)
	return access.Identity(key), known
}

// KnownElsewhere implements admin.Game.
func (g adminGame) KnownElsewhere(dst []string, begin string, most int) []string {
	for w := range g.cfg.Worlds.Others(g.cfg.WorldName) {
		for _, n := range w.Known(begin, most) {
			if len(dst) < most && !slices.Contains(dst, n) {
				dst = append(dst, n)
			}
		}
	}
	return dst
}

// BroadcastAll implements admin.Game.
func (g adminGame) BroadcastAll(line string) {
	g.Broadcast(line)
	for w := range g.cfg.Worlds.Others(g.cfg.WorldName) {
		w.Broadcast(line)
	}
}
