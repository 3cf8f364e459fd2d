(module
  (import "env" "memory" (memory 0))
  (func $run (param $step i32) (param $k i32) (param $v i32) (param $pages i32) (param $scratch i32) (param $groups_x i32) (param $groups_y i32) (param $groups_z i32) (param $from i32) (param $to i32)
    (local $group_x i32)
    (local $group_y i32)
    (local $group_z i32)
    (local $local i32)
    (local $thread_at i32)
    (local $head i32)
    (local $row i32)
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
    (local $index i32)
    (local $page_pages_at i32)
    (local $page_pages i32)
    (local $page_base_at i32)
    (local $page_base i32)
    (local $page_at i32)
    (local $page i32)
    (local $token i32)
    (local $vector i32)
    (local $keys_vector i32)
    (local $values_vector i32)
    (local $group_of_vector i32)
    (local $at i32)
    (local $row0 v128)
    (local $row1 v128)
    (local $row2 v128)
    (local $row3 v128)
    (local $pair_p v128)
    (local $pair_q v128)
    (local $pair_r v128)
    (local $pair_s v128)
    (local $keys0 v128)
    (local $keys1 v128)
    (local $keys2 v128)
    (local $keys3 v128)
    (local $stored v128)
    (local $stored_2 v128)
    (local $stored_3 v128)
    (local $stored_4 v128)
    (local $at_2 i32)
    (local $pair_p_2 v128)
    (local $pair_q_2 v128)
    (local $pair_r_2 v128)
    (local $pair_s_2 v128)
    (local $mask v128)
    (local $index_2 v128)
    (local $at0 i32)
    (local $at1 i32)
    (local $at2 i32)
    (local $at3 i32)
    (local $row0_2 v128)
    (local $row1_2 v128)
    (local $row2_2 v128)
    (local $row3_2 v128)
    (local $pair_p_3 v128)
    (local $pair_q_3 v128)
    (local $pair_r_3 v128)
    (local $pair_s_3 v128)
    (local $keys0_2 v128)
    (local $keys1_2 v128)
    (local $keys2_2 v128)
    (local $keys3_2 v128)
    (local $stored_5 v128)
    (local $stored_6 v128)
    (local $stored_7 v128)
    (local $stored_8 v128)
    (local $index_3 v128)
    (local $at0_2 i32)
    (local $at1_2 i32)
    (local $at2_2 i32)
    (local $at3_2 i32)
    (local $group_of_vector_2 i32)
    (local $at_3 i32)
    (local $row0_3 v128)
    (local $row1_3 v128)
    (local $row2_3 v128)
    (local $row3_3 v128)
    (local $pair_p_4 v128)
    (local $pair_q_4 v128)
    (local $pair_r_4 v128)
    (local $pair_s_4 v128)
    (local $values0 v128)
    (local $values1 v128)
    (local $values2 v128)
    (local $values3 v128)
    (local $stored_9 v128)
    (local $stored_10 v128)
    (local $stored_11 v128)
    (local $stored_12 v128)
    (local $at_4 i32)
    (local $pair_p_5 v128)
    (local $pair_q_5 v128)
    (local $pair_r_5 v128)
    (local $pair_s_5 v128)
    (local $mask_2 v128)
    (local $index_4 v128)
    (local $at0_3 i32)
    (local $at1_3 i32)
    (local $at2_3 i32)
    (local $at3_3 i32)
    (local $row0_4 v128)
    (local $row1_4 v128)
    (local $row2_4 v128)
    (local $row3_4 v128)
    (local $pair_p_6 v128)
    (local $pair_q_6 v128)
    (local $pair_r_6 v128)
    (local $pair_s_6 v128)
    (local $values0_2 v128)
    (local $values1_2 v128)
    (local $values2_2 v128)
    (local $values3_2 v128)
    (local $stored_13 v128)
    (local $stored_14 v128)
    (local $stored_15 v128)
    (local $stored_16 v128)
    (local $index_5 v128)
    (local $at0_4 i32)
    (local $at1_4 i32)
    (local $at2_4 i32)
    (local $at3_4 i32)
    (block
      (loop
        (br_if 1 (i32.eqz (i32.lt_u (local.get $from) (local.get $to))))
        (local.set $group_x (i32.rem_u (local.get $from) (local.get $groups_x)))
        (local.set $group_y (i32.rem_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $group_z (i32.div_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $head (local.get $group_x))
        (local.set $row (local.get $group_y))
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
        (local.set $index (i32.add (local.get $length) (i32.sub (local.get $row) (local.get $begin))))
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
                (i32.add
                  (i32.mul (local.get $lane) (local.get $page_pages))
                  (i32.div_s (local.get $index) (i32.const 64))))
              (i32.const 4))))
        (local.set $page (i32.load (local.get $page_at)))
        (local.set $token (i32.rem_s (local.get $index) (i32.const 64)))
        (local.set $vector (i32.add (i32.mul (local.get $row) (i32.const 2)) (local.get $head)))
        (local.set $keys_vector
          (i32.add
            (i32.mul (i32.add (i32.mul (local.get $page) (i32.const 4)) (local.get $head)) (i32.const 64))
            (local.get $token)))
        (local.set $values_vector
          (i32.add
            (i32.mul
              (i32.add (i32.add (i32.mul (local.get $page) (i32.const 4)) (local.get $head)) (i32.const 2))
              (i32.const 64))
            (local.get $token)))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $group_of_vector (local.get $local))
          (block
            (loop
              (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $group_of_vector) (i32.const 3)) (i32.const 16))))
              (local.set $at
                (i32.add
                  (local.get $k)
                  (i32.mul
                    (i32.add (i32.mul (local.get $vector) (i32.const 16)) (local.get $group_of_vector))
                    (i32.const 16))))
              (local.set $row0 (v128.load (local.get $at)))
              (local.set $row1 (v128.load offset=16 (local.get $at)))
              (local.set $row2 (v128.load offset=32 (local.get $at)))
              (local.set $row3 (v128.load offset=48 (local.get $at)))
              (local.set $pair_p
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0) (local.get $row1)))
              (local.set $pair_q
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2) (local.get $row3)))
              (local.set $pair_r
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $row0) (local.get $row1)))
              (local.set $pair_s
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $row2) (local.get $row3)))
              (local.set $keys0
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_p) (local.get $pair_q)))
              (local.set $keys1
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $pair_p) (local.get $pair_q)))
              (local.set $keys2
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_r) (local.get $pair_s)))
              (local.set $keys3
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $pair_r) (local.get $pair_s)))
              (local.set $stored (local.get $keys0))
              (local.set $stored_2 (local.get $keys1))
              (local.set $stored_3 (local.get $keys2))
              (local.set $stored_4 (local.get $keys3))
              (local.set $at_2
                (i32.add
                  (local.get $pages)
                  (i32.mul
                    (i32.add (i32.mul (local.get $keys_vector) (i32.const 16)) (local.get $group_of_vector))
                    (i32.const 16))))
              (local.set $pair_p_2
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $stored) (local.get $stored_2)))
              (local.set $pair_q_2
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $stored_3) (local.get $stored_4)))
              (local.set $pair_r_2
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $stored) (local.get $stored_2)))
              (local.set $pair_s_2
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                  (local.get $stored_3)
                  (local.get $stored_4)))
              (v128.store
                (local.get $at_2)
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_p_2) (local.get $pair_q_2)))
              (v128.store offset=16
                (local.get $at_2)
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                  (local.get $pair_p_2)
                  (local.get $pair_q_2)))
              (v128.store offset=32
                (local.get $at_2)
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_r_2) (local.get $pair_s_2)))
              (v128.store offset=48
                (local.get $at_2)
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                  (local.get $pair_r_2)
                  (local.get $pair_s_2)))
              (local.set $group_of_vector (i32.add (local.get $group_of_vector) (i32.const 64)))
              (br 0)))
          (block
            (loop
              (local.set $mask
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $group_of_vector)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x10 0x10 0x10 0x10)))
              (br_if 1 (i32.eqz (v128.any_true (local.get $mask))))
              (local.set $index_2
                (v128.and
                  (i32x4.add
                    (i32x4.splat (i32.add (i32.mul (local.get $vector) (i32.const 16)) (local.get $group_of_vector)))
                    (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (local.get $mask)))
              (local.set $at0
                (i32.add (local.get $k) (i32.mul (i32x4.extract_lane 0 (local.get $index_2)) (i32.const 16))))
              (local.set $at1
                (i32.add (local.get $k) (i32.mul (i32x4.extract_lane 1 (local.get $index_2)) (i32.const 16))))
              (local.set $at2
                (i32.add (local.get $k) (i32.mul (i32x4.extract_lane 2 (local.get $index_2)) (i32.const 16))))
              (local.set $at3
                (i32.add (local.get $k) (i32.mul (i32x4.extract_lane 3 (local.get $index_2)) (i32.const 16))))
              (local.set $row0_2 (v128.load (local.get $at0)))
              (local.set $row1_2 (v128.load (local.get $at1)))
              (local.set $row2_2 (v128.load (local.get $at2)))
              (local.set $row3_2 (v128.load (local.get $at3)))
              (local.set $pair_p_3
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0_2) (local.get $row1_2)))
              (local.set $pair_q_3
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2_2) (local.get $row3_2)))
              (local.set $pair_r_3
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $row0_2) (local.get $row1_2)))
              (local.set $pair_s_3
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $row2_2) (local.get $row3_2)))
              (local.set $keys0_2
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_p_3) (local.get $pair_q_3)))
              (local.set $keys1_2
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                  (local.get $pair_p_3)
                  (local.get $pair_q_3)))
              (local.set $keys2_2
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_r_3) (local.get $pair_s_3)))
              (local.set $keys3_2
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                  (local.get $pair_r_3)
                  (local.get $pair_s_3)))
              (local.set $stored_5 (local.get $keys0_2))
              (local.set $stored_6 (local.get $keys1_2))
              (local.set $stored_7 (local.get $keys2_2))
              (local.set $stored_8 (local.get $keys3_2))
              (local.set $index_3
                (i32x4.add
                  (i32x4.splat (i32.add (i32.mul (local.get $keys_vector) (i32.const 16)) (local.get $group_of_vector)))
                  (v128.const i32x4 0x0 0x1 0x2 0x3)))
              (local.set $at0_2
                (i32.add (local.get $pages) (i32.mul (i32x4.extract_lane 0 (local.get $index_3)) (i32.const 16))))
              (local.set $at1_2
                (i32.add (local.get $pages) (i32.mul (i32x4.extract_lane 1 (local.get $index_3)) (i32.const 16))))
              (local.set $at2_2
                (i32.add (local.get $pages) (i32.mul (i32x4.extract_lane 2 (local.get $index_3)) (i32.const 16))))
              (local.set $at3_2
                (i32.add (local.get $pages) (i32.mul (i32x4.extract_lane 3 (local.get $index_3)) (i32.const 16))))
              (if
                (i32x4.extract_lane 0 (local.get $mask))
                (then
                  (v128.store32_lane 0 (local.get $at0_2) (local.get $stored_5))
                  (v128.store32_lane offset=4 0 (local.get $at0_2) (local.get $stored_6))
                  (v128.store32_lane offset=8 0 (local.get $at0_2) (local.get $stored_7))
                  (v128.store32_lane offset=12 0 (local.get $at0_2) (local.get $stored_8))))
              (if
                (i32x4.extract_lane 1 (local.get $mask))
                (then
                  (v128.store32_lane 1 (local.get $at1_2) (local.get $stored_5))
                  (v128.store32_lane offset=4 1 (local.get $at1_2) (local.get $stored_6))
                  (v128.store32_lane offset=8 1 (local.get $at1_2) (local.get $stored_7))
                  (v128.store32_lane offset=12 1 (local.get $at1_2) (local.get $stored_8))))
              (if
                (i32x4.extract_lane 2 (local.get $mask))
                (then
                  (v128.store32_lane 2 (local.get $at2_2) (local.get $stored_5))
                  (v128.store32_lane offset=4 2 (local.get $at2_2) (local.get $stored_6))
                  (v128.store32_lane offset=8 2 (local.get $at2_2) (local.get $stored_7))
                  (v128.store32_lane offset=12 2 (local.get $at2_2) (local.get $stored_8))))
              (if
                (i32x4.extract_lane 3 (local.get $mask))
                (then
                  (v128.store32_lane 3 (local.get $at3_2) (local.get $stored_5))
                  (v128.store32_lane offset=4 3 (local.get $at3_2) (local.get $stored_6))
                  (v128.store32_lane offset=8 3 (local.get $at3_2) (local.get $stored_7))
                  (v128.store32_lane offset=12 3 (local.get $at3_2) (local.get $stored_8))))
              (local.set $group_of_vector (i32.add (local.get $group_of_vector) (i32.const 64)))
              (br 0)))
          (local.set $group_of_vector_2 (local.get $local))
          (block
            (loop
              (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $group_of_vector_2) (i32.const 3)) (i32.const 16))))
              (local.set $at_3
                (i32.add
                  (local.get $v)
                  (i32.mul
                    (i32.add (i32.mul (local.get $vector) (i32.const 16)) (local.get $group_of_vector_2))
                    (i32.const 16))))
              (local.set $row0_3 (v128.load (local.get $at_3)))
              (local.set $row1_3 (v128.load offset=16 (local.get $at_3)))
              (local.set $row2_3 (v128.load offset=32 (local.get $at_3)))
              (local.set $row3_3 (v128.load offset=48 (local.get $at_3)))
              (local.set $pair_p_4
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0_3) (local.get $row1_3)))
              (local.set $pair_q_4
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2_3) (local.get $row3_3)))
              (local.set $pair_r_4
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $row0_3) (local.get $row1_3)))
              (local.set $pair_s_4
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $row2_3) (local.get $row3_3)))
              (local.set $values0
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_p_4) (local.get $pair_q_4)))
              (local.set $values1
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                  (local.get $pair_p_4)
                  (local.get $pair_q_4)))
              (local.set $values2
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_r_4) (local.get $pair_s_4)))
              (local.set $values3
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                  (local.get $pair_r_4)
                  (local.get $pair_s_4)))
              (local.set $stored_9 (local.get $values0))
              (local.set $stored_10 (local.get $values1))
              (local.set $stored_11 (local.get $values2))
              (local.set $stored_12 (local.get $values3))
              (local.set $at_4
                (i32.add
                  (local.get $pages)
                  (i32.mul
                    (i32.add (i32.mul (local.get $values_vector) (i32.const 16)) (local.get $group_of_vector_2))
                    (i32.const 16))))
              (local.set $pair_p_5
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $stored_9) (local.get $stored_10)))
              (local.set $pair_q_5
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $stored_11) (local.get $stored_12)))
              (local.set $pair_r_5
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                  (local.get $stored_9)
                  (local.get $stored_10)))
              (local.set $pair_s_5
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                  (local.get $stored_11)
                  (local.get $stored_12)))
              (v128.store
                (local.get $at_4)
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_p_5) (local.get $pair_q_5)))
              (v128.store offset=16
                (local.get $at_4)
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                  (local.get $pair_p_5)
                  (local.get $pair_q_5)))
              (v128.store offset=32
                (local.get $at_4)
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_r_5) (local.get $pair_s_5)))
              (v128.store offset=48
                (local.get $at_4)
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                  (local.get $pair_r_5)
                  (local.get $pair_s_5)))
              (local.set $group_of_vector_2 (i32.add (local.get $group_of_vector_2) (i32.const 64)))
              (br 0)))
          (block
            (loop
              (local.set $mask_2
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $group_of_vector_2)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x10 0x10 0x10 0x10)))
              (br_if 1 (i32.eqz (v128.any_true (local.get $mask_2))))
              (local.set $index_4
                (v128.and
                  (i32x4.add
                    (i32x4.splat (i32.add (i32.mul (local.get $vector) (i32.const 16)) (local.get $group_of_vector_2)))
                    (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (local.get $mask_2)))
              (local.set $at0_3
                (i32.add (local.get $v) (i32.mul (i32x4.extract_lane 0 (local.get $index_4)) (i32.const 16))))
              (local.set $at1_3
                (i32.add (local.get $v) (i32.mul (i32x4.extract_lane 1 (local.get $index_4)) (i32.const 16))))
              (local.set $at2_3
                (i32.add (local.get $v) (i32.mul (i32x4.extract_lane 2 (local.get $index_4)) (i32.const 16))))
              (local.set $at3_3
                (i32.add (local.get $v) (i32.mul (i32x4.extract_lane 3 (local.get $index_4)) (i32.const 16))))
              (local.set $row0_4 (v128.load (local.get $at0_3)))
              (local.set $row1_4 (v128.load (local.get $at1_3)))
              (local.set $row2_4 (v128.load (local.get $at2_3)))
              (local.set $row3_4 (v128.load (local.get $at3_3)))
              (local.set $pair_p_6
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row0_4) (local.get $row1_4)))
              (local.set $pair_q_6
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $row2_4) (local.get $row3_4)))
              (local.set $pair_r_6
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $row0_4) (local.get $row1_4)))
              (local.set $pair_s_6
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $row2_4) (local.get $row3_4)))
              (local.set $values0_2
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_p_6) (local.get $pair_q_6)))
              (local.set $values1_2
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                  (local.get $pair_p_6)
                  (local.get $pair_q_6)))
              (local.set $values2_2
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_r_6) (local.get $pair_s_6)))
              (local.set $values3_2
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                  (local.get $pair_r_6)
                  (local.get $pair_s_6)))
              (local.set $stored_13 (local.get $values0_2))
              (local.set $stored_14 (local.get $values1_2))
              (local.set $stored_15 (local.get $values2_2))
              (local.set $stored_16 (local.get $values3_2))
              (local.set $index_5
                (i32x4.add
                  (i32x4.splat
                    (i32.add (i32.mul (local.get $values_vector) (i32.const 16)) (local.get $group_of_vector_2)))
                  (v128.const i32x4 0x0 0x1 0x2 0x3)))
              (local.set $at0_4
                (i32.add (local.get $pages) (i32.mul (i32x4.extract_lane 0 (local.get $index_5)) (i32.const 16))))
              (local.set $at1_4
                (i32.add (local.get $pages) (i32.mul (i32x4.extract_lane 1 (local.get $index_5)) (i32.const 16))))
              (local.set $at2_4
                (i32.add (local.get $pages) (i32.mul (i32x4.extract_lane 2 (local.get $index_5)) (i32.const 16))))
              (local.set $at3_4
                (i32.add (local.get $pages) (i32.mul (i32x4.extract_lane 3 (local.get $index_5)) (i32.const 16))))
              (if
                (i32x4.extract_lane 0 (local.get $mask_2))
                (then
                  (v128.store32_lane 0 (local.get $at0_4) (local.get $stored_13))
                  (v128.store32_lane offset=4 0 (local.get $at0_4) (local.get $stored_14))
                  (v128.store32_lane offset=8 0 (local.get $at0_4) (local.get $stored_15))
                  (v128.store32_lane offset=12 0 (local.get $at0_4) (local.get $stored_16))))
              (if
                (i32x4.extract_lane 1 (local.get $mask_2))
                (then
                  (v128.store32_lane 1 (local.get $at1_4) (local.get $stored_13))
                  (v128.store32_lane offset=4 1 (local.get $at1_4) (local.get $stored_14))
                  (v128.store32_lane offset=8 1 (local.get $at1_4) (local.get $stored_15))
                  (v128.store32_lane offset=12 1 (local.get $at1_4) (local.get $stored_16))))
              (if
                (i32x4.extract_lane 2 (local.get $mask_2))
                (then
                  (v128.store32_lane 2 (local.get $at2_4) (local.get $stored_13))
                  (v128.store32_lane offset=4 2 (local.get $at2_4) (local.get $stored_14))
                  (v128.store32_lane offset=8 2 (local.get $at2_4) (local.get $stored_15))
                  (v128.store32_lane offset=12 2 (local.get $at2_4) (local.get $stored_16))))
              (if
                (i32x4.extract_lane 3 (local.get $mask_2))
                (then
                  (v128.store32_lane 3 (local.get $at3_4) (local.get $stored_13))
                  (v128.store32_lane offset=4 3 (local.get $at3_4) (local.get $stored_14))
                  (v128.store32_lane offset=8 3 (local.get $at3_4) (local.get $stored_15))
                  (v128.store32_lane offset=12 3 (local.get $at3_4) (local.get $stored_16))))
              (local.set $group_of_vector_2 (i32.add (local.get $group_of_vector_2) (i32.const 64)))
              (br 0)))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br 0))))
  (export "run" (func $run)))
