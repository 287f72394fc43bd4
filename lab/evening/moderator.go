package evening

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"voxtide/client"
	"voxtide/world"
)

// A moderator reads and writes as any player does: eight lines in ten seconds, commands among them.
const (
	lineEvery   = 1300 * time.Millisecond
	lookEvery   = 4 * time.Second
	linesToSpam = 4 // of one name within spamSpan
	spamSpan    = 4 * time.Second
)

// notAllowed are commands that a moderator may not give, one by one.
var notAllowed = []string{"/op mod", "/stop", "/ban villager 3d"}

// moderator is what the moderator knows.
type moderator struct {
	*player
	lines  map[string][]time.Time // in the chat, by name
	wrecks map[string]int         // blocks of the village that somebody broke, as replay told
	dealt  map[string]bool        // has been dealt with
	queue  []string               // commands to give, the most urgent first
	next   time.Time              // when the next line may be said
	looked time.Time              // when the village was last looked at
	tried  bool                   // what a moderator may not was tried
}

// wreckLine is a line of replay: day, time, cell, name and change.
var wreckLine = regexp.MustCompile(`^\S+ \S+ (-?\d+ -?\d+ -?\d+): (\S+): \S*planks -> air$`)

// moderate keeps order until the end: it bans the addresses of who floods the chat, bans who wrecks the village, and takes the wrecking back.
func (e *evening) moderate(p *player) {
	m := &moderator{player: p, lines: map[string][]time.Time{}, wrecks: map[string]int{}, dealt: map[string]bool{}}
	p.in.Keys = world.KeyFly
	p.goTo(beside(villageAt, 2, 3, 2))
	for {
		select {
		case <-e.over:
			p.leave()
			return
		default:
		}
		for _, l := range p.frame().Chat {
			m.read(l.Name, l.Text)
		}
		if p.State() == client.Ended {
			e.note(func(r *Report) { r.Troubles = append(r.Troubles, "the moderator is gone: "+p.Reason()) })
			return
		}
		m.act()
	}
}

// read reads a line of the chat: of a player, or an answer.
func (m *moderator) read(name, text string) {
	if name != "" && name != m.name {
		now := time.Now()
		all := append(m.lines[name], now)
		for len(all) > 0 && now.Sub(all[0]) > spamSpan {
			all = all[1:]
		}
		if m.lines[name] = all; len(all) >= linesToSpam && !m.dealt[name] {
			m.dealt[name] = true
			m.queue = append([]string{fmt.Sprintf("/ban-ip %s 2h spam", name)}, m.queue...)
		}
		return
	}
	if w := wreckLine.FindStringSubmatch(text); w != nil && w[2] != "villager" && w[2] != "mod" {
		if m.wrecks[w[2]]++; m.wrecks[w[2]] >= 3 && !m.dealt[w[2]] {
			m.dealt[w[2]] = true
			m.queue = append(m.queue, fmt.Sprintf("/ban %s 2h griefing", w[2]), fmt.Sprintf("/rollback apply %s 10m", w[2]))
		}
	}
	for part, count := range map[string]func(r *Report){
		"console": func(r *Report) { r.Denied++ }, "at most 2h": func(r *Report) { r.Denied++ },
	} {
		if strings.Contains(text, "not allowed") && strings.Contains(text, part) || part == "at most 2h" && strings.Contains(text, part) {
			m.e.note(count)
			break
		}
	}
}

// act says the next line, when the rate of the chat allows one.
func (m *moderator) act() {
	now := time.Now()
	if now.Before(m.next) {
		return
	}
	switch {
	case now.Sub(m.looked) > lookEvery:
		m.looked = now
		low, high := m.e.village[0], m.e.village[len(m.e.village)-1]
		m.say(fmt.Sprintf("/replay 6s %d %d %d %d %d %d", low.X, low.Y, low.Z, high.X, high.Y, high.Z))
	case len(m.queue) > 0:
		m.say(m.queue[0])
		m.queue = m.queue[1:]
	case !m.tried && len(m.dealt) > 0: // what a moderator may not
		m.tried = true
		m.queue = append(m.queue, notAllowed...)
		return
	default:
		return
	}
	m.e.note(func(r *Report) { r.ModeratorLines++ })
	m.next = now.Add(lineEvery)
}
