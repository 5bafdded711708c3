;; INTGR of the microgrid: an array is passed as its elements, one after the other.
(module
  (func (export "INTGR") (param $a i64) (param $b i64) (result i64)
    (i64.trunc_sat_f64_s
      (f64.floor
        (f64.add
          (f64.mul (f64.const 1.068) (f64.convert_i64_s (local.get $a)))
          (f64.mul (f64.const 1.007) (f64.convert_i64_s (local.get $b))))))))
