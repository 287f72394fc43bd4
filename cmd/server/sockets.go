package main

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"path/filepath"

	"voxtide/cmd/internal/cli"
	"voxtide/server/host"
	"voxtide/settings"
)

// sockets are the listeners of a server.
type sockets struct {
	game    net.PacketConn
	metrics net.Listener   // of metrics; nil: none
	liveMap net.Listener   // of the map; nil: none
	doors   []net.Listener // for commands of machines over HTTP
	rcon    net.Listener   // nil: none
}

// listen opens all of them or none, before anything else is made, so that a port that is taken leaves nothing behind. The
// error names the flag, or the line of the settings file.
func (c *runCmd) listen(s *settings.Server, path string) (k sockets, err error) {
	of := func(err error, flag *string, key string) error { // of a socket that could not be opened
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
	addresses, _ := s.ControlAddresses() // checked with the settings
	for _, a := range addresses {
		if a.TCP == "" {
			continue // opened once there is a world
		}
		l, err := cli.ListenControl("control", a.TCP, "127.0.0.1:7403")
		if err != nil {
			return k, of(err, nil, "control")
		}
		k.doors = append(k.doors, l)
	}
	if s.RCON != "" {
		if k.rcon, err = cli.ListenControl("rcon", s.RCON, "127.0.0.1:25575"); err != nil {
			return k, of(err, nil, "rcon")
		}
	}
	return k, nil
}

// serve serves a world at the sockets, and says so: the line "listening ..." is written once players can come. The sockets are the host's then.
func (k *sockets) serve(h *host.Host, s *settings.Server, home string, stdout io.Writer, log *slog.Logger) error {
	address := k.game.LocalAddr()
	if err := h.Serve(k.game); err != nil {
		return err
	}
	if s.LAN {
		if err := h.AnswerLAN(address); err != nil {
			log.Info("lists of servers in the local network do not show this one", "why", err)
		}
	}
	if k.metrics != nil {
		log.Info("serving metrics", "at", fmt.Sprintf("http://%s/metrics", k.metrics.Addr()))
		h.ServeMetrics(k.metrics)
	}
	if k.liveMap != nil {
		if err := h.ServeMap(k.liveMap, host.MapShows{Players: s.MapPlayers, Regions: s.MapRegions}); err != nil {
			return err
		}
		log.Info("serving the map", "at", fmt.Sprintf("http://%s/", k.liveMap.Addr()))
	}
	if err := serveDoors(h, s, home, k.doors, k.rcon, log); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "listening %s world %s fingerprint %s\n", address, filepath.Base(h.Dir()), h.Key())
	for _, o := range h.Others() {
		log.Info("running, too", "world", o.Dir(), "seed", o.Info().Seed)
	}
	log.Info("running", "world", h.Dir(), "seed", h.Info().Seed, "players", s.MaxPlayers, "mode", s.GameMode)
	return nil
}

// close closes the open ones.
func (k *sockets) close() {
	if k.game != nil {
		k.game.Close()
	}
	for _, l := range append([]net.Listener{k.metrics, k.liveMap, k.rcon}, k.doors...) {
		if l != nil {
			l.Close()
		}
	}
}
