/* The model of philosophers.sxt. */
#define N 12
bit fork[N];
active [N] proctype P() {
  byte i = _pid; byte j = (_pid + 1) % N;
thinks: atomic { fork[i] == 0 -> fork[i] = 1 }
wants: atomic { fork[j] == 0 -> fork[j] = 1 }
eats: fork[i] = 0;
last: fork[j] = 0; goto thinks
}
