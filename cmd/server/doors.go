package main

import (
	"fmt"
	"log/slog"
	"net"
	"path/filepath"

	"voxtide/server/control"
	"voxtide/server/host"
	"voxtide/server/tokens"
	"voxtide/settings"
)

// localSocket returns the path of the usual local socket of a world.
func localSocket(home, world string) string {
	return filepath.Join(home, "control", filepath.Base(world)+".sock")
}

// tokensFile returns the path of the file of tokens.
func tokensFile(home string) string { return filepath.Join(home, tokens.FileName) }

// serveDoors answers commands of machines, over local sockets, HTTP and RCON.
func serveDoors(h *host.Host, s *settings.Server, home string, doors []net.Listener, panels net.Listener, log *slog.Logger) error {
	store := tokens.NewStore(tokensFile(home))
	if loose, err := settings.RestrictPermissions(tokensFile(home)); loose {
		log.Warn("others on this machine could read the file of tokens: it is its owner's alone now", "file", tokensFile(home), "err", err)
	}
	addresses, err := s.ControlAddresses()
	if err != nil {
		return err
	}
	for _, a := range addresses {
		if a.TCP != "" {
			continue
		}
		path := a.Path
		if a.Local() {
			path = localSocket(home, h.Dir())
		}
		l, err := control.ListenLocal(path)
		switch {
		case err != nil && a.Local(): // a usual setting must not keep a server from starting
			log.Warn("there is no local socket for server ctl", "why", err)
			continue
		case err != nil:
			return fmt.Errorf("control: %w", err)
		}
		if err := h.ServeControl(l, store, true); err != nil {
			return err
		}
		log.Info("taking commands", "at", path)
	}
	for _, l := range doors {
		if err := h.ServeControl(l, store, false); err != nil {
			return err
		}
		log.Info("taking commands", "at", fmt.Sprintf("http://%s/admin", l.Addr()))
	}
	if panels != nil {
		if err := h.ServeRCON(panels, store); err != nil {
			return err
		}
		log.Info("taking commands of panels by RCON", "at", panels.Addr().String())
	}
	return nil
}
