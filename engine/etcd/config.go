package etcd

import (
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"voxtide/engine"

	"voxtide/engine/secret"
)

// Config is what a node needs.
type Config struct {
	Dir     string   // its data folder, made if there is none
	Name    string   // its name among the members
	Members []Member // of the whole cluster, this node too; the same everywhere
	Listen  string   // HOST:PORT; "" for the one in Members
	Secret  secret.Secret
	// Say is given lines for people about what the node waits for and does; nil for none. It may be called from any goroutine.
	Say func(line string)
	// OnListen is given the address of the port, when it is open; nil for none.
	OnListen func(address string)
	Log      io.Writer // of the database itself; nil for none
	// Verbose logs all that the database tells, instead of what it warns of.
	Verbose bool
}

// Member is a node of a cluster, and where the others reach it.
type Member struct{ Name, Address string }

// ErrConfig means that a Config or a list of members is of no use as it is.
var ErrConfig = errors.New("etcd: settings")

// Timing of a cluster whose nodes are near each other. A leader that is gone is followed by another after one to two times
// electionTicks*heartbeat, less what chance makes shorter.
const (
	heartbeat     = 50 * time.Millisecond
	electionTicks = 10
	// requestTimeout is how long a request has; then its outcome is Unknown.
	requestTimeout = 500 * time.Millisecond
)

// Sizes. Appends end at half of the database file's bound, so that trimming and claims still work, and what was trimmed has room.
const (
	quota        = 4 << 30
	appendQuota  = quota / 2
	maxRequest   = engine.EntryMax + 64<<10
	catchUp      = 2000    // entries of the consensus that stay in memory for nodes that lag
	snapshotEach = 10_000  // requests
	maxMembers   = 7       //
	maxKey       = 1 << 10 // bytes of the name of a log, of a key, of a holder
)

var memberName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)

// ParseMembers reads NAME=HOST:PORT,NAME=HOST:PORT,...
func ParseMembers(text string) (members []Member, err error) {
	seen := map[string]bool{}
	for part := range strings.SplitSeq(text, ",") {
		name, address, ok := strings.Cut(strings.TrimSpace(part), "=")
		host, port, err := net.SplitHostPort(address)
		number, perr := strconv.Atoi(port)
		switch {
		case !ok || err != nil || host == "" || perr != nil || number < 1 || number > 65535:
			return nil, fmt.Errorf("%w: %q is not NAME=HOST:PORT", ErrConfig, part)
		case !memberName.MatchString(name):
			return nil, fmt.Errorf("%w: the name %q is not 1 to 32 of a-z, 0-9 and -", ErrConfig, name)
		case seen[name] || seen[address]:
			return nil, fmt.Errorf("%w: %q is there twice", ErrConfig, part)
		}
		seen[name], seen[address] = true, true
		members = append(members, Member{name, address})
	}
	slices.SortFunc(members, func(a, b Member) int { return strings.Compare(a.Name, b.Name) })
	if n := len(members); n%2 == 0 || n > maxMembers {
		return nil, fmt.Errorf("%w: a cluster has 1, 3, 5 or 7 nodes, not %d: with an even number more of them can fail, and no more may", ErrConfig, n)
	}
	return members, nil
}

// self returns the member that this node is.
func (c *Config) self() (Member, error) {
	for _, m := range c.Members {
		if m.Name == c.Name {
			return m, nil
		}
	}
	return Member{}, fmt.Errorf("%w: no member is named %q", ErrConfig, c.Name)
}

func (c *Config) say(format string, args ...any) {
	if c.Say != nil {
		c.Say(fmt.Sprintf(format, args...))
	}
}
