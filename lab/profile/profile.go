// Package profile names networks for laboratories: the presets of transport/netem as links of memnet, and networks written as
// RTT:JITTER:LOSS[:burst].
//
// Owner: nobody; its functions keep nothing. Invariant: a preset is the same network here and in the game, up to the number of
// bytes that package secure adds.
package profile

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"voxtide/transport/memnet"
	"voxtide/transport/netem"
)

// Profile is a network between a client and the server.
type Profile struct {
	Name     string
	About    string
	Up, Down memnet.Link
}

// RTT returns the round trip of a packet without jitter and queues.
func (p *Profile) RTT() time.Duration { return p.Up.Delay + p.Down.Delay }

// Names returns the names of the presets.
func Names() (names []string) {
	for _, n := range netem.Presets() {
		names = append(names, n.Name)
	}
	return names
}

// Parse returns the network of a preset's name, or of RTT:JITTER:LOSS[:burst], such as 200ms:40ms:2%:burst. Jitter is the most that
// is added to a packet's delay, each way; loss counts each way.
func Parse(text string) (Profile, error) {
	if n, ok := netem.Preset(text); ok {
		return Profile{Name: n.Name, About: n.About, Up: link(&n.Up), Down: link(&n.Down)}, nil
	}
	parts := strings.Split(text, ":")
	if len(parts) < 3 || len(parts) > 4 || len(parts) == 4 && parts[3] != "burst" {
		return Profile{}, fmt.Errorf("profile: %q is none of %s, nor RTT:JITTER:LOSS[:burst]", text, strings.Join(Names(), ", "))
	}
	rtt, err := time.ParseDuration(parts[0])
	jitter, err2 := time.ParseDuration(parts[1])
	number, percent := strings.CutSuffix(parts[2], "%")
	loss, err3 := strconv.ParseFloat(number, 64)
	if percent {
		loss /= 100
	}
	if err != nil || err2 != nil || err3 != nil || rtt < 0 || rtt > most || jitter < 0 || jitter > most || !(loss >= 0 && loss < 1) {
		return Profile{}, fmt.Errorf("profile: in %q the times are 0 to %v and the loss a share such as 5%% or 0.05", text, most)
	}
	l := memnet.Link{Delay: rtt / 2, Jitter: jitter, Loss: loss, Burst: len(parts) == 4}
	return Profile{Name: text, About: "as written", Up: l, Down: l}, nil
}

const most = 10 * time.Second

// link returns netem's conditions as a link.
func link(c *netem.Conditions) memnet.Link {
	return memnet.Link{
		Delay: c.Delay, Jitter: c.Jitter, Loss: c.Loss, Burst: c.Burst, Duplicate: c.Duplicate,
		Reorder: c.Reorder, ReorderBy: c.ReorderBy, Rate: c.Rate, Queue: c.Queue,
	}
}
