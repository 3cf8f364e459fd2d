(module
  (import "env" "memory" (memory 0))
  (func $run (param $a i32) (param $b i32) (param $log_decay i32) (param $decay_bias i32) (param $g i32) (param $strength i32) (param $scratch i32) (param $groups_x i32) (param $groups_y i32) (param $groups_z i32) (param $from i32) (param $to i32)
    (local $group_x i32)
    (local $group_y i32)
    (local $group_z i32)
    (local $local i32)
    (local $thread_at i32)
    (local $head i32)
    (local $condition v128)
    (local $mask v128)
    (local $at i32)
    (local $index v128)
    (local $at0 i32)
    (local $at1 i32)
    (local $at2 i32)
    (local $at3 i32)
    (local $rate v128)
    (local $shift_at i32)
    (local $index_2 v128)
    (local $at0_2 i32)
    (local $at1_2 i32)
    (local $at2_2 i32)
    (local $at3_2 i32)
    (local $shift_word v128)
    (local $first v128)
    (local $second v128)
    (local $shift v128)
    (local $index_3 v128)
    (local $at0_3 i32)
    (local $at1_3 i32)
    (local $at2_3 i32)
    (local $at3_3 i32)
    (local $a_value v128)
    (local $index_4 v128)
    (local $at0_4 i32)
    (local $at1_4 i32)
    (local $at2_4 i32)
    (local $at3_4 i32)
    (local $b_value v128)
    (local $stored v128)
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
    (local $log_x v128)
    (local $log_bits v128)
    (local $log_exponent v128)
    (local $log_rest v128)
    (local $log_square v128)
    (local $log_small v128)
    (local $exp_x_7 v128)
    (local $exp_whole_7 v128)
    (local $exp_rest_7 v128)
    (local $exp_power_7 v128)
    (local $exp_half_7 v128)
    (local $index_5 v128)
    (local $at0_5 i32)
    (local $at1_5 i32)
    (local $at2_5 i32)
    (local $at3_5 i32)
    (local $stored_2 v128)
    (local $exp_x_8 v128)
    (local $exp_whole_8 v128)
    (local $exp_rest_8 v128)
    (local $exp_power_8 v128)
    (local $exp_half_8 v128)
    (local $index_6 v128)
    (local $at0_6 i32)
    (local $at1_6 i32)
    (local $at2_6 i32)
    (local $at3_6 i32)
    (local $at_2 i32)
    (local $at_3 i32)
    (local $rate_2 v128)
    (local $shift_at_2 i32)
    (local $index_7 v128)
    (local $at0_7 i32)
    (local $at1_7 i32)
    (local $at2_7 i32)
    (local $at3_7 i32)
    (local $shift_word_2 v128)
    (local $first_2 v128)
    (local $second_2 v128)
    (local $shift_2 v128)
    (local $at_4 i32)
    (local $a_value_2 v128)
    (local $at_5 i32)
    (local $b_value_2 v128)
    (local $stored_3 v128)
    (local $exp_x_9 v128)
    (local $exp_whole_9 v128)
    (local $exp_rest_9 v128)
    (local $exp_power_9 v128)
    (local $exp_half_9 v128)
    (local $exp_x_10 v128)
    (local $exp_whole_10 v128)
    (local $exp_rest_10 v128)
    (local $exp_power_10 v128)
    (local $exp_half_10 v128)
    (local $exp_x_11 v128)
    (local $exp_whole_11 v128)
    (local $exp_rest_11 v128)
    (local $exp_power_11 v128)
    (local $exp_half_11 v128)
    (local $exp_x_12 v128)
    (local $exp_whole_12 v128)
    (local $exp_rest_12 v128)
    (local $exp_power_12 v128)
    (local $exp_half_12 v128)
    (local $exp_x_13 v128)
    (local $exp_whole_13 v128)
    (local $exp_rest_13 v128)
    (local $exp_power_13 v128)
    (local $exp_half_13 v128)
    (local $exp_x_14 v128)
    (local $exp_whole_14 v128)
    (local $exp_rest_14 v128)
    (local $exp_power_14 v128)
    (local $exp_half_14 v128)
    (local $log_x_2 v128)
    (local $log_bits_2 v128)
    (local $log_exponent_2 v128)
    (local $log_rest_2 v128)
    (local $log_square_2 v128)
    (local $log_small_2 v128)
    (local $exp_x_15 v128)
    (local $exp_whole_15 v128)
    (local $exp_rest_15 v128)
    (local $exp_power_15 v128)
    (local $exp_half_15 v128)
    (local $at_6 i32)
    (local $stored_4 v128)
    (local $exp_x_16 v128)
    (local $exp_whole_16 v128)
    (local $exp_rest_16 v128)
    (local $exp_power_16 v128)
    (local $exp_half_16 v128)
    (local $at_7 i32)
    (block
      (loop
        (br_if 1 (i32.eqz (i32.lt_u (local.get $from) (local.get $to))))
        (local.set $group_x (i32.rem_u (local.get $from) (local.get $groups_x)))
        (local.set $group_y (i32.rem_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $group_z (i32.div_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $head (i32.add (i32.mul (local.get $group_x) (i32.const 64)) (local.get $local)))
          (local.set $condition
            (i32x4.lt_s
              (i32x4.add (i32x4.splat (local.get $head)) (v128.const i32x4 0x0 0x1 0x2 0x3))
              (v128.const i32x4 0x6 0x6 0x6 0x6)))
          (if
            (i32x4.all_true (local.get $condition))
            (then
              (local.set $at_2 (i32.add (i32.mul (local.get $group_y) (i32.const 6)) (local.get $head)))
              (local.set $at_3 (i32.add (local.get $log_decay) (i32.mul (local.get $head) (i32.const 4))))
              (local.set $rate_2 (v128.load (local.get $at_3)))
              (local.set $shift_at_2 (local.get $head))
              (local.set $index_7
                (i32x4.shr_s
                  (i32x4.add (i32x4.splat (local.get $shift_at_2)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (i32.const 1)))
              (local.set $at0_7
                (i32.add (local.get $decay_bias) (i32.mul (i32x4.extract_lane 0 (local.get $index_7)) (i32.const 4))))
              (local.set $at1_7
                (i32.add (local.get $decay_bias) (i32.mul (i32x4.extract_lane 1 (local.get $index_7)) (i32.const 4))))
              (local.set $at2_7
                (i32.add (local.get $decay_bias) (i32.mul (i32x4.extract_lane 2 (local.get $index_7)) (i32.const 4))))
              (local.set $at3_7
                (i32.add (local.get $decay_bias) (i32.mul (i32x4.extract_lane 3 (local.get $index_7)) (i32.const 4))))
              (local.set $shift_word_2
                (v128.load32_lane 3
                  (local.get $at3_7)
                  (v128.load32_lane 2
                    (local.get $at2_7)
                    (v128.load32_lane 1 (local.get $at1_7) (v128.load32_zero (local.get $at0_7))))))
              (local.set $shift_2
                (i32x4.shl
                  (i32x4.replace_lane 3
                    (i32x4.replace_lane 2
                      (i32x4.replace_lane 1
                        (i32x4.splat
                          (i32.shr_u
                            (i32x4.extract_lane 0 (local.tee $first_2 (local.get $shift_word_2)))
                            (i32x4.extract_lane 0
                              (local.tee $second_2
                                (i32x4.shl
                                  (v128.and
                                    (i32x4.add (i32x4.splat (local.get $shift_at_2)) (v128.const i32x4 0x0 0x1 0x2 0x3))
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
              (local.set $at_4 (i32.add (local.get $a) (i32.mul (local.get $at_2) (i32.const 4))))
              (local.set $a_value_2 (v128.load (local.get $at_4)))
              (local.set $at_5 (i32.add (local.get $b) (i32.mul (local.get $at_2) (i32.const 4))))
              (local.set $b_value_2 (v128.load (local.get $at_5)))
              (local.set $stored_3
                (f32x4.neg
                  (f32x4.mul
                    (f32x4.mul
                      (f32x4.mul
                        (f32x4.add
                          (f32x4.add
                            (f32x4.mul
                              (f32x4.mul
                                (local.tee $exp_rest_9
                                  (f32x4.sub
                                    (f32x4.sub
                                      (local.tee $exp_x_9
                                        (f32x4.max
                                          (f32x4.min
                                            (local.get $rate_2)
                                            (v128.const i32x4 0x42b20000 0x42b20000 0x42b20000 0x42b20000))
                                          (v128.const i32x4 0xc2d00000 0xc2d00000 0xc2d00000 0xc2d00000)))
                                      (f32x4.mul
                                        (local.tee $exp_whole_9
                                          (f32x4.nearest
                                            (f32x4.mul
                                              (local.get $exp_x_9)
                                              (v128.const i32x4 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b))))
                                        (v128.const i32x4 0x3f318000 0x3f318000 0x3f318000 0x3f318000)))
                                    (f32x4.mul
                                      (local.get $exp_whole_9)
                                      (v128.const i32x4 0xb95e8083 0xb95e8083 0xb95e8083 0xb95e8083))))
                                (local.get $exp_rest_9))
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
                                                  (local.get $exp_rest_9))
                                                (v128.const i32x4 0x3ab743ce 0x3ab743ce 0x3ab743ce 0x3ab743ce))
                                              (local.get $exp_rest_9))
                                            (v128.const i32x4 0x3c088908 0x3c088908 0x3c088908 0x3c088908))
                                          (local.get $exp_rest_9))
                                        (v128.const i32x4 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1))
                                      (local.get $exp_rest_9))
                                    (v128.const i32x4 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa))
                                  (local.get $exp_rest_9))
                                (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)))
                            (local.get $exp_rest_9))
                          (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))
                        (i32x4.shl
                          (i32x4.add
                            (local.tee $exp_half_9
                              (i32x4.shr_s
                                (local.tee $exp_power_9 (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_9)))
                                (i32.const 1)))
                            (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                          (i32.const 23)))
                      (i32x4.shl
                        (i32x4.add
                          (i32x4.sub (local.get $exp_power_9) (local.get $exp_half_9))
                          (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                        (i32.const 23)))
                    (f32x4.add
                      (f32x4.max
                        (f32x4.add (local.get $a_value_2) (local.get $shift_2))
                        (v128.const i32x4 0x0 0x0 0x0 0x0))
                      (v128.bitselect
                        (f32x4.mul
                          (f32x4.mul
                            (f32x4.mul
                              (f32x4.add
                                (f32x4.add
                                  (f32x4.mul
                                    (f32x4.mul
                                      (local.tee $exp_rest_10
                                        (f32x4.sub
                                          (f32x4.sub
                                            (local.tee $exp_x_10
                                              (f32x4.max
                                                (f32x4.min
                                                  (f32x4.neg
                                                    (f32x4.abs (f32x4.add (local.get $a_value_2) (local.get $shift_2))))
                                                  (v128.const i32x4 0x42b20000 0x42b20000 0x42b20000 0x42b20000))
                                                (v128.const i32x4 0xc2d00000 0xc2d00000 0xc2d00000 0xc2d00000)))
                                            (f32x4.mul
                                              (local.tee $exp_whole_10
                                                (f32x4.nearest
                                                  (f32x4.mul
                                                    (local.get $exp_x_10)
                                                    (v128.const i32x4 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b))))
                                              (v128.const i32x4 0x3f318000 0x3f318000 0x3f318000 0x3f318000)))
                                          (f32x4.mul
                                            (local.get $exp_whole_10)
                                            (v128.const i32x4 0xb95e8083 0xb95e8083 0xb95e8083 0xb95e8083))))
                                      (local.get $exp_rest_10))
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
                                                        (local.get $exp_rest_10))
                                                      (v128.const i32x4 0x3ab743ce 0x3ab743ce 0x3ab743ce 0x3ab743ce))
                                                    (local.get $exp_rest_10))
                                                  (v128.const i32x4 0x3c088908 0x3c088908 0x3c088908 0x3c088908))
                                                (local.get $exp_rest_10))
                                              (v128.const i32x4 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1))
                                            (local.get $exp_rest_10))
                                          (v128.const i32x4 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa))
                                        (local.get $exp_rest_10))
                                      (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)))
                                  (local.get $exp_rest_10))
                                (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))
                              (i32x4.shl
                                (i32x4.add
                                  (local.tee $exp_half_10
                                    (i32x4.shr_s
                                      (local.tee $exp_power_10 (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_10)))
                                      (i32.const 1)))
                                  (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                (i32.const 23)))
                            (i32x4.shl
                              (i32x4.add
                                (i32x4.sub (local.get $exp_power_10) (local.get $exp_half_10))
                                (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                              (i32.const 23)))
                          (f32x4.sub
                            (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000)
                            (f32x4.mul
                              (f32x4.mul
                                (f32x4.mul
                                  (f32x4.add
                                    (f32x4.add
                                      (f32x4.mul
                                        (f32x4.mul
                                          (local.tee $exp_rest_11
                                            (f32x4.sub
                                              (f32x4.sub
                                                (local.tee $exp_x_11
                                                  (f32x4.max
                                                    (f32x4.min
                                                      (f32x4.neg
                                                        (f32x4.abs
                                                          (f32x4.add (local.get $a_value_2) (local.get $shift_2))))
                                                      (v128.const i32x4 0x42b20000 0x42b20000 0x42b20000 0x42b20000))
                                                    (v128.const i32x4 0xc2d00000 0xc2d00000 0xc2d00000 0xc2d00000)))
                                                (f32x4.mul
                                                  (local.tee $exp_whole_11
                                                    (f32x4.nearest
                                                      (f32x4.mul
                                                        (local.get $exp_x_11)
                                                        (v128.const i32x4 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b))))
                                                  (v128.const i32x4 0x3f318000 0x3f318000 0x3f318000 0x3f318000)))
                                              (f32x4.mul
                                                (local.get $exp_whole_11)
                                                (v128.const i32x4 0xb95e8083 0xb95e8083 0xb95e8083 0xb95e8083))))
                                          (local.get $exp_rest_11))
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
                                                            (local.get $exp_rest_11))
                                                          (v128.const i32x4 0x3ab743ce 0x3ab743ce 0x3ab743ce 0x3ab743ce))
                                                        (local.get $exp_rest_11))
                                                      (v128.const i32x4 0x3c088908 0x3c088908 0x3c088908 0x3c088908))
                                                    (local.get $exp_rest_11))
                                                  (v128.const i32x4 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1))
                                                (local.get $exp_rest_11))
                                              (v128.const i32x4 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa))
                                            (local.get $exp_rest_11))
                                          (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)))
                                      (local.get $exp_rest_11))
                                    (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))
                                  (i32x4.shl
                                    (i32x4.add
                                      (local.tee $exp_half_11
                                        (i32x4.shr_s
                                          (local.tee $exp_power_11 (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_11)))
                                          (i32.const 1)))
                                      (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                    (i32.const 23)))
                                (i32x4.shl
                                  (i32x4.add
                                    (i32x4.sub (local.get $exp_power_11) (local.get $exp_half_11))
                                    (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                  (i32.const 23)))
                              (f32x4.sub
                                (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)
                                (f32x4.mul
                                  (f32x4.mul
                                    (f32x4.mul
                                      (f32x4.add
                                        (f32x4.add
                                          (f32x4.mul
                                            (f32x4.mul
                                              (local.tee $exp_rest_12
                                                (f32x4.sub
                                                  (f32x4.sub
                                                    (local.tee $exp_x_12
                                                      (f32x4.max
                                                        (f32x4.min
                                                          (f32x4.neg
                                                            (f32x4.abs
                                                              (f32x4.add (local.get $a_value_2) (local.get $shift_2))))
                                                          (v128.const i32x4 0x42b20000 0x42b20000 0x42b20000 0x42b20000))
                                                        (v128.const i32x4 0xc2d00000 0xc2d00000 0xc2d00000 0xc2d00000)))
                                                    (f32x4.mul
                                                      (local.tee $exp_whole_12
                                                        (f32x4.nearest
                                                          (f32x4.mul
                                                            (local.get $exp_x_12)
                                                            (v128.const i32x4 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b))))
                                                      (v128.const i32x4 0x3f318000 0x3f318000 0x3f318000 0x3f318000)))
                                                  (f32x4.mul
                                                    (local.get $exp_whole_12)
                                                    (v128.const i32x4 0xb95e8083 0xb95e8083 0xb95e8083 0xb95e8083))))
                                              (local.get $exp_rest_12))
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
                                                                (local.get $exp_rest_12))
                                                              (v128.const i32x4 0x3ab743ce 0x3ab743ce 0x3ab743ce 0x3ab743ce))
                                                            (local.get $exp_rest_12))
                                                          (v128.const i32x4 0x3c088908 0x3c088908 0x3c088908 0x3c088908))
                                                        (local.get $exp_rest_12))
                                                      (v128.const i32x4 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1))
                                                    (local.get $exp_rest_12))
                                                  (v128.const i32x4 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa))
                                                (local.get $exp_rest_12))
                                              (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)))
                                          (local.get $exp_rest_12))
                                        (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))
                                      (i32x4.shl
                                        (i32x4.add
                                          (local.tee $exp_half_12
                                            (i32x4.shr_s
                                              (local.tee $exp_power_12
                                                (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_12)))
                                              (i32.const 1)))
                                          (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                        (i32.const 23)))
                                    (i32x4.shl
                                      (i32x4.add
                                        (i32x4.sub (local.get $exp_power_12) (local.get $exp_half_12))
                                        (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                      (i32.const 23)))
                                  (f32x4.sub
                                    (v128.const i32x4 0x3eaaaaab 0x3eaaaaab 0x3eaaaaab 0x3eaaaaab)
                                    (f32x4.mul
                                      (f32x4.mul
                                        (f32x4.mul
                                          (f32x4.add
                                            (f32x4.add
                                              (f32x4.mul
                                                (f32x4.mul
                                                  (local.tee $exp_rest_13
                                                    (f32x4.sub
                                                      (f32x4.sub
                                                        (local.tee $exp_x_13
                                                          (f32x4.max
                                                            (f32x4.min
                                                              (f32x4.neg
                                                                (f32x4.abs
                                                                  (f32x4.add
                                                                    (local.get $a_value_2)
                                                                    (local.get $shift_2))))
                                                              (v128.const i32x4 0x42b20000 0x42b20000 0x42b20000 0x42b20000))
                                                            (v128.const i32x4 0xc2d00000 0xc2d00000 0xc2d00000 0xc2d00000)))
                                                        (f32x4.mul
                                                          (local.tee $exp_whole_13
                                                            (f32x4.nearest
                                                              (f32x4.mul
                                                                (local.get $exp_x_13)
                                                                (v128.const i32x4 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b))))
                                                          (v128.const i32x4 0x3f318000 0x3f318000 0x3f318000 0x3f318000)))
                                                      (f32x4.mul
                                                        (local.get $exp_whole_13)
                                                        (v128.const i32x4 0xb95e8083 0xb95e8083 0xb95e8083 0xb95e8083))))
                                                  (local.get $exp_rest_13))
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
                                                                    (local.get $exp_rest_13))
                                                                  (v128.const i32x4 0x3ab743ce 0x3ab743ce 0x3ab743ce 0x3ab743ce))
                                                                (local.get $exp_rest_13))
                                                              (v128.const i32x4 0x3c088908 0x3c088908 0x3c088908 0x3c088908))
                                                            (local.get $exp_rest_13))
                                                          (v128.const i32x4 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1))
                                                        (local.get $exp_rest_13))
                                                      (v128.const i32x4 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa))
                                                    (local.get $exp_rest_13))
                                                  (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)))
                                              (local.get $exp_rest_13))
                                            (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))
                                          (i32x4.shl
                                            (i32x4.add
                                              (local.tee $exp_half_13
                                                (i32x4.shr_s
                                                  (local.tee $exp_power_13
                                                    (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_13)))
                                                  (i32.const 1)))
                                              (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                            (i32.const 23)))
                                        (i32x4.shl
                                          (i32x4.add
                                            (i32x4.sub (local.get $exp_power_13) (local.get $exp_half_13))
                                            (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                          (i32.const 23)))
                                      (v128.const i32x4 0x3e800000 0x3e800000 0x3e800000 0x3e800000))))))))
                        (v128.bitselect
                          (f32x4.add
                            (f32x4.add
                              (f32x4.sub
                                (f32x4.add
                                  (f32x4.mul
                                    (f32x4.mul
                                      (local.tee $log_square_2
                                        (f32x4.mul
                                          (local.tee $log_rest_2
                                            (f32x4.sub
                                              (i32x4.add
                                                (i32x4.shl
                                                  (local.tee $log_exponent_2
                                                    (i32x4.sub
                                                      (v128.const i32x4 0x7f 0x7f 0x7f 0x7f)
                                                      (i32x4.shr_s
                                                        (i32x4.add
                                                          (local.tee $log_bits_2
                                                            (v128.bitselect
                                                              (f32x4.mul
                                                                (local.tee $log_x_2
                                                                  (f32x4.add
                                                                    (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000)
                                                                    (f32x4.mul
                                                                      (f32x4.mul
                                                                        (f32x4.add
                                                                          (f32x4.add
                                                                            (f32x4.mul
                                                                              (f32x4.mul
                                                                                (local.tee $exp_rest_14
                                                                                  (f32x4.sub
                                                                                    (f32x4.sub
                                                                                      (local.tee $exp_x_14
                                                                                        (f32x4.max
                                                                                          (f32x4.min
                                                                                            (f32x4.neg
                                                                                              (f32x4.abs
                                                                                                (f32x4.add
                                                                                                  (local.get $a_value_2)
                                                                                                  (local.get $shift_2))))
                                                                                            (v128.const i32x4 0x42b20000 0x42b20000 0x42b20000 0x42b20000))
                                                                                          (v128.const i32x4 0xc2d00000 0xc2d00000 0xc2d00000 0xc2d00000)))
                                                                                      (f32x4.mul
                                                                                        (local.tee $exp_whole_14
                                                                                          (f32x4.nearest
                                                                                            (f32x4.mul
                                                                                              (local.get $exp_x_14)
                                                                                              (v128.const i32x4 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b))))
                                                                                        (v128.const i32x4 0x3f318000 0x3f318000 0x3f318000 0x3f318000)))
                                                                                    (f32x4.mul
                                                                                      (local.get $exp_whole_14)
                                                                                      (v128.const i32x4 0xb95e8083 0xb95e8083 0xb95e8083 0xb95e8083))))
                                                                                (local.get $exp_rest_14))
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
                                                                                                  (local.get $exp_rest_14))
                                                                                                (v128.const i32x4 0x3ab743ce 0x3ab743ce 0x3ab743ce 0x3ab743ce))
                                                                                              (local.get $exp_rest_14))
                                                                                            (v128.const i32x4 0x3c088908 0x3c088908 0x3c088908 0x3c088908))
                                                                                          (local.get $exp_rest_14))
                                                                                        (v128.const i32x4 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1))
                                                                                      (local.get $exp_rest_14))
                                                                                    (v128.const i32x4 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa))
                                                                                  (local.get $exp_rest_14))
                                                                                (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)))
                                                                            (local.get $exp_rest_14))
                                                                          (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))
                                                                        (i32x4.shl
                                                                          (i32x4.add
                                                                            (local.tee $exp_half_14
                                                                              (i32x4.shr_s
                                                                                (local.tee $exp_power_14
                                                                                  (i32x4.trunc_sat_f32x4_s
                                                                                    (local.get $exp_whole_14)))
                                                                                (i32.const 1)))
                                                                            (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                                                          (i32.const 23)))
                                                                      (i32x4.shl
                                                                        (i32x4.add
                                                                          (i32x4.sub
                                                                            (local.get $exp_power_14)
                                                                            (local.get $exp_half_14))
                                                                          (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                                                        (i32.const 23)))))
                                                                (v128.const i32x4 0x4b000000 0x4b000000 0x4b000000 0x4b000000))
                                                              (local.get $log_x_2)
                                                              (local.tee $log_small_2
                                                                (f32x4.lt
                                                                  (local.get $log_x_2)
                                                                  (v128.const i32x4 0x800000 0x800000 0x800000 0x800000)))))
                                                          (v128.const i32x4 0x4afb0d 0x4afb0d 0x4afb0d 0x4afb0d))
                                                        (i32.const 23))))
                                                  (i32.const 23))
                                                (local.get $log_bits_2))
                                              (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000)))
                                          (local.get $log_rest_2)))
                                      (local.get $log_rest_2))
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
                                                        (f32x4.add
                                                          (f32x4.mul
                                                            (f32x4.add
                                                              (f32x4.mul
                                                                (f32x4.add
                                                                  (f32x4.mul
                                                                    (v128.const i32x4 0x3d9021bb 0x3d9021bb 0x3d9021bb 0x3d9021bb)
                                                                    (local.get $log_rest_2))
                                                                  (v128.const i32x4 0xbdebd1b8 0xbdebd1b8 0xbdebd1b8 0xbdebd1b8))
                                                                (local.get $log_rest_2))
                                                              (v128.const i32x4 0x3def251a 0x3def251a 0x3def251a 0x3def251a))
                                                            (local.get $log_rest_2))
                                                          (v128.const i32x4 0xbdfe5d4f 0xbdfe5d4f 0xbdfe5d4f 0xbdfe5d4f))
                                                        (local.get $log_rest_2))
                                                      (v128.const i32x4 0x3e11e9bf 0x3e11e9bf 0x3e11e9bf 0x3e11e9bf))
                                                    (local.get $log_rest_2))
                                                  (v128.const i32x4 0xbe2aae50 0xbe2aae50 0xbe2aae50 0xbe2aae50))
                                                (local.get $log_rest_2))
                                              (v128.const i32x4 0x3e4cceac 0x3e4cceac 0x3e4cceac 0x3e4cceac))
                                            (local.get $log_rest_2))
                                          (v128.const i32x4 0xbe7ffffc 0xbe7ffffc 0xbe7ffffc 0xbe7ffffc))
                                        (local.get $log_rest_2))
                                      (v128.const i32x4 0x3eaaaaaa 0x3eaaaaaa 0x3eaaaaaa 0x3eaaaaaa)))
                                  (f32x4.mul
                                    (local.tee $log_exponent_2
                                      (f32x4.neg
                                        (f32x4.convert_i32x4_s
                                          (i32x4.add
                                            (local.get $log_exponent_2)
                                            (v128.and (local.get $log_small_2) (v128.const i32x4 0x17 0x17 0x17 0x17))))))
                                    (v128.const i32x4 0xb95e8083 0xb95e8083 0xb95e8083 0xb95e8083)))
                                (f32x4.mul
                                  (local.get $log_square_2)
                                  (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)))
                              (local.get $log_rest_2))
                            (f32x4.mul
                              (local.get $log_exponent_2)
                              (v128.const i32x4 0x3f318000 0x3f318000 0x3f318000 0x3f318000)))
                          (v128.bitselect
                            (v128.const i32x4 0xff800000 0xff800000 0xff800000 0xff800000)
                            (v128.bitselect
                              (v128.const i32x4 0x7fc00000 0x7fc00000 0x7fc00000 0x7fc00000)
                              (local.get $log_x_2)
                              (f32x4.lt (local.get $log_x_2) (v128.const i32x4 0x0 0x0 0x0 0x0)))
                            (f32x4.eq (local.get $log_x_2) (v128.const i32x4 0x0 0x0 0x0 0x0)))
                          (v128.and
                            (f32x4.gt (local.get $log_x_2) (v128.const i32x4 0x0 0x0 0x0 0x0))
                            (f32x4.lt
                              (local.get $log_x_2)
                              (v128.const i32x4 0x7f800000 0x7f800000 0x7f800000 0x7f800000))))
                        (f32x4.lt
                          (f32x4.mul
                            (f32x4.mul
                              (f32x4.add
                                (f32x4.add
                                  (f32x4.mul
                                    (f32x4.mul
                                      (local.tee $exp_rest_15
                                        (f32x4.sub
                                          (f32x4.sub
                                            (local.tee $exp_x_15
                                              (f32x4.max
                                                (f32x4.min
                                                  (f32x4.neg
                                                    (f32x4.abs (f32x4.add (local.get $a_value_2) (local.get $shift_2))))
                                                  (v128.const i32x4 0x42b20000 0x42b20000 0x42b20000 0x42b20000))
                                                (v128.const i32x4 0xc2d00000 0xc2d00000 0xc2d00000 0xc2d00000)))
                                            (f32x4.mul
                                              (local.tee $exp_whole_15
                                                (f32x4.nearest
                                                  (f32x4.mul
                                                    (local.get $exp_x_15)
                                                    (v128.const i32x4 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b))))
                                              (v128.const i32x4 0x3f318000 0x3f318000 0x3f318000 0x3f318000)))
                                          (f32x4.mul
                                            (local.get $exp_whole_15)
                                            (v128.const i32x4 0xb95e8083 0xb95e8083 0xb95e8083 0xb95e8083))))
                                      (local.get $exp_rest_15))
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
                                                        (local.get $exp_rest_15))
                                                      (v128.const i32x4 0x3ab743ce 0x3ab743ce 0x3ab743ce 0x3ab743ce))
                                                    (local.get $exp_rest_15))
                                                  (v128.const i32x4 0x3c088908 0x3c088908 0x3c088908 0x3c088908))
                                                (local.get $exp_rest_15))
                                              (v128.const i32x4 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1))
                                            (local.get $exp_rest_15))
                                          (v128.const i32x4 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa))
                                        (local.get $exp_rest_15))
                                      (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)))
                                  (local.get $exp_rest_15))
                                (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))
                              (i32x4.shl
                                (i32x4.add
                                  (local.tee $exp_half_15
                                    (i32x4.shr_s
                                      (local.tee $exp_power_15 (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_15)))
                                      (i32.const 1)))
                                  (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                (i32.const 23)))
                            (i32x4.shl
                              (i32x4.add
                                (i32x4.sub (local.get $exp_power_15) (local.get $exp_half_15))
                                (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                              (i32.const 23)))
                          (v128.const i32x4 0x3ca3d70a 0x3ca3d70a 0x3ca3d70a 0x3ca3d70a)))))))
              (local.set $at_6 (i32.add (local.get $g) (i32.mul (local.get $at_2) (i32.const 4))))
              (v128.store (local.get $at_6) (local.get $stored_3))
              (local.set $stored_4
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
                                (local.tee $exp_rest_16
                                  (f32x4.sub
                                    (f32x4.sub
                                      (local.tee $exp_x_16
                                        (f32x4.max
                                          (f32x4.min
                                            (f32x4.min
                                              (f32x4.neg (local.get $b_value_2))
                                              (v128.const i32x4 0x42a00000 0x42a00000 0x42a00000 0x42a00000))
                                            (v128.const i32x4 0x42b20000 0x42b20000 0x42b20000 0x42b20000))
                                          (v128.const i32x4 0xc2d00000 0xc2d00000 0xc2d00000 0xc2d00000)))
                                      (f32x4.mul
                                        (local.tee $exp_whole_16
                                          (f32x4.nearest
                                            (f32x4.mul
                                              (local.get $exp_x_16)
                                              (v128.const i32x4 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b))))
                                        (v128.const i32x4 0x3f318000 0x3f318000 0x3f318000 0x3f318000)))
                                    (f32x4.mul
                                      (local.get $exp_whole_16)
                                      (v128.const i32x4 0xb95e8083 0xb95e8083 0xb95e8083 0xb95e8083))))
                                (local.get $exp_rest_16))
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
                                                  (local.get $exp_rest_16))
                                                (v128.const i32x4 0x3ab743ce 0x3ab743ce 0x3ab743ce 0x3ab743ce))
                                              (local.get $exp_rest_16))
                                            (v128.const i32x4 0x3c088908 0x3c088908 0x3c088908 0x3c088908))
                                          (local.get $exp_rest_16))
                                        (v128.const i32x4 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1))
                                      (local.get $exp_rest_16))
                                    (v128.const i32x4 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa))
                                  (local.get $exp_rest_16))
                                (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)))
                            (local.get $exp_rest_16))
                          (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))
                        (i32x4.shl
                          (i32x4.add
                            (local.tee $exp_half_16
                              (i32x4.shr_s
                                (local.tee $exp_power_16 (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_16)))
                                (i32.const 1)))
                            (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                          (i32.const 23)))
                      (i32x4.shl
                        (i32x4.add
                          (i32x4.sub (local.get $exp_power_16) (local.get $exp_half_16))
                          (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                        (i32.const 23))))))
              (local.set $at_7 (i32.add (local.get $strength) (i32.mul (local.get $at_2) (i32.const 4))))
              (v128.store (local.get $at_7) (local.get $stored_4)))
            (else
              (if
                (i32.eqz (v128.any_true (local.get $condition)))
                (then)
                (else
                  (local.set $mask (local.get $condition))
                  (if
                    (v128.any_true (local.get $mask))
                    (then
                      (local.set $at (i32.add (i32.mul (local.get $group_y) (i32.const 6)) (local.get $head)))
                      (local.set $index
                        (v128.and
                          (i32x4.add (i32x4.splat (local.get $head)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (local.get $mask)))
                      (local.set $at0
                        (i32.add
                          (local.get $log_decay)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index)) (i32.const 4))))
                      (local.set $at1
                        (i32.add
                          (local.get $log_decay)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index)) (i32.const 4))))
                      (local.set $at2
                        (i32.add
                          (local.get $log_decay)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index)) (i32.const 4))))
                      (local.set $at3
                        (i32.add
                          (local.get $log_decay)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index)) (i32.const 4))))
                      (local.set $rate
                        (v128.load32_lane 3
                          (local.get $at3)
                          (v128.load32_lane 2
                            (local.get $at2)
                            (v128.load32_lane 1 (local.get $at1) (v128.load32_zero (local.get $at0))))))
                      (local.set $shift_at (local.get $head))
                      (local.set $index_2
                        (v128.and
                          (i32x4.shr_s
                            (i32x4.add (i32x4.splat (local.get $shift_at)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                            (i32.const 1))
                          (local.get $mask)))
                      (local.set $at0_2
                        (i32.add
                          (local.get $decay_bias)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_2)) (i32.const 4))))
                      (local.set $at1_2
                        (i32.add
                          (local.get $decay_bias)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_2)) (i32.const 4))))
                      (local.set $at2_2
                        (i32.add
                          (local.get $decay_bias)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_2)) (i32.const 4))))
                      (local.set $at3_2
                        (i32.add
                          (local.get $decay_bias)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_2)) (i32.const 4))))
                      (local.set $shift_word
                        (v128.load32_lane 3
                          (local.get $at3_2)
                          (v128.load32_lane 2
                            (local.get $at2_2)
                            (v128.load32_lane 1 (local.get $at1_2) (v128.load32_zero (local.get $at0_2))))))
                      (local.set $shift
                        (i32x4.shl
                          (i32x4.replace_lane 3
                            (i32x4.replace_lane 2
                              (i32x4.replace_lane 1
                                (i32x4.splat
                                  (i32.shr_u
                                    (i32x4.extract_lane 0 (local.tee $first (local.get $shift_word)))
                                    (i32x4.extract_lane 0
                                      (local.tee $second
                                        (i32x4.shl
                                          (v128.and
                                            (i32x4.add
                                              (i32x4.splat (local.get $shift_at))
                                              (v128.const i32x4 0x0 0x1 0x2 0x3))
                                            (v128.const i32x4 0x1 0x1 0x1 0x1))
                                          (i32.const 4))))))
                                (i32.shr_u
                                  (i32x4.extract_lane 1 (local.get $first))
                                  (i32x4.extract_lane 1 (local.get $second))))
                              (i32.shr_u
                                (i32x4.extract_lane 2 (local.get $first))
                                (i32x4.extract_lane 2 (local.get $second))))
                            (i32.shr_u
                              (i32x4.extract_lane 3 (local.get $first))
                              (i32x4.extract_lane 3 (local.get $second))))
                          (i32.const 16)))
                      (local.set $index_3
                        (v128.and
                          (i32x4.add (i32x4.splat (local.get $at)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (local.get $mask)))
                      (local.set $at0_3
                        (i32.add (local.get $a) (i32.mul (i32x4.extract_lane 0 (local.get $index_3)) (i32.const 4))))
                      (local.set $at1_3
                        (i32.add (local.get $a) (i32.mul (i32x4.extract_lane 1 (local.get $index_3)) (i32.const 4))))
                      (local.set $at2_3
                        (i32.add (local.get $a) (i32.mul (i32x4.extract_lane 2 (local.get $index_3)) (i32.const 4))))
                      (local.set $at3_3
                        (i32.add (local.get $a) (i32.mul (i32x4.extract_lane 3 (local.get $index_3)) (i32.const 4))))
                      (local.set $a_value
                        (v128.load32_lane 3
                          (local.get $at3_3)
                          (v128.load32_lane 2
                            (local.get $at2_3)
                            (v128.load32_lane 1 (local.get $at1_3) (v128.load32_zero (local.get $at0_3))))))
                      (local.set $index_4
                        (v128.and
                          (i32x4.add (i32x4.splat (local.get $at)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (local.get $mask)))
                      (local.set $at0_4
                        (i32.add (local.get $b) (i32.mul (i32x4.extract_lane 0 (local.get $index_4)) (i32.const 4))))
                      (local.set $at1_4
                        (i32.add (local.get $b) (i32.mul (i32x4.extract_lane 1 (local.get $index_4)) (i32.const 4))))
                      (local.set $at2_4
                        (i32.add (local.get $b) (i32.mul (i32x4.extract_lane 2 (local.get $index_4)) (i32.const 4))))
                      (local.set $at3_4
                        (i32.add (local.get $b) (i32.mul (i32x4.extract_lane 3 (local.get $index_4)) (i32.const 4))))
                      (local.set $b_value
                        (v128.load32_lane 3
                          (local.get $at3_4)
                          (v128.load32_lane 2
                            (local.get $at2_4)
                            (v128.load32_lane 1 (local.get $at1_4) (v128.load32_zero (local.get $at0_4))))))
                      (local.set $stored
                        (f32x4.neg
                          (f32x4.mul
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
                                                    (local.get $rate)
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
                            (f32x4.add
                              (f32x4.max
                                (f32x4.add (local.get $a_value) (local.get $shift))
                                (v128.const i32x4 0x0 0x0 0x0 0x0))
                              (v128.bitselect
                                (f32x4.mul
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
                                                          (f32x4.neg
                                                            (f32x4.abs
                                                              (f32x4.add (local.get $a_value) (local.get $shift))))
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
                                              (local.tee $exp_power_2
                                                (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_2)))
                                              (i32.const 1)))
                                          (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                        (i32.const 23)))
                                    (i32x4.shl
                                      (i32x4.add
                                        (i32x4.sub (local.get $exp_power_2) (local.get $exp_half_2))
                                        (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                      (i32.const 23)))
                                  (f32x4.sub
                                    (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000)
                                    (f32x4.mul
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
                                                              (f32x4.neg
                                                                (f32x4.abs
                                                                  (f32x4.add (local.get $a_value) (local.get $shift))))
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
                                                  (local.tee $exp_power_3
                                                    (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_3)))
                                                  (i32.const 1)))
                                              (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                            (i32.const 23)))
                                        (i32x4.shl
                                          (i32x4.add
                                            (i32x4.sub (local.get $exp_power_3) (local.get $exp_half_3))
                                            (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                          (i32.const 23)))
                                      (f32x4.sub
                                        (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)
                                        (f32x4.mul
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
                                                                  (f32x4.neg
                                                                    (f32x4.abs
                                                                      (f32x4.add
                                                                        (local.get $a_value)
                                                                        (local.get $shift))))
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
                                                      (local.tee $exp_power_4
                                                        (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_4)))
                                                      (i32.const 1)))
                                                  (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                                (i32.const 23)))
                                            (i32x4.shl
                                              (i32x4.add
                                                (i32x4.sub (local.get $exp_power_4) (local.get $exp_half_4))
                                                (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                              (i32.const 23)))
                                          (f32x4.sub
                                            (v128.const i32x4 0x3eaaaaab 0x3eaaaaab 0x3eaaaaab 0x3eaaaaab)
                                            (f32x4.mul
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
                                                                      (f32x4.neg
                                                                        (f32x4.abs
                                                                          (f32x4.add
                                                                            (local.get $a_value)
                                                                            (local.get $shift))))
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
                                                          (local.tee $exp_power_5
                                                            (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_5)))
                                                          (i32.const 1)))
                                                      (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                                    (i32.const 23)))
                                                (i32x4.shl
                                                  (i32x4.add
                                                    (i32x4.sub (local.get $exp_power_5) (local.get $exp_half_5))
                                                    (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                                  (i32.const 23)))
                                              (v128.const i32x4 0x3e800000 0x3e800000 0x3e800000 0x3e800000))))))))
                                (v128.bitselect
                                  (f32x4.add
                                    (f32x4.add
                                      (f32x4.sub
                                        (f32x4.add
                                          (f32x4.mul
                                            (f32x4.mul
                                              (local.tee $log_square
                                                (f32x4.mul
                                                  (local.tee $log_rest
                                                    (f32x4.sub
                                                      (i32x4.add
                                                        (i32x4.shl
                                                          (local.tee $log_exponent
                                                            (i32x4.sub
                                                              (v128.const i32x4 0x7f 0x7f 0x7f 0x7f)
                                                              (i32x4.shr_s
                                                                (i32x4.add
                                                                  (local.tee $log_bits
                                                                    (v128.bitselect
                                                                      (f32x4.mul
                                                                        (local.tee $log_x
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
                                                                                                    (f32x4.neg
                                                                                                      (f32x4.abs
                                                                                                        (f32x4.add
                                                                                                          (local.get $a_value)
                                                                                                          (local.get $shift))))
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
                                                                                        (local.tee $exp_power_6
                                                                                          (i32x4.trunc_sat_f32x4_s
                                                                                            (local.get $exp_whole_6)))
                                                                                        (i32.const 1)))
                                                                                    (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                                                                  (i32.const 23)))
                                                                              (i32x4.shl
                                                                                (i32x4.add
                                                                                  (i32x4.sub
                                                                                    (local.get $exp_power_6)
                                                                                    (local.get $exp_half_6))
                                                                                  (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                                                                (i32.const 23)))))
                                                                        (v128.const i32x4 0x4b000000 0x4b000000 0x4b000000 0x4b000000))
                                                                      (local.get $log_x)
                                                                      (local.tee $log_small
                                                                        (f32x4.lt
                                                                          (local.get $log_x)
                                                                          (v128.const i32x4 0x800000 0x800000 0x800000 0x800000)))))
                                                                  (v128.const i32x4 0x4afb0d 0x4afb0d 0x4afb0d 0x4afb0d))
                                                                (i32.const 23))))
                                                          (i32.const 23))
                                                        (local.get $log_bits))
                                                      (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000)))
                                                  (local.get $log_rest)))
                                              (local.get $log_rest))
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
                                                                (f32x4.add
                                                                  (f32x4.mul
                                                                    (f32x4.add
                                                                      (f32x4.mul
                                                                        (f32x4.add
                                                                          (f32x4.mul
                                                                            (v128.const i32x4 0x3d9021bb 0x3d9021bb 0x3d9021bb 0x3d9021bb)
                                                                            (local.get $log_rest))
                                                                          (v128.const i32x4 0xbdebd1b8 0xbdebd1b8 0xbdebd1b8 0xbdebd1b8))
                                                                        (local.get $log_rest))
                                                                      (v128.const i32x4 0x3def251a 0x3def251a 0x3def251a 0x3def251a))
                                                                    (local.get $log_rest))
                                                                  (v128.const i32x4 0xbdfe5d4f 0xbdfe5d4f 0xbdfe5d4f 0xbdfe5d4f))
                                                                (local.get $log_rest))
                                                              (v128.const i32x4 0x3e11e9bf 0x3e11e9bf 0x3e11e9bf 0x3e11e9bf))
                                                            (local.get $log_rest))
                                                          (v128.const i32x4 0xbe2aae50 0xbe2aae50 0xbe2aae50 0xbe2aae50))
                                                        (local.get $log_rest))
                                                      (v128.const i32x4 0x3e4cceac 0x3e4cceac 0x3e4cceac 0x3e4cceac))
                                                    (local.get $log_rest))
                                                  (v128.const i32x4 0xbe7ffffc 0xbe7ffffc 0xbe7ffffc 0xbe7ffffc))
                                                (local.get $log_rest))
                                              (v128.const i32x4 0x3eaaaaaa 0x3eaaaaaa 0x3eaaaaaa 0x3eaaaaaa)))
                                          (f32x4.mul
                                            (local.tee $log_exponent
                                              (f32x4.neg
                                                (f32x4.convert_i32x4_s
                                                  (i32x4.add
                                                    (local.get $log_exponent)
                                                    (v128.and
                                                      (local.get $log_small)
                                                      (v128.const i32x4 0x17 0x17 0x17 0x17))))))
                                            (v128.const i32x4 0xb95e8083 0xb95e8083 0xb95e8083 0xb95e8083)))
                                        (f32x4.mul
                                          (local.get $log_square)
                                          (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)))
                                      (local.get $log_rest))
                                    (f32x4.mul
                                      (local.get $log_exponent)
                                      (v128.const i32x4 0x3f318000 0x3f318000 0x3f318000 0x3f318000)))
                                  (v128.bitselect
                                    (v128.const i32x4 0xff800000 0xff800000 0xff800000 0xff800000)
                                    (v128.bitselect
                                      (v128.const i32x4 0x7fc00000 0x7fc00000 0x7fc00000 0x7fc00000)
                                      (local.get $log_x)
                                      (f32x4.lt (local.get $log_x) (v128.const i32x4 0x0 0x0 0x0 0x0)))
                                    (f32x4.eq (local.get $log_x) (v128.const i32x4 0x0 0x0 0x0 0x0)))
                                  (v128.and
                                    (f32x4.gt (local.get $log_x) (v128.const i32x4 0x0 0x0 0x0 0x0))
                                    (f32x4.lt
                                      (local.get $log_x)
                                      (v128.const i32x4 0x7f800000 0x7f800000 0x7f800000 0x7f800000))))
                                (f32x4.lt
                                  (f32x4.mul
                                    (f32x4.mul
                                      (f32x4.add
                                        (f32x4.add
                                          (f32x4.mul
                                            (f32x4.mul
                                              (local.tee $exp_rest_7
                                                (f32x4.sub
                                                  (f32x4.sub
                                                    (local.tee $exp_x_7
                                                      (f32x4.max
                                                        (f32x4.min
                                                          (f32x4.neg
                                                            (f32x4.abs
                                                              (f32x4.add (local.get $a_value) (local.get $shift))))
                                                          (v128.const i32x4 0x42b20000 0x42b20000 0x42b20000 0x42b20000))
                                                        (v128.const i32x4 0xc2d00000 0xc2d00000 0xc2d00000 0xc2d00000)))
                                                    (f32x4.mul
                                                      (local.tee $exp_whole_7
                                                        (f32x4.nearest
                                                          (f32x4.mul
                                                            (local.get $exp_x_7)
                                                            (v128.const i32x4 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b))))
                                                      (v128.const i32x4 0x3f318000 0x3f318000 0x3f318000 0x3f318000)))
                                                  (f32x4.mul
                                                    (local.get $exp_whole_7)
                                                    (v128.const i32x4 0xb95e8083 0xb95e8083 0xb95e8083 0xb95e8083))))
                                              (local.get $exp_rest_7))
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
                                                                (local.get $exp_rest_7))
                                                              (v128.const i32x4 0x3ab743ce 0x3ab743ce 0x3ab743ce 0x3ab743ce))
                                                            (local.get $exp_rest_7))
                                                          (v128.const i32x4 0x3c088908 0x3c088908 0x3c088908 0x3c088908))
                                                        (local.get $exp_rest_7))
                                                      (v128.const i32x4 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1))
                                                    (local.get $exp_rest_7))
                                                  (v128.const i32x4 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa))
                                                (local.get $exp_rest_7))
                                              (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)))
                                          (local.get $exp_rest_7))
                                        (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))
                                      (i32x4.shl
                                        (i32x4.add
                                          (local.tee $exp_half_7
                                            (i32x4.shr_s
                                              (local.tee $exp_power_7
                                                (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_7)))
                                              (i32.const 1)))
                                          (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                        (i32.const 23)))
                                    (i32x4.shl
                                      (i32x4.add
                                        (i32x4.sub (local.get $exp_power_7) (local.get $exp_half_7))
                                        (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                      (i32.const 23)))
                                  (v128.const i32x4 0x3ca3d70a 0x3ca3d70a 0x3ca3d70a 0x3ca3d70a)))))))
                      (local.set $index_5 (i32x4.add (i32x4.splat (local.get $at)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
                      (local.set $at0_5
                        (i32.add (local.get $g) (i32.mul (i32x4.extract_lane 0 (local.get $index_5)) (i32.const 4))))
                      (local.set $at1_5
                        (i32.add (local.get $g) (i32.mul (i32x4.extract_lane 1 (local.get $index_5)) (i32.const 4))))
                      (local.set $at2_5
                        (i32.add (local.get $g) (i32.mul (i32x4.extract_lane 2 (local.get $index_5)) (i32.const 4))))
                      (local.set $at3_5
                        (i32.add (local.get $g) (i32.mul (i32x4.extract_lane 3 (local.get $index_5)) (i32.const 4))))
                      (if
                        (i32x4.extract_lane 0 (local.get $mask))
                        (then
                          (v128.store32_lane 0 (local.get $at0_5) (local.get $stored))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask))
                        (then
                          (v128.store32_lane 1 (local.get $at1_5) (local.get $stored))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask))
                        (then
                          (v128.store32_lane 2 (local.get $at2_5) (local.get $stored))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask))
                        (then
                          (v128.store32_lane 3 (local.get $at3_5) (local.get $stored))))
                      (local.set $stored_2
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
                                        (local.tee $exp_rest_8
                                          (f32x4.sub
                                            (f32x4.sub
                                              (local.tee $exp_x_8
                                                (f32x4.max
                                                  (f32x4.min
                                                    (f32x4.min
                                                      (f32x4.neg (local.get $b_value))
                                                      (v128.const i32x4 0x42a00000 0x42a00000 0x42a00000 0x42a00000))
                                                    (v128.const i32x4 0x42b20000 0x42b20000 0x42b20000 0x42b20000))
                                                  (v128.const i32x4 0xc2d00000 0xc2d00000 0xc2d00000 0xc2d00000)))
                                              (f32x4.mul
                                                (local.tee $exp_whole_8
                                                  (f32x4.nearest
                                                    (f32x4.mul
                                                      (local.get $exp_x_8)
                                                      (v128.const i32x4 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b 0x3fb8aa3b))))
                                                (v128.const i32x4 0x3f318000 0x3f318000 0x3f318000 0x3f318000)))
                                            (f32x4.mul
                                              (local.get $exp_whole_8)
                                              (v128.const i32x4 0xb95e8083 0xb95e8083 0xb95e8083 0xb95e8083))))
                                        (local.get $exp_rest_8))
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
                                                          (local.get $exp_rest_8))
                                                        (v128.const i32x4 0x3ab743ce 0x3ab743ce 0x3ab743ce 0x3ab743ce))
                                                      (local.get $exp_rest_8))
                                                    (v128.const i32x4 0x3c088908 0x3c088908 0x3c088908 0x3c088908))
                                                  (local.get $exp_rest_8))
                                                (v128.const i32x4 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1 0x3d2aa9c1))
                                              (local.get $exp_rest_8))
                                            (v128.const i32x4 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa 0x3e2aaaaa))
                                          (local.get $exp_rest_8))
                                        (v128.const i32x4 0x3f000000 0x3f000000 0x3f000000 0x3f000000)))
                                    (local.get $exp_rest_8))
                                  (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))
                                (i32x4.shl
                                  (i32x4.add
                                    (local.tee $exp_half_8
                                      (i32x4.shr_s
                                        (local.tee $exp_power_8 (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_8)))
                                        (i32.const 1)))
                                    (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                  (i32.const 23)))
                              (i32x4.shl
                                (i32x4.add
                                  (i32x4.sub (local.get $exp_power_8) (local.get $exp_half_8))
                                  (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                (i32.const 23))))))
                      (local.set $index_6 (i32x4.add (i32x4.splat (local.get $at)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
                      (local.set $at0_6
                        (i32.add
                          (local.get $strength)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_6)) (i32.const 4))))
                      (local.set $at1_6
                        (i32.add
                          (local.get $strength)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_6)) (i32.const 4))))
                      (local.set $at2_6
                        (i32.add
                          (local.get $strength)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_6)) (i32.const 4))))
                      (local.set $at3_6
                        (i32.add
                          (local.get $strength)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_6)) (i32.const 4))))
                      (if
                        (i32x4.extract_lane 0 (local.get $mask))
                        (then
                          (v128.store32_lane 0 (local.get $at0_6) (local.get $stored_2))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask))
                        (then
                          (v128.store32_lane 1 (local.get $at1_6) (local.get $stored_2))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask))
                        (then
                          (v128.store32_lane 2 (local.get $at2_6) (local.get $stored_2))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask))
                        (then
                          (v128.store32_lane 3 (local.get $at3_6) (local.get $stored_2))))))))))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br 0))))
  (export "run" (func $run)))
