package compare

import (
	"math"
	"slices"

	"voxtide/lab/figures"
	"voxtide/lab/profile"
)

// column is a figure with its computation; ok is false where a method does not have it.
type column struct {
	figures.Column
	value func(s *sample, n *profile.Profile) (v float64, ok bool)
}

// percentile returns a column of a percentile of some values. p is in hundredths.
func percentile(c figures.Column, p int, of func(s *sample) []float64) column {
	return column{c, func(s *sample, _ *profile.Profile) (float64, bool) {
		v := of(s)
		if len(v) == 0 {
			return 0, false
		}
		if !slices.IsSorted(v) {
			slices.Sort(v)
		}
		return v[min(len(v)-1, len(v)*p/100)], true
	}}
}

// always returns a column of a value that each method has.
func always(c figures.Column, of func(s *sample) float64) column {
	return column{c, func(s *sample, _ *profile.Profile) (float64, bool) { return of(s), true }}
}

// The samples of columns.
func waitKeys(s *sample) []float64   { return s.waitKeys }
func waitBlocks(s *sample) []float64 { return s.waitBlocks }
func seenAfter(s *sample) []float64  { return s.seenAfter }
func apart(s *sample) []float64      { return s.apart }
func to90(s *sample) []float64       { return s.to90 }
func endErrors(s *sample) []float64  { return s.endErrors }
func frameCost(s *sample) []float64  { return s.frameCost }
func stepCost(s *sample) []float64   { return s.stepCost }

func col(name, title, unit, better, about string) figures.Column {
	return figures.Column{Name: name, Title: title, Unit: unit, Better: better, About: about}
}

func machine(name, title, about string) figures.Column {
	c := col(name, title, "us", "less", about)
	c.Machine = true
	return c
}

// columns is the table of figures, the most important first.
func columns() []column {
	perHundred := func(n func(s *sample) int) func(s *sample) float64 {
		return func(s *sample) float64 { return float64(n(s)) / float64(max(1, s.placed)) * 100 }
	}
	return []column{
		percentile(col("wait_keys_p50_ms", "wait, keys", "ms", "less", "from a key that starts a walk to the first frame in which the own body has moved; 0 is the frame that takes the key"), 50, waitKeys),
		percentile(col("wait_keys_p99_ms", "wait, keys, p99", "ms", "less", "the same, 99 of 100"), 99, waitKeys),
		percentile(col("wait_blocks_p50_ms", "wait, blocks", "ms", "less", "from placing or breaking a block to the first frame of the own screen that shows it"), 50, waitBlocks),
		percentile(col("wait_blocks_p99_ms", "wait, blocks, p99", "ms", "less", "the same, 99 of 100"), 99, waitBlocks),
		{col("corrections_per_min", "taken back", "1/min", "less", "frames a minute in which an update changed where the own body is for the same instant: it is not where it was predicted to be"),
			func(s *sample, _ *profile.Profile) (float64, bool) {
				return float64(s.corrections) / s.minutes, s.hasCorrections
			}},
		{col("taken_back_p99_cm", "taken back, p99", "cm", "less", "by how much, 99 of 100; 0 where there is none"),
			func(s *sample, _ *profile.Profile) (float64, bool) { return rank(s.takenBack, 99), s.hasCorrections }},
		always(col("off_truth_per_min", "off the truth", "1/min", "less", "frames a minute in which the own body is drawn to move otherwise than in the run at zero delay, by more than 5 mm: what waits or trails is off whenever its speed changes"),
			func(s *sample) float64 { return float64(s.offTruth) / s.minutes }),
		always(col("jump_p50_cm", "jump", "cm", "less", "by how much it moves otherwise, in those frames; 0 where there is none"), func(s *sample) float64 { return rank(s.jumps, 50) }),
		always(col("jump_p99_cm", "jump, p99", "cm", "less", "the same, 99 of 100"), func(s *sample) float64 { return rank(s.jumps, 99) }),
		always(col("jump_max_cm", "jump, most", "cm", "less", "the greatest"), func(s *sample) float64 { return rank(s.jumps, 100) }),
		always(col("jerk_cm", "jerk", "cm", "less", "root of the mean square of the third difference of the error of the own body over frames"),
			func(s *sample) float64 { return math.Sqrt(s.jerk2 / float64(max(1, s.jerkFrames))) }),
		percentile(col("end_error_cm", "end error", "cm", "less", "how far the own body is drawn from the truth when all has been quiet for three seconds, the worst player"), 100, endErrors),
		percentile(col("seen_after_p50_ms", "seen after", "ms", "less", "from placing or breaking a block to the first frame of another's screen that shows it"), 50, seenAfter),
		percentile(col("seen_after_p99_ms", "seen after, p99", "ms", "less", "the same, 99 of 100"), 99, seenAfter),
		percentile(col("apart_p50_cm", "apart", "cm", "less", "between a body on its owner's screen and on another's, at the same instant, while it moves and for a second after; 0 if all screens show the same past, as dumb does where all are equally late"), 50, apart),
		percentile(col("apart_p99_cm", "apart, p99", "cm", "less", "the same, 99 of 100"), 99, apart),
		always(col("apart_mean_cm", "apart, mean", "cm", "less", "the mean of the same"),
			func(s *sample) float64 { return mean(s.apart) }),
		always(col("age_ms", "age", "ms", "less", "how old others are drawn: the shift in time that fits best; below 0 ahead of their own screens"),
			func(s *sample) float64 { return mean(s.ages) }),
		{col("server_gap_p50_cm", "from the server", "cm", "", "between the drawn own body and where the server has it at that instant, while it moves and for a second after"), serverOnly(func(s *sample) float64 { return rank(s.gaps, 50) })},
		{col("server_gap_p99_cm", "from the server, p99", "cm", "", "the same, 99 of 100"), serverOnly(func(s *sample) float64 { return rank(s.gaps, 99) })},
		{col("separation_cm", "ahead of the server", "cm", "", "how far the own body is drawn ahead of the server's while it moves, on average"), serverOnly(func(s *sample) float64 { return mean(s.separation) })},
		percentile(col("to_90_speed_ms", "to 90% of speed", "ms", "less", "from a key to the frame in which the body is drawn at nine tenths of its speed"), 50, to90),
		always(col("ghosts_per_100", "ghost blocks", "per 100", "less", "blocks that the own screen showed and took back, of 100 placed or broken"), perHundred(func(s *sample) int { return s.ghosts })),
		always(col("unseen_per_100", "never shown", "per 100", "less", "blocks that the own screen never showed, of 100 that the truth has"), perHundred(func(s *sample) int { return s.unseen })),
		blow(col("hits_counted_percent", "hits that count", "%", "more", "of the blows that met a body on the striker's screen, at the network's round trip without its jitter and loss"),
			func(b *Blows) (int, int) { return b.Counted, b.Shots }),
		blow(col("hits_beside_percent", "misses that count", "%", "less", "of the blows that met none on the striker's screen"), func(b *Blows) (int, int) { return b.BesideHits, b.Beside }),
		blow(col("hits_cover_percent", "hit in cover", "%", "less", "of the struck, those who had been in cover on their own screens for more than 100 ms"), func(b *Blows) (int, int) { return b.InCover, b.Struck }),
		always(col("unacked_max", "un-acked", "", "", "own actions without an answer, at most"), func(s *sample) float64 { return float64(s.unackedMax) }),
		{col("resimulated_p50", "computed again", "ticks", "less", "ticks or frames of the own body that an update made the client compute again, per update that did"), resimulated(50)},
		{col("resimulated_p99", "computed again, p99", "ticks", "less", "the same, 99 of 100"), resimulated(99)},
		{col("resimulated_least", "at least", "ticks", "", "60 ticks a second times the round trip: Jimenez Morales' least"), func(s *sample, n *profile.Profile) (float64, bool) {
			return math.Ceil(60 * n.RTT().Seconds()), s.hasResim
		}},
		always(col("up_kBs", "up", "kB/s", "less", "of one player, with all headers"), func(s *sample) float64 { return float64(s.up) / 1000 / s.seconds / float64(s.players) }),
		always(col("down_kBs", "down", "kB/s", "less", "the same, to one player"), func(s *sample) float64 { return float64(s.down) / 1000 / s.seconds / float64(s.players) }),
		percentile(machine("cpu_frame_p50_us", "processor, frame", "processor time of one client's frame, without drawing"), 50, frameCost),
		percentile(machine("cpu_frame_p99_us", "processor, frame, p99", "the same, 99 of 100"), 99, frameCost),
		percentile(machine("cpu_step_p50_us", "processor, step", "processor time of a step of the server, all clients together"), 50, stepCost),
		percentile(machine("cpu_step_p99_us", "processor, step, p99", "the same, 99 of 100"), 99, stepCost),
	}
}

// highs names the column with the upper end of another.
var highs = map[string]string{
	"wait_keys_p50_ms": "wait_keys_p99_ms", "wait_blocks_p50_ms": "wait_blocks_p99_ms", "jump_p50_cm": "jump_p99_cm",
	"seen_after_p50_ms": "seen_after_p99_ms", "apart_p50_cm": "apart_p99_cm", "server_gap_p50_cm": "server_gap_p99_cm",
	"resimulated_p50": "resimulated_p99", "cpu_frame_p50_us": "cpu_frame_p99_us", "cpu_step_p50_us": "cpu_step_p99_us",
}

// whys says of columns why another method than ours can be better there.
var whys = map[string]string{
	"hits_counted_percent": "Beyond 250 ms nothing is rewound: a victim must not be hit by what happened so long ago. Who shows others where they are now needs no rewinding, as far as the guess is right.",
	"hits_beside_percent":  "A blow beside the drawn body may meet the real one.",
	"hits_cover_percent":   "Who judges the present hits nobody behind a wall, and misses most that it aims at.",
	"apart_p50_cm":         "Methods that wait show the same past on all screens, the owner's too, and methods that pull the own body back to each received state do so in part: they agree because nobody sees the present. Without a server one way of the network is enough instead of two.",
	"apart_p99_cm":         "As for the middle. A prediction of another's body is furthest off after its player turns, by the speed times the age of the last news.",
	"apart_mean_cm":        "As for the middle.",
	"age_ms":               "Who draws the owner's body late finds the others no older than that.",
	"jerk_cm":              "A body that waits or trails moves more smoothly than its own input.",
	"up_kBs":               "A method that declares no time, or seldom, sends less.",
	"down_kBs":             "A server that answers ten times a second sends less than one that answers 60 times.",
	"seen_after_p50_ms":    "Without a server one way of the network is enough instead of two.",
	"seen_after_p99_ms":    "Without a server one way of the network is enough instead of two.",
	"cpu_frame_p50_us":     "Predicting everything costs more than showing what came.",
	"cpu_frame_p99_us":     "Predicting everything costs more than showing what came.",
	"cpu_step_p50_us":      "A server that works ten times a second has more steps without work.",
	"cpu_step_p99_us":      "A server that judges by arrival has no time to keep by client.",
}

// blow returns a column of a share of blows.
func blow(c figures.Column, of func(b *Blows) (part, all int)) column {
	return column{c, func(s *sample, _ *profile.Profile) (float64, bool) {
		part, all := of(&s.blows)
		return 100 * float64(part) / float64(max(1, all)), s.hasBlows && all > 0
	}}
}

// serverOnly returns the value of a column that only methods with a server have.
func serverOnly(of func(s *sample) float64) func(*sample, *profile.Profile) (float64, bool) {
	return func(s *sample, _ *profile.Profile) (float64, bool) { return of(s), s.hasServer }
}

// resimulated returns a percentile of the ticks computed again; 0 for a method that counts and never did.
func resimulated(p int) func(*sample, *profile.Profile) (float64, bool) {
	return func(s *sample, _ *profile.Profile) (float64, bool) { return rank(s.resimulated, p), s.hasResim }
}

// rank returns a percentile, 0 of nothing. It sorts the values.
func rank(v []float64, p int) float64 {
	if len(v) == 0 {
		return 0
	}
	if !slices.IsSorted(v) {
		slices.Sort(v)
	}
	return v[min(len(v)-1, len(v)*p/100)]
}

// mean returns the mean, 0 of nothing.
func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(max(1, len(v)))
}

// columnsOf returns the descriptions of all columns.
func columnsOf() (list []figures.Column) {
	for _, c := range columns() {
		c.High, c.Why = highs[c.Name], whys[c.Name]
		list = append(list, c.Column)
	}
	return list
}

// values computes the figures of a row, rounded to hundredths.
func values(s *sample, n *profile.Profile) map[string]float64 {
	out := map[string]float64{}
	for _, c := range columns() {
		if v, ok := c.value(s, n); ok {
			out[c.Name] = math.Round(v*100)/100 + 0
		}
	}
	return out
}
