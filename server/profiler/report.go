package profiler

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"voxtide/internal/stats"
	"voxtide/timestream"
	"voxtide/world"
)

const (
	slowest = 10                    // steps that are looked at for what made them slow
	busiest = 5                     // players and sections that are named
	least   = 10 * time.Microsecond // a part that never took longer has no row of its own
)

// Lines says what came of a run that was finished, in lines of a chat. It takes milliseconds for each minute.
func (r *Run) Lines() []string {
	title := "profile"
	if r.cfg.World != "" {
		title += " of " + r.cfg.World
	}
	if len(r.steps) == 0 {
		return []string{title + ": no step was made"}
	}
	all, late := make([]time.Duration, len(r.steps)), 0
	for i := range r.steps {
		if all[i] = r.steps[i].total(); all[i] > Budget {
			late++
		}
	}
	lines := []string{fmt.Sprintf("%s: %d steps in %.1f s, %d of them longer than %s ms; in ms:", title, len(r.steps), (r.ended - r.began).Seconds(), late, ms(Budget)),
		"part            mean     p50     p99     max  share"}
	lines = append(lines, row("step", all, 0))
	whole := sum(all)
	var small []string
	for p := range Parts {
		took := r.took(p)
		if slices.Max(took) < least {
			small = append(small, p.String())
			continue
		}
		of := whole
		if p == Beside {
			of = 0
		}
		lines = append(lines, row("- "+p.String(), took, of))
	}
	if len(small) > 0 {
		lines = append(lines, fmt.Sprintf("never %s ms: %s", ms(least), strings.Join(small, ", ")))
	}
	slow := slowestOf(all)
	return append(append(lines, r.slowLine(all, slow), r.workLine(slow), r.memoryLine()), r.worldLines()...)
}

// took returns how long a part took in each step.
func (r *Run) took(p Part) []time.Duration {
	out := make([]time.Duration, len(r.steps))
	for i := range r.steps {
		out[i] = r.steps[i].parts[p]
	}
	return out
}

func sum(all []time.Duration) (n time.Duration) {
	for _, d := range all {
		n += d
	}
	return n
}

// row writes the figures of a part; of is what its share is of, 0 for none.
func row(name string, took []time.Duration, of time.Duration) string {
	sorted := slices.Sorted(slices.Values(took))
	at := func(p int) string { return ms(sorted[min(len(sorted)-1, len(sorted)*p/100)]) }
	line := fmt.Sprintf("%-12s %7s %7s %7s %7s", name, ms(sum(took)/time.Duration(len(took))), at(50), at(99), ms(sorted[len(sorted)-1]))
	if of > 0 {
		line += fmt.Sprintf("  %4d%%", (sum(took)*100+of/2)/of)
	}
	return line
}

// ms writes a duration in milliseconds.
func ms(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d)/float64(time.Millisecond)) }

// slowestOf returns which steps took longest, the slowest first.
func slowestOf(all []time.Duration) []int {
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[b], all[a]) })
	return order[:min(slowest, len(order))]
}

// workLine says whether players had the slowest steps do more than others: where they had not, the machine was slower.
func (r *Run) workLine(slow []int) string {
	var all, most work
	for i := range r.steps {
		all.add(&r.steps[i].work)
	}
	for _, i := range slow {
		most.add(&r.steps[i].work)
	}
	return fmt.Sprintf("what players had a step do: %s; in the slowest %d: %s", all.each(len(r.steps)), len(slow), most.each(len(slow)))
}

func (w *work) add(v *work) {
	w.streams, w.actions, w.time = w.streams+v.streams, w.actions+v.actions, w.time+v.time
}

// each says how much of it a step did, of some steps, at least one.
func (w *work) each(steps int) string {
	n := float64(steps)
	return fmt.Sprintf("%.1f streams advanced, by %.2f s together, and %.1f actions", float64(w.streams)/n, float64(w.time)/float64(timestream.Second)/n, float64(w.actions)/n)
}

// slowLine says which part was the longest in the slowest steps.
func (r *Run) slowLine(all []time.Duration, order []int) string {
	var times [Parts]int
	var most [Parts]time.Duration
	for _, i := range order {
		longest := Arrivals
		for p := range Beside {
			if r.steps[i].parts[p] > r.steps[i].parts[longest] {
				longest = p
			}
		}
		times[longest]++
		most[longest] = max(most[longest], r.steps[i].parts[longest])
	}
	var parts []string
	for _, p := range ranked(Parts, func(p Part) int { return times[p] }) {
		parts = append(parts, fmt.Sprintf("%s in %d, up to %s", p, times[p], ms(most[p])))
	}
	return fmt.Sprintf("the slowest %d took %s to %s ms; longest in them: %s", len(order), ms(all[order[len(order)-1]]), ms(all[order[0]]), strings.Join(parts, "; "))
}

// ranked returns the values below n that have a count, the greatest first.
func ranked[T ~int | ~uint8](n T, count func(T) int) (out []T) {
	for v := T(0); v < n; v++ {
		if count(v) > 0 {
			out = append(out, v)
		}
	}
	slices.SortStableFunc(out, func(a, b T) int { return cmp.Compare(count(b), count(a)) })
	return out
}

// memoryLine says what the process allocated, and how long it stood still for collections.
func (r *Run) memoryLine() string {
	heap := make([]uint64, len(r.steps))
	var whole uint64
	for i := range r.steps {
		heap[i] = r.steps[i].heap
		whole += heap[i]
	}
	line := fmt.Sprintf("memory of the process: %s KB allocated a step, p99 %s, at most %s; %d collections", kb(whole/uint64(len(heap))), kb(stats.Percentile(heap, 99)), kb(slices.Max(heap)), r.pauses.Collections)
	if r.pauses.Count > 0 {
		line += fmt.Sprintf(", %d pauses for them, the longest at most %s ms", r.pauses.Count, ms(r.pauses.Longest))
	}
	return line
}

func kb(n uint64) string { return fmt.Sprintf("%.1f", float64(n)/1024) }

// worldLines says who and what made work.
func (r *Run) worldLines() (lines []string) {
	var who, where, bodies []string
	for _, of := range top(r.players, func(of timestream.Stream) string { return r.end.Names[of] }) {
		who = append(who, fmt.Sprintf("%s %s", r.end.Names[of], ms(r.players[of]/time.Duration(len(r.steps)))))
	}
	if len(who) > 0 {
		lines = append(lines, "busiest players, ms of a step: "+strings.Join(who, ", "))
	}
	for _, k := range ranked(world.KindCount, func(k world.EntityKind) int { return r.end.Bodies[k] }) {
		bodies = append(bodies, fmt.Sprintf("%s %d", world.EntityKinds[k].Name, r.end.Bodies[k]))
	}
	if len(bodies) > 0 {
		lines = append(lines, fmt.Sprintf("bodies by kind: %s; the server moved %d of its own a step", strings.Join(bodies, ", "), r.end.Moved/uint64(len(r.steps))))
	}
	for _, p := range top(r.sections, func(p world.SectionPos) string { return fmt.Sprint(p) }) {
		at := p.Origin()
		where = append(where, fmt.Sprintf("%d from %d %d %d", r.sections[p], at.X, at.Y, at.Z))
	}
	if len(where) > 0 {
		lines = append(lines, fmt.Sprintf("busiest sections, changed blocks: %s; %d sections in all", strings.Join(where, ", "), len(r.sections)))
	}
	return lines
}

// top returns the keys with the greatest values that have a name, the greatest first, and equal ones by name.
func top[K comparable, V cmp.Ordered](of map[K]V, name func(K) string) []K {
	keys := slices.DeleteFunc(slices.Collect(maps.Keys(of)), func(k K) bool { return name(k) == "" })
	slices.SortFunc(keys, func(a, b K) int { return cmp.Or(cmp.Compare(of[b], of[a]), cmp.Compare(name(a), name(b))) })
	return keys[:min(busiest, len(keys))]
}
