/* The model of gobackn.sxt. */
#define W 4
#define M 8
#define Q 5
chan data = [Q] of { byte };
chan acks = [Q] of { byte };

active proctype Sender() {
  byte base, next, a;
  do
  :: d_step { (next - base + M) % M < W && nfull(data) -> data ! next; next = (next + 1) % M }
  :: d_step { acks ? a -> if :: (a - base + M) % M <= (next - base + M) % M -> base = a :: else fi; a = 0 }
  :: d_step { next != base -> next = base }
  od
}

active proctype Receiver() {
  byte expected, s;
  do
  :: d_step { data ? s -> if :: s == expected -> expected = (expected + 1) % M :: else fi; s = 0 };
     acks ! expected
  od
}

active proctype Loss() {
  byte x;
  do
  :: d_step { data ? x -> x = 0 }
  :: d_step { acks ? x -> x = 0 }
  od
}
