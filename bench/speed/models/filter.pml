/* The model of filter.sxt. */
#define N 5
#define below(k) (_pid == k || level[k] < l)
#define pass (last[l - 1] != _pid || (below(0) && below(1) && below(2) && below(3) && below(4)))

byte level[N];
byte last[N - 1];

active [N] proctype Process() {
  byte l = 1;
enter:
  level[_pid] = l;
  last[l - 1] = _pid;
  if
  :: d_step { l < N - 1 && pass -> l++ }; goto enter
  :: l == N - 1 && pass
  fi;
  d_step { level[_pid] = 0; l = 1 };
  goto enter
}
