package main

import (
	"log/slog"
	"path/filepath"

	"voxtide/internal/resourcepack"
	"voxtide/protocol"
	"voxtide/server/handout"
	"voxtide/settings"
)

// resourcePack reads the pack of the settings; nil for none, and for one that cannot be used: the log says which file is wrong and why, and
// everybody plays without it.
func resourcePack(path, data string, log *slog.Logger) *handout.Pack {
	if path == "" {
		return nil
	}
	if home, err := settings.Home(data); err == nil && !filepath.IsAbs(path) {
		path = filepath.Join(home, path)
	}
	p, err := resourcepack.Open(path)
	var packed []byte
	if err == nil {
		packed, err = p.Pack()
	}
	if err != nil {
		log.Error("the resource pack cannot be used: players play without it", "resource_pack", path, "why", err)
		return nil
	}
	log.Info("serving a resource pack", "name", p.Name, "textures", len(p.Textures), "sounds", len(p.Sounds), "bytes", len(packed))
	return &handout.Pack{PackOffer: protocol.PackOffer{ID: resourcepack.IDOf(packed), Size: len(packed), Name: p.Name}, Bytes: packed}
}

// The bounds are the same on both sides.
const (
	_ = uint(protocol.PackMax-resourcepack.PackedMax) + uint(resourcepack.PackedMax-protocol.PackMax)
	_ = uint(protocol.PackNameMax-resourcepack.NameMax) + uint(resourcepack.NameMax-protocol.PackNameMax)
)
