package netlab

import (
	"time"

	"voxtide/internal/splitmix"
	"voxtide/lab/liar"
	"voxtide/lab/netlab/players"
	"voxtide/world"
)

const ms = time.Millisecond

// Scenario is a named set of conditions.
type Scenario struct {
	Name, About string
	Set         func(c *Config)
}

// Scenarios lists the conditions under which the laws are tried.
var Scenarios = []Scenario{
	{"mixed", "all roles near each other, everything by seed", func(c *Config) { mixed(c) }},
	{"apart", "everybody alone: no correction, and the path of zero delay", func(c *Config) { apart(c) }},
	{"hitch", "280 ms without a frame, now and then", func(c *Config) { apart(c); c.Hitch, c.HitchEvery = 280*ms, 2*time.Second }},
	{"hitch-33", "the same at 33 ms a frame", func(c *Config) {
		apart(c)
		c.Hitch, c.HitchEvery, c.FrameTime = 280*ms, 2*time.Second, 33*ms
	}},
	{"late-at-once", "800 ms more round trip at once for 6 s", func(c *Config) { c.Extra, c.ExtraAt, c.ExtraTo = 800*ms, 6*time.Second, 12*time.Second }},
	{"late-ramp", "800 ms more round trip, growing over 5 s", func(c *Config) {
		c.Extra, c.ExtraAt, c.ExtraTo, c.Ramp = 800*ms, 5*time.Second, 14*time.Second, 5*time.Second
	}},
	{"server-pause", "the server does nothing for 600 ms every 4 s", func(c *Config) { c.Pause, c.PauseEvery = 600*ms, 4*time.Second }},
	{"sleep", "a client sleeps for 5 s, its clock runs", func(c *Config) { c.Sleep, c.SleepAt = 5*time.Second, 6*time.Second }},
	{"sleep-standing", "a client sleeps for 5 s, its clock stands", func(c *Config) { c.Sleep, c.SleepAt, c.SleepStopsClock = 5*time.Second, 6*time.Second, true }},
	{"wrong-clock", "clocks are wrong by 250 ms at joining", func(c *Config) { apart(c); c.ClockOff = 250 * ms }},
	{"slow-up", "750 ms to the server and 50 ms back, each alone", func(c *Config) { skewed(c, 350*ms) }},
	{"slow-down", "50 ms to the server and 750 ms back, each alone", func(c *Config) { skewed(c, -350*ms) }},
	{"slow-up-mends", "750 ms to the server and 50 ms back, from 15 s on 50 ms each", func(c *Config) { mends(c, 350*ms) }},
	{"slow-down-mends", "50 ms to the server and 750 ms back, from 15 s on 50 ms each", func(c *Config) { mends(c, -350*ms) }},
	{"flood", "one plays alone while all others come in far off, and see far, and the server pauses for 120 ms every 300 ms", func(c *Config) {
		c.Flood, c.FloodAt, c.View, c.Creative = 3*time.Second, 6*time.Second, 8, true
		c.Pause, c.PauseEvery, c.Commit, c.BulkRate = 120*ms, 300*ms, 10*ms, 400_000
		c.Roles = []players.Role{players.Miner, players.Walker, players.Builder, players.Jumper}
	}},
	{"late-sections", "sections come 3 s late", func(c *Config) { c.BulkDelay = 3 * time.Second }},
	{"sand", "diggers of sand, each alone", func(c *Config) { apart(c); c.Sandy = true; c.Roles = []players.Role{players.SandDigger} }},
	{"sand-together", "diggers of sand side by side, one stands on the other's column", func(c *Config) {
		c.Sandy = true
		c.Roles = []players.Role{players.SandDigger, players.SandDigger, players.Walker, players.Jumper}
	}},
	{"midfall-stall", "a digger stalls while its sand falls", func(c *Config) {
		c.Sandy, c.Roles, c.MidFall = true, []players.Role{players.SandDigger, players.SandDigger, players.Walker}, StallTrouble
	}},
	{"midfall-leave", "a digger leaves while its sand falls", func(c *Config) {
		c.Sandy, c.Roles, c.MidFall = true, []players.Role{players.SandDigger, players.SandDigger, players.Walker}, LeaveTrouble
	}},
	{"one-spot", "three builders fight over the same blocks", func(c *Config) { c.Players, c.Roles = 3, []players.Role{players.Builder} }},
	{"commit-0", "a batch is durable at once", func(c *Config) {}},
	{"commit-10", "a batch is durable after 10 ms", func(c *Config) { c.Commit = 10 * ms }},
	{"commit-100", "a batch is durable after 100 ms", func(c *Config) { c.Commit = 100 * ms }},
	{"commit-500", "a batch is durable after 500 ms", func(c *Config) { c.Commit = 500 * ms }},
	{"commit-2200", "a batch is durable after 2.2 s: frames are dropped, and the state comes whole", func(c *Config) { c.Commit = 2200 * ms }},
	{"come-back", "sections are left and entered again, over a slow bulk lane", func(c *Config) {
		c.Travel, c.BulkRate, c.Roles = true, 60_000, []players.Role{players.Walker, players.Walker, players.Builder}
	}},
	{"leap", "players in creative mode leap to where they see nothing yet", func(c *Config) {
		c.Travel, c.Creative, c.BulkRate, c.Roles = true, true, 200_000, []players.Role{players.Walker, players.Walker, players.Builder}
	}},
	{"leave", "every other client leaves and comes back", func(c *Config) { c.Leave, c.LeaveEvery = 2*time.Second, 5*time.Second }},
	{"cut", "connections are cut and resumed", func(c *Config) { c.Cut, c.CutEvery = 800*ms, 5*time.Second }},
	{"cut-long", "the network is cut for 12 s: connections are given up, and sessions resumed", func(c *Config) {
		c.Cut, c.CutEvery, c.Duration = 12*time.Second, 18*time.Second, max(c.Duration, 40*time.Second)
	}},
	{"cut-linger", "the network is cut for 75 s: sessions end on the server, and their clients go on later", func(c *Config) {
		c.Cut, c.CutEvery, c.Duration = 75*time.Second, 30*time.Second, max(c.Duration, 120*time.Second)
	}},
	{"quarter", "a cheat lets its time run at a quarter of the speed", func(c *Config) { c.SlowClock = true }},
	{"wrap", "diggers of sand whose entities' counters come round", func(c *Config) {
		c.Sandy, c.Roles, c.Counter = true, []players.Role{players.SandDigger, players.SandDigger, players.Walker}, 1<<32-6
	}},
	{"kills", "the server is killed and started again from its store, while diggers of sand dig", func(c *Config) { killsServer(c) }},
	{"kills-alone", "the server is killed and started again at once, while each plays alone: nobody is set back", func(c *Config) {
		apart(c)
		c.Soon, c.Kills, c.Commit = true, 3, time.Duration(c.Seed%4)*15*ms
	}},
	{"take-overs", "two machines, and all that befalls them: by seed everybody alone or together", func(c *Config) { takeOvers(c) }},
	{"owner-killed", "the owner of two machines is killed, and the other one goes on", func(c *Config) { pairOf(c, KillOwner) }},
	{"owner-killed-alone", "the same, or its disk is lost, while each plays alone: nobody is set back", func(c *Config) { apart(c); pairOf(c, KillOwner, BurnOwner) }},
	{"owner-burnt", "its disk is lost: it begins with a copy of the other's", func(c *Config) { pairOf(c, BurnOwner) }},
	{"owner-paused", "its process stands for 600 ms or 5 s, and goes on with what it had", func(c *Config) { pairOf(c, PauseShort, PauseLong) }},
	{"engine-away", "the engine has no majority for 10 s", func(c *Config) { pairOf(c, NoMajority); c.Duration = max(c.Duration, 25*time.Second) }},
	{"owner-cut", "the owner does not reach the engine", func(c *Config) { pairOf(c, CutEngine) }},
	{"clients-cut", "clients do not reach the owner, which reaches the engine", func(c *Config) { pairOf(c, CutClients) }},
	{"engine-bad", "answers of the engine are lost, late and uneven, and the owner is killed", func(c *Config) {
		pairOf(c, KillOwner, PauseShort)
		c.Standby.BadEngine = true
	}},
	{"comers", "players come and go where others build, while the engine is slow", func(c *Config) {
		pairOf(c, PauseShort)
		c.Standby.BadEngine, c.Creative, c.Players, c.Spread = true, true, 6, 4
		c.Roles = []players.Role{players.Builder}
		c.Leave, c.LeaveEvery = 200*ms, 800*ms
	}},
	{"machines-clocks", "the clocks of both machines are wrong", func(c *Config) { pairOf(c, KillOwner, PauseShort); c.Standby.WrongClocks = true }},
	{"kills-midfall", "the same, while blocks fall", func(c *Config) { killsServer(c); c.MidFall = KillTrouble }},
	{"pump", "players put sand where sand falls, each alone", func(c *Config) { apart(c); c.Creative, c.Roles = true, []players.Role{players.SandPumper} }},
	{"pump-together", "players put sand where another's falls", func(c *Config) {
		c.Creative, c.Players, c.Roles = true, 4, []players.Role{players.SandPumper, players.SandPumper, players.SandPumper, players.SandDigger}
	}},
	{"dam", "players dig and build in running water below a reservoir, each alone", func(c *Config) {
		apart(c)
		c.Reservoirs, c.Mixed, c.Players, c.Roles = true, true, 3, []players.Role{players.DamBreaker}
	}},
	{"dam-together", "the same side by side, and others walk in it", func(c *Config) {
		c.Reservoirs, c.Mixed, c.Players, c.Roles = true, true, 5, []players.Role{players.DamBreaker, players.DamBreaker, players.Walker, players.DamBreaker, players.Jumper}
	}},
	{"dam-kills", "the same while the server is killed", func(c *Config) {
		c.Reservoirs, c.Creative, c.Players, c.Roles, c.Kills, c.Commit = true, true, 3, []players.Role{players.DamBreaker}, 2, 30*ms
	}},
	{"items", "nobody has room for what they dig; it lies for 2 s, while they leave and come back", func(c *Config) {
		c.Sandy, c.FullBags, c.ItemsLast, c.Commit = true, true, 2*time.Second, 10*ms
		c.Leave, c.LeaveEvery = 2*time.Second, 5*time.Second
		c.Roles = []players.Role{players.SandDigger, players.Miner, players.SandDigger, players.Miner, players.Walker}
	}},
	{"stand", "the server's machine stands still for 8 s, and its clock with it", func(c *Config) { c.StandStill = 8 * time.Second }},
	{"bulk-first", "sections come 100 ms ahead of frames that wait for a disk, while others build in them", func(c *Config) {
		c.LiveDelay, c.Commit, c.Creative, c.Roles, c.Spread = 100*ms, 300*ms, true, []players.Role{players.Builder, players.Walker}, 16
		c.Leave, c.LeaveEvery = 500*ms, 1500*ms
	}},
	{"border", "players build, walk and jump at a border that moves, and beside a closed area", func(c *Config) { c.Border = 3 }},
	{"plots", "players build, pour water and drop sand on land of a town, in which plots are let to some of them by turns", func(c *Config) {
		c.Plots, c.Mixed = true, true
		c.Bag, c.Roles = deviceInventory, []players.Role{players.Builder, players.Householder, players.SandPumper, players.SandDigger}
	}},
	{"vanish", "players build around each other, and one of them is vanished by turns", func(c *Config) { c.Vanish, c.Creative = true, true }},
	{"crowd", "24 players near each other, so that those far off are told less often", func(c *Config) { c.Players = 24 }},
	{"boxes", "players put into boxes and ovens, take out of them, break them and write on signs, all at one spot", func(c *Config) {
		c.Bag, c.Roles = boxInventory, []players.Role{players.Keeper}
	}},
	{"boxes-apart", "the same, each alone", func(c *Config) { apart(c); c.Bag, c.Roles = boxInventory, []players.Role{players.Keeper} }},
	{"boxes-kills", "the same together, while the server is killed and started again from its store", func(c *Config) {
		c.Bag, c.Roles, c.Kills, c.Commit = boxInventory, []players.Role{players.Keeper}, 2, 30*ms
	}},
	{"boxes-cut", "the same, while connections are cut and resumed, and players leave and come back", func(c *Config) {
		c.Bag, c.Roles = boxInventory, []players.Role{players.Keeper}
		c.Cut, c.CutEvery, c.Leave, c.LeaveEvery = 800*ms, 5*time.Second, 2*time.Second, 7*time.Second
	}},
	{"trade", "players buy at the same shops, whose offers change, fill them, empty them and break them", func(c *Config) {
		c.Bag, c.Roles, c.Shops = tradeInventory, []players.Role{players.Trader}, true
	}},
	{"trade-kills", "the same, while the server is killed and started again from its store", func(c *Config) {
		c.Bag, c.Roles, c.Shops, c.Kills, c.Commit = tradeInventory, []players.Role{players.Trader}, true, 3, 30*ms
	}},
	{"trade-cut", "the same, while connections are cut and resumed, and players leave and come back", func(c *Config) {
		c.Bag, c.Roles, c.Shops = tradeInventory, []players.Role{players.Trader}, true
		c.Cut, c.CutEvery, c.Leave, c.LeaveEvery = 800*ms, 5*time.Second, 2*time.Second, 7*time.Second
	}},
	{"house", "players work doors, levers, buttons and plates, pour and scoop water, throw things and make things, all at one spot", func(c *Config) {
		c.Bag, c.Roles, c.Night = deviceInventory, []players.Role{players.Householder}, true
	}},
	{"house-apart", "the same, each alone", func(c *Config) {
		apart(c)
		c.Bag, c.Roles, c.Night = deviceInventory, []players.Role{players.Householder}, true
	}},
	{"house-kills", "the same together, while the server is killed and started again from its store", func(c *Config) {
		c.Bag, c.Roles, c.Night, c.Kills, c.Commit = deviceInventory, []players.Role{players.Householder}, true, 2, 30*ms
	}},
	{"village", "cooks, smiths, thieves, plumbers and keepers, all at one spot", func(c *Config) {
		c.Bag, c.Roles = villageInventory, []players.Role{players.Cook, players.Smith, players.Thief, players.Plumber, players.Keeper}
	}},
	{"village-cut", "the same, while connections are cut and resumed, and players leave and come back", func(c *Config) {
		c.Bag, c.Roles = villageInventory, []players.Role{players.Cook, players.Smith, players.Thief, players.Plumber, players.Keeper}
		c.Cut, c.CutEvery, c.Leave, c.LeaveEvery = 800*ms, 5*time.Second, 2*time.Second, 7*time.Second
	}},
	{"village-kills", "the same, while the server is killed and started again from its store", func(c *Config) {
		c.Bag, c.Roles = villageInventory, []players.Role{players.Cook, players.Smith, players.Thief, players.Plumber, players.Keeper}
		c.Kills, c.Commit = 2, 30*ms
	}},
	{"perils", "players fall, drown, touch lava and cactuses, starve, eat, die, and take their things back, side by side", func(c *Config) {
		c.Perils, c.Rules, c.Bag, c.Roles = true, world.DefaultRules, perilsInventory, []players.Role{players.Daredevil, players.Diver, players.Daredevil, players.Builder}
	}},
	{"perils-apart", "the same, each alone", func(c *Config) {
		apart(c)
		c.Perils, c.Rules, c.Bag, c.Roles, c.Players = true, world.DefaultRules, perilsInventory, []players.Role{players.Daredevil, players.Diver}, 4
	}},
	{"perils-kills", "the same together, on a hard world, while the server is killed and started again from its store", func(c *Config) {
		c.Perils, c.Rules, c.Bag, c.Roles = true, world.DefaultRules, perilsInventory, []players.Role{players.Daredevil, players.Daredevil, players.Diver}
		c.Rules.Difficulty = world.Hard
		c.Kills, c.Commit = 2, 30*ms
	}},
	{"hits", "players strike each other, and builders beside them", func(c *Config) {
		c.PvP, c.Players, c.Roles = true, 6, []players.Role{players.Striker, players.Striker, players.Builder}
	}},
	{"methods", "everybody goes on with another method every 2 s or so, and the server with another judge", func(c *Config) {
		c.SwitchEvery, c.Sandy, c.Commit = 2*time.Second, true, 10*ms
		c.Cut, c.CutEvery = 800*ms, 5*time.Second
	}},
	{"peers", "clients are linked directly", func(c *Config) { c.PeerRTT = 20 * ms }},
	{"peer-lies", "the first of the players that are linked directly lies to the others, in a way by seed", func(c *Config) {
		c.PeerRTT, c.Players, c.Liar, c.Trick = 20*ms, 4, true, 1+liar.Trick(c.Seed)%(liar.Tricks-1)
		c.Loss, c.Burst = 0, false
	}},
	{"peers-cut", "clients are linked directly, and connections are cut and resumed", func(c *Config) {
		c.PeerRTT, c.Players = 60*ms, 5
		c.Cut, c.CutEvery = 800*ms, 5*time.Second
	}},
	{"no-copies", "10% loss without early copies", func(c *Config) { c.NoCopies, c.Loss = true, 0.1 }},
}

// Find returns a scenario by name, nil if there is none.
func Find(name string) *Scenario {
	for i := range Scenarios {
		if Scenarios[i].Name == name {
			return &Scenarios[i]
		}
	}
	return nil
}

// apart puts the players so far from each other that nobody interferes.
func apart(c *Config) { c.Alone, c.Spread = true, 1000 }

// skewed makes a round trip of 800 ms whose halves differ. Nothing is lost: what is lost twice comes 2 s later then, for which a client waits.
func skewed(c *Config, skew time.Duration) {
	apart(c)
	c.RTT, c.Skew, c.Players = 800*ms, skew, 4
	c.Loss, c.Burst = 0, false
}

// mends makes one way 700 ms slower than the other, which is 50 ms, for 15 s.
func mends(c *Config, skew time.Duration) {
	skewed(c, skew)
	c.RTT, c.Extra, c.Duration = 100*ms, 700*ms, max(c.Duration, 40*time.Second)
	c.SkewTo, c.ExtraTo = 15*time.Second, 15*time.Second
}

// pairOf has two machines, and troubles of the owner.
func pairOf(c *Config, of ...OwnerTrouble) {
	c.Standby.On, c.Standby.Troubles = true, of
	c.Commit = time.Duration(c.Seed%4) * 10 * ms
}

// takeOvers draws what befalls two machines.
func takeOvers(c *Config) {
	r := splitmix.Derive(c.Seed, 18)
	short := []OwnerTrouble{KillOwner, KillOwner, BurnOwner, PauseShort, PauseLong, CutEngine, KillFollower}
	if r.OneIn(2) {
		apart(c)
		pairOf(c, short...)
	} else {
		c.Mixed, c.Sandy = true, r.OneIn(3)
		c.Spread = []int32{0, 0, 6, 20}[r.Below(4)]
		pairOf(c, append(short, CutClients)...)
		if r.OneIn(4) {
			c.Standby.Troubles = append(c.Standby.Troubles, NoMajority)
		}
		c.Standby.BadEngine = r.OneIn(3)
	}
	c.RTT = []time.Duration{0, 20 * ms, 60 * ms, 120 * ms, 250 * ms}[r.Below(5)]
	c.Jitter = []time.Duration{0, 5 * ms, 20 * ms}[r.Below(3)]
	c.Loss, c.Burst = []float64{0, 0, 0.01, 0.04}[r.Below(4)], r.OneIn(2)
	if c.RTT > 200*ms { // the full update is in many packets, and lost twice it is later than a stream may be
		c.Loss = 0
	}
	c.Commit = []time.Duration{0, 5 * ms, 20 * ms, 45 * ms}[r.Below(4)]
	if r.OneIn(3) {
		c.Stall = 280 * ms
	}
	c.Players = 6
}

// killsServer kills the server while items and falling blocks come and go.
func killsServer(c *Config) {
	c.Sandy, c.FullBags, c.Kills, c.Commit = true, true, 2, 30*ms
	c.Roles = []players.Role{players.SandDigger, players.Builder, players.SandDigger, players.Miner, players.Walker}
}

// mixed draws conditions by the seed.
func mixed(c *Config) {
	r := splitmix.Derive(c.Seed, 9)
	c.Mixed = true
	c.RTT = []time.Duration{0, 20 * ms, 50 * ms, 120 * ms, 200 * ms, 500 * ms}[r.Below(6)]
	c.Jitter = []time.Duration{0, 5 * ms, 20 * ms, 50 * ms}[r.Below(4)]
	c.Loss = []float64{0, 0, 0.01, 0.05, 0.1}[r.Below(5)]
	c.Burst = r.OneIn(2)
	c.NoCopies = r.OneIn(5)
	if r.OneIn(3) {
		c.FrameTime = 33 * ms
	}
	c.Spread = []int32{0, 0, 6, 20}[r.Below(4)]
	c.Commit = []time.Duration{0, 0, 10 * ms, 100 * ms}[r.Below(4)]
	defer func() { // drawn last, so that the other conditions of a seed stay as they were
		if c.Reservoirs = r.OneIn(4); c.Reservoirs {
			c.Roles = []players.Role{players.DamBreaker, players.Walker, players.DamBreaker, players.Builder, players.DamBreaker, players.Jumper, players.Miner, players.Mover}
		}
		if r.OneIn(4) {
			c.Bag = deviceInventory
			c.Roles = []players.Role{players.Householder, players.Walker, players.Householder, players.Builder, players.Householder, players.DamBreaker, players.Jumper, players.Miner}
		}
	}()
	for range 2 {
		switch r.Below(12) {
		case 0:
			c.Hitch, c.HitchEvery = 280*ms, 2*time.Second
		case 1:
			c.Pause, c.PauseEvery = 600*ms, 6*time.Second
		case 2:
			c.Sleep, c.SleepAt, c.SleepStopsClock = 3*time.Second, 8*time.Second, r.OneIn(2)
		case 3:
			c.Leave, c.LeaveEvery = 2*time.Second, 5*time.Second
		case 4:
			c.Cut, c.CutEvery = 500*ms, 5*time.Second
		case 5:
			c.Stall = 280 * ms
		case 6:
			c.PeerRTT = 20 * ms
		case 7:
			c.Extra, c.ExtraAt, c.ExtraTo = 300*ms, 6*time.Second, 11*time.Second
		}
	}
}
