#define N 5
byte level[N];
byte last[N - 1];

active [N] proctype Process() {
  byte l = 1;
enter:
  level[_pid] = l;
  last[l - 1] = _pid;
  if
  :: d_step { l < N - 1 && (last[l - 1] != _pid || \
      ((_pid == 0 || level[0] < l) && (_pid == 1 || level[1] < l) && (_pid == 2 || level[2] < l) && (_pid == 3 || level[3] < l) && (_pid == 4 || level[4] < l))) -> l++ } ; goto enter
  :: l == N - 1 && (last[l - 1] != _pid || \
      ((_pid == 0 || level[0] < l) && (_pid == 1 || level[1] < l) && (_pid == 2 || level[2] < l) && (_pid == 3 || level[3] < l) && (_pid == 4 || level[4] < l))) 
  fi;
  d_step { level[_pid] = 0; l = 1 };
  goto enter
}
