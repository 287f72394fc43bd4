package etcd

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"go.etcd.io/etcd/client/pkg/v3/types"
)

// cluster is how the database of a node begins.
type cluster struct {
	isNew bool
	token string
	urls  types.URLsMap // by full name
}

const decideEach = 300 * time.Millisecond

// ErrElsewhere means that the address which the members have for this node leads to another one.
var ErrElsewhere = errors.New("etcd: the address of this node leads elsewhere")

// decide returns how the database begins. A folder with data just goes on. One without asks the others: it makes the cluster with them,
// if none of all members has data, or takes its place again in the one that they have.
func (n *Node) decide(ctx context.Context) (cluster, error) {
	if n.folder.hasLog() || n.folder.Founders != nil {
		return n.founded(), nil
	}
	said := ""
	for {
		infos, failed := n.peers.ask(ctx, n.cfg.Members)
		c, wait, err := n.conclude(ctx, infos, failed)
		if err != nil || wait == "" {
			return c, err
		}
		if wait != said {
			n.cfg.say("%s", wait)
			said = wait
		}
		select {
		case <-time.After(decideEach):
		case <-ctx.Done():
			return cluster{}, ctx.Err()
		}
	}
}

// founded is the cluster as its founders make it; a folder with data looks at none of it.
func (n *Node) founded() cluster {
	c := cluster{isNew: true, urls: types.URLsMap{}, token: token(n.cfg.Secret, n.folder.Founders)}
	for _, m := range n.cfg.Members {
		birth := n.folder.Founders[m.Name]
		if m.Name == n.cfg.Name {
			birth = n.folder.Birth
		}
		c.urls[fullName(m.Name, birth)] = urls(m.Address)
	}
	return c
}

// conclude decides by what the members say of themselves; wait says for people what is still missing.
func (n *Node) conclude(ctx context.Context, infos map[string]nodeInfo, failed map[string]error) (c cluster, wait string, err error) {
	if own, ok := infos[n.cfg.Name]; ok && own.Birth != n.folder.Birth {
		return c, "", fmt.Errorf("%w: at %s another node answers, %q; is a node %q running already?", ErrElsewhere, n.self.Address, own.Name, n.cfg.Name)
	}
	births := map[string]string{n.cfg.Name: n.folder.Birth}
	exists := ""
	var missing []string
	for _, m := range n.cfg.Members {
		i, ok := infos[m.Name]
		switch {
		case m.Name == n.cfg.Name:
		case !ok:
			missing = append(missing, fmt.Sprintf("%s at %s (%s)", m.Name, m.Address, why(failed[m.Name])))
		case i.Name != m.Name:
			return c, "", fmt.Errorf("%w: at %s, which is to be %q, the node %q answers: give all nodes the same --cluster", ErrConfig, m.Address, m.Name, i.Name)
		case i.Founders[n.cfg.Name] == n.folder.Birth: // it has seen all of us
			if len(i.Founders) != len(n.cfg.Members) {
				return c, "", fmt.Errorf("%w: node %q makes a cluster of %d, this one is to have %d: give all nodes the same --cluster", ErrConfig, m.Name, len(i.Founders), len(n.cfg.Members))
			}
			return n.found(i.Founders)
		case i.Data:
			exists = m.Name
		default:
			births[m.Name] = i.Birth
		}
	}
	switch {
	case exists != "":
		return n.rejoin(ctx, infos, failed)
	case len(missing) > 0:
		return c, "a new cluster is made when all its nodes are there; waiting for " + strings.Join(missing, ", "), nil
	}
	if _, ok := infos[n.cfg.Name]; !ok {
		return c, "waiting for this node itself at " + n.self.Address + " (" + why(failed[n.cfg.Name]) + "): is that an address of this machine?", nil
	}
	return n.found(births)
}

// found notes the founders, before anything else is done, and makes the cluster with them.
func (n *Node) found(births map[string]string) (cluster, string, error) {
	n.folderMu.Lock()
	n.folder.Founders = maps.Clone(births)
	err := n.folder.save()
	n.folderMu.Unlock()
	n.cfg.say("making a new cluster of %s", names(n.cfg.Members))
	return n.founded(), "", err
}

// rejoin asks the nodes of a cluster that exists to remove the member at this node's address, whose disk is lost, and to add this one.
func (n *Node) rejoin(ctx context.Context, infos map[string]nodeInfo, failed map[string]error) (c cluster, wait string, err error) {
	if _, ok := infos[n.cfg.Name]; !ok { // else two nodes of one name, on two machines, would take each other's place
		return c, "the cluster exists, and this node has no data of it; before it takes its place again it has to reach itself at " +
			n.self.Address + " (" + why(failed[n.cfg.Name]) + ")", nil
	}
	reason := "none of those that have data has a database that runs"
	for _, m := range n.cfg.Members {
		if m.Name == n.cfg.Name || len(infos[m.Name].Members) == 0 {
			continue
		}
		members, err := n.peers.replace(ctx, m.Address, replaceRequest{URL: peerURL(n.self.Address), Birth: n.folder.Birth})
		if err != nil {
			reason = m.Name + ": " + why(err)
			continue
		}
		n.cfg.say("this folder is empty and the cluster exists: taking the place of %s again, its data comes from the others", n.cfg.Name)
		c = cluster{urls: types.URLsMap{}, token: "existing"}
		for _, x := range members {
			name := x.Name
			if x.URL == peerURL(n.self.Address) {
				name = fullName(n.cfg.Name, n.folder.Birth)
			} else if name == "" {
				name = fmt.Sprintf("%x", x.ID)
			}
			u, err := types.NewURLs([]string{x.URL})
			if err != nil {
				return c, "", err
			}
			c.urls[name] = u
		}
		return c, "", nil
	}
	return c, "the cluster exists, and this node has no data of it; a majority of the others has to run to take it again (" + reason + ")", nil
}

func names(members []Member) string {
	var out []string
	for _, m := range members {
		out = append(out, m.Name)
	}
	return strings.Join(out, ", ")
}
