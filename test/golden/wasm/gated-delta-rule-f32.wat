(module
  (import "env" "memory" (memory 0))
  (func $run (param $step i32) (param $x i32) (param $g i32) (param $beta i32) (param $slots i32) (param $y i32) (param $scratch i32) (param $groups_x i32) (param $groups_y i32) (param $groups_z i32) (param $from i32) (param $to i32)
    (local $group_x i32)
    (local $group_y i32)
    (local $group_z i32)
    (local $local i32)
    (local $thread_at i32)
    (local $head i32)
    (local $block i32)
    (local $key_head i32)
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
    (local $slot_base_2 i32)
    (local $r v128)
    (local $mask v128)
    (local $s v128)
    (local $condition v128)
    (local $mask_2 v128)
    (local $index v128)
    (local $at0 i32)
    (local $at1 i32)
    (local $at2 i32)
    (local $at3 i32)
    (local $stored v128)
    (local $stored_2 v128)
    (local $index_2 v128)
    (local $at0_2 i32)
    (local $at1_2 i32)
    (local $at2_2 i32)
    (local $at3_2 i32)
    (local $i i32)
    (local $folding i32)
    (local $record i32)
    (local $row i32)
    (local $input_base i32)
    (local $key_squares v128)
    (local $d i32)
    (local $at i32)
    (local $key_value v128)
    (local $query_value v128)
    (local $at_2 i32)
    (local $record_key v128)
    (local $at_3 i32)
    (local $row_key v128)
    (local $at_4 i32)
    (local $row_query v128)
    (local $stored_3 v128)
    (local $at_5 i32)
    (local $stored_4 v128)
    (local $at_6 i32)
    (local $mask_3 v128)
    (local $at_7 i32)
    (local $key_value_2 v128)
    (local $query_value_2 v128)
    (local $index_3 v128)
    (local $at0_3 i32)
    (local $at1_3 i32)
    (local $at2_3 i32)
    (local $at3_3 i32)
    (local $record_key_2 v128)
    (local $index_4 v128)
    (local $at0_4 i32)
    (local $at1_4 i32)
    (local $at2_4 i32)
    (local $at3_4 i32)
    (local $row_key_2 v128)
    (local $index_5 v128)
    (local $at0_5 i32)
    (local $at1_5 i32)
    (local $at2_5 i32)
    (local $at3_5 i32)
    (local $row_query_2 v128)
    (local $stored_5 v128)
    (local $index_6 v128)
    (local $at0_6 i32)
    (local $at1_6 i32)
    (local $at2_6 i32)
    (local $at3_6 i32)
    (local $stored_6 v128)
    (local $index_7 v128)
    (local $at0_7 i32)
    (local $at1_7 i32)
    (local $at2_7 i32)
    (local $at3_7 i32)
    (local $value_at v128)
    (local $condition_2 v128)
    (local $mask_4 v128)
    (local $index_8 v128)
    (local $at0_8 i32)
    (local $at1_8 i32)
    (local $at2_8 i32)
    (local $at3_8 i32)
    (local $record_value v128)
    (local $index_9 v128)
    (local $at0_9 i32)
    (local $at1_9 i32)
    (local $at2_9 i32)
    (local $at3_9 i32)
    (local $record_value_2 v128)
    (local $gates i32)
    (local $record_gate_at i32)
    (local $record_gate f32)
    (local $record_rate_at i32)
    (local $record_rate f32)
    (local $condition_3 v128)
    (local $mask_5 v128)
    (local $index_10 v128)
    (local $at0_10 i32)
    (local $at1_10 i32)
    (local $at2_10 i32)
    (local $at3_10 i32)
    (local $row_value v128)
    (local $index_11 v128)
    (local $at0_11 i32)
    (local $at1_11 i32)
    (local $at2_11 i32)
    (local $at3_11 i32)
    (local $row_value_2 v128)
    (local $row_gate_at i32)
    (local $row_gate f32)
    (local $row_rate_at i32)
    (local $row_rate f32)
    (local $stored_7 v128)
    (local $at_8 i32)
    (local $condition_4 v128)
    (local $mask_6 v128)
    (local $key_norm_from i32)
    (local $index_12 v128)
    (local $at0_12 i32)
    (local $at1_12 i32)
    (local $at2_12 i32)
    (local $at3_12 i32)
    (local $key_norm_head v128)
    (local $key_norm_part v128)
    (local $i_2 i32)
    (local $index_13 v128)
    (local $at0_13 i32)
    (local $at1_13 i32)
    (local $at2_13 i32)
    (local $at3_13 i32)
    (local $key_norm_next v128)
    (local $stored_8 v128)
    (local $index_14 v128)
    (local $at0_14 i32)
    (local $at1_14 i32)
    (local $at2_14 i32)
    (local $at3_14 i32)
    (local $key_norm_from_2 i32)
    (local $at_9 i32)
    (local $key_norm_head_2 v128)
    (local $key_norm_part_2 v128)
    (local $i_2_2 i32)
    (local $at_10 i32)
    (local $key_norm_next_2 v128)
    (local $stored_9 v128)
    (local $at_11 i32)
    (local $key_norm_start_at i32)
    (local $key_norm_start f32)
    (local $i_3 i32)
    (local $key_norm_item_at i32)
    (local $key_norm_item f32)
    (local $stored_10 v128)
    (local $at_12 i32)
    (local $condition_5 v128)
    (local $mask_7 v128)
    (local $query_norm_from i32)
    (local $index_15 v128)
    (local $at0_15 i32)
    (local $at1_15 i32)
    (local $at2_15 i32)
    (local $at3_15 i32)
    (local $query_norm_head v128)
    (local $query_norm_part v128)
    (local $i_4 i32)
    (local $index_16 v128)
    (local $at0_16 i32)
    (local $at1_16 i32)
    (local $at2_16 i32)
    (local $at3_16 i32)
    (local $query_norm_next v128)
    (local $stored_11 v128)
    (local $index_17 v128)
    (local $at0_17 i32)
    (local $at1_17 i32)
    (local $at2_17 i32)
    (local $at3_17 i32)
    (local $query_norm_from_2 i32)
    (local $at_13 i32)
    (local $query_norm_head_2 v128)
    (local $query_norm_part_2 v128)
    (local $i_4_2 i32)
    (local $at_14 i32)
    (local $query_norm_next_2 v128)
    (local $stored_12 v128)
    (local $at_15 i32)
    (local $query_norm_start_at i32)
    (local $query_norm_start f32)
    (local $query_norm_total f32)
    (local $i_5 i32)
    (local $query_norm_item_at i32)
    (local $query_norm_item f32)
    (local $exp_x v128)
    (local $exp_whole v128)
    (local $exp_rest v128)
    (local $exp_power v128)
    (local $exp_half v128)
    (local $known v128)
    (local $r_2 v128)
    (local $mask_8 v128)
    (local $index_18 v128)
    (local $at0_18 i32)
    (local $at1_18 i32)
    (local $at2_18 i32)
    (local $at3_18 i32)
    (local $s_before v128)
    (local $index_19 v128)
    (local $at0_19 i32)
    (local $at1_19 i32)
    (local $at2_19 i32)
    (local $at3_19 i32)
    (local $k_row v128)
    (local $stored_13 v128)
    (local $at_16 i32)
    (local $index_20 v128)
    (local $at0_20 i32)
    (local $at1_20 i32)
    (local $at2_20 i32)
    (local $at3_20 i32)
    (local $predicted0 v128)
    (local $index_21 v128)
    (local $at0_21 i32)
    (local $at1_21 i32)
    (local $at2_21 i32)
    (local $at3_21 i32)
    (local $predicted1 v128)
    (local $index_22 v128)
    (local $at0_22 i32)
    (local $at1_22 i32)
    (local $at2_22 i32)
    (local $at3_22 i32)
    (local $predicted2 v128)
    (local $index_23 v128)
    (local $at0_23 i32)
    (local $at1_23 i32)
    (local $at2_23 i32)
    (local $at3_23 i32)
    (local $predicted3 v128)
    (local $index_24 v128)
    (local $at0_24 i32)
    (local $at1_24 i32)
    (local $at2_24 i32)
    (local $at3_24 i32)
    (local $predicted4 v128)
    (local $index_25 v128)
    (local $at0_25 i32)
    (local $at1_25 i32)
    (local $at2_25 i32)
    (local $at3_25 i32)
    (local $predicted5 v128)
    (local $index_26 v128)
    (local $at0_26 i32)
    (local $at1_26 i32)
    (local $at2_26 i32)
    (local $at3_26 i32)
    (local $predicted6 v128)
    (local $index_27 v128)
    (local $at0_27 i32)
    (local $at1_27 i32)
    (local $at2_27 i32)
    (local $at3_27 i32)
    (local $predicted7 v128)
    (local $predicted v128)
    (local $delta v128)
    (local $r_3 v128)
    (local $mask_9 v128)
    (local $index_28 v128)
    (local $at0_28 i32)
    (local $at1_28 i32)
    (local $at2_28 i32)
    (local $at3_28 i32)
    (local $s_old v128)
    (local $index_29 v128)
    (local $at0_29 i32)
    (local $at1_29 i32)
    (local $at2_29 i32)
    (local $at3_29 i32)
    (local $k_of_row v128)
    (local $index_30 v128)
    (local $at0_30 i32)
    (local $at1_30 i32)
    (local $at2_30 i32)
    (local $at3_30 i32)
    (local $q_of_row v128)
    (local $s_new v128)
    (local $stored_14 v128)
    (local $index_31 v128)
    (local $at0_31 i32)
    (local $at1_31 i32)
    (local $at2_31 i32)
    (local $at3_31 i32)
    (local $stored_15 v128)
    (local $at_17 i32)
    (local $index_32 v128)
    (local $at0_32 i32)
    (local $at1_32 i32)
    (local $at2_32 i32)
    (local $at3_32 i32)
    (local $result0 v128)
    (local $index_33 v128)
    (local $at0_33 i32)
    (local $at1_33 i32)
    (local $at2_33 i32)
    (local $at3_33 i32)
    (local $result1 v128)
    (local $index_34 v128)
    (local $at0_34 i32)
    (local $at1_34 i32)
    (local $at2_34 i32)
    (local $at3_34 i32)
    (local $result2 v128)
    (local $index_35 v128)
    (local $at0_35 i32)
    (local $at1_35 i32)
    (local $at2_35 i32)
    (local $at3_35 i32)
    (local $result3 v128)
    (local $index_36 v128)
    (local $at0_36 i32)
    (local $at1_36 i32)
    (local $at2_36 i32)
    (local $at3_36 i32)
    (local $result4 v128)
    (local $index_37 v128)
    (local $at0_37 i32)
    (local $at1_37 i32)
    (local $at2_37 i32)
    (local $at3_37 i32)
    (local $result5 v128)
    (local $index_38 v128)
    (local $at0_38 i32)
    (local $at1_38 i32)
    (local $at2_38 i32)
    (local $at3_38 i32)
    (local $result6 v128)
    (local $index_39 v128)
    (local $at0_39 i32)
    (local $at1_39 i32)
    (local $at2_39 i32)
    (local $at3_39 i32)
    (local $result7 v128)
    (local $result v128)
    (local $condition_6 v128)
    (local $mask_10 v128)
    (local $stored_16 v128)
    (local $index_40 v128)
    (local $at0_40 i32)
    (local $at1_40 i32)
    (local $at2_40 i32)
    (local $at3_40 i32)
    (local $stored_17 v128)
    (local $index_41 v128)
    (local $at0_41 i32)
    (local $at1_41 i32)
    (local $at2_41 i32)
    (local $at3_41 i32)
    (local $out_group i32)
    (local $condition_7 v128)
    (local $mask_11 v128)
    (local $index_42 v128)
    (local $at0_42 i32)
    (local $at1_42 i32)
    (local $at2_42 i32)
    (local $at3_42 i32)
    (local $o0 v128)
    (local $o1 v128)
    (local $stored_18 v128)
    (local $stored_19 v128)
    (local $index_43 v128)
    (local $at0_43 i32)
    (local $at1_43 i32)
    (local $at2_43 i32)
    (local $at3_43 i32)
    (local $at_18 i32)
    (local $low v128)
    (local $high v128)
    (local $o0_2 v128)
    (local $o1_2 v128)
    (local $stored_20 v128)
    (local $stored_21 v128)
    (local $at_19 i32)
    (local $r_4 v128)
    (local $mask_12 v128)
    (local $index_44 v128)
    (local $at0_44 i32)
    (local $at1_44 i32)
    (local $at2_44 i32)
    (local $at3_44 i32)
    (local $settled v128)
    (local $condition_8 v128)
    (local $mask_13 v128)
    (local $stored_22 v128)
    (local $index_45 v128)
    (local $at0_45 i32)
    (local $at1_45 i32)
    (local $at2_45 i32)
    (local $at3_45 i32)
    (local $r_5 v128)
    (local $mask_14 v128)
    (local $index_46 v128)
    (local $at0_46 i32)
    (local $at1_46 i32)
    (local $at2_46 i32)
    (local $at3_46 i32)
    (local $settled_2 v128)
    (local $condition_9 v128)
    (local $mask_15 v128)
    (local $stored_23 v128)
    (local $index_47 v128)
    (local $at0_47 i32)
    (local $at1_47 i32)
    (local $at2_47 i32)
    (local $at3_47 i32)
    (block
      (loop
        (br_if 1 (i32.eqz (i32.lt_u (local.get $from) (local.get $to))))
        (local.set $group_x (i32.rem_u (local.get $from) (local.get $groups_x)))
        (local.set $group_y (i32.rem_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $group_z (i32.div_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $head (local.get $group_x))
        (local.set $block (i32.const 0))
        (local.set $key_head (i32.div_s (local.get $head) (i32.const 3)))
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
        (local.set $slot_base_2 (i32.mul (local.get $slot) (i32.const 520)))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (v128.store offset=736
            (local.get $thread_at)
            (i32x4.add (i32x4.splat (i32.rem_s (local.get $local) (i32.const 8))) (v128.const i32x4 0x0 0x1 0x2 0x3)))
          (v128.store offset=992 (local.get $thread_at) (i32x4.splat (i32.div_s (local.get $local) (i32.const 8))))
          (v128.store offset=1248
            (local.get $thread_at)
            (i32x4.add
              (i32x4.splat (i32.mul (local.get $block) (i32.const 8)))
              (v128.load offset=736 (local.get $thread_at))))
          (v128.store offset=1504
            (local.get $thread_at)
            (i32x4.add
              (i32x4.splat (i32.add (local.get $slot_base_2) (i32.mul (local.get $head) (i32.const 24))))
              (v128.load offset=1248 (local.get $thread_at))))
          (v128.store offset=1760
            (local.get $thread_at)
            (i32x4.lt_s (v128.load offset=1248 (local.get $thread_at)) (v128.const i32x4 0x6 0x6 0x6 0x6)))
          (local.set $r (v128.load offset=992 (local.get $thread_at)))
          (block
            (loop
              (local.set $mask (i32x4.lt_s (local.get $r) (v128.const i32x4 0x4 0x4 0x4 0x4)))
              (br_if 1 (i32.eqz (v128.any_true (local.get $mask))))
              (local.set $s (v128.const i32x4 0x0 0x0 0x0 0x0))
              (local.set $condition (v128.load offset=1760 (local.get $thread_at)))
              (local.set $mask_2 (v128.and (local.get $condition) (local.get $mask)))
              (if
                (v128.any_true (local.get $mask_2))
                (then
                  (local.set $index
                    (v128.and
                      (i32x4.add
                        (v128.load offset=1504 (local.get $thread_at))
                        (i32x4.mul (local.get $r) (v128.const i32x4 0x6 0x6 0x6 0x6)))
                      (local.get $mask_2)))
                  (local.set $at0
                    (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 0 (local.get $index)) (i32.const 4))))
                  (local.set $at1
                    (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 1 (local.get $index)) (i32.const 4))))
                  (local.set $at2
                    (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 2 (local.get $index)) (i32.const 4))))
                  (local.set $at3
                    (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 3 (local.get $index)) (i32.const 4))))
                  (local.set $stored
                    (v128.load32_lane 3
                      (local.get $at3)
                      (v128.load32_lane 2
                        (local.get $at2)
                        (v128.load32_lane 1 (local.get $at1) (v128.load32_zero (local.get $at0))))))
                  (local.set $s (v128.bitselect (local.get $stored) (local.get $s) (local.get $mask_2)))))
              (local.set $stored_2 (local.get $s))
              (local.set $index_2
                (i32x4.add
                  (i32x4.mul (local.get $r) (v128.const i32x4 0x8 0x8 0x8 0x8))
                  (v128.load offset=736 (local.get $thread_at))))
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
              (local.set $r (i32x4.add (local.get $r) (v128.const i32x4 0x8 0x8 0x8 0x8)))
              (br 0)))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
        (local.set $i (i32.const 0))
        (block
          (loop
            (br_if 1 (i32.eqz (i32.lt_s (local.get $i) (i32.add (local.get $fold) (local.get $rows)))))
            (local.set $folding (i32.lt_s (local.get $i) (local.get $fold)))
            (local.set $record
              (i32.add (i32.add (local.get $slot_base_2) (i32.const 72)) (i32.mul (local.get $i) (i32.const 28))))
            (local.set $row (i32.sub (i32.add (local.get $begin) (local.get $i)) (local.get $fold)))
            (local.set $input_base (i32.mul (local.get $row) (i32.const 26)))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (local.set $key_squares (v128.const i32x4 0x0 0x0 0x0 0x0))
              (v128.store offset=2016 (local.get $thread_at) (v128.const i32x4 0x0 0x0 0x0 0x0))
              (local.set $d (local.get $local))
              (block
                (loop
                  (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $d) (i32.const 3)) (i32.const 4))))
                  (local.set $at (i32.add (i32.mul (local.get $key_head) (i32.const 4)) (local.get $d)))
                  (local.set $key_value (v128.const i32x4 0x0 0x0 0x0 0x0))
                  (local.set $query_value (v128.const i32x4 0x0 0x0 0x0 0x0))
                  (if
                    (local.get $folding)
                    (then
                      (local.set $at_2
                        (i32.add
                          (local.get $slots)
                          (i32.mul (i32.add (local.get $record) (local.get $at)) (i32.const 4))))
                      (local.set $record_key (v128.load (local.get $at_2)))
                      (local.set $key_value (local.get $record_key)))
                    (else
                      (local.set $at_3
                        (i32.add
                          (local.get $x)
                          (i32.mul
                            (i32.add (i32.add (local.get $input_base) (local.get $at)) (i32.const 4))
                            (i32.const 4))))
                      (local.set $row_key (v128.load (local.get $at_3)))
                      (local.set $key_value (local.get $row_key))
                      (local.set $at_4
                        (i32.add
                          (local.get $x)
                          (i32.mul (i32.add (local.get $input_base) (local.get $at)) (i32.const 4))))
                      (local.set $row_query (v128.load (local.get $at_4)))
                      (local.set $query_value (local.get $row_query))))
                  (local.set $stored_3 (local.get $key_value))
                  (local.set $at_5 (i32.add (local.get $scratch) (i32.mul (local.get $d) (i32.const 4))))
                  (v128.store offset=128 (local.get $at_5) (local.get $stored_3))
                  (local.set $stored_4 (local.get $query_value))
                  (local.set $at_6 (i32.add (local.get $scratch) (i32.mul (local.get $d) (i32.const 4))))
                  (v128.store offset=144 (local.get $at_6) (local.get $stored_4))
                  (local.set $key_squares
                    (f32x4.add (local.get $key_squares) (f32x4.mul (local.get $key_value) (local.get $key_value))))
                  (v128.store offset=2016
                    (local.get $thread_at)
                    (f32x4.add
                      (v128.load offset=2016 (local.get $thread_at))
                      (f32x4.mul (local.get $query_value) (local.get $query_value))))
                  (local.set $d (i32.add (local.get $d) (i32.const 64)))
                  (br 0)))
              (block
                (loop
                  (local.set $mask_3
                    (i32x4.lt_s
                      (i32x4.add (i32x4.splat (local.get $d)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (v128.const i32x4 0x4 0x4 0x4 0x4)))
                  (br_if 1 (i32.eqz (v128.any_true (local.get $mask_3))))
                  (local.set $at_7 (i32.add (i32.mul (local.get $key_head) (i32.const 4)) (local.get $d)))
                  (local.set $key_value_2 (v128.const i32x4 0x0 0x0 0x0 0x0))
                  (local.set $query_value_2 (v128.const i32x4 0x0 0x0 0x0 0x0))
                  (if
                    (local.get $folding)
                    (then
                      (local.set $index_3
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $record) (local.get $at_7)))
                            (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (local.get $mask_3)))
                      (local.set $at0_3
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 0 (local.get $index_3)) (i32.const 4))))
                      (local.set $at1_3
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 1 (local.get $index_3)) (i32.const 4))))
                      (local.set $at2_3
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 2 (local.get $index_3)) (i32.const 4))))
                      (local.set $at3_3
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 3 (local.get $index_3)) (i32.const 4))))
                      (local.set $record_key_2
                        (v128.load32_lane 3
                          (local.get $at3_3)
                          (v128.load32_lane 2
                            (local.get $at2_3)
                            (v128.load32_lane 1 (local.get $at1_3) (v128.load32_zero (local.get $at0_3))))))
                      (local.set $key_value_2
                        (v128.bitselect (local.get $record_key_2) (local.get $key_value_2) (local.get $mask_3))))
                    (else
                      (local.set $index_4
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (i32.add (local.get $input_base) (local.get $at_7)) (i32.const 4)))
                            (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (local.get $mask_3)))
                      (local.set $at0_4
                        (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 0 (local.get $index_4)) (i32.const 4))))
                      (local.set $at1_4
                        (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 1 (local.get $index_4)) (i32.const 4))))
                      (local.set $at2_4
                        (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 2 (local.get $index_4)) (i32.const 4))))
                      (local.set $at3_4
                        (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 3 (local.get $index_4)) (i32.const 4))))
                      (local.set $row_key_2
                        (v128.load32_lane 3
                          (local.get $at3_4)
                          (v128.load32_lane 2
                            (local.get $at2_4)
                            (v128.load32_lane 1 (local.get $at1_4) (v128.load32_zero (local.get $at0_4))))))
                      (local.set $key_value_2
                        (v128.bitselect (local.get $row_key_2) (local.get $key_value_2) (local.get $mask_3)))
                      (local.set $index_5
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $input_base) (local.get $at_7)))
                            (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (local.get $mask_3)))
                      (local.set $at0_5
                        (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 0 (local.get $index_5)) (i32.const 4))))
                      (local.set $at1_5
                        (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 1 (local.get $index_5)) (i32.const 4))))
                      (local.set $at2_5
                        (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 2 (local.get $index_5)) (i32.const 4))))
                      (local.set $at3_5
                        (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 3 (local.get $index_5)) (i32.const 4))))
                      (local.set $row_query_2
                        (v128.load32_lane 3
                          (local.get $at3_5)
                          (v128.load32_lane 2
                            (local.get $at2_5)
                            (v128.load32_lane 1 (local.get $at1_5) (v128.load32_zero (local.get $at0_5))))))
                      (local.set $query_value_2
                        (v128.bitselect (local.get $row_query_2) (local.get $query_value_2) (local.get $mask_3)))))
                  (local.set $stored_5 (local.get $key_value_2))
                  (local.set $index_6 (i32x4.add (i32x4.splat (local.get $d)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
                  (local.set $at0_6
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_6)) (i32.const 4))))
                  (local.set $at1_6
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_6)) (i32.const 4))))
                  (local.set $at2_6
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_6)) (i32.const 4))))
                  (local.set $at3_6
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_6)) (i32.const 4))))
                  (if
                    (i32x4.extract_lane 0 (local.get $mask_3))
                    (then
                      (v128.store32_lane offset=128 0 (local.get $at0_6) (local.get $stored_5))))
                  (if
                    (i32x4.extract_lane 1 (local.get $mask_3))
                    (then
                      (v128.store32_lane offset=128 1 (local.get $at1_6) (local.get $stored_5))))
                  (if
                    (i32x4.extract_lane 2 (local.get $mask_3))
                    (then
                      (v128.store32_lane offset=128 2 (local.get $at2_6) (local.get $stored_5))))
                  (if
                    (i32x4.extract_lane 3 (local.get $mask_3))
                    (then
                      (v128.store32_lane offset=128 3 (local.get $at3_6) (local.get $stored_5))))
                  (local.set $stored_6 (local.get $query_value_2))
                  (local.set $index_7 (i32x4.add (i32x4.splat (local.get $d)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
                  (local.set $at0_7
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_7)) (i32.const 4))))
                  (local.set $at1_7
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_7)) (i32.const 4))))
                  (local.set $at2_7
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_7)) (i32.const 4))))
                  (local.set $at3_7
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_7)) (i32.const 4))))
                  (if
                    (i32x4.extract_lane 0 (local.get $mask_3))
                    (then
                      (v128.store32_lane offset=144 0 (local.get $at0_7) (local.get $stored_6))))
                  (if
                    (i32x4.extract_lane 1 (local.get $mask_3))
                    (then
                      (v128.store32_lane offset=144 1 (local.get $at1_7) (local.get $stored_6))))
                  (if
                    (i32x4.extract_lane 2 (local.get $mask_3))
                    (then
                      (v128.store32_lane offset=144 2 (local.get $at2_7) (local.get $stored_6))))
                  (if
                    (i32x4.extract_lane 3 (local.get $mask_3))
                    (then
                      (v128.store32_lane offset=144 3 (local.get $at3_7) (local.get $stored_6))))
                  (local.set $key_squares
                    (v128.bitselect
                      (f32x4.add (local.get $key_squares) (f32x4.mul (local.get $key_value_2) (local.get $key_value_2)))
                      (local.get $key_squares)
                      (local.get $mask_3)))
                  (v128.store offset=2016
                    (local.get $thread_at)
                    (v128.bitselect
                      (f32x4.add
                        (v128.load offset=2016 (local.get $thread_at))
                        (f32x4.mul (local.get $query_value_2) (local.get $query_value_2)))
                      (v128.load offset=2016 (local.get $thread_at))
                      (local.get $mask_3)))
                  (local.set $d (i32.add (local.get $d) (i32.const 64)))
                  (br 0)))
              (v128.store offset=2272 (local.get $thread_at) (v128.const i32x4 0x0 0x0 0x0 0x0))
              (v128.store offset=2528 (local.get $thread_at) (v128.const i32x4 0x0 0x0 0x0 0x0))
              (v128.store offset=2784 (local.get $thread_at) (v128.const i32x4 0x0 0x0 0x0 0x0))
              (local.set $value_at
                (i32x4.add
                  (i32x4.splat (i32.mul (local.get $head) (i32.const 6)))
                  (v128.load offset=1248 (local.get $thread_at))))
              (if
                (local.get $folding)
                (then
                  (local.set $condition_2 (v128.load offset=1760 (local.get $thread_at)))
                  (if
                    (i32x4.all_true (local.get $condition_2))
                    (then
                      (local.set $index_9
                        (i32x4.add
                          (i32x4.add (i32x4.splat (local.get $record)) (local.get $value_at))
                          (v128.const i32x4 0x4 0x4 0x4 0x4)))
                      (local.set $at0_9
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 0 (local.get $index_9)) (i32.const 4))))
                      (local.set $at1_9
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 1 (local.get $index_9)) (i32.const 4))))
                      (local.set $at2_9
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 2 (local.get $index_9)) (i32.const 4))))
                      (local.set $at3_9
                        (i32.add (local.get $slots) (i32.mul (i32x4.extract_lane 3 (local.get $index_9)) (i32.const 4))))
                      (local.set $record_value_2
                        (v128.load32_lane 3
                          (local.get $at3_9)
                          (v128.load32_lane 2
                            (local.get $at2_9)
                            (v128.load32_lane 1 (local.get $at1_9) (v128.load32_zero (local.get $at0_9))))))
                      (v128.store offset=2272 (local.get $thread_at) (local.get $record_value_2)))
                    (else
                      (if
                        (i32.eqz (v128.any_true (local.get $condition_2)))
                        (then)
                        (else
                          (local.set $mask_4 (local.get $condition_2))
                          (if
                            (v128.any_true (local.get $mask_4))
                            (then
                              (local.set $index_8
                                (v128.and
                                  (i32x4.add
                                    (i32x4.add (i32x4.splat (local.get $record)) (local.get $value_at))
                                    (v128.const i32x4 0x4 0x4 0x4 0x4))
                                  (local.get $mask_4)))
                              (local.set $at0_8
                                (i32.add
                                  (local.get $slots)
                                  (i32.mul (i32x4.extract_lane 0 (local.get $index_8)) (i32.const 4))))
                              (local.set $at1_8
                                (i32.add
                                  (local.get $slots)
                                  (i32.mul (i32x4.extract_lane 1 (local.get $index_8)) (i32.const 4))))
                              (local.set $at2_8
                                (i32.add
                                  (local.get $slots)
                                  (i32.mul (i32x4.extract_lane 2 (local.get $index_8)) (i32.const 4))))
                              (local.set $at3_8
                                (i32.add
                                  (local.get $slots)
                                  (i32.mul (i32x4.extract_lane 3 (local.get $index_8)) (i32.const 4))))
                              (local.set $record_value
                                (v128.load32_lane 3
                                  (local.get $at3_8)
                                  (v128.load32_lane 2
                                    (local.get $at2_8)
                                    (v128.load32_lane 1 (local.get $at1_8) (v128.load32_zero (local.get $at0_8))))))
                              (v128.store offset=2272
                                (local.get $thread_at)
                                (v128.bitselect
                                  (local.get $record_value)
                                  (v128.load offset=2272 (local.get $thread_at))
                                  (local.get $mask_4)))))))))
                  (local.set $gates (i32.add (i32.add (local.get $record) (i32.const 22)) (local.get $head)))
                  (local.set $record_gate_at (i32.add (local.get $slots) (i32.mul (local.get $gates) (i32.const 4))))
                  (local.set $record_gate (f32.load (local.get $record_gate_at)))
                  (v128.store offset=2528 (local.get $thread_at) (f32x4.splat (local.get $record_gate)))
                  (local.set $record_rate_at
                    (i32.add (local.get $slots) (i32.mul (i32.add (local.get $gates) (i32.const 3)) (i32.const 4))))
                  (local.set $record_rate (f32.load (local.get $record_rate_at)))
                  (v128.store offset=2784 (local.get $thread_at) (f32x4.splat (local.get $record_rate))))
                (else
                  (local.set $condition_3 (v128.load offset=1760 (local.get $thread_at)))
                  (if
                    (i32x4.all_true (local.get $condition_3))
                    (then
                      (local.set $index_11
                        (i32x4.add
                          (i32x4.add (i32x4.splat (local.get $input_base)) (local.get $value_at))
                          (v128.const i32x4 0x8 0x8 0x8 0x8)))
                      (local.set $at0_11
                        (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 0 (local.get $index_11)) (i32.const 4))))
                      (local.set $at1_11
                        (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 1 (local.get $index_11)) (i32.const 4))))
                      (local.set $at2_11
                        (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 2 (local.get $index_11)) (i32.const 4))))
                      (local.set $at3_11
                        (i32.add (local.get $x) (i32.mul (i32x4.extract_lane 3 (local.get $index_11)) (i32.const 4))))
                      (local.set $row_value_2
                        (v128.load32_lane 3
                          (local.get $at3_11)
                          (v128.load32_lane 2
                            (local.get $at2_11)
                            (v128.load32_lane 1 (local.get $at1_11) (v128.load32_zero (local.get $at0_11))))))
                      (v128.store offset=2272 (local.get $thread_at) (local.get $row_value_2)))
                    (else
                      (if
                        (i32.eqz (v128.any_true (local.get $condition_3)))
                        (then)
                        (else
                          (local.set $mask_5 (local.get $condition_3))
                          (if
                            (v128.any_true (local.get $mask_5))
                            (then
                              (local.set $index_10
                                (v128.and
                                  (i32x4.add
                                    (i32x4.add (i32x4.splat (local.get $input_base)) (local.get $value_at))
                                    (v128.const i32x4 0x8 0x8 0x8 0x8))
                                  (local.get $mask_5)))
                              (local.set $at0_10
                                (i32.add
                                  (local.get $x)
                                  (i32.mul (i32x4.extract_lane 0 (local.get $index_10)) (i32.const 4))))
                              (local.set $at1_10
                                (i32.add
                                  (local.get $x)
                                  (i32.mul (i32x4.extract_lane 1 (local.get $index_10)) (i32.const 4))))
                              (local.set $at2_10
                                (i32.add
                                  (local.get $x)
                                  (i32.mul (i32x4.extract_lane 2 (local.get $index_10)) (i32.const 4))))
                              (local.set $at3_10
                                (i32.add
                                  (local.get $x)
                                  (i32.mul (i32x4.extract_lane 3 (local.get $index_10)) (i32.const 4))))
                              (local.set $row_value
                                (v128.load32_lane 3
                                  (local.get $at3_10)
                                  (v128.load32_lane 2
                                    (local.get $at2_10)
                                    (v128.load32_lane 1 (local.get $at1_10) (v128.load32_zero (local.get $at0_10))))))
                              (v128.store offset=2272
                                (local.get $thread_at)
                                (v128.bitselect
                                  (local.get $row_value)
                                  (v128.load offset=2272 (local.get $thread_at))
                                  (local.get $mask_5)))))))))
                  (local.set $row_gate_at
                    (i32.add
                      (local.get $g)
                      (i32.mul (i32.add (i32.mul (local.get $row) (i32.const 3)) (local.get $head)) (i32.const 4))))
                  (local.set $row_gate (f32.load (local.get $row_gate_at)))
                  (v128.store offset=2528 (local.get $thread_at) (f32x4.splat (local.get $row_gate)))
                  (local.set $row_rate_at
                    (i32.add
                      (local.get $beta)
                      (i32.mul (i32.add (i32.mul (local.get $row) (i32.const 3)) (local.get $head)) (i32.const 4))))
                  (local.set $row_rate (f32.load (local.get $row_rate_at)))
                  (v128.store offset=2784 (local.get $thread_at) (f32x4.splat (local.get $row_rate)))))
              (local.set $stored_7 (local.get $key_squares))
              (local.set $at_8 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
              (v128.store offset=448 (local.get $at_8) (local.get $stored_7))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (local.set $condition_4
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x8 0x8 0x8 0x8)))
              (if
                (i32x4.all_true (local.get $condition_4))
                (then
                  (local.set $key_norm_from_2 (i32.mul (local.get $local) (i32.const 8)))
                  (local.set $at_9 (i32.add (local.get $scratch) (i32.mul (local.get $key_norm_from_2) (i32.const 4))))
                  (local.set $key_norm_head_2
                    (v128.load32_lane offset=544 3
                      (local.get $at_9)
                      (v128.load32_lane offset=512 2
                        (local.get $at_9)
                        (v128.load32_lane offset=480 1
                          (local.get $at_9)
                          (v128.load32_zero offset=448 (local.get $at_9))))))
                  (local.set $key_norm_part_2 (local.get $key_norm_head_2))
                  (local.set $i_2_2 (i32.const 1))
                  (block
                    (loop
                      (br_if 1 (i32.eqz (i32.lt_s (local.get $i_2_2) (i32.const 8))))
                      (local.set $at_10
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32.add (local.get $key_norm_from_2) (local.get $i_2_2)) (i32.const 4))))
                      (local.set $key_norm_next_2
                        (v128.load32_lane offset=544 3
                          (local.get $at_10)
                          (v128.load32_lane offset=512 2
                            (local.get $at_10)
                            (v128.load32_lane offset=480 1
                              (local.get $at_10)
                              (v128.load32_zero offset=448 (local.get $at_10))))))
                      (local.set $key_norm_part_2 (f32x4.add (local.get $key_norm_part_2) (local.get $key_norm_next_2)))
                      (local.set $i_2_2 (i32.add (local.get $i_2_2) (i32.const 1)))
                      (br 0)))
                  (local.set $stored_9 (local.get $key_norm_part_2))
                  (local.set $at_11 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                  (v128.store offset=704 (local.get $at_11) (local.get $stored_9)))
                (else
                  (if
                    (i32.eqz (v128.any_true (local.get $condition_4)))
                    (then)
                    (else
                      (local.set $mask_6 (local.get $condition_4))
                      (if
                        (v128.any_true (local.get $mask_6))
                        (then
                          (local.set $key_norm_from (i32.mul (local.get $local) (i32.const 8)))
                          (local.set $index_12
                            (v128.and
                              (i32x4.add (i32x4.splat (local.get $key_norm_from)) (v128.const i32x4 0x0 0x8 0x10 0x18))
                              (local.get $mask_6)))
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
                          (local.set $key_norm_head
                            (v128.load32_lane offset=448 3
                              (local.get $at3_12)
                              (v128.load32_lane offset=448 2
                                (local.get $at2_12)
                                (v128.load32_lane offset=448 1
                                  (local.get $at1_12)
                                  (v128.load32_zero offset=448 (local.get $at0_12))))))
                          (local.set $key_norm_part (local.get $key_norm_head))
                          (local.set $i_2 (i32.const 1))
                          (block
                            (loop
                              (br_if 1 (i32.eqz (i32.lt_s (local.get $i_2) (i32.const 8))))
                              (local.set $index_13
                                (v128.and
                                  (i32x4.add
                                    (i32x4.splat (i32.add (local.get $key_norm_from) (local.get $i_2)))
                                    (v128.const i32x4 0x0 0x8 0x10 0x18))
                                  (local.get $mask_6)))
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
                              (local.set $key_norm_next
                                (v128.load32_lane offset=448 3
                                  (local.get $at3_13)
                                  (v128.load32_lane offset=448 2
                                    (local.get $at2_13)
                                    (v128.load32_lane offset=448 1
                                      (local.get $at1_13)
                                      (v128.load32_zero offset=448 (local.get $at0_13))))))
                              (local.set $key_norm_part
                                (v128.bitselect
                                  (f32x4.add (local.get $key_norm_part) (local.get $key_norm_next))
                                  (local.get $key_norm_part)
                                  (local.get $mask_6)))
                              (local.set $i_2 (i32.add (local.get $i_2) (i32.const 1)))
                              (br 0)))
                          (local.set $stored_8 (local.get $key_norm_part))
                          (local.set $index_14
                            (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
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
                          (if
                            (i32x4.extract_lane 0 (local.get $mask_6))
                            (then
                              (v128.store32_lane offset=704 0 (local.get $at0_14) (local.get $stored_8))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask_6))
                            (then
                              (v128.store32_lane offset=704 1 (local.get $at1_14) (local.get $stored_8))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask_6))
                            (then
                              (v128.store32_lane offset=704 2 (local.get $at2_14) (local.get $stored_8))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask_6))
                            (then
                              (v128.store32_lane offset=704 3 (local.get $at3_14) (local.get $stored_8))))))))))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
            (local.set $key_norm_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
            (local.set $key_norm_start (f32.load offset=704 (local.get $key_norm_start_at)))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (v128.store offset=3040 (local.get $thread_at) (f32x4.splat (local.get $key_norm_start)))
              (local.set $i_3 (i32.const 1))
              (block
                (loop
                  (br_if 1 (i32.eqz (i32.lt_s (local.get $i_3) (i32.const 8))))
                  (local.set $key_norm_item_at (i32.add (local.get $scratch) (i32.mul (local.get $i_3) (i32.const 4))))
                  (local.set $key_norm_item (f32.load offset=704 (local.get $key_norm_item_at)))
                  (v128.store offset=3040
                    (local.get $thread_at)
                    (f32x4.add (v128.load offset=3040 (local.get $thread_at)) (f32x4.splat (local.get $key_norm_item))))
                  (local.set $i_3 (i32.add (local.get $i_3) (i32.const 1)))
                  (br 0)))
              (local.set $stored_10 (v128.load offset=2016 (local.get $thread_at)))
              (local.set $at_12 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
              (v128.store offset=448 (local.get $at_12) (local.get $stored_10))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (local.set $condition_5
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x8 0x8 0x8 0x8)))
              (if
                (i32x4.all_true (local.get $condition_5))
                (then
                  (local.set $query_norm_from_2 (i32.mul (local.get $local) (i32.const 8)))
                  (local.set $at_13
                    (i32.add (local.get $scratch) (i32.mul (local.get $query_norm_from_2) (i32.const 4))))
                  (local.set $query_norm_head_2
                    (v128.load32_lane offset=544 3
                      (local.get $at_13)
                      (v128.load32_lane offset=512 2
                        (local.get $at_13)
                        (v128.load32_lane offset=480 1
                          (local.get $at_13)
                          (v128.load32_zero offset=448 (local.get $at_13))))))
                  (local.set $query_norm_part_2 (local.get $query_norm_head_2))
                  (local.set $i_4_2 (i32.const 1))
                  (block
                    (loop
                      (br_if 1 (i32.eqz (i32.lt_s (local.get $i_4_2) (i32.const 8))))
                      (local.set $at_14
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32.add (local.get $query_norm_from_2) (local.get $i_4_2)) (i32.const 4))))
                      (local.set $query_norm_next_2
                        (v128.load32_lane offset=544 3
                          (local.get $at_14)
                          (v128.load32_lane offset=512 2
                            (local.get $at_14)
                            (v128.load32_lane offset=480 1
                              (local.get $at_14)
                              (v128.load32_zero offset=448 (local.get $at_14))))))
                      (local.set $query_norm_part_2
                        (f32x4.add (local.get $query_norm_part_2) (local.get $query_norm_next_2)))
                      (local.set $i_4_2 (i32.add (local.get $i_4_2) (i32.const 1)))
                      (br 0)))
                  (local.set $stored_12 (local.get $query_norm_part_2))
                  (local.set $at_15 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                  (v128.store offset=704 (local.get $at_15) (local.get $stored_12)))
                (else
                  (if
                    (i32.eqz (v128.any_true (local.get $condition_5)))
                    (then)
                    (else
                      (local.set $mask_7 (local.get $condition_5))
                      (if
                        (v128.any_true (local.get $mask_7))
                        (then
                          (local.set $query_norm_from (i32.mul (local.get $local) (i32.const 8)))
                          (local.set $index_15
                            (v128.and
                              (i32x4.add
                                (i32x4.splat (local.get $query_norm_from))
                                (v128.const i32x4 0x0 0x8 0x10 0x18))
                              (local.get $mask_7)))
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
                          (local.set $query_norm_head
                            (v128.load32_lane offset=448 3
                              (local.get $at3_15)
                              (v128.load32_lane offset=448 2
                                (local.get $at2_15)
                                (v128.load32_lane offset=448 1
                                  (local.get $at1_15)
                                  (v128.load32_zero offset=448 (local.get $at0_15))))))
                          (local.set $query_norm_part (local.get $query_norm_head))
                          (local.set $i_4 (i32.const 1))
                          (block
                            (loop
                              (br_if 1 (i32.eqz (i32.lt_s (local.get $i_4) (i32.const 8))))
                              (local.set $index_16
                                (v128.and
                                  (i32x4.add
                                    (i32x4.splat (i32.add (local.get $query_norm_from) (local.get $i_4)))
                                    (v128.const i32x4 0x0 0x8 0x10 0x18))
                                  (local.get $mask_7)))
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
                              (local.set $query_norm_next
                                (v128.load32_lane offset=448 3
                                  (local.get $at3_16)
                                  (v128.load32_lane offset=448 2
                                    (local.get $at2_16)
                                    (v128.load32_lane offset=448 1
                                      (local.get $at1_16)
                                      (v128.load32_zero offset=448 (local.get $at0_16))))))
                              (local.set $query_norm_part
                                (v128.bitselect
                                  (f32x4.add (local.get $query_norm_part) (local.get $query_norm_next))
                                  (local.get $query_norm_part)
                                  (local.get $mask_7)))
                              (local.set $i_4 (i32.add (local.get $i_4) (i32.const 1)))
                              (br 0)))
                          (local.set $stored_11 (local.get $query_norm_part))
                          (local.set $index_17
                            (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
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
                          (if
                            (i32x4.extract_lane 0 (local.get $mask_7))
                            (then
                              (v128.store32_lane offset=704 0 (local.get $at0_17) (local.get $stored_11))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask_7))
                            (then
                              (v128.store32_lane offset=704 1 (local.get $at1_17) (local.get $stored_11))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask_7))
                            (then
                              (v128.store32_lane offset=704 2 (local.get $at2_17) (local.get $stored_11))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask_7))
                            (then
                              (v128.store32_lane offset=704 3 (local.get $at3_17) (local.get $stored_11))))))))))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
            (local.set $query_norm_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
            (local.set $query_norm_start (f32.load offset=704 (local.get $query_norm_start_at)))
            (local.set $query_norm_total (local.get $query_norm_start))
            (local.set $i_5 (i32.const 1))
            (block
              (loop
                (br_if 1 (i32.eqz (i32.lt_s (local.get $i_5) (i32.const 8))))
                (local.set $query_norm_item_at (i32.add (local.get $scratch) (i32.mul (local.get $i_5) (i32.const 4))))
                (local.set $query_norm_item (f32.load offset=704 (local.get $query_norm_item_at)))
                (local.set $query_norm_total (f32.add (local.get $query_norm_total) (local.get $query_norm_item)))
                (local.set $i_5 (i32.add (local.get $i_5) (i32.const 1)))
                (br 0)))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (v128.store offset=3296
                (local.get $thread_at)
                (f32x4.div
                  (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000)
                  (f32x4.sqrt
                    (f32x4.add
                      (v128.load offset=3040 (local.get $thread_at))
                      (v128.const i32x4 0x358637bd 0x358637bd 0x358637bd 0x358637bd)))))
              (v128.store offset=3552
                (local.get $thread_at)
                (f32x4.splat
                  (f32.div
                    (f32.const 0.5)
                    (f32.sqrt (f32.add (local.get $query_norm_total) (f32.const 9.999999974752427e-7))))))
              (v128.store offset=3808
                (local.get $thread_at)
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
                                        (v128.load offset=2528 (local.get $thread_at))
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
                    (i32.const 23))))
              (local.set $known (v128.const i32x4 0x0 0x0 0x0 0x0))
              (local.set $r_2 (v128.load offset=992 (local.get $thread_at)))
              (block
                (loop
                  (local.set $mask_8 (i32x4.lt_s (local.get $r_2) (v128.const i32x4 0x4 0x4 0x4 0x4)))
                  (br_if 1 (i32.eqz (v128.any_true (local.get $mask_8))))
                  (local.set $index_18
                    (v128.and
                      (i32x4.add
                        (i32x4.mul (local.get $r_2) (v128.const i32x4 0x8 0x8 0x8 0x8))
                        (v128.load offset=736 (local.get $thread_at)))
                      (local.get $mask_8)))
                  (local.set $at0_18
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_18)) (i32.const 4))))
                  (local.set $at1_18
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_18)) (i32.const 4))))
                  (local.set $at2_18
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_18)) (i32.const 4))))
                  (local.set $at3_18
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_18)) (i32.const 4))))
                  (local.set $s_before
                    (v128.load32_lane 3
                      (local.get $at3_18)
                      (v128.load32_lane 2
                        (local.get $at2_18)
                        (v128.load32_lane 1 (local.get $at1_18) (v128.load32_zero (local.get $at0_18))))))
                  (local.set $index_19 (v128.and (local.get $r_2) (local.get $mask_8)))
                  (local.set $at0_19
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_19)) (i32.const 4))))
                  (local.set $at1_19
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_19)) (i32.const 4))))
                  (local.set $at2_19
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_19)) (i32.const 4))))
                  (local.set $at3_19
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_19)) (i32.const 4))))
                  (local.set $k_row
                    (v128.load32_lane offset=128 3
                      (local.get $at3_19)
                      (v128.load32_lane offset=128 2
                        (local.get $at2_19)
                        (v128.load32_lane offset=128 1
                          (local.get $at1_19)
                          (v128.load32_zero offset=128 (local.get $at0_19))))))
                  (local.set $known
                    (v128.bitselect
                      (f32x4.add
                        (local.get $known)
                        (f32x4.mul
                          (f32x4.mul (local.get $s_before) (v128.load offset=3808 (local.get $thread_at)))
                          (f32x4.mul (local.get $k_row) (v128.load offset=3296 (local.get $thread_at)))))
                      (local.get $known)
                      (local.get $mask_8)))
                  (local.set $r_2 (i32x4.add (local.get $r_2) (v128.const i32x4 0x8 0x8 0x8 0x8)))
                  (br 0)))
              (local.set $stored_13 (local.get $known))
              (local.set $at_16 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
              (v128.store offset=160 (local.get $at_16) (local.get $stored_13))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (local.set $index_20 (v128.load offset=736 (local.get $thread_at)))
              (local.set $at0_20
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_20)) (i32.const 4))))
              (local.set $at1_20
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_20)) (i32.const 4))))
              (local.set $at2_20
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_20)) (i32.const 4))))
              (local.set $at3_20
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_20)) (i32.const 4))))
              (local.set $predicted0
                (v128.load32_lane offset=160 3
                  (local.get $at3_20)
                  (v128.load32_lane offset=160 2
                    (local.get $at2_20)
                    (v128.load32_lane offset=160 1
                      (local.get $at1_20)
                      (v128.load32_zero offset=160 (local.get $at0_20))))))
              (local.set $index_21
                (i32x4.add (v128.load offset=736 (local.get $thread_at)) (v128.const i32x4 0x8 0x8 0x8 0x8)))
              (local.set $at0_21
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_21)) (i32.const 4))))
              (local.set $at1_21
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_21)) (i32.const 4))))
              (local.set $at2_21
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_21)) (i32.const 4))))
              (local.set $at3_21
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_21)) (i32.const 4))))
              (local.set $predicted1
                (v128.load32_lane offset=160 3
                  (local.get $at3_21)
                  (v128.load32_lane offset=160 2
                    (local.get $at2_21)
                    (v128.load32_lane offset=160 1
                      (local.get $at1_21)
                      (v128.load32_zero offset=160 (local.get $at0_21))))))
              (local.set $index_22
                (i32x4.add (v128.load offset=736 (local.get $thread_at)) (v128.const i32x4 0x10 0x10 0x10 0x10)))
              (local.set $at0_22
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_22)) (i32.const 4))))
              (local.set $at1_22
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_22)) (i32.const 4))))
              (local.set $at2_22
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_22)) (i32.const 4))))
              (local.set $at3_22
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_22)) (i32.const 4))))
              (local.set $predicted2
                (v128.load32_lane offset=160 3
                  (local.get $at3_22)
                  (v128.load32_lane offset=160 2
                    (local.get $at2_22)
                    (v128.load32_lane offset=160 1
                      (local.get $at1_22)
                      (v128.load32_zero offset=160 (local.get $at0_22))))))
              (local.set $index_23
                (i32x4.add (v128.load offset=736 (local.get $thread_at)) (v128.const i32x4 0x18 0x18 0x18 0x18)))
              (local.set $at0_23
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_23)) (i32.const 4))))
              (local.set $at1_23
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_23)) (i32.const 4))))
              (local.set $at2_23
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_23)) (i32.const 4))))
              (local.set $at3_23
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_23)) (i32.const 4))))
              (local.set $predicted3
                (v128.load32_lane offset=160 3
                  (local.get $at3_23)
                  (v128.load32_lane offset=160 2
                    (local.get $at2_23)
                    (v128.load32_lane offset=160 1
                      (local.get $at1_23)
                      (v128.load32_zero offset=160 (local.get $at0_23))))))
              (local.set $index_24
                (i32x4.add (v128.load offset=736 (local.get $thread_at)) (v128.const i32x4 0x20 0x20 0x20 0x20)))
              (local.set $at0_24
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_24)) (i32.const 4))))
              (local.set $at1_24
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_24)) (i32.const 4))))
              (local.set $at2_24
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_24)) (i32.const 4))))
              (local.set $at3_24
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_24)) (i32.const 4))))
              (local.set $predicted4
                (v128.load32_lane offset=160 3
                  (local.get $at3_24)
                  (v128.load32_lane offset=160 2
                    (local.get $at2_24)
                    (v128.load32_lane offset=160 1
                      (local.get $at1_24)
                      (v128.load32_zero offset=160 (local.get $at0_24))))))
              (local.set $index_25
                (i32x4.add (v128.load offset=736 (local.get $thread_at)) (v128.const i32x4 0x28 0x28 0x28 0x28)))
              (local.set $at0_25
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_25)) (i32.const 4))))
              (local.set $at1_25
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_25)) (i32.const 4))))
              (local.set $at2_25
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_25)) (i32.const 4))))
              (local.set $at3_25
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_25)) (i32.const 4))))
              (local.set $predicted5
                (v128.load32_lane offset=160 3
                  (local.get $at3_25)
                  (v128.load32_lane offset=160 2
                    (local.get $at2_25)
                    (v128.load32_lane offset=160 1
                      (local.get $at1_25)
                      (v128.load32_zero offset=160 (local.get $at0_25))))))
              (local.set $index_26
                (i32x4.add (v128.load offset=736 (local.get $thread_at)) (v128.const i32x4 0x30 0x30 0x30 0x30)))
              (local.set $at0_26
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_26)) (i32.const 4))))
              (local.set $at1_26
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_26)) (i32.const 4))))
              (local.set $at2_26
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_26)) (i32.const 4))))
              (local.set $at3_26
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_26)) (i32.const 4))))
              (local.set $predicted6
                (v128.load32_lane offset=160 3
                  (local.get $at3_26)
                  (v128.load32_lane offset=160 2
                    (local.get $at2_26)
                    (v128.load32_lane offset=160 1
                      (local.get $at1_26)
                      (v128.load32_zero offset=160 (local.get $at0_26))))))
              (local.set $index_27
                (i32x4.add (v128.load offset=736 (local.get $thread_at)) (v128.const i32x4 0x38 0x38 0x38 0x38)))
              (local.set $at0_27
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_27)) (i32.const 4))))
              (local.set $at1_27
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_27)) (i32.const 4))))
              (local.set $at2_27
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_27)) (i32.const 4))))
              (local.set $at3_27
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_27)) (i32.const 4))))
              (local.set $predicted7
                (v128.load32_lane offset=160 3
                  (local.get $at3_27)
                  (v128.load32_lane offset=160 2
                    (local.get $at2_27)
                    (v128.load32_lane offset=160 1
                      (local.get $at1_27)
                      (v128.load32_zero offset=160 (local.get $at0_27))))))
              (local.set $predicted
                (f32x4.add
                  (f32x4.add
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add
                            (f32x4.add (local.get $predicted0) (local.get $predicted1))
                            (local.get $predicted2))
                          (local.get $predicted3))
                        (local.get $predicted4))
                      (local.get $predicted5))
                    (local.get $predicted6))
                  (local.get $predicted7)))
              (local.set $delta
                (f32x4.mul
                  (v128.load offset=2784 (local.get $thread_at))
                  (f32x4.sub (v128.load offset=2272 (local.get $thread_at)) (local.get $predicted))))
              (v128.store offset=4064 (local.get $thread_at) (v128.const i32x4 0x0 0x0 0x0 0x0))
              (local.set $r_3 (v128.load offset=992 (local.get $thread_at)))
              (block
                (loop
                  (local.set $mask_9 (i32x4.lt_s (local.get $r_3) (v128.const i32x4 0x4 0x4 0x4 0x4)))
                  (br_if 1 (i32.eqz (v128.any_true (local.get $mask_9))))
                  (local.set $index_28
                    (v128.and
                      (i32x4.add
                        (i32x4.mul (local.get $r_3) (v128.const i32x4 0x8 0x8 0x8 0x8))
                        (v128.load offset=736 (local.get $thread_at)))
                      (local.get $mask_9)))
                  (local.set $at0_28
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_28)) (i32.const 4))))
                  (local.set $at1_28
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_28)) (i32.const 4))))
                  (local.set $at2_28
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_28)) (i32.const 4))))
                  (local.set $at3_28
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_28)) (i32.const 4))))
                  (local.set $s_old
                    (v128.load32_lane 3
                      (local.get $at3_28)
                      (v128.load32_lane 2
                        (local.get $at2_28)
                        (v128.load32_lane 1 (local.get $at1_28) (v128.load32_zero (local.get $at0_28))))))
                  (local.set $index_29 (v128.and (local.get $r_3) (local.get $mask_9)))
                  (local.set $at0_29
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_29)) (i32.const 4))))
                  (local.set $at1_29
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_29)) (i32.const 4))))
                  (local.set $at2_29
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_29)) (i32.const 4))))
                  (local.set $at3_29
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_29)) (i32.const 4))))
                  (local.set $k_of_row
                    (v128.load32_lane offset=128 3
                      (local.get $at3_29)
                      (v128.load32_lane offset=128 2
                        (local.get $at2_29)
                        (v128.load32_lane offset=128 1
                          (local.get $at1_29)
                          (v128.load32_zero offset=128 (local.get $at0_29))))))
                  (local.set $index_30 (v128.and (local.get $r_3) (local.get $mask_9)))
                  (local.set $at0_30
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_30)) (i32.const 4))))
                  (local.set $at1_30
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_30)) (i32.const 4))))
                  (local.set $at2_30
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_30)) (i32.const 4))))
                  (local.set $at3_30
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_30)) (i32.const 4))))
                  (local.set $q_of_row
                    (v128.load32_lane offset=144 3
                      (local.get $at3_30)
                      (v128.load32_lane offset=144 2
                        (local.get $at2_30)
                        (v128.load32_lane offset=144 1
                          (local.get $at1_30)
                          (v128.load32_zero offset=144 (local.get $at0_30))))))
                  (local.set $s_new
                    (f32x4.add
                      (f32x4.mul (local.get $s_old) (v128.load offset=3808 (local.get $thread_at)))
                      (f32x4.mul
                        (f32x4.mul (local.get $k_of_row) (v128.load offset=3296 (local.get $thread_at)))
                        (local.get $delta))))
                  (local.set $stored_14 (local.get $s_new))
                  (local.set $index_31
                    (i32x4.add
                      (i32x4.mul (local.get $r_3) (v128.const i32x4 0x8 0x8 0x8 0x8))
                      (v128.load offset=736 (local.get $thread_at))))
                  (local.set $at0_31
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_31)) (i32.const 4))))
                  (local.set $at1_31
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_31)) (i32.const 4))))
                  (local.set $at2_31
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_31)) (i32.const 4))))
                  (local.set $at3_31
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_31)) (i32.const 4))))
                  (if
                    (i32x4.extract_lane 0 (local.get $mask_9))
                    (then
                      (v128.store32_lane 0 (local.get $at0_31) (local.get $stored_14))))
                  (if
                    (i32x4.extract_lane 1 (local.get $mask_9))
                    (then
                      (v128.store32_lane 1 (local.get $at1_31) (local.get $stored_14))))
                  (if
                    (i32x4.extract_lane 2 (local.get $mask_9))
                    (then
                      (v128.store32_lane 2 (local.get $at2_31) (local.get $stored_14))))
                  (if
                    (i32x4.extract_lane 3 (local.get $mask_9))
                    (then
                      (v128.store32_lane 3 (local.get $at3_31) (local.get $stored_14))))
                  (v128.store offset=4064
                    (local.get $thread_at)
                    (v128.bitselect
                      (f32x4.add
                        (v128.load offset=4064 (local.get $thread_at))
                        (f32x4.mul
                          (local.get $s_new)
                          (f32x4.mul (local.get $q_of_row) (v128.load offset=3552 (local.get $thread_at)))))
                      (v128.load offset=4064 (local.get $thread_at))
                      (local.get $mask_9)))
                  (local.set $r_3 (i32x4.add (local.get $r_3) (v128.const i32x4 0x8 0x8 0x8 0x8)))
                  (br 0)))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (local.set $stored_15 (v128.load offset=4064 (local.get $thread_at)))
              (local.set $at_17 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
              (v128.store offset=160 (local.get $at_17) (local.get $stored_15))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (local.set $index_32 (v128.load offset=736 (local.get $thread_at)))
              (local.set $at0_32
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_32)) (i32.const 4))))
              (local.set $at1_32
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_32)) (i32.const 4))))
              (local.set $at2_32
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_32)) (i32.const 4))))
              (local.set $at3_32
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_32)) (i32.const 4))))
              (local.set $result0
                (v128.load32_lane offset=160 3
                  (local.get $at3_32)
                  (v128.load32_lane offset=160 2
                    (local.get $at2_32)
                    (v128.load32_lane offset=160 1
                      (local.get $at1_32)
                      (v128.load32_zero offset=160 (local.get $at0_32))))))
              (local.set $index_33
                (i32x4.add (v128.load offset=736 (local.get $thread_at)) (v128.const i32x4 0x8 0x8 0x8 0x8)))
              (local.set $at0_33
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_33)) (i32.const 4))))
              (local.set $at1_33
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_33)) (i32.const 4))))
              (local.set $at2_33
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_33)) (i32.const 4))))
              (local.set $at3_33
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_33)) (i32.const 4))))
              (local.set $result1
                (v128.load32_lane offset=160 3
                  (local.get $at3_33)
                  (v128.load32_lane offset=160 2
                    (local.get $at2_33)
                    (v128.load32_lane offset=160 1
                      (local.get $at1_33)
                      (v128.load32_zero offset=160 (local.get $at0_33))))))
              (local.set $index_34
                (i32x4.add (v128.load offset=736 (local.get $thread_at)) (v128.const i32x4 0x10 0x10 0x10 0x10)))
              (local.set $at0_34
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_34)) (i32.const 4))))
              (local.set $at1_34
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_34)) (i32.const 4))))
              (local.set $at2_34
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_34)) (i32.const 4))))
              (local.set $at3_34
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_34)) (i32.const 4))))
              (local.set $result2
                (v128.load32_lane offset=160 3
                  (local.get $at3_34)
                  (v128.load32_lane offset=160 2
                    (local.get $at2_34)
                    (v128.load32_lane offset=160 1
                      (local.get $at1_34)
                      (v128.load32_zero offset=160 (local.get $at0_34))))))
              (local.set $index_35
                (i32x4.add (v128.load offset=736 (local.get $thread_at)) (v128.const i32x4 0x18 0x18 0x18 0x18)))
              (local.set $at0_35
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_35)) (i32.const 4))))
              (local.set $at1_35
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_35)) (i32.const 4))))
              (local.set $at2_35
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_35)) (i32.const 4))))
              (local.set $at3_35
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_35)) (i32.const 4))))
              (local.set $result3
                (v128.load32_lane offset=160 3
                  (local.get $at3_35)
                  (v128.load32_lane offset=160 2
                    (local.get $at2_35)
                    (v128.load32_lane offset=160 1
                      (local.get $at1_35)
                      (v128.load32_zero offset=160 (local.get $at0_35))))))
              (local.set $index_36
                (i32x4.add (v128.load offset=736 (local.get $thread_at)) (v128.const i32x4 0x20 0x20 0x20 0x20)))
              (local.set $at0_36
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_36)) (i32.const 4))))
              (local.set $at1_36
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_36)) (i32.const 4))))
              (local.set $at2_36
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_36)) (i32.const 4))))
              (local.set $at3_36
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_36)) (i32.const 4))))
              (local.set $result4
                (v128.load32_lane offset=160 3
                  (local.get $at3_36)
                  (v128.load32_lane offset=160 2
                    (local.get $at2_36)
                    (v128.load32_lane offset=160 1
                      (local.get $at1_36)
                      (v128.load32_zero offset=160 (local.get $at0_36))))))
              (local.set $index_37
                (i32x4.add (v128.load offset=736 (local.get $thread_at)) (v128.const i32x4 0x28 0x28 0x28 0x28)))
              (local.set $at0_37
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_37)) (i32.const 4))))
              (local.set $at1_37
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_37)) (i32.const 4))))
              (local.set $at2_37
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_37)) (i32.const 4))))
              (local.set $at3_37
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_37)) (i32.const 4))))
              (local.set $result5
                (v128.load32_lane offset=160 3
                  (local.get $at3_37)
                  (v128.load32_lane offset=160 2
                    (local.get $at2_37)
                    (v128.load32_lane offset=160 1
                      (local.get $at1_37)
                      (v128.load32_zero offset=160 (local.get $at0_37))))))
              (local.set $index_38
                (i32x4.add (v128.load offset=736 (local.get $thread_at)) (v128.const i32x4 0x30 0x30 0x30 0x30)))
              (local.set $at0_38
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_38)) (i32.const 4))))
              (local.set $at1_38
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_38)) (i32.const 4))))
              (local.set $at2_38
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_38)) (i32.const 4))))
              (local.set $at3_38
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_38)) (i32.const 4))))
              (local.set $result6
                (v128.load32_lane offset=160 3
                  (local.get $at3_38)
                  (v128.load32_lane offset=160 2
                    (local.get $at2_38)
                    (v128.load32_lane offset=160 1
                      (local.get $at1_38)
                      (v128.load32_zero offset=160 (local.get $at0_38))))))
              (local.set $index_39
                (i32x4.add (v128.load offset=736 (local.get $thread_at)) (v128.const i32x4 0x38 0x38 0x38 0x38)))
              (local.set $at0_39
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_39)) (i32.const 4))))
              (local.set $at1_39
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_39)) (i32.const 4))))
              (local.set $at2_39
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_39)) (i32.const 4))))
              (local.set $at3_39
                (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_39)) (i32.const 4))))
              (local.set $result7
                (v128.load32_lane offset=160 3
                  (local.get $at3_39)
                  (v128.load32_lane offset=160 2
                    (local.get $at2_39)
                    (v128.load32_lane offset=160 1
                      (local.get $at1_39)
                      (v128.load32_zero offset=160 (local.get $at0_39))))))
              (local.set $result
                (f32x4.add
                  (f32x4.add
                    (f32x4.add
                      (f32x4.add
                        (f32x4.add
                          (f32x4.add (f32x4.add (local.get $result0) (local.get $result1)) (local.get $result2))
                          (local.get $result3))
                        (local.get $result4))
                      (local.get $result5))
                    (local.get $result6))
                  (local.get $result7)))
              (local.set $condition_6
                (i32x4.eq (v128.load offset=992 (local.get $thread_at)) (v128.const i32x4 0x0 0x0 0x0 0x0)))
              (if
                (i32x4.all_true (local.get $condition_6))
                (then
                  (local.set $stored_17 (local.get $result))
                  (local.set $index_41 (v128.load offset=736 (local.get $thread_at)))
                  (local.set $at0_41
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_41)) (i32.const 4))))
                  (local.set $at1_41
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_41)) (i32.const 4))))
                  (local.set $at2_41
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_41)) (i32.const 4))))
                  (local.set $at3_41
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_41)) (i32.const 4))))
                  (v128.store32_lane offset=416 0 (local.get $at0_41) (local.get $stored_17))
                  (v128.store32_lane offset=416 1 (local.get $at1_41) (local.get $stored_17))
                  (v128.store32_lane offset=416 2 (local.get $at2_41) (local.get $stored_17))
                  (v128.store32_lane offset=416 3 (local.get $at3_41) (local.get $stored_17)))
                (else
                  (if
                    (i32.eqz (v128.any_true (local.get $condition_6)))
                    (then)
                    (else
                      (local.set $mask_10 (local.get $condition_6))
                      (if
                        (v128.any_true (local.get $mask_10))
                        (then
                          (local.set $stored_16 (local.get $result))
                          (local.set $index_40 (v128.load offset=736 (local.get $thread_at)))
                          (local.set $at0_40
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_40)) (i32.const 4))))
                          (local.set $at1_40
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_40)) (i32.const 4))))
                          (local.set $at2_40
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_40)) (i32.const 4))))
                          (local.set $at3_40
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_40)) (i32.const 4))))
                          (if
                            (i32x4.extract_lane 0 (local.get $mask_10))
                            (then
                              (v128.store32_lane offset=416 0 (local.get $at0_40) (local.get $stored_16))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask_10))
                            (then
                              (v128.store32_lane offset=416 1 (local.get $at1_40) (local.get $stored_16))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask_10))
                            (then
                              (v128.store32_lane offset=416 2 (local.get $at2_40) (local.get $stored_16))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask_10))
                            (then
                              (v128.store32_lane offset=416 3 (local.get $at3_40) (local.get $stored_16))))))))))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (local.set $out_group (i32.add (i32.mul (local.get $block) (i32.const 4)) (local.get $local)))
              (local.set $condition_7
                (v128.and
                  (v128.and
                    (i32x4.neg (i32x4.splat (i32.eqz (local.get $folding))))
                    (i32x4.lt_s
                      (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (v128.const i32x4 0x4 0x4 0x4 0x4)))
                  (i32x4.lt_s
                    (i32x4.add (i32x4.splat (local.get $out_group)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                    (v128.const i32x4 0x3 0x3 0x3 0x3))))
              (if
                (i32x4.all_true (local.get $condition_7))
                (then
                  (local.set $at_18 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 8))))
                  (local.set $low (v128.load offset=416 (local.get $at_18)))
                  (local.set $high (v128.load offset=432 (local.get $at_18)))
                  (local.set $o0_2
                    (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $low) (local.get $high)))
                  (local.set $o1_2
                    (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $low) (local.get $high)))
                  (local.set $stored_20 (local.get $o0_2))
                  (local.set $stored_21 (local.get $o1_2))
                  (local.set $at_19
                    (i32.add
                      (local.get $y)
                      (i32.mul
                        (i32.add
                          (i32.mul (i32.add (i32.mul (local.get $row) (i32.const 3)) (local.get $head)) (i32.const 3))
                          (local.get $out_group))
                        (i32.const 8))))
                  (v128.store
                    (local.get $at_19)
                    (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
                      (local.get $stored_20)
                      (local.get $stored_21)))
                  (v128.store offset=16
                    (local.get $at_19)
                    (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                      (local.get $stored_20)
                      (local.get $stored_21))))
                (else
                  (if
                    (i32.eqz (v128.any_true (local.get $condition_7)))
                    (then)
                    (else
                      (local.set $mask_11 (local.get $condition_7))
                      (if
                        (v128.any_true (local.get $mask_11))
                        (then
                          (local.set $index_42
                            (v128.and
                              (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                              (local.get $mask_11)))
                          (local.set $at0_42
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_42)) (i32.const 8))))
                          (local.set $at1_42
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_42)) (i32.const 8))))
                          (local.set $at2_42
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_42)) (i32.const 8))))
                          (local.set $at3_42
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_42)) (i32.const 8))))
                          (local.set $o0
                            (v128.load32_lane offset=416 3
                              (local.get $at3_42)
                              (v128.load32_lane offset=416 2
                                (local.get $at2_42)
                                (v128.load32_lane offset=416 1
                                  (local.get $at1_42)
                                  (v128.load32_zero offset=416 (local.get $at0_42))))))
                          (local.set $o1
                            (v128.load32_lane offset=420 3
                              (local.get $at3_42)
                              (v128.load32_lane offset=420 2
                                (local.get $at2_42)
                                (v128.load32_lane offset=420 1
                                  (local.get $at1_42)
                                  (v128.load32_zero offset=420 (local.get $at0_42))))))
                          (local.set $stored_18 (local.get $o0))
                          (local.set $stored_19 (local.get $o1))
                          (local.set $index_43
                            (i32x4.add
                              (i32x4.splat
                                (i32.add
                                  (i32.mul
                                    (i32.add (i32.mul (local.get $row) (i32.const 3)) (local.get $head))
                                    (i32.const 3))
                                  (local.get $out_group)))
                              (v128.const i32x4 0x0 0x1 0x2 0x3)))
                          (local.set $at0_43
                            (i32.add
                              (local.get $y)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_43)) (i32.const 8))))
                          (local.set $at1_43
                            (i32.add
                              (local.get $y)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_43)) (i32.const 8))))
                          (local.set $at2_43
                            (i32.add
                              (local.get $y)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_43)) (i32.const 8))))
                          (local.set $at3_43
                            (i32.add
                              (local.get $y)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_43)) (i32.const 8))))
                          (if
                            (i32x4.extract_lane 0 (local.get $mask_11))
                            (then
                              (v128.store32_lane 0 (local.get $at0_43) (local.get $stored_18))
                              (v128.store32_lane offset=4 0 (local.get $at0_43) (local.get $stored_19))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask_11))
                            (then
                              (v128.store32_lane 1 (local.get $at1_43) (local.get $stored_18))
                              (v128.store32_lane offset=4 1 (local.get $at1_43) (local.get $stored_19))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask_11))
                            (then
                              (v128.store32_lane 2 (local.get $at2_43) (local.get $stored_18))
                              (v128.store32_lane offset=4 2 (local.get $at2_43) (local.get $stored_19))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask_11))
                            (then
                              (v128.store32_lane 3 (local.get $at3_43) (local.get $stored_18))
                              (v128.store32_lane offset=4 3 (local.get $at3_43) (local.get $stored_19))))))))))
              (if
                (i32.and
                  (i32.eq (local.get $i) (i32.sub (local.get $fold) (i32.const 1)))
                  (i32.le_s (local.get $rows) (i32.const 16)))
                (then
                  (local.set $r_4 (v128.load offset=992 (local.get $thread_at)))
                  (block
                    (loop
                      (local.set $mask_12 (i32x4.lt_s (local.get $r_4) (v128.const i32x4 0x4 0x4 0x4 0x4)))
                      (br_if 1 (i32.eqz (v128.any_true (local.get $mask_12))))
                      (local.set $index_44
                        (v128.and
                          (i32x4.add
                            (i32x4.mul (local.get $r_4) (v128.const i32x4 0x8 0x8 0x8 0x8))
                            (v128.load offset=736 (local.get $thread_at)))
                          (local.get $mask_12)))
                      (local.set $at0_44
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_44)) (i32.const 4))))
                      (local.set $at1_44
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_44)) (i32.const 4))))
                      (local.set $at2_44
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_44)) (i32.const 4))))
                      (local.set $at3_44
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_44)) (i32.const 4))))
                      (local.set $settled
                        (v128.load32_lane 3
                          (local.get $at3_44)
                          (v128.load32_lane 2
                            (local.get $at2_44)
                            (v128.load32_lane 1 (local.get $at1_44) (v128.load32_zero (local.get $at0_44))))))
                      (local.set $condition_8 (v128.load offset=1760 (local.get $thread_at)))
                      (local.set $mask_13 (v128.and (local.get $condition_8) (local.get $mask_12)))
                      (if
                        (v128.any_true (local.get $mask_13))
                        (then
                          (local.set $stored_22 (local.get $settled))
                          (local.set $index_45
                            (i32x4.add
                              (v128.load offset=1504 (local.get $thread_at))
                              (i32x4.mul (local.get $r_4) (v128.const i32x4 0x6 0x6 0x6 0x6))))
                          (local.set $at0_45
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_45)) (i32.const 4))))
                          (local.set $at1_45
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_45)) (i32.const 4))))
                          (local.set $at2_45
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_45)) (i32.const 4))))
                          (local.set $at3_45
                            (i32.add
                              (local.get $slots)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_45)) (i32.const 4))))
                          (if
                            (i32x4.extract_lane 0 (local.get $mask_13))
                            (then
                              (v128.store32_lane 0 (local.get $at0_45) (local.get $stored_22))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask_13))
                            (then
                              (v128.store32_lane 1 (local.get $at1_45) (local.get $stored_22))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask_13))
                            (then
                              (v128.store32_lane 2 (local.get $at2_45) (local.get $stored_22))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask_13))
                            (then
                              (v128.store32_lane 3 (local.get $at3_45) (local.get $stored_22))))))
                      (local.set $r_4 (i32x4.add (local.get $r_4) (v128.const i32x4 0x8 0x8 0x8 0x8)))
                      (br 0)))))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br 0)))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (if
            (i32.gt_s (local.get $rows) (i32.const 16))
            (then
              (local.set $r_5 (v128.load offset=992 (local.get $thread_at)))
              (block
                (loop
                  (local.set $mask_14 (i32x4.lt_s (local.get $r_5) (v128.const i32x4 0x4 0x4 0x4 0x4)))
                  (br_if 1 (i32.eqz (v128.any_true (local.get $mask_14))))
                  (local.set $index_46
                    (v128.and
                      (i32x4.add
                        (i32x4.mul (local.get $r_5) (v128.const i32x4 0x8 0x8 0x8 0x8))
                        (v128.load offset=736 (local.get $thread_at)))
                      (local.get $mask_14)))
                  (local.set $at0_46
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 0 (local.get $index_46)) (i32.const 4))))
                  (local.set $at1_46
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 1 (local.get $index_46)) (i32.const 4))))
                  (local.set $at2_46
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 2 (local.get $index_46)) (i32.const 4))))
                  (local.set $at3_46
                    (i32.add (local.get $scratch) (i32.mul (i32x4.extract_lane 3 (local.get $index_46)) (i32.const 4))))
                  (local.set $settled_2
                    (v128.load32_lane 3
                      (local.get $at3_46)
                      (v128.load32_lane 2
                        (local.get $at2_46)
                        (v128.load32_lane 1 (local.get $at1_46) (v128.load32_zero (local.get $at0_46))))))
                  (local.set $condition_9 (v128.load offset=1760 (local.get $thread_at)))
                  (local.set $mask_15 (v128.and (local.get $condition_9) (local.get $mask_14)))
                  (if
                    (v128.any_true (local.get $mask_15))
                    (then
                      (local.set $stored_23 (local.get $settled_2))
                      (local.set $index_47
                        (i32x4.add
                          (v128.load offset=1504 (local.get $thread_at))
                          (i32x4.mul (local.get $r_5) (v128.const i32x4 0x6 0x6 0x6 0x6))))
                      (local.set $at0_47
                        (i32.add
                          (local.get $slots)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_47)) (i32.const 4))))
                      (local.set $at1_47
                        (i32.add
                          (local.get $slots)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_47)) (i32.const 4))))
                      (local.set $at2_47
                        (i32.add
                          (local.get $slots)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_47)) (i32.const 4))))
                      (local.set $at3_47
                        (i32.add
                          (local.get $slots)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_47)) (i32.const 4))))
                      (if
                        (i32x4.extract_lane 0 (local.get $mask_15))
                        (then
                          (v128.store32_lane 0 (local.get $at0_47) (local.get $stored_23))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask_15))
                        (then
                          (v128.store32_lane 1 (local.get $at1_47) (local.get $stored_23))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask_15))
                        (then
                          (v128.store32_lane 2 (local.get $at2_47) (local.get $stored_23))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask_15))
                        (then
                          (v128.store32_lane 3 (local.get $at3_47) (local.get $stored_23))))))
                  (local.set $r_5 (i32x4.add (local.get $r_5) (v128.const i32x4 0x8 0x8 0x8 0x8)))
                  (br 0)))))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 64))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br 0))))
  (export "run" (func $run)))
