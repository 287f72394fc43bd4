package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"

	"voxtide/protocol"
	"voxtide/settings"
	"voxtide/transport/secure"
)

// playerKey returns the key that identifies this player on all servers. The first start creates it.
func playerKey(home string) (secure.Secret, error) {
	key, err := settings.LoadKey(filepath.Join(home, "player.key"))
	if err != nil {
		return secure.Secret{}, err
	}
	return secure.NewSecret(key), nil
}

// hostKeys decides which key of a server is trusted: the known one, or the one with the fingerprint that the player gave,
// or at the first contact any key, which is known from then on (trust on first use). The transport calls it from its own
// goroutines.
type hostKeys struct {
	address           string
	acceptFingerprint string // from --accept-key, "" for none
	log               *slog.Logger

	mu         sync.Mutex
	knownHosts *settings.KnownHosts // nil where no keys are stored
	key        *secure.Key          // trusted key, nil at the first contact
}

// newHostKeys reads the known key of the server at an address. Errors: those of settings.ReadKnownHosts.
func newHostKeys(home, address, accept string, log *slog.Logger) (*hostKeys, error) {
	t := &hostKeys{address: address, acceptFingerprint: accept, log: log}
	var err error
	if t.knownHosts, err = settings.ReadKnownHosts(filepath.Join(home, "known_servers")); err != nil {
		return nil, err
	}
	if raw, ok := t.knownHosts.Key(address); ok {
		if key := secure.Key(raw); accept == "" || key.String() == accept {
			t.key = &key
		}
	}
	return t, nil
}

// pinnedKey returns hostKeys that trust one key alone.
func pinnedKey(key secure.Key) *hostKeys { return &hostKeys{key: &key} }

func (t *hostKeys) known() *secure.Key {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.key
}

// trustFirst stores the key of a first contact, or refuses it.
func (t *hostKeys) trustFirst(key secure.Key) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.acceptFingerprint != "" && key.String() != t.acceptFingerprint {
		return fmt.Errorf("the server's key has fingerprint %s, not %s as --accept-key says", key, t.acceptFingerprint)
	}
	if t.knownHosts != nil {
		if err := t.knownHosts.Set(t.address, key); err != nil {
			return fmt.Errorf("the server's key cannot be saved: %w", err)
		}
		t.log.Info("first contact with this server: its key is trusted from now on", "address", t.address, "fingerprint", key.String())
	}
	t.key = &key
	return nil
}

// explain returns the reason for which a connection has closed, with what people can do about it.
func explain(reason, address string, err error) string {
	var key *secure.KeyError
	var refused *secure.RefusedError
	switch {
	case errors.As(err, &key):
		return fmt.Sprintf("the server's key has changed: it was %s and is %s; if its owner says that this is right, accept it with: client --connect %s --accept-key %s",
			key.Known, key.Shown, address, key.Shown)
	case errors.As(err, &refused) && (refused.Code == secure.RefusedVersion || refused.Code == secure.RefusedLayout):
		return protocol.ReasonVersion.With(refused.Error())
	}
	return reason
}

// isFingerprint reports whether a text has the form of a key fingerprint.
func isFingerprint(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == 16 && text == strings.ToLower(text)
}
