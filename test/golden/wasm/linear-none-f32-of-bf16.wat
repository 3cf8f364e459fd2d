(module
  (import "env" "memory" (memory 0))
  (func $run (param $step i32) (param $x i32) (param $w i32) (param $y i32) (param $scratch i32) (param $groups_x i32) (param $groups_y i32) (param $groups_z i32) (param $from i32) (param $to i32)
    (local $group_x i32)
    (local $group_y i32)
    (local $group_z i32)
    (local $local i32)
    (local $thread_at i32)
    (local $first_row i32)
    (local $tokens_at i32)
    (local $tokens i32)
    (local $rows i32)
    (local $split i32)
    (local $column i32)
    (local $sum0_0 v128)
    (local $sum0_1 v128)
    (local $sum1_0 v128)
    (local $sum1_1 v128)
    (local $sum2_0 v128)
    (local $sum2_1 v128)
    (local $sum3_0 v128)
    (local $sum3_1 v128)
    (local $sum4_0 v128)
    (local $sum4_1 v128)
    (local $sum5_0 v128)
    (local $sum5_1 v128)
    (local $sum6_0 v128)
    (local $sum6_1 v128)
    (local $sum7_0 v128)
    (local $sum7_1 v128)
    (local $n0 i32)
    (local $n1 i32)
    (local $kg i32)
    (local $at i32)
    (local $low v128)
    (local $high v128)
    (local $w00_0_word v128)
    (local $w00_2_word v128)
    (local $w00_0 v128)
    (local $w00_1 v128)
    (local $w00_2 v128)
    (local $w00_3 v128)
    (local $at_2 i32)
    (local $low_2 v128)
    (local $high_2 v128)
    (local $w01_0_word v128)
    (local $w01_2_word v128)
    (local $w01_0 v128)
    (local $w01_1 v128)
    (local $w01_2 v128)
    (local $w01_3 v128)
    (local $at_3 i32)
    (local $row0 v128)
    (local $row1 v128)
    (local $row2 v128)
    (local $row3 v128)
    (local $pair_p v128)
    (local $pair_q v128)
    (local $pair_r v128)
    (local $pair_s v128)
    (local $x0_0 v128)
    (local $x0_1 v128)
    (local $x0_2 v128)
    (local $x0_3 v128)
    (local $at_4 i32)
    (local $row0_2 v128)
    (local $row1_2 v128)
    (local $row2_2 v128)
    (local $row3_2 v128)
    (local $pair_p_2 v128)
    (local $pair_q_2 v128)
    (local $pair_r_2 v128)
    (local $pair_s_2 v128)
    (local $x1_0 v128)
    (local $x1_1 v128)
    (local $x1_2 v128)
    (local $x1_3 v128)
    (local $at_5 i32)
    (local $row0_3 v128)
    (local $row1_3 v128)
    (local $row2_3 v128)
    (local $row3_3 v128)
    (local $pair_p_3 v128)
    (local $pair_q_3 v128)
    (local $pair_r_3 v128)
    (local $pair_s_3 v128)
    (local $x2_0 v128)
    (local $x2_1 v128)
    (local $x2_2 v128)
    (local $x2_3 v128)
    (local $at_6 i32)
    (local $row0_4 v128)
    (local $row1_4 v128)
    (local $row2_4 v128)
    (local $row3_4 v128)
    (local $pair_p_4 v128)
    (local $pair_q_4 v128)
    (local $pair_r_4 v128)
    (local $pair_s_4 v128)
    (local $x3_0 v128)
    (local $x3_1 v128)
    (local $x3_2 v128)
    (local $x3_3 v128)
    (local $at_7 i32)
    (local $row0_5 v128)
    (local $row1_5 v128)
    (local $row2_5 v128)
    (local $row3_5 v128)
    (local $pair_p_5 v128)
    (local $pair_q_5 v128)
    (local $pair_r_5 v128)
    (local $pair_s_5 v128)
    (local $x4_0 v128)
    (local $x4_1 v128)
    (local $x4_2 v128)
    (local $x4_3 v128)
    (local $at_8 i32)
    (local $row0_6 v128)
    (local $row1_6 v128)
    (local $row2_6 v128)
    (local $row3_6 v128)
    (local $pair_p_6 v128)
    (local $pair_q_6 v128)
    (local $pair_r_6 v128)
    (local $pair_s_6 v128)
    (local $x5_0 v128)
    (local $x5_1 v128)
    (local $x5_2 v128)
    (local $x5_3 v128)
    (local $at_9 i32)
    (local $row0_7 v128)
    (local $row1_7 v128)
    (local $row2_7 v128)
    (local $row3_7 v128)
    (local $pair_p_7 v128)
    (local $pair_q_7 v128)
    (local $pair_r_7 v128)
    (local $pair_s_7 v128)
    (local $x6_0 v128)
    (local $x6_1 v128)
    (local $x6_2 v128)
    (local $x6_3 v128)
    (local $at_10 i32)
    (local $row0_8 v128)
    (local $row1_8 v128)
    (local $row2_8 v128)
    (local $row3_8 v128)
    (local $pair_p_8 v128)
    (local $pair_q_8 v128)
    (local $pair_r_8 v128)
    (local $pair_s_8 v128)
    (local $x7_0 v128)
    (local $x7_1 v128)
    (local $x7_2 v128)
    (local $x7_3 v128)
    (local $mask v128)
    (local $index v128)
    (local $at0 i32)
    (local $at1 i32)
    (local $at2 i32)
    (local $at3 i32)
    (local $w00_0_word_2 v128)
    (local $w00_2_word_2 v128)
    (local $w00_0_2 v128)
    (local $w00_1_2 v128)
    (local $w00_2_2 v128)
    (local $w00_3_2 v128)
    (local $index_2 v128)
    (local $at0_2 i32)
    (local $at1_2 i32)
    (local $at2_2 i32)
    (local $at3_2 i32)
    (local $w01_0_word_2 v128)
    (local $w01_2_word_2 v128)
    (local $w01_0_2 v128)
    (local $w01_1_2 v128)
    (local $w01_2_2 v128)
    (local $w01_3_2 v128)
    (local $index_3 v128)
    (local $at0_3 i32)
    (local $at1_3 i32)
    (local $at2_3 i32)
    (local $at3_3 i32)
    (local $row0_9 v128)
    (local $row1_9 v128)
    (local $row2_9 v128)
    (local $row3_9 v128)
    (local $pair_p_9 v128)
    (local $pair_q_9 v128)
    (local $pair_r_9 v128)
    (local $pair_s_9 v128)
    (local $x0_0_2 v128)
    (local $x0_1_2 v128)
    (local $x0_2_2 v128)
    (local $x0_3_2 v128)
    (local $index_4 v128)
    (local $at0_4 i32)
    (local $at1_4 i32)
    (local $at2_4 i32)
    (local $at3_4 i32)
    (local $row0_10 v128)
    (local $row1_10 v128)
    (local $row2_10 v128)
    (local $row3_10 v128)
    (local $pair_p_10 v128)
    (local $pair_q_10 v128)
    (local $pair_r_10 v128)
    (local $pair_s_10 v128)
    (local $x1_0_2 v128)
    (local $x1_1_2 v128)
    (local $x1_2_2 v128)
    (local $x1_3_2 v128)
    (local $index_5 v128)
    (local $at0_5 i32)
    (local $at1_5 i32)
    (local $at2_5 i32)
    (local $at3_5 i32)
    (local $row0_11 v128)
    (local $row1_11 v128)
    (local $row2_11 v128)
    (local $row3_11 v128)
    (local $pair_p_11 v128)
    (local $pair_q_11 v128)
    (local $pair_r_11 v128)
    (local $pair_s_11 v128)
    (local $x2_0_2 v128)
    (local $x2_1_2 v128)
    (local $x2_2_2 v128)
    (local $x2_3_2 v128)
    (local $index_6 v128)
    (local $at0_6 i32)
    (local $at1_6 i32)
    (local $at2_6 i32)
    (local $at3_6 i32)
    (local $row0_12 v128)
    (local $row1_12 v128)
    (local $row2_12 v128)
    (local $row3_12 v128)
    (local $pair_p_12 v128)
    (local $pair_q_12 v128)
    (local $pair_r_12 v128)
    (local $pair_s_12 v128)
    (local $x3_0_2 v128)
    (local $x3_1_2 v128)
    (local $x3_2_2 v128)
    (local $x3_3_2 v128)
    (local $index_7 v128)
    (local $at0_7 i32)
    (local $at1_7 i32)
    (local $at2_7 i32)
    (local $at3_7 i32)
    (local $row0_13 v128)
    (local $row1_13 v128)
    (local $row2_13 v128)
    (local $row3_13 v128)
    (local $pair_p_13 v128)
    (local $pair_q_13 v128)
    (local $pair_r_13 v128)
    (local $pair_s_13 v128)
    (local $x4_0_2 v128)
    (local $x4_1_2 v128)
    (local $x4_2_2 v128)
    (local $x4_3_2 v128)
    (local $index_8 v128)
    (local $at0_8 i32)
    (local $at1_8 i32)
    (local $at2_8 i32)
    (local $at3_8 i32)
    (local $row0_14 v128)
    (local $row1_14 v128)
    (local $row2_14 v128)
    (local $row3_14 v128)
    (local $pair_p_14 v128)
    (local $pair_q_14 v128)
    (local $pair_r_14 v128)
    (local $pair_s_14 v128)
    (local $x5_0_2 v128)
    (local $x5_1_2 v128)
    (local $x5_2_2 v128)
    (local $x5_3_2 v128)
    (local $index_9 v128)
    (local $at0_9 i32)
    (local $at1_9 i32)
    (local $at2_9 i32)
    (local $at3_9 i32)
    (local $row0_15 v128)
    (local $row1_15 v128)
    (local $row2_15 v128)
    (local $row3_15 v128)
    (local $pair_p_15 v128)
    (local $pair_q_15 v128)
    (local $pair_r_15 v128)
    (local $pair_s_15 v128)
    (local $x6_0_2 v128)
    (local $x6_1_2 v128)
    (local $x6_2_2 v128)
    (local $x6_3_2 v128)
    (local $index_10 v128)
    (local $at0_10 i32)
    (local $at1_10 i32)
    (local $at2_10 i32)
    (local $at3_10 i32)
    (local $row0_16 v128)
    (local $row1_16 v128)
    (local $row2_16 v128)
    (local $row3_16 v128)
    (local $pair_p_16 v128)
    (local $pair_q_16 v128)
    (local $pair_r_16 v128)
    (local $pair_s_16 v128)
    (local $x7_0_2 v128)
    (local $x7_1_2 v128)
    (local $x7_2_2 v128)
    (local $x7_3_2 v128)
    (local $stored v128)
    (local $at_11 i32)
    (local $stored_2 v128)
    (local $at_12 i32)
    (local $stored_3 v128)
    (local $at_13 i32)
    (local $stored_4 v128)
    (local $at_14 i32)
    (local $stored_5 v128)
    (local $at_15 i32)
    (local $stored_6 v128)
    (local $at_16 i32)
    (local $stored_7 v128)
    (local $at_17 i32)
    (local $stored_8 v128)
    (local $at_18 i32)
    (local $stored_9 v128)
    (local $at_19 i32)
    (local $stored_10 v128)
    (local $at_20 i32)
    (local $stored_11 v128)
    (local $at_21 i32)
    (local $stored_12 v128)
    (local $at_22 i32)
    (local $stored_13 v128)
    (local $at_23 i32)
    (local $stored_14 v128)
    (local $at_24 i32)
    (local $stored_15 v128)
    (local $at_25 i32)
    (local $stored_16 v128)
    (local $at_26 i32)
    (local $row i32)
    (local $group_of_row i32)
    (local $target_group i32)
    (local $condition v128)
    (local $mask_2 v128)
    (local $base0 i32)
    (local $index_11 v128)
    (local $at0_11 i32)
    (local $at1_11 i32)
    (local $at2_11 i32)
    (local $at3_11 i32)
    (local $part0_0 v128)
    (local $index_12 v128)
    (local $at0_12 i32)
    (local $at1_12 i32)
    (local $at2_12 i32)
    (local $at3_12 i32)
    (local $part0_1 v128)
    (local $index_13 v128)
    (local $at0_13 i32)
    (local $at1_13 i32)
    (local $at2_13 i32)
    (local $at3_13 i32)
    (local $part0_2 v128)
    (local $index_14 v128)
    (local $at0_14 i32)
    (local $at1_14 i32)
    (local $at2_14 i32)
    (local $at3_14 i32)
    (local $part0_3 v128)
    (local $index_15 v128)
    (local $at0_15 i32)
    (local $at1_15 i32)
    (local $at2_15 i32)
    (local $at3_15 i32)
    (local $part0_4 v128)
    (local $index_16 v128)
    (local $at0_16 i32)
    (local $at1_16 i32)
    (local $at2_16 i32)
    (local $at3_16 i32)
    (local $part0_5 v128)
    (local $index_17 v128)
    (local $at0_17 i32)
    (local $at1_17 i32)
    (local $at2_17 i32)
    (local $at3_17 i32)
    (local $part0_6 v128)
    (local $index_18 v128)
    (local $at0_18 i32)
    (local $at1_18 i32)
    (local $at2_18 i32)
    (local $at3_18 i32)
    (local $part0_7 v128)
    (local $total0 v128)
    (local $base1 i32)
    (local $index_19 v128)
    (local $at0_19 i32)
    (local $at1_19 i32)
    (local $at2_19 i32)
    (local $at3_19 i32)
    (local $part1_0 v128)
    (local $index_20 v128)
    (local $at0_20 i32)
    (local $at1_20 i32)
    (local $at2_20 i32)
    (local $at3_20 i32)
    (local $part1_1 v128)
    (local $index_21 v128)
    (local $at0_21 i32)
    (local $at1_21 i32)
    (local $at2_21 i32)
    (local $at3_21 i32)
    (local $part1_2 v128)
    (local $index_22 v128)
    (local $at0_22 i32)
    (local $at1_22 i32)
    (local $at2_22 i32)
    (local $at3_22 i32)
    (local $part1_3 v128)
    (local $index_23 v128)
    (local $at0_23 i32)
    (local $at1_23 i32)
    (local $at2_23 i32)
    (local $at3_23 i32)
    (local $part1_4 v128)
    (local $index_24 v128)
    (local $at0_24 i32)
    (local $at1_24 i32)
    (local $at2_24 i32)
    (local $at3_24 i32)
    (local $part1_5 v128)
    (local $index_25 v128)
    (local $at0_25 i32)
    (local $at1_25 i32)
    (local $at2_25 i32)
    (local $at3_25 i32)
    (local $part1_6 v128)
    (local $index_26 v128)
    (local $at0_26 i32)
    (local $at1_26 i32)
    (local $at2_26 i32)
    (local $at3_26 i32)
    (local $part1_7 v128)
    (local $total1 v128)
    (local $y_row i32)
    (local $stored_17 v128)
    (local $stored_18 v128)
    (local $index_27 v128)
    (local $at0_27 i32)
    (local $at1_27 i32)
    (local $at2_27 i32)
    (local $at3_27 i32)
    (local $base0_2 i32)
    (local $at_27 i32)
    (local $part0_0_2 v128)
    (local $at_28 i32)
    (local $part0_1_2 v128)
    (local $at_29 i32)
    (local $part0_2_2 v128)
    (local $at_30 i32)
    (local $part0_3_2 v128)
    (local $at_31 i32)
    (local $part0_4_2 v128)
    (local $at_32 i32)
    (local $part0_5_2 v128)
    (local $at_33 i32)
    (local $part0_6_2 v128)
    (local $at_34 i32)
    (local $part0_7_2 v128)
    (local $total0_2 v128)
    (local $base1_2 i32)
    (local $at_35 i32)
    (local $part1_0_2 v128)
    (local $at_36 i32)
    (local $part1_1_2 v128)
    (local $at_37 i32)
    (local $part1_2_2 v128)
    (local $at_38 i32)
    (local $part1_3_2 v128)
    (local $at_39 i32)
    (local $part1_4_2 v128)
    (local $at_40 i32)
    (local $part1_5_2 v128)
    (local $at_41 i32)
    (local $part1_6_2 v128)
    (local $at_42 i32)
    (local $part1_7_2 v128)
    (local $total1_2 v128)
    (local $y_row_2 i32)
    (local $stored_19 v128)
    (local $stored_20 v128)
    (local $at_43 i32)
    (block
      (loop
        (br_if 1 (i32.eqz (i32.lt_u (local.get $from) (local.get $to))))
        (local.set $group_x (i32.rem_u (local.get $from) (local.get $groups_x)))
        (local.set $group_y (i32.rem_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $group_z (i32.div_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $first_row (i32.mul (local.get $group_y) (i32.const 8)))
        (local.set $tokens_at (i32.add (local.get $step) (i32.mul (i32.const 0) (i32.const 4))))
        (local.set $tokens (i32.load (local.get $tokens_at)))
        (local.set $rows (i32.sub (local.get $tokens) (local.get $first_row)))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $split (i32.rem_s (local.get $local) (i32.const 8)))
          (local.set $column
            (i32.add (i32.mul (local.get $group_x) (i32.const 8)) (i32.div_s (local.get $local) (i32.const 8))))
          (local.set $sum0_0 (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $sum0_1 (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $sum1_0 (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $sum1_1 (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $sum2_0 (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $sum2_1 (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $sum3_0 (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $sum3_1 (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $sum4_0 (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $sum4_1 (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $sum5_0 (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $sum5_1 (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $sum6_0 (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $sum6_1 (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $sum7_0 (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $sum7_1 (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $n0
            (select
              (i32.mul (local.get $column) (i32.const 2))
              (i32.const 95)
              (i32.lt_s (i32.mul (local.get $column) (i32.const 2)) (i32.const 95))))
          (local.set $n1
            (select
              (i32.add (i32.mul (local.get $column) (i32.const 2)) (i32.const 1))
              (i32.const 95)
              (i32.lt_s (i32.add (i32.mul (local.get $column) (i32.const 2)) (i32.const 1)) (i32.const 95))))
          (local.set $kg (local.get $split))
          (block
            (loop
              (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $kg) (i32.const 3)) (i32.const 16))))
              (local.set $at
                (i32.add
                  (local.get $w)
                  (i32.mul (i32.add (i32.mul (local.get $n0) (i32.const 16)) (local.get $kg)) (i32.const 8))))
              (local.set $low (v128.load (local.get $at)))
              (local.set $high (v128.load offset=16 (local.get $at)))
              (local.set $w00_0_word
                (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $low) (local.get $high)))
              (local.set $w00_2_word
                (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $low) (local.get $high)))
              (local.set $w00_0 (i32x4.shl (local.get $w00_0_word) (i32.const 16)))
              (local.set $w00_1
                (v128.and (local.get $w00_0_word) (v128.const i32x4 0xffff0000 0xffff0000 0xffff0000 0xffff0000)))
              (local.set $w00_2 (i32x4.shl (local.get $w00_2_word) (i32.const 16)))
              (local.set $w00_3
                (v128.and (local.get $w00_2_word) (v128.const i32x4 0xffff0000 0xffff0000 0xffff0000 0xffff0000)))
              (local.set $at_2
                (i32.add
                  (local.get $w)
                  (i32.mul (i32.add (i32.mul (local.get $n1) (i32.const 16)) (local.get $kg)) (i32.const 8))))
              (local.set $low_2 (v128.load (local.get $at_2)))
              (local.set $high_2 (v128.load offset=16 (local.get $at_2)))
              (local.set $w01_0_word
                (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $low_2) (local.get $high_2)))
              (local.set $w01_2_word
                (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $low_2) (local.get $high_2)))
              (local.set $w01_0 (i32x4.shl (local.get $w01_0_word) (i32.const 16)))
              (local.set $w01_1
                (v128.and (local.get $w01_0_word) (v128.const i32x4 0xffff0000 0xffff0000 0xffff0000 0xffff0000)))
              (local.set $w01_2 (i32x4.shl (local.get $w01_2_word) (i32.const 16)))
              (local.set $w01_3
                (v128.and (local.get $w01_2_word) (v128.const i32x4 0xffff0000 0xffff0000 0xffff0000 0xffff0000)))
              (if
                (i32.gt_s (local.get $rows) (i32.const 0))
                (then
                  (local.set $at_3
                    (i32.add
                      (local.get $x)
                      (i32.mul (i32.add (i32.mul (local.get $first_row) (i32.const 16)) (local.get $kg)) (i32.const 16))))
                  (local.set $row0 (v128.load (local.get $at_3)))
                  (local.set $row1 (v128.load offset=16 (local.get $at_3)))
                  (local.set $row2 (v128.load offset=32 (local.get $at_3)))
                  (local.set $row3 (v128.load offset=48 (local.get $at_3)))
                  (local.set $pair_p
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0) (local.get $row1)))
                  (local.set $pair_q
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2) (local.get $row3)))
                  (local.set $pair_r
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $row0) (local.get $row1)))
                  (local.set $pair_s
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $row2) (local.get $row3)))
                  (local.set $x0_0
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_p) (local.get $pair_q)))
                  (local.set $x0_1
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_p)
                      (local.get $pair_q)))
                  (local.set $x0_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_r) (local.get $pair_s)))
                  (local.set $x0_3
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_r)
                      (local.get $pair_s)))
                  (local.set $sum0_0
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add (local.get $sum0_0) (f32x4.mul (local.get $w00_0) (local.get $x0_0)))
                          (f32x4.mul (local.get $w00_1) (local.get $x0_1)))
                        (f32x4.mul (local.get $w00_2) (local.get $x0_2)))
                      (f32x4.mul (local.get $w00_3) (local.get $x0_3))))
                  (local.set $sum0_1
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add (local.get $sum0_1) (f32x4.mul (local.get $w01_0) (local.get $x0_0)))
                          (f32x4.mul (local.get $w01_1) (local.get $x0_1)))
                        (f32x4.mul (local.get $w01_2) (local.get $x0_2)))
                      (f32x4.mul (local.get $w01_3) (local.get $x0_3))))))
              (if
                (i32.gt_s (local.get $rows) (i32.const 1))
                (then
                  (local.set $at_4
                    (i32.add
                      (local.get $x)
                      (i32.mul
                        (i32.add
                          (i32.mul (i32.add (local.get $first_row) (i32.const 1)) (i32.const 16))
                          (local.get $kg))
                        (i32.const 16))))
                  (local.set $row0_2 (v128.load (local.get $at_4)))
                  (local.set $row1_2 (v128.load offset=16 (local.get $at_4)))
                  (local.set $row2_2 (v128.load offset=32 (local.get $at_4)))
                  (local.set $row3_2 (v128.load offset=48 (local.get $at_4)))
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
                  (local.set $x1_0
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_p_2) (local.get $pair_q_2)))
                  (local.set $x1_1
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_p_2)
                      (local.get $pair_q_2)))
                  (local.set $x1_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_r_2) (local.get $pair_s_2)))
                  (local.set $x1_3
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_r_2)
                      (local.get $pair_s_2)))
                  (local.set $sum1_0
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add (local.get $sum1_0) (f32x4.mul (local.get $w00_0) (local.get $x1_0)))
                          (f32x4.mul (local.get $w00_1) (local.get $x1_1)))
                        (f32x4.mul (local.get $w00_2) (local.get $x1_2)))
                      (f32x4.mul (local.get $w00_3) (local.get $x1_3))))
                  (local.set $sum1_1
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add (local.get $sum1_1) (f32x4.mul (local.get $w01_0) (local.get $x1_0)))
                          (f32x4.mul (local.get $w01_1) (local.get $x1_1)))
                        (f32x4.mul (local.get $w01_2) (local.get $x1_2)))
                      (f32x4.mul (local.get $w01_3) (local.get $x1_3))))))
              (if
                (i32.gt_s (local.get $rows) (i32.const 2))
                (then
                  (local.set $at_5
                    (i32.add
                      (local.get $x)
                      (i32.mul
                        (i32.add
                          (i32.mul (i32.add (local.get $first_row) (i32.const 2)) (i32.const 16))
                          (local.get $kg))
                        (i32.const 16))))
                  (local.set $row0_3 (v128.load (local.get $at_5)))
                  (local.set $row1_3 (v128.load offset=16 (local.get $at_5)))
                  (local.set $row2_3 (v128.load offset=32 (local.get $at_5)))
                  (local.set $row3_3 (v128.load offset=48 (local.get $at_5)))
                  (local.set $pair_p_3
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0_3) (local.get $row1_3)))
                  (local.set $pair_q_3
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2_3) (local.get $row3_3)))
                  (local.set $pair_r_3
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row0_3)
                      (local.get $row1_3)))
                  (local.set $pair_s_3
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row2_3)
                      (local.get $row3_3)))
                  (local.set $x2_0
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_p_3) (local.get $pair_q_3)))
                  (local.set $x2_1
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_p_3)
                      (local.get $pair_q_3)))
                  (local.set $x2_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_r_3) (local.get $pair_s_3)))
                  (local.set $x2_3
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_r_3)
                      (local.get $pair_s_3)))
                  (local.set $sum2_0
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add (local.get $sum2_0) (f32x4.mul (local.get $w00_0) (local.get $x2_0)))
                          (f32x4.mul (local.get $w00_1) (local.get $x2_1)))
                        (f32x4.mul (local.get $w00_2) (local.get $x2_2)))
                      (f32x4.mul (local.get $w00_3) (local.get $x2_3))))
                  (local.set $sum2_1
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add (local.get $sum2_1) (f32x4.mul (local.get $w01_0) (local.get $x2_0)))
                          (f32x4.mul (local.get $w01_1) (local.get $x2_1)))
                        (f32x4.mul (local.get $w01_2) (local.get $x2_2)))
                      (f32x4.mul (local.get $w01_3) (local.get $x2_3))))))
              (if
                (i32.gt_s (local.get $rows) (i32.const 3))
                (then
                  (local.set $at_6
                    (i32.add
                      (local.get $x)
                      (i32.mul
                        (i32.add
                          (i32.mul (i32.add (local.get $first_row) (i32.const 3)) (i32.const 16))
                          (local.get $kg))
                        (i32.const 16))))
                  (local.set $row0_4 (v128.load (local.get $at_6)))
                  (local.set $row1_4 (v128.load offset=16 (local.get $at_6)))
                  (local.set $row2_4 (v128.load offset=32 (local.get $at_6)))
                  (local.set $row3_4 (v128.load offset=48 (local.get $at_6)))
                  (local.set $pair_p_4
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0_4) (local.get $row1_4)))
                  (local.set $pair_q_4
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2_4) (local.get $row3_4)))
                  (local.set $pair_r_4
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row0_4)
                      (local.get $row1_4)))
                  (local.set $pair_s_4
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row2_4)
                      (local.get $row3_4)))
                  (local.set $x3_0
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_p_4) (local.get $pair_q_4)))
                  (local.set $x3_1
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_p_4)
                      (local.get $pair_q_4)))
                  (local.set $x3_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_r_4) (local.get $pair_s_4)))
                  (local.set $x3_3
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_r_4)
                      (local.get $pair_s_4)))
                  (local.set $sum3_0
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add (local.get $sum3_0) (f32x4.mul (local.get $w00_0) (local.get $x3_0)))
                          (f32x4.mul (local.get $w00_1) (local.get $x3_1)))
                        (f32x4.mul (local.get $w00_2) (local.get $x3_2)))
                      (f32x4.mul (local.get $w00_3) (local.get $x3_3))))
                  (local.set $sum3_1
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add (local.get $sum3_1) (f32x4.mul (local.get $w01_0) (local.get $x3_0)))
                          (f32x4.mul (local.get $w01_1) (local.get $x3_1)))
                        (f32x4.mul (local.get $w01_2) (local.get $x3_2)))
                      (f32x4.mul (local.get $w01_3) (local.get $x3_3))))))
              (if
                (i32.gt_s (local.get $rows) (i32.const 4))
                (then
                  (local.set $at_7
                    (i32.add
                      (local.get $x)
                      (i32.mul
                        (i32.add
                          (i32.mul (i32.add (local.get $first_row) (i32.const 4)) (i32.const 16))
                          (local.get $kg))
                        (i32.const 16))))
                  (local.set $row0_5 (v128.load (local.get $at_7)))
                  (local.set $row1_5 (v128.load offset=16 (local.get $at_7)))
                  (local.set $row2_5 (v128.load offset=32 (local.get $at_7)))
                  (local.set $row3_5 (v128.load offset=48 (local.get $at_7)))
                  (local.set $pair_p_5
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0_5) (local.get $row1_5)))
                  (local.set $pair_q_5
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2_5) (local.get $row3_5)))
                  (local.set $pair_r_5
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row0_5)
                      (local.get $row1_5)))
                  (local.set $pair_s_5
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row2_5)
                      (local.get $row3_5)))
                  (local.set $x4_0
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_p_5) (local.get $pair_q_5)))
                  (local.set $x4_1
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_p_5)
                      (local.get $pair_q_5)))
                  (local.set $x4_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_r_5) (local.get $pair_s_5)))
                  (local.set $x4_3
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_r_5)
                      (local.get $pair_s_5)))
                  (local.set $sum4_0
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add (local.get $sum4_0) (f32x4.mul (local.get $w00_0) (local.get $x4_0)))
                          (f32x4.mul (local.get $w00_1) (local.get $x4_1)))
                        (f32x4.mul (local.get $w00_2) (local.get $x4_2)))
                      (f32x4.mul (local.get $w00_3) (local.get $x4_3))))
                  (local.set $sum4_1
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add (local.get $sum4_1) (f32x4.mul (local.get $w01_0) (local.get $x4_0)))
                          (f32x4.mul (local.get $w01_1) (local.get $x4_1)))
                        (f32x4.mul (local.get $w01_2) (local.get $x4_2)))
                      (f32x4.mul (local.get $w01_3) (local.get $x4_3))))))
              (if
                (i32.gt_s (local.get $rows) (i32.const 5))
                (then
                  (local.set $at_8
                    (i32.add
                      (local.get $x)
                      (i32.mul
                        (i32.add
                          (i32.mul (i32.add (local.get $first_row) (i32.const 5)) (i32.const 16))
                          (local.get $kg))
                        (i32.const 16))))
                  (local.set $row0_6 (v128.load (local.get $at_8)))
                  (local.set $row1_6 (v128.load offset=16 (local.get $at_8)))
                  (local.set $row2_6 (v128.load offset=32 (local.get $at_8)))
                  (local.set $row3_6 (v128.load offset=48 (local.get $at_8)))
                  (local.set $pair_p_6
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0_6) (local.get $row1_6)))
                  (local.set $pair_q_6
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2_6) (local.get $row3_6)))
                  (local.set $pair_r_6
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row0_6)
                      (local.get $row1_6)))
                  (local.set $pair_s_6
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row2_6)
                      (local.get $row3_6)))
                  (local.set $x5_0
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_p_6) (local.get $pair_q_6)))
                  (local.set $x5_1
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_p_6)
                      (local.get $pair_q_6)))
                  (local.set $x5_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_r_6) (local.get $pair_s_6)))
                  (local.set $x5_3
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_r_6)
                      (local.get $pair_s_6)))
                  (local.set $sum5_0
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add (local.get $sum5_0) (f32x4.mul (local.get $w00_0) (local.get $x5_0)))
                          (f32x4.mul (local.get $w00_1) (local.get $x5_1)))
                        (f32x4.mul (local.get $w00_2) (local.get $x5_2)))
                      (f32x4.mul (local.get $w00_3) (local.get $x5_3))))
                  (local.set $sum5_1
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add (local.get $sum5_1) (f32x4.mul (local.get $w01_0) (local.get $x5_0)))
                          (f32x4.mul (local.get $w01_1) (local.get $x5_1)))
                        (f32x4.mul (local.get $w01_2) (local.get $x5_2)))
                      (f32x4.mul (local.get $w01_3) (local.get $x5_3))))))
              (if
                (i32.gt_s (local.get $rows) (i32.const 6))
                (then
                  (local.set $at_9
                    (i32.add
                      (local.get $x)
                      (i32.mul
                        (i32.add
                          (i32.mul (i32.add (local.get $first_row) (i32.const 6)) (i32.const 16))
                          (local.get $kg))
                        (i32.const 16))))
                  (local.set $row0_7 (v128.load (local.get $at_9)))
                  (local.set $row1_7 (v128.load offset=16 (local.get $at_9)))
                  (local.set $row2_7 (v128.load offset=32 (local.get $at_9)))
                  (local.set $row3_7 (v128.load offset=48 (local.get $at_9)))
                  (local.set $pair_p_7
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0_7) (local.get $row1_7)))
                  (local.set $pair_q_7
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2_7) (local.get $row3_7)))
                  (local.set $pair_r_7
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row0_7)
                      (local.get $row1_7)))
                  (local.set $pair_s_7
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row2_7)
                      (local.get $row3_7)))
                  (local.set $x6_0
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_p_7) (local.get $pair_q_7)))
                  (local.set $x6_1
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_p_7)
                      (local.get $pair_q_7)))
                  (local.set $x6_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_r_7) (local.get $pair_s_7)))
                  (local.set $x6_3
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_r_7)
                      (local.get $pair_s_7)))
                  (local.set $sum6_0
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add (local.get $sum6_0) (f32x4.mul (local.get $w00_0) (local.get $x6_0)))
                          (f32x4.mul (local.get $w00_1) (local.get $x6_1)))
                        (f32x4.mul (local.get $w00_2) (local.get $x6_2)))
                      (f32x4.mul (local.get $w00_3) (local.get $x6_3))))
                  (local.set $sum6_1
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add (local.get $sum6_1) (f32x4.mul (local.get $w01_0) (local.get $x6_0)))
                          (f32x4.mul (local.get $w01_1) (local.get $x6_1)))
                        (f32x4.mul (local.get $w01_2) (local.get $x6_2)))
                      (f32x4.mul (local.get $w01_3) (local.get $x6_3))))))
              (if
                (i32.gt_s (local.get $rows) (i32.const 7))
                (then
                  (local.set $at_10
                    (i32.add
                      (local.get $x)
                      (i32.mul
                        (i32.add
                          (i32.mul (i32.add (local.get $first_row) (i32.const 7)) (i32.const 16))
                          (local.get $kg))
                        (i32.const 16))))
                  (local.set $row0_8 (v128.load (local.get $at_10)))
                  (local.set $row1_8 (v128.load offset=16 (local.get $at_10)))
                  (local.set $row2_8 (v128.load offset=32 (local.get $at_10)))
                  (local.set $row3_8 (v128.load offset=48 (local.get $at_10)))
                  (local.set $pair_p_8
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0_8) (local.get $row1_8)))
                  (local.set $pair_q_8
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2_8) (local.get $row3_8)))
                  (local.set $pair_r_8
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row0_8)
                      (local.get $row1_8)))
                  (local.set $pair_s_8
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row2_8)
                      (local.get $row3_8)))
                  (local.set $x7_0
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_p_8) (local.get $pair_q_8)))
                  (local.set $x7_1
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_p_8)
                      (local.get $pair_q_8)))
                  (local.set $x7_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_r_8) (local.get $pair_s_8)))
                  (local.set $x7_3
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_r_8)
                      (local.get $pair_s_8)))
                  (local.set $sum7_0
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add (local.get $sum7_0) (f32x4.mul (local.get $w00_0) (local.get $x7_0)))
                          (f32x4.mul (local.get $w00_1) (local.get $x7_1)))
                        (f32x4.mul (local.get $w00_2) (local.get $x7_2)))
                      (f32x4.mul (local.get $w00_3) (local.get $x7_3))))
                  (local.set $sum7_1
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add (local.get $sum7_1) (f32x4.mul (local.get $w01_0) (local.get $x7_0)))
                          (f32x4.mul (local.get $w01_1) (local.get $x7_1)))
                        (f32x4.mul (local.get $w01_2) (local.get $x7_2)))
                      (f32x4.mul (local.get $w01_3) (local.get $x7_3))))))
              (local.set $kg (i32.add (local.get $kg) (i32.const 8)))
              (br 0)))
          (block
            (loop
              (local.set $mask
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $kg)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x10 0x10 0x10 0x10)))
              (br_if 1 (i32.eqz (v128.any_true (local.get $mask))))
              (local.set $index
                (v128.and
                  (i32x4.add
                    (i32x4.splat (i32.add (i32.mul (local.get $n0) (i32.const 16)) (local.get $kg)))
                    (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (local.get $mask)))
              (local.set $at0
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index)) (i32.const 8))))
              (local.set $at1
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index)) (i32.const 8))))
              (local.set $at2
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index)) (i32.const 8))))
              (local.set $at3
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index)) (i32.const 8))))
              (local.set $w00_0_word_2
                (v128.load32_lane 3
                  (local.get $at3)
                  (v128.load32_lane 2
                    (local.get $at2)
                    (v128.load32_lane 1 (local.get $at1) (v128.load32_zero (local.get $at0))))))
              (local.set $w00_2_word_2
                (v128.load32_lane offset=4 3
                  (local.get $at3)
                  (v128.load32_lane offset=4 2
                    (local.get $at2)
                    (v128.load32_lane offset=4 1 (local.get $at1) (v128.load32_zero offset=4 (local.get $at0))))))
              (local.set $w00_0_2 (i32x4.shl (local.get $w00_0_word_2) (i32.const 16)))
              (local.set $w00_1_2
                (v128.and (local.get $w00_0_word_2) (v128.const i32x4 0xffff0000 0xffff0000 0xffff0000 0xffff0000)))
              (local.set $w00_2_2 (i32x4.shl (local.get $w00_2_word_2) (i32.const 16)))
              (local.set $w00_3_2
                (v128.and (local.get $w00_2_word_2) (v128.const i32x4 0xffff0000 0xffff0000 0xffff0000 0xffff0000)))
              (local.set $index_2
                (v128.and
                  (i32x4.add
                    (i32x4.splat (i32.add (i32.mul (local.get $n1) (i32.const 16)) (local.get $kg)))
                    (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (local.get $mask)))
              (local.set $at0_2
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 0 (local.get $index_2)) (i32.const 8))))
              (local.set $at1_2
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 1 (local.get $index_2)) (i32.const 8))))
              (local.set $at2_2
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 2 (local.get $index_2)) (i32.const 8))))
              (local.set $at3_2
                (i32.add (local.get $w) (i32.mul (i32x4.extract_lane 3 (local.get $index_2)) (i32.const 8))))
              (local.set $w01_0_word_2
                (v128.load32_lane 3
                  (local.get $at3_2)
                  (v128.load32_lane 2
                    (local.get $at2_2)
                    (v128.load32_lane 1 (local.get $at1_2) (v128.load32_zero (local.get $at0_2))))))
              (local.set $w01_2_word_2
                (v128.load32_lane offset=4 3
                  (local.get $at3_2)
                  (v128.load32_lane offset=4 2
                    (local.get $at2_2)
                    (v128.load32_lane offset=4 1 (local.get $at1_2) (v128.load32_zero offset=4 (local.get $at0_2))))))
              (local.set $w01_0_2 (i32x4.shl (local.get $w01_0_word_2) (i32.const 16)))
              (local.set $w01_1_2
                (v128.and (local.get $w01_0_word_2) (v128.const i32x4 0xffff0000 0xffff0000 0xffff0000 0xffff0000)))
              (local.set $w01_2_2 (i32x4.shl (local.get $w01_2_word_2) (i32.const 16)))
              (local.set $w01_3_2
                (v128.and (local.get $w01_2_word_2) (v128.const i32x4 0xffff0000 0xffff0000 0xffff0000 0xffff0000)))
              (if
                (i32.gt_s (local.get $rows) (i32.const 0))
                (then
                  (local.set $index_3
                    (v128.and
                      (i32x4.add
                        (i32x4.splat (i32.add (i32.mul (local.get $first_row) (i32.const 16)) (local.get $kg)))
                        (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (local.get $mask)))
                  (local.set $at0_3
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 0 (local.get $index_3)) (i32.const 16))))
                  (local.set $at1_3
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 1 (local.get $index_3)) (i32.const 16))))
                  (local.set $at2_3
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 2 (local.get $index_3)) (i32.const 16))))
                  (local.set $at3_3
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 3 (local.get $index_3)) (i32.const 16))))
                  (local.set $row0_9 (v128.load (local.get $at0_3)))
                  (local.set $row1_9 (v128.load (local.get $at1_3)))
                  (local.set $row2_9 (v128.load (local.get $at2_3)))
                  (local.set $row3_9 (v128.load (local.get $at3_3)))
                  (local.set $pair_p_9
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0_9) (local.get $row1_9)))
                  (local.set $pair_q_9
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2_9) (local.get $row3_9)))
                  (local.set $pair_r_9
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row0_9)
                      (local.get $row1_9)))
                  (local.set $pair_s_9
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row2_9)
                      (local.get $row3_9)))
                  (local.set $x0_0_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_p_9) (local.get $pair_q_9)))
                  (local.set $x0_1_2
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_p_9)
                      (local.get $pair_q_9)))
                  (local.set $x0_2_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_r_9) (local.get $pair_s_9)))
                  (local.set $x0_3_2
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_r_9)
                      (local.get $pair_s_9)))
                  (local.set $sum0_0
                    (v128.bitselect
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add (local.get $sum0_0) (f32x4.mul (local.get $w00_0_2) (local.get $x0_0_2)))
                            (f32x4.mul (local.get $w00_1_2) (local.get $x0_1_2)))
                          (f32x4.mul (local.get $w00_2_2) (local.get $x0_2_2)))
                        (f32x4.mul (local.get $w00_3_2) (local.get $x0_3_2)))
                      (local.get $sum0_0)
                      (local.get $mask)))
                  (local.set $sum0_1
                    (v128.bitselect
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add (local.get $sum0_1) (f32x4.mul (local.get $w01_0_2) (local.get $x0_0_2)))
                            (f32x4.mul (local.get $w01_1_2) (local.get $x0_1_2)))
                          (f32x4.mul (local.get $w01_2_2) (local.get $x0_2_2)))
                        (f32x4.mul (local.get $w01_3_2) (local.get $x0_3_2)))
                      (local.get $sum0_1)
                      (local.get $mask)))))
              (if
                (i32.gt_s (local.get $rows) (i32.const 1))
                (then
                  (local.set $index_4
                    (v128.and
                      (i32x4.add
                        (i32x4.splat
                          (i32.add
                            (i32.mul (i32.add (local.get $first_row) (i32.const 1)) (i32.const 16))
                            (local.get $kg)))
                        (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (local.get $mask)))
                  (local.set $at0_4
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 0 (local.get $index_4)) (i32.const 16))))
                  (local.set $at1_4
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 1 (local.get $index_4)) (i32.const 16))))
                  (local.set $at2_4
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 2 (local.get $index_4)) (i32.const 16))))
                  (local.set $at3_4
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 3 (local.get $index_4)) (i32.const 16))))
                  (local.set $row0_10 (v128.load (local.get $at0_4)))
                  (local.set $row1_10 (v128.load (local.get $at1_4)))
                  (local.set $row2_10 (v128.load (local.get $at2_4)))
                  (local.set $row3_10 (v128.load (local.get $at3_4)))
                  (local.set $pair_p_10
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0_10) (local.get $row1_10)))
                  (local.set $pair_q_10
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2_10) (local.get $row3_10)))
                  (local.set $pair_r_10
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row0_10)
                      (local.get $row1_10)))
                  (local.set $pair_s_10
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row2_10)
                      (local.get $row3_10)))
                  (local.set $x1_0_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                      (local.get $pair_p_10)
                      (local.get $pair_q_10)))
                  (local.set $x1_1_2
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_p_10)
                      (local.get $pair_q_10)))
                  (local.set $x1_2_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                      (local.get $pair_r_10)
                      (local.get $pair_s_10)))
                  (local.set $x1_3_2
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_r_10)
                      (local.get $pair_s_10)))
                  (local.set $sum1_0
                    (v128.bitselect
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add (local.get $sum1_0) (f32x4.mul (local.get $w00_0_2) (local.get $x1_0_2)))
                            (f32x4.mul (local.get $w00_1_2) (local.get $x1_1_2)))
                          (f32x4.mul (local.get $w00_2_2) (local.get $x1_2_2)))
                        (f32x4.mul (local.get $w00_3_2) (local.get $x1_3_2)))
                      (local.get $sum1_0)
                      (local.get $mask)))
                  (local.set $sum1_1
                    (v128.bitselect
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add (local.get $sum1_1) (f32x4.mul (local.get $w01_0_2) (local.get $x1_0_2)))
                            (f32x4.mul (local.get $w01_1_2) (local.get $x1_1_2)))
                          (f32x4.mul (local.get $w01_2_2) (local.get $x1_2_2)))
                        (f32x4.mul (local.get $w01_3_2) (local.get $x1_3_2)))
                      (local.get $sum1_1)
                      (local.get $mask)))))
              (if
                (i32.gt_s (local.get $rows) (i32.const 2))
                (then
                  (local.set $index_5
                    (v128.and
                      (i32x4.add
                        (i32x4.splat
                          (i32.add
                            (i32.mul (i32.add (local.get $first_row) (i32.const 2)) (i32.const 16))
                            (local.get $kg)))
                        (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (local.get $mask)))
                  (local.set $at0_5
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 0 (local.get $index_5)) (i32.const 16))))
                  (local.set $at1_5
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 1 (local.get $index_5)) (i32.const 16))))
                  (local.set $at2_5
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 2 (local.get $index_5)) (i32.const 16))))
                  (local.set $at3_5
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 3 (local.get $index_5)) (i32.const 16))))
                  (local.set $row0_11 (v128.load (local.get $at0_5)))
                  (local.set $row1_11 (v128.load (local.get $at1_5)))
                  (local.set $row2_11 (v128.load (local.get $at2_5)))
                  (local.set $row3_11 (v128.load (local.get $at3_5)))
                  (local.set $pair_p_11
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0_11) (local.get $row1_11)))
                  (local.set $pair_q_11
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2_11) (local.get $row3_11)))
                  (local.set $pair_r_11
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row0_11)
                      (local.get $row1_11)))
                  (local.set $pair_s_11
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row2_11)
                      (local.get $row3_11)))
                  (local.set $x2_0_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                      (local.get $pair_p_11)
                      (local.get $pair_q_11)))
                  (local.set $x2_1_2
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_p_11)
                      (local.get $pair_q_11)))
                  (local.set $x2_2_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                      (local.get $pair_r_11)
                      (local.get $pair_s_11)))
                  (local.set $x2_3_2
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_r_11)
                      (local.get $pair_s_11)))
                  (local.set $sum2_0
                    (v128.bitselect
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add (local.get $sum2_0) (f32x4.mul (local.get $w00_0_2) (local.get $x2_0_2)))
                            (f32x4.mul (local.get $w00_1_2) (local.get $x2_1_2)))
                          (f32x4.mul (local.get $w00_2_2) (local.get $x2_2_2)))
                        (f32x4.mul (local.get $w00_3_2) (local.get $x2_3_2)))
                      (local.get $sum2_0)
                      (local.get $mask)))
                  (local.set $sum2_1
                    (v128.bitselect
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add (local.get $sum2_1) (f32x4.mul (local.get $w01_0_2) (local.get $x2_0_2)))
                            (f32x4.mul (local.get $w01_1_2) (local.get $x2_1_2)))
                          (f32x4.mul (local.get $w01_2_2) (local.get $x2_2_2)))
                        (f32x4.mul (local.get $w01_3_2) (local.get $x2_3_2)))
                      (local.get $sum2_1)
                      (local.get $mask)))))
              (if
                (i32.gt_s (local.get $rows) (i32.const 3))
                (then
                  (local.set $index_6
                    (v128.and
                      (i32x4.add
                        (i32x4.splat
                          (i32.add
                            (i32.mul (i32.add (local.get $first_row) (i32.const 3)) (i32.const 16))
                            (local.get $kg)))
                        (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (local.get $mask)))
                  (local.set $at0_6
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 0 (local.get $index_6)) (i32.const 16))))
                  (local.set $at1_6
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 1 (local.get $index_6)) (i32.const 16))))
                  (local.set $at2_6
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 2 (local.get $index_6)) (i32.const 16))))
                  (local.set $at3_6
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 3 (local.get $index_6)) (i32.const 16))))
                  (local.set $row0_12 (v128.load (local.get $at0_6)))
                  (local.set $row1_12 (v128.load (local.get $at1_6)))
                  (local.set $row2_12 (v128.load (local.get $at2_6)))
                  (local.set $row3_12 (v128.load (local.get $at3_6)))
                  (local.set $pair_p_12
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0_12) (local.get $row1_12)))
                  (local.set $pair_q_12
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2_12) (local.get $row3_12)))
                  (local.set $pair_r_12
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row0_12)
                      (local.get $row1_12)))
                  (local.set $pair_s_12
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row2_12)
                      (local.get $row3_12)))
                  (local.set $x3_0_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                      (local.get $pair_p_12)
                      (local.get $pair_q_12)))
                  (local.set $x3_1_2
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_p_12)
                      (local.get $pair_q_12)))
                  (local.set $x3_2_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                      (local.get $pair_r_12)
                      (local.get $pair_s_12)))
                  (local.set $x3_3_2
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_r_12)
                      (local.get $pair_s_12)))
                  (local.set $sum3_0
                    (v128.bitselect
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add (local.get $sum3_0) (f32x4.mul (local.get $w00_0_2) (local.get $x3_0_2)))
                            (f32x4.mul (local.get $w00_1_2) (local.get $x3_1_2)))
                          (f32x4.mul (local.get $w00_2_2) (local.get $x3_2_2)))
                        (f32x4.mul (local.get $w00_3_2) (local.get $x3_3_2)))
                      (local.get $sum3_0)
                      (local.get $mask)))
                  (local.set $sum3_1
                    (v128.bitselect
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add (local.get $sum3_1) (f32x4.mul (local.get $w01_0_2) (local.get $x3_0_2)))
                            (f32x4.mul (local.get $w01_1_2) (local.get $x3_1_2)))
                          (f32x4.mul (local.get $w01_2_2) (local.get $x3_2_2)))
                        (f32x4.mul (local.get $w01_3_2) (local.get $x3_3_2)))
                      (local.get $sum3_1)
                      (local.get $mask)))))
              (if
                (i32.gt_s (local.get $rows) (i32.const 4))
                (then
                  (local.set $index_7
                    (v128.and
                      (i32x4.add
                        (i32x4.splat
                          (i32.add
                            (i32.mul (i32.add (local.get $first_row) (i32.const 4)) (i32.const 16))
                            (local.get $kg)))
                        (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (local.get $mask)))
                  (local.set $at0_7
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 0 (local.get $index_7)) (i32.const 16))))
                  (local.set $at1_7
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 1 (local.get $index_7)) (i32.const 16))))
                  (local.set $at2_7
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 2 (local.get $index_7)) (i32.const 16))))
                  (local.set $at3_7
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 3 (local.get $index_7)) (i32.const 16))))
                  (local.set $row0_13 (v128.load (local.get $at0_7)))
                  (local.set $row1_13 (v128.load (local.get $at1_7)))
                  (local.set $row2_13 (v128.load (local.get $at2_7)))
                  (local.set $row3_13 (v128.load (local.get $at3_7)))
                  (local.set $pair_p_13
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0_13) (local.get $row1_13)))
                  (local.set $pair_q_13
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2_13) (local.get $row3_13)))
                  (local.set $pair_r_13
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row0_13)
                      (local.get $row1_13)))
                  (local.set $pair_s_13
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row2_13)
                      (local.get $row3_13)))
                  (local.set $x4_0_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                      (local.get $pair_p_13)
                      (local.get $pair_q_13)))
                  (local.set $x4_1_2
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_p_13)
                      (local.get $pair_q_13)))
                  (local.set $x4_2_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                      (local.get $pair_r_13)
                      (local.get $pair_s_13)))
                  (local.set $x4_3_2
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_r_13)
                      (local.get $pair_s_13)))
                  (local.set $sum4_0
                    (v128.bitselect
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add (local.get $sum4_0) (f32x4.mul (local.get $w00_0_2) (local.get $x4_0_2)))
                            (f32x4.mul (local.get $w00_1_2) (local.get $x4_1_2)))
                          (f32x4.mul (local.get $w00_2_2) (local.get $x4_2_2)))
                        (f32x4.mul (local.get $w00_3_2) (local.get $x4_3_2)))
                      (local.get $sum4_0)
                      (local.get $mask)))
                  (local.set $sum4_1
                    (v128.bitselect
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add (local.get $sum4_1) (f32x4.mul (local.get $w01_0_2) (local.get $x4_0_2)))
                            (f32x4.mul (local.get $w01_1_2) (local.get $x4_1_2)))
                          (f32x4.mul (local.get $w01_2_2) (local.get $x4_2_2)))
                        (f32x4.mul (local.get $w01_3_2) (local.get $x4_3_2)))
                      (local.get $sum4_1)
                      (local.get $mask)))))
              (if
                (i32.gt_s (local.get $rows) (i32.const 5))
                (then
                  (local.set $index_8
                    (v128.and
                      (i32x4.add
                        (i32x4.splat
                          (i32.add
                            (i32.mul (i32.add (local.get $first_row) (i32.const 5)) (i32.const 16))
                            (local.get $kg)))
                        (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (local.get $mask)))
                  (local.set $at0_8
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 0 (local.get $index_8)) (i32.const 16))))
                  (local.set $at1_8
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 1 (local.get $index_8)) (i32.const 16))))
                  (local.set $at2_8
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 2 (local.get $index_8)) (i32.const 16))))
                  (local.set $at3_8
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 3 (local.get $index_8)) (i32.const 16))))
                  (local.set $row0_14 (v128.load (local.get $at0_8)))
                  (local.set $row1_14 (v128.load (local.get $at1_8)))
                  (local.set $row2_14 (v128.load (local.get $at2_8)))
                  (local.set $row3_14 (v128.load (local.get $at3_8)))
                  (local.set $pair_p_14
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0_14) (local.get $row1_14)))
                  (local.set $pair_q_14
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2_14) (local.get $row3_14)))
                  (local.set $pair_r_14
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row0_14)
                      (local.get $row1_14)))
                  (local.set $pair_s_14
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row2_14)
                      (local.get $row3_14)))
                  (local.set $x5_0_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                      (local.get $pair_p_14)
                      (local.get $pair_q_14)))
                  (local.set $x5_1_2
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_p_14)
                      (local.get $pair_q_14)))
                  (local.set $x5_2_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                      (local.get $pair_r_14)
                      (local.get $pair_s_14)))
                  (local.set $x5_3_2
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_r_14)
                      (local.get $pair_s_14)))
                  (local.set $sum5_0
                    (v128.bitselect
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add (local.get $sum5_0) (f32x4.mul (local.get $w00_0_2) (local.get $x5_0_2)))
                            (f32x4.mul (local.get $w00_1_2) (local.get $x5_1_2)))
                          (f32x4.mul (local.get $w00_2_2) (local.get $x5_2_2)))
                        (f32x4.mul (local.get $w00_3_2) (local.get $x5_3_2)))
                      (local.get $sum5_0)
                      (local.get $mask)))
                  (local.set $sum5_1
                    (v128.bitselect
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add (local.get $sum5_1) (f32x4.mul (local.get $w01_0_2) (local.get $x5_0_2)))
                            (f32x4.mul (local.get $w01_1_2) (local.get $x5_1_2)))
                          (f32x4.mul (local.get $w01_2_2) (local.get $x5_2_2)))
                        (f32x4.mul (local.get $w01_3_2) (local.get $x5_3_2)))
                      (local.get $sum5_1)
                      (local.get $mask)))))
              (if
                (i32.gt_s (local.get $rows) (i32.const 6))
                (then
                  (local.set $index_9
                    (v128.and
                      (i32x4.add
                        (i32x4.splat
                          (i32.add
                            (i32.mul (i32.add (local.get $first_row) (i32.const 6)) (i32.const 16))
                            (local.get $kg)))
                        (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (local.get $mask)))
                  (local.set $at0_9
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 0 (local.get $index_9)) (i32.const 16))))
                  (local.set $at1_9
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 1 (local.get $index_9)) (i32.const 16))))
                  (local.set $at2_9
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 2 (local.get $index_9)) (i32.const 16))))
                  (local.set $at3_9
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 3 (local.get $index_9)) (i32.const 16))))
                  (local.set $row0_15 (v128.load (local.get $at0_9)))
                  (local.set $row1_15 (v128.load (local.get $at1_9)))
                  (local.set $row2_15 (v128.load (local.get $at2_9)))
                  (local.set $row3_15 (v128.load (local.get $at3_9)))
                  (local.set $pair_p_15
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0_15) (local.get $row1_15)))
                  (local.set $pair_q_15
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2_15) (local.get $row3_15)))
                  (local.set $pair_r_15
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row0_15)
                      (local.get $row1_15)))
                  (local.set $pair_s_15
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row2_15)
                      (local.get $row3_15)))
                  (local.set $x6_0_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                      (local.get $pair_p_15)
                      (local.get $pair_q_15)))
                  (local.set $x6_1_2
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_p_15)
                      (local.get $pair_q_15)))
                  (local.set $x6_2_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                      (local.get $pair_r_15)
                      (local.get $pair_s_15)))
                  (local.set $x6_3_2
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_r_15)
                      (local.get $pair_s_15)))
                  (local.set $sum6_0
                    (v128.bitselect
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add (local.get $sum6_0) (f32x4.mul (local.get $w00_0_2) (local.get $x6_0_2)))
                            (f32x4.mul (local.get $w00_1_2) (local.get $x6_1_2)))
                          (f32x4.mul (local.get $w00_2_2) (local.get $x6_2_2)))
                        (f32x4.mul (local.get $w00_3_2) (local.get $x6_3_2)))
                      (local.get $sum6_0)
                      (local.get $mask)))
                  (local.set $sum6_1
                    (v128.bitselect
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add (local.get $sum6_1) (f32x4.mul (local.get $w01_0_2) (local.get $x6_0_2)))
                            (f32x4.mul (local.get $w01_1_2) (local.get $x6_1_2)))
                          (f32x4.mul (local.get $w01_2_2) (local.get $x6_2_2)))
                        (f32x4.mul (local.get $w01_3_2) (local.get $x6_3_2)))
                      (local.get $sum6_1)
                      (local.get $mask)))))
              (if
                (i32.gt_s (local.get $rows) (i32.const 7))
                (then
                  (local.set $index_10
                    (v128.and
                      (i32x4.add
                        (i32x4.splat
                          (i32.add
                            (i32.mul (i32.add (local.get $first_row) (i32.const 7)) (i32.const 16))
                            (local.get $kg)))
                        (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (local.get $mask)))
                  (local.set $at0_10
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 0 (local.get $index_10)) (i32.const 16))))
                  (local.set $at1_10
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 1 (local.get $index_10)) (i32.const 16))))
                  (local.set $at2_10
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 2 (local.get $index_10)) (i32.const 16))))
                  (local.set $at3_10
                    (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 3 (local.get $index_10)) (i32.const 16))))
                  (local.set $row0_16 (v128.load (local.get $at0_10)))
                  (local.set $row1_16 (v128.load (local.get $at1_10)))
                  (local.set $row2_16 (v128.load (local.get $at2_10)))
                  (local.set $row3_16 (v128.load (local.get $at3_10)))
                  (local.set $pair_p_16
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0_16) (local.get $row1_16)))
                  (local.set $pair_q_16
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2_16) (local.get $row3_16)))
                  (local.set $pair_r_16
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row0_16)
                      (local.get $row1_16)))
                  (local.set $pair_s_16
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $row2_16)
                      (local.get $row3_16)))
                  (local.set $x7_0_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                      (local.get $pair_p_16)
                      (local.get $pair_q_16)))
                  (local.set $x7_1_2
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_p_16)
                      (local.get $pair_q_16)))
                  (local.set $x7_2_2
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                      (local.get $pair_r_16)
                      (local.get $pair_s_16)))
                  (local.set $x7_3_2
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                      (local.get $pair_r_16)
                      (local.get $pair_s_16)))
                  (local.set $sum7_0
                    (v128.bitselect
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add (local.get $sum7_0) (f32x4.mul (local.get $w00_0_2) (local.get $x7_0_2)))
                            (f32x4.mul (local.get $w00_1_2) (local.get $x7_1_2)))
                          (f32x4.mul (local.get $w00_2_2) (local.get $x7_2_2)))
                        (f32x4.mul (local.get $w00_3_2) (local.get $x7_3_2)))
                      (local.get $sum7_0)
                      (local.get $mask)))
                  (local.set $sum7_1
                    (v128.bitselect
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add (local.get $sum7_1) (f32x4.mul (local.get $w01_0_2) (local.get $x7_0_2)))
                            (f32x4.mul (local.get $w01_1_2) (local.get $x7_1_2)))
                          (f32x4.mul (local.get $w01_2_2) (local.get $x7_2_2)))
                        (f32x4.mul (local.get $w01_3_2) (local.get $x7_3_2)))
                      (local.get $sum7_1)
                      (local.get $mask)))))
              (local.set $kg (i32.add (local.get $kg) (i32.const 8)))
              (br 0)))
          (local.set $stored (local.get $sum0_0))
          (local.set $at_11 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
          (v128.store (local.get $at_11) (local.get $stored))
          (local.set $stored_2 (local.get $sum0_1))
          (local.set $at_12
            (i32.add (local.get $scratch) (i32.mul (i32.add (i32.const 64) (local.get $local)) (i32.const 4))))
          (v128.store (local.get $at_12) (local.get $stored_2))
          (local.set $stored_3 (local.get $sum1_0))
          (local.set $at_13
            (i32.add (local.get $scratch) (i32.mul (i32.add (i32.const 128) (local.get $local)) (i32.const 4))))
          (v128.store (local.get $at_13) (local.get $stored_3))
          (local.set $stored_4 (local.get $sum1_1))
          (local.set $at_14
            (i32.add (local.get $scratch) (i32.mul (i32.add (i32.const 192) (local.get $local)) (i32.const 4))))
          (v128.store (local.get $at_14) (local.get $stored_4))
          (local.set $stored_5 (local.get $sum2_0))
          (local.set $at_15
            (i32.add (local.get $scratch) (i32.mul (i32.add (i32.const 256) (local.get $local)) (i32.const 4))))
          (v128.store (local.get $at_15) (local.get $stored_5))
          (local.set $stored_6 (local.get $sum2_1))
          (local.set $at_16
            (i32.add (local.get $scratch) (i32.mul (i32.add (i32.const 320) (local.get $local)) (i32.const 4))))
          (v128.store (local.get $at_16) (local.get $stored_6))
          (local.set $stored_7 (local.get $sum3_0))
          (local.set $at_17
            (i32.add (local.get $scratch) (i32.mul (i32.add (i32.const 384) (local.get $local)) (i32.const 4))))
          (v128.store (local.get $at_17) (local.get $stored_7))
          (local.set $stored_8 (local.get $sum3_1))
          (local.set $at_18
            (i32.add (local.get $scratch) (i32.mul (i32.add (i32.const 448) (local.get $local)) (i32.const 4))))
          (v128.store (local.get $at_18) (local.get $stored_8))
          (local.set $stored_9 (local.get $sum4_0))
          (local.set $at_19
            (i32.add (local.get $scratch) (i32.mul (i32.add (i32.const 512) (local.get $local)) (i32.const 4))))
          (v128.store (local.get $at_19) (local.get $stored_9))
          (local.set $stored_10 (local.get $sum4_1))
          (local.set $at_20
            (i32.add (local.get $scratch) (i32.mul (i32.add (i32.const 576) (local.get $local)) (i32.const 4))))
          (v128.store (local.get $at_20) (local.get $stored_10))
          (local.set $stored_11 (local.get $sum5_0))
          (local.set $at_21
            (i32.add (local.get $scratch) (i32.mul (i32.add (i32.const 640) (local.get $local)) (i32.const 4))))
          (v128.store (local.get $at_21) (local.get $stored_11))
          (local.set $stored_12 (local.get $sum5_1))
          (local.set $at_22
            (i32.add (local.get $scratch) (i32.mul (i32.add (i32.const 704) (local.get $local)) (i32.const 4))))
          (v128.store (local.get $at_22) (local.get $stored_12))
          (local.set $stored_13 (local.get $sum6_0))
          (local.set $at_23
            (i32.add (local.get $scratch) (i32.mul (i32.add (i32.const 768) (local.get $local)) (i32.const 4))))
          (v128.store (local.get $at_23) (local.get $stored_13))
          (local.set $stored_14 (local.get $sum6_1))
          (local.set $at_24
            (i32.add (local.get $scratch) (i32.mul (i32.add (i32.const 832) (local.get $local)) (i32.const 4))))
          (v128.store (local.get $at_24) (local.get $stored_14))
          (local.set $stored_15 (local.get $sum7_0))
          (local.set $at_25
            (i32.add (local.get $scratch) (i32.mul (i32.add (i32.const 896) (local.get $local)) (i32.const 4))))
          (v128.store (local.get $at_25) (local.get $stored_15))
          (local.set $stored_16 (local.get $sum7_1))
          (local.set $at_26
            (i32.add (local.get $scratch) (i32.mul (i32.add (i32.const 960) (local.get $local)) (i32.const 4))))
          (v128.store (local.get $at_26) (local.get $stored_16))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $row (i32.div_s (local.get $local) (i32.const 8)))
          (local.set $group_of_row (i32.rem_s (local.get $local) (i32.const 8)))
          (local.set $target_group (i32.add (i32.mul (local.get $group_x) (i32.const 8)) (local.get $group_of_row)))
          (local.set $condition
            (v128.and
              (i32x4.neg
                (i32x4.splat
                  (i32.and (i32.lt_s (local.get $row) (i32.const 8)) (i32.lt_s (local.get $row) (local.get $rows)))))
              (i32x4.lt_s
                (i32x4.add (i32x4.splat (local.get $target_group)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                (v128.const i32x4 0x30 0x30 0x30 0x30))))
          (if
            (i32x4.all_true (local.get $condition))
            (then
              (local.set $base0_2
                (i32.add
                  (i32.mul (i32.mul (local.get $row) (i32.const 2)) (i32.const 64))
                  (i32.mul (local.get $group_of_row) (i32.const 8))))
              (local.set $at_27 (i32.add (local.get $scratch) (i32.mul (local.get $base0_2) (i32.const 4))))
              (local.set $part0_0_2
                (v128.load32_lane offset=96 3
                  (local.get $at_27)
                  (v128.load32_lane offset=64 2
                    (local.get $at_27)
                    (v128.load32_lane offset=32 1 (local.get $at_27) (v128.load32_zero (local.get $at_27))))))
              (local.set $at_28
                (i32.add (local.get $scratch) (i32.mul (i32.add (local.get $base0_2) (i32.const 1)) (i32.const 4))))
              (local.set $part0_1_2
                (v128.load32_lane offset=96 3
                  (local.get $at_28)
                  (v128.load32_lane offset=64 2
                    (local.get $at_28)
                    (v128.load32_lane offset=32 1 (local.get $at_28) (v128.load32_zero (local.get $at_28))))))
              (local.set $at_29
                (i32.add (local.get $scratch) (i32.mul (i32.add (local.get $base0_2) (i32.const 2)) (i32.const 4))))
              (local.set $part0_2_2
                (v128.load32_lane offset=96 3
                  (local.get $at_29)
                  (v128.load32_lane offset=64 2
                    (local.get $at_29)
                    (v128.load32_lane offset=32 1 (local.get $at_29) (v128.load32_zero (local.get $at_29))))))
              (local.set $at_30
                (i32.add (local.get $scratch) (i32.mul (i32.add (local.get $base0_2) (i32.const 3)) (i32.const 4))))
              (local.set $part0_3_2
                (v128.load32_lane offset=96 3
                  (local.get $at_30)
                  (v128.load32_lane offset=64 2
                    (local.get $at_30)
                    (v128.load32_lane offset=32 1 (local.get $at_30) (v128.load32_zero (local.get $at_30))))))
              (local.set $at_31
                (i32.add (local.get $scratch) (i32.mul (i32.add (local.get $base0_2) (i32.const 4)) (i32.const 4))))
              (local.set $part0_4_2
                (v128.load32_lane offset=96 3
                  (local.get $at_31)
                  (v128.load32_lane offset=64 2
                    (local.get $at_31)
                    (v128.load32_lane offset=32 1 (local.get $at_31) (v128.load32_zero (local.get $at_31))))))
              (local.set $at_32
                (i32.add (local.get $scratch) (i32.mul (i32.add (local.get $base0_2) (i32.const 5)) (i32.const 4))))
              (local.set $part0_5_2
                (v128.load32_lane offset=96 3
                  (local.get $at_32)
                  (v128.load32_lane offset=64 2
                    (local.get $at_32)
                    (v128.load32_lane offset=32 1 (local.get $at_32) (v128.load32_zero (local.get $at_32))))))
              (local.set $at_33
                (i32.add (local.get $scratch) (i32.mul (i32.add (local.get $base0_2) (i32.const 6)) (i32.const 4))))
              (local.set $part0_6_2
                (v128.load32_lane offset=96 3
                  (local.get $at_33)
                  (v128.load32_lane offset=64 2
                    (local.get $at_33)
                    (v128.load32_lane offset=32 1 (local.get $at_33) (v128.load32_zero (local.get $at_33))))))
              (local.set $at_34
                (i32.add (local.get $scratch) (i32.mul (i32.add (local.get $base0_2) (i32.const 7)) (i32.const 4))))
              (local.set $part0_7_2
                (v128.load32_lane offset=96 3
                  (local.get $at_34)
                  (v128.load32_lane offset=64 2
                    (local.get $at_34)
                    (v128.load32_lane offset=32 1 (local.get $at_34) (v128.load32_zero (local.get $at_34))))))
              (local.set $total0_2
                (f32x4.add
                  (f32x4.add
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add (f32x4.add (local.get $part0_0_2) (local.get $part0_1_2)) (local.get $part0_2_2))
                          (local.get $part0_3_2))
                        (local.get $part0_4_2))
                      (local.get $part0_5_2))
                    (local.get $part0_6_2))
                  (local.get $part0_7_2)))
              (local.set $base1_2
                (i32.add
                  (i32.mul (i32.add (i32.mul (local.get $row) (i32.const 2)) (i32.const 1)) (i32.const 64))
                  (i32.mul (local.get $group_of_row) (i32.const 8))))
              (local.set $at_35 (i32.add (local.get $scratch) (i32.mul (local.get $base1_2) (i32.const 4))))
              (local.set $part1_0_2
                (v128.load32_lane offset=96 3
                  (local.get $at_35)
                  (v128.load32_lane offset=64 2
                    (local.get $at_35)
                    (v128.load32_lane offset=32 1 (local.get $at_35) (v128.load32_zero (local.get $at_35))))))
              (local.set $at_36
                (i32.add (local.get $scratch) (i32.mul (i32.add (local.get $base1_2) (i32.const 1)) (i32.const 4))))
              (local.set $part1_1_2
                (v128.load32_lane offset=96 3
                  (local.get $at_36)
                  (v128.load32_lane offset=64 2
                    (local.get $at_36)
                    (v128.load32_lane offset=32 1 (local.get $at_36) (v128.load32_zero (local.get $at_36))))))
              (local.set $at_37
                (i32.add (local.get $scratch) (i32.mul (i32.add (local.get $base1_2) (i32.const 2)) (i32.const 4))))
              (local.set $part1_2_2
                (v128.load32_lane offset=96 3
                  (local.get $at_37)
                  (v128.load32_lane offset=64 2
                    (local.get $at_37)
                    (v128.load32_lane offset=32 1 (local.get $at_37) (v128.load32_zero (local.get $at_37))))))
              (local.set $at_38
                (i32.add (local.get $scratch) (i32.mul (i32.add (local.get $base1_2) (i32.const 3)) (i32.const 4))))
              (local.set $part1_3_2
                (v128.load32_lane offset=96 3
                  (local.get $at_38)
                  (v128.load32_lane offset=64 2
                    (local.get $at_38)
                    (v128.load32_lane offset=32 1 (local.get $at_38) (v128.load32_zero (local.get $at_38))))))
              (local.set $at_39
                (i32.add (local.get $scratch) (i32.mul (i32.add (local.get $base1_2) (i32.const 4)) (i32.const 4))))
              (local.set $part1_4_2
                (v128.load32_lane offset=96 3
                  (local.get $at_39)
                  (v128.load32_lane offset=64 2
                    (local.get $at_39)
                    (v128.load32_lane offset=32 1 (local.get $at_39) (v128.load32_zero (local.get $at_39))))))
              (local.set $at_40
                (i32.add (local.get $scratch) (i32.mul (i32.add (local.get $base1_2) (i32.const 5)) (i32.const 4))))
              (local.set $part1_5_2
                (v128.load32_lane offset=96 3
                  (local.get $at_40)
                  (v128.load32_lane offset=64 2
                    (local.get $at_40)
                    (v128.load32_lane offset=32 1 (local.get $at_40) (v128.load32_zero (local.get $at_40))))))
              (local.set $at_41
                (i32.add (local.get $scratch) (i32.mul (i32.add (local.get $base1_2) (i32.const 6)) (i32.const 4))))
              (local.set $part1_6_2
                (v128.load32_lane offset=96 3
                  (local.get $at_41)
                  (v128.load32_lane offset=64 2
                    (local.get $at_41)
                    (v128.load32_lane offset=32 1 (local.get $at_41) (v128.load32_zero (local.get $at_41))))))
              (local.set $at_42
                (i32.add (local.get $scratch) (i32.mul (i32.add (local.get $base1_2) (i32.const 7)) (i32.const 4))))
              (local.set $part1_7_2
                (v128.load32_lane offset=96 3
                  (local.get $at_42)
                  (v128.load32_lane offset=64 2
                    (local.get $at_42)
                    (v128.load32_lane offset=32 1 (local.get $at_42) (v128.load32_zero (local.get $at_42))))))
              (local.set $total1_2
                (f32x4.add
                  (f32x4.add
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add (f32x4.add (local.get $part1_0_2) (local.get $part1_1_2)) (local.get $part1_2_2))
                          (local.get $part1_3_2))
                        (local.get $part1_4_2))
                      (local.get $part1_5_2))
                    (local.get $part1_6_2))
                  (local.get $part1_7_2)))
              (local.set $y_row_2 (i32.add (local.get $first_row) (local.get $row)))
              (local.set $stored_19 (local.get $total0_2))
              (local.set $stored_20 (local.get $total1_2))
              (local.set $at_43
                (i32.add
                  (local.get $y)
                  (i32.mul
                    (i32.add (i32.mul (local.get $y_row_2) (i32.const 48)) (local.get $target_group))
                    (i32.const 8))))
              (v128.store
                (local.get $at_43)
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $stored_19) (local.get $stored_20)))
              (v128.store offset=16
                (local.get $at_43)
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                  (local.get $stored_19)
                  (local.get $stored_20))))
            (else
              (if
                (i32.eqz (v128.any_true (local.get $condition)))
                (then)
                (else
                  (local.set $mask_2 (local.get $condition))
                  (if
                    (v128.any_true (local.get $mask_2))
                    (then
                      (local.set $base0
                        (i32.add
                          (i32.mul (i32.mul (local.get $row) (i32.const 2)) (i32.const 64))
                          (i32.mul (local.get $group_of_row) (i32.const 8))))
                      (local.set $index_11
                        (v128.and
                          (i32x4.add (i32x4.splat (local.get $base0)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                          (local.get $mask_2)))
                      (local.set $at0_11
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_11)) (i32.const 4))))
                      (local.set $at1_11
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_11)) (i32.const 4))))
                      (local.set $at2_11
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_11)) (i32.const 4))))
                      (local.set $at3_11
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_11)) (i32.const 4))))
                      (local.set $part0_0
                        (v128.load32_lane 3
                          (local.get $at3_11)
                          (v128.load32_lane 2
                            (local.get $at2_11)
                            (v128.load32_lane 1 (local.get $at1_11) (v128.load32_zero (local.get $at0_11))))))
                      (local.set $index_12
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base0) (i32.const 1)))
                            (v128.const i32x4 0x0 0x8 0x10 0x18))
                          (local.get $mask_2)))
                      (local.set $at0_12
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_12)) (i32.const 4))))
                      (local.set $at1_12
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_12)) (i32.const 4))))
                      (local.set $at2_12
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_12)) (i32.const 4))))
                      (local.set $at3_12
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_12)) (i32.const 4))))
                      (local.set $part0_1
                        (v128.load32_lane 3
                          (local.get $at3_12)
                          (v128.load32_lane 2
                            (local.get $at2_12)
                            (v128.load32_lane 1 (local.get $at1_12) (v128.load32_zero (local.get $at0_12))))))
                      (local.set $index_13
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base0) (i32.const 2)))
                            (v128.const i32x4 0x0 0x8 0x10 0x18))
                          (local.get $mask_2)))
                      (local.set $at0_13
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_13)) (i32.const 4))))
                      (local.set $at1_13
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_13)) (i32.const 4))))
                      (local.set $at2_13
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_13)) (i32.const 4))))
                      (local.set $at3_13
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_13)) (i32.const 4))))
                      (local.set $part0_2
                        (v128.load32_lane 3
                          (local.get $at3_13)
                          (v128.load32_lane 2
                            (local.get $at2_13)
                            (v128.load32_lane 1 (local.get $at1_13) (v128.load32_zero (local.get $at0_13))))))
                      (local.set $index_14
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base0) (i32.const 3)))
                            (v128.const i32x4 0x0 0x8 0x10 0x18))
                          (local.get $mask_2)))
                      (local.set $at0_14
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_14)) (i32.const 4))))
                      (local.set $at1_14
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_14)) (i32.const 4))))
                      (local.set $at2_14
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_14)) (i32.const 4))))
                      (local.set $at3_14
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_14)) (i32.const 4))))
                      (local.set $part0_3
                        (v128.load32_lane 3
                          (local.get $at3_14)
                          (v128.load32_lane 2
                            (local.get $at2_14)
                            (v128.load32_lane 1 (local.get $at1_14) (v128.load32_zero (local.get $at0_14))))))
                      (local.set $index_15
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base0) (i32.const 4)))
                            (v128.const i32x4 0x0 0x8 0x10 0x18))
                          (local.get $mask_2)))
                      (local.set $at0_15
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_15)) (i32.const 4))))
                      (local.set $at1_15
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_15)) (i32.const 4))))
                      (local.set $at2_15
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_15)) (i32.const 4))))
                      (local.set $at3_15
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_15)) (i32.const 4))))
                      (local.set $part0_4
                        (v128.load32_lane 3
                          (local.get $at3_15)
                          (v128.load32_lane 2
                            (local.get $at2_15)
                            (v128.load32_lane 1 (local.get $at1_15) (v128.load32_zero (local.get $at0_15))))))
                      (local.set $index_16
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base0) (i32.const 5)))
                            (v128.const i32x4 0x0 0x8 0x10 0x18))
                          (local.get $mask_2)))
                      (local.set $at0_16
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_16)) (i32.const 4))))
                      (local.set $at1_16
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_16)) (i32.const 4))))
                      (local.set $at2_16
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_16)) (i32.const 4))))
                      (local.set $at3_16
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_16)) (i32.const 4))))
                      (local.set $part0_5
                        (v128.load32_lane 3
                          (local.get $at3_16)
                          (v128.load32_lane 2
                            (local.get $at2_16)
                            (v128.load32_lane 1 (local.get $at1_16) (v128.load32_zero (local.get $at0_16))))))
                      (local.set $index_17
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base0) (i32.const 6)))
                            (v128.const i32x4 0x0 0x8 0x10 0x18))
                          (local.get $mask_2)))
                      (local.set $at0_17
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_17)) (i32.const 4))))
                      (local.set $at1_17
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_17)) (i32.const 4))))
                      (local.set $at2_17
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_17)) (i32.const 4))))
                      (local.set $at3_17
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_17)) (i32.const 4))))
                      (local.set $part0_6
                        (v128.load32_lane 3
                          (local.get $at3_17)
                          (v128.load32_lane 2
                            (local.get $at2_17)
                            (v128.load32_lane 1 (local.get $at1_17) (v128.load32_zero (local.get $at0_17))))))
                      (local.set $index_18
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base0) (i32.const 7)))
                            (v128.const i32x4 0x0 0x8 0x10 0x18))
                          (local.get $mask_2)))
                      (local.set $at0_18
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_18)) (i32.const 4))))
                      (local.set $at1_18
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_18)) (i32.const 4))))
                      (local.set $at2_18
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_18)) (i32.const 4))))
                      (local.set $at3_18
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_18)) (i32.const 4))))
                      (local.set $part0_7
                        (v128.load32_lane 3
                          (local.get $at3_18)
                          (v128.load32_lane 2
                            (local.get $at2_18)
                            (v128.load32_lane 1 (local.get $at1_18) (v128.load32_zero (local.get $at0_18))))))
                      (local.set $total0
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add
                              (f32x4.add
                                (f32x4.add
                                  (f32x4.add (f32x4.add (local.get $part0_0) (local.get $part0_1)) (local.get $part0_2))
                                  (local.get $part0_3))
                                (local.get $part0_4))
                              (local.get $part0_5))
                            (local.get $part0_6))
                          (local.get $part0_7)))
                      (local.set $base1
                        (i32.add
                          (i32.mul (i32.add (i32.mul (local.get $row) (i32.const 2)) (i32.const 1)) (i32.const 64))
                          (i32.mul (local.get $group_of_row) (i32.const 8))))
                      (local.set $index_19
                        (v128.and
                          (i32x4.add (i32x4.splat (local.get $base1)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                          (local.get $mask_2)))
                      (local.set $at0_19
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_19)) (i32.const 4))))
                      (local.set $at1_19
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_19)) (i32.const 4))))
                      (local.set $at2_19
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_19)) (i32.const 4))))
                      (local.set $at3_19
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_19)) (i32.const 4))))
                      (local.set $part1_0
                        (v128.load32_lane 3
                          (local.get $at3_19)
                          (v128.load32_lane 2
                            (local.get $at2_19)
                            (v128.load32_lane 1 (local.get $at1_19) (v128.load32_zero (local.get $at0_19))))))
                      (local.set $index_20
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base1) (i32.const 1)))
                            (v128.const i32x4 0x0 0x8 0x10 0x18))
                          (local.get $mask_2)))
                      (local.set $at0_20
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_20)) (i32.const 4))))
                      (local.set $at1_20
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_20)) (i32.const 4))))
                      (local.set $at2_20
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_20)) (i32.const 4))))
                      (local.set $at3_20
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_20)) (i32.const 4))))
                      (local.set $part1_1
                        (v128.load32_lane 3
                          (local.get $at3_20)
                          (v128.load32_lane 2
                            (local.get $at2_20)
                            (v128.load32_lane 1 (local.get $at1_20) (v128.load32_zero (local.get $at0_20))))))
                      (local.set $index_21
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base1) (i32.const 2)))
                            (v128.const i32x4 0x0 0x8 0x10 0x18))
                          (local.get $mask_2)))
                      (local.set $at0_21
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_21)) (i32.const 4))))
                      (local.set $at1_21
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_21)) (i32.const 4))))
                      (local.set $at2_21
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_21)) (i32.const 4))))
                      (local.set $at3_21
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_21)) (i32.const 4))))
                      (local.set $part1_2
                        (v128.load32_lane 3
                          (local.get $at3_21)
                          (v128.load32_lane 2
                            (local.get $at2_21)
                            (v128.load32_lane 1 (local.get $at1_21) (v128.load32_zero (local.get $at0_21))))))
                      (local.set $index_22
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base1) (i32.const 3)))
                            (v128.const i32x4 0x0 0x8 0x10 0x18))
                          (local.get $mask_2)))
                      (local.set $at0_22
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_22)) (i32.const 4))))
                      (local.set $at1_22
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_22)) (i32.const 4))))
                      (local.set $at2_22
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_22)) (i32.const 4))))
                      (local.set $at3_22
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_22)) (i32.const 4))))
                      (local.set $part1_3
                        (v128.load32_lane 3
                          (local.get $at3_22)
                          (v128.load32_lane 2
                            (local.get $at2_22)
                            (v128.load32_lane 1 (local.get $at1_22) (v128.load32_zero (local.get $at0_22))))))
                      (local.set $index_23
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base1) (i32.const 4)))
                            (v128.const i32x4 0x0 0x8 0x10 0x18))
                          (local.get $mask_2)))
                      (local.set $at0_23
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_23)) (i32.const 4))))
                      (local.set $at1_23
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_23)) (i32.const 4))))
                      (local.set $at2_23
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_23)) (i32.const 4))))
                      (local.set $at3_23
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_23)) (i32.const 4))))
                      (local.set $part1_4
                        (v128.load32_lane 3
                          (local.get $at3_23)
                          (v128.load32_lane 2
                            (local.get $at2_23)
                            (v128.load32_lane 1 (local.get $at1_23) (v128.load32_zero (local.get $at0_23))))))
                      (local.set $index_24
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base1) (i32.const 5)))
                            (v128.const i32x4 0x0 0x8 0x10 0x18))
                          (local.get $mask_2)))
                      (local.set $at0_24
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_24)) (i32.const 4))))
                      (local.set $at1_24
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_24)) (i32.const 4))))
                      (local.set $at2_24
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_24)) (i32.const 4))))
                      (local.set $at3_24
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_24)) (i32.const 4))))
                      (local.set $part1_5
                        (v128.load32_lane 3
                          (local.get $at3_24)
                          (v128.load32_lane 2
                            (local.get $at2_24)
                            (v128.load32_lane 1 (local.get $at1_24) (v128.load32_zero (local.get $at0_24))))))
                      (local.set $index_25
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base1) (i32.const 6)))
                            (v128.const i32x4 0x0 0x8 0x10 0x18))
                          (local.get $mask_2)))
                      (local.set $at0_25
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_25)) (i32.const 4))))
                      (local.set $at1_25
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_25)) (i32.const 4))))
                      (local.set $at2_25
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_25)) (i32.const 4))))
                      (local.set $at3_25
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_25)) (i32.const 4))))
                      (local.set $part1_6
                        (v128.load32_lane 3
                          (local.get $at3_25)
                          (v128.load32_lane 2
                            (local.get $at2_25)
                            (v128.load32_lane 1 (local.get $at1_25) (v128.load32_zero (local.get $at0_25))))))
                      (local.set $index_26
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base1) (i32.const 7)))
                            (v128.const i32x4 0x0 0x8 0x10 0x18))
                          (local.get $mask_2)))
                      (local.set $at0_26
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_26)) (i32.const 4))))
                      (local.set $at1_26
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_26)) (i32.const 4))))
                      (local.set $at2_26
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_26)) (i32.const 4))))
                      (local.set $at3_26
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_26)) (i32.const 4))))
                      (local.set $part1_7
                        (v128.load32_lane 3
                          (local.get $at3_26)
                          (v128.load32_lane 2
                            (local.get $at2_26)
                            (v128.load32_lane 1 (local.get $at1_26) (v128.load32_zero (local.get $at0_26))))))
                      (local.set $total1
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add
                              (f32x4.add
                                (f32x4.add
                                  (f32x4.add (f32x4.add (local.get $part1_0) (local.get $part1_1)) (local.get $part1_2))
                                  (local.get $part1_3))
                                (local.get $part1_4))
                              (local.get $part1_5))
                            (local.get $part1_6))
                          (local.get $part1_7)))
                      (local.set $y_row (i32.add (local.get $first_row) (local.get $row)))
                      (local.set $stored_17 (local.get $total0))
                      (local.set $stored_18 (local.get $total1))
                      (local.set $index_27
                        (i32x4.add
                          (i32x4.splat (i32.add (i32.mul (local.get $y_row) (i32.const 48)) (local.get $target_group)))
                          (v128.const i32x4 0x0 0x1 0x2 0x3)))
                      (local.set $at0_27
                        (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 0 (local.get $index_27)) (i32.const 8))))
                      (local.set $at1_27
                        (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 1 (local.get $index_27)) (i32.const 8))))
                      (local.set $at2_27
                        (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 2 (local.get $index_27)) (i32.const 8))))
                      (local.set $at3_27
                        (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 3 (local.get $index_27)) (i32.const 8))))
                      (if
                        (i32x4.extract_lane 0 (local.get $mask_2))
                        (then
                          (v128.store32_lane 0 (local.get $at0_27) (local.get $stored_17))
                          (v128.store32_lane offset=4 0 (local.get $at0_27) (local.get $stored_18))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask_2))
                        (then
                          (v128.store32_lane 1 (local.get $at1_27) (local.get $stored_17))
                          (v128.store32_lane offset=4 1 (local.get $at1_27) (local.get $stored_18))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask_2))
                        (then
                          (v128.store32_lane 2 (local.get $at2_27) (local.get $stored_17))
                          (v128.store32_lane offset=4 2 (local.get $at2_27) (local.get $stored_18))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask_2))
                        (then
                          (v128.store32_lane 3 (local.get $at3_27) (local.get $stored_17))
                          (v128.store32_lane offset=4 3 (local.get $at3_27) (local.get $stored_18))))))))))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br 0))))
  (export "run" (func $run)))
