(module
  (import "env" "memory" (memory 0))
  (func $run (param $x i32) (param $z i32) (param $w i32) (param $y i32) (param $scratch i32) (param $groups_x i32) (param $groups_y i32) (param $groups_z i32) (param $from i32) (param $to i32)
    (local $group_x i32)
    (local $group_y i32)
    (local $group_z i32)
    (local $local i32)
    (local $thread_at i32)
    (local $base i32)
    (local $squares v128)
    (local $g i32)
    (local $at i32)
    (local $low v128)
    (local $high v128)
    (local $v0 v128)
    (local $v1 v128)
    (local $mask v128)
    (local $index v128)
    (local $at0 i32)
    (local $at1 i32)
    (local $at2 i32)
    (local $at3 i32)
    (local $v0_2 v128)
    (local $v1_2 v128)
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
    (local $column i32)
    (local $at_6 i32)
    (local $at_7 i32)
    (local $low_2 v128)
    (local $high_2 v128)
    (local $x_value0 v128)
    (local $x_value1 v128)
    (local $at_8 i32)
    (local $low_3 v128)
    (local $high_3 v128)
    (local $z_value0 v128)
    (local $z_value1 v128)
    (local $at_9 i32)
    (local $gain0_word v128)
    (local $gain0 v128)
    (local $gain1 v128)
    (local $stored_4 v128)
    (local $stored_5 v128)
    (local $exp_x v128)
    (local $exp_whole v128)
    (local $exp_rest v128)
    (local $exp_power v128)
    (local $exp_half v128)
    (local $exp_x_2 v128)
    (local $exp_whole_2 v128)
    (local $exp_rest_2 v128)
    (local $exp_power_2 v128)
    (local $exp_half_2 v128)
    (local $at_10 i32)
    (local $mask_3 v128)
    (local $at_11 i32)
    (local $index_5 v128)
    (local $at0_5 i32)
    (local $at1_5 i32)
    (local $at2_5 i32)
    (local $at3_5 i32)
    (local $x_value0_2 v128)
    (local $x_value1_2 v128)
    (local $index_6 v128)
    (local $at0_6 i32)
    (local $at1_6 i32)
    (local $at2_6 i32)
    (local $at3_6 i32)
    (local $z_value0_2 v128)
    (local $z_value1_2 v128)
    (local $index_7 v128)
    (local $at0_7 i32)
    (local $at1_7 i32)
    (local $at2_7 i32)
    (local $at3_7 i32)
    (local $gain0_word_2 v128)
    (local $gain0_2 v128)
    (local $gain1_2 v128)
    (local $stored_6 v128)
    (local $stored_7 v128)
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
    (local $index_8 v128)
    (local $at0_8 i32)
    (local $at1_8 i32)
    (local $at2_8 i32)
    (local $at3_8 i32)
    (block
      (loop
        (br_if 1 (i32.eqz (i32.lt_u (local.get $from) (local.get $to))))
        (local.set $group_x (i32.rem_u (local.get $from) (local.get $groups_x)))
        (local.set $group_y (i32.rem_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $group_z (i32.div_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $base
          (i32.mul (i32.add (i32.mul (local.get $group_y) (i32.const 6)) (local.get $group_x)) (i32.const 16)))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $squares (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $g (local.get $local))
          (block
            (loop
              (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $g) (i32.const 3)) (i32.const 16))))
              (local.set $at
                (i32.add (local.get $x) (i32.mul (i32.add (local.get $base) (local.get $g)) (i32.const 8))))
              (local.set $low (v128.load (local.get $at)))
              (local.set $high (v128.load offset=16 (local.get $at)))
              (local.set $v0
                (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $low) (local.get $high)))
              (local.set $v1
                (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $low) (local.get $high)))
              (local.set $squares (f32x4.add (local.get $squares) (f32x4.mul (local.get $v0) (local.get $v0))))
              (local.set $squares (f32x4.add (local.get $squares) (f32x4.mul (local.get $v1) (local.get $v1))))
              (local.set $g (i32.add (local.get $g) (i32.const 64)))
              (br 0)))
          (block
            (loop
              (local.set $mask
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $g)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x10 0x10 0x10 0x10)))
              (br_if 1 (i32.eqz (v128.any_true (local.get $mask))))
              (local.set $index
                (v128.and
                  (i32x4.add
                    (i32x4.splat (i32.add (local.get $base) (local.get $g)))
                    (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (local.get $mask)))
              (local.set $at0
                (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 0 (local.get $index)) (i32.const 8))))
              (local.set $at1
                (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 1 (local.get $index)) (i32.const 8))))
              (local.set $at2
                (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 2 (local.get $index)) (i32.const 8))))
              (local.set $at3
                (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 3 (local.get $index)) (i32.const 8))))
              (local.set $v0_2
                (v128.load32_lane 3
                  (local.get $at3)
                  (v128.load32_lane 2
                    (local.get $at2)
                    (v128.load32_lane 1 (local.get $at1) (v128.load32_zero (local.get $at0))))))
              (local.set $v1_2
                (v128.load32_lane offset=4 3
                  (local.get $at3)
                  (v128.load32_lane offset=4 2
                    (local.get $at2)
                    (v128.load32_lane offset=4 1 (local.get $at1) (v128.load32_zero offset=4 (local.get $at0))))))
              (local.set $squares
                (v128.bitselect
                  (f32x4.add (local.get $squares) (f32x4.mul (local.get $v0_2) (local.get $v0_2)))
                  (local.get $squares)
                  (local.get $mask)))
              (local.set $squares
                (v128.bitselect
                  (f32x4.add (local.get $squares) (f32x4.mul (local.get $v1_2) (local.get $v1_2)))
                  (local.get $squares)
                  (local.get $mask)))
              (local.set $g (i32.add (local.get $g) (i32.const 64)))
              (br 0)))
          (local.set $stored (local.get $squares))
          (local.set $at_2 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
          (v128.store (local.get $at_2) (local.get $stored))
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
                (v128.load32_lane offset=96 3
                  (local.get $at_3)
                  (v128.load32_lane offset=64 2
                    (local.get $at_3)
                    (v128.load32_lane offset=32 1 (local.get $at_3) (v128.load32_zero (local.get $at_3))))))
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
                    (v128.load32_lane offset=96 3
                      (local.get $at_4)
                      (v128.load32_lane offset=64 2
                        (local.get $at_4)
                        (v128.load32_lane offset=32 1 (local.get $at_4) (v128.load32_zero (local.get $at_4))))))
                  (local.set $squares_part_2 (f32x4.add (local.get $squares_part_2) (local.get $squares_next_2)))
                  (local.set $i_2 (i32.add (local.get $i_2) (i32.const 1)))
                  (br 0)))
              (local.set $stored_3 (local.get $squares_part_2))
              (local.set $at_5 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
              (v128.store offset=256 (local.get $at_5) (local.get $stored_3)))
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
                        (v128.load32_lane 3
                          (local.get $at3_2)
                          (v128.load32_lane 2
                            (local.get $at2_2)
                            (v128.load32_lane 1 (local.get $at1_2) (v128.load32_zero (local.get $at0_2))))))
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
                            (v128.load32_lane 3
                              (local.get $at3_3)
                              (v128.load32_lane 2
                                (local.get $at2_3)
                                (v128.load32_lane 1 (local.get $at1_3) (v128.load32_zero (local.get $at0_3))))))
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
                          (v128.store32_lane offset=256 0 (local.get $at0_4) (local.get $stored_2))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask_2))
                        (then
                          (v128.store32_lane offset=256 1 (local.get $at1_4) (local.get $stored_2))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask_2))
                        (then
                          (v128.store32_lane offset=256 2 (local.get $at2_4) (local.get $stored_2))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask_2))
                        (then
                          (v128.store32_lane offset=256 3 (local.get $at3_4) (local.get $stored_2))))))))))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
        (local.set $squares_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
        (local.set $squares_start (f32.load offset=256 (local.get $squares_start_at)))
        (local.set $squares_total (local.get $squares_start))
        (local.set $i_2_2 (i32.const 1))
        (block
          (loop
            (br_if 1 (i32.eqz (i32.lt_s (local.get $i_2_2) (i32.const 8))))
            (local.set $squares_item_at (i32.add (local.get $scratch) (i32.mul (local.get $i_2_2) (i32.const 4))))
            (local.set $squares_item (f32.load offset=256 (local.get $squares_item_at)))
            (local.set $squares_total (f32.add (local.get $squares_total) (local.get $squares_item)))
            (local.set $i_2_2 (i32.add (local.get $i_2_2) (i32.const 1)))
            (br 0)))
        (local.set $scale
          (f32.div
            (f32.const 1)
            (f32.sqrt (f32.add (f32.div (local.get $squares_total) (f32.const 32)) (f32.const 9.999999974752427e-7)))))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $column (local.get $local))
          (block
            (loop
              (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $column) (i32.const 3)) (i32.const 16))))
              (local.set $at_6 (i32.add (local.get $base) (local.get $column)))
              (local.set $at_7 (i32.add (local.get $x) (i32.mul (local.get $at_6) (i32.const 8))))
              (local.set $low_2 (v128.load (local.get $at_7)))
              (local.set $high_2 (v128.load offset=16 (local.get $at_7)))
              (local.set $x_value0
                (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $low_2) (local.get $high_2)))
              (local.set $x_value1
                (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $low_2) (local.get $high_2)))
              (local.set $at_8 (i32.add (local.get $z) (i32.mul (local.get $at_6) (i32.const 8))))
              (local.set $low_3 (v128.load (local.get $at_8)))
              (local.set $high_3 (v128.load offset=16 (local.get $at_8)))
              (local.set $z_value0
                (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $low_3) (local.get $high_3)))
              (local.set $z_value1
                (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $low_3) (local.get $high_3)))
              (local.set $at_9 (i32.add (local.get $w) (i32.mul (local.get $column) (i32.const 4))))
              (local.set $gain0_word (v128.load (local.get $at_9)))
              (local.set $gain0 (i32x4.shl (local.get $gain0_word) (i32.const 16)))
              (local.set $gain1
                (v128.and (local.get $gain0_word) (v128.const i32x4 0xffff0000 0xffff0000 0xffff0000 0xffff0000)))
              (local.set $stored_4
                (f32x4.mul
                  (f32x4.mul (f32x4.mul (local.get $x_value0) (f32x4.splat (local.get $scale))) (local.get $gain0))
                  (f32x4.div
                    (local.get $z_value0)
                    (f32x4.add
                      (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000)
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
                                              (f32x4.min
                                                (f32x4.neg (local.get $z_value0))
                                                (v128.const i32x4 0x42a00000 0x42a00000 0x42a00000 0x42a00000))
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
                          (i32.const 23)))))))
              (local.set $stored_5
                (f32x4.mul
                  (f32x4.mul (f32x4.mul (local.get $x_value1) (f32x4.splat (local.get $scale))) (local.get $gain1))
                  (f32x4.div
                    (local.get $z_value1)
                    (f32x4.add
                      (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000)
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
                                              (f32x4.min
                                                (f32x4.neg (local.get $z_value1))
                                                (v128.const i32x4 0x42a00000 0x42a00000 0x42a00000 0x42a00000))
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
                          (i32.const 23)))))))
              (local.set $at_10 (i32.add (local.get $y) (i32.mul (local.get $at_6) (i32.const 8))))
              (v128.store
                (local.get $at_10)
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $stored_4) (local.get $stored_5)))
              (v128.store offset=16
                (local.get $at_10)
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                  (local.get $stored_4)
                  (local.get $stored_5)))
              (local.set $column (i32.add (local.get $column) (i32.const 64)))
              (br 0)))
          (block
            (loop
              (local.set $mask_3
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $column)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x10 0x10 0x10 0x10)))
              (br_if 1 (i32.eqz (v128.any_true (local.get $mask_3))))
              (local.set $at_11 (i32.add (local.get $base) (local.get $column)))
              (local.set $index_5
                (v128.and
                  (i32x4.add (i32x4.splat (local.get $at_11)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (local.get $mask_3)))
              (local.set $at0_5
                (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 0 (local.get $index_5)) (i32.const 8))))
              (local.set $at1_5
                (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 1 (local.get $index_5)) (i32.const 8))))
              (local.set $at2_5
                (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 2 (local.get $index_5)) (i32.const 8))))
              (local.set $at3_5
                (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 3 (local.get $index_5)) (i32.const 8))))
              (local.set $x_value0_2
                (v128.load32_lane 3
                  (local.get $at3_5)
                  (v128.load32_lane 2
                    (local.get $at2_5)
                    (v128.load32_lane 1 (local.get $at1_5) (v128.load32_zero (local.get $at0_5))))))
              (local.set $x_value1_2
                (v128.load32_lane offset=4 3
                  (local.get $at3_5)
                  (v128.load32_lane offset=4 2
                    (local.get $at2_5)
                    (v128.load32_lane offset=4 1 (local.get $at1_5) (v128.load32_zero offset=4 (local.get $at0_5))))))
              (local.set $index_6
                (v128.and
                  (i32x4.add (i32x4.splat (local.get $at_11)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (local.get $mask_3)))
              (local.set $at0_6
                (i32.add (local.get $z) (i32.mul (i32x4.extract_lane 0 (local.get $index_6)) (i32.const 8))))
              (local.set $at1_6
                (i32.add (local.get $z) (i32.mul (i32x4.extract_lane 1 (local.get $index_6)) (i32.const 8))))
              (local.set $at2_6
                (i32.add (local.get $z) (i32.mul (i32x4.extract_lane 2 (local.get $index_6)) (i32.const 8))))
              (local.set $at3_6
                (i32.add (local.get $z) (i32.mul (i32x4.extract_lane 3 (local.get $index_6)) (i32.const 8))))
              (local.set $z_value0_2
                (v128.load32_lane 3
                  (local.get $at3_6)
                  (v128.load32_lane 2
                    (local.get $at2_6)
                    (v128.load32_lane 1 (local.get $at1_6) (v128.load32_zero (local.get $at0_6))))))
              (local.set $z_value1_2
                (v128.load32_lane offset=4 3
                  (local.get $at3_6)
                  (v128.load32_lane offset=4 2
                    (local.get $at2_6)
                    (v128.load32_lane offset=4 1 (local.get $at1_6) (v128.load32_zero offset=4 (local.get $at0_6))))))
              (local.set $index_7
                (v128.and
                  (i32x4.add (i32x4.splat (local.get $column)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (local.get $mask_3)))
              (local.set $at0_7
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_7)) (i32.const 4))))
              (local.set $at1_7
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_7)) (i32.const 4))))
              (local.set $at2_7
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_7)) (i32.const 4))))
              (local.set $at3_7
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_7)) (i32.const 4))))
              (local.set $gain0_word_2
                (v128.load32_lane 3
                  (local.get $at3_7)
                  (v128.load32_lane 2
                    (local.get $at2_7)
                    (v128.load32_lane 1 (local.get $at1_7) (v128.load32_zero (local.get $at0_7))))))
              (local.set $gain0_2 (i32x4.shl (local.get $gain0_word_2) (i32.const 16)))
              (local.set $gain1_2
                (v128.and (local.get $gain0_word_2) (v128.const i32x4 0xffff0000 0xffff0000 0xffff0000 0xffff0000)))
              (local.set $stored_6
                (f32x4.mul
                  (f32x4.mul (f32x4.mul (local.get $x_value0_2) (f32x4.splat (local.get $scale))) (local.get $gain0_2))
                  (f32x4.div
                    (local.get $z_value0_2)
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
                                                (f32x4.neg (local.get $z_value0_2))
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
              (local.set $stored_7
                (f32x4.mul
                  (f32x4.mul (f32x4.mul (local.get $x_value1_2) (f32x4.splat (local.get $scale))) (local.get $gain1_2))
                  (f32x4.div
                    (local.get $z_value1_2)
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
                                                (f32x4.neg (local.get $z_value1_2))
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
              (local.set $index_8 (i32x4.add (i32x4.splat (local.get $at_11)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
              (local.set $at0_8
                (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 0 (local.get $index_8)) (i32.const 8))))
              (local.set $at1_8
                (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 1 (local.get $index_8)) (i32.const 8))))
              (local.set $at2_8
                (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 2 (local.get $index_8)) (i32.const 8))))
              (local.set $at3_8
                (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 3 (local.get $index_8)) (i32.const 8))))
              (if
                (i32x4.extract_lane 0 (local.get $mask_3))
                (then
                  (v128.store32_lane 0 (local.get $at0_8) (local.get $stored_6))
                  (v128.store32_lane offset=4 0 (local.get $at0_8) (local.get $stored_7))))
              (if
                (i32x4.extract_lane 1 (local.get $mask_3))
                (then
                  (v128.store32_lane 1 (local.get $at1_8) (local.get $stored_6))
                  (v128.store32_lane offset=4 1 (local.get $at1_8) (local.get $stored_7))))
              (if
                (i32x4.extract_lane 2 (local.get $mask_3))
                (then
                  (v128.store32_lane 2 (local.get $at2_8) (local.get $stored_6))
                  (v128.store32_lane offset=4 2 (local.get $at2_8) (local.get $stored_7))))
              (if
                (i32x4.extract_lane 3 (local.get $mask_3))
                (then
                  (v128.store32_lane 3 (local.get $at3_8) (local.get $stored_6))
                  (v128.store32_lane offset=4 3 (local.get $at3_8) (local.get $stored_7))))
              (local.set $column (i32.add (local.get $column) (i32.const 64)))
              (br 0)))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br 0))))
  (export "run" (func $run)))
