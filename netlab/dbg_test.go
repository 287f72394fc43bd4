package netlab
import ("testing";"fmt";"os";"strconv";"errors")
func TestDbg(t *testing.T){
 if os.Getenv("DBG")=="" {t.Skip()}
 seed,_:=strconv.ParseUint(os.Getenv("DBG"),10,64)
 n,_:=strconv.ParseUint(os.Getenv("N"),10,64)
 for i:=range max(n,1) {
 c:=Config{Seed:seed+i}; mixed(&c)
 _,err:=Run(c,nil)
 if err==nil {continue}
 var b *Broken
 if errors.As(err,&b) { fmt.Println(err, b.Why); fmt.Printf("    %+v\n",c) } else {fmt.Println(err)}
 }
}
