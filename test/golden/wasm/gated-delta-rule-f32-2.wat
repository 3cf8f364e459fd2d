(module
  (import "env" "memory" (memory 0))
  (func $run (param $step i32) (param $x i32) (param $g i32) (param $beta i32) (param $slots i32) (param $scratch i32) (param $groups_x i32) (param $groups_y i32) (param $groups_z i32) (param $from i32) (param $to i32)
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
    (local $begin_base_at i32)
    (local $begin_base i32)
    (local $begin_at i32)
    (local $begin i32)
    (local $stop_at i32)
    (local $stop i32)
    (local $rows i32)
    (local $element i32)
    (local $condition v128)
    (local $mask v128)
    (local $t i32)
    (local $row i32)
    (local $value v128)
    (local $condition_2 v128)
    (local $mask_2 v128)
    (local $index v128)
    (local $at0 i32)
    (local $at1 i32)
    (local $at2 i32)
    (local $at3 i32)
    (local $from_x v128)
    (local $gate_element i32)
    (local $first v128)
    (local $second v128)
    (local $head v128)
    (local $gate_at v128)
    (local $index_2 v128)
    (local $at0_2 i32)
    (local $at1_2 i32)
    (local $at2_2 i32)
    (local $at3_2 i32)
    (local $gate_value v128)
    (local $index_3 v128)
    (local $at0_3 i32)
    (local $at1_3 i32)
    (local $at2_3 i32)
    (local $at3_3 i32)
    (local $rate_value v128)
    (local $stored v128)
    (local $index_4 v128)
    (local $at0_4 i32)
    (local $at1_4 i32)
    (local $at2_4 i32)
    (local $at3_4 i32)
    (local $t_2 i32)
    (local $row_2 i32)
    (local $value_2 v128)
    (local $condition_3 v128)
    (local $mask_3 v128)
    (local $index_5 v128)
    (local $at0_5 i32)
    (local $at1_5 i32)
    (local $at2_5 i32)
    (local $at3_5 i32)
    (local $from_x_2 v128)
    (local $gate_element_2 i32)
    (local $first_2 v128)
    (local $second_2 v128)
    (local $head_2 v128)
    (local $gate_at_2 v128)
    (local $index_6 v128)
    (local $at0_6 i32)
    (local $at1_6 i32)
    (local $at2_6 i32)
    (local $at3_6 i32)
    (local $gate_value_2 v128)
    (local $index_7 v128)
    (local $at0_7 i32)
    (local $at1_7 i32)
    (local $at2_7 i32)
    (local $at3_7 i32)
    (local $rate_value_2 v128)
    (local $at i32)
    (local $from_x_3 v128)
    (local $gate_element_3 i32)
    (local $first_3 v128)
    (local $second_3 v128)
    (local $head_3 v128)
    (local $gate_at_3 v128)
    (local $index_8 v128)
    (local $at0_8 i32)
    (local $at1_8 i32)
    (local $at2_8 i32)
    (local $at3_8 i32)
    (local $gate_value_3 v128)
    (local $index_9 v128)
    (local $at0_9 i32)
    (local $at1_9 i32)
    (local $at2_9 i32)
    (local $at3_9 i32)
    (local $rate_value_3 v128)
    (local $stored_2 v128)
    (local $at_2 i32)
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
          (local.set $element (i32.add (i32.mul (local.get $group_x) (i32.const 64)) (local.get $local)))
          (local.set $condition
            (v128.and
              (i32x4.neg (i32x4.splat (i32.le_s (local.get $rows) (i32.const 16))))
              (i32x4.lt_s
                (i32x4.add (i32x4.splat (local.get $element)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                (v128.const i32x4 0x1c 0x1c 0x1c 0x1c))))
          (if
            (i32x4.all_true (local.get $condition))
            (then
              (local.set $t_2 (i32.const 0))
              (block
                (loop
                  (br_if 1 (i32.eqz (i32.lt_s (local.get $t_2) (local.get $rows))))
                  (local.set $row_2 (i32.add (local.get $begin) (local.get $t_2)))
                  (local.set $value_2 (v128.const i32x4 0x0 0x0 0x0 0x0))
                  (local.set $condition_3
                    (i32x4.lt_s
                      (i32x4.add (i32x4.splat (local.get $element)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (v128.const i32x4 0x16 0x16 0x16 0x16)))
                  (if
                    (i32x4.all_true (local.get $condition_3))
                    (then
                      (local.set $at
                        (i32.add
                          (local.get $x)
                          (i32.mul
                            (i32.add
                              (i32.add (i32.mul (local.get $row_2) (i32.const 26)) (i32.const 4))
                              (local.get $element))
                            (i32.const 4))))
                      (local.set $from_x_3 (v128.load (local.get $at)))
                      (local.set $value_2 (local.get $from_x_3)))
                    (else
                      (if
                        (i32.eqz (v128.any_true (local.get $condition_3)))
                        (then
                          (local.set $gate_element_3 (i32.sub (local.get $element) (i32.const 22)))
                          (local.set $head_3
                            (i32x4.replace_lane 3
                              (i32x4.replace_lane 2
                                (i32x4.replace_lane 1
                                  (i32x4.splat
                                    (i32.rem_s
                                      (i32x4.extract_lane 0
                                        (local.tee $first_3
                                          (i32x4.add
                                            (i32x4.splat (local.get $gate_element_3))
                                            (v128.const i32x4 0x0 0x1 0x2 0x3))))
                                      (i32.const 3)))
                                  (i32.rem_s (i32x4.extract_lane 1 (local.get $first_3)) (i32.const 3)))
                                (i32.rem_s (i32x4.extract_lane 2 (local.get $first_3)) (i32.const 3)))
                              (i32.rem_s (i32x4.extract_lane 3 (local.get $first_3)) (i32.const 3))))
                          (local.set $gate_at_3
                            (i32x4.add (i32x4.splat (i32.mul (local.get $row_2) (i32.const 3))) (local.get $head_3)))
                          (local.set $index_8 (local.get $gate_at_3))
                          (local.set $at0_8
                            (i32.add (local.get $g) (i32.mul (i32x4.extract_lane 0 (local.get $index_8)) (i32.const 4))))
                          (local.set $at1_8
                            (i32.add (local.get $g) (i32.mul (i32x4.extract_lane 1 (local.get $index_8)) (i32.const 4))))
                          (local.set $at2_8
                            (i32.add (local.get $g) (i32.mul (i32x4.extract_lane 2 (local.get $index_8)) (i32.const 4))))
                          (local.set $at3_8
                            (i32.add (local.get $g) (i32.mul (i32x4.extract_lane 3 (local.get $index_8)) (i32.const 4))))
                          (local.set $gate_value_3
                            (v128.load32_lane 3
                              (local.get $at3_8)
                              (v128.load32_lane 2
                                (local.get $at2_8)
                                (v128.load32_lane 1 (local.get $at1_8) (v128.load32_zero (local.get $at0_8))))))
                          (local.set $index_9 (local.get $gate_at_3))
                          (local.set $at0_9
                            (i32.add
                              (local.get $beta)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_9)) (i32.const 4))))
                          (local.set $at1_9
                            (i32.add
                              (local.get $beta)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_9)) (i32.const 4))))
                          (local.set $at2_9
                            (i32.add
                              (local.get $beta)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_9)) (i32.const 4))))
                          (local.set $at3_9
                            (i32.add
                              (local.get $beta)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_9)) (i32.const 4))))
                          (local.set $rate_value_3
                            (v128.load32_lane 3
                              (local.get $at3_9)
                              (v128.load32_lane 2
                                (local.get $at2_9)
                                (v128.load32_lane 1 (local.get $at1_9) (v128.load32_zero (local.get $at0_9))))))
                          (local.set $value_2
                            (v128.bitselect
                              (local.get $gate_value_3)
                              (local.get $rate_value_3)
                              (i32x4.lt_s
                                (i32x4.add (i32x4.splat (local.get $gate_element_3)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                                (v128.const i32x4 0x3 0x3 0x3 0x3)))))
                        (else
                          (local.set $mask_3 (local.get $condition_3))
                          (if
                            (v128.any_true (local.get $mask_3))
                            (then
                              (local.set $index_5
                                (v128.and
                                  (i32x4.add
                                    (i32x4.splat
                                      (i32.add
                                        (i32.add (i32.mul (local.get $row_2) (i32.const 26)) (i32.const 4))
                                        (local.get $element)))
                                    (v128.const i32x4 0x0 0x1 0x2 0x3))
                                  (local.get $mask_3)))
                              (local.set $at0_5
                                (i32.add
                                  (local.get $x)
                                  (i32.mul (i32x4.extract_lane 0 (local.get $index_5)) (i32.const 4))))
                              (local.set $at1_5
                                (i32.add
                                  (local.get $x)
                                  (i32.mul (i32x4.extract_lane 1 (local.get $index_5)) (i32.const 4))))
                              (local.set $at2_5
                                (i32.add
                                  (local.get $x)
                                  (i32.mul (i32x4.extract_lane 2 (local.get $index_5)) (i32.const 4))))
                              (local.set $at3_5
                                (i32.add
                                  (local.get $x)
                                  (i32.mul (i32x4.extract_lane 3 (local.get $index_5)) (i32.const 4))))
                              (local.set $from_x_2
                                (v128.load32_lane 3
                                  (local.get $at3_5)
                                  (v128.load32_lane 2
                                    (local.get $at2_5)
                                    (v128.load32_lane 1 (local.get $at1_5) (v128.load32_zero (local.get $at0_5))))))
                              (local.set $value_2
                                (v128.bitselect (local.get $from_x_2) (local.get $value_2) (local.get $mask_3)))))
                          (local.set $mask_3 (v128.not (local.get $condition_3)))
                          (if
                            (v128.any_true (local.get $mask_3))
                            (then
                              (local.set $gate_element_2 (i32.sub (local.get $element) (i32.const 22)))
                              (local.set $head_2
                                (i32x4.replace_lane 3
                                  (i32x4.replace_lane 2
                                    (i32x4.replace_lane 1
                                      (i32x4.splat
                                        (i32.rem_s
                                          (i32x4.extract_lane 0
                                            (local.tee $first_2
                                              (i32x4.add
                                                (i32x4.splat (local.get $gate_element_2))
                                                (v128.const i32x4 0x0 0x1 0x2 0x3))))
                                          (i32.const 3)))
                                      (i32.rem_s (i32x4.extract_lane 1 (local.get $first_2)) (i32.const 3)))
                                    (i32.rem_s (i32x4.extract_lane 2 (local.get $first_2)) (i32.const 3)))
                                  (i32.rem_s (i32x4.extract_lane 3 (local.get $first_2)) (i32.const 3))))
                              (local.set $gate_at_2
                                (i32x4.add (i32x4.splat (i32.mul (local.get $row_2) (i32.const 3))) (local.get $head_2)))
                              (local.set $index_6 (v128.and (local.get $gate_at_2) (local.get $mask_3)))
                              (local.set $at0_6
                                (i32.add
                                  (local.get $g)
                                  (i32.mul (i32x4.extract_lane 0 (local.get $index_6)) (i32.const 4))))
                              (local.set $at1_6
                                (i32.add
                                  (local.get $g)
                                  (i32.mul (i32x4.extract_lane 1 (local.get $index_6)) (i32.const 4))))
                              (local.set $at2_6
                                (i32.add
                                  (local.get $g)
                                  (i32.mul (i32x4.extract_lane 2 (local.get $index_6)) (i32.const 4))))
                              (local.set $at3_6
                                (i32.add
                                  (local.get $g)
                                  (i32.mul (i32x4.extract_lane 3 (local.get $index_6)) (i32.const 4))))
                              (local.set $gate_value_2
                                (v128.load32_lane 3
                                  (local.get $at3_6)
                                  (v128.load32_lane 2
                                    (local.get $at2_6)
                                    (v128.load32_lane 1 (local.get $at1_6) (v128.load32_zero (local.get $at0_6))))))
                              (local.set $index_7 (v128.and (local.get $gate_at_2) (local.get $mask_3)))
                              (local.set $at0_7
                                (i32.add
                                  (local.get $beta)
                                  (i32.mul (i32x4.extract_lane 0 (local.get $index_7)) (i32.const 4))))
                              (local.set $at1_7
                                (i32.add
                                  (local.get $beta)
                                  (i32.mul (i32x4.extract_lane 1 (local.get $index_7)) (i32.const 4))))
                              (local.set $at2_7
                                (i32.add
                                  (local.get $beta)
                                  (i32.mul (i32x4.extract_lane 2 (local.get $index_7)) (i32.const 4))))
                              (local.set $at3_7
                                (i32.add
                                  (local.get $beta)
                                  (i32.mul (i32x4.extract_lane 3 (local.get $index_7)) (i32.const 4))))
                              (local.set $rate_value_2
                                (v128.load32_lane 3
                                  (local.get $at3_7)
                                  (v128.load32_lane 2
                                    (local.get $at2_7)
                                    (v128.load32_lane 1 (local.get $at1_7) (v128.load32_zero (local.get $at0_7))))))
                              (local.set $value_2
                                (v128.bitselect
                                  (v128.bitselect
                                    (local.get $gate_value_2)
                                    (local.get $rate_value_2)
                                    (i32x4.lt_s
                                      (i32x4.add
                                        (i32x4.splat (local.get $gate_element_2))
                                        (v128.const i32x4 0x0 0x1 0x2 0x3))
                                      (v128.const i32x4 0x3 0x3 0x3 0x3)))
                                  (local.get $value_2)
                                  (local.get $mask_3)))))))))
                  (local.set $stored_2 (local.get $value_2))
                  (local.set $at_2
                    (i32.add
                      (local.get $slots)
                      (i32.mul
                        (i32.add
                          (i32.add
                            (i32.add (i32.mul (local.get $slot) (i32.const 520)) (i32.const 72))
                            (i32.mul (local.get $t_2) (i32.const 28)))
                          (local.get $element))
                        (i32.const 4))))
                  (v128.store (local.get $at_2) (local.get $stored_2))
                  (local.set $t_2 (i32.add (local.get $t_2) (i32.const 1)))
                  (br 0))))
            (else
              (if
                (i32.eqz (v128.any_true (local.get $condition)))
                (then)
                (else
                  (local.set $mask (local.get $condition))
                  (if
                    (v128.any_true (local.get $mask))
                    (then
                      (local.set $t (i32.const 0))
                      (block
                        (loop
                          (br_if 1 (i32.eqz (i32.lt_s (local.get $t) (local.get $rows))))
                          (local.set $row (i32.add (local.get $begin) (local.get $t)))
                          (local.set $value (v128.const i32x4 0x0 0x0 0x0 0x0))
                          (local.set $condition_2
                            (i32x4.lt_s
                              (i32x4.add (i32x4.splat (local.get $element)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                              (v128.const i32x4 0x16 0x16 0x16 0x16)))
                          (local.set $mask_2 (v128.and (local.get $condition_2) (local.get $mask)))
                          (if
                            (v128.any_true (local.get $mask_2))
                            (then
                              (local.set $index
                                (v128.and
                                  (i32x4.add
                                    (i32x4.splat
                                      (i32.add
                                        (i32.add (i32.mul (local.get $row) (i32.const 26)) (i32.const 4))
                                        (local.get $element)))
                                    (v128.const i32x4 0x0 0x1 0x2 0x3))
                                  (local.get $mask_2)))
                              (local.set $at0
                                (i32.add
                                  (local.get $x)
                                  (i32.mul (i32x4.extract_lane 0 (local.get $index)) (i32.const 4))))
                              (local.set $at1
                                (i32.add
                                  (local.get $x)
                                  (i32.mul (i32x4.extract_lane 1 (local.get $index)) (i32.const 4))))
                              (local.set $at2
                                (i32.add
                                  (local.get $x)
                                  (i32.mul (i32x4.extract_lane 2 (local.get $index)) (i32.const 4))))
                              (local.set $at3
                                (i32.add
                                  (local.get $x)
                                  (i32.mul (i32x4.extract_lane 3 (local.get $index)) (i32.const 4))))
                              (local.set $from_x
                                (v128.load32_lane 3
                                  (local.get $at3)
                                  (v128.load32_lane 2
                                    (local.get $at2)
                                    (v128.load32_lane 1 (local.get $at1) (v128.load32_zero (local.get $at0))))))
                              (local.set $value
                                (v128.bitselect (local.get $from_x) (local.get $value) (local.get $mask_2)))))
                          (local.set $mask_2 (v128.and (v128.not (local.get $condition_2)) (local.get $mask)))
                          (if
                            (v128.any_true (local.get $mask_2))
                            (then
                              (local.set $gate_element (i32.sub (local.get $element) (i32.const 22)))
                              (local.set $head
                                (i32x4.replace_lane 3
                                  (i32x4.replace_lane 2
                                    (i32x4.replace_lane 1
                                      (i32x4.splat
                                        (i32.rem_s
                                          (i32x4.extract_lane 0
                                            (local.tee $first
                                              (i32x4.add
                                                (i32x4.splat (local.get $gate_element))
                                                (v128.const i32x4 0x0 0x1 0x2 0x3))))
                                          (i32.const 3)))
                                      (i32.rem_s (i32x4.extract_lane 1 (local.get $first)) (i32.const 3)))
                                    (i32.rem_s (i32x4.extract_lane 2 (local.get $first)) (i32.const 3)))
                                  (i32.rem_s (i32x4.extract_lane 3 (local.get $first)) (i32.const 3))))
                              (local.set $gate_at
                                (i32x4.add (i32x4.splat (i32.mul (local.get $row) (i32.const 3))) (local.get $head)))
                              (local.set $index_2 (v128.and (local.get $gate_at) (local.get $mask_2)))
                              (local.set $at0_2
                                (i32.add
                                  (local.get $g)
                                  (i32.mul (i32x4.extract_lane 0 (local.get $index_2)) (i32.const 4))))
                              (local.set $at1_2
                                (i32.add
                                  (local.get $g)
                                  (i32.mul (i32x4.extract_lane 1 (local.get $index_2)) (i32.const 4))))
                              (local.set $at2_2
                                (i32.add
                                  (local.get $g)
                                  (i32.mul (i32x4.extract_lane 2 (local.get $index_2)) (i32.const 4))))
                              (local.set $at3_2
                                (i32.add
                                  (local.get $g)
                                  (i32.mul (i32x4.extract_lane 3 (local.get $index_2)) (i32.const 4))))
                              (local.set $gate_value
                                (v128.load32_lane 3
                                  (local.get $at3_2)
                                  (v128.load32_lane 2
                                    (local.get $at2_2)
                                    (v128.load32_lane 1 (local.get $at1_2) (v128.load32_zero (local.get $at0_2))))))
                              (local.set $index_3 (v128.and (local.get $gate_at) (local.get $mask_2)))
                              (local.set $at0_3
                                (i32.add
                                  (local.get $beta)
                                  (i32.mul (i32x4.extract_lane 0 (local.get $index_3)) (i32.const 4))))
                              (local.set $at1_3
                                (i32.add
                                  (local.get $beta)
                                  (i32.mul (i32x4.extract_lane 1 (local.get $index_3)) (i32.const 4))))
                              (local.set $at2_3
                                (i32.add
                                  (local.get $beta)
                                  (i32.mul (i32x4.extract_lane 2 (local.get $index_3)) (i32.const 4))))
                              (local.set $at3_3
                                (i32.add
                                  (local.get $beta)
                                  (i32.mul (i32x4.extract_lane 3 (local.get $index_3)) (i32.const 4))))
                              (local.set $rate_value
                                (v128.load32_lane 3
                                  (local.get $at3_3)
                                  (v128.load32_lane 2
                                    (local.get $at2_3)
                                    (v128.load32_lane 1 (local.get $at1_3) (v128.load32_zero (local.get $at0_3))))))
                              (local.set $value
                                (v128.bitselect
                                  (v128.bitselect
                                    (local.get $gate_value)
                                    (local.get $rate_value)
                                    (i32x4.lt_s
                                      (i32x4.add
                                        (i32x4.splat (local.get $gate_element))
                                        (v128.const i32x4 0x0 0x1 0x2 0x3))
                                      (v128.const i32x4 0x3 0x3 0x3 0x3)))
                                  (local.get $value)
                                  (local.get $mask_2)))))
                          (local.set $stored (local.get $value))
                          (local.set $index_4
                            (i32x4.add
                              (i32x4.splat
                                (i32.add
                                  (i32.add
                                    (i32.add (i32.mul (local.get $slot) (i32.const 520)) (i32.const 72))
                                    (i32.mul (local.get $t) (i32.const 28)))
                                  (local.get $element)))
                              (v128.const i32x4 0x0 0x1 0x2 0x3)))
                          (local.set $at0_4
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_4)) (i32.const 4))))
                          (local.set $at1_4
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_4)) (i32.const 4))))
                          (local.set $at2_4
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_4)) (i32.const 4))))
                          (local.set $at3_4
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_4)) (i32.const 4))))
                          (if
                            (i32x4.extract_lane 0 (local.get $mask))
                            (then
                              (v128.store32_lane 0 (local.get $at0_4) (local.get $stored))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask))
                            (then
                              (v128.store32_lane 1 (local.get $at1_4) (local.get $stored))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask))
                            (then
                              (v128.store32_lane 2 (local.get $at2_4) (local.get $stored))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask))
                            (then
                              (v128.store32_lane 3 (local.get $at3_4) (local.get $stored))))
                          (local.set $t (i32.add (local.get $t) (i32.const 1)))
                          (br 0)))))))))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br 0))))
  (export "run" (func $run)))
