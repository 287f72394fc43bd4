package stage

import (
	"fmt"

	"voxtide/client"
)

// SetMethod changes the method of client i while it plays; what is un-acked is kept. Where the server's judge differs it takes a round
// trip until the client goes on with it.
func (s *Stage) SetMethod(i int, text string) error {
	m, err := client.ParseMethod(text)
	if err != nil {
		return fmt.Errorf("stage: %w", err)
	}
	if err := s.seats[i].client.SetMethod(m); err != nil {
		return fmt.Errorf("stage: client %d: %w", i, err)
	}
	return nil
}
