package queue

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/server/access"
)

// TestOrder: whatever players come, lose their connection and come back, those who are let in are let in in the order in which those came who
// were there all the time; nobody who waits is kept from it by one who is gone, and a seat is kept for its time.
func TestOrder(t *testing.T) {
	src := testrand.New(t)
	const most = 20
	in, back, gone := 0, 0, 0
	for range 200 {
		var q Queue
		type player struct {
			who    access.Principal
			seat   *Seat
			lostAt time.Duration // 0: here
		}
		var line []*player // by arrival
		now, n := time.Second, 0
		for range 300 {
			now += time.Duration(src.IntN(2000)) * time.Millisecond
			q.Expire(now)
			line = slices.DeleteFunc(line, func(p *player) bool {
				over := p.lostAt > 0 && now-p.lostAt > keepFor
				if over {
					gone++
				}
				return over
			})
			switch src.IntN(4) {
			case 0:
				n++
				p := &player{who: access.Principal{Name: fmt.Sprint("p", n), Key: access.Identity{byte(n), byte(n >> 8), 1}}}
				p.seat = q.Take(p.who, most)
				if (p.seat == nil) != (len(line) >= most) {
					t.Fatalf("%d wait, and there is a seat: %v", len(line), p.seat != nil)
				}
				if p.seat != nil {
					line = append(line, p)
				}
			case 1:
				if len(line) > 0 {
					if p := line[src.IntN(len(line))]; p.lostAt == 0 {
						q.Lose(p.seat, now)
						p.lostAt = now
					}
				}
			case 2:
				if len(line) > 0 {
					if p := line[src.IntN(len(line))]; p.lostAt > 0 {
						if s := q.Take(p.who, most); s != p.seat {
							t.Fatal("another seat for one who comes back")
						}
						p.lostAt = 0
						back++
					}
				}
			case 3: // a place is free
				var want *player
				for _, p := range line {
					if p.lostAt == 0 {
						want = p
						break
					}
				}
				for _, p := range line {
					if p.lostAt == 0 && q.First(p.who) != (p == want) {
						t.Fatalf("%s: first %v", p.who.Name, q.First(p.who))
					}
				}
				if newcomer := (access.Principal{Name: "new", Key: access.Identity{9}}); q.First(newcomer) != (want == nil) {
					t.Fatal("one who comes now overtakes")
				}
				if want != nil {
					q.Leave(want.seat)
					line = slices.DeleteFunc(line, func(p *player) bool { return p == want })
					in++
				}
			}
			if q.Len() != len(line) {
				t.Fatalf("%d seats, %d wait", q.Len(), len(line))
			}
			for i, p := range line {
				if got := q.Place(p.seat); got != (Place{i + 1, len(line)}) {
					t.Fatalf("%s is %v", p.who.Name, got)
				}
			}
		}
	}
	if in < 1000 || back < 500 || gone < 100 {
		t.Errorf("only %d came in, %d came back, %d seats ended", in, back, gone)
	}
	t.Logf("%d came in, %d came back to their seat, %d seats ended", in, back, gone)
}

// TestNews: each is told once where he stands, and again when that changes.
func TestNews(t *testing.T) {
	var q Queue
	ann := q.Take(access.Principal{Name: "ann"}, 5)
	if p, news := q.News(ann); !news || p.String() != "full, you are 1st of 1" {
		t.Error(p, news)
	}
	if _, news := q.News(ann); news {
		t.Error("told twice")
	}
	bob := q.Take(access.Principal{Name: "bob"}, 5)
	q.Take(access.Principal{Name: "carl"}, 5)
	if p, news := q.News(bob); !news || p.String() != "full, you are 2nd of 3" {
		t.Error(p, news)
	}
	q.Leave(ann)
	if p, news := q.News(bob); !news || p.String() != "full, you are 1st of 2" {
		t.Error(p, news)
	}
	for n, want := range map[int]string{3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 112: "112th"} {
		if Ordinal(n) != want {
			t.Errorf("%d is %s", n, Ordinal(n))
		}
	}
}
