package server

import (
	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/wire"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/transport"
	"voxtide/world"
)

func (h *testClient) read() {
	c := h.conn
	for _, m := range c.down[transport.Live] {
		r := wire.NewReader(m)
		switch r.Byte() {
		case protocol.MsgWelcome:
			w, err := protocol.ReadWelcome(&r)
			if err != nil {
				h.t.Fatal(err)
			}
			if h.dumb == nil || !w.Resumed {
				h.dumb = predict.NewNoPrediction(w.Stream)
			}
			h.welcome = w
		case protocol.MsgUpdate:
			h.readUpdate(&r)
		case protocol.MsgPeer:
			p, err := protocol.ReadPeer(&r)
			h.noteLink(p, err)
		case protocol.MsgPeerGone:
			u, err := protocol.ReadPeerGone(&r)
			h.noteLink(u, err)
		case protocol.MsgLinkOffer:
			o, err := protocol.ReadLinkOffer(&r)
			h.noteLink(o, err)
		case protocol.MsgQueued:
			q, err := protocol.ReadQueued(&r)
			if err != nil {
				h.t.Fatal(err)
			}
			h.queued = append(h.queued, q)
		case protocol.MsgOthers:
			all, err := protocol.ReadOthers(&r)
			if err != nil {
				h.t.Fatal(err)
			}
			h.welcome.Others = all
		case protocol.MsgSkins:
			rows, err := protocol.ReadSkins(nil, &r)
			if err != nil {
				h.t.Fatal(err)
			}
			h.skins = append(h.skins, rows...)
		case protocol.MsgPack:
			o, err := protocol.ReadPack(&r)
			if err != nil {
				h.t.Fatal(err)
			}
			h.offers = append(h.offers, o)
		case protocol.MsgPreview:
			if _, err := protocol.ReadPreview(&r); err != nil {
				h.t.Fatal(err)
			}
		case protocol.MsgWatch:
			w, err := protocol.ReadWatch(&r)
			if err != nil {
				h.t.Fatal(err)
			}
			h.watches = append(h.watches, w.Stream)
		case protocol.MsgPlayers:
			if err := h.players.Read(&r); err != nil {
				h.t.Fatal(err)
			}
			h.playersTold++
		default:
			h.t.Fatal("unknown message")
		}
	}
	for _, m := range c.down[transport.Bulk] {
		if packed, is, err := protocol.ReadBulkSkin(m); is && err == nil {
			h.pictures = append(h.pictures, packed)
			continue
		}
		if at, part, is, err := protocol.ReadBulkPack(m); is {
			if err != nil || at != len(h.packed) {
				h.t.Fatalf("a part at %d, not %d: %v", at, len(h.packed), err)
			}
			h.packed = append(h.packed, part...)
			continue
		}
		if len(m) > 0 && m[0] == protocol.BulkFar {
			h.far = append(h.far, m)
			continue
		}
		s, err := protocol.ReadSnapshot(m)
		if err != nil {
			h.t.Fatal(err)
		}
		sec, err := h.pack.Unpack(s.Packed)
		if err != nil {
			h.t.Fatal(err)
		}
		h.dumb.ApplySnapshot(s, sec)
	}
	c.down = [2][][]byte{}
	if h.dumb == nil || h.mute {
		return
	}
	if ev := h.dumb.PendingEvents(); len(ev.ArrivedSections) > 0 {
		for got := ev.ArrivedSections; len(got) > 0; {
			n := min(len(got), actions.ConfirmMax)
			h.do(actions.Action{Kind: actions.ConfirmSections, Sections: got[:n]}, max(h.stamp, h.r.s.Now()))
			got = got[n:]
		}
		ev.ArrivedSections = ev.ArrivedSections[:0]
	}
}

func (h *testClient) noteLink(news any, err error) {
	if err != nil {
		h.t.Fatal(err)
	}
	h.linkNews = append(h.linkNews, news)
}

func (h *testClient) readUpdate(r *wire.Reader) {
	var f protocol.Update
	if err := f.Read(r); err != nil {
		h.t.Logf("%s %+v", h.name, f)
		h.t.Fatal(err)
	}
	if len(h.updates) > 0 && f.Number <= h.updates[len(h.updates)-1] {
		h.t.Fatalf("update %d after %d", f.Number, h.updates[len(h.updates)-1])
	}
	h.updates = append(h.updates, f.Number)
	for i := range f.Entries {
		switch e := &f.Entries[i]; e.Kind {
		case protocol.EntryAck:
			if e.Stream == h.stream() {
				h.acked = e.Number
			} else {
				h.peerAcks[e.Stream]++
			}
		case protocol.EntryRefusal:
			h.why[e.Number] = e.Reason
			h.owner = e.Name
		case protocol.EntryReset:
			h.fullUpdates++
		case protocol.EntryEdit:
			h.noteItem(&e.Edit)
		case protocol.EntryStall:
			if e.Stream == h.stream() {
				h.stalls++
			} else {
				h.peerStalls++
			}
		case protocol.EntrySectionHash:
			h.hashes++
		case protocol.EntryPitch:
			h.looks++
		case protocol.EntryMethod:
			h.method = e.Method
		}
	}
	if err := h.dumb.ApplyUpdate(&f); err != nil {
		h.t.Fatalf("%s: %v", h.name, err)
	}
}

// noteItem notes an item that an update tells of.
func (h *testClient) noteItem(e *edits.Edit) {
	if e.Kind == edits.SpawnEntity && e.Entity.Kind == world.KindItem && e.Entity.Stack.Count > 0 {
		h.items = append(h.items, e.Entity)
	}
}

// agrees checks that the client was told what the server has: its own body, player and stream exactly, the bodies that it knows of
// other streams when they are told to the same instant, and the sections that it holds.
func (h *testClient) agrees() {
	h.t.Helper()
	if h.conn.closed {
		h.t.Fatalf("%s: closed: %s", h.name, h.conn.reason)
	}
	told := func() bool { // the last update has arrived and tells the end of the last step
		c := h.r.s.clients.session(h.stream())
		return c.told.Waiting() == 0 && c.told.UpdatedAt() == h.r.s.clock.mono
	}
	for range 60 {
		if told() {
			break
		}
		h.r.play(1)
	}
	if !told() {
		h.t.Fatalf("%s: no update", h.name)
	}
	mine, theirs := h.dumb.World(), h.r.s.World()
	own := h.stream()
	a, b := mine.Stream(own), theirs.Stream(own)
	if a == nil || b == nil || a.Stamp != b.Stamp || a.Counter != b.Counter || a.Subscriptions.Len() != b.Subscriptions.Len() {
		h.t.Fatalf("%s: stream at %d, counter %d, %d subs; server %d, %d, %d", h.name, a.Stamp, a.Counter, a.Subscriptions.Len(), b.Stamp, b.Counter, b.Subscriptions.Len())
	}
	for i := range a.Subscriptions.Len() {
		if a.Subscriptions.At(i) != b.Subscriptions.At(i) {
			h.t.Fatalf("%s: subscription %v, server %v", h.name, a.Subscriptions.At(i), b.Subscriptions.At(i))
		}
		p := a.Subscriptions.At(i).Section
		if s := mine.Section(p); a.Subscriptions.At(i).Confirmed && (s == nil || s.Hash() != theirs.Section(p).Hash()) {
			h.t.Fatalf("%s: section %v differs", h.name, p)
		}
	}
	p, q := *mine.Player(own), *theirs.Player(own)
	p.LastAction = q.LastAction // an ack is no state of the received world
	if p != q {
		h.t.Fatalf("%s: player %+v, server %+v", h.name, p, q)
	}
	for i := range mine.StreamCount() {
		st := mine.StreamAt(i)
		for _, slot := range mine.Bodies(st.Stream) {
			e := mine.Entity(slot)
			there := theirs.Find(e.ID)
			if there == world.NoEntity {
				h.t.Fatalf("%s: body %x lives on", h.name, e.ID)
			}
			if f := theirs.Entity(there); *e != *f && (st.Stream == own || e.At == f.At) {
				h.t.Fatalf("%s: body %x is\n%+v, server\n%+v", h.name, e.ID, *e, *f)
			}
		}
		for _, slot := range theirs.Bodies(own) {
			if mine.Find(theirs.Entity(slot).ID) == world.NoEntity {
				h.t.Fatalf("%s: own body %x is not told", h.name, theirs.Entity(slot).ID)
			}
		}
		checks := 0
		if srv := theirs.Stream(st.Stream); srv != nil {
			for _, c := range srv.SupportChecks {
				if theirs.Subscription(own, c.Section()).Epoch != 0 {
					checks++
				}
			}
		}
		if checks != len(st.SupportChecks) {
			h.t.Fatalf("%s: %d checks of stream %d, server %d", h.name, len(st.SupportChecks), st.Stream, checks)
		}
	}
}
