package netmenu

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"voxtide/client"
	"voxtide/internal/testrand"
	"voxtide/transport/netem"
)

func row(t *testing.T, m *Menu, label string) int {
	t.Helper()
	for i, r := range m.Rows() {
		if strings.EqualFold(r.Label, label) {
			return i
		}
	}
	t.Fatalf("no row %q in %+v", label, m.Rows())
	return -1
}

// TestNetwork moves the rows of the network: a preset, then its delay, its loss and its bursts, and back.
func TestNetwork(t *testing.T) {
	m := New(client.Choice{}, netem.Network{})
	if Worse(m.Network()) != "" {
		t.Fatal("it begins worse")
	}
	m.Move(row(t, m, "Network made worse"), 4)
	if n := m.Network(); n.Name != "wifi-bad" || Worse(n) != "wifi-bad: 15 to 55 ms, 5% in bursts" {
		t.Fatalf("%q, %+v", Worse(n), n)
	}
	at := row(t, m, "Delay each way")
	before := m.Rows()[at]
	if before.Text != "15 ms" || !before.Slider {
		t.Fatalf("%+v", before)
	}
	m.Move(at, before.Position+1)
	n := m.Network()
	if n.Name != "" || n.Up.Delay != 20*time.Millisecond || n.Down.Delay != n.Up.Delay || n.Up.Rate == 0 || Worse(n) != "20 to 60 ms, 5% in bursts" {
		t.Fatalf("%q, %+v", Worse(n), n)
	}
	if r := m.Rows()[row(t, m, "Network made worse")]; r.Text != "custom" || r.Position != r.Positions-1 {
		t.Errorf("%+v", r)
	}
	m.Move(row(t, m, "Loss in bursts"), 0)
	m.Move(row(t, m, "Loss"), 0)
	m.Move(row(t, m, "Jitter"), 0)
	if got := Worse(m.Network()); got != "20 ms" {
		t.Errorf("%q", got)
	}
	m.GoodNetwork()
	if Worse(m.Network()) != "" || m.Rows()[row(t, m, "Network made worse")].Text != "no" {
		t.Errorf("%+v", m.Network())
	}
	for _, p := range netem.Presets() {
		if Worse(p) == "" {
			t.Errorf("%s is not worse", p.Name)
		}
	}
}

// TestMethod moves the rows of the method: each method has its own parameters, each slider reaches both bounds.
func TestMethod(t *testing.T) {
	positions := 0
	for _, name := range client.Strategies() {
		c, err := client.ParseMethod(name)
		if err != nil {
			t.Fatal(err)
		}
		m := New(c, netem.Network{})
		if r := m.Rows()[0]; r.Text != name || r.Help == "" {
			t.Fatalf("%s: %+v", name, r)
		}
		for _, p := range c.Parameters() {
			at := row(t, m, p.Name)
			for to := range m.Rows()[at].Positions {
				m.SetChoice(c)
				m.Move(at, to)
				if r := m.Rows()[at]; r.Position != to {
					t.Errorf("%s, %s to %d: it is at %d (%s)", name, p.Name, to, r.Position, r.Text)
				}
				positions++
			}
			if v := m.Choice().Number(p.Name); p.Words == nil && v != p.High {
				t.Errorf("%s: the last stop of %s is %v, not %v", name, p.Name, v, p.High)
			}
			m.SetChoice(c)
			if m.Move(at, 0); p.Words == nil && m.Choice().Number(p.Name) != p.Low {
				t.Errorf("%s: the first stop of %s is %v, not %v", name, p.Name, m.Choice().Number(p.Name), p.Low)
			}
		}
	}
	m := New(client.Choice{}, netem.Network{})
	m.Move(row(t, m, "Others drawn"), 2)
	if c := m.Choice(); c.Others != "interpolate" || c.String() != "timestream,others=interpolate" {
		t.Errorf("%v", c)
	}
	row(t, m, "delay")
	t.Logf("%d methods, %d positions of parameters", len(client.Strategies()), positions)
}

// TestAnywhere moves rows at random: every state can be read back from its text.
func TestAnywhere(t *testing.T) {
	r := testrand.New(t)
	m := New(client.Choice{}, netem.Network{})
	for range 2000 {
		i := r.IntN(len(m.Rows()))
		m.Move(i, r.IntN(m.Rows()[i].Positions))
		c, err := client.ParseMethod(m.Choice().String())
		if err != nil || !c.Equal(m.Choice()) {
			t.Fatalf("%v: %v", m.Choice(), err)
		}
		n := m.Network()
		if n.Up.Delay < 0 || n.Up.Loss < 0 || n.Up.Loss > 0.5 || n.Up.Delay > time.Second {
			t.Fatalf("%+v", n)
		}
	}
	m.Move(-1, 0)
	m.Move(0, 99)
}

func Example() {
	m := New(client.Choice{}, netem.Network{Up: netem.Conditions{Delay: 150 * time.Millisecond, Loss: 0.05}, Down: netem.Conditions{Delay: 150 * time.Millisecond, Loss: 0.05}})
	fmt.Println(m.Rows()[0].Label, m.Rows()[0].Text)
	fmt.Println("network made worse:", Worse(m.Network()))
	// Output:
	// Method timestream
	// network made worse: 150 ms, 5%
}
