package main

// rows are the measures, in the order of the table.
var rows = []row{
	{"explore, time as data: atm", seconds, figure{value: 0.61}, span{5, 9}, "30 × the peer", explored("bench/speed/models/atm.sxt", 11, 20000)},
	{"explore, time as data: dummy", seconds, figure{value: 0.99}, span{5, 9}, "30 × the peer", explored("bench/speed/models/dummy.sxt", 14, 20000)},
	{"explore, time as data: coffee", seconds, figure{value: 2.3}, span{5, 9}, "30 × the peer", explored("bench/speed/models/coffee.sxt", 10, 20000)},
	{"explore, a clock: atmtimed", seconds, figure{value: 0.2}, span{}, "", explored("examples/atmtimed/atmtimed.sxt", 20, 20000)},
	{"explore, platoon", seconds, figure{value: 2}, span{27, 27}, "60 × the peer", explored("bench/speed/models/platoon.sxt", 11, 20000)},
	{"explore, water", seconds, figure{value: 0.45}, span{80, 80}, "150 × the peer", explored("bench/speed/models/water.sxt", 10, 20000)},
	{"explore, interleaving without data, 500,000 states", seconds, figure{value: 1}, span{7, 7}, "20 × the peer", exploredText(interleaving(4, 5), 1000, 500000)},
	{"generate, account", seconds, figure{value: 0.49}, span{0.1, 2.9}, "3 × the peer", generated("examples/account/account.sxt")},
	{"generate, atmtimed", seconds, figure{value: 0.095}, span{0.1, 2.9}, "3 × the peer", generated("examples/atmtimed/atmtimed.sxt")},
	{"generate, class2", seconds, figure{value: 0.18}, span{0.1, 2.9}, "3 × the peer", generated("examples/class2/class2.sxt")},
	{"generate, cruise", seconds, figure{value: 0.086}, span{0.1, 2.9}, "3 × the peer", generated("examples/cruise/cruise.sxt")},
	{"generate, electrical", seconds, figure{value: 17}, span{0.1, 2.9}, "3 × the peer", generated("examples/electrical/electrical.sxt")},
	{"generate, fischer", seconds, figure{value: 0.54}, span{0.1, 2.9}, "3 × the peer", generated("examples/fischer/fischer.sxt")},
	{"generate, light", seconds, figure{value: 0.53}, span{0.1, 2.9}, "3 × the peer", generated("examples/light/light.sxt")},
	{"generate, small", seconds, figure{value: 0.35}, span{0.1, 2.9}, "3 × the peer", generated("examples/small/small.sxt")},
	{"memory, without data", perState, figure{value: 0.75}, span{}, "0.1 KB/state", bytesPerState(interleaving(4, 5), 500000)},
	{"memory, with data", perState, figure{value: 0.96}, span{}, "1 KB/state", bytesPerState(pair(), 100000)},
	{"memory, 786 variables", perState, figure{value: 42}, span{}, "3 KB/state", bytesPerState(wide(786), 20000)},
	{"1,000,000 states, two machines with data", both, figure{13.5, 1.0}, span{}, "10 s, 1 GB", million},
	{"finite machines, exhausted with --prune in 12 s", machines, figure{value: 0}, span{}, "all", exhausted},
	{"10,000,000 states without symbols", rateBytes, figure{}, span{}, "60 s", tenMillion},
	{"mutate, microgrid", seconds, figure{value: 60}, span{}, "10 s", mutated("examples/microgrid/microgrid.sxt")},
	{"mutate, kiosk", seconds, figure{value: 60}, span{}, "10 s", mutated("examples/vending/kiosk.sxt")},
	{"mutate, parking", seconds, figure{value: 60}, span{}, "10 s", mutated("examples/parking/parking.sxt")},
}
