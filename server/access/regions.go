package access

import (
	"fmt"
	"slices"
	"strings"

	"voxtide/land"
	"voxtide/world"
)

// Region is a box of land to which flags give rules of its own. What it does not say, a region of lower priority says, and at last the claims and the
// rules of the world.
type Region struct {
	Name      string // a word in lower case; no two have the same
	Low, High world.Pos
	Priority  int // of regions over each other the highest counts first, of equal ones the smallest, so that one within another counts before it
	Trusted   []Principal
	Flags     RegionFlags
}

// RegionFlags are the rules of a region; "" says nothing.
type RegionFlags struct {
	Build    string // who may build: all, trusted or none
	Use      string // who may use doors, boxes and the like: all, trusted or none; as Build if it says nothing
	Enter    string // none: no body comes in but by the command "region visit"; all
	PvP      string // off: players are not struck here; on
	Greeting string // is told to who comes in
	To       string // the world of this server to which who comes in goes on
}

// Bounds of regions.
const (
	RegionsMax     = 1024
	RegionWidthMax = land.AreaWidthMax // blocks along an axis
	PriorityMax    = 1000
	GreetingMax    = 120 // bytes
)

// flagValues are the values that flags may have, by name, in the order in which they are shown.
var flagValues = []struct {
	name   string
	values []string // nil: any text
	of     func(*RegionFlags) *string
}{
	{"build", []string{"all", "trusted", "none"}, func(f *RegionFlags) *string { return &f.Build }},
	{"use", []string{"all", "trusted", "none"}, func(f *RegionFlags) *string { return &f.Use }},
	{"enter", []string{"all", "none"}, func(f *RegionFlags) *string { return &f.Enter }},
	{"pvp", []string{"on", "off"}, func(f *RegionFlags) *string { return &f.PvP }},
	{"to", nil, func(f *RegionFlags) *string { return &f.To }},
	{"greeting", nil, func(f *RegionFlags) *string { return &f.Greeting }},
}

// Set sets a flag by its name; "" or "-" takes it away. The error says which there are.
func (f *RegionFlags) Set(name, value string) error {
	if value == "-" {
		value = ""
	}
	var names []string
	for _, v := range flagValues {
		names = append(names, v.name)
		if v.name != name {
			continue
		}
		switch {
		case value == "" || v.values == nil && len(value) <= GreetingMax && isOneLine(value) || slices.Contains(v.values, value):
			*v.of(f) = value
			return nil
		case v.values == nil:
			return fmt.Errorf("%s is one line of at most %d bytes", name, GreetingMax)
		}
		return fmt.Errorf("%s is %.40q, not %s, or - for nothing", name, value, strings.Join(v.values, ", "))
	}
	return fmt.Errorf("there is no flag %.40q, only %s, and priority", name, strings.Join(names, ", "))
}

// String writes the flags that say something, as "region set" reads them.
func (f *RegionFlags) String() string {
	var out []string
	for _, v := range flagValues {
		if value := *v.of(f); value != "" {
			if v.values == nil {
				value = `"` + value + `"`
			}
			out = append(out, v.name+"="+value)
		}
	}
	return strings.Join(out, " ")
}

// Contains reports whether a cell belongs to the region.
func (r *Region) Contains(p world.Pos) bool {
	return p.X >= r.Low.X && p.X <= r.High.X && p.Y >= r.Low.Y && p.Y <= r.High.Y && p.Z >= r.Low.Z && p.Z <= r.High.Z
}

// Area returns the region as an area of land.
func (r *Region) Area() land.Area {
	return land.Area{Low: [3]int32{r.Low.X, r.Low.Y, r.Low.Z}, High: [3]int32{r.High.X, r.High.Y, r.High.Z}}
}

// Trusts reports whether a principal is trusted in the region.
func (r *Region) Trusts(w Principal) bool { return contains(r.Trusted, w) }

// Trust adds a trusted principal; false if there already is one that means the same, or too many.
func (r *Region) Trust(w Principal) bool {
	if r.Trusts(w) || len(r.Trusted) >= TrustedMax {
		return false
	}
	r.Trusted = append(r.Trusted, w)
	return true
}

// Untrust removes the trusted principals that a principal matches, by name too.
func (r *Region) Untrust(w Principal) { remove(&r.Trusted, w) }

func (r *Region) cells() int64 {
	return int64(r.High.X-r.Low.X+1) * int64(r.High.Y-r.Low.Y+1) * int64(r.High.Z-r.Low.Z+1)
}

// before reports whether what a region says counts before what another one says.
func (r *Region) before(o *Region) bool {
	if r.Priority != o.Priority {
		return r.Priority > o.Priority
	}
	return r.cells() < o.cells()
}

func (r *Region) validate() error {
	if !isRoleName(r.Name) {
		return fmt.Errorf("%w: the name of a region is 1 to %d lower-case letters, digits and hyphens, not %.40q", ErrInvalid, NameMax, r.Name)
	}
	if !r.Area().Valid() || r.Priority < -PriorityMax || r.Priority > PriorityMax || len(r.Trusted) > TrustedMax {
		return fmt.Errorf("%w: the region %s is not 1 to %d blocks large along each axis, has a priority that is not -%d to %d, or trusts more than %d", ErrInvalid, r.Name, RegionWidthMax, PriorityMax, PriorityMax, TrustedMax)
	}
	for _, v := range flagValues {
		f := r.Flags
		if err := f.Set(v.name, *v.of(&f)); err != nil {
			return fmt.Errorf("%w: the region %s: %w", ErrInvalid, r.Name, err)
		}
	}
	for _, w := range r.Trusted {
		if err := w.validate(); err != nil {
			return err
		}
	}
	return nil
}

// Region returns the region of a name, nil if there is none.
func (b *Lists) Region(name string) *Region {
	for i := range b.Regions {
		if b.Regions[i].Name == name {
			return &b.Regions[i]
		}
	}
	return nil
}

// AddRegion adds a region. Errors: ErrFull, ErrInvalid.
func (b *Lists) AddRegion(r Region) error {
	if len(b.Regions) >= RegionsMax {
		return ErrFull
	}
	if b.Region(r.Name) != nil {
		return fmt.Errorf("%w: there is a region %s already", ErrInvalid, r.Name)
	}
	if err := r.validate(); err != nil {
		return err
	}
	b.Regions = append(b.Regions, r)
	return nil
}

// RemoveRegion removes the region of a name; false if there is none.
func (b *Lists) RemoveRegion(name string) bool {
	n := len(b.Regions)
	b.Regions = slices.DeleteFunc(b.Regions, func(r Region) bool { return r.Name == name })
	return len(b.Regions) < n
}

// DecidingRegion returns the region at a cell whose flag counts, and what it says; nil if none says anything. flag is that of one of the fields.
func (b *Lists) DecidingRegion(p world.Pos, flag func(*RegionFlags) string) (of *Region, value string) {
	for i := range b.Regions {
		if r := &b.Regions[i]; r.Contains(p) && (of == nil || r.before(of)) {
			if v := flag(&r.Flags); v != "" {
				of, value = r, v
			}
		}
	}
	return of, value
}

// MayChange reports whether a principal may build at a cell or, with use, use what is there, and by which claim not, if it is one.
func (b *Lists) MayChange(w Principal, p world.Pos, use bool) (may bool, denied *Claim) {
	if len(b.Regions) > 0 {
		of, value := b.DecidingRegion(p, func(f *RegionFlags) string {
			if use && f.Use != "" {
				return f.Use
			}
			return f.Build
		})
		switch {
		case of == nil:
		case value == "all" || value == "trusted" && of.Trusts(w):
			return true, nil
		default:
			return false, nil
		}
	}
	denied = b.DeniedBy(w, p)
	return denied == nil, denied
}

// validateRegions is the part of Validate about regions and the border.
func (b *Lists) validateRegions() error {
	if !b.Border.Valid() {
		return fmt.Errorf("%w: the border is a number of blocks from 0 to %d, and the middle of it", ErrInvalid, land.BorderMax)
	}
	if len(b.Regions) > RegionsMax {
		return fmt.Errorf("%w: more than %d regions", ErrInvalid, RegionsMax)
	}
	closed := 0
	for i := range b.Regions {
		if err := b.Regions[i].validate(); err != nil {
			return err
		}
		if b.Region(b.Regions[i].Name) != &b.Regions[i] {
			return fmt.Errorf("%w: the region %s is there twice", ErrInvalid, b.Regions[i].Name)
		}
		if b.Regions[i].Flags.Enter == "none" {
			closed++
		}
	}
	if closed > land.ClosedMax {
		return fmt.Errorf("%w: more than %d regions are closed", ErrInvalid, land.ClosedMax)
	}
	return nil
}
