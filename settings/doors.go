package settings

import (
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"

	"voxtide/server/webhook"
)

// ControlLocal is the word for the local socket in the data folder, in the setting control.
const ControlLocal = "local"

// controlMax bounds the addresses in the setting control.
const controlMax = 8

// ControlAddress is where commands of machines are answered.
type ControlAddress struct {
	Path string // of a local socket
	TCP  string // HOST:PORT; without it and without a path it is the usual local socket
}

// Local reports whether it is the usual local socket, in the data folder.
func (a ControlAddress) Local() bool { return a == ControlAddress{} }

// parseControl reads where commands of machines are answered. The error says what can be written.
func parseControl(text string) (all []ControlAddress, err error) {
	for word := range strings.FieldsSeq(text) {
		a := ControlAddress{}
		path, unix := strings.CutPrefix(word, "unix:")
		host, port, err := net.SplitHostPort(word)
		n, noNumber := strconv.ParseUint(port, 10, 16)
		switch {
		case word == ControlLocal:
		case unix && path != "":
			a.Path = path
		case unix || err != nil || noNumber != nil || n > 65535:
			return nil, fmt.Errorf("%.60q is not local, unix:PATH or HOST:PORT", word)
		case host == "":
			a.TCP = net.JoinHostPort("127.0.0.1", port)
		default:
			a.TCP = word
		}
		if slices.Contains(all, a) {
			return nil, fmt.Errorf("%.60q is there twice", word)
		}
		if all = append(all, a); len(all) > controlMax {
			return nil, fmt.Errorf("there are more than %d addresses", controlMax)
		}
	}
	return all, nil
}

// Webhook is an address of the web to which events are posted.
type Webhook struct {
	URL      string   `toml:"url"`
	Events   []string `toml:"events"`
	Template string   `toml:"template"`
}

// webhooksMax bounds the webhooks.
const webhooksMax = 16

func checkWebhooks(all []Webhook) error {
	if len(all) > webhooksMax {
		return fmt.Errorf("there are more than %d", webhooksMax)
	}
	for _, w := range all {
		if _, err := webhook.Parse(w.URL, w.Events, w.Template); err != nil {
			return err
		}
	}
	return nil
}

// hooks returns the webhooks of settings that checkWebhooks has looked at.
func hooks(of []Webhook) (all []webhook.Config) {
	for _, w := range of {
		if c, err := webhook.Parse(w.URL, w.Events, w.Template); err == nil {
			all = append(all, c)
		}
	}
	return all
}
