package linktest

import (
	"crypto/ed25519"

	"voxtide/transport/gate"
	"voxtide/transport/lanes"
)

// keyed gives both ends of a connection their keys.
func keyed(cfg lanes.Config) (client, server lanes.Config) {
	secret := func(n byte) gate.Secret { return gate.NewSecret(ed25519.NewKeyFromSeed(append(make([]byte, 31), n))) }
	client, server = cfg, cfg
	known := secret(1).Public()
	server.Gate.Secret = secret(1)
	client.Gate.Secret, client.Gate.Known = secret(2), &known
	return client, server
}
