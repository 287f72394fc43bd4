package machines

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// ErrForbidden says that this system lets nobody make namespaces or mount disks here, or lacks their programs.
var ErrForbidden = errors.New("it takes root on Linux, with ip, nft and mount")

// lan is a network of namespaces of this kernel, one for each machine, joined by a bridge that players use. Packets between any two can be
// dropped: nobody is told, they just do not come.
type lan struct {
	me     string // what the names of all its parts begin with
	subnet string // three numbers of its addresses
	n      int
}

// newLAN makes namespaces and bridge.
func newLAN(n int) (*lan, error) {
	pid := os.Getpid()
	l := &lan{me: fmt.Sprintf("vt%d", pid), subnet: fmt.Sprintf("198.19.%d", pid%250), n: n} // addresses that are kept for tests of networks
	steps := []string{
		"ip link add " + l.me + "b type bridge",
		"ip addr add " + l.players() + "/24 dev " + l.me + "b",
		"ip link set " + l.me + "b up",
	}
	for i := range n {
		ns, veth := l.namespace(i), fmt.Sprintf("%sv%d", l.me, i)
		steps = append(steps,
			"ip netns add "+ns,
			"ip link add "+veth+" type veth peer name eth0 netns "+ns,
			"ip link set "+veth+" master "+l.me+"b up",
			"ip -n "+ns+" addr add "+l.address(i)+"/24 dev eth0",
			"ip -n "+ns+" link set lo up",
			"ip -n "+ns+" link set eth0 up",
			"ip netns exec "+ns+" nft add table ip cut",
			"ip netns exec "+ns+" nft add chain ip cut in { type filter hook input priority 0 ; }",
		)
	}
	for _, s := range steps {
		if err := command(s); err != nil {
			l.close()
			return nil, fmt.Errorf("%w: %w", ErrForbidden, err)
		}
	}
	return l, nil
}

// command runs a program, whose words are separated by spaces.
func command(line string) error {
	words := strings.Fields(line)
	if out, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", line, err, strings.TrimSpace(string(out)))
	}
	return nil
}

func (l *lan) namespace(machine int) string { return fmt.Sprintf("%sn%d", l.me, machine) }
func (l *lan) address(machine int) string   { return fmt.Sprintf("%s.%d", l.subnet, machine+1) }

// players is the address from which players come.
func (l *lan) players() string { return l.subnet + ".254" }

// drop has a machine hear nothing of an address.
func (l *lan) drop(machine int, from string) error {
	return command("ip netns exec " + l.namespace(machine) + " nft add rule ip cut in ip saddr " + from + " drop")
}

// heal lets all hear all again.
func (l *lan) heal() error {
	var all []error
	for i := range l.n {
		all = append(all, command("ip netns exec "+l.namespace(i)+" nft flush chain ip cut in"))
	}
	return errors.Join(all...)
}

// within returns a program and its words as they are run in a machine's namespace: its process is the program's own.
func (l *lan) within(machine int, program string, args []string) (string, []string) {
	return "ip", append([]string{"netns", "exec", l.namespace(machine), program}, args...)
}

// close removes all of it, as far as it is there.
func (l *lan) close() {
	for i := range l.n {
		command("ip netns del " + l.namespace(i))
	}
	command("ip link del " + l.me + "b")
}
