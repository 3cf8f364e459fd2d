(module
  (import "env" "memory" (memory 0))
  (func $run (param $step i32) (param $logits i32) (param $token i32) (param $sampled i32) (param $scratch i32) (param $groups_x i32) (param $groups_y i32) (param $groups_z i32) (param $from i32) (param $to i32)
    (local $group_x i32)
    (local $group_y i32)
    (local $group_z i32)
    (local $local i32)
    (local $thread_at i32)
    (local $output i32)
    (local $row_base_at i32)
    (local $row_base i32)
    (local $row_at i32)
    (local $row i32)
    (local $lane_base_at i32)
    (local $lane_base i32)
    (local $lane_at i32)
    (local $lane i32)
    (local $best v128)
    (local $c i32)
    (local $at i32)
    (local $raw v128)
    (local $value v128)
    (local $condition v128)
    (local $mask v128)
    (local $mask_2 v128)
    (local $index v128)
    (local $at0 i32)
    (local $at1 i32)
    (local $at2 i32)
    (local $at3 i32)
    (local $raw_2 v128)
    (local $value_2 v128)
    (local $condition_2 v128)
    (local $mask_3 v128)
    (local $stored v128)
    (local $at_2 i32)
    (local $condition_3 v128)
    (local $mask_4 v128)
    (local $winner_from i32)
    (local $index_2 v128)
    (local $at0_2 i32)
    (local $at1_2 i32)
    (local $at2_2 i32)
    (local $at3_2 i32)
    (local $winner_head v128)
    (local $winner_part v128)
    (local $i i32)
    (local $index_3 v128)
    (local $at0_3 i32)
    (local $at1_3 i32)
    (local $at2_3 i32)
    (local $at3_3 i32)
    (local $winner_next v128)
    (local $stored_2 v128)
    (local $index_4 v128)
    (local $at0_4 i32)
    (local $at1_4 i32)
    (local $at2_4 i32)
    (local $at3_4 i32)
    (local $winner_from_2 i32)
    (local $at_3 i32)
    (local $winner_head_2 v128)
    (local $winner_part_2 v128)
    (local $i_2 i32)
    (local $at_4 i32)
    (local $winner_next_2 v128)
    (local $stored_3 v128)
    (local $at_5 i32)
    (local $winner_start_at i32)
    (local $winner_start f32)
    (local $winner_total f32)
    (local $i_2_2 i32)
    (local $winner_item_at i32)
    (local $winner_item f32)
    (local $winner_best f32)
    (local $at_6 i32)
    (local $winner_mine v128)
    (local $winner_id v128)
    (local $stored_4 v128)
    (local $at_7 i32)
    (local $condition_4 v128)
    (local $mask_5 v128)
    (local $winner_lowest_from i32)
    (local $index_5 v128)
    (local $at0_5 i32)
    (local $at1_5 i32)
    (local $at2_5 i32)
    (local $at3_5 i32)
    (local $winner_lowest_head v128)
    (local $winner_lowest_part v128)
    (local $i_3 i32)
    (local $index_6 v128)
    (local $at0_6 i32)
    (local $at1_6 i32)
    (local $at2_6 i32)
    (local $at3_6 i32)
    (local $winner_lowest_next v128)
    (local $stored_5 v128)
    (local $index_7 v128)
    (local $at0_7 i32)
    (local $at1_7 i32)
    (local $at2_7 i32)
    (local $at3_7 i32)
    (local $winner_lowest_from_2 i32)
    (local $at_8 i32)
    (local $winner_lowest_head_2 v128)
    (local $winner_lowest_part_2 v128)
    (local $i_3_2 i32)
    (local $at_9 i32)
    (local $winner_lowest_next_2 v128)
    (local $stored_6 v128)
    (local $at_10 i32)
    (local $winner_lowest_start_at i32)
    (local $winner_lowest_start i32)
    (local $i_4 i32)
    (local $winner_lowest_item_at i32)
    (local $winner_lowest_item i32)
    (local $stored_7 v128)
    (local $at_11 i32)
    (local $condition_5 v128)
    (local $mask_6 v128)
    (local $bad_threads_from i32)
    (local $index_8 v128)
    (local $at0_8 i32)
    (local $at1_8 i32)
    (local $at2_8 i32)
    (local $at3_8 i32)
    (local $bad_threads_head v128)
    (local $bad_threads_part v128)
    (local $i_5 i32)
    (local $index_9 v128)
    (local $at0_9 i32)
    (local $at1_9 i32)
    (local $at2_9 i32)
    (local $at3_9 i32)
    (local $bad_threads_next v128)
    (local $stored_8 v128)
    (local $index_10 v128)
    (local $at0_10 i32)
    (local $at1_10 i32)
    (local $at2_10 i32)
    (local $at3_10 i32)
    (local $bad_threads_from_2 i32)
    (local $at_12 i32)
    (local $bad_threads_head_2 v128)
    (local $bad_threads_part_2 v128)
    (local $i_5_2 i32)
    (local $at_13 i32)
    (local $bad_threads_next_2 v128)
    (local $stored_9 v128)
    (local $at_14 i32)
    (local $bad_threads_start_at i32)
    (local $bad_threads_start i32)
    (local $bad_threads_total i32)
    (local $i_6 i32)
    (local $bad_threads_item_at i32)
    (local $bad_threads_item i32)
    (local $not_finite i32)
    (local $condition_6 v128)
    (local $mask_7 v128)
    (local $stored_10 v128)
    (local $index_11 v128)
    (local $at0_11 i32)
    (local $at1_11 i32)
    (local $at2_11 i32)
    (local $at3_11 i32)
    (local $choice i32)
    (local $stored_11 v128)
    (local $index_12 v128)
    (local $at0_12 i32)
    (local $at1_12 i32)
    (local $at2_12 i32)
    (local $at3_12 i32)
    (local $stored_12 v128)
    (local $index_13 v128)
    (local $at0_13 i32)
    (local $at1_13 i32)
    (local $at2_13 i32)
    (local $at3_13 i32)
    (local $outputs_at i32)
    (local $outputs i32)
    (local $last_output i32)
    (local $next_row_at i32)
    (local $next_row i32)
    (local $next_lane_at i32)
    (local $next_lane i32)
    (local $slot_base_at i32)
    (local $slot_base i32)
    (local $slot_at i32)
    (local $slot i32)
    (local $last_offset_at i32)
    (local $last_offset i32)
    (local $stored_13 v128)
    (local $index_14 v128)
    (local $at0_14 i32)
    (local $at1_14 i32)
    (local $at2_14 i32)
    (local $at3_14 i32)
    (local $stored_14 v128)
    (local $at_15 i32)
    (local $choice_2 i32)
    (local $stored_15 v128)
    (local $at_16 i32)
    (local $stored_16 v128)
    (local $at_17 i32)
    (local $outputs_at_2 i32)
    (local $outputs_2 i32)
    (local $last_output_2 i32)
    (local $next_row_at_2 i32)
    (local $next_row_2 i32)
    (local $next_lane_at_2 i32)
    (local $next_lane_2 i32)
    (local $slot_base_at_2 i32)
    (local $slot_base_2 i32)
    (local $slot_at_2 i32)
    (local $slot_2 i32)
    (local $last_offset_at_2 i32)
    (local $last_offset_2 i32)
    (local $stored_17 v128)
    (local $at_18 i32)
    (block
      (loop
        (br_if 1 (i32.eqz (i32.lt_u (local.get $from) (local.get $to))))
        (local.set $group_x (i32.rem_u (local.get $from) (local.get $groups_x)))
        (local.set $group_y (i32.rem_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $group_z (i32.div_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $output (local.get $group_x))
        (local.set $row_base_at (i32.add (local.get $step) (i32.mul (i32.const 12) (i32.const 4))))
        (local.set $row_base (i32.load (local.get $row_base_at)))
        (local.set $row_at
          (i32.add (local.get $step) (i32.mul (i32.add (local.get $row_base) (local.get $output)) (i32.const 4))))
        (local.set $row (i32.load (local.get $row_at)))
        (local.set $lane_base_at (i32.add (local.get $step) (i32.mul (i32.const 5) (i32.const 4))))
        (local.set $lane_base (i32.load (local.get $lane_base_at)))
        (local.set $lane_at
          (i32.add (local.get $step) (i32.mul (i32.add (local.get $lane_base) (local.get $row)) (i32.const 4))))
        (local.set $lane (i32.load (local.get $lane_at)))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $best (v128.const i32x4 0xff7fffff 0xff7fffff 0xff7fffff 0xff7fffff))
          (v128.store offset=2176 (local.get $thread_at) (v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff))
          (v128.store offset=3200 (local.get $thread_at) (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $c (local.get $local))
          (block
            (loop
              (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $c) (i32.const 3)) (i32.const 257))))
              (local.set $at
                (i32.add
                  (local.get $logits)
                  (i32.mul (i32.add (i32.mul (local.get $output) (i32.const 257)) (local.get $c)) (i32.const 4))))
              (local.set $raw (v128.load (local.get $at)))
              (v128.store offset=3200
                (local.get $thread_at)
                (i32x4.max_s
                  (v128.load offset=3200 (local.get $thread_at))
                  (v128.bitselect
                    (v128.const i32x4 0x1 0x1 0x1 0x1)
                    (v128.const i32x4 0x0 0x0 0x0 0x0)
                    (i32x4.eq
                      (v128.and (local.get $raw) (v128.const i32x4 0x7f800000 0x7f800000 0x7f800000 0x7f800000))
                      (v128.const i32x4 0x7f800000 0x7f800000 0x7f800000 0x7f800000)))))
              (local.set $value
                (f32x4.max
                  (v128.bitselect
                    (v128.const i32x4 0xff7fffff 0xff7fffff 0xff7fffff 0xff7fffff)
                    (local.get $raw)
                    (i32x4.gt_u
                      (v128.and (local.get $raw) (v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff))
                      (v128.const i32x4 0x7f800000 0x7f800000 0x7f800000 0x7f800000)))
                  (v128.const i32x4 0xff7fffff 0xff7fffff 0xff7fffff 0xff7fffff)))
              (local.set $condition
                (v128.or
                  (f32x4.gt (local.get $value) (local.get $best))
                  (i32x4.eq
                    (v128.load offset=2176 (local.get $thread_at))
                    (v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff))))
              (if
                (i32x4.all_true (local.get $condition))
                (then
                  (local.set $best (local.get $value))
                  (v128.store offset=2176
                    (local.get $thread_at)
                    (i32x4.add (i32x4.splat (local.get $c)) (v128.const i32x4 0x0 0x1 0x2 0x3))))
                (else
                  (if
                    (i32.eqz (v128.any_true (local.get $condition)))
                    (then)
                    (else
                      (local.set $mask (local.get $condition))
                      (if
                        (v128.any_true (local.get $mask))
                        (then
                          (local.set $best (v128.bitselect (local.get $value) (local.get $best) (local.get $mask)))
                          (v128.store offset=2176
                            (local.get $thread_at)
                            (v128.bitselect
                              (i32x4.add (i32x4.splat (local.get $c)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                              (v128.load offset=2176 (local.get $thread_at))
                              (local.get $mask)))))))))
              (local.set $c (i32.add (local.get $c) (i32.const 256)))
              (br 0)))
          (block
            (loop
              (local.set $mask_2
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $c)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x101 0x101 0x101 0x101)))
              (br_if 1 (i32.eqz (v128.any_true (local.get $mask_2))))
              (local.set $index
                (v128.and
                  (i32x4.add
                    (i32x4.splat (i32.add (i32.mul (local.get $output) (i32.const 257)) (local.get $c)))
                    (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (local.get $mask_2)))
              (local.set $at0
                (i32.add (local.get $logits) (i32.mul (i32x4.extract_lane 0 (local.get $index)) (i32.const 4))))
              (local.set $at1
                (i32.add (local.get $logits) (i32.mul (i32x4.extract_lane 1 (local.get $index)) (i32.const 4))))
              (local.set $at2
                (i32.add (local.get $logits) (i32.mul (i32x4.extract_lane 2 (local.get $index)) (i32.const 4))))
              (local.set $at3
                (i32.add (local.get $logits) (i32.mul (i32x4.extract_lane 3 (local.get $index)) (i32.const 4))))
              (local.set $raw_2
                (v128.load32_lane 3
                  (local.get $at3)
                  (v128.load32_lane 2
                    (local.get $at2)
                    (v128.load32_lane 1 (local.get $at1) (v128.load32_zero (local.get $at0))))))
              (v128.store offset=3200
                (local.get $thread_at)
                (v128.bitselect
                  (i32x4.max_s
                    (v128.load offset=3200 (local.get $thread_at))
                    (v128.bitselect
                      (v128.const i32x4 0x1 0x1 0x1 0x1)
                      (v128.const i32x4 0x0 0x0 0x0 0x0)
                      (i32x4.eq
                        (v128.and (local.get $raw_2) (v128.const i32x4 0x7f800000 0x7f800000 0x7f800000 0x7f800000))
                        (v128.const i32x4 0x7f800000 0x7f800000 0x7f800000 0x7f800000))))
                  (v128.load offset=3200 (local.get $thread_at))
                  (local.get $mask_2)))
              (local.set $value_2
                (f32x4.max
                  (v128.bitselect
                    (v128.const i32x4 0xff7fffff 0xff7fffff 0xff7fffff 0xff7fffff)
                    (local.get $raw_2)
                    (i32x4.gt_u
                      (v128.and (local.get $raw_2) (v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff))
                      (v128.const i32x4 0x7f800000 0x7f800000 0x7f800000 0x7f800000)))
                  (v128.const i32x4 0xff7fffff 0xff7fffff 0xff7fffff 0xff7fffff)))
              (local.set $condition_2
                (v128.or
                  (f32x4.gt (local.get $value_2) (local.get $best))
                  (i32x4.eq
                    (v128.load offset=2176 (local.get $thread_at))
                    (v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff))))
              (local.set $mask_3 (v128.and (local.get $condition_2) (local.get $mask_2)))
              (if
                (v128.any_true (local.get $mask_3))
                (then
                  (local.set $best (v128.bitselect (local.get $value_2) (local.get $best) (local.get $mask_3)))
                  (v128.store offset=2176
                    (local.get $thread_at)
                    (v128.bitselect
                      (i32x4.add (i32x4.splat (local.get $c)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (v128.load offset=2176 (local.get $thread_at))
                      (local.get $mask_3)))))
              (local.set $c (i32.add (local.get $c) (i32.const 256)))
              (br 0)))
          (local.set $stored (local.get $best))
          (local.set $at_2 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
          (v128.store (local.get $at_2) (local.get $stored))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $condition_3
            (i32x4.lt_s
              (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
              (v128.const i32x4 0x10 0x10 0x10 0x10)))
          (if
            (i32x4.all_true (local.get $condition_3))
            (then
              (local.set $winner_from_2 (i32.mul (local.get $local) (i32.const 16)))
              (local.set $at_3 (i32.add (local.get $scratch) (i32.mul (local.get $winner_from_2) (i32.const 4))))
              (local.set $winner_head_2
                (v128.load32_lane offset=192 3
                  (local.get $at_3)
                  (v128.load32_lane offset=128 2
                    (local.get $at_3)
                    (v128.load32_lane offset=64 1 (local.get $at_3) (v128.load32_zero (local.get $at_3))))))
              (local.set $winner_part_2 (local.get $winner_head_2))
              (local.set $i_2 (i32.const 1))
              (block
                (loop
                  (br_if 1 (i32.eqz (i32.lt_s (local.get $i_2) (i32.const 16))))
                  (local.set $at_4
                    (i32.add
                      (local.get $scratch)
                      (i32.mul (i32.add (local.get $winner_from_2) (local.get $i_2)) (i32.const 4))))
                  (local.set $winner_next_2
                    (v128.load32_lane offset=192 3
                      (local.get $at_4)
                      (v128.load32_lane offset=128 2
                        (local.get $at_4)
                        (v128.load32_lane offset=64 1 (local.get $at_4) (v128.load32_zero (local.get $at_4))))))
                  (local.set $winner_part_2 (f32x4.max (local.get $winner_part_2) (local.get $winner_next_2)))
                  (local.set $i_2 (i32.add (local.get $i_2) (i32.const 1)))
                  (br 0)))
              (local.set $stored_3 (local.get $winner_part_2))
              (local.set $at_5 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
              (v128.store offset=1024 (local.get $at_5) (local.get $stored_3)))
            (else
              (if
                (i32.eqz (v128.any_true (local.get $condition_3)))
                (then)
                (else
                  (local.set $mask_4 (local.get $condition_3))
                  (if
                    (v128.any_true (local.get $mask_4))
                    (then
                      (local.set $winner_from (i32.mul (local.get $local) (i32.const 16)))
                      (local.set $index_2
                        (v128.and
                          (i32x4.add (i32x4.splat (local.get $winner_from)) (v128.const i32x4 0x0 0x10 0x20 0x30))
                          (local.get $mask_4)))
                      (local.set $at0_2
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_2)) (i32.const 4))))
                      (local.set $at1_2
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_2)) (i32.const 4))))
                      (local.set $at2_2
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_2)) (i32.const 4))))
                      (local.set $at3_2
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_2)) (i32.const 4))))
                      (local.set $winner_head
                        (v128.load32_lane 3
                          (local.get $at3_2)
                          (v128.load32_lane 2
                            (local.get $at2_2)
                            (v128.load32_lane 1 (local.get $at1_2) (v128.load32_zero (local.get $at0_2))))))
                      (local.set $winner_part (local.get $winner_head))
                      (local.set $i (i32.const 1))
                      (block
                        (loop
                          (br_if 1 (i32.eqz (i32.lt_s (local.get $i) (i32.const 16))))
                          (local.set $index_3
                            (v128.and
                              (i32x4.add
                                (i32x4.splat (i32.add (local.get $winner_from) (local.get $i)))
                                (v128.const i32x4 0x0 0x10 0x20 0x30))
                              (local.get $mask_4)))
                          (local.set $at0_3
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_3)) (i32.const 4))))
                          (local.set $at1_3
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_3)) (i32.const 4))))
                          (local.set $at2_3
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_3)) (i32.const 4))))
                          (local.set $at3_3
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_3)) (i32.const 4))))
                          (local.set $winner_next
                            (v128.load32_lane 3
                              (local.get $at3_3)
                              (v128.load32_lane 2
                                (local.get $at2_3)
                                (v128.load32_lane 1 (local.get $at1_3) (v128.load32_zero (local.get $at0_3))))))
                          (local.set $winner_part
                            (v128.bitselect
                              (f32x4.max (local.get $winner_part) (local.get $winner_next))
                              (local.get $winner_part)
                              (local.get $mask_4)))
                          (local.set $i (i32.add (local.get $i) (i32.const 1)))
                          (br 0)))
                      (local.set $stored_2 (local.get $winner_part))
                      (local.set $index_4
                        (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
                      (local.set $at0_4
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_4)) (i32.const 4))))
                      (local.set $at1_4
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_4)) (i32.const 4))))
                      (local.set $at2_4
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_4)) (i32.const 4))))
                      (local.set $at3_4
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_4)) (i32.const 4))))
                      (if
                        (i32x4.extract_lane 0 (local.get $mask_4))
                        (then
                          (v128.store32_lane offset=1024 0 (local.get $at0_4) (local.get $stored_2))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask_4))
                        (then
                          (v128.store32_lane offset=1024 1 (local.get $at1_4) (local.get $stored_2))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask_4))
                        (then
                          (v128.store32_lane offset=1024 2 (local.get $at2_4) (local.get $stored_2))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask_4))
                        (then
                          (v128.store32_lane offset=1024 3 (local.get $at3_4) (local.get $stored_2))))))))))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
        (local.set $winner_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
        (local.set $winner_start (f32.load offset=1024 (local.get $winner_start_at)))
        (local.set $winner_total (local.get $winner_start))
        (local.set $i_2_2 (i32.const 1))
        (block
          (loop
            (br_if 1 (i32.eqz (i32.lt_s (local.get $i_2_2) (i32.const 16))))
            (local.set $winner_item_at (i32.add (local.get $scratch) (i32.mul (local.get $i_2_2) (i32.const 4))))
            (local.set $winner_item (f32.load offset=1024 (local.get $winner_item_at)))
            (local.set $winner_total (f32.max (local.get $winner_total) (local.get $winner_item)))
            (local.set $i_2_2 (i32.add (local.get $i_2_2) (i32.const 1)))
            (br 0)))
        (local.set $winner_best (local.get $winner_total))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $at_6 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
          (local.set $winner_mine (v128.load (local.get $at_6)))
          (local.set $winner_id
            (v128.bitselect
              (v128.load offset=2176 (local.get $thread_at))
              (v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff)
              (f32x4.eq (local.get $winner_mine) (f32x4.splat (local.get $winner_best)))))
          (local.set $stored_4 (local.get $winner_id))
          (local.set $at_7 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
          (v128.store offset=1088 (local.get $at_7) (local.get $stored_4))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $condition_4
            (i32x4.lt_s
              (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
              (v128.const i32x4 0x10 0x10 0x10 0x10)))
          (if
            (i32x4.all_true (local.get $condition_4))
            (then
              (local.set $winner_lowest_from_2 (i32.mul (local.get $local) (i32.const 16)))
              (local.set $at_8 (i32.add (local.get $scratch) (i32.mul (local.get $winner_lowest_from_2) (i32.const 4))))
              (local.set $winner_lowest_head_2
                (v128.load32_lane offset=1280 3
                  (local.get $at_8)
                  (v128.load32_lane offset=1216 2
                    (local.get $at_8)
                    (v128.load32_lane offset=1152 1 (local.get $at_8) (v128.load32_zero offset=1088 (local.get $at_8))))))
              (local.set $winner_lowest_part_2 (local.get $winner_lowest_head_2))
              (local.set $i_3_2 (i32.const 1))
              (block
                (loop
                  (br_if 1 (i32.eqz (i32.lt_s (local.get $i_3_2) (i32.const 16))))
                  (local.set $at_9
                    (i32.add
                      (local.get $scratch)
                      (i32.mul (i32.add (local.get $winner_lowest_from_2) (local.get $i_3_2)) (i32.const 4))))
                  (local.set $winner_lowest_next_2
                    (v128.load32_lane offset=1280 3
                      (local.get $at_9)
                      (v128.load32_lane offset=1216 2
                        (local.get $at_9)
                        (v128.load32_lane offset=1152 1
                          (local.get $at_9)
                          (v128.load32_zero offset=1088 (local.get $at_9))))))
                  (local.set $winner_lowest_part_2
                    (i32x4.min_s (local.get $winner_lowest_part_2) (local.get $winner_lowest_next_2)))
                  (local.set $i_3_2 (i32.add (local.get $i_3_2) (i32.const 1)))
                  (br 0)))
              (local.set $stored_6 (local.get $winner_lowest_part_2))
              (local.set $at_10 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
              (v128.store offset=2112 (local.get $at_10) (local.get $stored_6)))
            (else
              (if
                (i32.eqz (v128.any_true (local.get $condition_4)))
                (then)
                (else
                  (local.set $mask_5 (local.get $condition_4))
                  (if
                    (v128.any_true (local.get $mask_5))
                    (then
                      (local.set $winner_lowest_from (i32.mul (local.get $local) (i32.const 16)))
                      (local.set $index_5
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (local.get $winner_lowest_from))
                            (v128.const i32x4 0x0 0x10 0x20 0x30))
                          (local.get $mask_5)))
                      (local.set $at0_5
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_5)) (i32.const 4))))
                      (local.set $at1_5
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_5)) (i32.const 4))))
                      (local.set $at2_5
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_5)) (i32.const 4))))
                      (local.set $at3_5
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_5)) (i32.const 4))))
                      (local.set $winner_lowest_head
                        (v128.load32_lane offset=1088 3
                          (local.get $at3_5)
                          (v128.load32_lane offset=1088 2
                            (local.get $at2_5)
                            (v128.load32_lane offset=1088 1
                              (local.get $at1_5)
                              (v128.load32_zero offset=1088 (local.get $at0_5))))))
                      (local.set $winner_lowest_part (local.get $winner_lowest_head))
                      (local.set $i_3 (i32.const 1))
                      (block
                        (loop
                          (br_if 1 (i32.eqz (i32.lt_s (local.get $i_3) (i32.const 16))))
                          (local.set $index_6
                            (v128.and
                              (i32x4.add
                                (i32x4.splat (i32.add (local.get $winner_lowest_from) (local.get $i_3)))
                                (v128.const i32x4 0x0 0x10 0x20 0x30))
                              (local.get $mask_5)))
                          (local.set $at0_6
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_6)) (i32.const 4))))
                          (local.set $at1_6
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_6)) (i32.const 4))))
                          (local.set $at2_6
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_6)) (i32.const 4))))
                          (local.set $at3_6
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_6)) (i32.const 4))))
                          (local.set $winner_lowest_next
                            (v128.load32_lane offset=1088 3
                              (local.get $at3_6)
                              (v128.load32_lane offset=1088 2
                                (local.get $at2_6)
                                (v128.load32_lane offset=1088 1
                                  (local.get $at1_6)
                                  (v128.load32_zero offset=1088 (local.get $at0_6))))))
                          (local.set $winner_lowest_part
                            (v128.bitselect
                              (i32x4.min_s (local.get $winner_lowest_part) (local.get $winner_lowest_next))
                              (local.get $winner_lowest_part)
                              (local.get $mask_5)))
                          (local.set $i_3 (i32.add (local.get $i_3) (i32.const 1)))
                          (br 0)))
                      (local.set $stored_5 (local.get $winner_lowest_part))
                      (local.set $index_7
                        (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
                      (local.set $at0_7
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_7)) (i32.const 4))))
                      (local.set $at1_7
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_7)) (i32.const 4))))
                      (local.set $at2_7
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_7)) (i32.const 4))))
                      (local.set $at3_7
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_7)) (i32.const 4))))
                      (if
                        (i32x4.extract_lane 0 (local.get $mask_5))
                        (then
                          (v128.store32_lane offset=2112 0 (local.get $at0_7) (local.get $stored_5))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask_5))
                        (then
                          (v128.store32_lane offset=2112 1 (local.get $at1_7) (local.get $stored_5))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask_5))
                        (then
                          (v128.store32_lane offset=2112 2 (local.get $at2_7) (local.get $stored_5))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask_5))
                        (then
                          (v128.store32_lane offset=2112 3 (local.get $at3_7) (local.get $stored_5))))))))))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
        (local.set $winner_lowest_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
        (local.set $winner_lowest_start (i32.load offset=2112 (local.get $winner_lowest_start_at)))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (v128.store offset=4224 (local.get $thread_at) (i32x4.splat (local.get $winner_lowest_start)))
          (local.set $i_4 (i32.const 1))
          (block
            (loop
              (br_if 1 (i32.eqz (i32.lt_s (local.get $i_4) (i32.const 16))))
              (local.set $winner_lowest_item_at (i32.add (local.get $scratch) (i32.mul (local.get $i_4) (i32.const 4))))
              (local.set $winner_lowest_item (i32.load offset=2112 (local.get $winner_lowest_item_at)))
              (v128.store offset=4224
                (local.get $thread_at)
                (i32x4.min_s
                  (v128.load offset=4224 (local.get $thread_at))
                  (i32x4.splat (local.get $winner_lowest_item))))
              (local.set $i_4 (i32.add (local.get $i_4) (i32.const 1)))
              (br 0)))
          (local.set $stored_7 (v128.load offset=3200 (local.get $thread_at)))
          (local.set $at_11 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
          (v128.store offset=1088 (local.get $at_11) (local.get $stored_7))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $condition_5
            (i32x4.lt_s
              (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
              (v128.const i32x4 0x10 0x10 0x10 0x10)))
          (if
            (i32x4.all_true (local.get $condition_5))
            (then
              (local.set $bad_threads_from_2 (i32.mul (local.get $local) (i32.const 16)))
              (local.set $at_12 (i32.add (local.get $scratch) (i32.mul (local.get $bad_threads_from_2) (i32.const 4))))
              (local.set $bad_threads_head_2
                (v128.load32_lane offset=1280 3
                  (local.get $at_12)
                  (v128.load32_lane offset=1216 2
                    (local.get $at_12)
                    (v128.load32_lane offset=1152 1
                      (local.get $at_12)
                      (v128.load32_zero offset=1088 (local.get $at_12))))))
              (local.set $bad_threads_part_2 (local.get $bad_threads_head_2))
              (local.set $i_5_2 (i32.const 1))
              (block
                (loop
                  (br_if 1 (i32.eqz (i32.lt_s (local.get $i_5_2) (i32.const 16))))
                  (local.set $at_13
                    (i32.add
                      (local.get $scratch)
                      (i32.mul (i32.add (local.get $bad_threads_from_2) (local.get $i_5_2)) (i32.const 4))))
                  (local.set $bad_threads_next_2
                    (v128.load32_lane offset=1280 3
                      (local.get $at_13)
                      (v128.load32_lane offset=1216 2
                        (local.get $at_13)
                        (v128.load32_lane offset=1152 1
                          (local.get $at_13)
                          (v128.load32_zero offset=1088 (local.get $at_13))))))
                  (local.set $bad_threads_part_2
                    (i32x4.add (local.get $bad_threads_part_2) (local.get $bad_threads_next_2)))
                  (local.set $i_5_2 (i32.add (local.get $i_5_2) (i32.const 1)))
                  (br 0)))
              (local.set $stored_9 (local.get $bad_threads_part_2))
              (local.set $at_14 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
              (v128.store offset=2112 (local.get $at_14) (local.get $stored_9)))
            (else
              (if
                (i32.eqz (v128.any_true (local.get $condition_5)))
                (then)
                (else
                  (local.set $mask_6 (local.get $condition_5))
                  (if
                    (v128.any_true (local.get $mask_6))
                    (then
                      (local.set $bad_threads_from (i32.mul (local.get $local) (i32.const 16)))
                      (local.set $index_8
                        (v128.and
                          (i32x4.add (i32x4.splat (local.get $bad_threads_from)) (v128.const i32x4 0x0 0x10 0x20 0x30))
                          (local.get $mask_6)))
                      (local.set $at0_8
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_8)) (i32.const 4))))
                      (local.set $at1_8
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_8)) (i32.const 4))))
                      (local.set $at2_8
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_8)) (i32.const 4))))
                      (local.set $at3_8
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_8)) (i32.const 4))))
                      (local.set $bad_threads_head
                        (v128.load32_lane offset=1088 3
                          (local.get $at3_8)
                          (v128.load32_lane offset=1088 2
                            (local.get $at2_8)
                            (v128.load32_lane offset=1088 1
                              (local.get $at1_8)
                              (v128.load32_zero offset=1088 (local.get $at0_8))))))
                      (local.set $bad_threads_part (local.get $bad_threads_head))
                      (local.set $i_5 (i32.const 1))
                      (block
                        (loop
                          (br_if 1 (i32.eqz (i32.lt_s (local.get $i_5) (i32.const 16))))
                          (local.set $index_9
                            (v128.and
                              (i32x4.add
                                (i32x4.splat (i32.add (local.get $bad_threads_from) (local.get $i_5)))
                                (v128.const i32x4 0x0 0x10 0x20 0x30))
                              (local.get $mask_6)))
                          (local.set $at0_9
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_9)) (i32.const 4))))
                          (local.set $at1_9
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_9)) (i32.const 4))))
                          (local.set $at2_9
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_9)) (i32.const 4))))
                          (local.set $at3_9
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_9)) (i32.const 4))))
                          (local.set $bad_threads_next
                            (v128.load32_lane offset=1088 3
                              (local.get $at3_9)
                              (v128.load32_lane offset=1088 2
                                (local.get $at2_9)
                                (v128.load32_lane offset=1088 1
                                  (local.get $at1_9)
                                  (v128.load32_zero offset=1088 (local.get $at0_9))))))
                          (local.set $bad_threads_part
                            (v128.bitselect
                              (i32x4.add (local.get $bad_threads_part) (local.get $bad_threads_next))
                              (local.get $bad_threads_part)
                              (local.get $mask_6)))
                          (local.set $i_5 (i32.add (local.get $i_5) (i32.const 1)))
                          (br 0)))
                      (local.set $stored_8 (local.get $bad_threads_part))
                      (local.set $index_10
                        (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
                      (local.set $at0_10
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_10)) (i32.const 4))))
                      (local.set $at1_10
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_10)) (i32.const 4))))
                      (local.set $at2_10
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_10)) (i32.const 4))))
                      (local.set $at3_10
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_10)) (i32.const 4))))
                      (if
                        (i32x4.extract_lane 0 (local.get $mask_6))
                        (then
                          (v128.store32_lane offset=2112 0 (local.get $at0_10) (local.get $stored_8))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask_6))
                        (then
                          (v128.store32_lane offset=2112 1 (local.get $at1_10) (local.get $stored_8))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask_6))
                        (then
                          (v128.store32_lane offset=2112 2 (local.get $at2_10) (local.get $stored_8))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask_6))
                        (then
                          (v128.store32_lane offset=2112 3 (local.get $at3_10) (local.get $stored_8))))))))))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
        (local.set $bad_threads_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
        (local.set $bad_threads_start (i32.load offset=2112 (local.get $bad_threads_start_at)))
        (local.set $bad_threads_total (local.get $bad_threads_start))
        (local.set $i_6 (i32.const 1))
        (block
          (loop
            (br_if 1 (i32.eqz (i32.lt_s (local.get $i_6) (i32.const 16))))
            (local.set $bad_threads_item_at (i32.add (local.get $scratch) (i32.mul (local.get $i_6) (i32.const 4))))
            (local.set $bad_threads_item (i32.load offset=2112 (local.get $bad_threads_item_at)))
            (local.set $bad_threads_total (i32.add (local.get $bad_threads_total) (local.get $bad_threads_item)))
            (local.set $i_6 (i32.add (local.get $i_6) (i32.const 1)))
            (br 0)))
        (local.set $not_finite
          (select (local.get $bad_threads_total) (i32.const 1) (i32.lt_s (local.get $bad_threads_total) (i32.const 1))))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $condition_6
            (i32x4.eq
              (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
              (v128.const i32x4 0x0 0x0 0x0 0x0)))
          (if
            (i32x4.all_true (local.get $condition_6))
            (then
              (local.set $stored_14 (v128.load offset=4224 (local.get $thread_at)))
              (local.set $at_15 (i32.add (local.get $token) (i32.mul (local.get $output) (i32.const 4))))
              (v128.store32_lane 0 (local.get $at_15) (local.get $stored_14))
              (v128.store32_lane 1 (local.get $at_15) (local.get $stored_14))
              (v128.store32_lane 2 (local.get $at_15) (local.get $stored_14))
              (v128.store32_lane 3 (local.get $at_15) (local.get $stored_14))
              (local.set $choice_2 (i32.mul (local.get $output) (i32.const 2)))
              (local.set $stored_15 (v128.load offset=4224 (local.get $thread_at)))
              (local.set $at_16 (i32.add (local.get $sampled) (i32.mul (local.get $choice_2) (i32.const 4))))
              (v128.store32_lane 0 (local.get $at_16) (local.get $stored_15))
              (v128.store32_lane 1 (local.get $at_16) (local.get $stored_15))
              (v128.store32_lane 2 (local.get $at_16) (local.get $stored_15))
              (v128.store32_lane 3 (local.get $at_16) (local.get $stored_15))
              (local.set $stored_16 (i32x4.splat (local.get $not_finite)))
              (local.set $at_17
                (i32.add (local.get $sampled) (i32.mul (i32.add (local.get $choice_2) (i32.const 1)) (i32.const 4))))
              (v128.store32_lane 0 (local.get $at_17) (local.get $stored_16))
              (v128.store32_lane 1 (local.get $at_17) (local.get $stored_16))
              (v128.store32_lane 2 (local.get $at_17) (local.get $stored_16))
              (v128.store32_lane 3 (local.get $at_17) (local.get $stored_16))
              (local.set $outputs_at_2 (i32.add (local.get $step) (i32.mul (i32.const 2) (i32.const 4))))
              (local.set $outputs_2 (i32.load (local.get $outputs_at_2)))
              (local.set $last_output_2 (i32.sub (local.get $outputs_2) (i32.const 1)))
              (local.set $next_row_at_2
                (i32.add
                  (local.get $step)
                  (i32.mul
                    (i32.add
                      (local.get $row_base)
                      (select
                        (i32.add (local.get $output) (i32.const 1))
                        (local.get $last_output_2)
                        (i32.lt_s (i32.add (local.get $output) (i32.const 1)) (local.get $last_output_2))))
                    (i32.const 4))))
              (local.set $next_row_2 (i32.load (local.get $next_row_at_2)))
              (local.set $next_lane_at_2
                (i32.add
                  (local.get $step)
                  (i32.mul (i32.add (local.get $lane_base) (local.get $next_row_2)) (i32.const 4))))
              (local.set $next_lane_2 (i32.load (local.get $next_lane_at_2)))
              (if
                (i32.or
                  (i32.eq (local.get $output) (local.get $last_output_2))
                  (i32.ne (local.get $next_lane_2) (local.get $lane)))
                (then
                  (local.set $slot_base_at_2 (i32.add (local.get $step) (i32.mul (i32.const 10) (i32.const 4))))
                  (local.set $slot_base_2 (i32.load (local.get $slot_base_at_2)))
                  (local.set $slot_at_2
                    (i32.add
                      (local.get $step)
                      (i32.mul (i32.add (local.get $slot_base_2) (local.get $lane)) (i32.const 4))))
                  (local.set $slot_2 (i32.load (local.get $slot_at_2)))
                  (local.set $last_offset_at_2 (i32.add (local.get $step) (i32.mul (i32.const 3) (i32.const 4))))
                  (local.set $last_offset_2 (i32.load (local.get $last_offset_at_2)))
                  (local.set $stored_17 (v128.load offset=4224 (local.get $thread_at)))
                  (local.set $at_18
                    (i32.add
                      (local.get $sampled)
                      (i32.mul (i32.add (local.get $last_offset_2) (local.get $slot_2)) (i32.const 4))))
                  (v128.store32_lane 0 (local.get $at_18) (local.get $stored_17))
                  (v128.store32_lane 1 (local.get $at_18) (local.get $stored_17))
                  (v128.store32_lane 2 (local.get $at_18) (local.get $stored_17))
                  (v128.store32_lane 3 (local.get $at_18) (local.get $stored_17)))))
            (else
              (if
                (i32.eqz (v128.any_true (local.get $condition_6)))
                (then)
                (else
                  (local.set $mask_7 (local.get $condition_6))
                  (if
                    (v128.any_true (local.get $mask_7))
                    (then
                      (local.set $stored_10 (v128.load offset=4224 (local.get $thread_at)))
                      (local.set $index_11 (i32x4.splat (local.get $output)))
                      (local.set $at0_11
                        (i32.add
                          (local.get $token)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_11)) (i32.const 4))))
                      (local.set $at1_11
                        (i32.add
                          (local.get $token)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_11)) (i32.const 4))))
                      (local.set $at2_11
                        (i32.add
                          (local.get $token)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_11)) (i32.const 4))))
                      (local.set $at3_11
                        (i32.add
                          (local.get $token)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_11)) (i32.const 4))))
                      (if
                        (i32x4.extract_lane 0 (local.get $mask_7))
                        (then
                          (v128.store32_lane 0 (local.get $at0_11) (local.get $stored_10))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask_7))
                        (then
                          (v128.store32_lane 1 (local.get $at1_11) (local.get $stored_10))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask_7))
                        (then
                          (v128.store32_lane 2 (local.get $at2_11) (local.get $stored_10))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask_7))
                        (then
                          (v128.store32_lane 3 (local.get $at3_11) (local.get $stored_10))))
                      (local.set $choice (i32.mul (local.get $output) (i32.const 2)))
                      (local.set $stored_11 (v128.load offset=4224 (local.get $thread_at)))
                      (local.set $index_12 (i32x4.splat (local.get $choice)))
                      (local.set $at0_12
                        (i32.add
                          (local.get $sampled)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_12)) (i32.const 4))))
                      (local.set $at1_12
                        (i32.add
                          (local.get $sampled)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_12)) (i32.const 4))))
                      (local.set $at2_12
                        (i32.add
                          (local.get $sampled)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_12)) (i32.const 4))))
                      (local.set $at3_12
                        (i32.add
                          (local.get $sampled)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_12)) (i32.const 4))))
                      (if
                        (i32x4.extract_lane 0 (local.get $mask_7))
                        (then
                          (v128.store32_lane 0 (local.get $at0_12) (local.get $stored_11))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask_7))
                        (then
                          (v128.store32_lane 1 (local.get $at1_12) (local.get $stored_11))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask_7))
                        (then
                          (v128.store32_lane 2 (local.get $at2_12) (local.get $stored_11))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask_7))
                        (then
                          (v128.store32_lane 3 (local.get $at3_12) (local.get $stored_11))))
                      (local.set $stored_12 (i32x4.splat (local.get $not_finite)))
                      (local.set $index_13 (i32x4.splat (i32.add (local.get $choice) (i32.const 1))))
                      (local.set $at0_13
                        (i32.add
                          (local.get $sampled)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_13)) (i32.const 4))))
                      (local.set $at1_13
                        (i32.add
                          (local.get $sampled)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_13)) (i32.const 4))))
                      (local.set $at2_13
                        (i32.add
                          (local.get $sampled)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_13)) (i32.const 4))))
                      (local.set $at3_13
                        (i32.add
                          (local.get $sampled)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_13)) (i32.const 4))))
                      (if
                        (i32x4.extract_lane 0 (local.get $mask_7))
                        (then
                          (v128.store32_lane 0 (local.get $at0_13) (local.get $stored_12))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask_7))
                        (then
                          (v128.store32_lane 1 (local.get $at1_13) (local.get $stored_12))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask_7))
                        (then
                          (v128.store32_lane 2 (local.get $at2_13) (local.get $stored_12))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask_7))
                        (then
                          (v128.store32_lane 3 (local.get $at3_13) (local.get $stored_12))))
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
                                (i32.add (local.get $output) (i32.const 1))
                                (local.get $last_output)
                                (i32.lt_s (i32.add (local.get $output) (i32.const 1)) (local.get $last_output))))
                            (i32.const 4))))
                      (local.set $next_row (i32.load (local.get $next_row_at)))
                      (local.set $next_lane_at
                        (i32.add
                          (local.get $step)
                          (i32.mul (i32.add (local.get $lane_base) (local.get $next_row)) (i32.const 4))))
                      (local.set $next_lane (i32.load (local.get $next_lane_at)))
                      (if
                        (i32.or
                          (i32.eq (local.get $output) (local.get $last_output))
                          (i32.ne (local.get $next_lane) (local.get $lane)))
                        (then
                          (local.set $slot_base_at (i32.add (local.get $step) (i32.mul (i32.const 10) (i32.const 4))))
                          (local.set $slot_base (i32.load (local.get $slot_base_at)))
                          (local.set $slot_at
                            (i32.add
                              (local.get $step)
                              (i32.mul (i32.add (local.get $slot_base) (local.get $lane)) (i32.const 4))))
                          (local.set $slot (i32.load (local.get $slot_at)))
                          (local.set $last_offset_at (i32.add (local.get $step) (i32.mul (i32.const 3) (i32.const 4))))
                          (local.set $last_offset (i32.load (local.get $last_offset_at)))
                          (local.set $stored_13 (v128.load offset=4224 (local.get $thread_at)))
                          (local.set $index_14 (i32x4.splat (i32.add (local.get $last_offset) (local.get $slot))))
                          (local.set $at0_14
                            (i32.add
                              (local.get $sampled)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_14)) (i32.const 4))))
                          (local.set $at1_14
                            (i32.add
                              (local.get $sampled)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_14)) (i32.const 4))))
                          (local.set $at2_14
                            (i32.add
                              (local.get $sampled)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_14)) (i32.const 4))))
                          (local.set $at3_14
                            (i32.add
                              (local.get $sampled)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_14)) (i32.const 4))))
                          (if
                            (i32x4.extract_lane 0 (local.get $mask_7))
                            (then
                              (v128.store32_lane 0 (local.get $at0_14) (local.get $stored_13))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask_7))
                            (then
                              (v128.store32_lane 1 (local.get $at1_14) (local.get $stored_13))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask_7))
                            (then
                              (v128.store32_lane 2 (local.get $at2_14) (local.get $stored_13))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask_7))
                            (then
                              (v128.store32_lane 3 (local.get $at3_14) (local.get $stored_13))))))))))))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br 0))))
  (export "run" (func $run)))
