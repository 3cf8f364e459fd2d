(module
  (import "env" "memory" (memory 0))
  (func $run (param $step i32) (param $sampled i32) (param $counts i32) (param $scratch i32) (param $groups_x i32) (param $groups_y i32) (param $groups_z i32) (param $from i32) (param $to i32)
    (local $group_x i32)
    (local $group_y i32)
    (local $group_z i32)
    (local $local i32)
    (local $thread_at i32)
    (local $last i32)
    (local $row_base_at i32)
    (local $row_base i32)
    (local $row_at i32)
    (local $row i32)
    (local $lane_base_at i32)
    (local $lane_base i32)
    (local $lane_at i32)
    (local $lane i32)
    (local $outputs_at i32)
    (local $outputs i32)
    (local $last_output i32)
    (local $next_row_at i32)
    (local $next_row i32)
    (local $next_lane_at i32)
    (local $next_lane i32)
    (local $threads v128)
    (local $slot_base_at i32)
    (local $slot_base i32)
    (local $slot_at i32)
    (local $slot i32)
    (local $output i32)
    (local $output_row_at i32)
    (local $output_row i32)
    (local $owner_at i32)
    (local $owner i32)
    (local $token_at i32)
    (local $token i32)
    (local $at i32)
    (local $at_2 i32)
    (local $before v128)
    (local $stored v128)
    (local $index v128)
    (local $at0 i32)
    (local $at1 i32)
    (local $at2 i32)
    (local $at3 i32)
    (block
      (loop
        (br_if 1 (i32.eqz (i32.lt_u (local.get $from) (local.get $to))))
        (local.set $group_x (i32.rem_u (local.get $from) (local.get $groups_x)))
        (local.set $group_y (i32.rem_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $group_z (i32.div_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $last (local.get $group_x))
        (local.set $row_base_at (i32.add (local.get $step) (i32.mul (i32.const 12) (i32.const 4))))
        (local.set $row_base (i32.load (local.get $row_base_at)))
        (local.set $row_at
          (i32.add (local.get $step) (i32.mul (i32.add (local.get $row_base) (local.get $last)) (i32.const 4))))
        (local.set $row (i32.load (local.get $row_at)))
        (local.set $lane_base_at (i32.add (local.get $step) (i32.mul (i32.const 5) (i32.const 4))))
        (local.set $lane_base (i32.load (local.get $lane_base_at)))
        (local.set $lane_at
          (i32.add (local.get $step) (i32.mul (i32.add (local.get $lane_base) (local.get $row)) (i32.const 4))))
        (local.set $lane (i32.load (local.get $lane_at)))
        (local.set $outputs_at (i32.add (local.get $step) (i32.mul (i32.const 2) (i32.const 4))))
        (local.set $outputs (i32.load (local.get $outputs_at)))
        (local.set $last_output (i32.sub (local.get $outputs) (i32.const 1)))
        (local.set $next_row_at
          (i32.add
            (local.get $step)
            (i32.mul
              (i32.add
                (local.get $row_base)
                (select
                  (i32.add (local.get $last) (i32.const 1))
                  (local.get $last_output)
                  (i32.lt_s (i32.add (local.get $last) (i32.const 1)) (local.get $last_output))))
              (i32.const 4))))
        (local.set $next_row (i32.load (local.get $next_row_at)))
        (local.set $next_lane_at
          (i32.add (local.get $step) (i32.mul (i32.add (local.get $lane_base) (local.get $next_row)) (i32.const 4))))
        (local.set $next_lane (i32.load (local.get $next_lane_at)))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $threads
            (i32x4.lt_s
              (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
              (v128.const i32x4 0x1 0x1 0x1 0x1)))
          (if
            (i32.or
              (i32.eq (local.get $last) (local.get $last_output))
              (i32.ne (local.get $next_lane) (local.get $lane)))
            (then
              (local.set $slot_base_at (i32.add (local.get $step) (i32.mul (i32.const 10) (i32.const 4))))
              (local.set $slot_base (i32.load (local.get $slot_base_at)))
              (local.set $slot_at
                (i32.add (local.get $step) (i32.mul (i32.add (local.get $slot_base) (local.get $lane)) (i32.const 4))))
              (local.set $slot (i32.load (local.get $slot_at)))
              (local.set $output (i32.const 0))
              (block
                (loop
                  (br_if 1 (i32.eqz (i32.lt_s (local.get $output) (i32.add (local.get $last) (i32.const 1)))))
                  (local.set $output_row_at
                    (i32.add
                      (local.get $step)
                      (i32.mul (i32.add (local.get $row_base) (local.get $output)) (i32.const 4))))
                  (local.set $output_row (i32.load (local.get $output_row_at)))
                  (local.set $owner_at
                    (i32.add
                      (local.get $step)
                      (i32.mul (i32.add (local.get $lane_base) (local.get $output_row)) (i32.const 4))))
                  (local.set $owner (i32.load (local.get $owner_at)))
                  (if
                    (i32.eq (local.get $owner) (local.get $lane))
                    (then
                      (local.set $token_at
                        (i32.add
                          (local.get $sampled)
                          (i32.mul (i32.mul (local.get $output) (i32.const 2)) (i32.const 4))))
                      (local.set $token (i32.load (local.get $token_at)))
                      (local.set $at (i32.add (i32.mul (local.get $slot) (i32.const 48)) (local.get $token)))
                      (local.set $at_2 (i32.add (local.get $counts) (i32.mul (local.get $at) (i32.const 4))))
                      (local.set $before (v128.load32_splat (local.get $at_2)))
                      (local.set $stored (i32x4.add (local.get $before) (v128.const i32x4 0x1 0x1 0x1 0x1)))
                      (local.set $index (i32x4.splat (local.get $at)))
                      (local.set $at0
                        (i32.add (local.get $counts) (i32.mul (i32x4.extract_lane 0 (local.get $index)) (i32.const 4))))
                      (local.set $at1
                        (i32.add (local.get $counts) (i32.mul (i32x4.extract_lane 1 (local.get $index)) (i32.const 4))))
                      (local.set $at2
                        (i32.add (local.get $counts) (i32.mul (i32x4.extract_lane 2 (local.get $index)) (i32.const 4))))
                      (local.set $at3
                        (i32.add (local.get $counts) (i32.mul (i32x4.extract_lane 3 (local.get $index)) (i32.const 4))))
                      (if
                        (i32x4.extract_lane 0 (local.get $threads))
                        (then
                          (v128.store32_lane 0 (local.get $at0) (local.get $stored))))
                      (if
                        (i32x4.extract_lane 1 (local.get $threads))
                        (then
                          (v128.store32_lane 1 (local.get $at1) (local.get $stored))))
                      (if
                        (i32x4.extract_lane 2 (local.get $threads))
                        (then
                          (v128.store32_lane 2 (local.get $at2) (local.get $stored))))
                      (if
                        (i32x4.extract_lane 3 (local.get $threads))
                        (then
                          (v128.store32_lane 3 (local.get $at3) (local.get $stored))))))
                  (local.set $output (i32.add (local.get $output) (i32.const 1)))
                  (br 0)))))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 4))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br 0))))
  (export "run" (func $run)))
