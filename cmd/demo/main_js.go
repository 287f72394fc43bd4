// Command demo is the demonstration for browsers: the real server and clients as WebAssembly, steered by the page of package
// lab/demo.
//
// It offers the page one object, voxtide, whose functions take and return numbers and texts. A frame of the page is one call of
// step, which fills one array: see package lab/live for its layout. Owner: the page's thread. There are no rules here.
package main

import (
	"fmt"
	"syscall/js"
	"unsafe"

	"voxtide/lab/live"
	"voxtide/world"
)

// page is the side of the program that faces the page.
type page struct {
	run   *live.Live
	runs  [2]*live.Live // that the page can choose between: run is one of them
	slot  int
	frame []float32
}

func main() {
	p := &page{}
	functions := map[string]func(args []js.Value) any{
		"describe": p.describe, "choose": p.choose, "begin": p.begin, "open": p.open, "other": p.other, "step": p.step, "cells": p.cells, "hold": p.hold, "act": p.act, "strike": p.strike,
		"network": p.network, "method": p.method, "rate": p.rate, "tape": p.tape, "hash": p.hash, "told": p.told,
		"settings": p.settings,
	}
	object := js.Global().Get("Object").New()
	for name, f := range functions {
		object.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any { return f(args) }))
	}
	js.Global().Set("voxtide", object)
	select {} // the page calls from now on
}

// choose(slot) has all other functions work on one of two runs.
func (p *page) choose(args []js.Value) any {
	p.slot = args[0].Int() & 1
	p.run = p.runs[p.slot]
	return ""
}

// start begins a run in the chosen slot.
func (p *page) start(t live.Tape) any {
	run, err := live.New(t)
	if err != nil {
		return err.Error()
	}
	p.run, p.runs[p.slot] = run, run
	return ""
}

// begin(text) begins the run of the tape in a text. It returns an error in words, or "".
func (p *page) begin(args []js.Value) any {
	t, err := live.ParseTape(args[0].String())
	if err != nil {
		return err.Error()
	}
	return p.start(t)
}

// other(text, player, method) begins the run of a tape, but for the method of a player.
func (p *page) other(args []js.Value) any {
	t, err := live.ParseTape(args[0].String())
	if err != nil {
		return err.Error()
	}
	return p.start(t.WithMethod(args[1].Int(), args[2].String()))
}

// open(seed, rate, and of each player: method, lag, jitter, loss, burst) begins a run.
func (p *page) open(args []js.Value) any {
	t := live.Tape{Seed: uint64(args[0].Int())}
	t.Events = append(t.Events, live.Event{Kind: live.Rate, Rate: args[1].Int()})
	for i := range live.Players {
		of := args[2+5*i:]
		t.Events = append(t.Events, live.Event{Kind: live.Method, Player: i, Text: of[0].String()}, network(i, of[1:]))
	}
	return p.start(t)
}

// network returns the event of a player's conditions: lag, jitter, loss, burst.
func network(player int, args []js.Value) live.Event {
	return live.Event{Kind: live.Network, Player: player, Link: live.Conditions{
		Lag: args[0].Int(), Jitter: args[1].Int(), Loss: args[2].Int(), Burst: args[3].Bool(),
	}}
}

// step(frames, array) plays some frames and fills a Float32Array with the last one. It returns how many numbers that took, or an
// error in words. Packets of the frames before the last are not told, so a page that draws them plays one at a time.
func (p *page) step(args []js.Value) any {
	for range args[0].Int() {
		if err := p.run.Step(); err != nil {
			return err.Error()
		}
	}
	p.frame = p.run.AppendFrame(p.frame[:0])
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(p.frame))), 4*len(p.frame))
	js.CopyBytesToJS(args[1], bytes)
	return len(p.frame)
}

// cells(view, array) fills a Uint8Array with the blocks of a view.
func (p *page) cells(args []js.Value) any {
	return js.CopyBytesToJS(args[1], p.run.Cells(args[0].Int()))
}

// hold(player, keys, yaw) has a player hold keys and turn.
func (p *page) hold(args []js.Value) any {
	return said(p.run.Do(live.Event{
		Kind: live.Hold, Player: args[0].Int(), Keys: world.Keys(args[1].Int()), Yaw: uint16(args[2].Int()),
	}))
}

// act(player, x, z, place) has a player place or break the top block of a column.
func (p *page) act(args []js.Value) any {
	i := args[0].Int()
	a, ok := p.run.Target(i, int32(args[1].Int()), int32(args[2].Int()), args[3].Bool())
	if !ok {
		return "there is nothing to do"
	}
	return said(p.run.Do(live.Event{Kind: live.Act, Player: i, Action: a}))
}

// strike(player) has a player strike where its screen draws the other.
func (p *page) strike(args []js.Value) any {
	return said(p.run.Do(live.Event{Kind: live.Strike, Player: args[0].Int()}))
}

// network(player, lag, jitter, loss, burst) changes a player's network: ms, ms and percent.
func (p *page) network(args []js.Value) any {
	return said(p.run.Do(network(args[0].Int(), args[1:])))
}

// method(player, text) changes a player's method.
func (p *page) method(args []js.Value) any {
	return said(p.run.Do(live.Event{Kind: live.Method, Player: args[0].Int(), Text: args[1].String()}))
}

// rate(steps) changes how often the server steps in a second.
func (p *page) rate(args []js.Value) any {
	return said(p.run.Do(live.Event{Kind: live.Rate, Rate: args[0].Int()}))
}

// tape() returns the text of the tape, hash() the digest of the run up to now, told(player) the last refusal in words.
func (p *page) tape([]js.Value) any { t := p.run.Tape(); return t.Text() }

func (p *page) hash([]js.Value) any {
	return fmt.Sprintf("%016x", p.run.Hash())
}

func (p *page) told(args []js.Value) any { return p.run.Refusal(args[0].Int()) }

// said returns an error in words, "" for none.
func said(err error) any {
	if err != nil {
		return err.Error()
	}
	return ""
}
