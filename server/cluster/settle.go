package cluster

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"os"
	"time"

	"voxtide/store/pebble"
)

// createAfter is how much later each machine makes a new world than the one before it.
const createAfter = 3 * time.Second

// SettleKey returns the key by which players recognize the world on all machines: own, the server's key of this machine, is that of a new
// cluster. It waits for the engine.
func (n *Node) SettleKey(ctx context.Context, own ed25519.PrivateKey) (ed25519.PrivateKey, error) {
	for ctx.Err() == nil {
		sealed, ok := n.dir.get(keyKey)
		switch {
		case ok && sealed != nil:
			seed, err := n.cfg.Secret.Unseal("server key", sealed)
			if err != nil || len(seed) != ed25519.SeedSize {
				return nil, fmt.Errorf("%w: the server's key in the engine was sealed with another secret", ErrConfig)
			}
			return ed25519.NewKeyFromSeed(seed), nil
		case ok && (pebble.IsWorld(n.cfg.Host.Dir) || n.waitTurn(ctx, keyKey)):
			n.dir.put(keyKey, n.cfg.Secret.Seal("server key", own.Seed())) // and what is there then is taken
		}
		time.Sleep(lookEvery)
	}
	return nil, ctx.Err()
}

// waitTurn waits until it is this machine's turn to make what a key of the directory stands for, and reports whether none has done so meanwhile.
func (n *Node) waitTurn(ctx context.Context, key string) bool {
	for end := time.Now().Add(time.Duration(n.cfg.Node-1) * createAfter); ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
		if value, ok := n.dir.get(key); ok && value != nil {
			return false
		} else if ok && !time.Now().Before(end) {
			return true
		}
	}
	return false
}

// settleWorld makes sure that this machine has a folder of the world: a copy from another one, or a new one where there is no log yet.
func (n *Node) settleWorld(ctx context.Context) error {
	said := time.Now().Add(-7 * time.Second)
	for !pebble.IsWorld(n.cfg.Host.Dir) {
		begun, ok := n.dir.get(keyBegun)
		if ok && begun == nil && n.waitTurn(ctx, keyBegun) {
			return nil // a new world is made
		}
		err := n.fetch(ctx)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(said) > 10*time.Second {
			said = time.Now()
			n.cfg.Log.Warn("no copy of the world yet: it comes from the machine that has it", "why", err)
		}
		time.Sleep(300 * time.Millisecond)
	}
	return nil
}

// moveAside puts a world that cannot follow the log out of the way; nothing is deleted.
func (n *Node) moveAside(why error) error {
	to := fmt.Sprintf("%s.aside-%s", n.cfg.Host.Dir, time.Now().UTC().Format("20060102-150405.000"))
	n.cfg.Log.Warn("this machine's world is not that of the cluster: it is moved aside, and a copy is fetched", "why", why, "to", to)
	return os.Rename(n.cfg.Host.Dir, to)
}
