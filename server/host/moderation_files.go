package host

import (
	"fmt"
	"time"

	"voxtide/server/access"
)

// What moderators did, in the files of the access lists: bans and mutes in access.toml, the record in a file of its own, because it grows.

type banEntry struct {
	Name   string    `toml:"name"`
	Key    string    `toml:"key,omitempty"`
	Until  time.Time `toml:"until,omitempty"`
	Reason string    `toml:"reason,omitempty"`
	By     string    `toml:"by,omitempty"`
}

type addressEntry struct {
	Range  string    `toml:"range"`
	Until  time.Time `toml:"until,omitempty"`
	Reason string    `toml:"reason,omitempty"`
	By     string    `toml:"by,omitempty"`
}

type recordEntry struct {
	Name string    `toml:"name"`
	Key  string    `toml:"key,omitempty"`
	At   time.Time `toml:"at,omitempty"`
	By   string    `toml:"by,omitempty"`
	Kind string    `toml:"kind"`
	Text string    `toml:"text,omitempty"`
}

type recordFile struct {
	Entries []recordEntry `toml:"entry,omitempty"`
}

const recordFileHead = `# What operators did about players, and noted: "record NAME" shows it. The server writes this file; after an edit give "reload"
# on the console.

`

// timeOf returns the time of seconds since 1970, the zero value for 0; secondsOf the other way.
func timeOf(seconds int64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}

func secondsOf(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}

func bansToEntries(list []access.Ban) (out []banEntry) {
	for _, n := range list {
		out = append(out, banEntry{Name: n.Principal.Name, Key: keyText(n.Principal.Key), Until: timeOf(n.Until), Reason: n.Reason, By: n.By})
	}
	return out
}

func entriesToBans(list []banEntry, who func(name, key string) access.Principal) (out []access.Ban) {
	for _, e := range list {
		out = append(out, access.Ban{Principal: who(e.Name, e.Key), Until: secondsOf(e.Until), Reason: e.Reason, By: e.By})
	}
	return out
}

func addressBansToEntries(list []access.AddressBan) (out []addressEntry) {
	for _, n := range list {
		out = append(out, addressEntry{Range: access.RangeText(n.Range), Until: timeOf(n.Until), Reason: n.Reason, By: n.By})
	}
	return out
}

func entriesToAddressBans(list []addressEntry) (out []access.AddressBan, err error) {
	for _, e := range list {
		r, ok := access.ParseRange(e.Range)
		if !ok {
			return nil, fmt.Errorf("the range of a ban_address is %.40q, not an address such as 192.0.2.7, or a range such as 192.0.2.0/24", e.Range)
		}
		out = append(out, access.AddressBan{Range: r, Until: secondsOf(e.Until), Reason: e.Reason, By: e.By})
	}
	return out, nil
}

func recordToFile(list []access.RecordEntry) *recordFile {
	r := &recordFile{}
	for _, e := range list {
		r.Entries = append(r.Entries, recordEntry{Name: e.Principal.Name, Key: keyText(e.Principal.Key), At: timeOf(e.At), By: e.By, Kind: e.Kind, Text: e.Text})
	}
	return r
}

func fileToRecord(r *recordFile, who func(name, key string) access.Principal) (out []access.RecordEntry) {
	for _, e := range r.Entries {
		out = append(out, access.RecordEntry{Principal: who(e.Name, e.Key), At: secondsOf(e.At), By: e.By, Kind: e.Kind, Text: e.Text})
	}
	return out
}
