package main

import (
	"net"

	"voxtide/cmd/internal/start"
	"voxtide/settings"
)

// sockets are what a server listens at.
type sockets struct {
	game  net.PacketConn
	web   net.Listener // of metrics; nil: none
	chart net.Listener // of the map; nil: none
}

// listen opens them, all or none: before anything is made, so that nothing is where a port is taken. The error names the flag that
// was given, or the line of the file.
func (c *runCmd) listen(s *settings.Server, path string) (k sockets, err error) {
	of := func(err error, flag *string, key string) error {
		if err != nil {
			k.close()
			k = sockets{}
			if flag == nil {
				err = start.InFile(err, key, settings.Place(path, key))
			}
		}
		return err
	}
	if k.game, err = start.Listen(s.Listen); err != nil {
		return k, of(err, c.Listen, "listen")
	}
	if s.Metrics != "" {
		if k.web, err = start.ListenWeb(s.Metrics); err != nil {
			return k, of(err, c.Metrics, "metrics")
		}
	}
	if s.Map != "" {
		if k.chart, err = start.ListenMap(s.Map); err != nil {
			return k, of(err, c.Map, "map")
		}
	}
	return k, nil
}

// close closes those that are open.
func (k *sockets) close() {
	if k.game != nil {
		k.game.Close()
	}
	for _, l := range []net.Listener{k.web, k.chart} {
		if l != nil {
			l.Close()
		}
	}
}
