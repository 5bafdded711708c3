/* The model of ring.sxt. */
#define N 10
#define left q[_pid]
#define right q[(_pid + 1) % N]
chan q[N] = [N] of { byte };

active [N] proctype Node() {
  byte me = (_pid * 7) % N;
  byte x;
  bit won;
  right ! me;
  do
  :: d_step { !won && len(left) > 0 -> left ? x;
       if
       :: x < me
       :: x > me -> right ! x
       :: x == me -> won = 1
       fi;
       x = 0 }
  od
}
