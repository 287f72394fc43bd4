package main

import (
	"net"

	"voxtide/cmd/internal/cli"
	"voxtide/settings"
)

// sockets are the listeners of a server.
type sockets struct {
	game    net.PacketConn
	metrics net.Listener // of metrics; nil: none
	liveMap net.Listener // of the map; nil: none
}

// listen opens all of them or none, before anything else is made, so that a port that is taken leaves nothing behind. The
// error names the flag, or the line of the settings file.
func (c *runCmd) listen(s *settings.Server, path string) (k sockets, err error) {
	of := func(err error, flag *string, key string) error {
		if err != nil {
			k.close()
			k = sockets{}
			if flag == nil {
				err = cli.AddressFromFile(err, key, settings.Locate(path, key))
			}
		}
		return err
	}
	if k.game, err = cli.Listen(s.Listen); err != nil {
		return k, of(err, c.Listen, "listen")
	}
	if s.MetricsListen != "" {
		if k.metrics, err = cli.ListenWeb(s.MetricsListen); err != nil {
			return k, of(err, c.Metrics, "metrics")
		}
	}
	if s.MapListen != "" {
		if k.liveMap, err = cli.ListenMap(s.MapListen); err != nil {
			return k, of(err, c.Map, "map")
		}
	}
	return k, nil
}

// close closes the open ones.
func (k *sockets) close() {
	if k.game != nil {
		k.game.Close()
	}
	for _, l := range []net.Listener{k.metrics, k.liveMap} {
		if l != nil {
			l.Close()
		}
	}
}
