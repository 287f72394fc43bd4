package script

import "time"

// Days are the names of times of the day, as scene.Sky counts them.
var Days = map[string]float64{"dawn": 0.01, "noon": 0.25, "dusk": 0.485, "night": 0.75}

// Bounds of waiting for land.
const (
	landCalm = time.Second // in which no section has come and none was meshed
	landFor  = time.Minute // it is waited for at most
)

// land is what wait-land has seen.
type land struct {
	began, calm time.Duration // when it began, and since when nothing has come
	held        int           // sections
}

// acked tells whether all that was done is acknowledged.
func (p *Player) acked() bool { return p.client.Unacked() == 0 && len(p.out.Input.Do) == 0 }

// landed tells whether all land in view is here and drawn, or has been waited for long enough.
func (p *Player) landed() bool {
	held := p.client.World().SectionCount()
	if held != p.land.held || !p.acked() || !p.client.Settled() {
		p.land.held, p.land.calm = held, p.since
	}
	late := p.since-p.land.began >= landFor
	if late {
		p.note(&p.script.lines[p.next-1], "the land has not come within "+landFor.String())
	}
	return late || p.since-p.land.calm >= landCalm
}
