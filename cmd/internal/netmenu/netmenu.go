// Package netmenu is the model of the page Network: the netcode's method with its parameters, and how the network is made
// worse, as rows that a slider or a choice moves.
//
// Job: Menu, from a client.Choice and a netem.Network to rows and back. Owner: the main goroutine of the game. Data flow: the
// table client.Axes and the presets of netem in, rows out; a moved row in, a choice or a network out. Invariants: whatever the
// rows are moved to is a choice that client.ParseMethod reads and a network that netem accepts; nothing takes effect here.
package netmenu

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"voxtide/client"
	"voxtide/transport/netem"
)

// Row is a row of the page.
type Row struct {
	Label, Help string
	Slider      bool // else a choice: the first position follows the last one
	Position    int
	Positions   int
	Text        string // the value as people read it
	move        func(m *Menu, to int)
}

// Menu is the page. Make it with New.
type Menu struct {
	choice  client.Choice
	network netem.Network
	rows    []Row
}

// New returns the page of a choice and a network. The zero choice is the default method.
func New(c client.Choice, n netem.Network) *Menu {
	m := &Menu{network: n}
	m.SetChoice(c)
	return m
}

// Choice returns the chosen method.
func (m *Menu) Choice() client.Choice { return m.choice }

// Network returns how the network is made worse.
func (m *Menu) Network() netem.Network { return m.network }

// Rows returns the rows, from the top. They are valid until the next change.
func (m *Menu) Rows() []Row { return m.rows }

// SetChoice shows another method.
func (m *Menu) SetChoice(c client.Choice) {
	if c.Name == "" {
		c, _ = client.ParseMethod("")
	}
	m.choice = c
	m.build()
}

// Move moves a row to a position. A row or position that is not there is left alone.
func (m *Menu) Move(row, to int) {
	if row < 0 || row >= len(m.rows) || to < 0 || to >= m.rows[row].Positions {
		return
	}
	m.rows[row].move(m, to)
	m.build()
}

// GoodNetwork leaves the network as it is.
func (m *Menu) GoodNetwork() {
	m.network = netem.Network{}
	m.build()
}

// build makes the rows.
func (m *Menu) build() {
	m.rows = append(m.rows[:0], m.methodRow())
	for i := range client.Axes {
		if a := &client.Axes[i]; a.Name != "own" && a.Name != "judge" {
			m.rows = append(m.rows, m.axisRow(a))
		}
	}
	for _, p := range m.choice.Parameters() {
		m.rows = append(m.rows, m.parameterRow(&p))
	}
	m.rows = append(m.rows, m.presetRow())
	m.rows = append(m.rows, m.timeRow("Delay each way", "Added to each packet, on its way up and on its way down.", func(c *netem.Conditions) *time.Duration { return &c.Delay }))
	m.rows = append(m.rows, m.timeRow("Jitter", "Added at most beside the delay, by chance: packets overtake each other.", func(c *netem.Conditions) *time.Duration { return &c.Jitter }))
	m.rows = append(m.rows, m.lossRow(), m.burstRow())
}

// methodRow chooses a row of client.Methods.
func (m *Menu) methodRow() Row {
	names := client.Strategies()
	row := m.choice.Method()
	return Row{
		Label: "Method", Help: row.About + " (" + row.Source + ")", Position: max(0, slices.Index(names, row.Name)), Positions: len(names), Text: row.Name,
		move: func(m *Menu, to int) {
			if c, err := client.ParseMethod(names[to]); err == nil {
				m.choice = c
			}
		},
	}
}

// axisLabels are the names of the axes on the page.
var axisLabels = map[string]string{"draw": "Own body drawn", "others": "Others drawn", "hits": "Hits judged"}

// axisRow chooses on an axis.
func (m *Menu) axisRow(a *client.Axis) Row {
	now := map[string]string{"draw": m.choice.Draw, "others": m.choice.Others, "hits": m.choice.Hits}[a.Name]
	at := max(0, slices.IndexFunc(a.Values, func(v client.Value) bool { return v.Name == now }))
	return Row{
		Label: axisLabels[a.Name], Help: sentence(now+": "+a.Values[at].About) + " This chooses " + a.About + ".", Position: at, Positions: len(a.Values), Text: now,
		move: func(m *Menu, to int) { m.with(a.Name, a.Values[to].Name) },
	}
}

// with takes another value of an axis or a parameter, if it fits the others.
func (m *Menu) with(name, value string) {
	if c, err := m.choice.With(name, value); err == nil {
		m.choice = c
	}
}

// parameterRow sets a parameter.
func (m *Menu) parameterRow(p *client.Parameter) Row {
	row := Row{Label: strings.ToUpper(p.Name[:1]) + p.Name[1:], Help: sentence(p.About) + " " + sentence(p.Bounds()+"; usually "+p.Default), Text: m.choice.Word(p.Name)}
	name, texts := p.Name, p.Words
	if texts == nil {
		now := m.choice.Number(p.Name)
		usual, _ := strconv.ParseFloat(p.Default, 64)
		all := numbers(p.Low, p.High, p.Whole, usual, now)
		row.Slider, row.Position, row.Positions = true, nearest(all, now), len(all)
		row.Text = strings.TrimSpace(row.Text + " " + p.Unit)
		for _, v := range all {
			texts = append(texts, strconv.FormatFloat(v, 'f', -1, 64))
		}
	} else {
		row.Position, row.Positions = max(0, slices.Index(texts, row.Text)), len(texts)
	}
	row.move = func(m *Menu, to int) { m.with(name, texts[to]) }
	return row
}

// sentence makes a sentence of a text.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// wholeSteps is the largest span of whole numbers in which a slider stops at each.
const wholeSteps = 20

// numbers returns the values at which a slider stops: 1, 1.5, 2, 3, 5 and 7 times the powers of ten within the bounds, the
// bounds, and the values given.
func numbers(low, high float64, whole bool, more ...float64) (out []float64) {
	out = append(append(out, low, high), more...)
	if whole && high-low <= wholeSteps {
		for v := low; v <= high; v++ {
			out = append(out, v)
		}
	} else {
		for exp := -3; exp <= 4; exp++ {
			for _, f := range []float64{10, 15, 20, 30, 50, 70} {
				v, _ := strconv.ParseFloat(fmt.Sprintf("%ge%d", f, exp-1), 64)
				if v > low && v < high && v >= high/1000 && (!whole || v == math.Trunc(v)) {
					out = append(out, v)
				}
			}
		}
	}
	out = slices.DeleteFunc(out, func(v float64) bool { return v < low || v > high })
	slices.Sort(out)
	return slices.Compact(out)
}

// nearest returns the index of the value that is nearest to one.
func nearest(all []float64, to float64) (at int) {
	for i, v := range all {
		if math.Abs(v-to) < math.Abs(all[at]-to) {
			at = i
		}
	}
	return at
}

// presetRow chooses a preset of netem.
func (m *Menu) presetRow() Row {
	all := netem.Presets()
	row := Row{Label: "Network made worse", Help: "As the network is: nothing is added.", Positions: len(all) + 1, Text: "no"}
	at := slices.IndexFunc(all, func(n netem.Network) bool { return n.Name == m.network.Name })
	switch {
	case at >= 0:
		row.Position, row.Text, row.Help = at+1, all[at].Name, sentence(all[at].Name+": "+all[at].About)
	case m.bad():
		row.Position, row.Positions, row.Text, row.Help = len(all)+1, len(all)+2, "custom", "Values of your own."
	}
	row.move = func(m *Menu, to int) {
		switch {
		case to == 0:
			m.network = netem.Network{}
		case to <= len(all):
			m.network = all[to-1]
		}
	}
	return row
}

// bad reports whether anything is made worse.
func (m *Menu) bad() bool { return Worse(m.network) != "" }

// custom changes both directions; the network is then no preset.
func (m *Menu) custom(change func(c *netem.Conditions)) {
	m.network.Name, m.network.About = "", ""
	change(&m.network.Up)
	change(&m.network.Down)
}

// timeMax is the longest time that a slider adds, in ms.
const timeMax = 500

// timeRow sets a time of both directions.
func (m *Menu) timeRow(label, help string, field func(c *netem.Conditions) *time.Duration) Row {
	now := float64(*field(&m.network.Up)) / float64(time.Millisecond)
	all := numbers(0, max(timeMax, now), true, 15, 25, 40, 75, 125, 250, 400, math.Round(now))
	return Row{
		Label: label, Help: help, Slider: true, Position: nearest(all, now), Positions: len(all), Text: fmt.Sprintf("%v ms", math.Round(now*10)/10),
		move: func(m *Menu, to int) {
			m.custom(func(c *netem.Conditions) { *field(c) = time.Duration(all[to] * float64(time.Millisecond)) })
		},
	}
}

// lossPercents are the stops of the slider of loss.
var lossPercents = []float64{0, 0.1, 0.5, 1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 40, 50}

// lossRow sets the loss of both directions.
func (m *Menu) lossRow() Row {
	now := 100 * m.network.Up.Loss
	return Row{
		Label: "Loss", Help: "The share of packets that are lost each way.", Slider: true, Position: nearest(lossPercents, now), Positions: len(lossPercents),
		Text: fmt.Sprintf("%v%%", math.Round(now*10)/10),
		move: func(m *Menu, to int) { m.custom(func(c *netem.Conditions) { c.Loss = lossPercents[to] / 100 }) },
	}
}

// burstRow groups the loss into bursts.
func (m *Menu) burstRow() Row {
	row := Row{Label: "Loss in bursts", Help: "Lost packets come in groups of 100 ms on average, as in radio, instead of one by one.", Positions: 2, Text: "Off"}
	if m.network.Up.Burst {
		row.Position, row.Text = 1, "On"
	}
	row.move = func(m *Menu, to int) { m.custom(func(c *netem.Conditions) { c.Burst = to == 1 }) }
	return row
}

// Worse says in words how a network is made worse: "150 ms, 5%"; "" if it is not. Times are those of one way.
func Worse(n netem.Network) string {
	low, high := min(n.Up.Delay, n.Down.Delay), max(n.Up.Delay+n.Up.Jitter, n.Down.Delay+n.Down.Jitter)
	var parts []string
	switch inMS := func(d time.Duration) string { return strconv.FormatFloat(float64(d.Microseconds())/1000, 'f', -1, 64) }; {
	case high == 0:
	case high == low:
		parts = append(parts, inMS(low)+" ms")
	default:
		parts = append(parts, inMS(low)+" to "+inMS(high)+" ms")
	}
	if loss := max(n.Up.Loss, n.Down.Loss); loss > 0 {
		text := strconv.FormatFloat(math.Round(loss*1e4)/100, 'f', -1, 64) + "%"
		if n.Up.Burst || n.Down.Burst {
			text += " in bursts"
		}
		parts = append(parts, text)
	}
	if len(n.Up.Cuts)+len(n.Down.Cuts) > 0 {
		parts = append(parts, "a cut")
	}
	if other := n.Up.Duplicate + n.Down.Duplicate + n.Up.Reorder + n.Down.Reorder + float64(n.Up.Rate+n.Down.Rate); len(parts) == 0 && other > 0 {
		parts = append(parts, cmp.Or(n.Name, "custom"))
	}
	text := strings.Join(parts, ", ")
	if n.Name != "" && text != "" && text != n.Name {
		text = n.Name + ": " + text
	}
	return text
}
