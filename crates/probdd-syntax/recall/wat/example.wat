;; a comment
(module $example
  (type $binary (func (param i32 i32) (result i32)))
  (import "env" "log" (func $log (param i32)))
  (memory (export "memory") 1 2)
  (table 2 funcref)
  (global $counter (mut i32) (i32.const 0))
  (data (i32.const 8) "text" "more")
  (elem (i32.const 0) $add $control)
  (func $add (export "add") (param $left i32) (param $right i32) (result i32)
    local.get $left
    local.get $right
    i32.add)
  (func $control (param $count i32) (result i32) (local $total i32) (local i64 f32)
    (local.set $total (i32.const 1))
    (block $out
      (loop $again
        (br_if $out (i32.gt_s (local.get $total) (i32.const 10)))
        (local.set $total (i32.add (local.get $total) (i32.mul (local.get $count) (i32.const 2))))
        (br $again)))
    (if (i32.eqz (local.get $total))
      (then (call $log (i32.const 3)))
      (else (call $log (i32.const 4)) (nop)))
    (i32.store offset=4 align=4 (i32.const 0) (local.get $total))
    (drop (call_indirect (type $binary) (i32.const 5) (i32.const 6) (i32.const 0)))
    (; a block comment ;)
    (select (local.get $total) (local.get $count) (global.get $counter)))
  (start $begin)
  (func $begin)
)
