package main

import (
	"encoding/json"
	"syscall/js"

	"voxtide/client"
	"voxtide/lab/live"
	"voxtide/world"
)

// description is what the page has to know before it draws: names and bounds, so that it repeats none of them.
type description struct {
	Head, Fields, PacketFields []string
	Players, FramesPerSecond   int
	FramesMax                  int
	Wide, Deep, High           int
	Blocks                     []string // names, by number
	Keys                       map[string]int
	LagMax, JitterMax, LossMax int
	RateMin, RateMax           int
	Methods                    []methodRow
	Axes                       []axisRow
}

// methodRow is a method that can be chosen.
type methodRow struct {
	Name, About, Source string
	Choices             []string // one for each axis
	Parameters          []parameterRow
}

// axisRow is one of the choices of a method.
type axisRow struct {
	Name, About string
	Values      []valueRow
}

// valueRow is one of the things that can be chosen on an axis.
type valueRow struct{ Name, About string }

// parameterRow is a parameter of a method.
type parameterRow struct {
	Name, About, Default, Unit string
	Low, High                  float64
	Whole                      bool
	Words                      []string
}

// describe() returns a description as JSON.
func (p *page) describe([]js.Value) any {
	d := description{
		Head: live.Head, Fields: live.Fields, PacketFields: live.PacketFields,
		Players: live.Players, FramesPerSecond: live.FramesPerSecond, FramesMax: live.FramesMax,
		Wide: live.Wide, Deep: live.Deep, High: live.High,
		Keys: map[string]int{
			"forward": int(world.KeyForward), "jump": int(world.KeyJump), "sneak": int(world.KeySneak), "sprint": int(world.KeySprint),
		},
		LagMax: live.LagMax, JitterMax: live.JitterMax, LossMax: live.LossMax, RateMin: live.RateMin, RateMax: live.RateMax,
	}
	for b := range world.BlockCount {
		d.Blocks = append(d.Blocks, world.Block(b).String())
	}
	for i := range client.Methods {
		m := &client.Methods[i]
		if !m.Offered() {
			continue
		}
		row := methodRow{Name: m.Name, About: m.About, Source: m.Source, Choices: []string{m.Own, m.Judge, m.Draw, m.Others, m.Hits}}
		for _, q := range m.Parameters {
			row.Parameters = append(row.Parameters, parameterRow{q.Name, q.About, q.Default, q.Unit, q.Low, q.High, q.Whole, q.Words})
		}
		d.Methods = append(d.Methods, row)
	}
	for i := range client.Axes {
		a := &client.Axes[i]
		row := axisRow{Name: a.Name, About: a.About}
		for _, v := range a.Values {
			row.Values = append(row.Values, valueRow{v.Name, v.About})
		}
		d.Axes = append(d.Axes, row)
	}
	text, err := json.Marshal(d)
	if err != nil {
		panic("demo: " + err.Error()) // plain values always can be written
	}
	return string(text)
}

// settings are those that a run has now, with the page's own names.
type settings struct {
	Rate     int           `json:"rate"`
	Methods  []string      `json:"methods"`
	Networks []networkName `json:"networks"`
}

// networkName is the conditions of a player.
type networkName struct {
	Lag    int  `json:"lag"`
	Jitter int  `json:"jitter"`
	Loss   int  `json:"loss"`
	Burst  bool `json:"burst"`
}

// settings() returns the settings of the run as JSON.
func (p *page) settings([]js.Value) any {
	s := settings{Rate: p.run.Rate()}
	for i := range live.Players {
		s.Methods = append(s.Methods, p.run.Method(i))
		s.Networks = append(s.Networks, networkName(p.run.Network(i)))
	}
	text, err := json.Marshal(s)
	if err != nil {
		panic("demo: " + err.Error()) // plain values always can be written
	}
	return string(text)
}
