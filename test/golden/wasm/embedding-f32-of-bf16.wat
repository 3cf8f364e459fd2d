(module
  (import "env" "memory" (memory 0))
  (func $run (param $step i32) (param $sampled i32) (param $embedding_table i32) (param $y i32) (param $scratch i32) (param $groups_x i32) (param $groups_y i32) (param $groups_z i32) (param $from i32) (param $to i32)
    (local $group_x i32)
    (local $group_y i32)
    (local $group_z i32)
    (local $local i32)
    (local $thread_at i32)
    (local $row i32)
    (local $given_base_at i32)
    (local $given_base i32)
    (local $given_at i32)
    (local $given i32)
    (local $lane_base_at i32)
    (local $lane_base i32)
    (local $lane_at i32)
    (local $lane i32)
    (local $slot_base_at i32)
    (local $slot_base i32)
    (local $slot_at i32)
    (local $slot i32)
    (local $token i32)
    (local $last_offset_at i32)
    (local $last_offset i32)
    (local $last_at i32)
    (local $last i32)
    (local $column i32)
    (local $condition v128)
    (local $mask v128)
    (local $safe i32)
    (local $index v128)
    (local $at0 i32)
    (local $at1 i32)
    (local $at2 i32)
    (local $at3 i32)
    (local $value0_word v128)
    (local $value2_word v128)
    (local $value0 v128)
    (local $value1 v128)
    (local $value2 v128)
    (local $value3 v128)
    (local $stored v128)
    (local $stored_2 v128)
    (local $stored_3 v128)
    (local $stored_4 v128)
    (local $index_2 v128)
    (local $at0_2 i32)
    (local $at1_2 i32)
    (local $at2_2 i32)
    (local $at3_2 i32)
    (local $safe_2 i32)
    (local $at i32)
    (local $low v128)
    (local $high v128)
    (local $value0_word_2 v128)
    (local $value2_word_2 v128)
    (local $value0_2 v128)
    (local $value1_2 v128)
    (local $value2_2 v128)
    (local $value3_2 v128)
    (local $stored_5 v128)
    (local $stored_6 v128)
    (local $stored_7 v128)
    (local $stored_8 v128)
    (local $at_2 i32)
    (local $pair_p v128)
    (local $pair_q v128)
    (local $pair_r v128)
    (local $pair_s v128)
    (block
      (loop
        (br_if 1 (i32.eqz (i32.lt_u (local.get $from) (local.get $to))))
        (local.set $group_x (i32.rem_u (local.get $from) (local.get $groups_x)))
        (local.set $group_y (i32.rem_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $group_z (i32.div_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $row (local.get $group_y))
        (local.set $given_base_at (i32.add (local.get $step) (i32.mul (i32.const 4) (i32.const 4))))
        (local.set $given_base (i32.load (local.get $given_base_at)))
        (local.set $given_at
          (i32.add (local.get $step) (i32.mul (i32.add (local.get $given_base) (local.get $row)) (i32.const 4))))
        (local.set $given (i32.load (local.get $given_at)))
        (local.set $lane_base_at (i32.add (local.get $step) (i32.mul (i32.const 5) (i32.const 4))))
        (local.set $lane_base (i32.load (local.get $lane_base_at)))
        (local.set $lane_at
          (i32.add (local.get $step) (i32.mul (i32.add (local.get $lane_base) (local.get $row)) (i32.const 4))))
        (local.set $lane (i32.load (local.get $lane_at)))
        (local.set $slot_base_at (i32.add (local.get $step) (i32.mul (i32.const 10) (i32.const 4))))
        (local.set $slot_base (i32.load (local.get $slot_base_at)))
        (local.set $slot_at
          (i32.add (local.get $step) (i32.mul (i32.add (local.get $slot_base) (local.get $lane)) (i32.const 4))))
        (local.set $slot (i32.load (local.get $slot_at)))
        (local.set $token (local.get $given))
        (if
          (i32.lt_s (local.get $given) (i32.const 0))
          (then
            (local.set $last_offset_at (i32.add (local.get $step) (i32.mul (i32.const 3) (i32.const 4))))
            (local.set $last_offset (i32.load (local.get $last_offset_at)))
            (local.set $last_at
              (i32.add
                (local.get $sampled)
                (i32.mul (i32.add (local.get $last_offset) (local.get $slot)) (i32.const 4))))
            (local.set $last (i32.load (local.get $last_at)))
            (local.set $token (local.get $last))))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $column (i32.add (i32.mul (local.get $group_x) (i32.const 64)) (local.get $local)))
          (local.set $condition
            (i32x4.lt_s
              (i32x4.add (i32x4.splat (local.get $column)) (v128.const i32x4 0x0 0x1 0x2 0x3))
              (v128.const i32x4 0x10 0x10 0x10 0x10)))
          (if
            (i32x4.all_true (local.get $condition))
            (then
              (local.set $safe_2
                (select
                  (select (i32.const 0) (local.get $token) (i32.lt_s (local.get $token) (i32.const 0)))
                  (i32.const 36)
                  (i32.lt_s
                    (select (i32.const 0) (local.get $token) (i32.lt_s (local.get $token) (i32.const 0)))
                    (i32.const 36))))
              (local.set $at
                (i32.add
                  (local.get $embedding_table)
                  (i32.mul (i32.add (i32.mul (local.get $safe_2) (i32.const 16)) (local.get $column)) (i32.const 8))))
              (local.set $low (v128.load (local.get $at)))
              (local.set $high (v128.load offset=16 (local.get $at)))
              (local.set $value0_word_2
                (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $low) (local.get $high)))
              (local.set $value2_word_2
                (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $low) (local.get $high)))
              (local.set $value0_2 (i32x4.shl (local.get $value0_word_2) (i32.const 16)))
              (local.set $value1_2
                (v128.and (local.get $value0_word_2) (v128.const i32x4 0xffff0000 0xffff0000 0xffff0000 0xffff0000)))
              (local.set $value2_2 (i32x4.shl (local.get $value2_word_2) (i32.const 16)))
              (local.set $value3_2
                (v128.and (local.get $value2_word_2) (v128.const i32x4 0xffff0000 0xffff0000 0xffff0000 0xffff0000)))
              (local.set $stored_5 (local.get $value0_2))
              (local.set $stored_6 (local.get $value1_2))
              (local.set $stored_7 (local.get $value2_2))
              (local.set $stored_8 (local.get $value3_2))
              (local.set $at_2
                (i32.add
                  (local.get $y)
                  (i32.mul (i32.add (i32.mul (local.get $row) (i32.const 16)) (local.get $column)) (i32.const 16))))
              (local.set $pair_p
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $stored_5) (local.get $stored_6)))
              (local.set $pair_q
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $stored_7) (local.get $stored_8)))
              (local.set $pair_r
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                  (local.get $stored_5)
                  (local.get $stored_6)))
              (local.set $pair_s
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                  (local.get $stored_7)
                  (local.get $stored_8)))
              (v128.store
                (local.get $at_2)
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_p) (local.get $pair_q)))
              (v128.store offset=16
                (local.get $at_2)
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $pair_p) (local.get $pair_q)))
              (v128.store offset=32
                (local.get $at_2)
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $pair_r) (local.get $pair_s)))
              (v128.store offset=48
                (local.get $at_2)
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $pair_r) (local.get $pair_s))))
            (else
              (if
                (i32.eqz (v128.any_true (local.get $condition)))
                (then)
                (else
                  (local.set $mask (local.get $condition))
                  (if
                    (v128.any_true (local.get $mask))
                    (then
                      (local.set $safe
                        (select
                          (select (i32.const 0) (local.get $token) (i32.lt_s (local.get $token) (i32.const 0)))
                          (i32.const 36)
                          (i32.lt_s
                            (select (i32.const 0) (local.get $token) (i32.lt_s (local.get $token) (i32.const 0)))
                            (i32.const 36))))
                      (local.set $index
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (i32.mul (local.get $safe) (i32.const 16)) (local.get $column)))
                            (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (local.get $mask)))
                      (local.set $at0
                        (i32.add
                          (local.get $embedding_table)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index)) (i32.const 8))))
                      (local.set $at1
                        (i32.add
                          (local.get $embedding_table)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index)) (i32.const 8))))
                      (local.set $at2
                        (i32.add
                          (local.get $embedding_table)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index)) (i32.const 8))))
                      (local.set $at3
                        (i32.add
                          (local.get $embedding_table)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index)) (i32.const 8))))
                      (local.set $value0_word
                        (v128.load32_lane 3
                          (local.get $at3)
                          (v128.load32_lane 2
                            (local.get $at2)
                            (v128.load32_lane 1 (local.get $at1) (v128.load32_zero (local.get $at0))))))
                      (local.set $value2_word
                        (v128.load32_lane offset=4 3
                          (local.get $at3)
                          (v128.load32_lane offset=4 2
                            (local.get $at2)
                            (v128.load32_lane offset=4 1 (local.get $at1) (v128.load32_zero offset=4 (local.get $at0))))))
                      (local.set $value0 (i32x4.shl (local.get $value0_word) (i32.const 16)))
                      (local.set $value1
                        (v128.and
                          (local.get $value0_word)
                          (v128.const i32x4 0xffff0000 0xffff0000 0xffff0000 0xffff0000)))
                      (local.set $value2 (i32x4.shl (local.get $value2_word) (i32.const 16)))
                      (local.set $value3
                        (v128.and
                          (local.get $value2_word)
                          (v128.const i32x4 0xffff0000 0xffff0000 0xffff0000 0xffff0000)))
                      (local.set $stored (local.get $value0))
                      (local.set $stored_2 (local.get $value1))
                      (local.set $stored_3 (local.get $value2))
                      (local.set $stored_4 (local.get $value3))
                      (local.set $index_2
                        (i32x4.add
                          (i32x4.splat (i32.add (i32.mul (local.get $row) (i32.const 16)) (local.get $column)))
                          (v128.const i32x4 0x0 0x1 0x2 0x3)))
                      (local.set $at0_2
                        (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 0 (local.get $index_2)) (i32.const 16))))
                      (local.set $at1_2
                        (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 1 (local.get $index_2)) (i32.const 16))))
                      (local.set $at2_2
                        (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 2 (local.get $index_2)) (i32.const 16))))
                      (local.set $at3_2
                        (i32.add (local.get $y) (i32.mul (i32x4.extract_lane 3 (local.get $index_2)) (i32.const 16))))
                      (if
                        (i32x4.extract_lane 0 (local.get $mask))
                        (then
                          (v128.store32_lane 0 (local.get $at0_2) (local.get $stored))
                          (v128.store32_lane offset=4 0 (local.get $at0_2) (local.get $stored_2))
                          (v128.store32_lane offset=8 0 (local.get $at0_2) (local.get $stored_3))
                          (v128.store32_lane offset=12 0 (local.get $at0_2) (local.get $stored_4))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask))
                        (then
                          (v128.store32_lane 1 (local.get $at1_2) (local.get $stored))
                          (v128.store32_lane offset=4 1 (local.get $at1_2) (local.get $stored_2))
                          (v128.store32_lane offset=8 1 (local.get $at1_2) (local.get $stored_3))
                          (v128.store32_lane offset=12 1 (local.get $at1_2) (local.get $stored_4))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask))
                        (then
                          (v128.store32_lane 2 (local.get $at2_2) (local.get $stored))
                          (v128.store32_lane offset=4 2 (local.get $at2_2) (local.get $stored_2))
                          (v128.store32_lane offset=8 2 (local.get $at2_2) (local.get $stored_3))
                          (v128.store32_lane offset=12 2 (local.get $at2_2) (local.get $stored_4))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask))
                        (then
                          (v128.store32_lane 3 (local.get $at3_2) (local.get $stored))
                          (v128.store32_lane offset=4 3 (local.get $at3_2) (local.get $stored_2))
                          (v128.store32_lane offset=8 3 (local.get $at3_2) (local.get $stored_3))
                          (v128.store32_lane offset=12 3 (local.get $at3_2) (local.get $stored_4))))))))))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br 0))))
  (export "run" (func $run)))
