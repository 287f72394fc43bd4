package script

import (
	"voxtide/actions"
	"voxtide/client"
)

// NewPlayer returns a player of a script. warn, if not nil, is called with the reason when a line cannot be played.
func NewPlayer(c *client.Client, s Script, warn func(text string)) *Player {
	return &Player{client: c, script: s, plays: plays, warn: warn}
}

// plays holds the function of each verb.
var plays = map[string]func(p *Player, l *line){
	"down":   func(p *Player, l *line) { p.keys |= l.key },
	"up":     func(p *Player, l *line) { p.keys &^= l.key },
	"tap":    func(p *Player, l *line) { p.taps |= l.key },
	"look":   (*Player).look,
	"at":     func(p *Player, l *line) { p.do(client.Teleport(l.n[0], l.n[1], l.n[2])) },
	"select": func(p *Player, l *line) { p.do(actions.Action{Kind: actions.SelectSlot, Slot: l.slot}) },
	"place":  (*Player).place,
	"break":  (*Player).breakBlock,
	"hit":    (*Player).hit,
	"build":  (*Player).build,
	"dig":    (*Player).dig,
	"use":    (*Player).use,
	"put":    func(p *Player, l *line) { p.moveInBox(l, true) },
	"take":   func(p *Player, l *line) { p.moveInBox(l, false) },
	"sign":   func(p *Player, l *line) { p.do(actions.Action{Kind: actions.WriteSign, Pos: l.cell, Text: l.text}) },
	"walk":   (*Player).walk,
	"go":     (*Player).goTo,
	"clear":  func(p *Player, l *line) { p.push(digCell(l.cell)) },
	"pillar": (*Player).rise,
	"keep":   func(p *Player, l *line) { p.kept = append(p.kept, l.cell) },
	"gather": (*Player).gather,
	"craft":  (*Player).craft,
	"eat":    (*Player).eat,
	"drop":   (*Player).drop,
	"until":  (*Player).until,
	"say":    func(p *Player, l *line) { p.do(actions.Action{Kind: actions.Chat, Text: l.text}) },
	"emote":  func(p *Player, l *line) { p.do(actions.Action{Kind: actions.MakeEmote, Emote: l.emote}) },
	"shot":   func(p *Player, l *line) { p.out.Screenshots = append(p.out.Screenshots, l.text) },
	"sky":    func(p *Player, l *line) { p.dayTime = l.dayTime },
	"view":   func(p *Player, l *line) { p.view, p.out.Turned = l.view, true },
	"links":  func(p *Player, l *line) { p.client.SetDirectLinks(l.links, nil) },

	"wait-acked": func(p *Player, _ *line) { p.waitFor = (*Player).allAcked },
	"wait-land": func(p *Player, _ *line) {
		p.waitFor, p.terrainWait = (*Player).terrainReady, terrainWait{startedAt: p.elapsed, calmSince: p.elapsed}
	},
	"quit": func(p *Player, _ *line) { p.out.Quit = true },
}
