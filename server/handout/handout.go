// Package handout hands out what clients ask for beside the world: pictures of how players look, the parts of a resource pack, tiles of the land beyond
// their view. None of it is state of the world, none of it waits for the disk, and no update waits for it.
//
// Data flow: the server's loop gives Receive each message of a client that asks for something, calls Collect and then, for each client, Serve once a
// step; what leaves goes out on the connection at once. Owner: the loop. Invariants: each client has a bounded place, Client, which a new connection
// begins empty; a pack or land beyond the view leaves only while little of the client's view is on its way; what is no question is an error, which
// ends the session.
package handout

import (
	"errors"
	"slices"
	"time"

	"voxtide/internal/skin"
	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/server/replication"
	"voxtide/server/wardrobe"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// Desk is what is handed out. The zero value hands out pictures alone.
type Desk struct {
	Skins   wardrobe.Wardrobe
	NoSkins bool    // players are seen as the game has them
	Pack    *Pack   // nil: none
	Far     FarLand // nil: questions for land beyond the view are not answered

	buf  []byte
	skin []protocol.SkinRow
	far  []protocol.FarAsk
}

// Pack is a resource pack, packed and checked: read-only.
type Pack struct {
	protocol.PackOffer
	Bytes []byte
}

// FarLand answers what clients ask of the land beyond their view. The loop alone calls it; it never waits.
type FarLand interface {
	// Ask takes the questions of a client. It may drop some: clients ask again.
	Ask(of timestream.Stream, rows []protocol.FarAsk)
	// Take calls f for each answer that is ready, a message of the bulk lane that never changes; equal answers are the same bytes.
	Take(f func(of timestream.Stream, message []byte))
	// Stored says that all blocks that have changed so far are in the store's batches up to number committed, and that those up to number durable can be read.
	Stored(committed, durable uint64)
}

// Client is what a connection was handed, and has asked for. The zero value is that of a new one.
type Client struct {
	skinsTold  uint64        // the last change of skins that the client was told of
	skinAsked  skin.ID       // that the client lacks; zero: none
	skinSentAt time.Duration // when it was last sent one; 0: never
	packTold   bool
	packAsked  bool          // for the part that begins at packNext
	packNext   int           // offset
	packSentAt time.Duration // the last part; 0: none
	far        [][]byte      // answers of land beyond the view, which wait until the view is there; at most farWaiting
}

const (
	// partEvery is the least time between two parts of a pack that are sent to one client: 640 kB a second at most.
	partEvery = 50 * time.Millisecond
	// ViewWaits is how many sections may be on their way to a client that is sent a pack, or land beyond its view.
	ViewWaits = 4
	// farWaiting bounds the answers that wait for a client; further ones are dropped, and the client asks again.
	farWaiting = 256
)

// The errors of Receive are the reasons for which a session ends.
var (
	errSkin = errors.New("malformed message of skins")
	errPack = errors.New("malformed question for a pack")
	errFar  = errors.New("malformed question for far land")
)

// Receive takes a message of a client after its kind; at is where its view is.
func (d *Desk) Receive(c *Client, of timestream.Stream, at world.Pos, kind byte, r *wire.Reader, now time.Duration) error {
	switch kind {
	case protocol.MsgAskSkin:
		id, err := protocol.ReadAskSkin(r)
		if err != nil {
			return errSkin
		}
		c.skinAsked = id
	case protocol.MsgSetSkin:
		packed, err := protocol.ReadSetSkin(r)
		if err == nil && !d.NoSkins {
			err = d.Skins.Set(of, packed, now)
		}
		if err != nil {
			return errSkin
		}
	case protocol.MsgAskPack:
		id, offset, err := protocol.ReadAskPack(r)
		if err != nil {
			return errPack
		}
		if d.Pack != nil && id == d.Pack.ID && offset < len(d.Pack.Bytes) {
			c.packAsked, c.packNext = true, offset
		}
	case protocol.MsgAskFar:
		return d.receiveFar(of, at, r)
	}
	return nil
}

// receiveFar takes questions for land beyond the view.
func (d *Desk) receiveFar(of timestream.Stream, at world.Pos, r *wire.Reader) error {
	rows, err := protocol.ReadAskFar(d.far[:0], r)
	d.far = rows
	if err != nil {
		return errFar
	}
	if d.Far == nil {
		return nil
	}
	near := rows[:0]
	for _, a := range rows { // what lies too far away is not answered, so that nobody explores from where he stands
		if a.Place.Distance(at.X, at.Z) <= protocol.FarReachMax+world.SectionSize {
			near = append(near, a)
		}
	}
	d.Far.Ask(of, near)
	return nil
}

// Collect takes the answers of land beyond the view, which somebody has to make (Far), for clients; client returns that of a stream, nil for one without a connection.
func (d *Desk) Collect(client func(timestream.Stream) *Client) {
	d.Far.Take(func(of timestream.Stream, message []byte) {
		c := client(of)
		if c == nil || len(c.far) == farWaiting {
			return
		}
		if !slices.ContainsFunc(c.far, func(waits []byte) bool { return &waits[0] == &message[0] }) { // else it asked twice
			c.far = append(c.far, message)
		}
	})
}

// Serve hands a client that is in the world what it is due: news of skins, pictures, parts of the pack, and last of all land beyond the view.
func (d *Desk) Serve(c *Client, conn transport.Conn, told *replication.Client, out *replication.Replicator, now time.Duration) {
	to := lane{conn, told, out}
	if told.Welcomed() {
		d.serveSkins(c, to, now)
		d.servePack(c, to, now)
	}
	for len(c.far) > 0 && told.InFlight() <= ViewWaits && to.bulk(c.far[0]) {
		c.far = c.far[1:]
	}
}

// lane is how messages reach a client.
type lane struct {
	conn transport.Conn
	told *replication.Client
	out  *replication.Replicator
}

func (l lane) bulk(message []byte) bool { return l.out.SendBulk(l.told, l.conn, message) }

// serveSkins tells a client how players look, as that changes, and sends the pictures that it asked for: one in wardrobe.AskEvery at most, on
// the bulk lane, so that no update waits for one.
func (d *Desk) serveSkins(c *Client, to lane, now time.Duration) {
	if d.NoSkins {
		return
	}
	rows, told := d.Skins.News(d.skin[:0], c.skinsTold)
	d.skin = rows
	if len(rows) > 0 {
		d.buf = protocol.AppendSkins(d.buf[:0], rows)
		if to.conn.Send(transport.Live, d.buf) != nil {
			return // a full lane has no room for it: again in the next step
		}
	}
	c.skinsTold = told
	if c.skinAsked == (skin.ID{}) || c.skinSentAt != 0 && now-c.skinSentAt < wardrobe.AskEvery {
		return
	}
	packed := d.Skins.Packed(c.skinAsked)
	if d.buf = protocol.AppendBulkSkin(d.buf[:0], packed); packed == nil || to.bulk(d.buf) {
		c.skinAsked, c.skinSentAt = skin.ID{}, now
	}
}

// servePack tells a client what pack there is, and sends the parts that it asked for.
func (d *Desk) servePack(c *Client, to lane, now time.Duration) {
	p := d.Pack
	if p == nil {
		return
	}
	if !c.packTold {
		d.buf = protocol.AppendPack(d.buf[:0], &p.PackOffer)
		c.packTold = to.conn.Send(transport.Live, d.buf) == nil
	}
	if !c.packAsked || to.told.InFlight() > ViewWaits || c.packSentAt != 0 && now-c.packSentAt < partEvery {
		return
	}
	end := min(c.packNext+protocol.PackPartMax, len(p.Bytes))
	d.buf = protocol.AppendBulkPack(d.buf[:0], c.packNext, p.Bytes[c.packNext:end])
	if to.bulk(d.buf) {
		c.packAsked, c.packSentAt = false, now
	}
}
