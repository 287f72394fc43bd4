package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/transport/query"
)

// operateKeeping: copies that make themselves, the check, and old worlds.
func operateKeeping(t *testing.T) map[int]int {
	v := newVillage(t, "[backup]\nevery = \"5s\"\nkeep = {last = 2}\n")
	ann := visit(t, v.at, "ann", "ann", "127.0.0.81")
	ann.plays(t)
	v.ctl("select 100 120 100 109 124 109")
	v.ctl("fill bricks now")
	v.answer(66, "backups, with every = \"5s\" and keep = {last = 2}", waitFor(t, func() string {
		if text := v.ctl("backups"); strings.Count(text, "in order") >= 2 {
			return text + "both"
		}
		return ""
	}, "both"), `(?s)in order.*in order`)
	ann.Close()
	if err := v.stop(); err != nil {
		t.Error(err)
	}
	v.answer(70, "server check home", v.run("check", "home"), `in order, generator \d`, `exit 0`)
	v.answer(70, "server upgrade home --dry-run", v.run("--dry-run", "upgrade", "home"), `generator`)
	return v.answers
}

// operateOutside: who has not joined, and machines that are told what happens.
func operateOutside(t *testing.T) map[int]int {
	sink := newSink(t)
	v := newVillage(t, "players = 7\nmotd = \"be kind\"\n[[webhook]]\nurl = \""+sink.url+"\"\nevents = [\"join\", \"chat\"]\ntemplate = \"discord\"\n")
	ann := visit(t, v.at, "ann", "ann", "127.0.0.91")
	ann.plays(t)
	ann.say("hello outside")
	v.answer(83, "what a webhook is posted", sink.wait(t, "hello outside"), `"content":".*ann.*joined|ann`)
	at := netip.MustParseAddrPort(v.at)
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	status := waitFor(t, func() string {
		text, _, err := query.Ask(ctx, at)
		if err != nil {
			return err.Error()
		}
		s, err := protocol.ReadStatus(text)
		b, _ := json.Marshal(s)
		return fmt.Sprintf("%s %v", b, err)
	}, `"Players":1`)
	v.answer(82, "who has not joined asks on the game's port", status, `be kind`, `"Players":1`, `7`)
	return v.answers
}
