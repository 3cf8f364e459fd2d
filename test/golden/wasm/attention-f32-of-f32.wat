(module
  (import "env" "memory" (memory 0))
  (func $run (param $step i32) (param $q i32) (param $gate i32) (param $pages i32) (param $y i32) (param $scratch i32) (param $groups_x i32) (param $groups_y i32) (param $groups_z i32) (param $from i32) (param $to i32)
    (local $group_x i32)
    (local $group_y i32)
    (local $group_z i32)
    (local $local i32)
    (local $thread_at i32)
    (local $row i32)
    (local $head i32)
    (local $lane_base_at i32)
    (local $lane_base i32)
    (local $lane_at i32)
    (local $lane i32)
    (local $begin_base_at i32)
    (local $begin_base i32)
    (local $begin_at i32)
    (local $begin i32)
    (local $length_base_at i32)
    (local $length_base i32)
    (local $length_at i32)
    (local $length i32)
    (local $last i32)
    (local $base i32)
    (local $d i32)
    (local $at i32)
    (local $q_part v128)
    (local $stored v128)
    (local $at_2 i32)
    (local $mask v128)
    (local $index v128)
    (local $at0 i32)
    (local $at1 i32)
    (local $at2 i32)
    (local $at3 i32)
    (local $q_part_2 v128)
    (local $stored_2 v128)
    (local $index_2 v128)
    (local $at0_2 i32)
    (local $at1_2 i32)
    (local $at2_2 i32)
    (local $at3_2 i32)
    (local $p i32)
    (local $page_pages_at i32)
    (local $page_pages i32)
    (local $page_base_at i32)
    (local $page_base i32)
    (local $page_at i32)
    (local $page i32)
    (local $keys_here i32)
    (local $condition v128)
    (local $mask_2 v128)
    (local $score v128)
    (local $g i32)
    (local $index_3 v128)
    (local $at0_3 i32)
    (local $at1_3 i32)
    (local $at2_3 i32)
    (local $at3_3 i32)
    (local $row0 v128)
    (local $row1 v128)
    (local $row2 v128)
    (local $row3 v128)
    (local $pair_p v128)
    (local $pair_q v128)
    (local $pair_r v128)
    (local $pair_s v128)
    (local $key0 v128)
    (local $key1 v128)
    (local $key2 v128)
    (local $key3 v128)
    (local $q_value0_at i32)
    (local $q_value0 f32)
    (local $q_value1 f32)
    (local $q_value2 f32)
    (local $q_value3 f32)
    (local $score_2 v128)
    (local $g_2 i32)
    (local $at_3 i32)
    (local $row0_2 v128)
    (local $row1_2 v128)
    (local $row2_2 v128)
    (local $row3_2 v128)
    (local $pair_p_2 v128)
    (local $pair_q_2 v128)
    (local $pair_r_2 v128)
    (local $pair_s_2 v128)
    (local $key0_2 v128)
    (local $key1_2 v128)
    (local $key2_2 v128)
    (local $key3_2 v128)
    (local $q_value0_at_2 i32)
    (local $q_value0_2 f32)
    (local $q_value1_2 f32)
    (local $q_value2_2 f32)
    (local $q_value3_2 f32)
    (local $stored_3 v128)
    (local $at_4 i32)
    (local $condition_2 v128)
    (local $mask_3 v128)
    (local $page_best_from i32)
    (local $index_4 v128)
    (local $at0_4 i32)
    (local $at1_4 i32)
    (local $at2_4 i32)
    (local $at3_4 i32)
    (local $page_best_head v128)
    (local $page_best_part v128)
    (local $i i32)
    (local $index_5 v128)
    (local $at0_5 i32)
    (local $at1_5 i32)
    (local $at2_5 i32)
    (local $at3_5 i32)
    (local $page_best_next v128)
    (local $stored_4 v128)
    (local $index_6 v128)
    (local $at0_6 i32)
    (local $at1_6 i32)
    (local $at2_6 i32)
    (local $at3_6 i32)
    (local $page_best_from_2 i32)
    (local $at_5 i32)
    (local $page_best_head_2 v128)
    (local $page_best_part_2 v128)
    (local $i_2 i32)
    (local $at_6 i32)
    (local $page_best_next_2 v128)
    (local $stored_5 v128)
    (local $at_7 i32)
    (local $page_best_start_at i32)
    (local $page_best_start f32)
    (local $page_best_total f32)
    (local $i_2_2 i32)
    (local $page_best_item_at i32)
    (local $page_best_item f32)
    (local $exp_x v128)
    (local $exp_whole v128)
    (local $exp_rest v128)
    (local $exp_power v128)
    (local $exp_half v128)
    (local $weight v128)
    (local $exp_x_2 v128)
    (local $exp_whole_2 v128)
    (local $exp_rest_2 v128)
    (local $exp_power_2 v128)
    (local $exp_half_2 v128)
    (local $stored_6 v128)
    (local $at_8 i32)
    (local $stored_7 v128)
    (local $at_9 i32)
    (local $condition_3 v128)
    (local $mask_4 v128)
    (local $page_sum_from i32)
    (local $index_7 v128)
    (local $at0_7 i32)
    (local $at1_7 i32)
    (local $at2_7 i32)
    (local $at3_7 i32)
    (local $page_sum_head v128)
    (local $page_sum_part v128)
    (local $i_3 i32)
    (local $index_8 v128)
    (local $at0_8 i32)
    (local $at1_8 i32)
    (local $at2_8 i32)
    (local $at3_8 i32)
    (local $page_sum_next v128)
    (local $stored_8 v128)
    (local $index_9 v128)
    (local $at0_9 i32)
    (local $at1_9 i32)
    (local $at2_9 i32)
    (local $at3_9 i32)
    (local $page_sum_from_2 i32)
    (local $at_10 i32)
    (local $page_sum_head_2 v128)
    (local $page_sum_part_2 v128)
    (local $i_3_2 i32)
    (local $at_11 i32)
    (local $page_sum_next_2 v128)
    (local $stored_9 v128)
    (local $at_12 i32)
    (local $page_sum_start_at i32)
    (local $page_sum_start f32)
    (local $page_sum_total f32)
    (local $i_4 i32)
    (local $page_sum_item_at i32)
    (local $page_sum_item f32)
    (local $column i32)
    (local $condition_4 v128)
    (local $mask_5 v128)
    (local $t i32)
    (local $w_at i32)
    (local $w f32)
    (local $index_10 v128)
    (local $at0_10 i32)
    (local $at1_10 i32)
    (local $at2_10 i32)
    (local $at3_10 i32)
    (local $value0 v128)
    (local $value1 v128)
    (local $t_2 i32)
    (local $w_at_2 i32)
    (local $w_2 f32)
    (local $at_13 i32)
    (local $low v128)
    (local $high v128)
    (local $value0_2 v128)
    (local $value1_2 v128)
    (local $out_column i32)
    (local $condition_5 v128)
    (local $mask_6 v128)
    (local $gate_base i32)
    (local $index_11 v128)
    (local $at0_11 i32)
    (local $at1_11 i32)
    (local $at2_11 i32)
    (local $at3_11 i32)
    (local $gate_value v128)
    (local $index_12 v128)
    (local $at0_12 i32)
    (local $at1_12 i32)
    (local $at2_12 i32)
    (local $at3_12 i32)
    (local $gate_value_2 v128)
    (local $stored_10 v128)
    (local $stored_11 v128)
    (local $exp_x_3 v128)
    (local $exp_whole_3 v128)
    (local $exp_rest_3 v128)
    (local $exp_power_3 v128)
    (local $exp_half_3 v128)
    (local $exp_x_4 v128)
    (local $exp_whole_4 v128)
    (local $exp_rest_4 v128)
    (local $exp_power_4 v128)
    (local $exp_half_4 v128)
    (local $index_13 v128)
    (local $at0_13 i32)
    (local $at1_13 i32)
    (local $at2_13 i32)
    (local $at3_13 i32)
    (local $gate_base_2 i32)
    (local $at_14 i32)
    (local $gate_value_3 v128)
    (local $at_15 i32)
    (local $gate_value_2_2 v128)
    (local $stored_12 v128)
    (local $stored_13 v128)
    (local $exp_x_5 v128)
    (local $exp_whole_5 v128)
    (local $exp_rest_5 v128)
    (local $exp_power_5 v128)
    (local $exp_half_5 v128)
    (local $exp_x_6 v128)
    (local $exp_whole_6 v128)
    (local $exp_rest_6 v128)
    (local $exp_power_6 v128)
    (local $exp_half_6 v128)
    (local $at_16 i32)
    (block
      (loop
        (br_if 1 (i32.eqz (i32.lt_u (local.get $from) (local.get $to))))
        (local.set $group_x (i32.rem_u (local.get $from) (local.get $groups_x)))
        (local.set $group_y (i32.rem_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $group_z (i32.div_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $row (local.get $group_y))
        (local.set $head (i32.div_s (local.get $group_x) (i32.const 2)))
        (local.set $lane_base_at (i32.add (local.get $step) (i32.mul (i32.const 5) (i32.const 4))))
        (local.set $lane_base (i32.load (local.get $lane_base_at)))
        (local.set $lane_at
          (i32.add (local.get $step) (i32.mul (i32.add (local.get $lane_base) (local.get $row)) (i32.const 4))))
        (local.set $lane (i32.load (local.get $lane_at)))
        (local.set $begin_base_at (i32.add (local.get $step) (i32.mul (i32.const 8) (i32.const 4))))
        (local.set $begin_base (i32.load (local.get $begin_base_at)))
        (local.set $begin_at
          (i32.add (local.get $step) (i32.mul (i32.add (local.get $begin_base) (local.get $lane)) (i32.const 4))))
        (local.set $begin (i32.load (local.get $begin_at)))
        (local.set $length_base_at (i32.add (local.get $step) (i32.mul (i32.const 9) (i32.const 4))))
        (local.set $length_base (i32.load (local.get $length_base_at)))
        (local.set $length_at
          (i32.add (local.get $step) (i32.mul (i32.add (local.get $length_base) (local.get $lane)) (i32.const 4))))
        (local.set $length (i32.load (local.get $length_at)))
        (local.set $last (i32.add (local.get $length) (i32.sub (local.get $row) (local.get $begin))))
        (local.set $base
          (i32.mul (i32.add (i32.mul (local.get $row) (i32.const 4)) (local.get $group_x)) (i32.const 64)))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $d (local.get $local))
          (block
            (loop
              (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $d) (i32.const 3)) (i32.const 64))))
              (local.set $at
                (i32.add (local.get $q) (i32.mul (i32.add (local.get $base) (local.get $d)) (i32.const 4))))
              (local.set $q_part (v128.load (local.get $at)))
              (local.set $stored
                (f32x4.mul (local.get $q_part) (v128.const i32x4 0x3e000000 0x3e000000 0x3e000000 0x3e000000)))
              (local.set $at_2 (i32.add (local.get $scratch) (i32.mul (local.get $d) (i32.const 4))))
              (v128.store (local.get $at_2) (local.get $stored))
              (local.set $d (i32.add (local.get $d) (i32.const 64)))
              (br 0)))
          (block
            (loop
              (local.set $mask
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $d)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x40 0x40 0x40 0x40)))
              (br_if 1 (i32.eqz (v128.any_true (local.get $mask))))
              (local.set $index
                (v128.and
                  (i32x4.add
                    (i32x4.splat (i32.add (local.get $base) (local.get $d)))
                    (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (local.get $mask)))
              (local.set $at0
                (i32.add (local.get $q) (i32.mul (i32x4.extract_lane 0 (local.get $index)) (i32.const 4))))
              (local.set $at1
                (i32.add (local.get $q) (i32.mul (i32x4.extract_lane 1 (local.get $index)) (i32.const 4))))
              (local.set $at2
                (i32.add (local.get $q) (i32.mul (i32x4.extract_lane 2 (local.get $index)) (i32.const 4))))
              (local.set $at3
                (i32.add (local.get $q) (i32.mul (i32x4.extract_lane 3 (local.get $index)) (i32.const 4))))
              (local.set $q_part_2
                (v128.load32_lane 3
                  (local.get $at3)
                  (v128.load32_lane 2
                    (local.get $at2)
                    (v128.load32_lane 1 (local.get $at1) (v128.load32_zero (local.get $at0))))))
              (local.set $stored_2
                (f32x4.mul (local.get $q_part_2) (v128.const i32x4 0x3e000000 0x3e000000 0x3e000000 0x3e000000)))
              (local.set $index_2 (i32x4.add (i32x4.splat (local.get $d)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
              (local.set $at0_2
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_2)) (i32.const 4))))
              (local.set $at1_2
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_2)) (i32.const 4))))
              (local.set $at2_2
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_2)) (i32.const 4))))
              (local.set $at3_2
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_2)) (i32.const 4))))
              (if
                (i32x4.extract_lane 0 (local.get $mask))
                (then
                  (v128.store32_lane 0 (local.get $at0_2) (local.get $stored_2))))
              (if
                (i32x4.extract_lane 1 (local.get $mask))
                (then
                  (v128.store32_lane 1 (local.get $at1_2) (local.get $stored_2))))
              (if
                (i32x4.extract_lane 2 (local.get $mask))
                (then
                  (v128.store32_lane 2 (local.get $at2_2) (local.get $stored_2))))
              (if
                (i32x4.extract_lane 3 (local.get $mask))
                (then
                  (v128.store32_lane 3 (local.get $at3_2) (local.get $stored_2))))
              (local.set $d (i32.add (local.get $d) (i32.const 64)))
              (br 0)))
          (v128.store offset=800 (local.get $thread_at) (v128.const i32x4 0xff7fffff 0xff7fffff 0xff7fffff 0xff7fffff))
          (v128.store offset=1056 (local.get $thread_at) (v128.const i32x4 0x0 0x0 0x0 0x0))
          (v128.store offset=1312 (local.get $thread_at) (v128.const i32x4 0x0 0x0 0x0 0x0))
          (v128.store offset=1568 (local.get $thread_at) (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
        (local.set $p (i32.const 0))
        (block
          (loop
            (br_if 1
              (i32.eqz (i32.lt_s (local.get $p) (i32.add (i32.div_s (local.get $last) (i32.const 64)) (i32.const 1)))))
            (local.set $page_pages_at (i32.add (local.get $step) (i32.mul (i32.const 14) (i32.const 4))))
            (local.set $page_pages (i32.load (local.get $page_pages_at)))
            (local.set $page_base_at (i32.add (local.get $step) (i32.mul (i32.const 13) (i32.const 4))))
            (local.set $page_base (i32.load (local.get $page_base_at)))
            (local.set $page_at
              (i32.add
                (local.get $step)
                (i32.mul
                  (i32.add
                    (local.get $page_base)
                    (i32.add (i32.mul (local.get $lane) (local.get $page_pages)) (local.get $p)))
                  (i32.const 4))))
            (local.set $page (i32.load (local.get $page_at)))
            (local.set $keys_here
              (select
                (i32.add (i32.sub (local.get $last) (i32.mul (local.get $p) (i32.const 64))) (i32.const 1))
                (i32.const 64)
                (i32.lt_s
                  (i32.add (i32.sub (local.get $last) (i32.mul (local.get $p) (i32.const 64))) (i32.const 1))
                  (i32.const 64))))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (v128.store offset=1824
                (local.get $thread_at)
                (v128.const i32x4 0xff7fffff 0xff7fffff 0xff7fffff 0xff7fffff))
              (local.set $condition
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (i32x4.splat (local.get $keys_here))))
              (if
                (i32x4.all_true (local.get $condition))
                (then
                  (local.set $score_2 (v128.const i32x4 0x0 0x0 0x0 0x0))
                  (local.set $g_2 (i32.const 0))
                  (block
                    (loop
                      (br_if 1 (i32.eqz (i32.lt_s (local.get $g_2) (i32.const 16))))
                      (local.set $at_3
                        (i32.add
                          (local.get $pages)
                          (i32.mul
                            (i32.add
                              (i32.mul
                                (i32.add
                                  (i32.mul
                                    (i32.add (i32.mul (local.get $page) (i32.const 4)) (local.get $head))
                                    (i32.const 64))
                                  (local.get $local))
                                (i32.const 16))
                              (local.get $g_2))
                            (i32.const 16))))
                      (local.set $row0_2 (v128.load (local.get $at_3)))
                      (local.set $row1_2 (v128.load offset=256 (local.get $at_3)))
                      (local.set $row2_2 (v128.load offset=512 (local.get $at_3)))
                      (local.set $row3_2 (v128.load offset=768 (local.get $at_3)))
                      (local.set $pair_p_2
                        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0_2) (local.get $row1_2)))
                      (local.set $pair_q_2
                        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2_2) (local.get $row3_2)))
                      (local.set $pair_r_2
                        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                          (local.get $row0_2)
                          (local.get $row1_2)))
                      (local.set $pair_s_2
                        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                          (local.get $row2_2)
                          (local.get $row3_2)))
                      (local.set $key0_2
                        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                          (local.get $pair_p_2)
                          (local.get $pair_q_2)))
                      (local.set $key1_2
                        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                          (local.get $pair_p_2)
                          (local.get $pair_q_2)))
                      (local.set $key2_2
                        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                          (local.get $pair_r_2)
                          (local.get $pair_s_2)))
                      (local.set $key3_2
                        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                          (local.get $pair_r_2)
                          (local.get $pair_s_2)))
                      (local.set $q_value0_at_2
                        (i32.add (local.get $scratch) (i32.mul (local.get $g_2) (i32.const 16))))
                      (local.set $q_value0_2 (f32.load (local.get $q_value0_at_2)))
                      (local.set $q_value1_2 (f32.load offset=4 (local.get $q_value0_at_2)))
                      (local.set $q_value2_2 (f32.load offset=8 (local.get $q_value0_at_2)))
                      (local.set $q_value3_2 (f32.load offset=12 (local.get $q_value0_at_2)))
                      (local.set $score_2
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add
                              (f32x4.add
                                (local.get $score_2)
                                (f32x4.mul (local.get $key0_2) (f32x4.splat (local.get $q_value0_2))))
                              (f32x4.mul (local.get $key1_2) (f32x4.splat (local.get $q_value1_2))))
                            (f32x4.mul (local.get $key2_2) (f32x4.splat (local.get $q_value2_2))))
                          (f32x4.mul (local.get $key3_2) (f32x4.splat (local.get $q_value3_2)))))
                      (local.set $g_2 (i32.add (local.get $g_2) (i32.const 1)))
                      (br 0)))
                  (v128.store offset=1824 (local.get $thread_at) (local.get $score_2)))
                (else
                  (if
                    (i32.eqz (v128.any_true (local.get $condition)))
                    (then)
                    (else
                      (local.set $mask_2 (local.get $condition))
                      (if
                        (v128.any_true (local.get $mask_2))
                        (then
                          (local.set $score (v128.const i32x4 0x0 0x0 0x0 0x0))
                          (local.set $g (i32.const 0))
                          (block
                            (loop
                              (br_if 1 (i32.eqz (i32.lt_s (local.get $g) (i32.const 16))))
                              (local.set $index_3
                                (v128.and
                                  (i32x4.add
                                    (i32x4.splat
                                      (i32.add
                                        (i32.mul
                                          (i32.add
                                            (i32.mul
                                              (i32.add (i32.mul (local.get $page) (i32.const 4)) (local.get $head))
                                              (i32.const 64))
                                            (local.get $local))
                                          (i32.const 16))
                                        (local.get $g)))
                                    (v128.const i32x4 0x0 0x10 0x20 0x30))
                                  (local.get $mask_2)))
                              (local.set $at0_3
                                (i32.add
                                  (local.get $pages)
                                  (i32.mul (i32x4.extract_lane 0 (local.get $index_3)) (i32.const 16))))
                              (local.set $at1_3
                                (i32.add
                                  (local.get $pages)
                                  (i32.mul (i32x4.extract_lane 1 (local.get $index_3)) (i32.const 16))))
                              (local.set $at2_3
                                (i32.add
                                  (local.get $pages)
                                  (i32.mul (i32x4.extract_lane 2 (local.get $index_3)) (i32.const 16))))
                              (local.set $at3_3
                                (i32.add
                                  (local.get $pages)
                                  (i32.mul (i32x4.extract_lane 3 (local.get $index_3)) (i32.const 16))))
                              (local.set $row0 (v128.load (local.get $at0_3)))
                              (local.set $row1 (v128.load (local.get $at1_3)))
                              (local.set $row2 (v128.load (local.get $at2_3)))
                              (local.set $row3 (v128.load (local.get $at3_3)))
                              (local.set $pair_p
                                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
                                  (local.get $row0)
                                  (local.get $row1)))
                              (local.set $pair_q
                                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
                                  (local.get $row2)
                                  (local.get $row3)))
                              (local.set $pair_r
                                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                                  (local.get $row0)
                                  (local.get $row1)))
                              (local.set $pair_s
                                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                                  (local.get $row2)
                                  (local.get $row3)))
                              (local.set $key0
                                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                                  (local.get $pair_p)
                                  (local.get $pair_q)))
                              (local.set $key1
                                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                                  (local.get $pair_p)
                                  (local.get $pair_q)))
                              (local.set $key2
                                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                                  (local.get $pair_r)
                                  (local.get $pair_s)))
                              (local.set $key3
                                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                                  (local.get $pair_r)
                                  (local.get $pair_s)))
                              (local.set $q_value0_at
                                (i32.add (local.get $scratch) (i32.mul (local.get $g) (i32.const 16))))
                              (local.set $q_value0 (f32.load (local.get $q_value0_at)))
                              (local.set $q_value1 (f32.load offset=4 (local.get $q_value0_at)))
                              (local.set $q_value2 (f32.load offset=8 (local.get $q_value0_at)))
                              (local.set $q_value3 (f32.load offset=12 (local.get $q_value0_at)))
                              (local.set $score
                                (v128.bitselect
                                  (f32x4.add
                                    (f32x4.add
                                      (f32x4.add
                                        (f32x4.add
                                          (local.get $score)
                                          (f32x4.mul (local.get $key0) (f32x4.splat (local.get $q_value0))))
                                        (f32x4.mul (local.get $key1) (f32x4.splat (local.get $q_value1))))
                                      (f32x4.mul (local.get $key2) (f32x4.splat (local.get $q_value2))))
                                    (f32x4.mul (local.get $key3) (f32x4.splat (local.get $q_value3))))
                                  (local.get $score)
                                  (local.get $mask_2)))
                              (local.set $g (i32.add (local.get $g) (i32.const 1)))
                              (br 0)))
                          (v128.store offset=1824
                            (local.get $thread_at)
                            (v128.bitselect
                              (local.get $score)
                              (v128.load offset=1824 (local.get $thread_at))
                              (local.get $mask_2)))))))))
              (local.set $stored_3 (v128.load offset=1824 (local.get $thread_at)))
              (local.set $at_4 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
              (v128.store offset=512 (local.get $at_4) (local.get $stored_3))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (local.set $condition_2
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x8 0x8 0x8 0x8)))
              (if
                (i32x4.all_true (local.get $condition_2))
                (then
                  (local.set $page_best_from_2 (i32.mul (local.get $local) (i32.const 8)))
                  (local.set $at_5 (i32.add (local.get $scratch) (i32.mul (local.get $page_best_from_2) (i32.const 4))))
                  (local.set $page_best_head_2
                    (v128.load32_lane offset=608 3
                      (local.get $at_5)
                      (v128.load32_lane offset=576 2
                        (local.get $at_5)
                        (v128.load32_lane offset=544 1
                          (local.get $at_5)
                          (v128.load32_zero offset=512 (local.get $at_5))))))
                  (local.set $page_best_part_2 (local.get $page_best_head_2))
                  (local.set $i_2 (i32.const 1))
                  (block
                    (loop
                      (br_if 1 (i32.eqz (i32.lt_s (local.get $i_2) (i32.const 8))))
                      (local.set $at_6
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32.add (local.get $page_best_from_2) (local.get $i_2)) (i32.const 4))))
                      (local.set $page_best_next_2
                        (v128.load32_lane offset=608 3
                          (local.get $at_6)
                          (v128.load32_lane offset=576 2
                            (local.get $at_6)
                            (v128.load32_lane offset=544 1
                              (local.get $at_6)
                              (v128.load32_zero offset=512 (local.get $at_6))))))
                      (local.set $page_best_part_2
                        (f32x4.max (local.get $page_best_part_2) (local.get $page_best_next_2)))
                      (local.set $i_2 (i32.add (local.get $i_2) (i32.const 1)))
                      (br 0)))
                  (local.set $stored_5 (local.get $page_best_part_2))
                  (local.set $at_7 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                  (v128.store offset=768 (local.get $at_7) (local.get $stored_5)))
                (else
                  (if
                    (i32.eqz (v128.any_true (local.get $condition_2)))
                    (then)
                    (else
                      (local.set $mask_3 (local.get $condition_2))
                      (if
                        (v128.any_true (local.get $mask_3))
                        (then
                          (local.set $page_best_from (i32.mul (local.get $local) (i32.const 8)))
                          (local.set $index_4
                            (v128.and
                              (i32x4.add (i32x4.splat (local.get $page_best_from)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                              (local.get $mask_3)))
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
                          (local.set $page_best_head
                            (v128.load32_lane offset=512 3
                              (local.get $at3_4)
                              (v128.load32_lane offset=512 2
                                (local.get $at2_4)
                                (v128.load32_lane offset=512 1
                                  (local.get $at1_4)
                                  (v128.load32_zero offset=512 (local.get $at0_4))))))
                          (local.set $page_best_part (local.get $page_best_head))
                          (local.set $i (i32.const 1))
                          (block
                            (loop
                              (br_if 1 (i32.eqz (i32.lt_s (local.get $i) (i32.const 8))))
                              (local.set $index_5
                                (v128.and
                                  (i32x4.add
                                    (i32x4.splat (i32.add (local.get $page_best_from) (local.get $i)))
                                    (v128.const i32x4 0x0 0x8 0x10 0x18))
                                  (local.get $mask_3)))
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
                              (local.set $page_best_next
                                (v128.load32_lane offset=512 3
                                  (local.get $at3_5)
                                  (v128.load32_lane offset=512 2
                                    (local.get $at2_5)
                                    (v128.load32_lane offset=512 1
                                      (local.get $at1_5)
                                      (v128.load32_zero offset=512 (local.get $at0_5))))))
                              (local.set $page_best_part
                                (v128.bitselect
                                  (f32x4.max (local.get $page_best_part) (local.get $page_best_next))
                                  (local.get $page_best_part)
                                  (local.get $mask_3)))
                              (local.set $i (i32.add (local.get $i) (i32.const 1)))
                              (br 0)))
                          (local.set $stored_4 (local.get $page_best_part))
                          (local.set $index_6
                            (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
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
                          (if
                            (i32x4.extract_lane 0 (local.get $mask_3))
                            (then
                              (v128.store32_lane offset=768 0 (local.get $at0_6) (local.get $stored_4))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask_3))
                            (then
                              (v128.store32_lane offset=768 1 (local.get $at1_6) (local.get $stored_4))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask_3))
                            (then
                              (v128.store32_lane offset=768 2 (local.get $at2_6) (local.get $stored_4))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask_3))
                            (then
                              (v128.store32_lane offset=768 3 (local.get $at3_6) (local.get $stored_4))))))))))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
            (local.set $page_best_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
            (local.set $page_best_start (f32.load offset=768 (local.get $page_best_start_at)))
            (local.set $page_best_total (local.get $page_best_start))
            (local.set $i_2_2 (i32.const 1))
            (block
              (loop
                (br_if 1 (i32.eqz (i32.lt_s (local.get $i_2_2) (i32.const 8))))
                (local.set $page_best_item_at (i32.add (local.get $scratch) (i32.mul (local.get $i_2_2) (i32.const 4))))
                (local.set $page_best_item (f32.load offset=768 (local.get $page_best_item_at)))
                (local.set $page_best_total (f32.max (local.get $page_best_total) (local.get $page_best_item)))
                (local.set $i_2_2 (i32.add (local.get $i_2_2) (i32.const 1)))
                (br 0)))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (v128.store offset=2080
                (local.get $thread_at)
                (f32x4.max (v128.load offset=800 (local.get $thread_at)) (f32x4.splat (local.get $page_best_total))))
              (local.set $weight
                (v128.bitselect
                  (f32x4.mul
                    (f32x4.mul
                      (f32x4.add
                        (f32x4.add
                          (f32x4.mul
                            (f32x4.mul
                              (local.tee $exp_rest
                                (f32x4.sub
                                  (f32x4.sub
                                    (local.tee $exp_x
                                      (f32x4.max
                                        (f32x4.min
                                          (f32x4.sub
                                            (v128.load offset=1824 (local.get $thread_at))
                                            (v128.load offset=2080 (local.get $thread_at)))
                                          (v128.const i32x4 0x42b20000 0x42b20000 0x42b20000 0x42b20000))
                                        (v128.const i32x4 0xc2d00000 0xc2d00000 0xc2d00000 0xc2d00000)))
                                    (f32x4.mul
                                      (local.tee $exp_whole
                                        (f32x4.nearest
                                          (f32x4.mul
                                            (local.get $exp_x)
                                            (v128.const i32x4 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b))))
                                      (v128.const i32x4 0x3f318000 0x3f318000 0x3f318000 0x3f318000)))
                                  (f32x4.mul
                                    (local.get $exp_whole)
                                    (v128.const i32x4 0xb95e8083 0xb95e8083 0xb95e8083 0xb95e8083))))
                              (local.get $exp_rest))
                            (f32x4.add
                              (f32x4.mul
                                (f32x4.add
                                  (f32x4.mul
                                    (f32x4.add
                                      (f32x4.mul
                                        (f32x4.add
                                          (f32x4.mul
                                            (f32x4.add
                                              (f32x4.mul
                                                (v128.const i32x4 0x39506967 0x39506967 0x39506967 0x39506967)
                                                (local.get $exp_rest))
                                              (v128.const i32x4 0x3ab743ce 0x3ab743ce 0x3ab743ce 0x3ab743ce))
                                            (local.get $exp_rest))
                                          (v128.const i32x4 0x3c088908 0x3c088908 0x3c088908 0x3c088908))
                                        (local.get $exp_rest))
                                      (v128.const i32x4 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1))
                                    (local.get $exp_rest))
                                  (v128.const i32x4 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa))
                                (local.get $exp_rest))
                              (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)))
                          (local.get $exp_rest))
                        (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))
                      (i32x4.shl
                        (i32x4.add
                          (local.tee $exp_half
                            (i32x4.shr_s
                              (local.tee $exp_power (i32x4.trunc_sat_f32x4_s (local.get $exp_whole)))
                              (i32.const 1)))
                          (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                        (i32.const 23)))
                    (i32x4.shl
                      (i32x4.add
                        (i32x4.sub (local.get $exp_power) (local.get $exp_half))
                        (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                      (i32.const 23)))
                  (v128.const i32x4 0x0 0x0 0x0 0x0)
                  (i32x4.lt_s
                    (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                    (i32x4.splat (local.get $keys_here)))))
              (v128.store offset=2336
                (local.get $thread_at)
                (f32x4.mul
                  (f32x4.mul
                    (f32x4.add
                      (f32x4.add
                        (f32x4.mul
                          (f32x4.mul
                            (local.tee $exp_rest_2
                              (f32x4.sub
                                (f32x4.sub
                                  (local.tee $exp_x_2
                                    (f32x4.max
                                      (f32x4.min
                                        (f32x4.sub
                                          (v128.load offset=800 (local.get $thread_at))
                                          (v128.load offset=2080 (local.get $thread_at)))
                                        (v128.const i32x4 0x42b20000 0x42b20000 0x42b20000 0x42b20000))
                                      (v128.const i32x4 0xc2d00000 0xc2d00000 0xc2d00000 0xc2d00000)))
                                  (f32x4.mul
                                    (local.tee $exp_whole_2
                                      (f32x4.nearest
                                        (f32x4.mul
                                          (local.get $exp_x_2)
                                          (v128.const i32x4 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b))))
                                    (v128.const i32x4 0x3f318000 0x3f318000 0x3f318000 0x3f318000)))
                                (f32x4.mul
                                  (local.get $exp_whole_2)
                                  (v128.const i32x4 0xb95e8083 0xb95e8083 0xb95e8083 0xb95e8083))))
                            (local.get $exp_rest_2))
                          (f32x4.add
                            (f32x4.mul
                              (f32x4.add
                                (f32x4.mul
                                  (f32x4.add
                                    (f32x4.mul
                                      (f32x4.add
                                        (f32x4.mul
                                          (f32x4.add
                                            (f32x4.mul
                                              (v128.const i32x4 0x39506967 0x39506967 0x39506967 0x39506967)
                                              (local.get $exp_rest_2))
                                            (v128.const i32x4 0x3ab743ce 0x3ab743ce 0x3ab743ce 0x3ab743ce))
                                          (local.get $exp_rest_2))
                                        (v128.const i32x4 0x3c088908 0x3c088908 0x3c088908 0x3c088908))
                                      (local.get $exp_rest_2))
                                    (v128.const i32x4 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1))
                                  (local.get $exp_rest_2))
                                (v128.const i32x4 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa))
                              (local.get $exp_rest_2))
                            (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)))
                        (local.get $exp_rest_2))
                      (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))
                    (i32x4.shl
                      (i32x4.add
                        (local.tee $exp_half_2
                          (i32x4.shr_s
                            (local.tee $exp_power_2 (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_2)))
                            (i32.const 1)))
                        (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                      (i32.const 23)))
                  (i32x4.shl
                    (i32x4.add
                      (i32x4.sub (local.get $exp_power_2) (local.get $exp_half_2))
                      (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                    (i32.const 23))))
              (local.set $stored_6 (local.get $weight))
              (local.set $at_8 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
              (v128.store offset=256 (local.get $at_8) (local.get $stored_6))
              (local.set $stored_7 (local.get $weight))
              (local.set $at_9 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
              (v128.store offset=512 (local.get $at_9) (local.get $stored_7))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (local.set $condition_3
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x8 0x8 0x8 0x8)))
              (if
                (i32x4.all_true (local.get $condition_3))
                (then
                  (local.set $page_sum_from_2 (i32.mul (local.get $local) (i32.const 8)))
                  (local.set $at_10 (i32.add (local.get $scratch) (i32.mul (local.get $page_sum_from_2) (i32.const 4))))
                  (local.set $page_sum_head_2
                    (v128.load32_lane offset=608 3
                      (local.get $at_10)
                      (v128.load32_lane offset=576 2
                        (local.get $at_10)
                        (v128.load32_lane offset=544 1
                          (local.get $at_10)
                          (v128.load32_zero offset=512 (local.get $at_10))))))
                  (local.set $page_sum_part_2 (local.get $page_sum_head_2))
                  (local.set $i_3_2 (i32.const 1))
                  (block
                    (loop
                      (br_if 1 (i32.eqz (i32.lt_s (local.get $i_3_2) (i32.const 8))))
                      (local.set $at_11
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32.add (local.get $page_sum_from_2) (local.get $i_3_2)) (i32.const 4))))
                      (local.set $page_sum_next_2
                        (v128.load32_lane offset=608 3
                          (local.get $at_11)
                          (v128.load32_lane offset=576 2
                            (local.get $at_11)
                            (v128.load32_lane offset=544 1
                              (local.get $at_11)
                              (v128.load32_zero offset=512 (local.get $at_11))))))
                      (local.set $page_sum_part_2 (f32x4.add (local.get $page_sum_part_2) (local.get $page_sum_next_2)))
                      (local.set $i_3_2 (i32.add (local.get $i_3_2) (i32.const 1)))
                      (br 0)))
                  (local.set $stored_9 (local.get $page_sum_part_2))
                  (local.set $at_12 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                  (v128.store offset=768 (local.get $at_12) (local.get $stored_9)))
                (else
                  (if
                    (i32.eqz (v128.any_true (local.get $condition_3)))
                    (then)
                    (else
                      (local.set $mask_4 (local.get $condition_3))
                      (if
                        (v128.any_true (local.get $mask_4))
                        (then
                          (local.set $page_sum_from (i32.mul (local.get $local) (i32.const 8)))
                          (local.set $index_7
                            (v128.and
                              (i32x4.add (i32x4.splat (local.get $page_sum_from)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                              (local.get $mask_4)))
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
                          (local.set $page_sum_head
                            (v128.load32_lane offset=512 3
                              (local.get $at3_7)
                              (v128.load32_lane offset=512 2
                                (local.get $at2_7)
                                (v128.load32_lane offset=512 1
                                  (local.get $at1_7)
                                  (v128.load32_zero offset=512 (local.get $at0_7))))))
                          (local.set $page_sum_part (local.get $page_sum_head))
                          (local.set $i_3 (i32.const 1))
                          (block
                            (loop
                              (br_if 1 (i32.eqz (i32.lt_s (local.get $i_3) (i32.const 8))))
                              (local.set $index_8
                                (v128.and
                                  (i32x4.add
                                    (i32x4.splat (i32.add (local.get $page_sum_from) (local.get $i_3)))
                                    (v128.const i32x4 0x0 0x8 0x10 0x18))
                                  (local.get $mask_4)))
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
                              (local.set $page_sum_next
                                (v128.load32_lane offset=512 3
                                  (local.get $at3_8)
                                  (v128.load32_lane offset=512 2
                                    (local.get $at2_8)
                                    (v128.load32_lane offset=512 1
                                      (local.get $at1_8)
                                      (v128.load32_zero offset=512 (local.get $at0_8))))))
                              (local.set $page_sum_part
                                (v128.bitselect
                                  (f32x4.add (local.get $page_sum_part) (local.get $page_sum_next))
                                  (local.get $page_sum_part)
                                  (local.get $mask_4)))
                              (local.set $i_3 (i32.add (local.get $i_3) (i32.const 1)))
                              (br 0)))
                          (local.set $stored_8 (local.get $page_sum_part))
                          (local.set $index_9
                            (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
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
                          (if
                            (i32x4.extract_lane 0 (local.get $mask_4))
                            (then
                              (v128.store32_lane offset=768 0 (local.get $at0_9) (local.get $stored_8))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask_4))
                            (then
                              (v128.store32_lane offset=768 1 (local.get $at1_9) (local.get $stored_8))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask_4))
                            (then
                              (v128.store32_lane offset=768 2 (local.get $at2_9) (local.get $stored_8))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask_4))
                            (then
                              (v128.store32_lane offset=768 3 (local.get $at3_9) (local.get $stored_8))))))))))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
            (local.set $page_sum_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
            (local.set $page_sum_start (f32.load offset=768 (local.get $page_sum_start_at)))
            (local.set $page_sum_total (local.get $page_sum_start))
            (local.set $i_4 (i32.const 1))
            (block
              (loop
                (br_if 1 (i32.eqz (i32.lt_s (local.get $i_4) (i32.const 8))))
                (local.set $page_sum_item_at (i32.add (local.get $scratch) (i32.mul (local.get $i_4) (i32.const 4))))
                (local.set $page_sum_item (f32.load offset=768 (local.get $page_sum_item_at)))
                (local.set $page_sum_total (f32.add (local.get $page_sum_total) (local.get $page_sum_item)))
                (local.set $i_4 (i32.add (local.get $i_4) (i32.const 1)))
                (br 0)))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (v128.store offset=1056
                (local.get $thread_at)
                (f32x4.add
                  (f32x4.mul
                    (v128.load offset=1056 (local.get $thread_at))
                    (v128.load offset=2336 (local.get $thread_at)))
                  (f32x4.splat (local.get $page_sum_total))))
              (v128.store offset=800 (local.get $thread_at) (v128.load offset=2080 (local.get $thread_at)))
              (local.set $column (local.get $local))
              (local.set $condition_4
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $column)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x20 0x20 0x20 0x20)))
              (if
                (i32x4.all_true (local.get $condition_4))
                (then
                  (v128.store offset=1312
                    (local.get $thread_at)
                    (f32x4.mul
                      (v128.load offset=1312 (local.get $thread_at))
                      (v128.load offset=2336 (local.get $thread_at))))
                  (v128.store offset=1568
                    (local.get $thread_at)
                    (f32x4.mul
                      (v128.load offset=1568 (local.get $thread_at))
                      (v128.load offset=2336 (local.get $thread_at))))
                  (local.set $t_2 (i32.const 0))
                  (block
                    (loop
                      (br_if 1 (i32.eqz (i32.lt_s (local.get $t_2) (local.get $keys_here))))
                      (local.set $w_at_2 (i32.add (local.get $scratch) (i32.mul (local.get $t_2) (i32.const 4))))
                      (local.set $w_2 (f32.load offset=256 (local.get $w_at_2)))
                      (local.set $at_13
                        (i32.add
                          (local.get $pages)
                          (i32.mul
                            (i32.add
                              (i32.mul
                                (i32.add
                                  (i32.mul
                                    (i32.add
                                      (i32.add (i32.mul (local.get $page) (i32.const 4)) (local.get $head))
                                      (i32.const 2))
                                    (i32.const 64))
                                  (local.get $t_2))
                                (i32.const 32))
                              (local.get $column))
                            (i32.const 8))))
                      (local.set $low (v128.load (local.get $at_13)))
                      (local.set $high (v128.load offset=16 (local.get $at_13)))
                      (local.set $value0_2
                        (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $low) (local.get $high)))
                      (local.set $value1_2
                        (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $low) (local.get $high)))
                      (v128.store offset=1312
                        (local.get $thread_at)
                        (f32x4.add
                          (v128.load offset=1312 (local.get $thread_at))
                          (f32x4.mul (f32x4.splat (local.get $w_2)) (local.get $value0_2))))
                      (v128.store offset=1568
                        (local.get $thread_at)
                        (f32x4.add
                          (v128.load offset=1568 (local.get $thread_at))
                          (f32x4.mul (f32x4.splat (local.get $w_2)) (local.get $value1_2))))
                      (local.set $t_2 (i32.add (local.get $t_2) (i32.const 1)))
                      (br 0))))
                (else
                  (if
                    (i32.eqz (v128.any_true (local.get $condition_4)))
                    (then)
                    (else
                      (local.set $mask_5 (local.get $condition_4))
                      (if
                        (v128.any_true (local.get $mask_5))
                        (then
                          (v128.store offset=1312
                            (local.get $thread_at)
                            (v128.bitselect
                              (f32x4.mul
                                (v128.load offset=1312 (local.get $thread_at))
                                (v128.load offset=2336 (local.get $thread_at)))
                              (v128.load offset=1312 (local.get $thread_at))
                              (local.get $mask_5)))
                          (v128.store offset=1568
                            (local.get $thread_at)
                            (v128.bitselect
                              (f32x4.mul
                                (v128.load offset=1568 (local.get $thread_at))
                                (v128.load offset=2336 (local.get $thread_at)))
                              (v128.load offset=1568 (local.get $thread_at))
                              (local.get $mask_5)))
                          (local.set $t (i32.const 0))
                          (block
                            (loop
                              (br_if 1 (i32.eqz (i32.lt_s (local.get $t) (local.get $keys_here))))
                              (local.set $w_at (i32.add (local.get $scratch) (i32.mul (local.get $t) (i32.const 4))))
                              (local.set $w (f32.load offset=256 (local.get $w_at)))
                              (local.set $index_10
                                (v128.and
                                  (i32x4.add
                                    (i32x4.splat
                                      (i32.add
                                        (i32.mul
                                          (i32.add
                                            (i32.mul
                                              (i32.add
                                                (i32.add (i32.mul (local.get $page) (i32.const 4)) (local.get $head))
                                                (i32.const 2))
                                              (i32.const 64))
                                            (local.get $t))
                                          (i32.const 32))
                                        (local.get $column)))
                                    (v128.const i32x4 0x0 0x1 0x2 0x3))
                                  (local.get $mask_5)))
                              (local.set $at0_10
                                (i32.add
                                  (local.get $pages)
                                  (i32.mul (i32x4.extract_lane 0 (local.get $index_10)) (i32.const 8))))
                              (local.set $at1_10
                                (i32.add
                                  (local.get $pages)
                                  (i32.mul (i32x4.extract_lane 1 (local.get $index_10)) (i32.const 8))))
                              (local.set $at2_10
                                (i32.add
                                  (local.get $pages)
                                  (i32.mul (i32x4.extract_lane 2 (local.get $index_10)) (i32.const 8))))
                              (local.set $at3_10
                                (i32.add
                                  (local.get $pages)
                                  (i32.mul (i32x4.extract_lane 3 (local.get $index_10)) (i32.const 8))))
                              (local.set $value0
                                (v128.load32_lane 3
                                  (local.get $at3_10)
                                  (v128.load32_lane 2
                                    (local.get $at2_10)
                                    (v128.load32_lane 1 (local.get $at1_10) (v128.load32_zero (local.get $at0_10))))))
                              (local.set $value1
                                (v128.load32_lane offset=4 3
                                  (local.get $at3_10)
                                  (v128.load32_lane offset=4 2
                                    (local.get $at2_10)
                                    (v128.load32_lane offset=4 1
                                      (local.get $at1_10)
                                      (v128.load32_zero offset=4 (local.get $at0_10))))))
                              (v128.store offset=1312
                                (local.get $thread_at)
                                (v128.bitselect
                                  (f32x4.add
                                    (v128.load offset=1312 (local.get $thread_at))
                                    (f32x4.mul (f32x4.splat (local.get $w)) (local.get $value0)))
                                  (v128.load offset=1312 (local.get $thread_at))
                                  (local.get $mask_5)))
                              (v128.store offset=1568
                                (local.get $thread_at)
                                (v128.bitselect
                                  (f32x4.add
                                    (v128.load offset=1568 (local.get $thread_at))
                                    (f32x4.mul (f32x4.splat (local.get $w)) (local.get $value1)))
                                  (v128.load offset=1568 (local.get $thread_at))
                                  (local.get $mask_5)))
                              (local.set $t (i32.add (local.get $t) (i32.const 1)))
                              (br 0)))))))))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
            (local.set $p (i32.add (local.get $p) (i32.const 1)))
            (br 0)))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $out_column (local.get $local))
          (local.set $condition_5
            (i32x4.lt_s
              (i32x4.add (i32x4.splat (local.get $out_column)) (v128.const i32x4 0x0 0x1 0x2 0x3))
              (v128.const i32x4 0x20 0x20 0x20 0x20)))
          (if
            (i32x4.all_true (local.get $condition_5))
            (then
              (local.set $gate_base_2
                (i32.add
                  (i32.add (i32.mul (local.get $row) (i32.const 512)) (i32.mul (local.get $group_x) (i32.const 128)))
                  (i32.const 64)))
              (local.set $at_14
                (i32.add
                  (local.get $gate)
                  (i32.mul
                    (i32.add (local.get $gate_base_2) (i32.mul (local.get $out_column) (i32.const 2)))
                    (i32.const 4))))
              (local.set $gate_value_3
                (v128.load32_lane offset=24 3
                  (local.get $at_14)
                  (v128.load32_lane offset=16 2
                    (local.get $at_14)
                    (v128.load32_lane offset=8 1 (local.get $at_14) (v128.load32_zero (local.get $at_14))))))
              (local.set $at_15
                (i32.add
                  (local.get $gate)
                  (i32.mul
                    (i32.add
                      (i32.add (local.get $gate_base_2) (i32.mul (local.get $out_column) (i32.const 2)))
                      (i32.const 1))
                    (i32.const 4))))
              (local.set $gate_value_2_2
                (v128.load32_lane offset=24 3
                  (local.get $at_15)
                  (v128.load32_lane offset=16 2
                    (local.get $at_15)
                    (v128.load32_lane offset=8 1 (local.get $at_15) (v128.load32_zero (local.get $at_15))))))
              (local.set $stored_12
                (f32x4.mul
                  (f32x4.div
                    (v128.load offset=1312 (local.get $thread_at))
                    (v128.load offset=1056 (local.get $thread_at)))
                  (f32x4.div
                    (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000)
                    (f32x4.add
                      (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000)
                      (f32x4.mul
                        (f32x4.mul
                          (f32x4.add
                            (f32x4.add
                              (f32x4.mul
                                (f32x4.mul
                                  (local.tee $exp_rest_5
                                    (f32x4.sub
                                      (f32x4.sub
                                        (local.tee $exp_x_5
                                          (f32x4.max
                                            (f32x4.min
                                              (f32x4.min
                                                (f32x4.neg (local.get $gate_value_3))
                                                (v128.const i32x4 0x42a00000 0x42a00000 0x42a00000 0x42a00000))
                                              (v128.const i32x4 0x42b20000 0x42b20000 0x42b20000 0x42b20000))
                                            (v128.const i32x4 0xc2d00000 0xc2d00000 0xc2d00000 0xc2d00000)))
                                        (f32x4.mul
                                          (local.tee $exp_whole_5
                                            (f32x4.nearest
                                              (f32x4.mul
                                                (local.get $exp_x_5)
                                                (v128.const i32x4 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b))))
                                          (v128.const i32x4 0x3f318000 0x3f318000 0x3f318000 0x3f318000)))
                                      (f32x4.mul
                                        (local.get $exp_whole_5)
                                        (v128.const i32x4 0xb95e8083 0xb95e8083 0xb95e8083 0xb95e8083))))
                                  (local.get $exp_rest_5))
                                (f32x4.add
                                  (f32x4.mul
                                    (f32x4.add
                                      (f32x4.mul
                                        (f32x4.add
                                          (f32x4.mul
                                            (f32x4.add
                                              (f32x4.mul
                                                (f32x4.add
                                                  (f32x4.mul
                                                    (v128.const i32x4 0x39506967 0x39506967 0x39506967 0x39506967)
                                                    (local.get $exp_rest_5))
                                                  (v128.const i32x4 0x3ab743ce 0x3ab743ce 0x3ab743ce 0x3ab743ce))
                                                (local.get $exp_rest_5))
                                              (v128.const i32x4 0x3c088908 0x3c088908 0x3c088908 0x3c088908))
                                            (local.get $exp_rest_5))
                                          (v128.const i32x4 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1))
                                        (local.get $exp_rest_5))
                                      (v128.const i32x4 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa))
                                    (local.get $exp_rest_5))
                                  (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)))
                              (local.get $exp_rest_5))
                            (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))
                          (i32x4.shl
                            (i32x4.add
                              (local.tee $exp_half_5
                                (i32x4.shr_s
                                  (local.tee $exp_power_5 (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_5)))
                                  (i32.const 1)))
                              (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                            (i32.const 23)))
                        (i32x4.shl
                          (i32x4.add
                            (i32x4.sub (local.get $exp_power_5) (local.get $exp_half_5))
                            (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                          (i32.const 23)))))))
              (local.set $stored_13
                (f32x4.mul
                  (f32x4.div
                    (v128.load offset=1568 (local.get $thread_at))
                    (v128.load offset=1056 (local.get $thread_at)))
                  (f32x4.div
                    (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000)
                    (f32x4.add
                      (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000)
                      (f32x4.mul
                        (f32x4.mul
                          (f32x4.add
                            (f32x4.add
                              (f32x4.mul
                                (f32x4.mul
                                  (local.tee $exp_rest_6
                                    (f32x4.sub
                                      (f32x4.sub
                                        (local.tee $exp_x_6
                                          (f32x4.max
                                            (f32x4.min
                                              (f32x4.min
                                                (f32x4.neg (local.get $gate_value_2_2))
                                                (v128.const i32x4 0x42a00000 0x42a00000 0x42a00000 0x42a00000))
                                              (v128.const i32x4 0x42b20000 0x42b20000 0x42b20000 0x42b20000))
                                            (v128.const i32x4 0xc2d00000 0xc2d00000 0xc2d00000 0xc2d00000)))
                                        (f32x4.mul
                                          (local.tee $exp_whole_6
                                            (f32x4.nearest
                                              (f32x4.mul
                                                (local.get $exp_x_6)
                                                (v128.const i32x4 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b))))
                                          (v128.const i32x4 0x3f318000 0x3f318000 0x3f318000 0x3f318000)))
                                      (f32x4.mul
                                        (local.get $exp_whole_6)
                                        (v128.const i32x4 0xb95e8083 0xb95e8083 0xb95e8083 0xb95e8083))))
                                  (local.get $exp_rest_6))
                                (f32x4.add
                                  (f32x4.mul
                                    (f32x4.add
                                      (f32x4.mul
                                        (f32x4.add
                                          (f32x4.mul
                                            (f32x4.add
                                              (f32x4.mul
                                                (f32x4.add
                                                  (f32x4.mul
                                                    (v128.const i32x4 0x39506967 0x39506967 0x39506967 0x39506967)
                                                    (local.get $exp_rest_6))
                                                  (v128.const i32x4 0x3ab743ce 0x3ab743ce 0x3ab743ce 0x3ab743ce))
                                                (local.get $exp_rest_6))
                                              (v128.const i32x4 0x3c088908 0x3c088908 0x3c088908 0x3c088908))
                                            (local.get $exp_rest_6))
                                          (v128.const i32x4 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1))
                                        (local.get $exp_rest_6))
                                      (v128.const i32x4 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa))
                                    (local.get $exp_rest_6))
                                  (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)))
                              (local.get $exp_rest_6))
                            (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))
                          (i32x4.shl
                            (i32x4.add
                              (local.tee $exp_half_6
                                (i32x4.shr_s
                                  (local.tee $exp_power_6 (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_6)))
                                  (i32.const 1)))
                              (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                            (i32.const 23)))
                        (i32x4.shl
                          (i32x4.add
                            (i32x4.sub (local.get $exp_power_6) (local.get $exp_half_6))
                            (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                          (i32.const 23)))))))
              (local.set $at_16
                (i32.add
                  (local.get $y)
                  (i32.mul
                    (i32.add
                      (i32.mul (i32.add (i32.mul (local.get $row) (i32.const 4)) (local.get $group_x)) (i32.const 32))
                      (local.get $out_column))
                    (i32.const 8))))
              (v128.store
                (local.get $at_16)
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $stored_12) (local.get $stored_13)))
              (v128.store offset=16
                (local.get $at_16)
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                  (local.get $stored_12)
                  (local.get $stored_13))))
            (else
              (if
                (i32.eqz (v128.any_true (local.get $condition_5)))
                (then)
                (else
                  (local.set $mask_6 (local.get $condition_5))
                  (if
                    (v128.any_true (local.get $mask_6))
                    (then
                      (local.set $gate_base
                        (i32.add
                          (i32.add
                            (i32.mul (local.get $row) (i32.const 512))
                            (i32.mul (local.get $group_x) (i32.const 128)))
                          (i32.const 64)))
                      (local.set $index_11
                        (v128.and
                          (i32x4.add
                            (i32x4.splat
                              (i32.add (local.get $gate_base) (i32.mul (local.get $out_column) (i32.const 2))))
                            (v128.const i32x4 0x0 0x2 0x4 0x6))
                          (local.get $mask_6)))
                      (local.set $at0_11
                        (i32.add (local.get $gate) (i32.mul (i32x4.extract_lane 0 (local.get $index_11)) (i32.const 4))))
                      (local.set $at1_11
                        (i32.add (local.get $gate) (i32.mul (i32x4.extract_lane 1 (local.get $index_11)) (i32.const 4))))
                      (local.set $at2_11
                        (i32.add (local.get $gate) (i32.mul (i32x4.extract_lane 2 (local.get $index_11)) (i32.const 4))))
                      (local.set $at3_11
                        (i32.add (local.get $gate) (i32.mul (i32x4.extract_lane 3 (local.get $index_11)) (i32.const 4))))
                      (local.set $gate_value
                        (v128.load32_lane 3
                          (local.get $at3_11)
                          (v128.load32_lane 2
                            (local.get $at2_11)
                            (v128.load32_lane 1 (local.get $at1_11) (v128.load32_zero (local.get $at0_11))))))
                      (local.set $index_12
                        (v128.and
                          (i32x4.add
                            (i32x4.splat
                              (i32.add
                                (i32.add (local.get $gate_base) (i32.mul (local.get $out_column) (i32.const 2)))
                                (i32.const 1)))
                            (v128.const i32x4 0x0 0x2 0x4 0x6))
                          (local.get $mask_6)))
                      (local.set $at0_12
                        (i32.add (local.get $gate) (i32.mul (i32x4.extract_lane 0 (local.get $index_12)) (i32.const 4))))
                      (local.set $at1_12
                        (i32.add (local.get $gate) (i32.mul (i32x4.extract_lane 1 (local.get $index_12)) (i32.const 4))))
                      (local.set $at2_12
                        (i32.add (local.get $gate) (i32.mul (i32x4.extract_lane 2 (local.get $index_12)) (i32.const 4))))
                      (local.set $at3_12
                        (i32.add (local.get $gate) (i32.mul (i32x4.extract_lane 3 (local.get $index_12)) (i32.const 4))))
                      (local.set $gate_value_2
                        (v128.load32_lane 3
                          (local.get $at3_12)
                          (v128.load32_lane 2
                            (local.get $at2_12)
                            (v128.load32_lane 1 (local.get $at1_12) (v128.load32_zero (local.get $at0_12))))))
                      (local.set $stored_10
                        (f32x4.mul
                          (f32x4.div
                            (v128.load offset=1312 (local.get $thread_at))
                            (v128.load offset=1056 (local.get $thread_at)))
                          (f32x4.div
                            (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000)
                            (f32x4.add
                              (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000)
                              (f32x4.mul
                                (f32x4.mul
                                  (f32x4.add
                                    (f32x4.add
                                      (f32x4.mul
                                        (f32x4.mul
                                          (local.tee $exp_rest_3
                                            (f32x4.sub
                                              (f32x4.sub
                                                (local.tee $exp_x_3
                                                  (f32x4.max
                                                    (f32x4.min
                                                      (f32x4.min
                                                        (f32x4.neg (local.get $gate_value))
                                                        (v128.const i32x4 0x42a00000 0x42a00000 0x42a00000 0x42a00000))
                                                      (v128.const i32x4 0x42b20000 0x42b20000 0x42b20000 0x42b20000))
                                                    (v128.const i32x4 0xc2d00000 0xc2d00000 0xc2d00000 0xc2d00000)))
                                                (f32x4.mul
                                                  (local.tee $exp_whole_3
                                                    (f32x4.nearest
                                                      (f32x4.mul
                                                        (local.get $exp_x_3)
                                                        (v128.const i32x4 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b))))
                                                  (v128.const i32x4 0x3f318000 0x3f318000 0x3f318000 0x3f318000)))
                                              (f32x4.mul
                                                (local.get $exp_whole_3)
                                                (v128.const i32x4 0xb95e8083 0xb95e8083 0xb95e8083 0xb95e8083))))
                                          (local.get $exp_rest_3))
                                        (f32x4.add
                                          (f32x4.mul
                                            (f32x4.add
                                              (f32x4.mul
                                                (f32x4.add
                                                  (f32x4.mul
                                                    (f32x4.add
                                                      (f32x4.mul
                                                        (f32x4.add
                                                          (f32x4.mul
                                                            (v128.const i32x4 0x39506967 0x39506967 0x39506967 0x39506967)
                                                            (local.get $exp_rest_3))
                                                          (v128.const i32x4 0x3ab743ce 0x3ab743ce 0x3ab743ce 0x3ab743ce))
                                                        (local.get $exp_rest_3))
                                                      (v128.const i32x4 0x3c088908 0x3c088908 0x3c088908 0x3c088908))
                                                    (local.get $exp_rest_3))
                                                  (v128.const i32x4 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1))
                                                (local.get $exp_rest_3))
                                              (v128.const i32x4 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa))
                                            (local.get $exp_rest_3))
                                          (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)))
                                      (local.get $exp_rest_3))
                                    (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))
                                  (i32x4.shl
                                    (i32x4.add
                                      (local.tee $exp_half_3
                                        (i32x4.shr_s
                                          (local.tee $exp_power_3 (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_3)))
                                          (i32.const 1)))
                                      (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                    (i32.const 23)))
                                (i32x4.shl
                                  (i32x4.add
                                    (i32x4.sub (local.get $exp_power_3) (local.get $exp_half_3))
                                    (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                  (i32.const 23)))))))
                      (local.set $stored_11
                        (f32x4.mul
                          (f32x4.div
                            (v128.load offset=1568 (local.get $thread_at))
                            (v128.load offset=1056 (local.get $thread_at)))
                          (f32x4.div
                            (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000)
                            (f32x4.add
                              (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000)
                              (f32x4.mul
                                (f32x4.mul
                                  (f32x4.add
                                    (f32x4.add
                                      (f32x4.mul
                                        (f32x4.mul
                                          (local.tee $exp_rest_4
                                            (f32x4.sub
                                              (f32x4.sub
                                                (local.tee $exp_x_4
                                                  (f32x4.max
                                                    (f32x4.min
                                                      (f32x4.min
                                                        (f32x4.neg (local.get $gate_value_2))
                                                        (v128.const i32x4 0x42a00000 0x42a00000 0x42a00000 0x42a00000))
                                                      (v128.const i32x4 0x42b20000 0x42b20000 0x42b20000 0x42b20000))
                                                    (v128.const i32x4 0xc2d00000 0xc2d00000 0xc2d00000 0xc2d00000)))
                                                (f32x4.mul
                                                  (local.tee $exp_whole_4
                                                    (f32x4.nearest
                                                      (f32x4.mul
                                                        (local.get $exp_x_4)
                                                        (v128.const i32x4 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b))))
                                                  (v128.const i32x4 0x3f318000 0x3f318000 0x3f318000 0x3f318000)))
                                              (f32x4.mul
                                                (local.get $exp_whole_4)
                                                (v128.const i32x4 0xb95e8083 0xb95e8083 0xb95e8083 0xb95e8083))))
                                          (local.get $exp_rest_4))
                                        (f32x4.add
                                          (f32x4.mul
                                            (f32x4.add
                                              (f32x4.mul
                                                (f32x4.add
                                                  (f32x4.mul
                                                    (f32x4.add
                                                      (f32x4.mul
                                                        (f32x4.add
                                                          (f32x4.mul
                                                            (v128.const i32x4 0x39506967 0x39506967 0x39506967 0x39506967)
                                                            (local.get $exp_rest_4))
                                                          (v128.const i32x4 0x3ab743ce 0x3ab743ce 0x3ab743ce 0x3ab743ce))
                                                        (local.get $exp_rest_4))
                                                      (v128.const i32x4 0x3c088908 0x3c088908 0x3c088908 0x3c088908))
                                                    (local.get $exp_rest_4))
                                                  (v128.const i32x4 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1))
                                                (local.get $exp_rest_4))
                                              (v128.const i32x4 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa))
                                            (local.get $exp_rest_4))
                                          (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)))
                                      (local.get $exp_rest_4))
                                    (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))
                                  (i32x4.shl
                                    (i32x4.add
                                      (local.tee $exp_half_4
                                        (i32x4.shr_s
                                          (local.tee $exp_power_4 (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_4)))
                                          (i32.const 1)))
                                      (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                    (i32.const 23)))
                                (i32x4.shl
                                  (i32x4.add
                                    (i32x4.sub (local.get $exp_power_4) (local.get $exp_half_4))
                                    (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                  (i32.const 23)))))))
                      (local.set $index_13
                        (i32x4.add
                          (i32x4.splat
                            (i32.add
                              (i32.mul
                                (i32.add (i32.mul (local.get $row) (i32.const 4)) (local.get $group_x))
                                (i32.const 32))
                              (local.get $out_column)))
                          (v128.const i32x4 0x0 0x1 0x2 0x3)))
                      (local.set $at0_13
                        (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 0 (local.get $index_13)) (i32.const 8))))
                      (local.set $at1_13
                        (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 1 (local.get $index_13)) (i32.const 8))))
                      (local.set $at2_13
                        (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 2 (local.get $index_13)) (i32.const 8))))
                      (local.set $at3_13
                        (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 3 (local.get $index_13)) (i32.const 8))))
                      (if
                        (i32x4.extract_lane 0 (local.get $mask_6))
                        (then
                          (v128.store32_lane 0 (local.get $at0_13) (local.get $stored_10))
                          (v128.store32_lane offset=4 0 (local.get $at0_13) (local.get $stored_11))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask_6))
                        (then
                          (v128.store32_lane 1 (local.get $at1_13) (local.get $stored_10))
                          (v128.store32_lane offset=4 1 (local.get $at1_13) (local.get $stored_11))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask_6))
                        (then
                          (v128.store32_lane 2 (local.get $at2_13) (local.get $stored_10))
                          (v128.store32_lane offset=4 2 (local.get $at2_13) (local.get $stored_11))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask_6))
                        (then
                          (v128.store32_lane 3 (local.get $at3_13) (local.get $stored_10))
                          (v128.store32_lane offset=4 3 (local.get $at3_13) (local.get $stored_11))))))))))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br 0))))
  (export "run" (func $run)))
