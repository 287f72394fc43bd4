package stage

import (
	"errors"
	"fmt"

	"voxtide/client/links"
)

// ErrNoPeers means that no method of Config.Methods asked for direct links, so that the stage has no network for them.
var ErrNoPeers = errors.New("no network between clients")

// SetMethod changes the method of client i while it plays; what is un-acked is kept. Where the server's judge differs it takes a round
// trip until the client goes on with it. DirectSuffix is the client's consent to direct links, on a stage that has any.
func (s *Stage) SetMethod(i int, text string) error {
	m, direct, err := ParseMethod(text)
	if err != nil {
		return fmt.Errorf("stage: %w", err)
	}
	if direct && s.peers == nil {
		return fmt.Errorf("stage: client %d: %w", i, ErrNoPeers)
	}
	if s.peers != nil {
		mode := links.Off
		if direct {
			mode = links.All
		}
		s.seats[i].client.SetDirectLinks(mode, nil)
	}
	if err := s.seats[i].client.SetMethod(m); err != nil {
		return fmt.Errorf("stage: client %d: %w", i, err)
	}
	return nil
}
