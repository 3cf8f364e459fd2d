(module
  (import "env" "memory" (memory 0))
  (func $run (param $step i32) (param $x i32) (param $w i32) (param $slots i32) (param $y i32) (param $scratch i32) (param $groups_x i32) (param $groups_y i32) (param $groups_z i32) (param $from i32) (param $to i32)
    (local $group_x i32)
    (local $group_y i32)
    (local $group_z i32)
    (local $local i32)
    (local $thread_at i32)
    (local $lane i32)
    (local $slot_base_at i32)
    (local $slot_base i32)
    (local $slot_at i32)
    (local $slot i32)
    (local $fold_base_at i32)
    (local $fold_base i32)
    (local $fold_at i32)
    (local $fold i32)
    (local $begin_base_at i32)
    (local $begin_base i32)
    (local $begin_at i32)
    (local $begin i32)
    (local $stop_at i32)
    (local $stop i32)
    (local $rows i32)
    (local $channel_group i32)
    (local $condition v128)
    (local $mask v128)
    (local $base i32)
    (local $index v128)
    (local $at0 i32)
    (local $at1 i32)
    (local $at2 i32)
    (local $at3 i32)
    (local $tail0_0 v128)
    (local $tail0_1 v128)
    (local $h0_0 v128)
    (local $h0_1 v128)
    (local $index_2 v128)
    (local $at0_2 i32)
    (local $at1_2 i32)
    (local $at2_2 i32)
    (local $at3_2 i32)
    (local $tail1_0 v128)
    (local $tail1_1 v128)
    (local $h1_0 v128)
    (local $h1_1 v128)
    (local $index_3 v128)
    (local $at0_3 i32)
    (local $at1_3 i32)
    (local $at2_3 i32)
    (local $at3_3 i32)
    (local $tail2_0 v128)
    (local $tail2_1 v128)
    (local $h2_0 v128)
    (local $h2_1 v128)
    (local $f i32)
    (local $index_4 v128)
    (local $at0_4 i32)
    (local $at1_4 i32)
    (local $at2_4 i32)
    (local $at3_4 i32)
    (local $record0 v128)
    (local $record1 v128)
    (local $stored v128)
    (local $stored_2 v128)
    (local $index_5 v128)
    (local $at0_5 i32)
    (local $at1_5 i32)
    (local $at2_5 i32)
    (local $at3_5 i32)
    (local $stored_3 v128)
    (local $stored_4 v128)
    (local $index_6 v128)
    (local $at0_6 i32)
    (local $at1_6 i32)
    (local $at2_6 i32)
    (local $at3_6 i32)
    (local $stored_5 v128)
    (local $stored_6 v128)
    (local $index_7 v128)
    (local $at0_7 i32)
    (local $at1_7 i32)
    (local $at2_7 i32)
    (local $at3_7 i32)
    (local $w0_0_at i32)
    (local $index_8 v128)
    (local $at0_8 i32)
    (local $at1_8 i32)
    (local $at2_8 i32)
    (local $at3_8 i32)
    (local $w0_0_word v128)
    (local $first v128)
    (local $second v128)
    (local $w0_0 v128)
    (local $w0_1_at i32)
    (local $index_9 v128)
    (local $at0_9 i32)
    (local $at1_9 i32)
    (local $at2_9 i32)
    (local $at3_9 i32)
    (local $w0_1_word v128)
    (local $first_2 v128)
    (local $second_2 v128)
    (local $w0_1 v128)
    (local $w0_2_at i32)
    (local $index_10 v128)
    (local $at0_10 i32)
    (local $at1_10 i32)
    (local $at2_10 i32)
    (local $at3_10 i32)
    (local $w0_2_word v128)
    (local $first_3 v128)
    (local $second_3 v128)
    (local $w0_2 v128)
    (local $w0_3_at i32)
    (local $index_11 v128)
    (local $at0_11 i32)
    (local $at1_11 i32)
    (local $at2_11 i32)
    (local $at3_11 i32)
    (local $w0_3_word v128)
    (local $first_4 v128)
    (local $second_4 v128)
    (local $w0_3 v128)
    (local $w1_0_at i32)
    (local $index_12 v128)
    (local $at0_12 i32)
    (local $at1_12 i32)
    (local $at2_12 i32)
    (local $at3_12 i32)
    (local $w1_0_word v128)
    (local $first_5 v128)
    (local $second_5 v128)
    (local $w1_0 v128)
    (local $w1_1_at i32)
    (local $index_13 v128)
    (local $at0_13 i32)
    (local $at1_13 i32)
    (local $at2_13 i32)
    (local $at3_13 i32)
    (local $w1_1_word v128)
    (local $first_6 v128)
    (local $second_6 v128)
    (local $w1_1 v128)
    (local $w1_2_at i32)
    (local $index_14 v128)
    (local $at0_14 i32)
    (local $at1_14 i32)
    (local $at2_14 i32)
    (local $at3_14 i32)
    (local $w1_2_word v128)
    (local $first_7 v128)
    (local $second_7 v128)
    (local $w1_2 v128)
    (local $w1_3_at i32)
    (local $index_15 v128)
    (local $at0_15 i32)
    (local $at1_15 i32)
    (local $at2_15 i32)
    (local $at3_15 i32)
    (local $w1_3_word v128)
    (local $first_8 v128)
    (local $second_8 v128)
    (local $w1_3 v128)
    (local $t i32)
    (local $row i32)
    (local $index_16 v128)
    (local $at0_16 i32)
    (local $at1_16 i32)
    (local $at2_16 i32)
    (local $at3_16 i32)
    (local $x_value0 v128)
    (local $x_value1 v128)
    (local $sum0 v128)
    (local $sum1 v128)
    (local $stored_7 v128)
    (local $stored_8 v128)
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
    (local $index_17 v128)
    (local $at0_17 i32)
    (local $at1_17 i32)
    (local $at2_17 i32)
    (local $at3_17 i32)
    (local $stored_9 v128)
    (local $stored_10 v128)
    (local $index_18 v128)
    (local $at0_18 i32)
    (local $at1_18 i32)
    (local $at2_18 i32)
    (local $at3_18 i32)
    (local $stored_11 v128)
    (local $stored_12 v128)
    (local $index_19 v128)
    (local $at0_19 i32)
    (local $at1_19 i32)
    (local $at2_19 i32)
    (local $at3_19 i32)
    (local $stored_13 v128)
    (local $stored_14 v128)
    (local $index_20 v128)
    (local $at0_20 i32)
    (local $at1_20 i32)
    (local $at2_20 i32)
    (local $at3_20 i32)
    (local $stored_15 v128)
    (local $stored_16 v128)
    (local $index_21 v128)
    (local $at0_21 i32)
    (local $at1_21 i32)
    (local $at2_21 i32)
    (local $at3_21 i32)
    (local $base_2 i32)
    (local $at i32)
    (local $low v128)
    (local $high v128)
    (local $tail0_0_2 v128)
    (local $tail0_1_2 v128)
    (local $h0_0_2 v128)
    (local $h0_1_2 v128)
    (local $at_2 i32)
    (local $low_2 v128)
    (local $high_2 v128)
    (local $tail1_0_2 v128)
    (local $tail1_1_2 v128)
    (local $h1_0_2 v128)
    (local $h1_1_2 v128)
    (local $at_3 i32)
    (local $low_3 v128)
    (local $high_3 v128)
    (local $tail2_0_2 v128)
    (local $tail2_1_2 v128)
    (local $h2_0_2 v128)
    (local $h2_1_2 v128)
    (local $f_2 i32)
    (local $at_4 i32)
    (local $low_4 v128)
    (local $high_4 v128)
    (local $record0_2 v128)
    (local $record1_2 v128)
    (local $stored_17 v128)
    (local $stored_18 v128)
    (local $at_5 i32)
    (local $stored_19 v128)
    (local $stored_20 v128)
    (local $at_6 i32)
    (local $stored_21 v128)
    (local $stored_22 v128)
    (local $at_7 i32)
    (local $w0_0_at_2 i32)
    (local $index_22 v128)
    (local $at0_22 i32)
    (local $at1_22 i32)
    (local $at2_22 i32)
    (local $at3_22 i32)
    (local $w0_0_word_2 v128)
    (local $first_9 v128)
    (local $second_9 v128)
    (local $w0_0_2 v128)
    (local $w0_1_at_2 i32)
    (local $index_23 v128)
    (local $at0_23 i32)
    (local $at1_23 i32)
    (local $at2_23 i32)
    (local $at3_23 i32)
    (local $w0_1_word_2 v128)
    (local $first_10 v128)
    (local $second_10 v128)
    (local $w0_1_2 v128)
    (local $w0_2_at_2 i32)
    (local $index_24 v128)
    (local $at0_24 i32)
    (local $at1_24 i32)
    (local $at2_24 i32)
    (local $at3_24 i32)
    (local $w0_2_word_2 v128)
    (local $first_11 v128)
    (local $second_11 v128)
    (local $w0_2_2 v128)
    (local $w0_3_at_2 i32)
    (local $index_25 v128)
    (local $at0_25 i32)
    (local $at1_25 i32)
    (local $at2_25 i32)
    (local $at3_25 i32)
    (local $w0_3_word_2 v128)
    (local $first_12 v128)
    (local $second_12 v128)
    (local $w0_3_2 v128)
    (local $w1_0_at_2 i32)
    (local $index_26 v128)
    (local $at0_26 i32)
    (local $at1_26 i32)
    (local $at2_26 i32)
    (local $at3_26 i32)
    (local $w1_0_word_2 v128)
    (local $first_13 v128)
    (local $second_13 v128)
    (local $w1_0_2 v128)
    (local $w1_1_at_2 i32)
    (local $index_27 v128)
    (local $at0_27 i32)
    (local $at1_27 i32)
    (local $at2_27 i32)
    (local $at3_27 i32)
    (local $w1_1_word_2 v128)
    (local $first_14 v128)
    (local $second_14 v128)
    (local $w1_1_2 v128)
    (local $w1_2_at_2 i32)
    (local $index_28 v128)
    (local $at0_28 i32)
    (local $at1_28 i32)
    (local $at2_28 i32)
    (local $at3_28 i32)
    (local $w1_2_word_2 v128)
    (local $first_15 v128)
    (local $second_15 v128)
    (local $w1_2_2 v128)
    (local $w1_3_at_2 i32)
    (local $index_29 v128)
    (local $at0_29 i32)
    (local $at1_29 i32)
    (local $at2_29 i32)
    (local $at3_29 i32)
    (local $w1_3_word_2 v128)
    (local $first_16 v128)
    (local $second_16 v128)
    (local $w1_3_2 v128)
    (local $t_2 i32)
    (local $row_2 i32)
    (local $at_8 i32)
    (local $low_5 v128)
    (local $high_5 v128)
    (local $x_value0_2 v128)
    (local $x_value1_2 v128)
    (local $sum0_2 v128)
    (local $sum1_2 v128)
    (local $stored_23 v128)
    (local $stored_24 v128)
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
    (local $at_9 i32)
    (local $stored_25 v128)
    (local $stored_26 v128)
    (local $at_10 i32)
    (local $stored_27 v128)
    (local $stored_28 v128)
    (local $at_11 i32)
    (local $stored_29 v128)
    (local $stored_30 v128)
    (local $at_12 i32)
    (local $stored_31 v128)
    (local $stored_32 v128)
    (local $at_13 i32)
    (block
      (loop
        (br_if 1 (i32.eqz (i32.lt_u (local.get $from) (local.get $to))))
        (local.set $group_x (i32.rem_u (local.get $from) (local.get $groups_x)))
        (local.set $group_y (i32.rem_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $group_z (i32.div_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $lane (local.get $group_y))
        (local.set $slot_base_at (i32.add (local.get $step) (i32.mul (i32.const 10) (i32.const 4))))
        (local.set $slot_base (i32.load (local.get $slot_base_at)))
        (local.set $slot_at
          (i32.add (local.get $step) (i32.mul (i32.add (local.get $slot_base) (local.get $lane)) (i32.const 4))))
        (local.set $slot (i32.load (local.get $slot_at)))
        (local.set $fold_base_at (i32.add (local.get $step) (i32.mul (i32.const 11) (i32.const 4))))
        (local.set $fold_base (i32.load (local.get $fold_base_at)))
        (local.set $fold_at
          (i32.add (local.get $step) (i32.mul (i32.add (local.get $fold_base) (local.get $lane)) (i32.const 4))))
        (local.set $fold (i32.load (local.get $fold_at)))
        (local.set $begin_base_at (i32.add (local.get $step) (i32.mul (i32.const 8) (i32.const 4))))
        (local.set $begin_base (i32.load (local.get $begin_base_at)))
        (local.set $begin_at
          (i32.add (local.get $step) (i32.mul (i32.add (local.get $begin_base) (local.get $lane)) (i32.const 4))))
        (local.set $begin (i32.load (local.get $begin_at)))
        (local.set $stop_at
          (i32.add
            (local.get $step)
            (i32.mul (i32.add (local.get $begin_base) (i32.add (local.get $lane) (i32.const 1))) (i32.const 4))))
        (local.set $stop (i32.load (local.get $stop_at)))
        (local.set $rows (i32.sub (local.get $stop) (local.get $begin)))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $channel_group (i32.add (i32.mul (local.get $group_x) (i32.const 64)) (local.get $local)))
          (local.set $condition
            (i32x4.lt_s
              (i32x4.add (i32x4.splat (local.get $channel_group)) (v128.const i32x4 0x0 0x1 0x2 0x3))
              (v128.const i32x4 0x3 0x3 0x3 0x3)))
          (if
            (i32x4.all_true (local.get $condition))
            (then
              (local.set $base_2 (i32.add (i32.mul (local.get $slot) (i32.const 57)) (local.get $channel_group)))
              (local.set $at (i32.add (local.get $slots) (i32.mul (local.get $base_2) (i32.const 8))))
              (local.set $low (v128.load (local.get $at)))
              (local.set $high (v128.load offset=16 (local.get $at)))
              (local.set $tail0_0_2
                (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $low) (local.get $high)))
              (local.set $tail0_1_2
                (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $low) (local.get $high)))
              (local.set $h0_0_2 (local.get $tail0_0_2))
              (local.set $h0_1_2 (local.get $tail0_1_2))
              (local.set $at_2
                (i32.add (local.get $slots) (i32.mul (i32.add (local.get $base_2) (i32.const 3)) (i32.const 8))))
              (local.set $low_2 (v128.load (local.get $at_2)))
              (local.set $high_2 (v128.load offset=16 (local.get $at_2)))
              (local.set $tail1_0_2
                (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $low_2) (local.get $high_2)))
              (local.set $tail1_1_2
                (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $low_2) (local.get $high_2)))
              (local.set $h1_0_2 (local.get $tail1_0_2))
              (local.set $h1_1_2 (local.get $tail1_1_2))
              (local.set $at_3
                (i32.add (local.get $slots) (i32.mul (i32.add (local.get $base_2) (i32.const 6)) (i32.const 8))))
              (local.set $low_3 (v128.load (local.get $at_3)))
              (local.set $high_3 (v128.load offset=16 (local.get $at_3)))
              (local.set $tail2_0_2
                (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $low_3) (local.get $high_3)))
              (local.set $tail2_1_2
                (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $low_3) (local.get $high_3)))
              (local.set $h2_0_2 (local.get $tail2_0_2))
              (local.set $h2_1_2 (local.get $tail2_1_2))
              (local.set $f_2 (i32.const 0))
              (block
                (loop
                  (br_if 1 (i32.eqz (i32.lt_s (local.get $f_2) (local.get $fold))))
                  (local.set $at_4
                    (i32.add
                      (local.get $slots)
                      (i32.mul
                        (i32.add (local.get $base_2) (i32.mul (i32.add (local.get $f_2) (i32.const 3)) (i32.const 3)))
                        (i32.const 8))))
                  (local.set $low_4 (v128.load (local.get $at_4)))
                  (local.set $high_4 (v128.load offset=16 (local.get $at_4)))
                  (local.set $record0_2
                    (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $low_4) (local.get $high_4)))
                  (local.set $record1_2
                    (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $low_4) (local.get $high_4)))
                  (local.set $h0_0_2 (local.get $h1_0_2))
                  (local.set $h0_1_2 (local.get $h1_1_2))
                  (local.set $h1_0_2 (local.get $h2_0_2))
                  (local.set $h1_1_2 (local.get $h2_1_2))
                  (local.set $h2_0_2 (local.get $record0_2))
                  (local.set $h2_1_2 (local.get $record1_2))
                  (local.set $f_2 (i32.add (local.get $f_2) (i32.const 1)))
                  (br 0)))
              (if
                (i32.and (i32.gt_s (local.get $fold) (i32.const 0)) (i32.le_s (local.get $rows) (i32.const 16)))
                (then
                  (local.set $stored_17 (local.get $h0_0_2))
                  (local.set $stored_18 (local.get $h0_1_2))
                  (local.set $at_5 (i32.add (local.get $slots) (i32.mul (local.get $base_2) (i32.const 8))))
                  (v128.store
                    (local.get $at_5)
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
                      (local.get $stored_17)
                      (local.get $stored_18)))
                  (v128.store offset=16
                    (local.get $at_5)
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $stored_17)
                      (local.get $stored_18)))
                  (local.set $stored_19 (local.get $h1_0_2))
                  (local.set $stored_20 (local.get $h1_1_2))
                  (local.set $at_6
                    (i32.add (local.get $slots) (i32.mul (i32.add (local.get $base_2) (i32.const 3)) (i32.const 8))))
                  (v128.store
                    (local.get $at_6)
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
                      (local.get $stored_19)
                      (local.get $stored_20)))
                  (v128.store offset=16
                    (local.get $at_6)
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $stored_19)
                      (local.get $stored_20)))
                  (local.set $stored_21 (local.get $h2_0_2))
                  (local.set $stored_22 (local.get $h2_1_2))
                  (local.set $at_7
                    (i32.add (local.get $slots) (i32.mul (i32.add (local.get $base_2) (i32.const 6)) (i32.const 8))))
                  (v128.store
                    (local.get $at_7)
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
                      (local.get $stored_21)
                      (local.get $stored_22)))
                  (v128.store offset=16
                    (local.get $at_7)
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $stored_21)
                      (local.get $stored_22)))))
              (local.set $w0_0_at_2 (i32.mul (i32.mul (local.get $channel_group) (i32.const 2)) (i32.const 4)))
              (local.set $index_22
                (i32x4.shr_s
                  (i32x4.add (i32x4.splat (local.get $w0_0_at_2)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                  (i32.const 1)))
              (local.set $at0_22
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_22)) (i32.const 4))))
              (local.set $at1_22
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_22)) (i32.const 4))))
              (local.set $at2_22
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_22)) (i32.const 4))))
              (local.set $at3_22
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_22)) (i32.const 4))))
              (local.set $w0_0_word_2
                (v128.load32_lane 3
                  (local.get $at3_22)
                  (v128.load32_lane 2
                    (local.get $at2_22)
                    (v128.load32_lane 1 (local.get $at1_22) (v128.load32_zero (local.get $at0_22))))))
              (local.set $w0_0_2
                (i32x4.shl
                  (i32x4.replace_lane 3
                    (i32x4.replace_lane 2
                      (i32x4.replace_lane 1
                        (i32x4.splat
                          (i32.shr_u
                            (i32x4.extract_lane 0 (local.tee $first_9 (local.get $w0_0_word_2)))
                            (i32x4.extract_lane 0
                              (local.tee $second_9
                                (i32x4.shl
                                  (v128.and
                                    (i32x4.add
                                      (i32x4.splat (local.get $w0_0_at_2))
                                      (v128.const i32x4 0x0 0x8 0x10 0x18))
                                    (v128.const i32x4 0x1 0x1 0x1 0x1))
                                  (i32.const 4))))))
                        (i32.shr_u
                          (i32x4.extract_lane 1 (local.get $first_9))
                          (i32x4.extract_lane 1 (local.get $second_9))))
                      (i32.shr_u
                        (i32x4.extract_lane 2 (local.get $first_9))
                        (i32x4.extract_lane 2 (local.get $second_9))))
                    (i32.shr_u (i32x4.extract_lane 3 (local.get $first_9)) (i32x4.extract_lane 3 (local.get $second_9))))
                  (i32.const 16)))
              (local.set $w0_1_at_2
                (i32.add (i32.mul (i32.mul (local.get $channel_group) (i32.const 2)) (i32.const 4)) (i32.const 1)))
              (local.set $index_23
                (i32x4.shr_s
                  (i32x4.add (i32x4.splat (local.get $w0_1_at_2)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                  (i32.const 1)))
              (local.set $at0_23
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_23)) (i32.const 4))))
              (local.set $at1_23
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_23)) (i32.const 4))))
              (local.set $at2_23
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_23)) (i32.const 4))))
              (local.set $at3_23
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_23)) (i32.const 4))))
              (local.set $w0_1_word_2
                (v128.load32_lane 3
                  (local.get $at3_23)
                  (v128.load32_lane 2
                    (local.get $at2_23)
                    (v128.load32_lane 1 (local.get $at1_23) (v128.load32_zero (local.get $at0_23))))))
              (local.set $w0_1_2
                (i32x4.shl
                  (i32x4.replace_lane 3
                    (i32x4.replace_lane 2
                      (i32x4.replace_lane 1
                        (i32x4.splat
                          (i32.shr_u
                            (i32x4.extract_lane 0 (local.tee $first_10 (local.get $w0_1_word_2)))
                            (i32x4.extract_lane 0
                              (local.tee $second_10
                                (i32x4.shl
                                  (v128.and
                                    (i32x4.add
                                      (i32x4.splat (local.get $w0_1_at_2))
                                      (v128.const i32x4 0x0 0x8 0x10 0x18))
                                    (v128.const i32x4 0x1 0x1 0x1 0x1))
                                  (i32.const 4))))))
                        (i32.shr_u
                          (i32x4.extract_lane 1 (local.get $first_10))
                          (i32x4.extract_lane 1 (local.get $second_10))))
                      (i32.shr_u
                        (i32x4.extract_lane 2 (local.get $first_10))
                        (i32x4.extract_lane 2 (local.get $second_10))))
                    (i32.shr_u
                      (i32x4.extract_lane 3 (local.get $first_10))
                      (i32x4.extract_lane 3 (local.get $second_10))))
                  (i32.const 16)))
              (local.set $w0_2_at_2
                (i32.add (i32.mul (i32.mul (local.get $channel_group) (i32.const 2)) (i32.const 4)) (i32.const 2)))
              (local.set $index_24
                (i32x4.shr_s
                  (i32x4.add (i32x4.splat (local.get $w0_2_at_2)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                  (i32.const 1)))
              (local.set $at0_24
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_24)) (i32.const 4))))
              (local.set $at1_24
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_24)) (i32.const 4))))
              (local.set $at2_24
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_24)) (i32.const 4))))
              (local.set $at3_24
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_24)) (i32.const 4))))
              (local.set $w0_2_word_2
                (v128.load32_lane 3
                  (local.get $at3_24)
                  (v128.load32_lane 2
                    (local.get $at2_24)
                    (v128.load32_lane 1 (local.get $at1_24) (v128.load32_zero (local.get $at0_24))))))
              (local.set $w0_2_2
                (i32x4.shl
                  (i32x4.replace_lane 3
                    (i32x4.replace_lane 2
                      (i32x4.replace_lane 1
                        (i32x4.splat
                          (i32.shr_u
                            (i32x4.extract_lane 0 (local.tee $first_11 (local.get $w0_2_word_2)))
                            (i32x4.extract_lane 0
                              (local.tee $second_11
                                (i32x4.shl
                                  (v128.and
                                    (i32x4.add
                                      (i32x4.splat (local.get $w0_2_at_2))
                                      (v128.const i32x4 0x0 0x8 0x10 0x18))
                                    (v128.const i32x4 0x1 0x1 0x1 0x1))
                                  (i32.const 4))))))
                        (i32.shr_u
                          (i32x4.extract_lane 1 (local.get $first_11))
                          (i32x4.extract_lane 1 (local.get $second_11))))
                      (i32.shr_u
                        (i32x4.extract_lane 2 (local.get $first_11))
                        (i32x4.extract_lane 2 (local.get $second_11))))
                    (i32.shr_u
                      (i32x4.extract_lane 3 (local.get $first_11))
                      (i32x4.extract_lane 3 (local.get $second_11))))
                  (i32.const 16)))
              (local.set $w0_3_at_2
                (i32.add (i32.mul (i32.mul (local.get $channel_group) (i32.const 2)) (i32.const 4)) (i32.const 3)))
              (local.set $index_25
                (i32x4.shr_s
                  (i32x4.add (i32x4.splat (local.get $w0_3_at_2)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                  (i32.const 1)))
              (local.set $at0_25
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_25)) (i32.const 4))))
              (local.set $at1_25
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_25)) (i32.const 4))))
              (local.set $at2_25
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_25)) (i32.const 4))))
              (local.set $at3_25
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_25)) (i32.const 4))))
              (local.set $w0_3_word_2
                (v128.load32_lane 3
                  (local.get $at3_25)
                  (v128.load32_lane 2
                    (local.get $at2_25)
                    (v128.load32_lane 1 (local.get $at1_25) (v128.load32_zero (local.get $at0_25))))))
              (local.set $w0_3_2
                (i32x4.shl
                  (i32x4.replace_lane 3
                    (i32x4.replace_lane 2
                      (i32x4.replace_lane 1
                        (i32x4.splat
                          (i32.shr_u
                            (i32x4.extract_lane 0 (local.tee $first_12 (local.get $w0_3_word_2)))
                            (i32x4.extract_lane 0
                              (local.tee $second_12
                                (i32x4.shl
                                  (v128.and
                                    (i32x4.add
                                      (i32x4.splat (local.get $w0_3_at_2))
                                      (v128.const i32x4 0x0 0x8 0x10 0x18))
                                    (v128.const i32x4 0x1 0x1 0x1 0x1))
                                  (i32.const 4))))))
                        (i32.shr_u
                          (i32x4.extract_lane 1 (local.get $first_12))
                          (i32x4.extract_lane 1 (local.get $second_12))))
                      (i32.shr_u
                        (i32x4.extract_lane 2 (local.get $first_12))
                        (i32x4.extract_lane 2 (local.get $second_12))))
                    (i32.shr_u
                      (i32x4.extract_lane 3 (local.get $first_12))
                      (i32x4.extract_lane 3 (local.get $second_12))))
                  (i32.const 16)))
              (local.set $w1_0_at_2
                (i32.mul (i32.add (i32.mul (local.get $channel_group) (i32.const 2)) (i32.const 1)) (i32.const 4)))
              (local.set $index_26
                (i32x4.shr_s
                  (i32x4.add (i32x4.splat (local.get $w1_0_at_2)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                  (i32.const 1)))
              (local.set $at0_26
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_26)) (i32.const 4))))
              (local.set $at1_26
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_26)) (i32.const 4))))
              (local.set $at2_26
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_26)) (i32.const 4))))
              (local.set $at3_26
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_26)) (i32.const 4))))
              (local.set $w1_0_word_2
                (v128.load32_lane 3
                  (local.get $at3_26)
                  (v128.load32_lane 2
                    (local.get $at2_26)
                    (v128.load32_lane 1 (local.get $at1_26) (v128.load32_zero (local.get $at0_26))))))
              (local.set $w1_0_2
                (i32x4.shl
                  (i32x4.replace_lane 3
                    (i32x4.replace_lane 2
                      (i32x4.replace_lane 1
                        (i32x4.splat
                          (i32.shr_u
                            (i32x4.extract_lane 0 (local.tee $first_13 (local.get $w1_0_word_2)))
                            (i32x4.extract_lane 0
                              (local.tee $second_13
                                (i32x4.shl
                                  (v128.and
                                    (i32x4.add
                                      (i32x4.splat (local.get $w1_0_at_2))
                                      (v128.const i32x4 0x0 0x8 0x10 0x18))
                                    (v128.const i32x4 0x1 0x1 0x1 0x1))
                                  (i32.const 4))))))
                        (i32.shr_u
                          (i32x4.extract_lane 1 (local.get $first_13))
                          (i32x4.extract_lane 1 (local.get $second_13))))
                      (i32.shr_u
                        (i32x4.extract_lane 2 (local.get $first_13))
                        (i32x4.extract_lane 2 (local.get $second_13))))
                    (i32.shr_u
                      (i32x4.extract_lane 3 (local.get $first_13))
                      (i32x4.extract_lane 3 (local.get $second_13))))
                  (i32.const 16)))
              (local.set $w1_1_at_2
                (i32.add
                  (i32.mul (i32.add (i32.mul (local.get $channel_group) (i32.const 2)) (i32.const 1)) (i32.const 4))
                  (i32.const 1)))
              (local.set $index_27
                (i32x4.shr_s
                  (i32x4.add (i32x4.splat (local.get $w1_1_at_2)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                  (i32.const 1)))
              (local.set $at0_27
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_27)) (i32.const 4))))
              (local.set $at1_27
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_27)) (i32.const 4))))
              (local.set $at2_27
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_27)) (i32.const 4))))
              (local.set $at3_27
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_27)) (i32.const 4))))
              (local.set $w1_1_word_2
                (v128.load32_lane 3
                  (local.get $at3_27)
                  (v128.load32_lane 2
                    (local.get $at2_27)
                    (v128.load32_lane 1 (local.get $at1_27) (v128.load32_zero (local.get $at0_27))))))
              (local.set $w1_1_2
                (i32x4.shl
                  (i32x4.replace_lane 3
                    (i32x4.replace_lane 2
                      (i32x4.replace_lane 1
                        (i32x4.splat
                          (i32.shr_u
                            (i32x4.extract_lane 0 (local.tee $first_14 (local.get $w1_1_word_2)))
                            (i32x4.extract_lane 0
                              (local.tee $second_14
                                (i32x4.shl
                                  (v128.and
                                    (i32x4.add
                                      (i32x4.splat (local.get $w1_1_at_2))
                                      (v128.const i32x4 0x0 0x8 0x10 0x18))
                                    (v128.const i32x4 0x1 0x1 0x1 0x1))
                                  (i32.const 4))))))
                        (i32.shr_u
                          (i32x4.extract_lane 1 (local.get $first_14))
                          (i32x4.extract_lane 1 (local.get $second_14))))
                      (i32.shr_u
                        (i32x4.extract_lane 2 (local.get $first_14))
                        (i32x4.extract_lane 2 (local.get $second_14))))
                    (i32.shr_u
                      (i32x4.extract_lane 3 (local.get $first_14))
                      (i32x4.extract_lane 3 (local.get $second_14))))
                  (i32.const 16)))
              (local.set $w1_2_at_2
                (i32.add
                  (i32.mul (i32.add (i32.mul (local.get $channel_group) (i32.const 2)) (i32.const 1)) (i32.const 4))
                  (i32.const 2)))
              (local.set $index_28
                (i32x4.shr_s
                  (i32x4.add (i32x4.splat (local.get $w1_2_at_2)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                  (i32.const 1)))
              (local.set $at0_28
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_28)) (i32.const 4))))
              (local.set $at1_28
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_28)) (i32.const 4))))
              (local.set $at2_28
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_28)) (i32.const 4))))
              (local.set $at3_28
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_28)) (i32.const 4))))
              (local.set $w1_2_word_2
                (v128.load32_lane 3
                  (local.get $at3_28)
                  (v128.load32_lane 2
                    (local.get $at2_28)
                    (v128.load32_lane 1 (local.get $at1_28) (v128.load32_zero (local.get $at0_28))))))
              (local.set $w1_2_2
                (i32x4.shl
                  (i32x4.replace_lane 3
                    (i32x4.replace_lane 2
                      (i32x4.replace_lane 1
                        (i32x4.splat
                          (i32.shr_u
                            (i32x4.extract_lane 0 (local.tee $first_15 (local.get $w1_2_word_2)))
                            (i32x4.extract_lane 0
                              (local.tee $second_15
                                (i32x4.shl
                                  (v128.and
                                    (i32x4.add
                                      (i32x4.splat (local.get $w1_2_at_2))
                                      (v128.const i32x4 0x0 0x8 0x10 0x18))
                                    (v128.const i32x4 0x1 0x1 0x1 0x1))
                                  (i32.const 4))))))
                        (i32.shr_u
                          (i32x4.extract_lane 1 (local.get $first_15))
                          (i32x4.extract_lane 1 (local.get $second_15))))
                      (i32.shr_u
                        (i32x4.extract_lane 2 (local.get $first_15))
                        (i32x4.extract_lane 2 (local.get $second_15))))
                    (i32.shr_u
                      (i32x4.extract_lane 3 (local.get $first_15))
                      (i32x4.extract_lane 3 (local.get $second_15))))
                  (i32.const 16)))
              (local.set $w1_3_at_2
                (i32.add
                  (i32.mul (i32.add (i32.mul (local.get $channel_group) (i32.const 2)) (i32.const 1)) (i32.const 4))
                  (i32.const 3)))
              (local.set $index_29
                (i32x4.shr_s
                  (i32x4.add (i32x4.splat (local.get $w1_3_at_2)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                  (i32.const 1)))
              (local.set $at0_29
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_29)) (i32.const 4))))
              (local.set $at1_29
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_29)) (i32.const 4))))
              (local.set $at2_29
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_29)) (i32.const 4))))
              (local.set $at3_29
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_29)) (i32.const 4))))
              (local.set $w1_3_word_2
                (v128.load32_lane 3
                  (local.get $at3_29)
                  (v128.load32_lane 2
                    (local.get $at2_29)
                    (v128.load32_lane 1 (local.get $at1_29) (v128.load32_zero (local.get $at0_29))))))
              (local.set $w1_3_2
                (i32x4.shl
                  (i32x4.replace_lane 3
                    (i32x4.replace_lane 2
                      (i32x4.replace_lane 1
                        (i32x4.splat
                          (i32.shr_u
                            (i32x4.extract_lane 0 (local.tee $first_16 (local.get $w1_3_word_2)))
                            (i32x4.extract_lane 0
                              (local.tee $second_16
                                (i32x4.shl
                                  (v128.and
                                    (i32x4.add
                                      (i32x4.splat (local.get $w1_3_at_2))
                                      (v128.const i32x4 0x0 0x8 0x10 0x18))
                                    (v128.const i32x4 0x1 0x1 0x1 0x1))
                                  (i32.const 4))))))
                        (i32.shr_u
                          (i32x4.extract_lane 1 (local.get $first_16))
                          (i32x4.extract_lane 1 (local.get $second_16))))
                      (i32.shr_u
                        (i32x4.extract_lane 2 (local.get $first_16))
                        (i32x4.extract_lane 2 (local.get $second_16))))
                    (i32.shr_u
                      (i32x4.extract_lane 3 (local.get $first_16))
                      (i32x4.extract_lane 3 (local.get $second_16))))
                  (i32.const 16)))
              (local.set $t_2 (i32.const 0))
              (block
                (loop
                  (br_if 1 (i32.eqz (i32.lt_s (local.get $t_2) (local.get $rows))))
                  (local.set $row_2
                    (i32.add
                      (i32.mul (i32.add (local.get $begin) (local.get $t_2)) (i32.const 3))
                      (local.get $channel_group)))
                  (local.set $at_8 (i32.add (local.get $x) (i32.mul (local.get $row_2) (i32.const 8))))
                  (local.set $low_5 (v128.load (local.get $at_8)))
                  (local.set $high_5 (v128.load offset=16 (local.get $at_8)))
                  (local.set $x_value0_2
                    (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $low_5) (local.get $high_5)))
                  (local.set $x_value1_2
                    (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $low_5) (local.get $high_5)))
                  (local.set $sum0_2
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add
                            (v128.const i32x4 0x0 0x0 0x0 0x0)
                            (f32x4.mul (local.get $h0_0_2) (local.get $w0_0_2)))
                          (f32x4.mul (local.get $h1_0_2) (local.get $w0_1_2)))
                        (f32x4.mul (local.get $h2_0_2) (local.get $w0_2_2)))
                      (f32x4.mul (local.get $x_value0_2) (local.get $w0_3_2))))
                  (local.set $sum1_2
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add
                            (v128.const i32x4 0x0 0x0 0x0 0x0)
                            (f32x4.mul (local.get $h0_1_2) (local.get $w1_0_2)))
                          (f32x4.mul (local.get $h1_1_2) (local.get $w1_1_2)))
                        (f32x4.mul (local.get $h2_1_2) (local.get $w1_2_2)))
                      (f32x4.mul (local.get $x_value1_2) (local.get $w1_3_2))))
                  (local.set $stored_23
                    (f32x4.div
                      (local.get $sum0_2)
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
                                                  (f32x4.neg (local.get $sum0_2))
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
                            (i32.const 23))))))
                  (local.set $stored_24
                    (f32x4.div
                      (local.get $sum1_2)
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
                                                  (f32x4.neg (local.get $sum1_2))
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
                            (i32.const 23))))))
                  (local.set $at_9 (i32.add (local.get $y) (i32.mul (local.get $row_2) (i32.const 8))))
                  (v128.store
                    (local.get $at_9)
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
                      (local.get $stored_23)
                      (local.get $stored_24)))
                  (v128.store offset=16
                    (local.get $at_9)
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $stored_23)
                      (local.get $stored_24)))
                  (local.set $h0_0_2 (local.get $h1_0_2))
                  (local.set $h0_1_2 (local.get $h1_1_2))
                  (local.set $h1_0_2 (local.get $h2_0_2))
                  (local.set $h1_1_2 (local.get $h2_1_2))
                  (local.set $h2_0_2 (local.get $x_value0_2))
                  (local.set $h2_1_2 (local.get $x_value1_2))
                  (if
                    (i32.le_s (local.get $rows) (i32.const 16))
                    (then
                      (local.set $stored_25 (local.get $x_value0_2))
                      (local.set $stored_26 (local.get $x_value1_2))
                      (local.set $at_10
                        (i32.add
                          (local.get $slots)
                          (i32.mul
                            (i32.add
                              (local.get $base_2)
                              (i32.mul (i32.add (local.get $t_2) (i32.const 3)) (i32.const 3)))
                            (i32.const 8))))
                      (v128.store
                        (local.get $at_10)
                        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
                          (local.get $stored_25)
                          (local.get $stored_26)))
                      (v128.store offset=16
                        (local.get $at_10)
                        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                          (local.get $stored_25)
                          (local.get $stored_26)))))
                  (local.set $t_2 (i32.add (local.get $t_2) (i32.const 1)))
                  (br 0)))
              (if
                (i32.gt_s (local.get $rows) (i32.const 16))
                (then
                  (local.set $stored_27 (local.get $h0_0_2))
                  (local.set $stored_28 (local.get $h0_1_2))
                  (local.set $at_11 (i32.add (local.get $slots) (i32.mul (local.get $base_2) (i32.const 8))))
                  (v128.store
                    (local.get $at_11)
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
                      (local.get $stored_27)
                      (local.get $stored_28)))
                  (v128.store offset=16
                    (local.get $at_11)
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $stored_27)
                      (local.get $stored_28)))
                  (local.set $stored_29 (local.get $h1_0_2))
                  (local.set $stored_30 (local.get $h1_1_2))
                  (local.set $at_12
                    (i32.add (local.get $slots) (i32.mul (i32.add (local.get $base_2) (i32.const 3)) (i32.const 8))))
                  (v128.store
                    (local.get $at_12)
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
                      (local.get $stored_29)
                      (local.get $stored_30)))
                  (v128.store offset=16
                    (local.get $at_12)
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $stored_29)
                      (local.get $stored_30)))
                  (local.set $stored_31 (local.get $h2_0_2))
                  (local.set $stored_32 (local.get $h2_1_2))
                  (local.set $at_13
                    (i32.add (local.get $slots) (i32.mul (i32.add (local.get $base_2) (i32.const 6)) (i32.const 8))))
                  (v128.store
                    (local.get $at_13)
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
                      (local.get $stored_31)
                      (local.get $stored_32)))
                  (v128.store offset=16
                    (local.get $at_13)
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $stored_31)
                      (local.get $stored_32))))))
            (else
              (if
                (i32.eqz (v128.any_true (local.get $condition)))
                (then)
                (else
                  (local.set $mask (local.get $condition))
                  (if
                    (v128.any_true (local.get $mask))
                    (then
                      (local.set $base (i32.add (i32.mul (local.get $slot) (i32.const 57)) (local.get $channel_group)))
                      (local.set $index
                        (v128.and
                          (i32x4.add (i32x4.splat (local.get $base)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (local.get $mask)))
                      (local.set $at0
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 0 (local.get $index)) (i32.const 8))))
                      (local.set $at1
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 1 (local.get $index)) (i32.const 8))))
                      (local.set $at2
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 2 (local.get $index)) (i32.const 8))))
                      (local.set $at3
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 3 (local.get $index)) (i32.const 8))))
                      (local.set $tail0_0
                        (v128.load32_lane 3
                          (local.get $at3)
                          (v128.load32_lane 2
                            (local.get $at2)
                            (v128.load32_lane 1 (local.get $at1) (v128.load32_zero (local.get $at0))))))
                      (local.set $tail0_1
                        (v128.load32_lane offset=4 3
                          (local.get $at3)
                          (v128.load32_lane offset=4 2
                            (local.get $at2)
                            (v128.load32_lane offset=4 1 (local.get $at1) (v128.load32_zero offset=4 (local.get $at0))))))
                      (local.set $h0_0 (local.get $tail0_0))
                      (local.set $h0_1 (local.get $tail0_1))
                      (local.set $index_2
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base) (i32.const 3)))
                            (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (local.get $mask)))
                      (local.set $at0_2
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 0 (local.get $index_2)) (i32.const 8))))
                      (local.set $at1_2
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 1 (local.get $index_2)) (i32.const 8))))
                      (local.set $at2_2
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 2 (local.get $index_2)) (i32.const 8))))
                      (local.set $at3_2
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 3 (local.get $index_2)) (i32.const 8))))
                      (local.set $tail1_0
                        (v128.load32_lane 3
                          (local.get $at3_2)
                          (v128.load32_lane 2
                            (local.get $at2_2)
                            (v128.load32_lane 1 (local.get $at1_2) (v128.load32_zero (local.get $at0_2))))))
                      (local.set $tail1_1
                        (v128.load32_lane offset=4 3
                          (local.get $at3_2)
                          (v128.load32_lane offset=4 2
                            (local.get $at2_2)
                            (v128.load32_lane offset=4 1
                              (local.get $at1_2)
                              (v128.load32_zero offset=4 (local.get $at0_2))))))
                      (local.set $h1_0 (local.get $tail1_0))
                      (local.set $h1_1 (local.get $tail1_1))
                      (local.set $index_3
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base) (i32.const 6)))
                            (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (local.get $mask)))
                      (local.set $at0_3
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 0 (local.get $index_3)) (i32.const 8))))
                      (local.set $at1_3
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 1 (local.get $index_3)) (i32.const 8))))
                      (local.set $at2_3
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 2 (local.get $index_3)) (i32.const 8))))
                      (local.set $at3_3
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 3 (local.get $index_3)) (i32.const 8))))
                      (local.set $tail2_0
                        (v128.load32_lane 3
                          (local.get $at3_3)
                          (v128.load32_lane 2
                            (local.get $at2_3)
                            (v128.load32_lane 1 (local.get $at1_3) (v128.load32_zero (local.get $at0_3))))))
                      (local.set $tail2_1
                        (v128.load32_lane offset=4 3
                          (local.get $at3_3)
                          (v128.load32_lane offset=4 2
                            (local.get $at2_3)
                            (v128.load32_lane offset=4 1
                              (local.get $at1_3)
                              (v128.load32_zero offset=4 (local.get $at0_3))))))
                      (local.set $h2_0 (local.get $tail2_0))
                      (local.set $h2_1 (local.get $tail2_1))
                      (local.set $f (i32.const 0))
                      (block
                        (loop
                          (br_if 1 (i32.eqz (i32.lt_s (local.get $f) (local.get $fold))))
                          (local.set $index_4
                            (v128.and
                              (i32x4.add
                                (i32x4.splat
                                  (i32.add
                                    (local.get $base)
                                    (i32.mul (i32.add (local.get $f) (i32.const 3)) (i32.const 3))))
                                (v128.const i32x4 0x0 0x1 0x2 0x3))
                              (local.get $mask)))
                          (local.set $at0_4
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_4)) (i32.const 8))))
                          (local.set $at1_4
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_4)) (i32.const 8))))
                          (local.set $at2_4
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_4)) (i32.const 8))))
                          (local.set $at3_4
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_4)) (i32.const 8))))
                          (local.set $record0
                            (v128.load32_lane 3
                              (local.get $at3_4)
                              (v128.load32_lane 2
                                (local.get $at2_4)
                                (v128.load32_lane 1 (local.get $at1_4) (v128.load32_zero (local.get $at0_4))))))
                          (local.set $record1
                            (v128.load32_lane offset=4 3
                              (local.get $at3_4)
                              (v128.load32_lane offset=4 2
                                (local.get $at2_4)
                                (v128.load32_lane offset=4 1
                                  (local.get $at1_4)
                                  (v128.load32_zero offset=4 (local.get $at0_4))))))
                          (local.set $h0_0 (v128.bitselect (local.get $h1_0) (local.get $h0_0) (local.get $mask)))
                          (local.set $h0_1 (v128.bitselect (local.get $h1_1) (local.get $h0_1) (local.get $mask)))
                          (local.set $h1_0 (v128.bitselect (local.get $h2_0) (local.get $h1_0) (local.get $mask)))
                          (local.set $h1_1 (v128.bitselect (local.get $h2_1) (local.get $h1_1) (local.get $mask)))
                          (local.set $h2_0 (v128.bitselect (local.get $record0) (local.get $h2_0) (local.get $mask)))
                          (local.set $h2_1 (v128.bitselect (local.get $record1) (local.get $h2_1) (local.get $mask)))
                          (local.set $f (i32.add (local.get $f) (i32.const 1)))
                          (br 0)))
                      (if
                        (i32.and (i32.gt_s (local.get $fold) (i32.const 0)) (i32.le_s (local.get $rows) (i32.const 16)))
                        (then
                          (local.set $stored (local.get $h0_0))
                          (local.set $stored_2 (local.get $h0_1))
                          (local.set $index_5
                            (i32x4.add (i32x4.splat (local.get $base)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
                          (local.set $at0_5
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_5)) (i32.const 8))))
                          (local.set $at1_5
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_5)) (i32.const 8))))
                          (local.set $at2_5
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_5)) (i32.const 8))))
                          (local.set $at3_5
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_5)) (i32.const 8))))
                          (if
                            (i32x4.extract_lane 0 (local.get $mask))
                            (then
                              (v128.store32_lane 0 (local.get $at0_5) (local.get $stored))
                              (v128.store32_lane offset=4 0 (local.get $at0_5) (local.get $stored_2))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask))
                            (then
                              (v128.store32_lane 1 (local.get $at1_5) (local.get $stored))
                              (v128.store32_lane offset=4 1 (local.get $at1_5) (local.get $stored_2))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask))
                            (then
                              (v128.store32_lane 2 (local.get $at2_5) (local.get $stored))
                              (v128.store32_lane offset=4 2 (local.get $at2_5) (local.get $stored_2))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask))
                            (then
                              (v128.store32_lane 3 (local.get $at3_5) (local.get $stored))
                              (v128.store32_lane offset=4 3 (local.get $at3_5) (local.get $stored_2))))
                          (local.set $stored_3 (local.get $h1_0))
                          (local.set $stored_4 (local.get $h1_1))
                          (local.set $index_6
                            (i32x4.add
                              (i32x4.splat (i32.add (local.get $base) (i32.const 3)))
                              (v128.const i32x4 0x0 0x1 0x2 0x3)))
                          (local.set $at0_6
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_6)) (i32.const 8))))
                          (local.set $at1_6
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_6)) (i32.const 8))))
                          (local.set $at2_6
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_6)) (i32.const 8))))
                          (local.set $at3_6
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_6)) (i32.const 8))))
                          (if
                            (i32x4.extract_lane 0 (local.get $mask))
                            (then
                              (v128.store32_lane 0 (local.get $at0_6) (local.get $stored_3))
                              (v128.store32_lane offset=4 0 (local.get $at0_6) (local.get $stored_4))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask))
                            (then
                              (v128.store32_lane 1 (local.get $at1_6) (local.get $stored_3))
                              (v128.store32_lane offset=4 1 (local.get $at1_6) (local.get $stored_4))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask))
                            (then
                              (v128.store32_lane 2 (local.get $at2_6) (local.get $stored_3))
                              (v128.store32_lane offset=4 2 (local.get $at2_6) (local.get $stored_4))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask))
                            (then
                              (v128.store32_lane 3 (local.get $at3_6) (local.get $stored_3))
                              (v128.store32_lane offset=4 3 (local.get $at3_6) (local.get $stored_4))))
                          (local.set $stored_5 (local.get $h2_0))
                          (local.set $stored_6 (local.get $h2_1))
                          (local.set $index_7
                            (i32x4.add
                              (i32x4.splat (i32.add (local.get $base) (i32.const 6)))
                              (v128.const i32x4 0x0 0x1 0x2 0x3)))
                          (local.set $at0_7
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_7)) (i32.const 8))))
                          (local.set $at1_7
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_7)) (i32.const 8))))
                          (local.set $at2_7
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_7)) (i32.const 8))))
                          (local.set $at3_7
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_7)) (i32.const 8))))
                          (if
                            (i32x4.extract_lane 0 (local.get $mask))
                            (then
                              (v128.store32_lane 0 (local.get $at0_7) (local.get $stored_5))
                              (v128.store32_lane offset=4 0 (local.get $at0_7) (local.get $stored_6))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask))
                            (then
                              (v128.store32_lane 1 (local.get $at1_7) (local.get $stored_5))
                              (v128.store32_lane offset=4 1 (local.get $at1_7) (local.get $stored_6))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask))
                            (then
                              (v128.store32_lane 2 (local.get $at2_7) (local.get $stored_5))
                              (v128.store32_lane offset=4 2 (local.get $at2_7) (local.get $stored_6))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask))
                            (then
                              (v128.store32_lane 3 (local.get $at3_7) (local.get $stored_5))
                              (v128.store32_lane offset=4 3 (local.get $at3_7) (local.get $stored_6))))))
                      (local.set $w0_0_at (i32.mul (i32.mul (local.get $channel_group) (i32.const 2)) (i32.const 4)))
                      (local.set $index_8
                        (v128.and
                          (i32x4.shr_s
                            (i32x4.add (i32x4.splat (local.get $w0_0_at)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                            (i32.const 1))
                          (local.get $mask)))
                      (local.set $at0_8
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_8)) (i32.const 4))))
                      (local.set $at1_8
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_8)) (i32.const 4))))
                      (local.set $at2_8
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_8)) (i32.const 4))))
                      (local.set $at3_8
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_8)) (i32.const 4))))
                      (local.set $w0_0_word
                        (v128.load32_lane 3
                          (local.get $at3_8)
                          (v128.load32_lane 2
                            (local.get $at2_8)
                            (v128.load32_lane 1 (local.get $at1_8) (v128.load32_zero (local.get $at0_8))))))
                      (local.set $w0_0
                        (i32x4.shl
                          (i32x4.replace_lane 3
                            (i32x4.replace_lane 2
                              (i32x4.replace_lane 1
                                (i32x4.splat
                                  (i32.shr_u
                                    (i32x4.extract_lane 0 (local.tee $first (local.get $w0_0_word)))
                                    (i32x4.extract_lane 0
                                      (local.tee $second
                                        (i32x4.shl
                                          (v128.and
                                            (i32x4.add
                                              (i32x4.splat (local.get $w0_0_at))
                                              (v128.const i32x4 0x0 0x8 0x10 0x18))
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
                      (local.set $w0_1_at
                        (i32.add
                          (i32.mul (i32.mul (local.get $channel_group) (i32.const 2)) (i32.const 4))
                          (i32.const 1)))
                      (local.set $index_9
                        (v128.and
                          (i32x4.shr_s
                            (i32x4.add (i32x4.splat (local.get $w0_1_at)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                            (i32.const 1))
                          (local.get $mask)))
                      (local.set $at0_9
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_9)) (i32.const 4))))
                      (local.set $at1_9
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_9)) (i32.const 4))))
                      (local.set $at2_9
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_9)) (i32.const 4))))
                      (local.set $at3_9
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_9)) (i32.const 4))))
                      (local.set $w0_1_word
                        (v128.load32_lane 3
                          (local.get $at3_9)
                          (v128.load32_lane 2
                            (local.get $at2_9)
                            (v128.load32_lane 1 (local.get $at1_9) (v128.load32_zero (local.get $at0_9))))))
                      (local.set $w0_1
                        (i32x4.shl
                          (i32x4.replace_lane 3
                            (i32x4.replace_lane 2
                              (i32x4.replace_lane 1
                                (i32x4.splat
                                  (i32.shr_u
                                    (i32x4.extract_lane 0 (local.tee $first_2 (local.get $w0_1_word)))
                                    (i32x4.extract_lane 0
                                      (local.tee $second_2
                                        (i32x4.shl
                                          (v128.and
                                            (i32x4.add
                                              (i32x4.splat (local.get $w0_1_at))
                                              (v128.const i32x4 0x0 0x8 0x10 0x18))
                                            (v128.const i32x4 0x1 0x1 0x1 0x1))
                                          (i32.const 4))))))
                                (i32.shr_u
                                  (i32x4.extract_lane 1 (local.get $first_2))
                                  (i32x4.extract_lane 1 (local.get $second_2))))
                              (i32.shr_u
                                (i32x4.extract_lane 2 (local.get $first_2))
                                (i32x4.extract_lane 2 (local.get $second_2))))
                            (i32.shr_u
                              (i32x4.extract_lane 3 (local.get $first_2))
                              (i32x4.extract_lane 3 (local.get $second_2))))
                          (i32.const 16)))
                      (local.set $w0_2_at
                        (i32.add
                          (i32.mul (i32.mul (local.get $channel_group) (i32.const 2)) (i32.const 4))
                          (i32.const 2)))
                      (local.set $index_10
                        (v128.and
                          (i32x4.shr_s
                            (i32x4.add (i32x4.splat (local.get $w0_2_at)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                            (i32.const 1))
                          (local.get $mask)))
                      (local.set $at0_10
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_10)) (i32.const 4))))
                      (local.set $at1_10
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_10)) (i32.const 4))))
                      (local.set $at2_10
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_10)) (i32.const 4))))
                      (local.set $at3_10
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_10)) (i32.const 4))))
                      (local.set $w0_2_word
                        (v128.load32_lane 3
                          (local.get $at3_10)
                          (v128.load32_lane 2
                            (local.get $at2_10)
                            (v128.load32_lane 1 (local.get $at1_10) (v128.load32_zero (local.get $at0_10))))))
                      (local.set $w0_2
                        (i32x4.shl
                          (i32x4.replace_lane 3
                            (i32x4.replace_lane 2
                              (i32x4.replace_lane 1
                                (i32x4.splat
                                  (i32.shr_u
                                    (i32x4.extract_lane 0 (local.tee $first_3 (local.get $w0_2_word)))
                                    (i32x4.extract_lane 0
                                      (local.tee $second_3
                                        (i32x4.shl
                                          (v128.and
                                            (i32x4.add
                                              (i32x4.splat (local.get $w0_2_at))
                                              (v128.const i32x4 0x0 0x8 0x10 0x18))
                                            (v128.const i32x4 0x1 0x1 0x1 0x1))
                                          (i32.const 4))))))
                                (i32.shr_u
                                  (i32x4.extract_lane 1 (local.get $first_3))
                                  (i32x4.extract_lane 1 (local.get $second_3))))
                              (i32.shr_u
                                (i32x4.extract_lane 2 (local.get $first_3))
                                (i32x4.extract_lane 2 (local.get $second_3))))
                            (i32.shr_u
                              (i32x4.extract_lane 3 (local.get $first_3))
                              (i32x4.extract_lane 3 (local.get $second_3))))
                          (i32.const 16)))
                      (local.set $w0_3_at
                        (i32.add
                          (i32.mul (i32.mul (local.get $channel_group) (i32.const 2)) (i32.const 4))
                          (i32.const 3)))
                      (local.set $index_11
                        (v128.and
                          (i32x4.shr_s
                            (i32x4.add (i32x4.splat (local.get $w0_3_at)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                            (i32.const 1))
                          (local.get $mask)))
                      (local.set $at0_11
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_11)) (i32.const 4))))
                      (local.set $at1_11
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_11)) (i32.const 4))))
                      (local.set $at2_11
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_11)) (i32.const 4))))
                      (local.set $at3_11
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_11)) (i32.const 4))))
                      (local.set $w0_3_word
                        (v128.load32_lane 3
                          (local.get $at3_11)
                          (v128.load32_lane 2
                            (local.get $at2_11)
                            (v128.load32_lane 1 (local.get $at1_11) (v128.load32_zero (local.get $at0_11))))))
                      (local.set $w0_3
                        (i32x4.shl
                          (i32x4.replace_lane 3
                            (i32x4.replace_lane 2
                              (i32x4.replace_lane 1
                                (i32x4.splat
                                  (i32.shr_u
                                    (i32x4.extract_lane 0 (local.tee $first_4 (local.get $w0_3_word)))
                                    (i32x4.extract_lane 0
                                      (local.tee $second_4
                                        (i32x4.shl
                                          (v128.and
                                            (i32x4.add
                                              (i32x4.splat (local.get $w0_3_at))
                                              (v128.const i32x4 0x0 0x8 0x10 0x18))
                                            (v128.const i32x4 0x1 0x1 0x1 0x1))
                                          (i32.const 4))))))
                                (i32.shr_u
                                  (i32x4.extract_lane 1 (local.get $first_4))
                                  (i32x4.extract_lane 1 (local.get $second_4))))
                              (i32.shr_u
                                (i32x4.extract_lane 2 (local.get $first_4))
                                (i32x4.extract_lane 2 (local.get $second_4))))
                            (i32.shr_u
                              (i32x4.extract_lane 3 (local.get $first_4))
                              (i32x4.extract_lane 3 (local.get $second_4))))
                          (i32.const 16)))
                      (local.set $w1_0_at
                        (i32.mul
                          (i32.add (i32.mul (local.get $channel_group) (i32.const 2)) (i32.const 1))
                          (i32.const 4)))
                      (local.set $index_12
                        (v128.and
                          (i32x4.shr_s
                            (i32x4.add (i32x4.splat (local.get $w1_0_at)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                            (i32.const 1))
                          (local.get $mask)))
                      (local.set $at0_12
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_12)) (i32.const 4))))
                      (local.set $at1_12
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_12)) (i32.const 4))))
                      (local.set $at2_12
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_12)) (i32.const 4))))
                      (local.set $at3_12
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_12)) (i32.const 4))))
                      (local.set $w1_0_word
                        (v128.load32_lane 3
                          (local.get $at3_12)
                          (v128.load32_lane 2
                            (local.get $at2_12)
                            (v128.load32_lane 1 (local.get $at1_12) (v128.load32_zero (local.get $at0_12))))))
                      (local.set $w1_0
                        (i32x4.shl
                          (i32x4.replace_lane 3
                            (i32x4.replace_lane 2
                              (i32x4.replace_lane 1
                                (i32x4.splat
                                  (i32.shr_u
                                    (i32x4.extract_lane 0 (local.tee $first_5 (local.get $w1_0_word)))
                                    (i32x4.extract_lane 0
                                      (local.tee $second_5
                                        (i32x4.shl
                                          (v128.and
                                            (i32x4.add
                                              (i32x4.splat (local.get $w1_0_at))
                                              (v128.const i32x4 0x0 0x8 0x10 0x18))
                                            (v128.const i32x4 0x1 0x1 0x1 0x1))
                                          (i32.const 4))))))
                                (i32.shr_u
                                  (i32x4.extract_lane 1 (local.get $first_5))
                                  (i32x4.extract_lane 1 (local.get $second_5))))
                              (i32.shr_u
                                (i32x4.extract_lane 2 (local.get $first_5))
                                (i32x4.extract_lane 2 (local.get $second_5))))
                            (i32.shr_u
                              (i32x4.extract_lane 3 (local.get $first_5))
                              (i32x4.extract_lane 3 (local.get $second_5))))
                          (i32.const 16)))
                      (local.set $w1_1_at
                        (i32.add
                          (i32.mul
                            (i32.add (i32.mul (local.get $channel_group) (i32.const 2)) (i32.const 1))
                            (i32.const 4))
                          (i32.const 1)))
                      (local.set $index_13
                        (v128.and
                          (i32x4.shr_s
                            (i32x4.add (i32x4.splat (local.get $w1_1_at)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                            (i32.const 1))
                          (local.get $mask)))
                      (local.set $at0_13
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_13)) (i32.const 4))))
                      (local.set $at1_13
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_13)) (i32.const 4))))
                      (local.set $at2_13
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_13)) (i32.const 4))))
                      (local.set $at3_13
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_13)) (i32.const 4))))
                      (local.set $w1_1_word
                        (v128.load32_lane 3
                          (local.get $at3_13)
                          (v128.load32_lane 2
                            (local.get $at2_13)
                            (v128.load32_lane 1 (local.get $at1_13) (v128.load32_zero (local.get $at0_13))))))
                      (local.set $w1_1
                        (i32x4.shl
                          (i32x4.replace_lane 3
                            (i32x4.replace_lane 2
                              (i32x4.replace_lane 1
                                (i32x4.splat
                                  (i32.shr_u
                                    (i32x4.extract_lane 0 (local.tee $first_6 (local.get $w1_1_word)))
                                    (i32x4.extract_lane 0
                                      (local.tee $second_6
                                        (i32x4.shl
                                          (v128.and
                                            (i32x4.add
                                              (i32x4.splat (local.get $w1_1_at))
                                              (v128.const i32x4 0x0 0x8 0x10 0x18))
                                            (v128.const i32x4 0x1 0x1 0x1 0x1))
                                          (i32.const 4))))))
                                (i32.shr_u
                                  (i32x4.extract_lane 1 (local.get $first_6))
                                  (i32x4.extract_lane 1 (local.get $second_6))))
                              (i32.shr_u
                                (i32x4.extract_lane 2 (local.get $first_6))
                                (i32x4.extract_lane 2 (local.get $second_6))))
                            (i32.shr_u
                              (i32x4.extract_lane 3 (local.get $first_6))
                              (i32x4.extract_lane 3 (local.get $second_6))))
                          (i32.const 16)))
                      (local.set $w1_2_at
                        (i32.add
                          (i32.mul
                            (i32.add (i32.mul (local.get $channel_group) (i32.const 2)) (i32.const 1))
                            (i32.const 4))
                          (i32.const 2)))
                      (local.set $index_14
                        (v128.and
                          (i32x4.shr_s
                            (i32x4.add (i32x4.splat (local.get $w1_2_at)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                            (i32.const 1))
                          (local.get $mask)))
                      (local.set $at0_14
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_14)) (i32.const 4))))
                      (local.set $at1_14
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_14)) (i32.const 4))))
                      (local.set $at2_14
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_14)) (i32.const 4))))
                      (local.set $at3_14
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_14)) (i32.const 4))))
                      (local.set $w1_2_word
                        (v128.load32_lane 3
                          (local.get $at3_14)
                          (v128.load32_lane 2
                            (local.get $at2_14)
                            (v128.load32_lane 1 (local.get $at1_14) (v128.load32_zero (local.get $at0_14))))))
                      (local.set $w1_2
                        (i32x4.shl
                          (i32x4.replace_lane 3
                            (i32x4.replace_lane 2
                              (i32x4.replace_lane 1
                                (i32x4.splat
                                  (i32.shr_u
                                    (i32x4.extract_lane 0 (local.tee $first_7 (local.get $w1_2_word)))
                                    (i32x4.extract_lane 0
                                      (local.tee $second_7
                                        (i32x4.shl
                                          (v128.and
                                            (i32x4.add
                                              (i32x4.splat (local.get $w1_2_at))
                                              (v128.const i32x4 0x0 0x8 0x10 0x18))
                                            (v128.const i32x4 0x1 0x1 0x1 0x1))
                                          (i32.const 4))))))
                                (i32.shr_u
                                  (i32x4.extract_lane 1 (local.get $first_7))
                                  (i32x4.extract_lane 1 (local.get $second_7))))
                              (i32.shr_u
                                (i32x4.extract_lane 2 (local.get $first_7))
                                (i32x4.extract_lane 2 (local.get $second_7))))
                            (i32.shr_u
                              (i32x4.extract_lane 3 (local.get $first_7))
                              (i32x4.extract_lane 3 (local.get $second_7))))
                          (i32.const 16)))
                      (local.set $w1_3_at
                        (i32.add
                          (i32.mul
                            (i32.add (i32.mul (local.get $channel_group) (i32.const 2)) (i32.const 1))
                            (i32.const 4))
                          (i32.const 3)))
                      (local.set $index_15
                        (v128.and
                          (i32x4.shr_s
                            (i32x4.add (i32x4.splat (local.get $w1_3_at)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                            (i32.const 1))
                          (local.get $mask)))
                      (local.set $at0_15
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_15)) (i32.const 4))))
                      (local.set $at1_15
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_15)) (i32.const 4))))
                      (local.set $at2_15
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_15)) (i32.const 4))))
                      (local.set $at3_15
                        (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_15)) (i32.const 4))))
                      (local.set $w1_3_word
                        (v128.load32_lane 3
                          (local.get $at3_15)
                          (v128.load32_lane 2
                            (local.get $at2_15)
                            (v128.load32_lane 1 (local.get $at1_15) (v128.load32_zero (local.get $at0_15))))))
                      (local.set $w1_3
                        (i32x4.shl
                          (i32x4.replace_lane 3
                            (i32x4.replace_lane 2
                              (i32x4.replace_lane 1
                                (i32x4.splat
                                  (i32.shr_u
                                    (i32x4.extract_lane 0 (local.tee $first_8 (local.get $w1_3_word)))
                                    (i32x4.extract_lane 0
                                      (local.tee $second_8
                                        (i32x4.shl
                                          (v128.and
                                            (i32x4.add
                                              (i32x4.splat (local.get $w1_3_at))
                                              (v128.const i32x4 0x0 0x8 0x10 0x18))
                                            (v128.const i32x4 0x1 0x1 0x1 0x1))
                                          (i32.const 4))))))
                                (i32.shr_u
                                  (i32x4.extract_lane 1 (local.get $first_8))
                                  (i32x4.extract_lane 1 (local.get $second_8))))
                              (i32.shr_u
                                (i32x4.extract_lane 2 (local.get $first_8))
                                (i32x4.extract_lane 2 (local.get $second_8))))
                            (i32.shr_u
                              (i32x4.extract_lane 3 (local.get $first_8))
                              (i32x4.extract_lane 3 (local.get $second_8))))
                          (i32.const 16)))
                      (local.set $t (i32.const 0))
                      (block
                        (loop
                          (br_if 1 (i32.eqz (i32.lt_s (local.get $t) (local.get $rows))))
                          (local.set $row
                            (i32.add
                              (i32.mul (i32.add (local.get $begin) (local.get $t)) (i32.const 3))
                              (local.get $channel_group)))
                          (local.set $index_16
                            (v128.and
                              (i32x4.add (i32x4.splat (local.get $row)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                              (local.get $mask)))
                          (local.set $at0_16
                            (i32.add
                              (local.get $x)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_16)) (i32.const 8))))
                          (local.set $at1_16
                            (i32.add
                              (local.get $x)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_16)) (i32.const 8))))
                          (local.set $at2_16
                            (i32.add
                              (local.get $x)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_16)) (i32.const 8))))
                          (local.set $at3_16
                            (i32.add
                              (local.get $x)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_16)) (i32.const 8))))
                          (local.set $x_value0
                            (v128.load32_lane 3
                              (local.get $at3_16)
                              (v128.load32_lane 2
                                (local.get $at2_16)
                                (v128.load32_lane 1 (local.get $at1_16) (v128.load32_zero (local.get $at0_16))))))
                          (local.set $x_value1
                            (v128.load32_lane offset=4 3
                              (local.get $at3_16)
                              (v128.load32_lane offset=4 2
                                (local.get $at2_16)
                                (v128.load32_lane offset=4 1
                                  (local.get $at1_16)
                                  (v128.load32_zero offset=4 (local.get $at0_16))))))
                          (local.set $sum0
                            (f32x4.add
                              (f32x4.add
                                (f32x4.add
                                  (f32x4.add
                                    (v128.const i32x4 0x0 0x0 0x0 0x0)
                                    (f32x4.mul (local.get $h0_0) (local.get $w0_0)))
                                  (f32x4.mul (local.get $h1_0) (local.get $w0_1)))
                                (f32x4.mul (local.get $h2_0) (local.get $w0_2)))
                              (f32x4.mul (local.get $x_value0) (local.get $w0_3))))
                          (local.set $sum1
                            (f32x4.add
                              (f32x4.add
                                (f32x4.add
                                  (f32x4.add
                                    (v128.const i32x4 0x0 0x0 0x0 0x0)
                                    (f32x4.mul (local.get $h0_1) (local.get $w1_0)))
                                  (f32x4.mul (local.get $h1_1) (local.get $w1_1)))
                                (f32x4.mul (local.get $h2_1) (local.get $w1_2)))
                              (f32x4.mul (local.get $x_value1) (local.get $w1_3))))
                          (local.set $stored_7
                            (f32x4.div
                              (local.get $sum0)
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
                                                          (f32x4.neg (local.get $sum0))
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
                                    (i32.const 23))))))
                          (local.set $stored_8
                            (f32x4.div
                              (local.get $sum1)
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
                                                          (f32x4.neg (local.get $sum1))
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
                                    (i32.const 23))))))
                          (local.set $index_17
                            (i32x4.add (i32x4.splat (local.get $row)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
                          (local.set $at0_17
                            (i32.add
                              (local.get $y)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_17)) (i32.const 8))))
                          (local.set $at1_17
                            (i32.add
                              (local.get $y)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_17)) (i32.const 8))))
                          (local.set $at2_17
                            (i32.add
                              (local.get $y)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_17)) (i32.const 8))))
                          (local.set $at3_17
                            (i32.add
                              (local.get $y)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_17)) (i32.const 8))))
                          (if
                            (i32x4.extract_lane 0 (local.get $mask))
                            (then
                              (v128.store32_lane 0 (local.get $at0_17) (local.get $stored_7))
                              (v128.store32_lane offset=4 0 (local.get $at0_17) (local.get $stored_8))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask))
                            (then
                              (v128.store32_lane 1 (local.get $at1_17) (local.get $stored_7))
                              (v128.store32_lane offset=4 1 (local.get $at1_17) (local.get $stored_8))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask))
                            (then
                              (v128.store32_lane 2 (local.get $at2_17) (local.get $stored_7))
                              (v128.store32_lane offset=4 2 (local.get $at2_17) (local.get $stored_8))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask))
                            (then
                              (v128.store32_lane 3 (local.get $at3_17) (local.get $stored_7))
                              (v128.store32_lane offset=4 3 (local.get $at3_17) (local.get $stored_8))))
                          (local.set $h0_0 (v128.bitselect (local.get $h1_0) (local.get $h0_0) (local.get $mask)))
                          (local.set $h0_1 (v128.bitselect (local.get $h1_1) (local.get $h0_1) (local.get $mask)))
                          (local.set $h1_0 (v128.bitselect (local.get $h2_0) (local.get $h1_0) (local.get $mask)))
                          (local.set $h1_1 (v128.bitselect (local.get $h2_1) (local.get $h1_1) (local.get $mask)))
                          (local.set $h2_0 (v128.bitselect (local.get $x_value0) (local.get $h2_0) (local.get $mask)))
                          (local.set $h2_1 (v128.bitselect (local.get $x_value1) (local.get $h2_1) (local.get $mask)))
                          (if
                            (i32.le_s (local.get $rows) (i32.const 16))
                            (then
                              (local.set $stored_9 (local.get $x_value0))
                              (local.set $stored_10 (local.get $x_value1))
                              (local.set $index_18
                                (i32x4.add
                                  (i32x4.splat
                                    (i32.add
                                      (local.get $base)
                                      (i32.mul (i32.add (local.get $t) (i32.const 3)) (i32.const 3))))
                                  (v128.const i32x4 0x0 0x1 0x2 0x3)))
                              (local.set $at0_18
                                (i32.add
                                  (local.get $slots)
                                  (i32.mul (i32x4.extract_lane 0 (local.get $index_18)) (i32.const 8))))
                              (local.set $at1_18
                                (i32.add
                                  (local.get $slots)
                                  (i32.mul (i32x4.extract_lane 1 (local.get $index_18)) (i32.const 8))))
                              (local.set $at2_18
                                (i32.add
                                  (local.get $slots)
                                  (i32.mul (i32x4.extract_lane 2 (local.get $index_18)) (i32.const 8))))
                              (local.set $at3_18
                                (i32.add
                                  (local.get $slots)
                                  (i32.mul (i32x4.extract_lane 3 (local.get $index_18)) (i32.const 8))))
                              (if
                                (i32x4.extract_lane 0 (local.get $mask))
                                (then
                                  (v128.store32_lane 0 (local.get $at0_18) (local.get $stored_9))
                                  (v128.store32_lane offset=4 0 (local.get $at0_18) (local.get $stored_10))))
                              (if
                                (i32x4.extract_lane 1 (local.get $mask))
                                (then
                                  (v128.store32_lane 1 (local.get $at1_18) (local.get $stored_9))
                                  (v128.store32_lane offset=4 1 (local.get $at1_18) (local.get $stored_10))))
                              (if
                                (i32x4.extract_lane 2 (local.get $mask))
                                (then
                                  (v128.store32_lane 2 (local.get $at2_18) (local.get $stored_9))
                                  (v128.store32_lane offset=4 2 (local.get $at2_18) (local.get $stored_10))))
                              (if
                                (i32x4.extract_lane 3 (local.get $mask))
                                (then
                                  (v128.store32_lane 3 (local.get $at3_18) (local.get $stored_9))
                                  (v128.store32_lane offset=4 3 (local.get $at3_18) (local.get $stored_10))))))
                          (local.set $t (i32.add (local.get $t) (i32.const 1)))
                          (br 0)))
                      (if
                        (i32.gt_s (local.get $rows) (i32.const 16))
                        (then
                          (local.set $stored_11 (local.get $h0_0))
                          (local.set $stored_12 (local.get $h0_1))
                          (local.set $index_19
                            (i32x4.add (i32x4.splat (local.get $base)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
                          (local.set $at0_19
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_19)) (i32.const 8))))
                          (local.set $at1_19
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_19)) (i32.const 8))))
                          (local.set $at2_19
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_19)) (i32.const 8))))
                          (local.set $at3_19
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_19)) (i32.const 8))))
                          (if
                            (i32x4.extract_lane 0 (local.get $mask))
                            (then
                              (v128.store32_lane 0 (local.get $at0_19) (local.get $stored_11))
                              (v128.store32_lane offset=4 0 (local.get $at0_19) (local.get $stored_12))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask))
                            (then
                              (v128.store32_lane 1 (local.get $at1_19) (local.get $stored_11))
                              (v128.store32_lane offset=4 1 (local.get $at1_19) (local.get $stored_12))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask))
                            (then
                              (v128.store32_lane 2 (local.get $at2_19) (local.get $stored_11))
                              (v128.store32_lane offset=4 2 (local.get $at2_19) (local.get $stored_12))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask))
                            (then
                              (v128.store32_lane 3 (local.get $at3_19) (local.get $stored_11))
                              (v128.store32_lane offset=4 3 (local.get $at3_19) (local.get $stored_12))))
                          (local.set $stored_13 (local.get $h1_0))
                          (local.set $stored_14 (local.get $h1_1))
                          (local.set $index_20
                            (i32x4.add
                              (i32x4.splat (i32.add (local.get $base) (i32.const 3)))
                              (v128.const i32x4 0x0 0x1 0x2 0x3)))
                          (local.set $at0_20
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_20)) (i32.const 8))))
                          (local.set $at1_20
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_20)) (i32.const 8))))
                          (local.set $at2_20
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_20)) (i32.const 8))))
                          (local.set $at3_20
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_20)) (i32.const 8))))
                          (if
                            (i32x4.extract_lane 0 (local.get $mask))
                            (then
                              (v128.store32_lane 0 (local.get $at0_20) (local.get $stored_13))
                              (v128.store32_lane offset=4 0 (local.get $at0_20) (local.get $stored_14))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask))
                            (then
                              (v128.store32_lane 1 (local.get $at1_20) (local.get $stored_13))
                              (v128.store32_lane offset=4 1 (local.get $at1_20) (local.get $stored_14))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask))
                            (then
                              (v128.store32_lane 2 (local.get $at2_20) (local.get $stored_13))
                              (v128.store32_lane offset=4 2 (local.get $at2_20) (local.get $stored_14))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask))
                            (then
                              (v128.store32_lane 3 (local.get $at3_20) (local.get $stored_13))
                              (v128.store32_lane offset=4 3 (local.get $at3_20) (local.get $stored_14))))
                          (local.set $stored_15 (local.get $h2_0))
                          (local.set $stored_16 (local.get $h2_1))
                          (local.set $index_21
                            (i32x4.add
                              (i32x4.splat (i32.add (local.get $base) (i32.const 6)))
                              (v128.const i32x4 0x0 0x1 0x2 0x3)))
                          (local.set $at0_21
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_21)) (i32.const 8))))
                          (local.set $at1_21
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_21)) (i32.const 8))))
                          (local.set $at2_21
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_21)) (i32.const 8))))
                          (local.set $at3_21
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_21)) (i32.const 8))))
                          (if
                            (i32x4.extract_lane 0 (local.get $mask))
                            (then
                              (v128.store32_lane 0 (local.get $at0_21) (local.get $stored_15))
                              (v128.store32_lane offset=4 0 (local.get $at0_21) (local.get $stored_16))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask))
                            (then
                              (v128.store32_lane 1 (local.get $at1_21) (local.get $stored_15))
                              (v128.store32_lane offset=4 1 (local.get $at1_21) (local.get $stored_16))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask))
                            (then
                              (v128.store32_lane 2 (local.get $at2_21) (local.get $stored_15))
                              (v128.store32_lane offset=4 2 (local.get $at2_21) (local.get $stored_16))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask))
                            (then
                              (v128.store32_lane 3 (local.get $at3_21) (local.get $stored_15))
                              (v128.store32_lane offset=4 3 (local.get $at3_21) (local.get $stored_16))))))))))))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br 0))))
  (export "run" (func $run)))
