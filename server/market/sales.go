package market

import (
	"voxtide/timestream"
	"voxtide/world"
)

// Sale is what one player bought at a shop in a row.
type Sale struct {
	At    world.Pos
	By    timestream.Stream
	Buyer string
	Offer world.Offer
	Times int
	Since int64 // when the first of them was, in seconds since 1970,
	Last  int64 // and the last
	told  bool
}

const (
	salesMax  = 64 // sales that are remembered, the newest
	tellAfter = 3  // seconds for which sales to one player at one shop are added up before the shop's maker is told
)

// Sales are the last sales of a server. The zero value is none.
type Sales struct {
	all  [salesMax]Sale
	next int
}

// Note enters a sale. Of the sales to one player at one shop those that follow each other within seconds are one.
func (s *Sales) Note(n Sale) {
	if last := s.find(n.At); last != nil && !last.told && last.By == n.By && last.Offer == n.Offer {
		last.Times, last.Last = last.Times+n.Times, n.Last
		return
	}
	s.all[s.next%salesMax] = n
	s.next++
}

// find returns the last sale at a shop, nil if none is remembered.
func (s *Sales) find(at world.Pos) *Sale {
	for i := s.next - 1; i >= 0 && i >= s.next-salesMax; i-- {
		if x := &s.all[i%salesMax]; x.At == at {
			return x
		}
	}
	return nil
}

// LastAt returns the last sale at a shop; false if none is remembered.
func (s *Sales) LastAt(at world.Pos) (Sale, bool) {
	if x := s.find(at); x != nil {
		return *x, true
	}
	return Sale{}, false
}

// Due calls tell for each sale of which the shop's maker is to be told now, once for each.
func (s *Sales) Due(now int64, tell func(*Sale)) {
	for i := max(0, s.next-salesMax); i < s.next; i++ {
		if x := &s.all[i%salesMax]; !x.told && now-x.Since >= tellAfter {
			x.told = true
			tell(x)
		}
	}
}
