(module
  (import "env" "memory" (memory 0))
  (func $run (param $step i32) (param $x i32) (param $w i32) (param $rotary i32) (param $y i32) (param $scratch i32) (param $groups_x i32) (param $groups_y i32) (param $groups_z i32) (param $from i32) (param $to i32)
    (local $group_x i32)
    (local $group_y i32)
    (local $group_z i32)
    (local $local i32)
    (local $thread_at i32)
    (local $row i32)
    (local $base i32)
    (local $squares v128)
    (local $d i32)
    (local $at i32)
    (local $v v128)
    (local $mask v128)
    (local $index v128)
    (local $at0 i32)
    (local $at1 i32)
    (local $at2 i32)
    (local $at3 i32)
    (local $v_2 v128)
    (local $stored v128)
    (local $at_2 i32)
    (local $condition v128)
    (local $mask_2 v128)
    (local $squares_from i32)
    (local $index_2 v128)
    (local $at0_2 i32)
    (local $at1_2 i32)
    (local $at2_2 i32)
    (local $at3_2 i32)
    (local $squares_head v128)
    (local $squares_part v128)
    (local $i i32)
    (local $index_3 v128)
    (local $at0_3 i32)
    (local $at1_3 i32)
    (local $at2_3 i32)
    (local $at3_3 i32)
    (local $squares_next v128)
    (local $stored_2 v128)
    (local $index_4 v128)
    (local $at0_4 i32)
    (local $at1_4 i32)
    (local $at2_4 i32)
    (local $at3_4 i32)
    (local $squares_from_2 i32)
    (local $at_3 i32)
    (local $squares_head_2 v128)
    (local $squares_part_2 v128)
    (local $i_2 i32)
    (local $at_4 i32)
    (local $squares_next_2 v128)
    (local $stored_3 v128)
    (local $at_5 i32)
    (local $squares_start_at i32)
    (local $squares_start f32)
    (local $squares_total f32)
    (local $i_2_2 i32)
    (local $squares_item_at i32)
    (local $squares_item f32)
    (local $scale f32)
    (local $e i32)
    (local $at_6 i32)
    (local $x_value v128)
    (local $gain_at i32)
    (local $index_5 v128)
    (local $at0_5 i32)
    (local $at1_5 i32)
    (local $at2_5 i32)
    (local $at3_5 i32)
    (local $gain_word v128)
    (local $first v128)
    (local $second v128)
    (local $gain v128)
    (local $stored_4 v128)
    (local $at_7 i32)
    (local $mask_3 v128)
    (local $index_6 v128)
    (local $at0_6 i32)
    (local $at1_6 i32)
    (local $at2_6 i32)
    (local $at3_6 i32)
    (local $x_value_2 v128)
    (local $gain_at_2 i32)
    (local $index_7 v128)
    (local $at0_7 i32)
    (local $at1_7 i32)
    (local $at2_7 i32)
    (local $at3_7 i32)
    (local $gain_word_2 v128)
    (local $first_2 v128)
    (local $second_2 v128)
    (local $gain_2 v128)
    (local $stored_5 v128)
    (local $index_8 v128)
    (local $at0_8 i32)
    (local $at1_8 i32)
    (local $at2_8 i32)
    (local $at3_8 i32)
    (local $i_3 i32)
    (local $at_8 i32)
    (local $value v128)
    (local $stored_6 v128)
    (local $at_9 i32)
    (local $mask_4 v128)
    (local $index_9 v128)
    (local $at0_9 i32)
    (local $at1_9 i32)
    (local $at2_9 i32)
    (local $at3_9 i32)
    (local $value_2 v128)
    (local $stored_7 v128)
    (local $index_10 v128)
    (local $at0_10 i32)
    (local $at1_10 i32)
    (local $at2_10 i32)
    (local $at3_10 i32)
    (local $f i32)
    (local $first_3 v128)
    (local $second_3 v128)
    (local $first_4 v128)
    (local $second_4 v128)
    (local $axis v128)
    (local $position_rows_at i32)
    (local $position_rows i32)
    (local $position_base_at i32)
    (local $position_base i32)
    (local $index_11 v128)
    (local $at0_11 i32)
    (local $at1_11 i32)
    (local $at2_11 i32)
    (local $at3_11 i32)
    (local $position v128)
    (local $remainder v128)
    (local $dividend v128)
    (local $low v128)
    (local $dividend_2 v128)
    (local $high v128)
    (local $index_12 v128)
    (local $at0_12 i32)
    (local $at1_12 i32)
    (local $at2_12 i32)
    (local $at3_12 i32)
    (local $low_angle0 v128)
    (local $low_angle1 v128)
    (local $index_13 v128)
    (local $at0_13 i32)
    (local $at1_13 i32)
    (local $at2_13 i32)
    (local $at3_13 i32)
    (local $high_angle0 v128)
    (local $high_angle1 v128)
    (local $cosine v128)
    (local $sine v128)
    (local $at_10 i32)
    (local $a v128)
    (local $at_11 i32)
    (local $b v128)
    (local $stored_8 v128)
    (local $at_12 i32)
    (local $stored_9 v128)
    (local $at_13 i32)
    (local $mask_5 v128)
    (local $first_5 v128)
    (local $second_5 v128)
    (local $first_6 v128)
    (local $second_6 v128)
    (local $axis_2 v128)
    (local $position_rows_at_2 i32)
    (local $position_rows_2 i32)
    (local $position_base_at_2 i32)
    (local $position_base_2 i32)
    (local $index_14 v128)
    (local $at0_14 i32)
    (local $at1_14 i32)
    (local $at2_14 i32)
    (local $at3_14 i32)
    (local $position_2 v128)
    (local $remainder_2 v128)
    (local $dividend_3 v128)
    (local $low_2 v128)
    (local $dividend_4 v128)
    (local $high_2 v128)
    (local $index_15 v128)
    (local $at0_15 i32)
    (local $at1_15 i32)
    (local $at2_15 i32)
    (local $at3_15 i32)
    (local $low_angle0_2 v128)
    (local $low_angle1_2 v128)
    (local $index_16 v128)
    (local $at0_16 i32)
    (local $at1_16 i32)
    (local $at2_16 i32)
    (local $at3_16 i32)
    (local $high_angle0_2 v128)
    (local $high_angle1_2 v128)
    (local $cosine_2 v128)
    (local $sine_2 v128)
    (local $index_17 v128)
    (local $at0_17 i32)
    (local $at1_17 i32)
    (local $at2_17 i32)
    (local $at3_17 i32)
    (local $a_2 v128)
    (local $index_18 v128)
    (local $at0_18 i32)
    (local $at1_18 i32)
    (local $at2_18 i32)
    (local $at3_18 i32)
    (local $b_2 v128)
    (local $stored_10 v128)
    (local $index_19 v128)
    (local $at0_19 i32)
    (local $at1_19 i32)
    (local $at2_19 i32)
    (local $at3_19 i32)
    (local $stored_11 v128)
    (local $index_20 v128)
    (local $at0_20 i32)
    (local $at1_20 i32)
    (local $at2_20 i32)
    (local $at3_20 i32)
    (local $out_base i32)
    (local $g i32)
    (local $at_14 i32)
    (local $low_3 v128)
    (local $high_3 v128)
    (local $r0 v128)
    (local $r1 v128)
    (local $stored_12 v128)
    (local $stored_13 v128)
    (local $at_15 i32)
    (local $mask_6 v128)
    (local $index_21 v128)
    (local $at0_21 i32)
    (local $at1_21 i32)
    (local $at2_21 i32)
    (local $at3_21 i32)
    (local $r0_2 v128)
    (local $r1_2 v128)
    (local $stored_14 v128)
    (local $stored_15 v128)
    (local $index_22 v128)
    (local $at0_22 i32)
    (local $at1_22 i32)
    (local $at2_22 i32)
    (local $at3_22 i32)
    (block
      (loop
        (br_if 1 (i32.eqz (i32.lt_u (local.get $from) (local.get $to))))
        (local.set $group_x (i32.rem_u (local.get $from) (local.get $groups_x)))
        (local.set $group_y (i32.rem_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $group_z (i32.div_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $row (local.get $group_y))
        (local.set $base
          (i32.add (i32.mul (local.get $row) (i32.const 512)) (i32.mul (local.get $group_x) (i32.const 128))))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $squares (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $d (local.get $local))
          (block
            (loop
              (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $d) (i32.const 3)) (i32.const 64))))
              (local.set $at
                (i32.add (local.get $x) (i32.mul (i32.add (local.get $base) (local.get $d)) (i32.const 4))))
              (local.set $v (v128.load (local.get $at)))
              (local.set $squares (f32x4.add (local.get $squares) (f32x4.mul (local.get $v) (local.get $v))))
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
                (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 0 (local.get $index)) (i32.const 4))))
              (local.set $at1
                (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 1 (local.get $index)) (i32.const 4))))
              (local.set $at2
                (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 2 (local.get $index)) (i32.const 4))))
              (local.set $at3
                (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 3 (local.get $index)) (i32.const 4))))
              (local.set $v_2
                (v128.load32_lane 3
                  (local.get $at3)
                  (v128.load32_lane 2
                    (local.get $at2)
                    (v128.load32_lane 1 (local.get $at1) (v128.load32_zero (local.get $at0))))))
              (local.set $squares
                (v128.bitselect
                  (f32x4.add (local.get $squares) (f32x4.mul (local.get $v_2) (local.get $v_2)))
                  (local.get $squares)
                  (local.get $mask)))
              (local.set $d (i32.add (local.get $d) (i32.const 64)))
              (br 0)))
          (local.set $stored (local.get $squares))
          (local.set $at_2 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
          (v128.store offset=256 (local.get $at_2) (local.get $stored))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $condition
            (i32x4.lt_s
              (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
              (v128.const i32x4 0x8 0x8 0x8 0x8)))
          (if
            (i32x4.all_true (local.get $condition))
            (then
              (local.set $squares_from_2 (i32.mul (local.get $local) (i32.const 8)))
              (local.set $at_3 (i32.add (local.get $scratch) (i32.mul (local.get $squares_from_2) (i32.const 4))))
              (local.set $squares_head_2
                (v128.load32_lane offset=352 3
                  (local.get $at_3)
                  (v128.load32_lane offset=320 2
                    (local.get $at_3)
                    (v128.load32_lane offset=288 1 (local.get $at_3) (v128.load32_zero offset=256 (local.get $at_3))))))
              (local.set $squares_part_2 (local.get $squares_head_2))
              (local.set $i_2 (i32.const 1))
              (block
                (loop
                  (br_if 1 (i32.eqz (i32.lt_s (local.get $i_2) (i32.const 8))))
                  (local.set $at_4
                    (i32.add
                      (local.get $scratch)
                      (i32.mul (i32.add (local.get $squares_from_2) (local.get $i_2)) (i32.const 4))))
                  (local.set $squares_next_2
                    (v128.load32_lane offset=352 3
                      (local.get $at_4)
                      (v128.load32_lane offset=320 2
                        (local.get $at_4)
                        (v128.load32_lane offset=288 1
                          (local.get $at_4)
                          (v128.load32_zero offset=256 (local.get $at_4))))))
                  (local.set $squares_part_2 (f32x4.add (local.get $squares_part_2) (local.get $squares_next_2)))
                  (local.set $i_2 (i32.add (local.get $i_2) (i32.const 1)))
                  (br 0)))
              (local.set $stored_3 (local.get $squares_part_2))
              (local.set $at_5 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
              (v128.store offset=512 (local.get $at_5) (local.get $stored_3)))
            (else
              (if
                (i32.eqz (v128.any_true (local.get $condition)))
                (then)
                (else
                  (local.set $mask_2 (local.get $condition))
                  (if
                    (v128.any_true (local.get $mask_2))
                    (then
                      (local.set $squares_from (i32.mul (local.get $local) (i32.const 8)))
                      (local.set $index_2
                        (v128.and
                          (i32x4.add (i32x4.splat (local.get $squares_from)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                          (local.get $mask_2)))
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
                      (local.set $squares_head
                        (v128.load32_lane offset=256 3
                          (local.get $at3_2)
                          (v128.load32_lane offset=256 2
                            (local.get $at2_2)
                            (v128.load32_lane offset=256 1
                              (local.get $at1_2)
                              (v128.load32_zero offset=256 (local.get $at0_2))))))
                      (local.set $squares_part (local.get $squares_head))
                      (local.set $i (i32.const 1))
                      (block
                        (loop
                          (br_if 1 (i32.eqz (i32.lt_s (local.get $i) (i32.const 8))))
                          (local.set $index_3
                            (v128.and
                              (i32x4.add
                                (i32x4.splat (i32.add (local.get $squares_from) (local.get $i)))
                                (v128.const i32x4 0x0 0x8 0x10 0x18))
                              (local.get $mask_2)))
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
                          (local.set $squares_next
                            (v128.load32_lane offset=256 3
                              (local.get $at3_3)
                              (v128.load32_lane offset=256 2
                                (local.get $at2_3)
                                (v128.load32_lane offset=256 1
                                  (local.get $at1_3)
                                  (v128.load32_zero offset=256 (local.get $at0_3))))))
                          (local.set $squares_part
                            (v128.bitselect
                              (f32x4.add (local.get $squares_part) (local.get $squares_next))
                              (local.get $squares_part)
                              (local.get $mask_2)))
                          (local.set $i (i32.add (local.get $i) (i32.const 1)))
                          (br 0)))
                      (local.set $stored_2 (local.get $squares_part))
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
                        (i32x4.extract_lane 0 (local.get $mask_2))
                        (then
                          (v128.store32_lane offset=512 0 (local.get $at0_4) (local.get $stored_2))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask_2))
                        (then
                          (v128.store32_lane offset=512 1 (local.get $at1_4) (local.get $stored_2))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask_2))
                        (then
                          (v128.store32_lane offset=512 2 (local.get $at2_4) (local.get $stored_2))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask_2))
                        (then
                          (v128.store32_lane offset=512 3 (local.get $at3_4) (local.get $stored_2))))))))))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
        (local.set $squares_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
        (local.set $squares_start (f32.load offset=512 (local.get $squares_start_at)))
        (local.set $squares_total (local.get $squares_start))
        (local.set $i_2_2 (i32.const 1))
        (block
          (loop
            (br_if 1 (i32.eqz (i32.lt_s (local.get $i_2_2) (i32.const 8))))
            (local.set $squares_item_at (i32.add (local.get $scratch) (i32.mul (local.get $i_2_2) (i32.const 4))))
            (local.set $squares_item (f32.load offset=512 (local.get $squares_item_at)))
            (local.set $squares_total (f32.add (local.get $squares_total) (local.get $squares_item)))
            (local.set $i_2_2 (i32.add (local.get $i_2_2) (i32.const 1)))
            (br 0)))
        (local.set $scale
          (f32.div
            (f32.const 1)
            (f32.sqrt (f32.add (f32.div (local.get $squares_total) (f32.const 64)) (f32.const 9.999999974752427e-7)))))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $e (local.get $local))
          (block
            (loop
              (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $e) (i32.const 3)) (i32.const 64))))
              (local.set $at_6
                (i32.add (local.get $x) (i32.mul (i32.add (local.get $base) (local.get $e)) (i32.const 4))))
              (local.set $x_value (v128.load (local.get $at_6)))
              (local.set $gain_at (local.get $e))
              (local.set $index_5
                (i32x4.shr_s
                  (i32x4.add (i32x4.splat (local.get $gain_at)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (i32.const 1)))
              (local.set $at0_5
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_5)) (i32.const 4))))
              (local.set $at1_5
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_5)) (i32.const 4))))
              (local.set $at2_5
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_5)) (i32.const 4))))
              (local.set $at3_5
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_5)) (i32.const 4))))
              (local.set $gain_word
                (v128.load32_lane 3
                  (local.get $at3_5)
                  (v128.load32_lane 2
                    (local.get $at2_5)
                    (v128.load32_lane 1 (local.get $at1_5) (v128.load32_zero (local.get $at0_5))))))
              (local.set $gain
                (i32x4.shl
                  (i32x4.replace_lane 3
                    (i32x4.replace_lane 2
                      (i32x4.replace_lane 1
                        (i32x4.splat
                          (i32.shr_u
                            (i32x4.extract_lane 0 (local.tee $first (local.get $gain_word)))
                            (i32x4.extract_lane 0
                              (local.tee $second
                                (i32x4.shl
                                  (v128.and
                                    (i32x4.add (i32x4.splat (local.get $gain_at)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                                    (v128.const i32x4 0x1 0x1 0x1 0x1))
                                  (i32.const 4))))))
                        (i32.shr_u (i32x4.extract_lane 1 (local.get $first)) (i32x4.extract_lane 1 (local.get $second))))
                      (i32.shr_u (i32x4.extract_lane 2 (local.get $first)) (i32x4.extract_lane 2 (local.get $second))))
                    (i32.shr_u (i32x4.extract_lane 3 (local.get $first)) (i32x4.extract_lane 3 (local.get $second))))
                  (i32.const 16)))
              (local.set $stored_4
                (f32x4.mul
                  (f32x4.mul (local.get $x_value) (f32x4.splat (local.get $scale)))
                  (f32x4.add (local.get $gain) (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))))
              (local.set $at_7 (i32.add (local.get $scratch) (i32.mul (local.get $e) (i32.const 4))))
              (v128.store (local.get $at_7) (local.get $stored_4))
              (local.set $e (i32.add (local.get $e) (i32.const 64)))
              (br 0)))
          (block
            (loop
              (local.set $mask_3
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $e)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x40 0x40 0x40 0x40)))
              (br_if 1 (i32.eqz (v128.any_true (local.get $mask_3))))
              (local.set $index_6
                (v128.and
                  (i32x4.add
                    (i32x4.splat (i32.add (local.get $base) (local.get $e)))
                    (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (local.get $mask_3)))
              (local.set $at0_6
                (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 0 (local.get $index_6)) (i32.const 4))))
              (local.set $at1_6
                (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 1 (local.get $index_6)) (i32.const 4))))
              (local.set $at2_6
                (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 2 (local.get $index_6)) (i32.const 4))))
              (local.set $at3_6
                (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 3 (local.get $index_6)) (i32.const 4))))
              (local.set $x_value_2
                (v128.load32_lane 3
                  (local.get $at3_6)
                  (v128.load32_lane 2
                    (local.get $at2_6)
                    (v128.load32_lane 1 (local.get $at1_6) (v128.load32_zero (local.get $at0_6))))))
              (local.set $gain_at_2 (local.get $e))
              (local.set $index_7
                (v128.and
                  (i32x4.shr_s
                    (i32x4.add (i32x4.splat (local.get $gain_at_2)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                    (i32.const 1))
                  (local.get $mask_3)))
              (local.set $at0_7
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_7)) (i32.const 4))))
              (local.set $at1_7
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_7)) (i32.const 4))))
              (local.set $at2_7
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_7)) (i32.const 4))))
              (local.set $at3_7
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_7)) (i32.const 4))))
              (local.set $gain_word_2
                (v128.load32_lane 3
                  (local.get $at3_7)
                  (v128.load32_lane 2
                    (local.get $at2_7)
                    (v128.load32_lane 1 (local.get $at1_7) (v128.load32_zero (local.get $at0_7))))))
              (local.set $gain_2
                (i32x4.shl
                  (i32x4.replace_lane 3
                    (i32x4.replace_lane 2
                      (i32x4.replace_lane 1
                        (i32x4.splat
                          (i32.shr_u
                            (i32x4.extract_lane 0 (local.tee $first_2 (local.get $gain_word_2)))
                            (i32x4.extract_lane 0
                              (local.tee $second_2
                                (i32x4.shl
                                  (v128.and
                                    (i32x4.add (i32x4.splat (local.get $gain_at_2)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                                    (v128.const i32x4 0x1 0x1 0x1 0x1))
                                  (i32.const 4))))))
                        (i32.shr_u
                          (i32x4.extract_lane 1 (local.get $first_2))
                          (i32x4.extract_lane 1 (local.get $second_2))))
                      (i32.shr_u
                        (i32x4.extract_lane 2 (local.get $first_2))
                        (i32x4.extract_lane 2 (local.get $second_2))))
                    (i32.shr_u (i32x4.extract_lane 3 (local.get $first_2)) (i32x4.extract_lane 3 (local.get $second_2))))
                  (i32.const 16)))
              (local.set $stored_5
                (f32x4.mul
                  (f32x4.mul (local.get $x_value_2) (f32x4.splat (local.get $scale)))
                  (f32x4.add (local.get $gain_2) (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))))
              (local.set $index_8 (i32x4.add (i32x4.splat (local.get $e)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
              (local.set $at0_8
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_8)) (i32.const 4))))
              (local.set $at1_8
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_8)) (i32.const 4))))
              (local.set $at2_8
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_8)) (i32.const 4))))
              (local.set $at3_8
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_8)) (i32.const 4))))
              (if
                (i32x4.extract_lane 0 (local.get $mask_3))
                (then
                  (v128.store32_lane 0 (local.get $at0_8) (local.get $stored_5))))
              (if
                (i32x4.extract_lane 1 (local.get $mask_3))
                (then
                  (v128.store32_lane 1 (local.get $at1_8) (local.get $stored_5))))
              (if
                (i32x4.extract_lane 2 (local.get $mask_3))
                (then
                  (v128.store32_lane 2 (local.get $at2_8) (local.get $stored_5))))
              (if
                (i32x4.extract_lane 3 (local.get $mask_3))
                (then
                  (v128.store32_lane 3 (local.get $at3_8) (local.get $stored_5))))
              (local.set $e (i32.add (local.get $e) (i32.const 64)))
              (br 0)))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $i_3 (local.get $local))
          (block
            (loop
              (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $i_3) (i32.const 3)) (i32.const 64))))
              (local.set $at_8 (i32.add (local.get $scratch) (i32.mul (local.get $i_3) (i32.const 4))))
              (local.set $value (v128.load (local.get $at_8)))
              (local.set $stored_6 (local.get $value))
              (local.set $at_9 (i32.add (local.get $scratch) (i32.mul (local.get $i_3) (i32.const 4))))
              (v128.store offset=544 (local.get $at_9) (local.get $stored_6))
              (local.set $i_3 (i32.add (local.get $i_3) (i32.const 64)))
              (br 0)))
          (block
            (loop
              (local.set $mask_4
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $i_3)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x40 0x40 0x40 0x40)))
              (br_if 1 (i32.eqz (v128.any_true (local.get $mask_4))))
              (local.set $index_9
                (v128.and
                  (i32x4.add (i32x4.splat (local.get $i_3)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (local.get $mask_4)))
              (local.set $at0_9
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_9)) (i32.const 4))))
              (local.set $at1_9
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_9)) (i32.const 4))))
              (local.set $at2_9
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_9)) (i32.const 4))))
              (local.set $at3_9
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_9)) (i32.const 4))))
              (local.set $value_2
                (v128.load32_lane 3
                  (local.get $at3_9)
                  (v128.load32_lane 2
                    (local.get $at2_9)
                    (v128.load32_lane 1 (local.get $at1_9) (v128.load32_zero (local.get $at0_9))))))
              (local.set $stored_7 (local.get $value_2))
              (local.set $index_10 (i32x4.add (i32x4.splat (local.get $i_3)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
              (local.set $at0_10
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_10)) (i32.const 4))))
              (local.set $at1_10
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_10)) (i32.const 4))))
              (local.set $at2_10
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_10)) (i32.const 4))))
              (local.set $at3_10
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_10)) (i32.const 4))))
              (if
                (i32x4.extract_lane 0 (local.get $mask_4))
                (then
                  (v128.store32_lane offset=544 0 (local.get $at0_10) (local.get $stored_7))))
              (if
                (i32x4.extract_lane 1 (local.get $mask_4))
                (then
                  (v128.store32_lane offset=544 1 (local.get $at1_10) (local.get $stored_7))))
              (if
                (i32x4.extract_lane 2 (local.get $mask_4))
                (then
                  (v128.store32_lane offset=544 2 (local.get $at2_10) (local.get $stored_7))))
              (if
                (i32x4.extract_lane 3 (local.get $mask_4))
                (then
                  (v128.store32_lane offset=544 3 (local.get $at3_10) (local.get $stored_7))))
              (local.set $i_3 (i32.add (local.get $i_3) (i32.const 64)))
              (br 0)))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $f (local.get $local))
          (block
            (loop
              (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $f) (i32.const 3)) (i32.const 8))))
              (local.set $axis
                (v128.bitselect
                  (v128.const i32x4 0x1 0x1 0x1 0x1)
                  (v128.bitselect
                    (v128.const i32x4 0x2 0x2 0x2 0x2)
                    (v128.const i32x4 0x0 0x0 0x0 0x0)
                    (v128.and
                      (i32x4.eq
                        (i32x4.replace_lane 3
                          (i32x4.replace_lane 2
                            (i32x4.replace_lane 1
                              (i32x4.splat
                                (i32.rem_s
                                  (i32x4.extract_lane 0
                                    (local.tee $first_3
                                      (i32x4.add (i32x4.splat (local.get $f)) (v128.const i32x4 0x0 0x1 0x2 0x3))))
                                  (i32.const 3)))
                              (i32.rem_s (i32x4.extract_lane 1 (local.get $first_3)) (i32.const 3)))
                            (i32.rem_s (i32x4.extract_lane 2 (local.get $first_3)) (i32.const 3)))
                          (i32.rem_s (i32x4.extract_lane 3 (local.get $first_3)) (i32.const 3)))
                        (v128.const i32x4 0x2 0x2 0x2 0x2))
                      (i32x4.lt_s
                        (i32x4.add (i32x4.splat (local.get $f)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                        (v128.const i32x4 0x6 0x6 0x6 0x6))))
                  (v128.and
                    (i32x4.eq
                      (i32x4.replace_lane 3
                        (i32x4.replace_lane 2
                          (i32x4.replace_lane 1
                            (i32x4.splat
                              (i32.rem_s
                                (i32x4.extract_lane 0
                                  (local.tee $first_4
                                    (i32x4.add (i32x4.splat (local.get $f)) (v128.const i32x4 0x0 0x1 0x2 0x3))))
                                (i32.const 3)))
                            (i32.rem_s (i32x4.extract_lane 1 (local.get $first_4)) (i32.const 3)))
                          (i32.rem_s (i32x4.extract_lane 2 (local.get $first_4)) (i32.const 3)))
                        (i32.rem_s (i32x4.extract_lane 3 (local.get $first_4)) (i32.const 3)))
                      (v128.const i32x4 0x1 0x1 0x1 0x1))
                    (i32x4.lt_s
                      (i32x4.add (i32x4.splat (local.get $f)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (v128.const i32x4 0x9 0x9 0x9 0x9)))))
              (local.set $position_rows_at (i32.add (local.get $step) (i32.mul (i32.const 7) (i32.const 4))))
              (local.set $position_rows (i32.load (local.get $position_rows_at)))
              (local.set $position_base_at (i32.add (local.get $step) (i32.mul (i32.const 6) (i32.const 4))))
              (local.set $position_base (i32.load (local.get $position_base_at)))
              (local.set $index_11
                (i32x4.add
                  (i32x4.splat (local.get $position_base))
                  (i32x4.add
                    (i32x4.mul (i32x4.splat (local.get $position_rows)) (local.get $axis))
                    (i32x4.splat (local.get $row)))))
              (local.set $at0_11
                (i32.add (local.get $step) (i32.mul (i32x4.extract_lane 0 (local.get $index_11)) (i32.const 4))))
              (local.set $at1_11
                (i32.add (local.get $step) (i32.mul (i32x4.extract_lane 1 (local.get $index_11)) (i32.const 4))))
              (local.set $at2_11
                (i32.add (local.get $step) (i32.mul (i32x4.extract_lane 2 (local.get $index_11)) (i32.const 4))))
              (local.set $at3_11
                (i32.add (local.get $step) (i32.mul (i32x4.extract_lane 3 (local.get $index_11)) (i32.const 4))))
              (local.set $position
                (v128.load32_lane 3
                  (local.get $at3_11)
                  (v128.load32_lane 2
                    (local.get $at2_11)
                    (v128.load32_lane 1 (local.get $at1_11) (v128.load32_zero (local.get $at0_11))))))
              (local.set $low
                (i32x4.add
                  (i32x4.mul
                    (i32x4.neg
                      (i32x4.sub
                        (i32x4.shl
                          (i32x4.shr_s
                            (i32x4.add
                              (i32x4.shr_u
                                (i32x4.shr_s
                                  (local.tee $dividend (local.tee $remainder (local.get $position)))
                                  (i32.const 31))
                                (i32.const 24))
                              (local.get $dividend))
                            (i32.const 8))
                          (i32.const 8))
                        (local.get $remainder)))
                    (v128.const i32x4 0x8 0x8 0x8 0x8))
                  (i32x4.add (i32x4.splat (local.get $f)) (v128.const i32x4 0x0 0x1 0x2 0x3))))
              (local.set $high
                (i32x4.add
                  (i32x4.mul
                    (i32x4.add
                      (i32x4.shr_s
                        (i32x4.add
                          (i32x4.shr_u
                            (i32x4.shr_s (local.tee $dividend_2 (local.get $position)) (i32.const 31))
                            (i32.const 24))
                          (local.get $dividend_2))
                        (i32.const 8))
                      (v128.const i32x4 0x100 0x100 0x100 0x100))
                    (v128.const i32x4 0x8 0x8 0x8 0x8))
                  (i32x4.add (i32x4.splat (local.get $f)) (v128.const i32x4 0x0 0x1 0x2 0x3))))
              (local.set $index_12 (local.get $low))
              (local.set $at0_12
                (i32.add (local.get $rotary) (i32.mul (i32x4.extract_lane 0 (local.get $index_12)) (i32.const 8))))
              (local.set $at1_12
                (i32.add (local.get $rotary) (i32.mul (i32x4.extract_lane 1 (local.get $index_12)) (i32.const 8))))
              (local.set $at2_12
                (i32.add (local.get $rotary) (i32.mul (i32x4.extract_lane 2 (local.get $index_12)) (i32.const 8))))
              (local.set $at3_12
                (i32.add (local.get $rotary) (i32.mul (i32x4.extract_lane 3 (local.get $index_12)) (i32.const 8))))
              (local.set $low_angle0
                (v128.load32_lane 3
                  (local.get $at3_12)
                  (v128.load32_lane 2
                    (local.get $at2_12)
                    (v128.load32_lane 1 (local.get $at1_12) (v128.load32_zero (local.get $at0_12))))))
              (local.set $low_angle1
                (v128.load32_lane offset=4 3
                  (local.get $at3_12)
                  (v128.load32_lane offset=4 2
                    (local.get $at2_12)
                    (v128.load32_lane offset=4 1 (local.get $at1_12) (v128.load32_zero offset=4 (local.get $at0_12))))))
              (local.set $index_13 (local.get $high))
              (local.set $at0_13
                (i32.add (local.get $rotary) (i32.mul (i32x4.extract_lane 0 (local.get $index_13)) (i32.const 8))))
              (local.set $at1_13
                (i32.add (local.get $rotary) (i32.mul (i32x4.extract_lane 1 (local.get $index_13)) (i32.const 8))))
              (local.set $at2_13
                (i32.add (local.get $rotary) (i32.mul (i32x4.extract_lane 2 (local.get $index_13)) (i32.const 8))))
              (local.set $at3_13
                (i32.add (local.get $rotary) (i32.mul (i32x4.extract_lane 3 (local.get $index_13)) (i32.const 8))))
              (local.set $high_angle0
                (v128.load32_lane 3
                  (local.get $at3_13)
                  (v128.load32_lane 2
                    (local.get $at2_13)
                    (v128.load32_lane 1 (local.get $at1_13) (v128.load32_zero (local.get $at0_13))))))
              (local.set $high_angle1
                (v128.load32_lane offset=4 3
                  (local.get $at3_13)
                  (v128.load32_lane offset=4 2
                    (local.get $at2_13)
                    (v128.load32_lane offset=4 1 (local.get $at1_13) (v128.load32_zero offset=4 (local.get $at0_13))))))
              (local.set $cosine
                (f32x4.sub
                  (f32x4.mul (local.get $high_angle0) (local.get $low_angle0))
                  (f32x4.mul (local.get $high_angle1) (local.get $low_angle1))))
              (local.set $sine
                (f32x4.add
                  (f32x4.mul (local.get $high_angle1) (local.get $low_angle0))
                  (f32x4.mul (local.get $high_angle0) (local.get $low_angle1))))
              (local.set $at_10 (i32.add (local.get $scratch) (i32.mul (local.get $f) (i32.const 4))))
              (local.set $a (v128.load (local.get $at_10)))
              (local.set $at_11
                (i32.add (local.get $scratch) (i32.mul (i32.add (local.get $f) (i32.const 8)) (i32.const 4))))
              (local.set $b (v128.load (local.get $at_11)))
              (local.set $stored_8
                (f32x4.sub (f32x4.mul (local.get $a) (local.get $cosine)) (f32x4.mul (local.get $b) (local.get $sine))))
              (local.set $at_12 (i32.add (local.get $scratch) (i32.mul (local.get $f) (i32.const 4))))
              (v128.store offset=544 (local.get $at_12) (local.get $stored_8))
              (local.set $stored_9
                (f32x4.add (f32x4.mul (local.get $b) (local.get $cosine)) (f32x4.mul (local.get $a) (local.get $sine))))
              (local.set $at_13
                (i32.add (local.get $scratch) (i32.mul (i32.add (local.get $f) (i32.const 8)) (i32.const 4))))
              (v128.store offset=544 (local.get $at_13) (local.get $stored_9))
              (local.set $f (i32.add (local.get $f) (i32.const 64)))
              (br 0)))
          (block
            (loop
              (local.set $mask_5
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $f)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x8 0x8 0x8 0x8)))
              (br_if 1 (i32.eqz (v128.any_true (local.get $mask_5))))
              (local.set $axis_2
                (v128.bitselect
                  (v128.const i32x4 0x1 0x1 0x1 0x1)
                  (v128.bitselect
                    (v128.const i32x4 0x2 0x2 0x2 0x2)
                    (v128.const i32x4 0x0 0x0 0x0 0x0)
                    (v128.and
                      (i32x4.eq
                        (i32x4.replace_lane 3
                          (i32x4.replace_lane 2
                            (i32x4.replace_lane 1
                              (i32x4.splat
                                (i32.rem_s
                                  (i32x4.extract_lane 0
                                    (local.tee $first_5
                                      (i32x4.add (i32x4.splat (local.get $f)) (v128.const i32x4 0x0 0x1 0x2 0x3))))
                                  (i32.const 3)))
                              (i32.rem_s (i32x4.extract_lane 1 (local.get $first_5)) (i32.const 3)))
                            (i32.rem_s (i32x4.extract_lane 2 (local.get $first_5)) (i32.const 3)))
                          (i32.rem_s (i32x4.extract_lane 3 (local.get $first_5)) (i32.const 3)))
                        (v128.const i32x4 0x2 0x2 0x2 0x2))
                      (i32x4.lt_s
                        (i32x4.add (i32x4.splat (local.get $f)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                        (v128.const i32x4 0x6 0x6 0x6 0x6))))
                  (v128.and
                    (i32x4.eq
                      (i32x4.replace_lane 3
                        (i32x4.replace_lane 2
                          (i32x4.replace_lane 1
                            (i32x4.splat
                              (i32.rem_s
                                (i32x4.extract_lane 0
                                  (local.tee $first_6
                                    (i32x4.add (i32x4.splat (local.get $f)) (v128.const i32x4 0x0 0x1 0x2 0x3))))
                                (i32.const 3)))
                            (i32.rem_s (i32x4.extract_lane 1 (local.get $first_6)) (i32.const 3)))
                          (i32.rem_s (i32x4.extract_lane 2 (local.get $first_6)) (i32.const 3)))
                        (i32.rem_s (i32x4.extract_lane 3 (local.get $first_6)) (i32.const 3)))
                      (v128.const i32x4 0x1 0x1 0x1 0x1))
                    (i32x4.lt_s
                      (i32x4.add (i32x4.splat (local.get $f)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (v128.const i32x4 0x9 0x9 0x9 0x9)))))
              (local.set $position_rows_at_2 (i32.add (local.get $step) (i32.mul (i32.const 7) (i32.const 4))))
              (local.set $position_rows_2 (i32.load (local.get $position_rows_at_2)))
              (local.set $position_base_at_2 (i32.add (local.get $step) (i32.mul (i32.const 6) (i32.const 4))))
              (local.set $position_base_2 (i32.load (local.get $position_base_at_2)))
              (local.set $index_14
                (v128.and
                  (i32x4.add
                    (i32x4.splat (local.get $position_base_2))
                    (i32x4.add
                      (i32x4.mul (i32x4.splat (local.get $position_rows_2)) (local.get $axis_2))
                      (i32x4.splat (local.get $row))))
                  (local.get $mask_5)))
              (local.set $at0_14
                (i32.add (local.get $step) (i32.mul (i32x4.extract_lane 0 (local.get $index_14)) (i32.const 4))))
              (local.set $at1_14
                (i32.add (local.get $step) (i32.mul (i32x4.extract_lane 1 (local.get $index_14)) (i32.const 4))))
              (local.set $at2_14
                (i32.add (local.get $step) (i32.mul (i32x4.extract_lane 2 (local.get $index_14)) (i32.const 4))))
              (local.set $at3_14
                (i32.add (local.get $step) (i32.mul (i32x4.extract_lane 3 (local.get $index_14)) (i32.const 4))))
              (local.set $position_2
                (v128.load32_lane 3
                  (local.get $at3_14)
                  (v128.load32_lane 2
                    (local.get $at2_14)
                    (v128.load32_lane 1 (local.get $at1_14) (v128.load32_zero (local.get $at0_14))))))
              (local.set $low_2
                (i32x4.add
                  (i32x4.mul
                    (i32x4.neg
                      (i32x4.sub
                        (i32x4.shl
                          (i32x4.shr_s
                            (i32x4.add
                              (i32x4.shr_u
                                (i32x4.shr_s
                                  (local.tee $dividend_3 (local.tee $remainder_2 (local.get $position_2)))
                                  (i32.const 31))
                                (i32.const 24))
                              (local.get $dividend_3))
                            (i32.const 8))
                          (i32.const 8))
                        (local.get $remainder_2)))
                    (v128.const i32x4 0x8 0x8 0x8 0x8))
                  (i32x4.add (i32x4.splat (local.get $f)) (v128.const i32x4 0x0 0x1 0x2 0x3))))
              (local.set $high_2
                (i32x4.add
                  (i32x4.mul
                    (i32x4.add
                      (i32x4.shr_s
                        (i32x4.add
                          (i32x4.shr_u
                            (i32x4.shr_s (local.tee $dividend_4 (local.get $position_2)) (i32.const 31))
                            (i32.const 24))
                          (local.get $dividend_4))
                        (i32.const 8))
                      (v128.const i32x4 0x100 0x100 0x100 0x100))
                    (v128.const i32x4 0x8 0x8 0x8 0x8))
                  (i32x4.add (i32x4.splat (local.get $f)) (v128.const i32x4 0x0 0x1 0x2 0x3))))
              (local.set $index_15 (v128.and (local.get $low_2) (local.get $mask_5)))
              (local.set $at0_15
                (i32.add (local.get $rotary) (i32.mul (i32x4.extract_lane 0 (local.get $index_15)) (i32.const 8))))
              (local.set $at1_15
                (i32.add (local.get $rotary) (i32.mul (i32x4.extract_lane 1 (local.get $index_15)) (i32.const 8))))
              (local.set $at2_15
                (i32.add (local.get $rotary) (i32.mul (i32x4.extract_lane 2 (local.get $index_15)) (i32.const 8))))
              (local.set $at3_15
                (i32.add (local.get $rotary) (i32.mul (i32x4.extract_lane 3 (local.get $index_15)) (i32.const 8))))
              (local.set $low_angle0_2
                (v128.load32_lane 3
                  (local.get $at3_15)
                  (v128.load32_lane 2
                    (local.get $at2_15)
                    (v128.load32_lane 1 (local.get $at1_15) (v128.load32_zero (local.get $at0_15))))))
              (local.set $low_angle1_2
                (v128.load32_lane offset=4 3
                  (local.get $at3_15)
                  (v128.load32_lane offset=4 2
                    (local.get $at2_15)
                    (v128.load32_lane offset=4 1 (local.get $at1_15) (v128.load32_zero offset=4 (local.get $at0_15))))))
              (local.set $index_16 (v128.and (local.get $high_2) (local.get $mask_5)))
              (local.set $at0_16
                (i32.add (local.get $rotary) (i32.mul (i32x4.extract_lane 0 (local.get $index_16)) (i32.const 8))))
              (local.set $at1_16
                (i32.add (local.get $rotary) (i32.mul (i32x4.extract_lane 1 (local.get $index_16)) (i32.const 8))))
              (local.set $at2_16
                (i32.add (local.get $rotary) (i32.mul (i32x4.extract_lane 2 (local.get $index_16)) (i32.const 8))))
              (local.set $at3_16
                (i32.add (local.get $rotary) (i32.mul (i32x4.extract_lane 3 (local.get $index_16)) (i32.const 8))))
              (local.set $high_angle0_2
                (v128.load32_lane 3
                  (local.get $at3_16)
                  (v128.load32_lane 2
                    (local.get $at2_16)
                    (v128.load32_lane 1 (local.get $at1_16) (v128.load32_zero (local.get $at0_16))))))
              (local.set $high_angle1_2
                (v128.load32_lane offset=4 3
                  (local.get $at3_16)
                  (v128.load32_lane offset=4 2
                    (local.get $at2_16)
                    (v128.load32_lane offset=4 1 (local.get $at1_16) (v128.load32_zero offset=4 (local.get $at0_16))))))
              (local.set $cosine_2
                (f32x4.sub
                  (f32x4.mul (local.get $high_angle0_2) (local.get $low_angle0_2))
                  (f32x4.mul (local.get $high_angle1_2) (local.get $low_angle1_2))))
              (local.set $sine_2
                (f32x4.add
                  (f32x4.mul (local.get $high_angle1_2) (local.get $low_angle0_2))
                  (f32x4.mul (local.get $high_angle0_2) (local.get $low_angle1_2))))
              (local.set $index_17
                (v128.and
                  (i32x4.add (i32x4.splat (local.get $f)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (local.get $mask_5)))
              (local.set $at0_17
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_17)) (i32.const 4))))
              (local.set $at1_17
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_17)) (i32.const 4))))
              (local.set $at2_17
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_17)) (i32.const 4))))
              (local.set $at3_17
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_17)) (i32.const 4))))
              (local.set $a_2
                (v128.load32_lane 3
                  (local.get $at3_17)
                  (v128.load32_lane 2
                    (local.get $at2_17)
                    (v128.load32_lane 1 (local.get $at1_17) (v128.load32_zero (local.get $at0_17))))))
              (local.set $index_18
                (v128.and
                  (i32x4.add (i32x4.splat (i32.add (local.get $f) (i32.const 8))) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (local.get $mask_5)))
              (local.set $at0_18
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_18)) (i32.const 4))))
              (local.set $at1_18
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_18)) (i32.const 4))))
              (local.set $at2_18
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_18)) (i32.const 4))))
              (local.set $at3_18
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_18)) (i32.const 4))))
              (local.set $b_2
                (v128.load32_lane 3
                  (local.get $at3_18)
                  (v128.load32_lane 2
                    (local.get $at2_18)
                    (v128.load32_lane 1 (local.get $at1_18) (v128.load32_zero (local.get $at0_18))))))
              (local.set $stored_10
                (f32x4.sub
                  (f32x4.mul (local.get $a_2) (local.get $cosine_2))
                  (f32x4.mul (local.get $b_2) (local.get $sine_2))))
              (local.set $index_19 (i32x4.add (i32x4.splat (local.get $f)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
              (local.set $at0_19
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_19)) (i32.const 4))))
              (local.set $at1_19
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_19)) (i32.const 4))))
              (local.set $at2_19
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_19)) (i32.const 4))))
              (local.set $at3_19
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_19)) (i32.const 4))))
              (if
                (i32x4.extract_lane 0 (local.get $mask_5))
                (then
                  (v128.store32_lane offset=544 0 (local.get $at0_19) (local.get $stored_10))))
              (if
                (i32x4.extract_lane 1 (local.get $mask_5))
                (then
                  (v128.store32_lane offset=544 1 (local.get $at1_19) (local.get $stored_10))))
              (if
                (i32x4.extract_lane 2 (local.get $mask_5))
                (then
                  (v128.store32_lane offset=544 2 (local.get $at2_19) (local.get $stored_10))))
              (if
                (i32x4.extract_lane 3 (local.get $mask_5))
                (then
                  (v128.store32_lane offset=544 3 (local.get $at3_19) (local.get $stored_10))))
              (local.set $stored_11
                (f32x4.add
                  (f32x4.mul (local.get $b_2) (local.get $cosine_2))
                  (f32x4.mul (local.get $a_2) (local.get $sine_2))))
              (local.set $index_20
                (i32x4.add (i32x4.splat (i32.add (local.get $f) (i32.const 8))) (v128.const i32x4 0x0 0x1 0x2 0x3)))
              (local.set $at0_20
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_20)) (i32.const 4))))
              (local.set $at1_20
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_20)) (i32.const 4))))
              (local.set $at2_20
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_20)) (i32.const 4))))
              (local.set $at3_20
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_20)) (i32.const 4))))
              (if
                (i32x4.extract_lane 0 (local.get $mask_5))
                (then
                  (v128.store32_lane offset=544 0 (local.get $at0_20) (local.get $stored_11))))
              (if
                (i32x4.extract_lane 1 (local.get $mask_5))
                (then
                  (v128.store32_lane offset=544 1 (local.get $at1_20) (local.get $stored_11))))
              (if
                (i32x4.extract_lane 2 (local.get $mask_5))
                (then
                  (v128.store32_lane offset=544 2 (local.get $at2_20) (local.get $stored_11))))
              (if
                (i32x4.extract_lane 3 (local.get $mask_5))
                (then
                  (v128.store32_lane offset=544 3 (local.get $at3_20) (local.get $stored_11))))
              (local.set $f (i32.add (local.get $f) (i32.const 64)))
              (br 0)))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
        (local.set $out_base
          (i32.mul (i32.add (i32.mul (local.get $row) (i32.const 4)) (local.get $group_x)) (i32.const 32)))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $g (local.get $local))
          (block
            (loop
              (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $g) (i32.const 3)) (i32.const 32))))
              (local.set $at_14 (i32.add (local.get $scratch) (i32.mul (local.get $g) (i32.const 8))))
              (local.set $low_3 (v128.load offset=544 (local.get $at_14)))
              (local.set $high_3 (v128.load offset=560 (local.get $at_14)))
              (local.set $r0
                (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $low_3) (local.get $high_3)))
              (local.set $r1
                (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $low_3) (local.get $high_3)))
              (local.set $stored_12 (local.get $r0))
              (local.set $stored_13 (local.get $r1))
              (local.set $at_15
                (i32.add (local.get $y) (i32.mul (i32.add (local.get $out_base) (local.get $g)) (i32.const 8))))
              (v128.store
                (local.get $at_15)
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $stored_12) (local.get $stored_13)))
              (v128.store offset=16
                (local.get $at_15)
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                  (local.get $stored_12)
                  (local.get $stored_13)))
              (local.set $g (i32.add (local.get $g) (i32.const 64)))
              (br 0)))
          (block
            (loop
              (local.set $mask_6
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $g)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x20 0x20 0x20 0x20)))
              (br_if 1 (i32.eqz (v128.any_true (local.get $mask_6))))
              (local.set $index_21
                (v128.and
                  (i32x4.add (i32x4.splat (local.get $g)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (local.get $mask_6)))
              (local.set $at0_21
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_21)) (i32.const 8))))
              (local.set $at1_21
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_21)) (i32.const 8))))
              (local.set $at2_21
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_21)) (i32.const 8))))
              (local.set $at3_21
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_21)) (i32.const 8))))
              (local.set $r0_2
                (v128.load32_lane offset=544 3
                  (local.get $at3_21)
                  (v128.load32_lane offset=544 2
                    (local.get $at2_21)
                    (v128.load32_lane offset=544 1
                      (local.get $at1_21)
                      (v128.load32_zero offset=544 (local.get $at0_21))))))
              (local.set $r1_2
                (v128.load32_lane offset=548 3
                  (local.get $at3_21)
                  (v128.load32_lane offset=548 2
                    (local.get $at2_21)
                    (v128.load32_lane offset=548 1
                      (local.get $at1_21)
                      (v128.load32_zero offset=548 (local.get $at0_21))))))
              (local.set $stored_14 (local.get $r0_2))
              (local.set $stored_15 (local.get $r1_2))
              (local.set $index_22
                (i32x4.add
                  (i32x4.splat (i32.add (local.get $out_base) (local.get $g)))
                  (v128.const i32x4 0x0 0x1 0x2 0x3)))
              (local.set $at0_22
                (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 0 (local.get $index_22)) (i32.const 8))))
              (local.set $at1_22
                (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 1 (local.get $index_22)) (i32.const 8))))
              (local.set $at2_22
                (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 2 (local.get $index_22)) (i32.const 8))))
              (local.set $at3_22
                (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 3 (local.get $index_22)) (i32.const 8))))
              (if
                (i32x4.extract_lane 0 (local.get $mask_6))
                (then
                  (v128.store32_lane 0 (local.get $at0_22) (local.get $stored_14))
                  (v128.store32_lane offset=4 0 (local.get $at0_22) (local.get $stored_15))))
              (if
                (i32x4.extract_lane 1 (local.get $mask_6))
                (then
                  (v128.store32_lane 1 (local.get $at1_22) (local.get $stored_14))
                  (v128.store32_lane offset=4 1 (local.get $at1_22) (local.get $stored_15))))
              (if
                (i32x4.extract_lane 2 (local.get $mask_6))
                (then
                  (v128.store32_lane 2 (local.get $at2_22) (local.get $stored_14))
                  (v128.store32_lane offset=4 2 (local.get $at2_22) (local.get $stored_15))))
              (if
                (i32x4.extract_lane 3 (local.get $mask_6))
                (then
                  (v128.store32_lane 3 (local.get $at3_22) (local.get $stored_14))
                  (v128.store32_lane offset=4 3 (local.get $at3_22) (local.get $stored_15))))
              (local.set $g (i32.add (local.get $g) (i32.const 64)))
              (br 0)))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br 0))))
  (export "run" (func $run)))
