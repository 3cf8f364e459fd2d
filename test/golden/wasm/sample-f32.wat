(module
  (import "env" "memory" (memory 0))
  (func $run (param $step i32) (param $logits i32) (param $counts i32) (param $probabilities i32) (param $token i32) (param $sampled i32) (param $scratch i32) (param $groups_x i32) (param $groups_y i32) (param $groups_z i32) (param $from i32) (param $to i32)
    (local $group_x i32)
    (local $group_y i32)
    (local $group_z i32)
    (local $local i32)
    (local $thread_at i32)
    (local $output i32)
    (local $row_base_at i32)
    (local $row_base i32)
    (local $row_at i32)
    (local $row i32)
    (local $lane_base_at i32)
    (local $lane_base i32)
    (local $lane_at i32)
    (local $lane i32)
    (local $slot_base_at i32)
    (local $slot_base i32)
    (local $slot_at i32)
    (local $slot i32)
    (local $base i32)
    (local $repetition_base_at i32)
    (local $repetition_base i32)
    (local $repetition_at i32)
    (local $repetition i32)
    (local $frequency_at i32)
    (local $frequency i32)
    (local $presence_at i32)
    (local $presence i32)
    (local $temperature_at i32)
    (local $temperature i32)
    (local $best v128)
    (local $c i32)
    (local $at i32)
    (local $raw v128)
    (local $at_2 i32)
    (local $count v128)
    (local $times v128)
    (local $penalised v128)
    (local $value v128)
    (local $stored v128)
    (local $at_3 i32)
    (local $condition v128)
    (local $mask v128)
    (local $mask_2 v128)
    (local $index v128)
    (local $at0 i32)
    (local $at1 i32)
    (local $at2 i32)
    (local $at3 i32)
    (local $raw_2 v128)
    (local $index_2 v128)
    (local $at0_2 i32)
    (local $at1_2 i32)
    (local $at2_2 i32)
    (local $at3_2 i32)
    (local $count_2 v128)
    (local $times_2 v128)
    (local $penalised_2 v128)
    (local $value_2 v128)
    (local $stored_2 v128)
    (local $index_3 v128)
    (local $at0_3 i32)
    (local $at1_3 i32)
    (local $at2_3 i32)
    (local $at3_3 i32)
    (local $condition_2 v128)
    (local $mask_3 v128)
    (local $stored_3 v128)
    (local $at_4 i32)
    (local $condition_3 v128)
    (local $mask_4 v128)
    (local $winner_from i32)
    (local $index_4 v128)
    (local $at0_4 i32)
    (local $at1_4 i32)
    (local $at2_4 i32)
    (local $at3_4 i32)
    (local $winner_head v128)
    (local $winner_part v128)
    (local $i i32)
    (local $index_5 v128)
    (local $at0_5 i32)
    (local $at1_5 i32)
    (local $at2_5 i32)
    (local $at3_5 i32)
    (local $winner_next v128)
    (local $stored_4 v128)
    (local $index_6 v128)
    (local $at0_6 i32)
    (local $at1_6 i32)
    (local $at2_6 i32)
    (local $at3_6 i32)
    (local $winner_from_2 i32)
    (local $at_5 i32)
    (local $winner_head_2 v128)
    (local $winner_part_2 v128)
    (local $i_2 i32)
    (local $at_6 i32)
    (local $winner_next_2 v128)
    (local $stored_5 v128)
    (local $at_7 i32)
    (local $winner_start_at i32)
    (local $winner_start f32)
    (local $winner_total f32)
    (local $i_2_2 i32)
    (local $winner_item_at i32)
    (local $winner_item f32)
    (local $at_8 i32)
    (local $winner_mine v128)
    (local $winner_id v128)
    (local $stored_6 v128)
    (local $at_9 i32)
    (local $condition_4 v128)
    (local $mask_5 v128)
    (local $winner_lowest_from i32)
    (local $index_7 v128)
    (local $at0_7 i32)
    (local $at1_7 i32)
    (local $at2_7 i32)
    (local $at3_7 i32)
    (local $winner_lowest_head v128)
    (local $winner_lowest_part v128)
    (local $i_3 i32)
    (local $index_8 v128)
    (local $at0_8 i32)
    (local $at1_8 i32)
    (local $at2_8 i32)
    (local $at3_8 i32)
    (local $winner_lowest_next v128)
    (local $stored_7 v128)
    (local $index_9 v128)
    (local $at0_9 i32)
    (local $at1_9 i32)
    (local $at2_9 i32)
    (local $at3_9 i32)
    (local $winner_lowest_from_2 i32)
    (local $at_10 i32)
    (local $winner_lowest_head_2 v128)
    (local $winner_lowest_part_2 v128)
    (local $i_3_2 i32)
    (local $at_11 i32)
    (local $winner_lowest_next_2 v128)
    (local $stored_8 v128)
    (local $at_12 i32)
    (local $winner_lowest_start_at i32)
    (local $winner_lowest_start i32)
    (local $i_4 i32)
    (local $winner_lowest_item_at i32)
    (local $winner_lowest_item i32)
    (local $stored_9 v128)
    (local $at_13 i32)
    (local $condition_5 v128)
    (local $mask_6 v128)
    (local $bad_threads_from i32)
    (local $index_10 v128)
    (local $at0_10 i32)
    (local $at1_10 i32)
    (local $at2_10 i32)
    (local $at3_10 i32)
    (local $bad_threads_head v128)
    (local $bad_threads_part v128)
    (local $i_5 i32)
    (local $index_11 v128)
    (local $at0_11 i32)
    (local $at1_11 i32)
    (local $at2_11 i32)
    (local $at3_11 i32)
    (local $bad_threads_next v128)
    (local $stored_10 v128)
    (local $index_12 v128)
    (local $at0_12 i32)
    (local $at1_12 i32)
    (local $at2_12 i32)
    (local $at3_12 i32)
    (local $bad_threads_from_2 i32)
    (local $at_14 i32)
    (local $bad_threads_head_2 v128)
    (local $bad_threads_part_2 v128)
    (local $i_5_2 i32)
    (local $at_15 i32)
    (local $bad_threads_next_2 v128)
    (local $stored_11 v128)
    (local $at_16 i32)
    (local $bad_threads_start_at i32)
    (local $bad_threads_start i32)
    (local $bad_threads_total i32)
    (local $i_6 i32)
    (local $bad_threads_item_at i32)
    (local $bad_threads_item i32)
    (local $min_p_at i32)
    (local $min_p i32)
    (local $c_min i32)
    (local $at_17 i32)
    (local $min_value v128)
    (local $condition_6 v128)
    (local $exp_x v128)
    (local $exp_whole v128)
    (local $exp_rest v128)
    (local $exp_power v128)
    (local $exp_half v128)
    (local $mask_7 v128)
    (local $stored_12 v128)
    (local $index_13 v128)
    (local $at0_13 i32)
    (local $at1_13 i32)
    (local $at2_13 i32)
    (local $at3_13 i32)
    (local $stored_13 v128)
    (local $at_18 i32)
    (local $mask_8 v128)
    (local $index_14 v128)
    (local $at0_14 i32)
    (local $at1_14 i32)
    (local $at2_14 i32)
    (local $at3_14 i32)
    (local $min_value_2 v128)
    (local $condition_7 v128)
    (local $exp_x_2 v128)
    (local $exp_whole_2 v128)
    (local $exp_rest_2 v128)
    (local $exp_power_2 v128)
    (local $exp_half_2 v128)
    (local $mask_9 v128)
    (local $stored_14 v128)
    (local $index_15 v128)
    (local $at0_15 i32)
    (local $at1_15 i32)
    (local $at2_15 i32)
    (local $at3_15 i32)
    (local $top_k_at i32)
    (local $top_k i32)
    (local $bit i32)
    (local $mine v128)
    (local $c_k i32)
    (local $at_19 i32)
    (local $k_value v128)
    (local $condition_8 v128)
    (local $mask_10 v128)
    (local $mask_11 v128)
    (local $index_16 v128)
    (local $at0_16 i32)
    (local $at1_16 i32)
    (local $at2_16 i32)
    (local $at3_16 i32)
    (local $k_value_2 v128)
    (local $condition_9 v128)
    (local $mask_12 v128)
    (local $stored_15 v128)
    (local $at_20 i32)
    (local $condition_10 v128)
    (local $mask_13 v128)
    (local $above_from i32)
    (local $index_17 v128)
    (local $at0_17 i32)
    (local $at1_17 i32)
    (local $at2_17 i32)
    (local $at3_17 i32)
    (local $above_head v128)
    (local $above_part v128)
    (local $i_7 i32)
    (local $index_18 v128)
    (local $at0_18 i32)
    (local $at1_18 i32)
    (local $at2_18 i32)
    (local $at3_18 i32)
    (local $above_next v128)
    (local $stored_16 v128)
    (local $index_19 v128)
    (local $at0_19 i32)
    (local $at1_19 i32)
    (local $at2_19 i32)
    (local $at3_19 i32)
    (local $above_from_2 i32)
    (local $at_21 i32)
    (local $above_head_2 v128)
    (local $above_part_2 v128)
    (local $i_7_2 i32)
    (local $at_22 i32)
    (local $above_next_2 v128)
    (local $stored_17 v128)
    (local $at_23 i32)
    (local $above_start_at i32)
    (local $above_start i32)
    (local $above_total i32)
    (local $i_8 i32)
    (local $above_item_at i32)
    (local $above_item i32)
    (local $c_cut i32)
    (local $at_24 i32)
    (local $cut_value v128)
    (local $condition_11 v128)
    (local $mask_14 v128)
    (local $stored_18 v128)
    (local $index_20 v128)
    (local $at0_20 i32)
    (local $at1_20 i32)
    (local $at2_20 i32)
    (local $at3_20 i32)
    (local $stored_19 v128)
    (local $at_25 i32)
    (local $mask_15 v128)
    (local $index_21 v128)
    (local $at0_21 i32)
    (local $at1_21 i32)
    (local $at2_21 i32)
    (local $at3_21 i32)
    (local $cut_value_2 v128)
    (local $condition_12 v128)
    (local $mask_16 v128)
    (local $stored_20 v128)
    (local $index_22 v128)
    (local $at0_22 i32)
    (local $at1_22 i32)
    (local $at2_22 i32)
    (local $at3_22 i32)
    (local $top_p_at i32)
    (local $top_p i32)
    (local $kept_mine v128)
    (local $kept_c i32)
    (local $at_26 i32)
    (local $kept_value v128)
    (local $condition_13 v128)
    (local $mask_17 v128)
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
    (local $mask_18 v128)
    (local $index_23 v128)
    (local $at0_23 i32)
    (local $at1_23 i32)
    (local $at2_23 i32)
    (local $at3_23 i32)
    (local $kept_value_2 v128)
    (local $condition_14 v128)
    (local $mask_19 v128)
    (local $exp_x_5 v128)
    (local $exp_whole_5 v128)
    (local $exp_rest_5 v128)
    (local $exp_power_5 v128)
    (local $exp_half_5 v128)
    (local $stored_21 v128)
    (local $at_27 i32)
    (local $condition_15 v128)
    (local $mask_20 v128)
    (local $kept_from i32)
    (local $index_24 v128)
    (local $at0_24 i32)
    (local $at1_24 i32)
    (local $at2_24 i32)
    (local $at3_24 i32)
    (local $kept_head v128)
    (local $kept_part v128)
    (local $i_9 i32)
    (local $index_25 v128)
    (local $at0_25 i32)
    (local $at1_25 i32)
    (local $at2_25 i32)
    (local $at3_25 i32)
    (local $kept_next v128)
    (local $stored_22 v128)
    (local $index_26 v128)
    (local $at0_26 i32)
    (local $at1_26 i32)
    (local $at2_26 i32)
    (local $at3_26 i32)
    (local $kept_from_2 i32)
    (local $at_28 i32)
    (local $kept_head_2 v128)
    (local $kept_part_2 v128)
    (local $i_9_2 i32)
    (local $at_29 i32)
    (local $kept_next_2 v128)
    (local $stored_23 v128)
    (local $at_30 i32)
    (local $kept_start_at i32)
    (local $kept_start f32)
    (local $kept_total f32)
    (local $i_10 i32)
    (local $kept_item_at i32)
    (local $kept_item f32)
    (local $bit_2 i32)
    (local $below_mine v128)
    (local $below_c i32)
    (local $at_31 i32)
    (local $below_value v128)
    (local $condition_16 v128)
    (local $mask_21 v128)
    (local $exp_x_6 v128)
    (local $exp_whole_6 v128)
    (local $exp_rest_6 v128)
    (local $exp_power_6 v128)
    (local $exp_half_6 v128)
    (local $exp_x_7 v128)
    (local $exp_whole_7 v128)
    (local $exp_rest_7 v128)
    (local $exp_power_7 v128)
    (local $exp_half_7 v128)
    (local $mask_22 v128)
    (local $index_27 v128)
    (local $at0_27 i32)
    (local $at1_27 i32)
    (local $at2_27 i32)
    (local $at3_27 i32)
    (local $below_value_2 v128)
    (local $condition_17 v128)
    (local $mask_23 v128)
    (local $exp_x_8 v128)
    (local $exp_whole_8 v128)
    (local $exp_rest_8 v128)
    (local $exp_power_8 v128)
    (local $exp_half_8 v128)
    (local $stored_24 v128)
    (local $at_32 i32)
    (local $condition_18 v128)
    (local $mask_24 v128)
    (local $below_from i32)
    (local $index_28 v128)
    (local $at0_28 i32)
    (local $at1_28 i32)
    (local $at2_28 i32)
    (local $at3_28 i32)
    (local $below_head v128)
    (local $below_part v128)
    (local $i_11 i32)
    (local $index_29 v128)
    (local $at0_29 i32)
    (local $at1_29 i32)
    (local $at2_29 i32)
    (local $at3_29 i32)
    (local $below_next v128)
    (local $stored_25 v128)
    (local $index_30 v128)
    (local $at0_30 i32)
    (local $at1_30 i32)
    (local $at2_30 i32)
    (local $at3_30 i32)
    (local $below_from_2 i32)
    (local $at_33 i32)
    (local $below_head_2 v128)
    (local $below_part_2 v128)
    (local $i_11_2 i32)
    (local $at_34 i32)
    (local $below_next_2 v128)
    (local $stored_26 v128)
    (local $at_35 i32)
    (local $below_start_at i32)
    (local $below_start f32)
    (local $below_total f32)
    (local $i_12 i32)
    (local $below_item_at i32)
    (local $below_item f32)
    (local $condition_19 v128)
    (local $mask_25 v128)
    (local $under_mine v128)
    (local $under_c i32)
    (local $at_36 i32)
    (local $under_value v128)
    (local $condition_20 v128)
    (local $mask_26 v128)
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
    (local $mask_27 v128)
    (local $index_31 v128)
    (local $at0_31 i32)
    (local $at1_31 i32)
    (local $at2_31 i32)
    (local $at3_31 i32)
    (local $under_value_2 v128)
    (local $condition_21 v128)
    (local $mask_28 v128)
    (local $exp_x_11 v128)
    (local $exp_whole_11 v128)
    (local $exp_rest_11 v128)
    (local $exp_power_11 v128)
    (local $exp_half_11 v128)
    (local $stored_27 v128)
    (local $at_37 i32)
    (local $condition_22 v128)
    (local $mask_29 v128)
    (local $under_from i32)
    (local $index_32 v128)
    (local $at0_32 i32)
    (local $at1_32 i32)
    (local $at2_32 i32)
    (local $at3_32 i32)
    (local $under_head v128)
    (local $under_part v128)
    (local $i_13 i32)
    (local $index_33 v128)
    (local $at0_33 i32)
    (local $at1_33 i32)
    (local $at2_33 i32)
    (local $at3_33 i32)
    (local $under_next v128)
    (local $stored_28 v128)
    (local $index_34 v128)
    (local $at0_34 i32)
    (local $at1_34 i32)
    (local $at2_34 i32)
    (local $at3_34 i32)
    (local $under_from_2 i32)
    (local $at_38 i32)
    (local $under_head_2 v128)
    (local $under_part_2 v128)
    (local $i_13_2 i32)
    (local $at_39 i32)
    (local $under_next_2 v128)
    (local $stored_29 v128)
    (local $at_40 i32)
    (local $under_start_at i32)
    (local $under_start f32)
    (local $i_14 i32)
    (local $under_item_at i32)
    (local $under_item f32)
    (local $c_tie v128)
    (local $mask_30 v128)
    (local $index_35 v128)
    (local $at0_35 i32)
    (local $at1_35 i32)
    (local $at2_35 i32)
    (local $at3_35 i32)
    (local $tie_value v128)
    (local $condition_23 v128)
    (local $mask_31 v128)
    (local $stored_30 v128)
    (local $at_41 i32)
    (local $lower i32)
    (local $mask_32 v128)
    (local $at_42 i32)
    (local $lower_sum v128)
    (local $stored_31 v128)
    (local $at_43 i32)
    (local $condition_24 v128)
    (local $mask_33 v128)
    (local $ties_from i32)
    (local $index_36 v128)
    (local $at0_36 i32)
    (local $at1_36 i32)
    (local $at2_36 i32)
    (local $at3_36 i32)
    (local $ties_head v128)
    (local $ties_part v128)
    (local $i_15 i32)
    (local $index_37 v128)
    (local $at0_37 i32)
    (local $at1_37 i32)
    (local $at2_37 i32)
    (local $at3_37 i32)
    (local $ties_next v128)
    (local $stored_32 v128)
    (local $index_38 v128)
    (local $at0_38 i32)
    (local $at1_38 i32)
    (local $at2_38 i32)
    (local $at3_38 i32)
    (local $ties_from_2 i32)
    (local $at_44 i32)
    (local $ties_head_2 v128)
    (local $ties_part_2 v128)
    (local $i_15_2 i32)
    (local $at_45 i32)
    (local $ties_next_2 v128)
    (local $stored_33 v128)
    (local $at_46 i32)
    (local $ties_start_at i32)
    (local $ties_start f32)
    (local $i_16 i32)
    (local $ties_item_at i32)
    (local $ties_item f32)
    (local $tie_weight v128)
    (local $c_tied v128)
    (local $mask_34 v128)
    (local $index_39 v128)
    (local $at0_39 i32)
    (local $at1_39 i32)
    (local $at2_39 i32)
    (local $at3_39 i32)
    (local $tied_value v128)
    (local $condition_25 v128)
    (local $mask_35 v128)
    (local $exp_x_12 v128)
    (local $exp_whole_12 v128)
    (local $exp_rest_12 v128)
    (local $exp_power_12 v128)
    (local $exp_half_12 v128)
    (local $stored_34 v128)
    (local $at_47 i32)
    (local $condition_26 v128)
    (local $mask_36 v128)
    (local $each_from i32)
    (local $index_40 v128)
    (local $at0_40 i32)
    (local $at1_40 i32)
    (local $at2_40 i32)
    (local $at3_40 i32)
    (local $each_head v128)
    (local $each_part v128)
    (local $i_17 i32)
    (local $index_41 v128)
    (local $at0_41 i32)
    (local $at1_41 i32)
    (local $at2_41 i32)
    (local $at3_41 i32)
    (local $each_next v128)
    (local $stored_35 v128)
    (local $index_42 v128)
    (local $at0_42 i32)
    (local $at1_42 i32)
    (local $at2_42 i32)
    (local $at3_42 i32)
    (local $each_from_2 i32)
    (local $at_48 i32)
    (local $each_head_2 v128)
    (local $each_part_2 v128)
    (local $i_17_2 i32)
    (local $at_49 i32)
    (local $each_next_2 v128)
    (local $stored_36 v128)
    (local $at_50 i32)
    (local $each_start_at i32)
    (local $each_start f32)
    (local $each_total f32)
    (local $i_18 i32)
    (local $each_item_at i32)
    (local $each_item f32)
    (local $fits v128)
    (local $drop v128)
    (local $seen v128)
    (local $c_drop v128)
    (local $mask_37 v128)
    (local $index_43 v128)
    (local $at0_43 i32)
    (local $at1_43 i32)
    (local $at2_43 i32)
    (local $at3_43 i32)
    (local $drop_value v128)
    (local $drop_key v128)
    (local $condition_27 v128)
    (local $mask_38 v128)
    (local $condition_28 v128)
    (local $mask_39 v128)
    (local $stored_37 v128)
    (local $index_44 v128)
    (local $at0_44 i32)
    (local $at1_44 i32)
    (local $at2_44 i32)
    (local $at3_44 i32)
    (local $c_mass v128)
    (local $mask_40 v128)
    (local $index_45 v128)
    (local $at0_45 i32)
    (local $at1_45 i32)
    (local $at2_45 i32)
    (local $at3_45 i32)
    (local $mass_value v128)
    (local $exp_x_13 v128)
    (local $exp_whole_13 v128)
    (local $exp_rest_13 v128)
    (local $exp_power_13 v128)
    (local $exp_half_13 v128)
    (local $stored_38 v128)
    (local $at_51 i32)
    (local $lower_2 i32)
    (local $mask_41 v128)
    (local $at_52 i32)
    (local $lower_sum_2 v128)
    (local $stored_39 v128)
    (local $at_53 i32)
    (local $condition_29 v128)
    (local $mask_42 v128)
    (local $total_from i32)
    (local $index_46 v128)
    (local $at0_46 i32)
    (local $at1_46 i32)
    (local $at2_46 i32)
    (local $at3_46 i32)
    (local $total_head v128)
    (local $total_part v128)
    (local $i_19 i32)
    (local $index_47 v128)
    (local $at0_47 i32)
    (local $at1_47 i32)
    (local $at2_47 i32)
    (local $at3_47 i32)
    (local $total_next v128)
    (local $stored_40 v128)
    (local $index_48 v128)
    (local $at0_48 i32)
    (local $at1_48 i32)
    (local $at2_48 i32)
    (local $at3_48 i32)
    (local $total_from_2 i32)
    (local $at_54 i32)
    (local $total_head_2 v128)
    (local $total_part_2 v128)
    (local $i_19_2 i32)
    (local $at_55 i32)
    (local $total_next_2 v128)
    (local $stored_41 v128)
    (local $at_56 i32)
    (local $lane_start_base_at i32)
    (local $lane_start_base i32)
    (local $lane_start_at i32)
    (local $lane_start i32)
    (local $lane_length_base_at i32)
    (local $lane_length_base i32)
    (local $lane_length_at i32)
    (local $lane_length i32)
    (local $position i32)
    (local $seed_low_at i32)
    (local $seed_low i32)
    (local $seed_high_at i32)
    (local $seed_high i32)
    (local $total_start_at i32)
    (local $total_start f32)
    (local $total_total f32)
    (local $i_20 i32)
    (local $total_item_at i32)
    (local $total_item f32)
    (local $hash i32)
    (local $uniform f32)
    (local $mass_target f32)
    (local $running v128)
    (local $first_above v128)
    (local $c_draw v128)
    (local $mask_43 v128)
    (local $index_49 v128)
    (local $at0_49 i32)
    (local $at1_49 i32)
    (local $at2_49 i32)
    (local $at3_49 i32)
    (local $draw_value v128)
    (local $exp_x_14 v128)
    (local $exp_whole_14 v128)
    (local $exp_rest_14 v128)
    (local $exp_power_14 v128)
    (local $exp_half_14 v128)
    (local $draw_weight v128)
    (local $condition_30 v128)
    (local $mask_44 v128)
    (local $condition_31 v128)
    (local $mask_45 v128)
    (local $stored_42 v128)
    (local $index_50 v128)
    (local $at0_50 i32)
    (local $at1_50 i32)
    (local $at2_50 i32)
    (local $at3_50 i32)
    (local $stored_43 v128)
    (local $at_57 i32)
    (local $condition_32 v128)
    (local $mask_46 v128)
    (local $found_from i32)
    (local $index_51 v128)
    (local $at0_51 i32)
    (local $at1_51 i32)
    (local $at2_51 i32)
    (local $at3_51 i32)
    (local $found_head v128)
    (local $found_part v128)
    (local $i_21 i32)
    (local $index_52 v128)
    (local $at0_52 i32)
    (local $at1_52 i32)
    (local $at2_52 i32)
    (local $at3_52 i32)
    (local $found_next v128)
    (local $stored_44 v128)
    (local $index_53 v128)
    (local $at0_53 i32)
    (local $at1_53 i32)
    (local $at2_53 i32)
    (local $at3_53 i32)
    (local $found_from_2 i32)
    (local $at_58 i32)
    (local $found_head_2 v128)
    (local $found_part_2 v128)
    (local $i_21_2 i32)
    (local $at_59 i32)
    (local $found_next_2 v128)
    (local $stored_45 v128)
    (local $at_60 i32)
    (local $found_start_at i32)
    (local $found_start i32)
    (local $i_22 i32)
    (local $found_item_at i32)
    (local $found_item i32)
    (local $stored_46 v128)
    (local $at_61 i32)
    (local $condition_33 v128)
    (local $mask_47 v128)
    (local $last_from i32)
    (local $index_54 v128)
    (local $at0_54 i32)
    (local $at1_54 i32)
    (local $at2_54 i32)
    (local $at3_54 i32)
    (local $last_head v128)
    (local $last_part v128)
    (local $i_23 i32)
    (local $index_55 v128)
    (local $at0_55 i32)
    (local $at1_55 i32)
    (local $at2_55 i32)
    (local $at3_55 i32)
    (local $last_next v128)
    (local $stored_47 v128)
    (local $index_56 v128)
    (local $at0_56 i32)
    (local $at1_56 i32)
    (local $at2_56 i32)
    (local $at3_56 i32)
    (local $last_from_2 i32)
    (local $at_62 i32)
    (local $last_head_2 v128)
    (local $last_part_2 v128)
    (local $i_23_2 i32)
    (local $at_63 i32)
    (local $last_next_2 v128)
    (local $stored_48 v128)
    (local $at_64 i32)
    (local $last_start_at i32)
    (local $last_start i32)
    (local $last_total i32)
    (local $i_24 i32)
    (local $last_item_at i32)
    (local $last_item i32)
    (local $drawn v128)
    (local $c_one i32)
    (local $stored_49 v128)
    (local $at_65 i32)
    (local $mask_48 v128)
    (local $stored_50 v128)
    (local $index_57 v128)
    (local $at0_57 i32)
    (local $at1_57 i32)
    (local $at2_57 i32)
    (local $at3_57 i32)
    (local $condition_34 v128)
    (local $mask_49 v128)
    (local $stored_51 v128)
    (local $index_58 v128)
    (local $at0_58 i32)
    (local $at1_58 i32)
    (local $at2_58 i32)
    (local $at3_58 i32)
    (local $choice i32)
    (local $stored_52 v128)
    (local $index_59 v128)
    (local $at0_59 i32)
    (local $at1_59 i32)
    (local $at2_59 i32)
    (local $at3_59 i32)
    (local $stored_53 v128)
    (local $index_60 v128)
    (local $at0_60 i32)
    (local $at1_60 i32)
    (local $at2_60 i32)
    (local $at3_60 i32)
    (local $outputs_at i32)
    (local $outputs i32)
    (local $last_output i32)
    (local $next_row_at i32)
    (local $next_row i32)
    (local $next_lane_at i32)
    (local $next_lane i32)
    (local $last_offset_at i32)
    (local $last_offset i32)
    (local $stored_54 v128)
    (local $index_61 v128)
    (local $at0_61 i32)
    (local $at1_61 i32)
    (local $at2_61 i32)
    (local $at3_61 i32)
    (local $stored_55 v128)
    (local $at_66 i32)
    (local $choice_2 i32)
    (local $stored_56 v128)
    (local $at_67 i32)
    (local $stored_57 v128)
    (local $at_68 i32)
    (local $outputs_at_2 i32)
    (local $outputs_2 i32)
    (local $last_output_2 i32)
    (local $next_row_at_2 i32)
    (local $next_row_2 i32)
    (local $next_lane_at_2 i32)
    (local $next_lane_2 i32)
    (local $last_offset_at_2 i32)
    (local $last_offset_2 i32)
    (local $stored_58 v128)
    (local $at_69 i32)
    (block
      (loop
        (br_if 1 (i32.eqz (i32.lt_u (local.get $from) (local.get $to))))
        (local.set $group_x (i32.rem_u (local.get $from) (local.get $groups_x)))
        (local.set $group_y (i32.rem_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $group_z (i32.div_u (i32.div_u (local.get $from) (local.get $groups_x)) (local.get $groups_y)))
        (local.set $output (local.get $group_x))
        (local.set $row_base_at (i32.add (local.get $step) (i32.mul (i32.const 12) (i32.const 4))))
        (local.set $row_base (i32.load (local.get $row_base_at)))
        (local.set $row_at
          (i32.add (local.get $step) (i32.mul (i32.add (local.get $row_base) (local.get $output)) (i32.const 4))))
        (local.set $row (i32.load (local.get $row_at)))
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
        (local.set $base (i32.mul (local.get $output) (i32.const 48)))
        (local.set $repetition_base_at (i32.add (local.get $step) (i32.mul (i32.const 15) (i32.const 4))))
        (local.set $repetition_base (i32.load (local.get $repetition_base_at)))
        (local.set $repetition_at
          (i32.add
            (local.get $step)
            (i32.mul
              (i32.add (local.get $repetition_base) (i32.add (i32.mul (local.get $lane) (i32.const 9)) (i32.const 6)))
              (i32.const 4))))
        (local.set $repetition (i32.load (local.get $repetition_at)))
        (local.set $frequency_at
          (i32.add
            (local.get $step)
            (i32.mul
              (i32.add (local.get $repetition_base) (i32.add (i32.mul (local.get $lane) (i32.const 9)) (i32.const 5)))
              (i32.const 4))))
        (local.set $frequency (i32.load (local.get $frequency_at)))
        (local.set $presence_at
          (i32.add
            (local.get $step)
            (i32.mul
              (i32.add (local.get $repetition_base) (i32.add (i32.mul (local.get $lane) (i32.const 9)) (i32.const 4)))
              (i32.const 4))))
        (local.set $presence (i32.load (local.get $presence_at)))
        (local.set $temperature_at
          (i32.add
            (local.get $step)
            (i32.mul (i32.add (local.get $repetition_base) (i32.mul (local.get $lane) (i32.const 9))) (i32.const 4))))
        (local.set $temperature (i32.load (local.get $temperature_at)))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $best (v128.const i32x4 0xff7fffff 0xff7fffff 0xff7fffff 0xff7fffff))
          (v128.store offset=3200 (local.get $thread_at) (v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff))
          (v128.store offset=4224 (local.get $thread_at) (v128.const i32x4 0x0 0x0 0x0 0x0))
          (local.set $c (local.get $local))
          (block
            (loop
              (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $c) (i32.const 3)) (i32.const 48))))
              (local.set $at
                (i32.add (local.get $logits) (i32.mul (i32.add (local.get $base) (local.get $c)) (i32.const 4))))
              (local.set $raw (v128.load (local.get $at)))
              (v128.store offset=4224
                (local.get $thread_at)
                (i32x4.max_s
                  (v128.load offset=4224 (local.get $thread_at))
                  (v128.bitselect
                    (v128.const i32x4 0x1 0x1 0x1 0x1)
                    (v128.const i32x4 0x0 0x0 0x0 0x0)
                    (i32x4.eq
                      (v128.and (local.get $raw) (v128.const i32x4 0x7f800000 0x7f800000 0x7f800000 0x7f800000))
                      (v128.const i32x4 0x7f800000 0x7f800000 0x7f800000 0x7f800000)))))
              (local.set $at_2
                (i32.add
                  (local.get $counts)
                  (i32.mul (i32.add (i32.mul (local.get $slot) (i32.const 48)) (local.get $c)) (i32.const 4))))
              (local.set $count (v128.load (local.get $at_2)))
              (local.set $times
                (f32x4.convert_i32x4_u
                  (v128.and (local.get $count) (v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff))))
              (local.set $penalised
                (v128.bitselect
                  (v128.bitselect
                    (f32x4.div (local.get $raw) (f32x4.splat (f32.reinterpret_i32 (local.get $repetition))))
                    (f32x4.mul (local.get $raw) (f32x4.splat (f32.reinterpret_i32 (local.get $repetition))))
                    (f32x4.gt (local.get $raw) (v128.const i32x4 0x0 0x0 0x0 0x0)))
                  (local.get $raw)
                  (i32x4.ne (local.get $count) (v128.const i32x4 0x0 0x0 0x0 0x0))))
              (local.set $value
                (f32x4.max
                  (v128.bitselect
                    (v128.const i32x4 0xff7fffff 0xff7fffff 0xff7fffff 0xff7fffff)
                    (f32x4.sub
                      (f32x4.sub
                        (local.get $penalised)
                        (f32x4.mul (f32x4.splat (f32.reinterpret_i32 (local.get $frequency))) (local.get $times)))
                      (v128.bitselect
                        (f32x4.splat (f32.reinterpret_i32 (local.get $presence)))
                        (v128.const i32x4 0x0 0x0 0x0 0x0)
                        (f32x4.gt (local.get $times) (v128.const i32x4 0x0 0x0 0x0 0x0))))
                    (i32x4.gt_u
                      (v128.and (local.get $raw) (v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff))
                      (v128.const i32x4 0x7f800000 0x7f800000 0x7f800000 0x7f800000)))
                  (v128.const i32x4 0xff7fffff 0xff7fffff 0xff7fffff 0xff7fffff)))
              (local.set $stored (local.get $value))
              (local.set $at_3
                (i32.add (local.get $probabilities) (i32.mul (i32.add (local.get $base) (local.get $c)) (i32.const 4))))
              (v128.store (local.get $at_3) (local.get $stored))
              (local.set $condition
                (v128.or
                  (f32x4.gt (local.get $value) (local.get $best))
                  (i32x4.eq
                    (v128.load offset=3200 (local.get $thread_at))
                    (v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff))))
              (if
                (i32x4.all_true (local.get $condition))
                (then
                  (local.set $best (local.get $value))
                  (v128.store offset=3200
                    (local.get $thread_at)
                    (i32x4.add (i32x4.splat (local.get $c)) (v128.const i32x4 0x0 0x1 0x2 0x3))))
                (else
                  (if
                    (i32.eqz (v128.any_true (local.get $condition)))
                    (then)
                    (else
                      (local.set $mask (local.get $condition))
                      (if
                        (v128.any_true (local.get $mask))
                        (then
                          (local.set $best (v128.bitselect (local.get $value) (local.get $best) (local.get $mask)))
                          (v128.store offset=3200
                            (local.get $thread_at)
                            (v128.bitselect
                              (i32x4.add (i32x4.splat (local.get $c)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                              (v128.load offset=3200 (local.get $thread_at))
                              (local.get $mask)))))))))
              (local.set $c (i32.add (local.get $c) (i32.const 256)))
              (br 0)))
          (block
            (loop
              (local.set $mask_2
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $c)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x30 0x30 0x30 0x30)))
              (br_if 1 (i32.eqz (v128.any_true (local.get $mask_2))))
              (local.set $index
                (v128.and
                  (i32x4.add
                    (i32x4.splat (i32.add (local.get $base) (local.get $c)))
                    (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (local.get $mask_2)))
              (local.set $at0
                (i32.add (local.get $logits) (i32.mul (i32x4.extract_lane 0 (local.get $index)) (i32.const 4))))
              (local.set $at1
                (i32.add (local.get $logits) (i32.mul (i32x4.extract_lane 1 (local.get $index)) (i32.const 4))))
              (local.set $at2
                (i32.add (local.get $logits) (i32.mul (i32x4.extract_lane 2 (local.get $index)) (i32.const 4))))
              (local.set $at3
                (i32.add (local.get $logits) (i32.mul (i32x4.extract_lane 3 (local.get $index)) (i32.const 4))))
              (local.set $raw_2
                (v128.load32_lane 3
                  (local.get $at3)
                  (v128.load32_lane 2
                    (local.get $at2)
                    (v128.load32_lane 1 (local.get $at1) (v128.load32_zero (local.get $at0))))))
              (v128.store offset=4224
                (local.get $thread_at)
                (v128.bitselect
                  (i32x4.max_s
                    (v128.load offset=4224 (local.get $thread_at))
                    (v128.bitselect
                      (v128.const i32x4 0x1 0x1 0x1 0x1)
                      (v128.const i32x4 0x0 0x0 0x0 0x0)
                      (i32x4.eq
                        (v128.and (local.get $raw_2) (v128.const i32x4 0x7f800000 0x7f800000 0x7f800000 0x7f800000))
                        (v128.const i32x4 0x7f800000 0x7f800000 0x7f800000 0x7f800000))))
                  (v128.load offset=4224 (local.get $thread_at))
                  (local.get $mask_2)))
              (local.set $index_2
                (v128.and
                  (i32x4.add
                    (i32x4.splat (i32.add (i32.mul (local.get $slot) (i32.const 48)) (local.get $c)))
                    (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (local.get $mask_2)))
              (local.set $at0_2
                (i32.add (local.get $counts) (i32.mul (i32x4.extract_lane 0 (local.get $index_2)) (i32.const 4))))
              (local.set $at1_2
                (i32.add (local.get $counts) (i32.mul (i32x4.extract_lane 1 (local.get $index_2)) (i32.const 4))))
              (local.set $at2_2
                (i32.add (local.get $counts) (i32.mul (i32x4.extract_lane 2 (local.get $index_2)) (i32.const 4))))
              (local.set $at3_2
                (i32.add (local.get $counts) (i32.mul (i32x4.extract_lane 3 (local.get $index_2)) (i32.const 4))))
              (local.set $count_2
                (v128.load32_lane 3
                  (local.get $at3_2)
                  (v128.load32_lane 2
                    (local.get $at2_2)
                    (v128.load32_lane 1 (local.get $at1_2) (v128.load32_zero (local.get $at0_2))))))
              (local.set $times_2
                (f32x4.convert_i32x4_u
                  (v128.and (local.get $count_2) (v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff))))
              (local.set $penalised_2
                (v128.bitselect
                  (v128.bitselect
                    (f32x4.div (local.get $raw_2) (f32x4.splat (f32.reinterpret_i32 (local.get $repetition))))
                    (f32x4.mul (local.get $raw_2) (f32x4.splat (f32.reinterpret_i32 (local.get $repetition))))
                    (f32x4.gt (local.get $raw_2) (v128.const i32x4 0x0 0x0 0x0 0x0)))
                  (local.get $raw_2)
                  (i32x4.ne (local.get $count_2) (v128.const i32x4 0x0 0x0 0x0 0x0))))
              (local.set $value_2
                (f32x4.max
                  (v128.bitselect
                    (v128.const i32x4 0xff7fffff 0xff7fffff 0xff7fffff 0xff7fffff)
                    (f32x4.sub
                      (f32x4.sub
                        (local.get $penalised_2)
                        (f32x4.mul (f32x4.splat (f32.reinterpret_i32 (local.get $frequency))) (local.get $times_2)))
                      (v128.bitselect
                        (f32x4.splat (f32.reinterpret_i32 (local.get $presence)))
                        (v128.const i32x4 0x0 0x0 0x0 0x0)
                        (f32x4.gt (local.get $times_2) (v128.const i32x4 0x0 0x0 0x0 0x0))))
                    (i32x4.gt_u
                      (v128.and (local.get $raw_2) (v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff))
                      (v128.const i32x4 0x7f800000 0x7f800000 0x7f800000 0x7f800000)))
                  (v128.const i32x4 0xff7fffff 0xff7fffff 0xff7fffff 0xff7fffff)))
              (local.set $stored_2 (local.get $value_2))
              (local.set $index_3
                (i32x4.add (i32x4.splat (i32.add (local.get $base) (local.get $c))) (v128.const i32x4 0x0 0x1 0x2 0x3)))
              (local.set $at0_3
                (i32.add (local.get $probabilities) (i32.mul (i32x4.extract_lane 0 (local.get $index_3)) (i32.const 4))))
              (local.set $at1_3
                (i32.add (local.get $probabilities) (i32.mul (i32x4.extract_lane 1 (local.get $index_3)) (i32.const 4))))
              (local.set $at2_3
                (i32.add (local.get $probabilities) (i32.mul (i32x4.extract_lane 2 (local.get $index_3)) (i32.const 4))))
              (local.set $at3_3
                (i32.add (local.get $probabilities) (i32.mul (i32x4.extract_lane 3 (local.get $index_3)) (i32.const 4))))
              (if
                (i32x4.extract_lane 0 (local.get $mask_2))
                (then
                  (v128.store32_lane 0 (local.get $at0_3) (local.get $stored_2))))
              (if
                (i32x4.extract_lane 1 (local.get $mask_2))
                (then
                  (v128.store32_lane 1 (local.get $at1_3) (local.get $stored_2))))
              (if
                (i32x4.extract_lane 2 (local.get $mask_2))
                (then
                  (v128.store32_lane 2 (local.get $at2_3) (local.get $stored_2))))
              (if
                (i32x4.extract_lane 3 (local.get $mask_2))
                (then
                  (v128.store32_lane 3 (local.get $at3_3) (local.get $stored_2))))
              (local.set $condition_2
                (v128.or
                  (f32x4.gt (local.get $value_2) (local.get $best))
                  (i32x4.eq
                    (v128.load offset=3200 (local.get $thread_at))
                    (v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff))))
              (local.set $mask_3 (v128.and (local.get $condition_2) (local.get $mask_2)))
              (if
                (v128.any_true (local.get $mask_3))
                (then
                  (local.set $best (v128.bitselect (local.get $value_2) (local.get $best) (local.get $mask_3)))
                  (v128.store offset=3200
                    (local.get $thread_at)
                    (v128.bitselect
                      (i32x4.add (i32x4.splat (local.get $c)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (v128.load offset=3200 (local.get $thread_at))
                      (local.get $mask_3)))))
              (local.set $c (i32.add (local.get $c) (i32.const 256)))
              (br 0)))
          (local.set $stored_3 (local.get $best))
          (local.set $at_4 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
          (v128.store offset=1024 (local.get $at_4) (local.get $stored_3))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $condition_3
            (i32x4.lt_s
              (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
              (v128.const i32x4 0x10 0x10 0x10 0x10)))
          (if
            (i32x4.all_true (local.get $condition_3))
            (then
              (local.set $winner_from_2 (i32.mul (local.get $local) (i32.const 16)))
              (local.set $at_5 (i32.add (local.get $scratch) (i32.mul (local.get $winner_from_2) (i32.const 4))))
              (local.set $winner_head_2
                (v128.load32_lane offset=1216 3
                  (local.get $at_5)
                  (v128.load32_lane offset=1152 2
                    (local.get $at_5)
                    (v128.load32_lane offset=1088 1 (local.get $at_5) (v128.load32_zero offset=1024 (local.get $at_5))))))
              (local.set $winner_part_2 (local.get $winner_head_2))
              (local.set $i_2 (i32.const 1))
              (block
                (loop
                  (br_if 1 (i32.eqz (i32.lt_s (local.get $i_2) (i32.const 16))))
                  (local.set $at_6
                    (i32.add
                      (local.get $scratch)
                      (i32.mul (i32.add (local.get $winner_from_2) (local.get $i_2)) (i32.const 4))))
                  (local.set $winner_next_2
                    (v128.load32_lane offset=1216 3
                      (local.get $at_6)
                      (v128.load32_lane offset=1152 2
                        (local.get $at_6)
                        (v128.load32_lane offset=1088 1
                          (local.get $at_6)
                          (v128.load32_zero offset=1024 (local.get $at_6))))))
                  (local.set $winner_part_2 (f32x4.max (local.get $winner_part_2) (local.get $winner_next_2)))
                  (local.set $i_2 (i32.add (local.get $i_2) (i32.const 1)))
                  (br 0)))
              (local.set $stored_5 (local.get $winner_part_2))
              (local.set $at_7 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
              (v128.store offset=2048 (local.get $at_7) (local.get $stored_5)))
            (else
              (if
                (i32.eqz (v128.any_true (local.get $condition_3)))
                (then)
                (else
                  (local.set $mask_4 (local.get $condition_3))
                  (if
                    (v128.any_true (local.get $mask_4))
                    (then
                      (local.set $winner_from (i32.mul (local.get $local) (i32.const 16)))
                      (local.set $index_4
                        (v128.and
                          (i32x4.add (i32x4.splat (local.get $winner_from)) (v128.const i32x4 0x0 0x10 0x20 0x30))
                          (local.get $mask_4)))
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
                      (local.set $winner_head
                        (v128.load32_lane offset=1024 3
                          (local.get $at3_4)
                          (v128.load32_lane offset=1024 2
                            (local.get $at2_4)
                            (v128.load32_lane offset=1024 1
                              (local.get $at1_4)
                              (v128.load32_zero offset=1024 (local.get $at0_4))))))
                      (local.set $winner_part (local.get $winner_head))
                      (local.set $i (i32.const 1))
                      (block
                        (loop
                          (br_if 1 (i32.eqz (i32.lt_s (local.get $i) (i32.const 16))))
                          (local.set $index_5
                            (v128.and
                              (i32x4.add
                                (i32x4.splat (i32.add (local.get $winner_from) (local.get $i)))
                                (v128.const i32x4 0x0 0x10 0x20 0x30))
                              (local.get $mask_4)))
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
                          (local.set $winner_next
                            (v128.load32_lane offset=1024 3
                              (local.get $at3_5)
                              (v128.load32_lane offset=1024 2
                                (local.get $at2_5)
                                (v128.load32_lane offset=1024 1
                                  (local.get $at1_5)
                                  (v128.load32_zero offset=1024 (local.get $at0_5))))))
                          (local.set $winner_part
                            (v128.bitselect
                              (f32x4.max (local.get $winner_part) (local.get $winner_next))
                              (local.get $winner_part)
                              (local.get $mask_4)))
                          (local.set $i (i32.add (local.get $i) (i32.const 1)))
                          (br 0)))
                      (local.set $stored_4 (local.get $winner_part))
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
                        (i32x4.extract_lane 0 (local.get $mask_4))
                        (then
                          (v128.store32_lane offset=2048 0 (local.get $at0_6) (local.get $stored_4))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask_4))
                        (then
                          (v128.store32_lane offset=2048 1 (local.get $at1_6) (local.get $stored_4))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask_4))
                        (then
                          (v128.store32_lane offset=2048 2 (local.get $at2_6) (local.get $stored_4))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask_4))
                        (then
                          (v128.store32_lane offset=2048 3 (local.get $at3_6) (local.get $stored_4))))))))))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
        (local.set $winner_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
        (local.set $winner_start (f32.load offset=2048 (local.get $winner_start_at)))
        (local.set $winner_total (local.get $winner_start))
        (local.set $i_2_2 (i32.const 1))
        (block
          (loop
            (br_if 1 (i32.eqz (i32.lt_s (local.get $i_2_2) (i32.const 16))))
            (local.set $winner_item_at (i32.add (local.get $scratch) (i32.mul (local.get $i_2_2) (i32.const 4))))
            (local.set $winner_item (f32.load offset=2048 (local.get $winner_item_at)))
            (local.set $winner_total (f32.max (local.get $winner_total) (local.get $winner_item)))
            (local.set $i_2_2 (i32.add (local.get $i_2_2) (i32.const 1)))
            (br 0)))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (v128.store offset=5248 (local.get $thread_at) (f32x4.splat (local.get $winner_total)))
          (local.set $at_8 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
          (local.set $winner_mine (v128.load offset=1024 (local.get $at_8)))
          (local.set $winner_id
            (v128.bitselect
              (v128.load offset=3200 (local.get $thread_at))
              (v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff)
              (f32x4.eq (local.get $winner_mine) (v128.load offset=5248 (local.get $thread_at)))))
          (local.set $stored_6 (local.get $winner_id))
          (local.set $at_9 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
          (v128.store offset=2112 (local.get $at_9) (local.get $stored_6))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $condition_4
            (i32x4.lt_s
              (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
              (v128.const i32x4 0x10 0x10 0x10 0x10)))
          (if
            (i32x4.all_true (local.get $condition_4))
            (then
              (local.set $winner_lowest_from_2 (i32.mul (local.get $local) (i32.const 16)))
              (local.set $at_10
                (i32.add (local.get $scratch) (i32.mul (local.get $winner_lowest_from_2) (i32.const 4))))
              (local.set $winner_lowest_head_2
                (v128.load32_lane offset=2304 3
                  (local.get $at_10)
                  (v128.load32_lane offset=2240 2
                    (local.get $at_10)
                    (v128.load32_lane offset=2176 1
                      (local.get $at_10)
                      (v128.load32_zero offset=2112 (local.get $at_10))))))
              (local.set $winner_lowest_part_2 (local.get $winner_lowest_head_2))
              (local.set $i_3_2 (i32.const 1))
              (block
                (loop
                  (br_if 1 (i32.eqz (i32.lt_s (local.get $i_3_2) (i32.const 16))))
                  (local.set $at_11
                    (i32.add
                      (local.get $scratch)
                      (i32.mul (i32.add (local.get $winner_lowest_from_2) (local.get $i_3_2)) (i32.const 4))))
                  (local.set $winner_lowest_next_2
                    (v128.load32_lane offset=2304 3
                      (local.get $at_11)
                      (v128.load32_lane offset=2240 2
                        (local.get $at_11)
                        (v128.load32_lane offset=2176 1
                          (local.get $at_11)
                          (v128.load32_zero offset=2112 (local.get $at_11))))))
                  (local.set $winner_lowest_part_2
                    (i32x4.min_s (local.get $winner_lowest_part_2) (local.get $winner_lowest_next_2)))
                  (local.set $i_3_2 (i32.add (local.get $i_3_2) (i32.const 1)))
                  (br 0)))
              (local.set $stored_8 (local.get $winner_lowest_part_2))
              (local.set $at_12 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
              (v128.store offset=3136 (local.get $at_12) (local.get $stored_8)))
            (else
              (if
                (i32.eqz (v128.any_true (local.get $condition_4)))
                (then)
                (else
                  (local.set $mask_5 (local.get $condition_4))
                  (if
                    (v128.any_true (local.get $mask_5))
                    (then
                      (local.set $winner_lowest_from (i32.mul (local.get $local) (i32.const 16)))
                      (local.set $index_7
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (local.get $winner_lowest_from))
                            (v128.const i32x4 0x0 0x10 0x20 0x30))
                          (local.get $mask_5)))
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
                      (local.set $winner_lowest_head
                        (v128.load32_lane offset=2112 3
                          (local.get $at3_7)
                          (v128.load32_lane offset=2112 2
                            (local.get $at2_7)
                            (v128.load32_lane offset=2112 1
                              (local.get $at1_7)
                              (v128.load32_zero offset=2112 (local.get $at0_7))))))
                      (local.set $winner_lowest_part (local.get $winner_lowest_head))
                      (local.set $i_3 (i32.const 1))
                      (block
                        (loop
                          (br_if 1 (i32.eqz (i32.lt_s (local.get $i_3) (i32.const 16))))
                          (local.set $index_8
                            (v128.and
                              (i32x4.add
                                (i32x4.splat (i32.add (local.get $winner_lowest_from) (local.get $i_3)))
                                (v128.const i32x4 0x0 0x10 0x20 0x30))
                              (local.get $mask_5)))
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
                          (local.set $winner_lowest_next
                            (v128.load32_lane offset=2112 3
                              (local.get $at3_8)
                              (v128.load32_lane offset=2112 2
                                (local.get $at2_8)
                                (v128.load32_lane offset=2112 1
                                  (local.get $at1_8)
                                  (v128.load32_zero offset=2112 (local.get $at0_8))))))
                          (local.set $winner_lowest_part
                            (v128.bitselect
                              (i32x4.min_s (local.get $winner_lowest_part) (local.get $winner_lowest_next))
                              (local.get $winner_lowest_part)
                              (local.get $mask_5)))
                          (local.set $i_3 (i32.add (local.get $i_3) (i32.const 1)))
                          (br 0)))
                      (local.set $stored_7 (local.get $winner_lowest_part))
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
                        (i32x4.extract_lane 0 (local.get $mask_5))
                        (then
                          (v128.store32_lane offset=3136 0 (local.get $at0_9) (local.get $stored_7))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask_5))
                        (then
                          (v128.store32_lane offset=3136 1 (local.get $at1_9) (local.get $stored_7))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask_5))
                        (then
                          (v128.store32_lane offset=3136 2 (local.get $at2_9) (local.get $stored_7))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask_5))
                        (then
                          (v128.store32_lane offset=3136 3 (local.get $at3_9) (local.get $stored_7))))))))))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
        (local.set $winner_lowest_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
        (local.set $winner_lowest_start (i32.load offset=3136 (local.get $winner_lowest_start_at)))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (v128.store offset=6272 (local.get $thread_at) (i32x4.splat (local.get $winner_lowest_start)))
          (local.set $i_4 (i32.const 1))
          (block
            (loop
              (br_if 1 (i32.eqz (i32.lt_s (local.get $i_4) (i32.const 16))))
              (local.set $winner_lowest_item_at (i32.add (local.get $scratch) (i32.mul (local.get $i_4) (i32.const 4))))
              (local.set $winner_lowest_item (i32.load offset=3136 (local.get $winner_lowest_item_at)))
              (v128.store offset=6272
                (local.get $thread_at)
                (i32x4.min_s
                  (v128.load offset=6272 (local.get $thread_at))
                  (i32x4.splat (local.get $winner_lowest_item))))
              (local.set $i_4 (i32.add (local.get $i_4) (i32.const 1)))
              (br 0)))
          (local.set $stored_9 (v128.load offset=4224 (local.get $thread_at)))
          (local.set $at_13 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
          (v128.store offset=2112 (local.get $at_13) (local.get $stored_9))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $condition_5
            (i32x4.lt_s
              (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
              (v128.const i32x4 0x10 0x10 0x10 0x10)))
          (if
            (i32x4.all_true (local.get $condition_5))
            (then
              (local.set $bad_threads_from_2 (i32.mul (local.get $local) (i32.const 16)))
              (local.set $at_14 (i32.add (local.get $scratch) (i32.mul (local.get $bad_threads_from_2) (i32.const 4))))
              (local.set $bad_threads_head_2
                (v128.load32_lane offset=2304 3
                  (local.get $at_14)
                  (v128.load32_lane offset=2240 2
                    (local.get $at_14)
                    (v128.load32_lane offset=2176 1
                      (local.get $at_14)
                      (v128.load32_zero offset=2112 (local.get $at_14))))))
              (local.set $bad_threads_part_2 (local.get $bad_threads_head_2))
              (local.set $i_5_2 (i32.const 1))
              (block
                (loop
                  (br_if 1 (i32.eqz (i32.lt_s (local.get $i_5_2) (i32.const 16))))
                  (local.set $at_15
                    (i32.add
                      (local.get $scratch)
                      (i32.mul (i32.add (local.get $bad_threads_from_2) (local.get $i_5_2)) (i32.const 4))))
                  (local.set $bad_threads_next_2
                    (v128.load32_lane offset=2304 3
                      (local.get $at_15)
                      (v128.load32_lane offset=2240 2
                        (local.get $at_15)
                        (v128.load32_lane offset=2176 1
                          (local.get $at_15)
                          (v128.load32_zero offset=2112 (local.get $at_15))))))
                  (local.set $bad_threads_part_2
                    (i32x4.add (local.get $bad_threads_part_2) (local.get $bad_threads_next_2)))
                  (local.set $i_5_2 (i32.add (local.get $i_5_2) (i32.const 1)))
                  (br 0)))
              (local.set $stored_11 (local.get $bad_threads_part_2))
              (local.set $at_16 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
              (v128.store offset=3136 (local.get $at_16) (local.get $stored_11)))
            (else
              (if
                (i32.eqz (v128.any_true (local.get $condition_5)))
                (then)
                (else
                  (local.set $mask_6 (local.get $condition_5))
                  (if
                    (v128.any_true (local.get $mask_6))
                    (then
                      (local.set $bad_threads_from (i32.mul (local.get $local) (i32.const 16)))
                      (local.set $index_10
                        (v128.and
                          (i32x4.add (i32x4.splat (local.get $bad_threads_from)) (v128.const i32x4 0x0 0x10 0x20 0x30))
                          (local.get $mask_6)))
                      (local.set $at0_10
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_10)) (i32.const 4))))
                      (local.set $at1_10
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_10)) (i32.const 4))))
                      (local.set $at2_10
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_10)) (i32.const 4))))
                      (local.set $at3_10
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_10)) (i32.const 4))))
                      (local.set $bad_threads_head
                        (v128.load32_lane offset=2112 3
                          (local.get $at3_10)
                          (v128.load32_lane offset=2112 2
                            (local.get $at2_10)
                            (v128.load32_lane offset=2112 1
                              (local.get $at1_10)
                              (v128.load32_zero offset=2112 (local.get $at0_10))))))
                      (local.set $bad_threads_part (local.get $bad_threads_head))
                      (local.set $i_5 (i32.const 1))
                      (block
                        (loop
                          (br_if 1 (i32.eqz (i32.lt_s (local.get $i_5) (i32.const 16))))
                          (local.set $index_11
                            (v128.and
                              (i32x4.add
                                (i32x4.splat (i32.add (local.get $bad_threads_from) (local.get $i_5)))
                                (v128.const i32x4 0x0 0x10 0x20 0x30))
                              (local.get $mask_6)))
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
                          (local.set $bad_threads_next
                            (v128.load32_lane offset=2112 3
                              (local.get $at3_11)
                              (v128.load32_lane offset=2112 2
                                (local.get $at2_11)
                                (v128.load32_lane offset=2112 1
                                  (local.get $at1_11)
                                  (v128.load32_zero offset=2112 (local.get $at0_11))))))
                          (local.set $bad_threads_part
                            (v128.bitselect
                              (i32x4.add (local.get $bad_threads_part) (local.get $bad_threads_next))
                              (local.get $bad_threads_part)
                              (local.get $mask_6)))
                          (local.set $i_5 (i32.add (local.get $i_5) (i32.const 1)))
                          (br 0)))
                      (local.set $stored_10 (local.get $bad_threads_part))
                      (local.set $index_12
                        (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
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
                      (if
                        (i32x4.extract_lane 0 (local.get $mask_6))
                        (then
                          (v128.store32_lane offset=3136 0 (local.get $at0_12) (local.get $stored_10))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask_6))
                        (then
                          (v128.store32_lane offset=3136 1 (local.get $at1_12) (local.get $stored_10))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask_6))
                        (then
                          (v128.store32_lane offset=3136 2 (local.get $at2_12) (local.get $stored_10))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask_6))
                        (then
                          (v128.store32_lane offset=3136 3 (local.get $at3_12) (local.get $stored_10))))))))))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
        (local.set $bad_threads_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
        (local.set $bad_threads_start (i32.load offset=3136 (local.get $bad_threads_start_at)))
        (local.set $bad_threads_total (local.get $bad_threads_start))
        (local.set $i_6 (i32.const 1))
        (block
          (loop
            (br_if 1 (i32.eqz (i32.lt_s (local.get $i_6) (i32.const 16))))
            (local.set $bad_threads_item_at (i32.add (local.get $scratch) (i32.mul (local.get $i_6) (i32.const 4))))
            (local.set $bad_threads_item (i32.load offset=3136 (local.get $bad_threads_item_at)))
            (local.set $bad_threads_total (i32.add (local.get $bad_threads_total) (local.get $bad_threads_item)))
            (local.set $i_6 (i32.add (local.get $i_6) (i32.const 1)))
            (br 0)))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (v128.store offset=7296
            (local.get $thread_at)
            (i32x4.splat
              (select
                (local.get $bad_threads_total)
                (i32.const 1)
                (i32.lt_s (local.get $bad_threads_total) (i32.const 1)))))
          (v128.store offset=8320 (local.get $thread_at) (v128.load offset=6272 (local.get $thread_at)))
          (v128.store offset=9344 (local.get $thread_at) (v128.load offset=8320 (local.get $thread_at)))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
        (if
          (f32.gt (f32.reinterpret_i32 (local.get $temperature)) (f32.const 0))
          (then
            (local.set $min_p_at
              (i32.add
                (local.get $step)
                (i32.mul
                  (i32.add
                    (local.get $repetition_base)
                    (i32.add (i32.mul (local.get $lane) (i32.const 9)) (i32.const 3)))
                  (i32.const 4))))
            (local.set $min_p (i32.load (local.get $min_p_at)))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (if
                (f32.gt (f32.reinterpret_i32 (local.get $min_p)) (f32.const 0))
                (then
                  (local.set $c_min (local.get $local))
                  (block
                    (loop
                      (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $c_min) (i32.const 3)) (i32.const 48))))
                      (local.set $at_17
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32.add (local.get $base) (local.get $c_min)) (i32.const 4))))
                      (local.set $min_value (v128.load (local.get $at_17)))
                      (local.set $condition_6
                        (f32x4.lt
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
                                                  (v128.bitselect
                                                    (f32x4.max
                                                      (f32x4.div
                                                        (f32x4.sub
                                                          (local.get $min_value)
                                                          (v128.load offset=5248 (local.get $thread_at)))
                                                        (f32x4.splat (f32.reinterpret_i32 (local.get $temperature))))
                                                      (v128.const i32x4 0xc2c80000 0xc2c80000 0xc2c80000 0xc2c80000))
                                                    (v128.const i32x4 0x0 0x0 0x0 0x0)
                                                    (f32x4.lt
                                                      (f32x4.sub
                                                        (local.get $min_value)
                                                        (v128.load offset=5248 (local.get $thread_at)))
                                                      (v128.const i32x4 0x0 0x0 0x0 0x0)))
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
                          (f32x4.splat (f32.reinterpret_i32 (local.get $min_p)))))
                      (if
                        (i32x4.all_true (local.get $condition_6))
                        (then
                          (local.set $stored_13 (v128.const i32x4 0xff7fffff 0xff7fffff 0xff7fffff 0xff7fffff))
                          (local.set $at_18
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32.add (local.get $base) (local.get $c_min)) (i32.const 4))))
                          (v128.store (local.get $at_18) (local.get $stored_13)))
                        (else
                          (if
                            (i32.eqz (v128.any_true (local.get $condition_6)))
                            (then)
                            (else
                              (local.set $mask_7 (local.get $condition_6))
                              (if
                                (v128.any_true (local.get $mask_7))
                                (then
                                  (local.set $stored_12 (v128.const i32x4 0xff7fffff 0xff7fffff 0xff7fffff 0xff7fffff))
                                  (local.set $index_13
                                    (i32x4.add
                                      (i32x4.splat (i32.add (local.get $base) (local.get $c_min)))
                                      (v128.const i32x4 0x0 0x1 0x2 0x3)))
                                  (local.set $at0_13
                                    (i32.add
                                      (local.get $probabilities)
                                      (i32.mul (i32x4.extract_lane 0 (local.get $index_13)) (i32.const 4))))
                                  (local.set $at1_13
                                    (i32.add
                                      (local.get $probabilities)
                                      (i32.mul (i32x4.extract_lane 1 (local.get $index_13)) (i32.const 4))))
                                  (local.set $at2_13
                                    (i32.add
                                      (local.get $probabilities)
                                      (i32.mul (i32x4.extract_lane 2 (local.get $index_13)) (i32.const 4))))
                                  (local.set $at3_13
                                    (i32.add
                                      (local.get $probabilities)
                                      (i32.mul (i32x4.extract_lane 3 (local.get $index_13)) (i32.const 4))))
                                  (if
                                    (i32x4.extract_lane 0 (local.get $mask_7))
                                    (then
                                      (v128.store32_lane 0 (local.get $at0_13) (local.get $stored_12))))
                                  (if
                                    (i32x4.extract_lane 1 (local.get $mask_7))
                                    (then
                                      (v128.store32_lane 1 (local.get $at1_13) (local.get $stored_12))))
                                  (if
                                    (i32x4.extract_lane 2 (local.get $mask_7))
                                    (then
                                      (v128.store32_lane 2 (local.get $at2_13) (local.get $stored_12))))
                                  (if
                                    (i32x4.extract_lane 3 (local.get $mask_7))
                                    (then
                                      (v128.store32_lane 3 (local.get $at3_13) (local.get $stored_12))))))))))
                      (local.set $c_min (i32.add (local.get $c_min) (i32.const 256)))
                      (br 0)))
                  (block
                    (loop
                      (local.set $mask_8
                        (i32x4.lt_s
                          (i32x4.add (i32x4.splat (local.get $c_min)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (v128.const i32x4 0x30 0x30 0x30 0x30)))
                      (br_if 1 (i32.eqz (v128.any_true (local.get $mask_8))))
                      (local.set $index_14
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base) (local.get $c_min)))
                            (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (local.get $mask_8)))
                      (local.set $at0_14
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_14)) (i32.const 4))))
                      (local.set $at1_14
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_14)) (i32.const 4))))
                      (local.set $at2_14
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_14)) (i32.const 4))))
                      (local.set $at3_14
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_14)) (i32.const 4))))
                      (local.set $min_value_2
                        (v128.load32_lane 3
                          (local.get $at3_14)
                          (v128.load32_lane 2
                            (local.get $at2_14)
                            (v128.load32_lane 1 (local.get $at1_14) (v128.load32_zero (local.get $at0_14))))))
                      (local.set $condition_7
                        (f32x4.lt
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
                                                  (v128.bitselect
                                                    (f32x4.max
                                                      (f32x4.div
                                                        (f32x4.sub
                                                          (local.get $min_value_2)
                                                          (v128.load offset=5248 (local.get $thread_at)))
                                                        (f32x4.splat (f32.reinterpret_i32 (local.get $temperature))))
                                                      (v128.const i32x4 0xc2c80000 0xc2c80000 0xc2c80000 0xc2c80000))
                                                    (v128.const i32x4 0x0 0x0 0x0 0x0)
                                                    (f32x4.lt
                                                      (f32x4.sub
                                                        (local.get $min_value_2)
                                                        (v128.load offset=5248 (local.get $thread_at)))
                                                      (v128.const i32x4 0x0 0x0 0x0 0x0)))
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
                              (i32.const 23)))
                          (f32x4.splat (f32.reinterpret_i32 (local.get $min_p)))))
                      (local.set $mask_9 (v128.and (local.get $condition_7) (local.get $mask_8)))
                      (if
                        (v128.any_true (local.get $mask_9))
                        (then
                          (local.set $stored_14 (v128.const i32x4 0xff7fffff 0xff7fffff 0xff7fffff 0xff7fffff))
                          (local.set $index_15
                            (i32x4.add
                              (i32x4.splat (i32.add (local.get $base) (local.get $c_min)))
                              (v128.const i32x4 0x0 0x1 0x2 0x3)))
                          (local.set $at0_15
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_15)) (i32.const 4))))
                          (local.set $at1_15
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_15)) (i32.const 4))))
                          (local.set $at2_15
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_15)) (i32.const 4))))
                          (local.set $at3_15
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_15)) (i32.const 4))))
                          (if
                            (i32x4.extract_lane 0 (local.get $mask_9))
                            (then
                              (v128.store32_lane 0 (local.get $at0_15) (local.get $stored_14))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask_9))
                            (then
                              (v128.store32_lane 1 (local.get $at1_15) (local.get $stored_14))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask_9))
                            (then
                              (v128.store32_lane 2 (local.get $at2_15) (local.get $stored_14))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask_9))
                            (then
                              (v128.store32_lane 3 (local.get $at3_15) (local.get $stored_14))))))
                      (local.set $c_min (i32.add (local.get $c_min) (i32.const 256)))
                      (br 0)))))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
            (local.set $top_k_at
              (i32.add
                (local.get $step)
                (i32.mul
                  (i32.add
                    (local.get $repetition_base)
                    (i32.add (i32.mul (local.get $lane) (i32.const 9)) (i32.const 1)))
                  (i32.const 4))))
            (local.set $top_k (i32.load (local.get $top_k_at)))
            (if
              (i32.and (i32.gt_s (local.get $top_k) (i32.const 0)) (i32.lt_s (local.get $top_k) (i32.const 48)))
              (then
                (local.set $local (i32.const 0))
                (local.set $thread_at (local.get $scratch))
                (loop
                  (v128.store offset=10368 (local.get $thread_at) (v128.const i32x4 0x0 0x0 0x0 0x0))
                  (local.set $local (i32.add (local.get $local) (i32.const 4)))
                  (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                  (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
                (local.set $bit (i32.const 0))
                (block
                  (loop
                    (br_if 1 (i32.eqz (i32.lt_s (local.get $bit) (i32.const 32))))
                    (local.set $local (i32.const 0))
                    (local.set $thread_at (local.get $scratch))
                    (loop
                      (v128.store offset=11392
                        (local.get $thread_at)
                        (v128.or
                          (v128.load offset=10368 (local.get $thread_at))
                          (i32x4.splat (i32.shr_u (i32.const -2147483648) (local.get $bit)))))
                      (local.set $mine (v128.const i32x4 0x0 0x0 0x0 0x0))
                      (local.set $c_k (local.get $local))
                      (block
                        (loop
                          (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $c_k) (i32.const 3)) (i32.const 48))))
                          (local.set $at_19
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32.add (local.get $base) (local.get $c_k)) (i32.const 4))))
                          (local.set $k_value (v128.load (local.get $at_19)))
                          (local.set $condition_8
                            (i32x4.ge_u
                              (v128.bitselect
                                (v128.const i32x4 0x0 0x0 0x0 0x0)
                                (v128.bitselect
                                  (v128.not (local.get $k_value))
                                  (v128.or
                                    (local.get $k_value)
                                    (v128.const i32x4 0x80000000 0x80000000 0x80000000 0x80000000))
                                  (i32x4.ne
                                    (i32x4.shr_u (local.get $k_value) (i32.const 31))
                                    (v128.const i32x4 0x0 0x0 0x0 0x0)))
                                (f32x4.le
                                  (local.get $k_value)
                                  (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6)))
                              (v128.load offset=11392 (local.get $thread_at))))
                          (if
                            (i32x4.all_true (local.get $condition_8))
                            (then
                              (local.set $mine (i32x4.add (local.get $mine) (v128.const i32x4 0x1 0x1 0x1 0x1))))
                            (else
                              (if
                                (i32.eqz (v128.any_true (local.get $condition_8)))
                                (then)
                                (else
                                  (local.set $mask_10 (local.get $condition_8))
                                  (if
                                    (v128.any_true (local.get $mask_10))
                                    (then
                                      (local.set $mine
                                        (v128.bitselect
                                          (i32x4.add (local.get $mine) (v128.const i32x4 0x1 0x1 0x1 0x1))
                                          (local.get $mine)
                                          (local.get $mask_10)))))))))
                          (local.set $c_k (i32.add (local.get $c_k) (i32.const 256)))
                          (br 0)))
                      (block
                        (loop
                          (local.set $mask_11
                            (i32x4.lt_s
                              (i32x4.add (i32x4.splat (local.get $c_k)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                              (v128.const i32x4 0x30 0x30 0x30 0x30)))
                          (br_if 1 (i32.eqz (v128.any_true (local.get $mask_11))))
                          (local.set $index_16
                            (v128.and
                              (i32x4.add
                                (i32x4.splat (i32.add (local.get $base) (local.get $c_k)))
                                (v128.const i32x4 0x0 0x1 0x2 0x3))
                              (local.get $mask_11)))
                          (local.set $at0_16
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_16)) (i32.const 4))))
                          (local.set $at1_16
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_16)) (i32.const 4))))
                          (local.set $at2_16
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_16)) (i32.const 4))))
                          (local.set $at3_16
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_16)) (i32.const 4))))
                          (local.set $k_value_2
                            (v128.load32_lane 3
                              (local.get $at3_16)
                              (v128.load32_lane 2
                                (local.get $at2_16)
                                (v128.load32_lane 1 (local.get $at1_16) (v128.load32_zero (local.get $at0_16))))))
                          (local.set $condition_9
                            (i32x4.ge_u
                              (v128.bitselect
                                (v128.const i32x4 0x0 0x0 0x0 0x0)
                                (v128.bitselect
                                  (v128.not (local.get $k_value_2))
                                  (v128.or
                                    (local.get $k_value_2)
                                    (v128.const i32x4 0x80000000 0x80000000 0x80000000 0x80000000))
                                  (i32x4.ne
                                    (i32x4.shr_u (local.get $k_value_2) (i32.const 31))
                                    (v128.const i32x4 0x0 0x0 0x0 0x0)))
                                (f32x4.le
                                  (local.get $k_value_2)
                                  (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6)))
                              (v128.load offset=11392 (local.get $thread_at))))
                          (local.set $mask_12 (v128.and (local.get $condition_9) (local.get $mask_11)))
                          (if
                            (v128.any_true (local.get $mask_12))
                            (then
                              (local.set $mine
                                (v128.bitselect
                                  (i32x4.add (local.get $mine) (v128.const i32x4 0x1 0x1 0x1 0x1))
                                  (local.get $mine)
                                  (local.get $mask_12)))))
                          (local.set $c_k (i32.add (local.get $c_k) (i32.const 256)))
                          (br 0)))
                      (local.set $stored_15 (local.get $mine))
                      (local.set $at_20 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                      (v128.store offset=2112 (local.get $at_20) (local.get $stored_15))
                      (local.set $local (i32.add (local.get $local) (i32.const 4)))
                      (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                      (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
                    (local.set $local (i32.const 0))
                    (local.set $thread_at (local.get $scratch))
                    (loop
                      (local.set $condition_10
                        (i32x4.lt_s
                          (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (v128.const i32x4 0x10 0x10 0x10 0x10)))
                      (if
                        (i32x4.all_true (local.get $condition_10))
                        (then
                          (local.set $above_from_2 (i32.mul (local.get $local) (i32.const 16)))
                          (local.set $at_21
                            (i32.add (local.get $scratch) (i32.mul (local.get $above_from_2) (i32.const 4))))
                          (local.set $above_head_2
                            (v128.load32_lane offset=2304 3
                              (local.get $at_21)
                              (v128.load32_lane offset=2240 2
                                (local.get $at_21)
                                (v128.load32_lane offset=2176 1
                                  (local.get $at_21)
                                  (v128.load32_zero offset=2112 (local.get $at_21))))))
                          (local.set $above_part_2 (local.get $above_head_2))
                          (local.set $i_7_2 (i32.const 1))
                          (block
                            (loop
                              (br_if 1 (i32.eqz (i32.lt_s (local.get $i_7_2) (i32.const 16))))
                              (local.set $at_22
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32.add (local.get $above_from_2) (local.get $i_7_2)) (i32.const 4))))
                              (local.set $above_next_2
                                (v128.load32_lane offset=2304 3
                                  (local.get $at_22)
                                  (v128.load32_lane offset=2240 2
                                    (local.get $at_22)
                                    (v128.load32_lane offset=2176 1
                                      (local.get $at_22)
                                      (v128.load32_zero offset=2112 (local.get $at_22))))))
                              (local.set $above_part_2 (i32x4.add (local.get $above_part_2) (local.get $above_next_2)))
                              (local.set $i_7_2 (i32.add (local.get $i_7_2) (i32.const 1)))
                              (br 0)))
                          (local.set $stored_17 (local.get $above_part_2))
                          (local.set $at_23 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                          (v128.store offset=3136 (local.get $at_23) (local.get $stored_17)))
                        (else
                          (if
                            (i32.eqz (v128.any_true (local.get $condition_10)))
                            (then)
                            (else
                              (local.set $mask_13 (local.get $condition_10))
                              (if
                                (v128.any_true (local.get $mask_13))
                                (then
                                  (local.set $above_from (i32.mul (local.get $local) (i32.const 16)))
                                  (local.set $index_17
                                    (v128.and
                                      (i32x4.add
                                        (i32x4.splat (local.get $above_from))
                                        (v128.const i32x4 0x0 0x10 0x20 0x30))
                                      (local.get $mask_13)))
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
                                  (local.set $above_head
                                    (v128.load32_lane offset=2112 3
                                      (local.get $at3_17)
                                      (v128.load32_lane offset=2112 2
                                        (local.get $at2_17)
                                        (v128.load32_lane offset=2112 1
                                          (local.get $at1_17)
                                          (v128.load32_zero offset=2112 (local.get $at0_17))))))
                                  (local.set $above_part (local.get $above_head))
                                  (local.set $i_7 (i32.const 1))
                                  (block
                                    (loop
                                      (br_if 1 (i32.eqz (i32.lt_s (local.get $i_7) (i32.const 16))))
                                      (local.set $index_18
                                        (v128.and
                                          (i32x4.add
                                            (i32x4.splat (i32.add (local.get $above_from) (local.get $i_7)))
                                            (v128.const i32x4 0x0 0x10 0x20 0x30))
                                          (local.get $mask_13)))
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
                                      (local.set $above_next
                                        (v128.load32_lane offset=2112 3
                                          (local.get $at3_18)
                                          (v128.load32_lane offset=2112 2
                                            (local.get $at2_18)
                                            (v128.load32_lane offset=2112 1
                                              (local.get $at1_18)
                                              (v128.load32_zero offset=2112 (local.get $at0_18))))))
                                      (local.set $above_part
                                        (v128.bitselect
                                          (i32x4.add (local.get $above_part) (local.get $above_next))
                                          (local.get $above_part)
                                          (local.get $mask_13)))
                                      (local.set $i_7 (i32.add (local.get $i_7) (i32.const 1)))
                                      (br 0)))
                                  (local.set $stored_16 (local.get $above_part))
                                  (local.set $index_19
                                    (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
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
                                  (if
                                    (i32x4.extract_lane 0 (local.get $mask_13))
                                    (then
                                      (v128.store32_lane offset=3136 0 (local.get $at0_19) (local.get $stored_16))))
                                  (if
                                    (i32x4.extract_lane 1 (local.get $mask_13))
                                    (then
                                      (v128.store32_lane offset=3136 1 (local.get $at1_19) (local.get $stored_16))))
                                  (if
                                    (i32x4.extract_lane 2 (local.get $mask_13))
                                    (then
                                      (v128.store32_lane offset=3136 2 (local.get $at2_19) (local.get $stored_16))))
                                  (if
                                    (i32x4.extract_lane 3 (local.get $mask_13))
                                    (then
                                      (v128.store32_lane offset=3136 3 (local.get $at3_19) (local.get $stored_16))))))))))
                      (local.set $local (i32.add (local.get $local) (i32.const 4)))
                      (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                      (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
                    (local.set $above_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
                    (local.set $above_start (i32.load offset=3136 (local.get $above_start_at)))
                    (local.set $above_total (local.get $above_start))
                    (local.set $i_8 (i32.const 1))
                    (block
                      (loop
                        (br_if 1 (i32.eqz (i32.lt_s (local.get $i_8) (i32.const 16))))
                        (local.set $above_item_at
                          (i32.add (local.get $scratch) (i32.mul (local.get $i_8) (i32.const 4))))
                        (local.set $above_item (i32.load offset=3136 (local.get $above_item_at)))
                        (local.set $above_total (i32.add (local.get $above_total) (local.get $above_item)))
                        (local.set $i_8 (i32.add (local.get $i_8) (i32.const 1)))
                        (br 0)))
                    (local.set $local (i32.const 0))
                    (local.set $thread_at (local.get $scratch))
                    (loop
                      (if
                        (i32.ge_s (local.get $above_total) (local.get $top_k))
                        (then
                          (v128.store offset=10368
                            (local.get $thread_at)
                            (v128.load offset=11392 (local.get $thread_at)))))
                      (local.set $local (i32.add (local.get $local) (i32.const 4)))
                      (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                      (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
                    (local.set $bit (i32.add (local.get $bit) (i32.const 1)))
                    (br 0)))
                (local.set $local (i32.const 0))
                (local.set $thread_at (local.get $scratch))
                (loop
                  (local.set $c_cut (local.get $local))
                  (block
                    (loop
                      (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $c_cut) (i32.const 3)) (i32.const 48))))
                      (local.set $at_24
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32.add (local.get $base) (local.get $c_cut)) (i32.const 4))))
                      (local.set $cut_value (v128.load (local.get $at_24)))
                      (local.set $condition_11
                        (i32x4.lt_u
                          (v128.bitselect
                            (v128.const i32x4 0x0 0x0 0x0 0x0)
                            (v128.bitselect
                              (v128.not (local.get $cut_value))
                              (v128.or
                                (local.get $cut_value)
                                (v128.const i32x4 0x80000000 0x80000000 0x80000000 0x80000000))
                              (i32x4.ne
                                (i32x4.shr_u (local.get $cut_value) (i32.const 31))
                                (v128.const i32x4 0x0 0x0 0x0 0x0)))
                            (f32x4.le
                              (local.get $cut_value)
                              (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6)))
                          (v128.load offset=10368 (local.get $thread_at))))
                      (if
                        (i32x4.all_true (local.get $condition_11))
                        (then
                          (local.set $stored_19 (v128.const i32x4 0xff7fffff 0xff7fffff 0xff7fffff 0xff7fffff))
                          (local.set $at_25
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32.add (local.get $base) (local.get $c_cut)) (i32.const 4))))
                          (v128.store (local.get $at_25) (local.get $stored_19)))
                        (else
                          (if
                            (i32.eqz (v128.any_true (local.get $condition_11)))
                            (then)
                            (else
                              (local.set $mask_14 (local.get $condition_11))
                              (if
                                (v128.any_true (local.get $mask_14))
                                (then
                                  (local.set $stored_18 (v128.const i32x4 0xff7fffff 0xff7fffff 0xff7fffff 0xff7fffff))
                                  (local.set $index_20
                                    (i32x4.add
                                      (i32x4.splat (i32.add (local.get $base) (local.get $c_cut)))
                                      (v128.const i32x4 0x0 0x1 0x2 0x3)))
                                  (local.set $at0_20
                                    (i32.add
                                      (local.get $probabilities)
                                      (i32.mul (i32x4.extract_lane 0 (local.get $index_20)) (i32.const 4))))
                                  (local.set $at1_20
                                    (i32.add
                                      (local.get $probabilities)
                                      (i32.mul (i32x4.extract_lane 1 (local.get $index_20)) (i32.const 4))))
                                  (local.set $at2_20
                                    (i32.add
                                      (local.get $probabilities)
                                      (i32.mul (i32x4.extract_lane 2 (local.get $index_20)) (i32.const 4))))
                                  (local.set $at3_20
                                    (i32.add
                                      (local.get $probabilities)
                                      (i32.mul (i32x4.extract_lane 3 (local.get $index_20)) (i32.const 4))))
                                  (if
                                    (i32x4.extract_lane 0 (local.get $mask_14))
                                    (then
                                      (v128.store32_lane 0 (local.get $at0_20) (local.get $stored_18))))
                                  (if
                                    (i32x4.extract_lane 1 (local.get $mask_14))
                                    (then
                                      (v128.store32_lane 1 (local.get $at1_20) (local.get $stored_18))))
                                  (if
                                    (i32x4.extract_lane 2 (local.get $mask_14))
                                    (then
                                      (v128.store32_lane 2 (local.get $at2_20) (local.get $stored_18))))
                                  (if
                                    (i32x4.extract_lane 3 (local.get $mask_14))
                                    (then
                                      (v128.store32_lane 3 (local.get $at3_20) (local.get $stored_18))))))))))
                      (local.set $c_cut (i32.add (local.get $c_cut) (i32.const 256)))
                      (br 0)))
                  (block
                    (loop
                      (local.set $mask_15
                        (i32x4.lt_s
                          (i32x4.add (i32x4.splat (local.get $c_cut)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (v128.const i32x4 0x30 0x30 0x30 0x30)))
                      (br_if 1 (i32.eqz (v128.any_true (local.get $mask_15))))
                      (local.set $index_21
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base) (local.get $c_cut)))
                            (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (local.get $mask_15)))
                      (local.set $at0_21
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_21)) (i32.const 4))))
                      (local.set $at1_21
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_21)) (i32.const 4))))
                      (local.set $at2_21
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_21)) (i32.const 4))))
                      (local.set $at3_21
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_21)) (i32.const 4))))
                      (local.set $cut_value_2
                        (v128.load32_lane 3
                          (local.get $at3_21)
                          (v128.load32_lane 2
                            (local.get $at2_21)
                            (v128.load32_lane 1 (local.get $at1_21) (v128.load32_zero (local.get $at0_21))))))
                      (local.set $condition_12
                        (i32x4.lt_u
                          (v128.bitselect
                            (v128.const i32x4 0x0 0x0 0x0 0x0)
                            (v128.bitselect
                              (v128.not (local.get $cut_value_2))
                              (v128.or
                                (local.get $cut_value_2)
                                (v128.const i32x4 0x80000000 0x80000000 0x80000000 0x80000000))
                              (i32x4.ne
                                (i32x4.shr_u (local.get $cut_value_2) (i32.const 31))
                                (v128.const i32x4 0x0 0x0 0x0 0x0)))
                            (f32x4.le
                              (local.get $cut_value_2)
                              (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6)))
                          (v128.load offset=10368 (local.get $thread_at))))
                      (local.set $mask_16 (v128.and (local.get $condition_12) (local.get $mask_15)))
                      (if
                        (v128.any_true (local.get $mask_16))
                        (then
                          (local.set $stored_20 (v128.const i32x4 0xff7fffff 0xff7fffff 0xff7fffff 0xff7fffff))
                          (local.set $index_22
                            (i32x4.add
                              (i32x4.splat (i32.add (local.get $base) (local.get $c_cut)))
                              (v128.const i32x4 0x0 0x1 0x2 0x3)))
                          (local.set $at0_22
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_22)) (i32.const 4))))
                          (local.set $at1_22
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_22)) (i32.const 4))))
                          (local.set $at2_22
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_22)) (i32.const 4))))
                          (local.set $at3_22
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_22)) (i32.const 4))))
                          (if
                            (i32x4.extract_lane 0 (local.get $mask_16))
                            (then
                              (v128.store32_lane 0 (local.get $at0_22) (local.get $stored_20))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask_16))
                            (then
                              (v128.store32_lane 1 (local.get $at1_22) (local.get $stored_20))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask_16))
                            (then
                              (v128.store32_lane 2 (local.get $at2_22) (local.get $stored_20))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask_16))
                            (then
                              (v128.store32_lane 3 (local.get $at3_22) (local.get $stored_20))))))
                      (local.set $c_cut (i32.add (local.get $c_cut) (i32.const 256)))
                      (br 0)))
                  (local.set $local (i32.add (local.get $local) (i32.const 4)))
                  (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                  (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))))
            (local.set $top_p_at
              (i32.add
                (local.get $step)
                (i32.mul
                  (i32.add
                    (local.get $repetition_base)
                    (i32.add (i32.mul (local.get $lane) (i32.const 9)) (i32.const 2)))
                  (i32.const 4))))
            (local.set $top_p (i32.load (local.get $top_p_at)))
            (if
              (f32.lt (f32.reinterpret_i32 (local.get $top_p)) (f32.const 1))
              (then
                (local.set $local (i32.const 0))
                (local.set $thread_at (local.get $scratch))
                (loop
                  (local.set $kept_mine (v128.const i32x4 0x0 0x0 0x0 0x0))
                  (local.set $kept_c (local.get $local))
                  (block
                    (loop
                      (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $kept_c) (i32.const 3)) (i32.const 48))))
                      (local.set $at_26
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32.add (local.get $base) (local.get $kept_c)) (i32.const 4))))
                      (local.set $kept_value (v128.load (local.get $at_26)))
                      (local.set $condition_13
                        (i32x4.ne
                          (v128.bitselect
                            (v128.const i32x4 0x0 0x0 0x0 0x0)
                            (v128.bitselect
                              (v128.not (local.get $kept_value))
                              (v128.or
                                (local.get $kept_value)
                                (v128.const i32x4 0x80000000 0x80000000 0x80000000 0x80000000))
                              (i32x4.ne
                                (i32x4.shr_u (local.get $kept_value) (i32.const 31))
                                (v128.const i32x4 0x0 0x0 0x0 0x0)))
                            (f32x4.le
                              (local.get $kept_value)
                              (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6)))
                          (v128.const i32x4 0x0 0x0 0x0 0x0)))
                      (if
                        (i32x4.all_true (local.get $condition_13))
                        (then
                          (local.set $kept_mine
                            (f32x4.add
                              (local.get $kept_mine)
                              (v128.bitselect
                                (v128.const i32x4 0x0 0x0 0x0 0x0)
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
                                                        (v128.bitselect
                                                          (f32x4.max
                                                            (f32x4.div
                                                              (f32x4.sub
                                                                (local.get $kept_value)
                                                                (v128.load offset=5248 (local.get $thread_at)))
                                                              (f32x4.splat
                                                                (f32.reinterpret_i32 (local.get $temperature))))
                                                            (v128.const i32x4 0xc2c80000 0xc2c80000 0xc2c80000 0xc2c80000))
                                                          (v128.const i32x4 0x0 0x0 0x0 0x0)
                                                          (f32x4.lt
                                                            (f32x4.sub
                                                              (local.get $kept_value)
                                                              (v128.load offset=5248 (local.get $thread_at)))
                                                            (v128.const i32x4 0x0 0x0 0x0 0x0)))
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
                                    (i32.const 23)))
                                (f32x4.le
                                  (local.get $kept_value)
                                  (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6))))))
                        (else
                          (if
                            (i32.eqz (v128.any_true (local.get $condition_13)))
                            (then)
                            (else
                              (local.set $mask_17 (local.get $condition_13))
                              (if
                                (v128.any_true (local.get $mask_17))
                                (then
                                  (local.set $kept_mine
                                    (v128.bitselect
                                      (f32x4.add
                                        (local.get $kept_mine)
                                        (v128.bitselect
                                          (v128.const i32x4 0x0 0x0 0x0 0x0)
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
                                                                  (v128.bitselect
                                                                    (f32x4.max
                                                                      (f32x4.div
                                                                        (f32x4.sub
                                                                          (local.get $kept_value)
                                                                          (v128.load offset=5248 (local.get $thread_at)))
                                                                        (f32x4.splat
                                                                          (f32.reinterpret_i32 (local.get $temperature))))
                                                                      (v128.const i32x4 0xc2c80000 0xc2c80000 0xc2c80000 0xc2c80000))
                                                                    (v128.const i32x4 0x0 0x0 0x0 0x0)
                                                                    (f32x4.lt
                                                                      (f32x4.sub
                                                                        (local.get $kept_value)
                                                                        (v128.load offset=5248 (local.get $thread_at)))
                                                                      (v128.const i32x4 0x0 0x0 0x0 0x0)))
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
                                          (f32x4.le
                                            (local.get $kept_value)
                                            (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6))))
                                      (local.get $kept_mine)
                                      (local.get $mask_17)))))))))
                      (local.set $kept_c (i32.add (local.get $kept_c) (i32.const 256)))
                      (br 0)))
                  (block
                    (loop
                      (local.set $mask_18
                        (i32x4.lt_s
                          (i32x4.add (i32x4.splat (local.get $kept_c)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (v128.const i32x4 0x30 0x30 0x30 0x30)))
                      (br_if 1 (i32.eqz (v128.any_true (local.get $mask_18))))
                      (local.set $index_23
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base) (local.get $kept_c)))
                            (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (local.get $mask_18)))
                      (local.set $at0_23
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_23)) (i32.const 4))))
                      (local.set $at1_23
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_23)) (i32.const 4))))
                      (local.set $at2_23
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_23)) (i32.const 4))))
                      (local.set $at3_23
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_23)) (i32.const 4))))
                      (local.set $kept_value_2
                        (v128.load32_lane 3
                          (local.get $at3_23)
                          (v128.load32_lane 2
                            (local.get $at2_23)
                            (v128.load32_lane 1 (local.get $at1_23) (v128.load32_zero (local.get $at0_23))))))
                      (local.set $condition_14
                        (i32x4.ne
                          (v128.bitselect
                            (v128.const i32x4 0x0 0x0 0x0 0x0)
                            (v128.bitselect
                              (v128.not (local.get $kept_value_2))
                              (v128.or
                                (local.get $kept_value_2)
                                (v128.const i32x4 0x80000000 0x80000000 0x80000000 0x80000000))
                              (i32x4.ne
                                (i32x4.shr_u (local.get $kept_value_2) (i32.const 31))
                                (v128.const i32x4 0x0 0x0 0x0 0x0)))
                            (f32x4.le
                              (local.get $kept_value_2)
                              (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6)))
                          (v128.const i32x4 0x0 0x0 0x0 0x0)))
                      (local.set $mask_19 (v128.and (local.get $condition_14) (local.get $mask_18)))
                      (if
                        (v128.any_true (local.get $mask_19))
                        (then
                          (local.set $kept_mine
                            (v128.bitselect
                              (f32x4.add
                                (local.get $kept_mine)
                                (v128.bitselect
                                  (v128.const i32x4 0x0 0x0 0x0 0x0)
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
                                                          (v128.bitselect
                                                            (f32x4.max
                                                              (f32x4.div
                                                                (f32x4.sub
                                                                  (local.get $kept_value_2)
                                                                  (v128.load offset=5248 (local.get $thread_at)))
                                                                (f32x4.splat
                                                                  (f32.reinterpret_i32 (local.get $temperature))))
                                                              (v128.const i32x4 0xc2c80000 0xc2c80000 0xc2c80000 0xc2c80000))
                                                            (v128.const i32x4 0x0 0x0 0x0 0x0)
                                                            (f32x4.lt
                                                              (f32x4.sub
                                                                (local.get $kept_value_2)
                                                                (v128.load offset=5248 (local.get $thread_at)))
                                                              (v128.const i32x4 0x0 0x0 0x0 0x0)))
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
                                  (f32x4.le
                                    (local.get $kept_value_2)
                                    (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6))))
                              (local.get $kept_mine)
                              (local.get $mask_19)))))
                      (local.set $kept_c (i32.add (local.get $kept_c) (i32.const 256)))
                      (br 0)))
                  (local.set $stored_21 (local.get $kept_mine))
                  (local.set $at_27 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                  (v128.store offset=1024 (local.get $at_27) (local.get $stored_21))
                  (local.set $local (i32.add (local.get $local) (i32.const 4)))
                  (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                  (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
                (local.set $local (i32.const 0))
                (local.set $thread_at (local.get $scratch))
                (loop
                  (local.set $condition_15
                    (i32x4.lt_s
                      (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (v128.const i32x4 0x10 0x10 0x10 0x10)))
                  (if
                    (i32x4.all_true (local.get $condition_15))
                    (then
                      (local.set $kept_from_2 (i32.mul (local.get $local) (i32.const 16)))
                      (local.set $at_28 (i32.add (local.get $scratch) (i32.mul (local.get $kept_from_2) (i32.const 4))))
                      (local.set $kept_head_2
                        (v128.load32_lane offset=1216 3
                          (local.get $at_28)
                          (v128.load32_lane offset=1152 2
                            (local.get $at_28)
                            (v128.load32_lane offset=1088 1
                              (local.get $at_28)
                              (v128.load32_zero offset=1024 (local.get $at_28))))))
                      (local.set $kept_part_2 (local.get $kept_head_2))
                      (local.set $i_9_2 (i32.const 1))
                      (block
                        (loop
                          (br_if 1 (i32.eqz (i32.lt_s (local.get $i_9_2) (i32.const 16))))
                          (local.set $at_29
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32.add (local.get $kept_from_2) (local.get $i_9_2)) (i32.const 4))))
                          (local.set $kept_next_2
                            (v128.load32_lane offset=1216 3
                              (local.get $at_29)
                              (v128.load32_lane offset=1152 2
                                (local.get $at_29)
                                (v128.load32_lane offset=1088 1
                                  (local.get $at_29)
                                  (v128.load32_zero offset=1024 (local.get $at_29))))))
                          (local.set $kept_part_2 (f32x4.add (local.get $kept_part_2) (local.get $kept_next_2)))
                          (local.set $i_9_2 (i32.add (local.get $i_9_2) (i32.const 1)))
                          (br 0)))
                      (local.set $stored_23 (local.get $kept_part_2))
                      (local.set $at_30 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                      (v128.store offset=2048 (local.get $at_30) (local.get $stored_23)))
                    (else
                      (if
                        (i32.eqz (v128.any_true (local.get $condition_15)))
                        (then)
                        (else
                          (local.set $mask_20 (local.get $condition_15))
                          (if
                            (v128.any_true (local.get $mask_20))
                            (then
                              (local.set $kept_from (i32.mul (local.get $local) (i32.const 16)))
                              (local.set $index_24
                                (v128.and
                                  (i32x4.add (i32x4.splat (local.get $kept_from)) (v128.const i32x4 0x0 0x10 0x20 0x30))
                                  (local.get $mask_20)))
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
                              (local.set $kept_head
                                (v128.load32_lane offset=1024 3
                                  (local.get $at3_24)
                                  (v128.load32_lane offset=1024 2
                                    (local.get $at2_24)
                                    (v128.load32_lane offset=1024 1
                                      (local.get $at1_24)
                                      (v128.load32_zero offset=1024 (local.get $at0_24))))))
                              (local.set $kept_part (local.get $kept_head))
                              (local.set $i_9 (i32.const 1))
                              (block
                                (loop
                                  (br_if 1 (i32.eqz (i32.lt_s (local.get $i_9) (i32.const 16))))
                                  (local.set $index_25
                                    (v128.and
                                      (i32x4.add
                                        (i32x4.splat (i32.add (local.get $kept_from) (local.get $i_9)))
                                        (v128.const i32x4 0x0 0x10 0x20 0x30))
                                      (local.get $mask_20)))
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
                                  (local.set $kept_next
                                    (v128.load32_lane offset=1024 3
                                      (local.get $at3_25)
                                      (v128.load32_lane offset=1024 2
                                        (local.get $at2_25)
                                        (v128.load32_lane offset=1024 1
                                          (local.get $at1_25)
                                          (v128.load32_zero offset=1024 (local.get $at0_25))))))
                                  (local.set $kept_part
                                    (v128.bitselect
                                      (f32x4.add (local.get $kept_part) (local.get $kept_next))
                                      (local.get $kept_part)
                                      (local.get $mask_20)))
                                  (local.set $i_9 (i32.add (local.get $i_9) (i32.const 1)))
                                  (br 0)))
                              (local.set $stored_22 (local.get $kept_part))
                              (local.set $index_26
                                (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
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
                              (if
                                (i32x4.extract_lane 0 (local.get $mask_20))
                                (then
                                  (v128.store32_lane offset=2048 0 (local.get $at0_26) (local.get $stored_22))))
                              (if
                                (i32x4.extract_lane 1 (local.get $mask_20))
                                (then
                                  (v128.store32_lane offset=2048 1 (local.get $at1_26) (local.get $stored_22))))
                              (if
                                (i32x4.extract_lane 2 (local.get $mask_20))
                                (then
                                  (v128.store32_lane offset=2048 2 (local.get $at2_26) (local.get $stored_22))))
                              (if
                                (i32x4.extract_lane 3 (local.get $mask_20))
                                (then
                                  (v128.store32_lane offset=2048 3 (local.get $at3_26) (local.get $stored_22))))))))))
                  (local.set $local (i32.add (local.get $local) (i32.const 4)))
                  (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                  (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
                (local.set $kept_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
                (local.set $kept_start (f32.load offset=2048 (local.get $kept_start_at)))
                (local.set $kept_total (local.get $kept_start))
                (local.set $i_10 (i32.const 1))
                (block
                  (loop
                    (br_if 1 (i32.eqz (i32.lt_s (local.get $i_10) (i32.const 16))))
                    (local.set $kept_item_at (i32.add (local.get $scratch) (i32.mul (local.get $i_10) (i32.const 4))))
                    (local.set $kept_item (f32.load offset=2048 (local.get $kept_item_at)))
                    (local.set $kept_total (f32.add (local.get $kept_total) (local.get $kept_item)))
                    (local.set $i_10 (i32.add (local.get $i_10) (i32.const 1)))
                    (br 0)))
                (local.set $local (i32.const 0))
                (local.set $thread_at (local.get $scratch))
                (loop
                  (v128.store offset=12416
                    (local.get $thread_at)
                    (f32x4.splat
                      (f32.mul (f32.sub (f32.const 1) (f32.reinterpret_i32 (local.get $top_p))) (local.get $kept_total))))
                  (v128.store offset=13440
                    (local.get $thread_at)
                    (v128.bitselect
                      (v128.not (v128.load offset=5248 (local.get $thread_at)))
                      (v128.or
                        (v128.load offset=5248 (local.get $thread_at))
                        (v128.const i32x4 0x80000000 0x80000000 0x80000000 0x80000000))
                      (i32x4.ne
                        (i32x4.shr_u (v128.load offset=5248 (local.get $thread_at)) (i32.const 31))
                        (v128.const i32x4 0x0 0x0 0x0 0x0))))
                  (v128.store offset=14464 (local.get $thread_at) (v128.const i32x4 0x0 0x0 0x0 0x0))
                  (local.set $local (i32.add (local.get $local) (i32.const 4)))
                  (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                  (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
                (local.set $bit_2 (i32.const 0))
                (block
                  (loop
                    (br_if 1 (i32.eqz (i32.lt_s (local.get $bit_2) (i32.const 32))))
                    (local.set $local (i32.const 0))
                    (local.set $thread_at (local.get $scratch))
                    (loop
                      (v128.store offset=15488
                        (local.get $thread_at)
                        (v128.or
                          (v128.load offset=14464 (local.get $thread_at))
                          (i32x4.splat (i32.shr_u (i32.const -2147483648) (local.get $bit_2)))))
                      (local.set $below_mine (v128.const i32x4 0x0 0x0 0x0 0x0))
                      (local.set $below_c (local.get $local))
                      (block
                        (loop
                          (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $below_c) (i32.const 3)) (i32.const 48))))
                          (local.set $at_31
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32.add (local.get $base) (local.get $below_c)) (i32.const 4))))
                          (local.set $below_value (v128.load (local.get $at_31)))
                          (local.set $condition_16
                            (i32x4.lt_u
                              (v128.bitselect
                                (v128.const i32x4 0x0 0x0 0x0 0x0)
                                (v128.bitselect
                                  (v128.not (local.get $below_value))
                                  (v128.or
                                    (local.get $below_value)
                                    (v128.const i32x4 0x80000000 0x80000000 0x80000000 0x80000000))
                                  (i32x4.ne
                                    (i32x4.shr_u (local.get $below_value) (i32.const 31))
                                    (v128.const i32x4 0x0 0x0 0x0 0x0)))
                                (f32x4.le
                                  (local.get $below_value)
                                  (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6)))
                              (v128.load offset=15488 (local.get $thread_at))))
                          (if
                            (i32x4.all_true (local.get $condition_16))
                            (then
                              (local.set $below_mine
                                (f32x4.add
                                  (local.get $below_mine)
                                  (v128.bitselect
                                    (v128.const i32x4 0x0 0x0 0x0 0x0)
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
                                                            (v128.bitselect
                                                              (f32x4.max
                                                                (f32x4.div
                                                                  (f32x4.sub
                                                                    (local.get $below_value)
                                                                    (v128.load offset=5248 (local.get $thread_at)))
                                                                  (f32x4.splat
                                                                    (f32.reinterpret_i32 (local.get $temperature))))
                                                                (v128.const i32x4 0xc2c80000 0xc2c80000 0xc2c80000 0xc2c80000))
                                                              (v128.const i32x4 0x0 0x0 0x0 0x0)
                                                              (f32x4.lt
                                                                (f32x4.sub
                                                                  (local.get $below_value)
                                                                  (v128.load offset=5248 (local.get $thread_at)))
                                                                (v128.const i32x4 0x0 0x0 0x0 0x0)))
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
                                    (f32x4.le
                                      (local.get $below_value)
                                      (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6))))))
                            (else
                              (if
                                (i32.eqz (v128.any_true (local.get $condition_16)))
                                (then)
                                (else
                                  (local.set $mask_21 (local.get $condition_16))
                                  (if
                                    (v128.any_true (local.get $mask_21))
                                    (then
                                      (local.set $below_mine
                                        (v128.bitselect
                                          (f32x4.add
                                            (local.get $below_mine)
                                            (v128.bitselect
                                              (v128.const i32x4 0x0 0x0 0x0 0x0)
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
                                                                      (v128.bitselect
                                                                        (f32x4.max
                                                                          (f32x4.div
                                                                            (f32x4.sub
                                                                              (local.get $below_value)
                                                                              (v128.load offset=5248
                                                                                (local.get $thread_at)))
                                                                            (f32x4.splat
                                                                              (f32.reinterpret_i32
                                                                                (local.get $temperature))))
                                                                          (v128.const i32x4 0xc2c80000 0xc2c80000 0xc2c80000 0xc2c80000))
                                                                        (v128.const i32x4 0x0 0x0 0x0 0x0)
                                                                        (f32x4.lt
                                                                          (f32x4.sub
                                                                            (local.get $below_value)
                                                                            (v128.load offset=5248
                                                                              (local.get $thread_at)))
                                                                          (v128.const i32x4 0x0 0x0 0x0 0x0)))
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
                                                            (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_6)))
                                                          (i32.const 1)))
                                                      (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                                    (i32.const 23)))
                                                (i32x4.shl
                                                  (i32x4.add
                                                    (i32x4.sub (local.get $exp_power_6) (local.get $exp_half_6))
                                                    (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                                  (i32.const 23)))
                                              (f32x4.le
                                                (local.get $below_value)
                                                (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6))))
                                          (local.get $below_mine)
                                          (local.get $mask_21)))))))))
                          (local.set $below_c (i32.add (local.get $below_c) (i32.const 256)))
                          (br 0)))
                      (block
                        (loop
                          (local.set $mask_22
                            (i32x4.lt_s
                              (i32x4.add (i32x4.splat (local.get $below_c)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                              (v128.const i32x4 0x30 0x30 0x30 0x30)))
                          (br_if 1 (i32.eqz (v128.any_true (local.get $mask_22))))
                          (local.set $index_27
                            (v128.and
                              (i32x4.add
                                (i32x4.splat (i32.add (local.get $base) (local.get $below_c)))
                                (v128.const i32x4 0x0 0x1 0x2 0x3))
                              (local.get $mask_22)))
                          (local.set $at0_27
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_27)) (i32.const 4))))
                          (local.set $at1_27
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_27)) (i32.const 4))))
                          (local.set $at2_27
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_27)) (i32.const 4))))
                          (local.set $at3_27
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_27)) (i32.const 4))))
                          (local.set $below_value_2
                            (v128.load32_lane 3
                              (local.get $at3_27)
                              (v128.load32_lane 2
                                (local.get $at2_27)
                                (v128.load32_lane 1 (local.get $at1_27) (v128.load32_zero (local.get $at0_27))))))
                          (local.set $condition_17
                            (i32x4.lt_u
                              (v128.bitselect
                                (v128.const i32x4 0x0 0x0 0x0 0x0)
                                (v128.bitselect
                                  (v128.not (local.get $below_value_2))
                                  (v128.or
                                    (local.get $below_value_2)
                                    (v128.const i32x4 0x80000000 0x80000000 0x80000000 0x80000000))
                                  (i32x4.ne
                                    (i32x4.shr_u (local.get $below_value_2) (i32.const 31))
                                    (v128.const i32x4 0x0 0x0 0x0 0x0)))
                                (f32x4.le
                                  (local.get $below_value_2)
                                  (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6)))
                              (v128.load offset=15488 (local.get $thread_at))))
                          (local.set $mask_23 (v128.and (local.get $condition_17) (local.get $mask_22)))
                          (if
                            (v128.any_true (local.get $mask_23))
                            (then
                              (local.set $below_mine
                                (v128.bitselect
                                  (f32x4.add
                                    (local.get $below_mine)
                                    (v128.bitselect
                                      (v128.const i32x4 0x0 0x0 0x0 0x0)
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
                                                              (v128.bitselect
                                                                (f32x4.max
                                                                  (f32x4.div
                                                                    (f32x4.sub
                                                                      (local.get $below_value_2)
                                                                      (v128.load offset=5248 (local.get $thread_at)))
                                                                    (f32x4.splat
                                                                      (f32.reinterpret_i32 (local.get $temperature))))
                                                                  (v128.const i32x4 0xc2c80000 0xc2c80000 0xc2c80000 0xc2c80000))
                                                                (v128.const i32x4 0x0 0x0 0x0 0x0)
                                                                (f32x4.lt
                                                                  (f32x4.sub
                                                                    (local.get $below_value_2)
                                                                    (v128.load offset=5248 (local.get $thread_at)))
                                                                  (v128.const i32x4 0x0 0x0 0x0 0x0)))
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
                                                  (local.tee $exp_power_8
                                                    (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_8)))
                                                  (i32.const 1)))
                                              (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                            (i32.const 23)))
                                        (i32x4.shl
                                          (i32x4.add
                                            (i32x4.sub (local.get $exp_power_8) (local.get $exp_half_8))
                                            (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                          (i32.const 23)))
                                      (f32x4.le
                                        (local.get $below_value_2)
                                        (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6))))
                                  (local.get $below_mine)
                                  (local.get $mask_23)))))
                          (local.set $below_c (i32.add (local.get $below_c) (i32.const 256)))
                          (br 0)))
                      (local.set $stored_24 (local.get $below_mine))
                      (local.set $at_32 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                      (v128.store offset=1024 (local.get $at_32) (local.get $stored_24))
                      (local.set $local (i32.add (local.get $local) (i32.const 4)))
                      (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                      (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
                    (local.set $local (i32.const 0))
                    (local.set $thread_at (local.get $scratch))
                    (loop
                      (local.set $condition_18
                        (i32x4.lt_s
                          (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (v128.const i32x4 0x10 0x10 0x10 0x10)))
                      (if
                        (i32x4.all_true (local.get $condition_18))
                        (then
                          (local.set $below_from_2 (i32.mul (local.get $local) (i32.const 16)))
                          (local.set $at_33
                            (i32.add (local.get $scratch) (i32.mul (local.get $below_from_2) (i32.const 4))))
                          (local.set $below_head_2
                            (v128.load32_lane offset=1216 3
                              (local.get $at_33)
                              (v128.load32_lane offset=1152 2
                                (local.get $at_33)
                                (v128.load32_lane offset=1088 1
                                  (local.get $at_33)
                                  (v128.load32_zero offset=1024 (local.get $at_33))))))
                          (local.set $below_part_2 (local.get $below_head_2))
                          (local.set $i_11_2 (i32.const 1))
                          (block
                            (loop
                              (br_if 1 (i32.eqz (i32.lt_s (local.get $i_11_2) (i32.const 16))))
                              (local.set $at_34
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32.add (local.get $below_from_2) (local.get $i_11_2)) (i32.const 4))))
                              (local.set $below_next_2
                                (v128.load32_lane offset=1216 3
                                  (local.get $at_34)
                                  (v128.load32_lane offset=1152 2
                                    (local.get $at_34)
                                    (v128.load32_lane offset=1088 1
                                      (local.get $at_34)
                                      (v128.load32_zero offset=1024 (local.get $at_34))))))
                              (local.set $below_part_2 (f32x4.add (local.get $below_part_2) (local.get $below_next_2)))
                              (local.set $i_11_2 (i32.add (local.get $i_11_2) (i32.const 1)))
                              (br 0)))
                          (local.set $stored_26 (local.get $below_part_2))
                          (local.set $at_35 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                          (v128.store offset=2048 (local.get $at_35) (local.get $stored_26)))
                        (else
                          (if
                            (i32.eqz (v128.any_true (local.get $condition_18)))
                            (then)
                            (else
                              (local.set $mask_24 (local.get $condition_18))
                              (if
                                (v128.any_true (local.get $mask_24))
                                (then
                                  (local.set $below_from (i32.mul (local.get $local) (i32.const 16)))
                                  (local.set $index_28
                                    (v128.and
                                      (i32x4.add
                                        (i32x4.splat (local.get $below_from))
                                        (v128.const i32x4 0x0 0x10 0x20 0x30))
                                      (local.get $mask_24)))
                                  (local.set $at0_28
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 0 (local.get $index_28)) (i32.const 4))))
                                  (local.set $at1_28
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 1 (local.get $index_28)) (i32.const 4))))
                                  (local.set $at2_28
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 2 (local.get $index_28)) (i32.const 4))))
                                  (local.set $at3_28
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 3 (local.get $index_28)) (i32.const 4))))
                                  (local.set $below_head
                                    (v128.load32_lane offset=1024 3
                                      (local.get $at3_28)
                                      (v128.load32_lane offset=1024 2
                                        (local.get $at2_28)
                                        (v128.load32_lane offset=1024 1
                                          (local.get $at1_28)
                                          (v128.load32_zero offset=1024 (local.get $at0_28))))))
                                  (local.set $below_part (local.get $below_head))
                                  (local.set $i_11 (i32.const 1))
                                  (block
                                    (loop
                                      (br_if 1 (i32.eqz (i32.lt_s (local.get $i_11) (i32.const 16))))
                                      (local.set $index_29
                                        (v128.and
                                          (i32x4.add
                                            (i32x4.splat (i32.add (local.get $below_from) (local.get $i_11)))
                                            (v128.const i32x4 0x0 0x10 0x20 0x30))
                                          (local.get $mask_24)))
                                      (local.set $at0_29
                                        (i32.add
                                          (local.get $scratch)
                                          (i32.mul (i32x4.extract_lane 0 (local.get $index_29)) (i32.const 4))))
                                      (local.set $at1_29
                                        (i32.add
                                          (local.get $scratch)
                                          (i32.mul (i32x4.extract_lane 1 (local.get $index_29)) (i32.const 4))))
                                      (local.set $at2_29
                                        (i32.add
                                          (local.get $scratch)
                                          (i32.mul (i32x4.extract_lane 2 (local.get $index_29)) (i32.const 4))))
                                      (local.set $at3_29
                                        (i32.add
                                          (local.get $scratch)
                                          (i32.mul (i32x4.extract_lane 3 (local.get $index_29)) (i32.const 4))))
                                      (local.set $below_next
                                        (v128.load32_lane offset=1024 3
                                          (local.get $at3_29)
                                          (v128.load32_lane offset=1024 2
                                            (local.get $at2_29)
                                            (v128.load32_lane offset=1024 1
                                              (local.get $at1_29)
                                              (v128.load32_zero offset=1024 (local.get $at0_29))))))
                                      (local.set $below_part
                                        (v128.bitselect
                                          (f32x4.add (local.get $below_part) (local.get $below_next))
                                          (local.get $below_part)
                                          (local.get $mask_24)))
                                      (local.set $i_11 (i32.add (local.get $i_11) (i32.const 1)))
                                      (br 0)))
                                  (local.set $stored_25 (local.get $below_part))
                                  (local.set $index_30
                                    (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
                                  (local.set $at0_30
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 0 (local.get $index_30)) (i32.const 4))))
                                  (local.set $at1_30
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 1 (local.get $index_30)) (i32.const 4))))
                                  (local.set $at2_30
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 2 (local.get $index_30)) (i32.const 4))))
                                  (local.set $at3_30
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 3 (local.get $index_30)) (i32.const 4))))
                                  (if
                                    (i32x4.extract_lane 0 (local.get $mask_24))
                                    (then
                                      (v128.store32_lane offset=2048 0 (local.get $at0_30) (local.get $stored_25))))
                                  (if
                                    (i32x4.extract_lane 1 (local.get $mask_24))
                                    (then
                                      (v128.store32_lane offset=2048 1 (local.get $at1_30) (local.get $stored_25))))
                                  (if
                                    (i32x4.extract_lane 2 (local.get $mask_24))
                                    (then
                                      (v128.store32_lane offset=2048 2 (local.get $at2_30) (local.get $stored_25))))
                                  (if
                                    (i32x4.extract_lane 3 (local.get $mask_24))
                                    (then
                                      (v128.store32_lane offset=2048 3 (local.get $at3_30) (local.get $stored_25))))))))))
                      (local.set $local (i32.add (local.get $local) (i32.const 4)))
                      (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                      (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
                    (local.set $below_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
                    (local.set $below_start (f32.load offset=2048 (local.get $below_start_at)))
                    (local.set $below_total (local.get $below_start))
                    (local.set $i_12 (i32.const 1))
                    (block
                      (loop
                        (br_if 1 (i32.eqz (i32.lt_s (local.get $i_12) (i32.const 16))))
                        (local.set $below_item_at
                          (i32.add (local.get $scratch) (i32.mul (local.get $i_12) (i32.const 4))))
                        (local.set $below_item (f32.load offset=2048 (local.get $below_item_at)))
                        (local.set $below_total (f32.add (local.get $below_total) (local.get $below_item)))
                        (local.set $i_12 (i32.add (local.get $i_12) (i32.const 1)))
                        (br 0)))
                    (local.set $local (i32.const 0))
                    (local.set $thread_at (local.get $scratch))
                    (loop
                      (local.set $condition_19
                        (f32x4.le
                          (f32x4.splat (local.get $below_total))
                          (v128.load offset=12416 (local.get $thread_at))))
                      (if
                        (i32x4.all_true (local.get $condition_19))
                        (then
                          (v128.store offset=14464
                            (local.get $thread_at)
                            (v128.load offset=15488 (local.get $thread_at))))
                        (else
                          (if
                            (i32.eqz (v128.any_true (local.get $condition_19)))
                            (then)
                            (else
                              (local.set $mask_25 (local.get $condition_19))
                              (if
                                (v128.any_true (local.get $mask_25))
                                (then
                                  (v128.store offset=14464
                                    (local.get $thread_at)
                                    (v128.bitselect
                                      (v128.load offset=15488 (local.get $thread_at))
                                      (v128.load offset=14464 (local.get $thread_at))
                                      (local.get $mask_25)))))))))
                      (local.set $local (i32.add (local.get $local) (i32.const 4)))
                      (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                      (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
                    (local.set $bit_2 (i32.add (local.get $bit_2) (i32.const 1)))
                    (br 0)))
                (local.set $local (i32.const 0))
                (local.set $thread_at (local.get $scratch))
                (loop
                  (v128.store offset=16512
                    (local.get $thread_at)
                    (v128.bitselect
                      (v128.load offset=14464 (local.get $thread_at))
                      (v128.load offset=13440 (local.get $thread_at))
                      (i32x4.lt_u
                        (v128.load offset=14464 (local.get $thread_at))
                        (v128.load offset=13440 (local.get $thread_at)))))
                  (local.set $under_mine (v128.const i32x4 0x0 0x0 0x0 0x0))
                  (local.set $under_c (local.get $local))
                  (block
                    (loop
                      (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $under_c) (i32.const 3)) (i32.const 48))))
                      (local.set $at_36
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32.add (local.get $base) (local.get $under_c)) (i32.const 4))))
                      (local.set $under_value (v128.load (local.get $at_36)))
                      (local.set $condition_20
                        (i32x4.lt_u
                          (v128.bitselect
                            (v128.const i32x4 0x0 0x0 0x0 0x0)
                            (v128.bitselect
                              (v128.not (local.get $under_value))
                              (v128.or
                                (local.get $under_value)
                                (v128.const i32x4 0x80000000 0x80000000 0x80000000 0x80000000))
                              (i32x4.ne
                                (i32x4.shr_u (local.get $under_value) (i32.const 31))
                                (v128.const i32x4 0x0 0x0 0x0 0x0)))
                            (f32x4.le
                              (local.get $under_value)
                              (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6)))
                          (v128.load offset=16512 (local.get $thread_at))))
                      (if
                        (i32x4.all_true (local.get $condition_20))
                        (then
                          (local.set $under_mine
                            (f32x4.add
                              (local.get $under_mine)
                              (v128.bitselect
                                (v128.const i32x4 0x0 0x0 0x0 0x0)
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
                                                        (v128.bitselect
                                                          (f32x4.max
                                                            (f32x4.div
                                                              (f32x4.sub
                                                                (local.get $under_value)
                                                                (v128.load offset=5248 (local.get $thread_at)))
                                                              (f32x4.splat
                                                                (f32.reinterpret_i32 (local.get $temperature))))
                                                            (v128.const i32x4 0xc2c80000 0xc2c80000 0xc2c80000 0xc2c80000))
                                                          (v128.const i32x4 0x0 0x0 0x0 0x0)
                                                          (f32x4.lt
                                                            (f32x4.sub
                                                              (local.get $under_value)
                                                              (v128.load offset=5248 (local.get $thread_at)))
                                                            (v128.const i32x4 0x0 0x0 0x0 0x0)))
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
                                            (local.tee $exp_power_10
                                              (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_10)))
                                            (i32.const 1)))
                                        (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                      (i32.const 23)))
                                  (i32x4.shl
                                    (i32x4.add
                                      (i32x4.sub (local.get $exp_power_10) (local.get $exp_half_10))
                                      (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                    (i32.const 23)))
                                (f32x4.le
                                  (local.get $under_value)
                                  (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6))))))
                        (else
                          (if
                            (i32.eqz (v128.any_true (local.get $condition_20)))
                            (then)
                            (else
                              (local.set $mask_26 (local.get $condition_20))
                              (if
                                (v128.any_true (local.get $mask_26))
                                (then
                                  (local.set $under_mine
                                    (v128.bitselect
                                      (f32x4.add
                                        (local.get $under_mine)
                                        (v128.bitselect
                                          (v128.const i32x4 0x0 0x0 0x0 0x0)
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
                                                                  (v128.bitselect
                                                                    (f32x4.max
                                                                      (f32x4.div
                                                                        (f32x4.sub
                                                                          (local.get $under_value)
                                                                          (v128.load offset=5248 (local.get $thread_at)))
                                                                        (f32x4.splat
                                                                          (f32.reinterpret_i32 (local.get $temperature))))
                                                                      (v128.const i32x4 0xc2c80000 0xc2c80000 0xc2c80000 0xc2c80000))
                                                                    (v128.const i32x4 0x0 0x0 0x0 0x0)
                                                                    (f32x4.lt
                                                                      (f32x4.sub
                                                                        (local.get $under_value)
                                                                        (v128.load offset=5248 (local.get $thread_at)))
                                                                      (v128.const i32x4 0x0 0x0 0x0 0x0)))
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
                                                      (local.tee $exp_power_9
                                                        (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_9)))
                                                      (i32.const 1)))
                                                  (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                                (i32.const 23)))
                                            (i32x4.shl
                                              (i32x4.add
                                                (i32x4.sub (local.get $exp_power_9) (local.get $exp_half_9))
                                                (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                              (i32.const 23)))
                                          (f32x4.le
                                            (local.get $under_value)
                                            (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6))))
                                      (local.get $under_mine)
                                      (local.get $mask_26)))))))))
                      (local.set $under_c (i32.add (local.get $under_c) (i32.const 256)))
                      (br 0)))
                  (block
                    (loop
                      (local.set $mask_27
                        (i32x4.lt_s
                          (i32x4.add (i32x4.splat (local.get $under_c)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (v128.const i32x4 0x30 0x30 0x30 0x30)))
                      (br_if 1 (i32.eqz (v128.any_true (local.get $mask_27))))
                      (local.set $index_31
                        (v128.and
                          (i32x4.add
                            (i32x4.splat (i32.add (local.get $base) (local.get $under_c)))
                            (v128.const i32x4 0x0 0x1 0x2 0x3))
                          (local.get $mask_27)))
                      (local.set $at0_31
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_31)) (i32.const 4))))
                      (local.set $at1_31
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_31)) (i32.const 4))))
                      (local.set $at2_31
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_31)) (i32.const 4))))
                      (local.set $at3_31
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_31)) (i32.const 4))))
                      (local.set $under_value_2
                        (v128.load32_lane 3
                          (local.get $at3_31)
                          (v128.load32_lane 2
                            (local.get $at2_31)
                            (v128.load32_lane 1 (local.get $at1_31) (v128.load32_zero (local.get $at0_31))))))
                      (local.set $condition_21
                        (i32x4.lt_u
                          (v128.bitselect
                            (v128.const i32x4 0x0 0x0 0x0 0x0)
                            (v128.bitselect
                              (v128.not (local.get $under_value_2))
                              (v128.or
                                (local.get $under_value_2)
                                (v128.const i32x4 0x80000000 0x80000000 0x80000000 0x80000000))
                              (i32x4.ne
                                (i32x4.shr_u (local.get $under_value_2) (i32.const 31))
                                (v128.const i32x4 0x0 0x0 0x0 0x0)))
                            (f32x4.le
                              (local.get $under_value_2)
                              (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6)))
                          (v128.load offset=16512 (local.get $thread_at))))
                      (local.set $mask_28 (v128.and (local.get $condition_21) (local.get $mask_27)))
                      (if
                        (v128.any_true (local.get $mask_28))
                        (then
                          (local.set $under_mine
                            (v128.bitselect
                              (f32x4.add
                                (local.get $under_mine)
                                (v128.bitselect
                                  (v128.const i32x4 0x0 0x0 0x0 0x0)
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
                                                          (v128.bitselect
                                                            (f32x4.max
                                                              (f32x4.div
                                                                (f32x4.sub
                                                                  (local.get $under_value_2)
                                                                  (v128.load offset=5248 (local.get $thread_at)))
                                                                (f32x4.splat
                                                                  (f32.reinterpret_i32 (local.get $temperature))))
                                                              (v128.const i32x4 0xc2c80000 0xc2c80000 0xc2c80000 0xc2c80000))
                                                            (v128.const i32x4 0x0 0x0 0x0 0x0)
                                                            (f32x4.lt
                                                              (f32x4.sub
                                                                (local.get $under_value_2)
                                                                (v128.load offset=5248 (local.get $thread_at)))
                                                              (v128.const i32x4 0x0 0x0 0x0 0x0)))
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
                                              (local.tee $exp_power_11
                                                (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_11)))
                                              (i32.const 1)))
                                          (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                        (i32.const 23)))
                                    (i32x4.shl
                                      (i32x4.add
                                        (i32x4.sub (local.get $exp_power_11) (local.get $exp_half_11))
                                        (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                      (i32.const 23)))
                                  (f32x4.le
                                    (local.get $under_value_2)
                                    (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6))))
                              (local.get $under_mine)
                              (local.get $mask_28)))))
                      (local.set $under_c (i32.add (local.get $under_c) (i32.const 256)))
                      (br 0)))
                  (local.set $stored_27 (local.get $under_mine))
                  (local.set $at_37 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                  (v128.store offset=1024 (local.get $at_37) (local.get $stored_27))
                  (local.set $local (i32.add (local.get $local) (i32.const 4)))
                  (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                  (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
                (local.set $local (i32.const 0))
                (local.set $thread_at (local.get $scratch))
                (loop
                  (local.set $condition_22
                    (i32x4.lt_s
                      (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (v128.const i32x4 0x10 0x10 0x10 0x10)))
                  (if
                    (i32x4.all_true (local.get $condition_22))
                    (then
                      (local.set $under_from_2 (i32.mul (local.get $local) (i32.const 16)))
                      (local.set $at_38
                        (i32.add (local.get $scratch) (i32.mul (local.get $under_from_2) (i32.const 4))))
                      (local.set $under_head_2
                        (v128.load32_lane offset=1216 3
                          (local.get $at_38)
                          (v128.load32_lane offset=1152 2
                            (local.get $at_38)
                            (v128.load32_lane offset=1088 1
                              (local.get $at_38)
                              (v128.load32_zero offset=1024 (local.get $at_38))))))
                      (local.set $under_part_2 (local.get $under_head_2))
                      (local.set $i_13_2 (i32.const 1))
                      (block
                        (loop
                          (br_if 1 (i32.eqz (i32.lt_s (local.get $i_13_2) (i32.const 16))))
                          (local.set $at_39
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32.add (local.get $under_from_2) (local.get $i_13_2)) (i32.const 4))))
                          (local.set $under_next_2
                            (v128.load32_lane offset=1216 3
                              (local.get $at_39)
                              (v128.load32_lane offset=1152 2
                                (local.get $at_39)
                                (v128.load32_lane offset=1088 1
                                  (local.get $at_39)
                                  (v128.load32_zero offset=1024 (local.get $at_39))))))
                          (local.set $under_part_2 (f32x4.add (local.get $under_part_2) (local.get $under_next_2)))
                          (local.set $i_13_2 (i32.add (local.get $i_13_2) (i32.const 1)))
                          (br 0)))
                      (local.set $stored_29 (local.get $under_part_2))
                      (local.set $at_40 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                      (v128.store offset=2048 (local.get $at_40) (local.get $stored_29)))
                    (else
                      (if
                        (i32.eqz (v128.any_true (local.get $condition_22)))
                        (then)
                        (else
                          (local.set $mask_29 (local.get $condition_22))
                          (if
                            (v128.any_true (local.get $mask_29))
                            (then
                              (local.set $under_from (i32.mul (local.get $local) (i32.const 16)))
                              (local.set $index_32
                                (v128.and
                                  (i32x4.add
                                    (i32x4.splat (local.get $under_from))
                                    (v128.const i32x4 0x0 0x10 0x20 0x30))
                                  (local.get $mask_29)))
                              (local.set $at0_32
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 0 (local.get $index_32)) (i32.const 4))))
                              (local.set $at1_32
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 1 (local.get $index_32)) (i32.const 4))))
                              (local.set $at2_32
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 2 (local.get $index_32)) (i32.const 4))))
                              (local.set $at3_32
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 3 (local.get $index_32)) (i32.const 4))))
                              (local.set $under_head
                                (v128.load32_lane offset=1024 3
                                  (local.get $at3_32)
                                  (v128.load32_lane offset=1024 2
                                    (local.get $at2_32)
                                    (v128.load32_lane offset=1024 1
                                      (local.get $at1_32)
                                      (v128.load32_zero offset=1024 (local.get $at0_32))))))
                              (local.set $under_part (local.get $under_head))
                              (local.set $i_13 (i32.const 1))
                              (block
                                (loop
                                  (br_if 1 (i32.eqz (i32.lt_s (local.get $i_13) (i32.const 16))))
                                  (local.set $index_33
                                    (v128.and
                                      (i32x4.add
                                        (i32x4.splat (i32.add (local.get $under_from) (local.get $i_13)))
                                        (v128.const i32x4 0x0 0x10 0x20 0x30))
                                      (local.get $mask_29)))
                                  (local.set $at0_33
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 0 (local.get $index_33)) (i32.const 4))))
                                  (local.set $at1_33
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 1 (local.get $index_33)) (i32.const 4))))
                                  (local.set $at2_33
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 2 (local.get $index_33)) (i32.const 4))))
                                  (local.set $at3_33
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 3 (local.get $index_33)) (i32.const 4))))
                                  (local.set $under_next
                                    (v128.load32_lane offset=1024 3
                                      (local.get $at3_33)
                                      (v128.load32_lane offset=1024 2
                                        (local.get $at2_33)
                                        (v128.load32_lane offset=1024 1
                                          (local.get $at1_33)
                                          (v128.load32_zero offset=1024 (local.get $at0_33))))))
                                  (local.set $under_part
                                    (v128.bitselect
                                      (f32x4.add (local.get $under_part) (local.get $under_next))
                                      (local.get $under_part)
                                      (local.get $mask_29)))
                                  (local.set $i_13 (i32.add (local.get $i_13) (i32.const 1)))
                                  (br 0)))
                              (local.set $stored_28 (local.get $under_part))
                              (local.set $index_34
                                (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
                              (local.set $at0_34
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 0 (local.get $index_34)) (i32.const 4))))
                              (local.set $at1_34
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 1 (local.get $index_34)) (i32.const 4))))
                              (local.set $at2_34
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 2 (local.get $index_34)) (i32.const 4))))
                              (local.set $at3_34
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 3 (local.get $index_34)) (i32.const 4))))
                              (if
                                (i32x4.extract_lane 0 (local.get $mask_29))
                                (then
                                  (v128.store32_lane offset=2048 0 (local.get $at0_34) (local.get $stored_28))))
                              (if
                                (i32x4.extract_lane 1 (local.get $mask_29))
                                (then
                                  (v128.store32_lane offset=2048 1 (local.get $at1_34) (local.get $stored_28))))
                              (if
                                (i32x4.extract_lane 2 (local.get $mask_29))
                                (then
                                  (v128.store32_lane offset=2048 2 (local.get $at2_34) (local.get $stored_28))))
                              (if
                                (i32x4.extract_lane 3 (local.get $mask_29))
                                (then
                                  (v128.store32_lane offset=2048 3 (local.get $at3_34) (local.get $stored_28))))))))))
                  (local.set $local (i32.add (local.get $local) (i32.const 4)))
                  (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                  (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
                (local.set $under_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
                (local.set $under_start (f32.load offset=2048 (local.get $under_start_at)))
                (local.set $local (i32.const 0))
                (local.set $thread_at (local.get $scratch))
                (loop
                  (v128.store offset=17536 (local.get $thread_at) (f32x4.splat (local.get $under_start)))
                  (local.set $i_14 (i32.const 1))
                  (block
                    (loop
                      (br_if 1 (i32.eqz (i32.lt_s (local.get $i_14) (i32.const 16))))
                      (local.set $under_item_at
                        (i32.add (local.get $scratch) (i32.mul (local.get $i_14) (i32.const 4))))
                      (local.set $under_item (f32.load offset=2048 (local.get $under_item_at)))
                      (v128.store offset=17536
                        (local.get $thread_at)
                        (f32x4.add
                          (v128.load offset=17536 (local.get $thread_at))
                          (f32x4.splat (local.get $under_item))))
                      (local.set $i_14 (i32.add (local.get $i_14) (i32.const 1)))
                      (br 0)))
                  (v128.store offset=18560 (local.get $thread_at) (v128.const i32x4 0x0 0x0 0x0 0x0))
                  (v128.store offset=19584
                    (local.get $thread_at)
                    (i32x4.min_s
                      (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (v128.const i32x4 0x30 0x30 0x30 0x30)))
                  (v128.store offset=20608
                    (local.get $thread_at)
                    (i32x4.min_s
                      (i32x4.add (v128.load offset=19584 (local.get $thread_at)) (v128.const i32x4 0x1 0x1 0x1 0x1))
                      (v128.const i32x4 0x30 0x30 0x30 0x30)))
                  (local.set $c_tie (v128.load offset=19584 (local.get $thread_at)))
                  (block
                    (loop
                      (local.set $mask_30
                        (i32x4.lt_s (local.get $c_tie) (v128.load offset=20608 (local.get $thread_at))))
                      (br_if 1 (i32.eqz (v128.any_true (local.get $mask_30))))
                      (local.set $index_35
                        (v128.and (i32x4.add (i32x4.splat (local.get $base)) (local.get $c_tie)) (local.get $mask_30)))
                      (local.set $at0_35
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_35)) (i32.const 4))))
                      (local.set $at1_35
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_35)) (i32.const 4))))
                      (local.set $at2_35
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_35)) (i32.const 4))))
                      (local.set $at3_35
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_35)) (i32.const 4))))
                      (local.set $tie_value
                        (v128.load32_lane 3
                          (local.get $at3_35)
                          (v128.load32_lane 2
                            (local.get $at2_35)
                            (v128.load32_lane 1 (local.get $at1_35) (v128.load32_zero (local.get $at0_35))))))
                      (local.set $condition_23
                        (i32x4.eq
                          (v128.bitselect
                            (v128.const i32x4 0x0 0x0 0x0 0x0)
                            (v128.bitselect
                              (v128.not (local.get $tie_value))
                              (v128.or
                                (local.get $tie_value)
                                (v128.const i32x4 0x80000000 0x80000000 0x80000000 0x80000000))
                              (i32x4.ne
                                (i32x4.shr_u (local.get $tie_value) (i32.const 31))
                                (v128.const i32x4 0x0 0x0 0x0 0x0)))
                            (f32x4.le
                              (local.get $tie_value)
                              (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6)))
                          (v128.load offset=16512 (local.get $thread_at))))
                      (local.set $mask_31 (v128.and (local.get $condition_23) (local.get $mask_30)))
                      (if
                        (v128.any_true (local.get $mask_31))
                        (then
                          (v128.store offset=18560
                            (local.get $thread_at)
                            (v128.bitselect
                              (f32x4.add
                                (v128.load offset=18560 (local.get $thread_at))
                                (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))
                              (v128.load offset=18560 (local.get $thread_at))
                              (local.get $mask_31)))))
                      (local.set $c_tie (i32x4.add (local.get $c_tie) (v128.const i32x4 0x1 0x1 0x1 0x1)))
                      (br 0)))
                  (local.set $local (i32.add (local.get $local) (i32.const 4)))
                  (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                  (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
                (local.set $local (i32.const 0))
                (local.set $thread_at (local.get $scratch))
                (loop
                  (local.set $stored_30 (v128.load offset=18560 (local.get $thread_at)))
                  (local.set $at_41 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                  (v128.store (local.get $at_41) (local.get $stored_30))
                  (local.set $local (i32.add (local.get $local) (i32.const 4)))
                  (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                  (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
                (local.set $local (i32.const 0))
                (local.set $thread_at (local.get $scratch))
                (loop
                  (v128.store offset=21632 (local.get $thread_at) (v128.const i32x4 0x0 0x0 0x0 0x0))
                  (local.set $lower (i32.const 0))
                  (block
                    (loop
                      (local.set $mask_32
                        (i32x4.lt_s
                          (i32x4.splat (local.get $lower))
                          (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))))
                      (br_if 1 (i32.eqz (v128.any_true (local.get $mask_32))))
                      (local.set $at_42 (i32.add (local.get $scratch) (i32.mul (local.get $lower) (i32.const 4))))
                      (local.set $lower_sum (v128.load32_splat (local.get $at_42)))
                      (v128.store offset=21632
                        (local.get $thread_at)
                        (v128.bitselect
                          (f32x4.add (v128.load offset=21632 (local.get $thread_at)) (local.get $lower_sum))
                          (v128.load offset=21632 (local.get $thread_at))
                          (local.get $mask_32)))
                      (local.set $lower (i32.add (local.get $lower) (i32.const 1)))
                      (br 0)))
                  (local.set $stored_31 (v128.load offset=18560 (local.get $thread_at)))
                  (local.set $at_43 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                  (v128.store offset=1024 (local.get $at_43) (local.get $stored_31))
                  (local.set $local (i32.add (local.get $local) (i32.const 4)))
                  (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                  (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
                (local.set $local (i32.const 0))
                (local.set $thread_at (local.get $scratch))
                (loop
                  (local.set $condition_24
                    (i32x4.lt_s
                      (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (v128.const i32x4 0x10 0x10 0x10 0x10)))
                  (if
                    (i32x4.all_true (local.get $condition_24))
                    (then
                      (local.set $ties_from_2 (i32.mul (local.get $local) (i32.const 16)))
                      (local.set $at_44 (i32.add (local.get $scratch) (i32.mul (local.get $ties_from_2) (i32.const 4))))
                      (local.set $ties_head_2
                        (v128.load32_lane offset=1216 3
                          (local.get $at_44)
                          (v128.load32_lane offset=1152 2
                            (local.get $at_44)
                            (v128.load32_lane offset=1088 1
                              (local.get $at_44)
                              (v128.load32_zero offset=1024 (local.get $at_44))))))
                      (local.set $ties_part_2 (local.get $ties_head_2))
                      (local.set $i_15_2 (i32.const 1))
                      (block
                        (loop
                          (br_if 1 (i32.eqz (i32.lt_s (local.get $i_15_2) (i32.const 16))))
                          (local.set $at_45
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32.add (local.get $ties_from_2) (local.get $i_15_2)) (i32.const 4))))
                          (local.set $ties_next_2
                            (v128.load32_lane offset=1216 3
                              (local.get $at_45)
                              (v128.load32_lane offset=1152 2
                                (local.get $at_45)
                                (v128.load32_lane offset=1088 1
                                  (local.get $at_45)
                                  (v128.load32_zero offset=1024 (local.get $at_45))))))
                          (local.set $ties_part_2 (f32x4.add (local.get $ties_part_2) (local.get $ties_next_2)))
                          (local.set $i_15_2 (i32.add (local.get $i_15_2) (i32.const 1)))
                          (br 0)))
                      (local.set $stored_33 (local.get $ties_part_2))
                      (local.set $at_46 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                      (v128.store offset=2048 (local.get $at_46) (local.get $stored_33)))
                    (else
                      (if
                        (i32.eqz (v128.any_true (local.get $condition_24)))
                        (then)
                        (else
                          (local.set $mask_33 (local.get $condition_24))
                          (if
                            (v128.any_true (local.get $mask_33))
                            (then
                              (local.set $ties_from (i32.mul (local.get $local) (i32.const 16)))
                              (local.set $index_36
                                (v128.and
                                  (i32x4.add (i32x4.splat (local.get $ties_from)) (v128.const i32x4 0x0 0x10 0x20 0x30))
                                  (local.get $mask_33)))
                              (local.set $at0_36
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 0 (local.get $index_36)) (i32.const 4))))
                              (local.set $at1_36
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 1 (local.get $index_36)) (i32.const 4))))
                              (local.set $at2_36
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 2 (local.get $index_36)) (i32.const 4))))
                              (local.set $at3_36
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 3 (local.get $index_36)) (i32.const 4))))
                              (local.set $ties_head
                                (v128.load32_lane offset=1024 3
                                  (local.get $at3_36)
                                  (v128.load32_lane offset=1024 2
                                    (local.get $at2_36)
                                    (v128.load32_lane offset=1024 1
                                      (local.get $at1_36)
                                      (v128.load32_zero offset=1024 (local.get $at0_36))))))
                              (local.set $ties_part (local.get $ties_head))
                              (local.set $i_15 (i32.const 1))
                              (block
                                (loop
                                  (br_if 1 (i32.eqz (i32.lt_s (local.get $i_15) (i32.const 16))))
                                  (local.set $index_37
                                    (v128.and
                                      (i32x4.add
                                        (i32x4.splat (i32.add (local.get $ties_from) (local.get $i_15)))
                                        (v128.const i32x4 0x0 0x10 0x20 0x30))
                                      (local.get $mask_33)))
                                  (local.set $at0_37
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 0 (local.get $index_37)) (i32.const 4))))
                                  (local.set $at1_37
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 1 (local.get $index_37)) (i32.const 4))))
                                  (local.set $at2_37
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 2 (local.get $index_37)) (i32.const 4))))
                                  (local.set $at3_37
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 3 (local.get $index_37)) (i32.const 4))))
                                  (local.set $ties_next
                                    (v128.load32_lane offset=1024 3
                                      (local.get $at3_37)
                                      (v128.load32_lane offset=1024 2
                                        (local.get $at2_37)
                                        (v128.load32_lane offset=1024 1
                                          (local.get $at1_37)
                                          (v128.load32_zero offset=1024 (local.get $at0_37))))))
                                  (local.set $ties_part
                                    (v128.bitselect
                                      (f32x4.add (local.get $ties_part) (local.get $ties_next))
                                      (local.get $ties_part)
                                      (local.get $mask_33)))
                                  (local.set $i_15 (i32.add (local.get $i_15) (i32.const 1)))
                                  (br 0)))
                              (local.set $stored_32 (local.get $ties_part))
                              (local.set $index_38
                                (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
                              (local.set $at0_38
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 0 (local.get $index_38)) (i32.const 4))))
                              (local.set $at1_38
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 1 (local.get $index_38)) (i32.const 4))))
                              (local.set $at2_38
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 2 (local.get $index_38)) (i32.const 4))))
                              (local.set $at3_38
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 3 (local.get $index_38)) (i32.const 4))))
                              (if
                                (i32x4.extract_lane 0 (local.get $mask_33))
                                (then
                                  (v128.store32_lane offset=2048 0 (local.get $at0_38) (local.get $stored_32))))
                              (if
                                (i32x4.extract_lane 1 (local.get $mask_33))
                                (then
                                  (v128.store32_lane offset=2048 1 (local.get $at1_38) (local.get $stored_32))))
                              (if
                                (i32x4.extract_lane 2 (local.get $mask_33))
                                (then
                                  (v128.store32_lane offset=2048 2 (local.get $at2_38) (local.get $stored_32))))
                              (if
                                (i32x4.extract_lane 3 (local.get $mask_33))
                                (then
                                  (v128.store32_lane offset=2048 3 (local.get $at3_38) (local.get $stored_32))))))))))
                  (local.set $local (i32.add (local.get $local) (i32.const 4)))
                  (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                  (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
                (local.set $ties_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
                (local.set $ties_start (f32.load offset=2048 (local.get $ties_start_at)))
                (local.set $local (i32.const 0))
                (local.set $thread_at (local.get $scratch))
                (loop
                  (v128.store offset=22656 (local.get $thread_at) (f32x4.splat (local.get $ties_start)))
                  (local.set $i_16 (i32.const 1))
                  (block
                    (loop
                      (br_if 1 (i32.eqz (i32.lt_s (local.get $i_16) (i32.const 16))))
                      (local.set $ties_item_at (i32.add (local.get $scratch) (i32.mul (local.get $i_16) (i32.const 4))))
                      (local.set $ties_item (f32.load offset=2048 (local.get $ties_item_at)))
                      (v128.store offset=22656
                        (local.get $thread_at)
                        (f32x4.add (v128.load offset=22656 (local.get $thread_at)) (f32x4.splat (local.get $ties_item))))
                      (local.set $i_16 (i32.add (local.get $i_16) (i32.const 1)))
                      (br 0)))
                  (local.set $tie_weight (v128.const i32x4 0x0 0x0 0x0 0x0))
                  (local.set $c_tied (v128.load offset=19584 (local.get $thread_at)))
                  (block
                    (loop
                      (local.set $mask_34
                        (i32x4.lt_s (local.get $c_tied) (v128.load offset=20608 (local.get $thread_at))))
                      (br_if 1 (i32.eqz (v128.any_true (local.get $mask_34))))
                      (local.set $index_39
                        (v128.and (i32x4.add (i32x4.splat (local.get $base)) (local.get $c_tied)) (local.get $mask_34)))
                      (local.set $at0_39
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_39)) (i32.const 4))))
                      (local.set $at1_39
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_39)) (i32.const 4))))
                      (local.set $at2_39
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_39)) (i32.const 4))))
                      (local.set $at3_39
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_39)) (i32.const 4))))
                      (local.set $tied_value
                        (v128.load32_lane 3
                          (local.get $at3_39)
                          (v128.load32_lane 2
                            (local.get $at2_39)
                            (v128.load32_lane 1 (local.get $at1_39) (v128.load32_zero (local.get $at0_39))))))
                      (local.set $condition_25
                        (i32x4.eq
                          (v128.bitselect
                            (v128.const i32x4 0x0 0x0 0x0 0x0)
                            (v128.bitselect
                              (v128.not (local.get $tied_value))
                              (v128.or
                                (local.get $tied_value)
                                (v128.const i32x4 0x80000000 0x80000000 0x80000000 0x80000000))
                              (i32x4.ne
                                (i32x4.shr_u (local.get $tied_value) (i32.const 31))
                                (v128.const i32x4 0x0 0x0 0x0 0x0)))
                            (f32x4.le
                              (local.get $tied_value)
                              (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6)))
                          (v128.load offset=16512 (local.get $thread_at))))
                      (local.set $mask_35 (v128.and (local.get $condition_25) (local.get $mask_34)))
                      (if
                        (v128.any_true (local.get $mask_35))
                        (then
                          (local.set $tie_weight
                            (v128.bitselect
                              (v128.bitselect
                                (v128.const i32x4 0x0 0x0 0x0 0x0)
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
                                                        (v128.bitselect
                                                          (f32x4.max
                                                            (f32x4.div
                                                              (f32x4.sub
                                                                (local.get $tied_value)
                                                                (v128.load offset=5248 (local.get $thread_at)))
                                                              (f32x4.splat
                                                                (f32.reinterpret_i32 (local.get $temperature))))
                                                            (v128.const i32x4 0xc2c80000 0xc2c80000 0xc2c80000 0xc2c80000))
                                                          (v128.const i32x4 0x0 0x0 0x0 0x0)
                                                          (f32x4.lt
                                                            (f32x4.sub
                                                              (local.get $tied_value)
                                                              (v128.load offset=5248 (local.get $thread_at)))
                                                            (v128.const i32x4 0x0 0x0 0x0 0x0)))
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
                                (f32x4.le
                                  (local.get $tied_value)
                                  (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6)))
                              (local.get $tie_weight)
                              (local.get $mask_35)))))
                      (local.set $c_tied (i32x4.add (local.get $c_tied) (v128.const i32x4 0x1 0x1 0x1 0x1)))
                      (br 0)))
                  (local.set $stored_34 (local.get $tie_weight))
                  (local.set $at_47 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                  (v128.store offset=1024 (local.get $at_47) (local.get $stored_34))
                  (local.set $local (i32.add (local.get $local) (i32.const 4)))
                  (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                  (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
                (local.set $local (i32.const 0))
                (local.set $thread_at (local.get $scratch))
                (loop
                  (local.set $condition_26
                    (i32x4.lt_s
                      (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (v128.const i32x4 0x10 0x10 0x10 0x10)))
                  (if
                    (i32x4.all_true (local.get $condition_26))
                    (then
                      (local.set $each_from_2 (i32.mul (local.get $local) (i32.const 16)))
                      (local.set $at_48 (i32.add (local.get $scratch) (i32.mul (local.get $each_from_2) (i32.const 4))))
                      (local.set $each_head_2
                        (v128.load32_lane offset=1216 3
                          (local.get $at_48)
                          (v128.load32_lane offset=1152 2
                            (local.get $at_48)
                            (v128.load32_lane offset=1088 1
                              (local.get $at_48)
                              (v128.load32_zero offset=1024 (local.get $at_48))))))
                      (local.set $each_part_2 (local.get $each_head_2))
                      (local.set $i_17_2 (i32.const 1))
                      (block
                        (loop
                          (br_if 1 (i32.eqz (i32.lt_s (local.get $i_17_2) (i32.const 16))))
                          (local.set $at_49
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32.add (local.get $each_from_2) (local.get $i_17_2)) (i32.const 4))))
                          (local.set $each_next_2
                            (v128.load32_lane offset=1216 3
                              (local.get $at_49)
                              (v128.load32_lane offset=1152 2
                                (local.get $at_49)
                                (v128.load32_lane offset=1088 1
                                  (local.get $at_49)
                                  (v128.load32_zero offset=1024 (local.get $at_49))))))
                          (local.set $each_part_2 (f32x4.max (local.get $each_part_2) (local.get $each_next_2)))
                          (local.set $i_17_2 (i32.add (local.get $i_17_2) (i32.const 1)))
                          (br 0)))
                      (local.set $stored_36 (local.get $each_part_2))
                      (local.set $at_50 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                      (v128.store offset=2048 (local.get $at_50) (local.get $stored_36)))
                    (else
                      (if
                        (i32.eqz (v128.any_true (local.get $condition_26)))
                        (then)
                        (else
                          (local.set $mask_36 (local.get $condition_26))
                          (if
                            (v128.any_true (local.get $mask_36))
                            (then
                              (local.set $each_from (i32.mul (local.get $local) (i32.const 16)))
                              (local.set $index_40
                                (v128.and
                                  (i32x4.add (i32x4.splat (local.get $each_from)) (v128.const i32x4 0x0 0x10 0x20 0x30))
                                  (local.get $mask_36)))
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
                              (local.set $each_head
                                (v128.load32_lane offset=1024 3
                                  (local.get $at3_40)
                                  (v128.load32_lane offset=1024 2
                                    (local.get $at2_40)
                                    (v128.load32_lane offset=1024 1
                                      (local.get $at1_40)
                                      (v128.load32_zero offset=1024 (local.get $at0_40))))))
                              (local.set $each_part (local.get $each_head))
                              (local.set $i_17 (i32.const 1))
                              (block
                                (loop
                                  (br_if 1 (i32.eqz (i32.lt_s (local.get $i_17) (i32.const 16))))
                                  (local.set $index_41
                                    (v128.and
                                      (i32x4.add
                                        (i32x4.splat (i32.add (local.get $each_from) (local.get $i_17)))
                                        (v128.const i32x4 0x0 0x10 0x20 0x30))
                                      (local.get $mask_36)))
                                  (local.set $at0_41
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 0 (local.get $index_41)) (i32.const 4))))
                                  (local.set $at1_41
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 1 (local.get $index_41)) (i32.const 4))))
                                  (local.set $at2_41
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 2 (local.get $index_41)) (i32.const 4))))
                                  (local.set $at3_41
                                    (i32.add
                                      (local.get $scratch)
                                      (i32.mul (i32x4.extract_lane 3 (local.get $index_41)) (i32.const 4))))
                                  (local.set $each_next
                                    (v128.load32_lane offset=1024 3
                                      (local.get $at3_41)
                                      (v128.load32_lane offset=1024 2
                                        (local.get $at2_41)
                                        (v128.load32_lane offset=1024 1
                                          (local.get $at1_41)
                                          (v128.load32_zero offset=1024 (local.get $at0_41))))))
                                  (local.set $each_part
                                    (v128.bitselect
                                      (f32x4.max (local.get $each_part) (local.get $each_next))
                                      (local.get $each_part)
                                      (local.get $mask_36)))
                                  (local.set $i_17 (i32.add (local.get $i_17) (i32.const 1)))
                                  (br 0)))
                              (local.set $stored_35 (local.get $each_part))
                              (local.set $index_42
                                (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
                              (local.set $at0_42
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 0 (local.get $index_42)) (i32.const 4))))
                              (local.set $at1_42
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 1 (local.get $index_42)) (i32.const 4))))
                              (local.set $at2_42
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 2 (local.get $index_42)) (i32.const 4))))
                              (local.set $at3_42
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 3 (local.get $index_42)) (i32.const 4))))
                              (if
                                (i32x4.extract_lane 0 (local.get $mask_36))
                                (then
                                  (v128.store32_lane offset=2048 0 (local.get $at0_42) (local.get $stored_35))))
                              (if
                                (i32x4.extract_lane 1 (local.get $mask_36))
                                (then
                                  (v128.store32_lane offset=2048 1 (local.get $at1_42) (local.get $stored_35))))
                              (if
                                (i32x4.extract_lane 2 (local.get $mask_36))
                                (then
                                  (v128.store32_lane offset=2048 2 (local.get $at2_42) (local.get $stored_35))))
                              (if
                                (i32x4.extract_lane 3 (local.get $mask_36))
                                (then
                                  (v128.store32_lane offset=2048 3 (local.get $at3_42) (local.get $stored_35))))))))))
                  (local.set $local (i32.add (local.get $local) (i32.const 4)))
                  (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                  (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
                (local.set $each_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
                (local.set $each_start (f32.load offset=2048 (local.get $each_start_at)))
                (local.set $each_total (local.get $each_start))
                (local.set $i_18 (i32.const 1))
                (block
                  (loop
                    (br_if 1 (i32.eqz (i32.lt_s (local.get $i_18) (i32.const 16))))
                    (local.set $each_item_at (i32.add (local.get $scratch) (i32.mul (local.get $i_18) (i32.const 4))))
                    (local.set $each_item (f32.load offset=2048 (local.get $each_item_at)))
                    (local.set $each_total (f32.max (local.get $each_total) (local.get $each_item)))
                    (local.set $i_18 (i32.add (local.get $i_18) (i32.const 1)))
                    (br 0)))
                (local.set $local (i32.const 0))
                (local.set $thread_at (local.get $scratch))
                (loop
                  (local.set $fits
                    (f32x4.max
                      (f32x4.div
                        (f32x4.sub
                          (v128.load offset=12416 (local.get $thread_at))
                          (v128.load offset=17536 (local.get $thread_at)))
                        (f32x4.splat (f32.max (local.get $each_total) (f32.const 1.0000000031710769e-30))))
                      (v128.const i32x4 0x0 0x0 0x0 0x0)))
                  (local.set $drop
                    (f32x4.min
                      (local.get $fits)
                      (f32x4.sub
                        (v128.load offset=22656 (local.get $thread_at))
                        (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))))
                  (local.set $seen (v128.load offset=21632 (local.get $thread_at)))
                  (local.set $c_drop (v128.load offset=19584 (local.get $thread_at)))
                  (block
                    (loop
                      (local.set $mask_37
                        (i32x4.lt_s (local.get $c_drop) (v128.load offset=20608 (local.get $thread_at))))
                      (br_if 1 (i32.eqz (v128.any_true (local.get $mask_37))))
                      (local.set $index_43
                        (v128.and (i32x4.add (i32x4.splat (local.get $base)) (local.get $c_drop)) (local.get $mask_37)))
                      (local.set $at0_43
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_43)) (i32.const 4))))
                      (local.set $at1_43
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_43)) (i32.const 4))))
                      (local.set $at2_43
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_43)) (i32.const 4))))
                      (local.set $at3_43
                        (i32.add
                          (local.get $probabilities)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_43)) (i32.const 4))))
                      (local.set $drop_value
                        (v128.load32_lane 3
                          (local.get $at3_43)
                          (v128.load32_lane 2
                            (local.get $at2_43)
                            (v128.load32_lane 1 (local.get $at1_43) (v128.load32_zero (local.get $at0_43))))))
                      (local.set $drop_key
                        (v128.bitselect
                          (v128.const i32x4 0x0 0x0 0x0 0x0)
                          (v128.bitselect
                            (v128.not (local.get $drop_value))
                            (v128.or
                              (local.get $drop_value)
                              (v128.const i32x4 0x80000000 0x80000000 0x80000000 0x80000000))
                            (i32x4.ne
                              (i32x4.shr_u (local.get $drop_value) (i32.const 31))
                              (v128.const i32x4 0x0 0x0 0x0 0x0)))
                          (f32x4.le
                            (local.get $drop_value)
                            (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6))))
                      (local.set $condition_27
                        (i32x4.eq (local.get $drop_key) (v128.load offset=16512 (local.get $thread_at))))
                      (local.set $mask_38 (v128.and (local.get $condition_27) (local.get $mask_37)))
                      (if
                        (v128.any_true (local.get $mask_38))
                        (then
                          (local.set $seen
                            (v128.bitselect
                              (f32x4.add
                                (local.get $seen)
                                (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))
                              (local.get $seen)
                              (local.get $mask_38)))))
                      (local.set $condition_28
                        (v128.or
                          (i32x4.lt_u (local.get $drop_key) (v128.load offset=16512 (local.get $thread_at)))
                          (v128.and
                            (i32x4.eq (local.get $drop_key) (v128.load offset=16512 (local.get $thread_at)))
                            (f32x4.le (local.get $seen) (local.get $drop)))))
                      (local.set $mask_39 (v128.and (local.get $condition_28) (local.get $mask_37)))
                      (if
                        (v128.any_true (local.get $mask_39))
                        (then
                          (local.set $stored_37 (v128.const i32x4 0xff7fffff 0xff7fffff 0xff7fffff 0xff7fffff))
                          (local.set $index_44 (i32x4.add (i32x4.splat (local.get $base)) (local.get $c_drop)))
                          (local.set $at0_44
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_44)) (i32.const 4))))
                          (local.set $at1_44
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_44)) (i32.const 4))))
                          (local.set $at2_44
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_44)) (i32.const 4))))
                          (local.set $at3_44
                            (i32.add
                              (local.get $probabilities)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_44)) (i32.const 4))))
                          (if
                            (i32x4.extract_lane 0 (local.get $mask_39))
                            (then
                              (v128.store32_lane 0 (local.get $at0_44) (local.get $stored_37))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask_39))
                            (then
                              (v128.store32_lane 1 (local.get $at1_44) (local.get $stored_37))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask_39))
                            (then
                              (v128.store32_lane 2 (local.get $at2_44) (local.get $stored_37))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask_39))
                            (then
                              (v128.store32_lane 3 (local.get $at3_44) (local.get $stored_37))))))
                      (local.set $c_drop (i32x4.add (local.get $c_drop) (v128.const i32x4 0x1 0x1 0x1 0x1)))
                      (br 0)))
                  (local.set $local (i32.add (local.get $local) (i32.const 4)))
                  (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
                  (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (v128.store offset=23680
                (local.get $thread_at)
                (i32x4.min_s
                  (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x30 0x30 0x30 0x30)))
              (v128.store offset=24704
                (local.get $thread_at)
                (i32x4.min_s
                  (i32x4.add (v128.load offset=23680 (local.get $thread_at)) (v128.const i32x4 0x1 0x1 0x1 0x1))
                  (v128.const i32x4 0x30 0x30 0x30 0x30)))
              (v128.store offset=25728 (local.get $thread_at) (v128.const i32x4 0x0 0x0 0x0 0x0))
              (local.set $c_mass (v128.load offset=23680 (local.get $thread_at)))
              (block
                (loop
                  (local.set $mask_40 (i32x4.lt_s (local.get $c_mass) (v128.load offset=24704 (local.get $thread_at))))
                  (br_if 1 (i32.eqz (v128.any_true (local.get $mask_40))))
                  (local.set $index_45
                    (v128.and (i32x4.add (i32x4.splat (local.get $base)) (local.get $c_mass)) (local.get $mask_40)))
                  (local.set $at0_45
                    (i32.add
                      (local.get $probabilities)
                      (i32.mul (i32x4.extract_lane 0 (local.get $index_45)) (i32.const 4))))
                  (local.set $at1_45
                    (i32.add
                      (local.get $probabilities)
                      (i32.mul (i32x4.extract_lane 1 (local.get $index_45)) (i32.const 4))))
                  (local.set $at2_45
                    (i32.add
                      (local.get $probabilities)
                      (i32.mul (i32x4.extract_lane 2 (local.get $index_45)) (i32.const 4))))
                  (local.set $at3_45
                    (i32.add
                      (local.get $probabilities)
                      (i32.mul (i32x4.extract_lane 3 (local.get $index_45)) (i32.const 4))))
                  (local.set $mass_value
                    (v128.load32_lane 3
                      (local.get $at3_45)
                      (v128.load32_lane 2
                        (local.get $at2_45)
                        (v128.load32_lane 1 (local.get $at1_45) (v128.load32_zero (local.get $at0_45))))))
                  (v128.store offset=25728
                    (local.get $thread_at)
                    (v128.bitselect
                      (f32x4.add
                        (v128.load offset=25728 (local.get $thread_at))
                        (v128.bitselect
                          (v128.const i32x4 0x0 0x0 0x0 0x0)
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
                                                  (v128.bitselect
                                                    (f32x4.max
                                                      (f32x4.div
                                                        (f32x4.sub
                                                          (local.get $mass_value)
                                                          (v128.load offset=5248 (local.get $thread_at)))
                                                        (f32x4.splat (f32.reinterpret_i32 (local.get $temperature))))
                                                      (v128.const i32x4 0xc2c80000 0xc2c80000 0xc2c80000 0xc2c80000))
                                                    (v128.const i32x4 0x0 0x0 0x0 0x0)
                                                    (f32x4.lt
                                                      (f32x4.sub
                                                        (local.get $mass_value)
                                                        (v128.load offset=5248 (local.get $thread_at)))
                                                      (v128.const i32x4 0x0 0x0 0x0 0x0)))
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
                                      (local.tee $exp_power_13 (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_13)))
                                      (i32.const 1)))
                                  (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                                (i32.const 23)))
                            (i32x4.shl
                              (i32x4.add
                                (i32x4.sub (local.get $exp_power_13) (local.get $exp_half_13))
                                (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                              (i32.const 23)))
                          (f32x4.le
                            (local.get $mass_value)
                            (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6))))
                      (v128.load offset=25728 (local.get $thread_at))
                      (local.get $mask_40)))
                  (local.set $c_mass (i32x4.add (local.get $c_mass) (v128.const i32x4 0x1 0x1 0x1 0x1)))
                  (br 0)))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (local.set $stored_38 (v128.load offset=25728 (local.get $thread_at)))
              (local.set $at_51 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
              (v128.store (local.get $at_51) (local.get $stored_38))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (v128.store offset=26752 (local.get $thread_at) (v128.const i32x4 0x0 0x0 0x0 0x0))
              (local.set $lower_2 (i32.const 0))
              (block
                (loop
                  (local.set $mask_41
                    (i32x4.lt_s
                      (i32x4.splat (local.get $lower_2))
                      (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))))
                  (br_if 1 (i32.eqz (v128.any_true (local.get $mask_41))))
                  (local.set $at_52 (i32.add (local.get $scratch) (i32.mul (local.get $lower_2) (i32.const 4))))
                  (local.set $lower_sum_2 (v128.load32_splat (local.get $at_52)))
                  (v128.store offset=26752
                    (local.get $thread_at)
                    (v128.bitselect
                      (f32x4.add (v128.load offset=26752 (local.get $thread_at)) (local.get $lower_sum_2))
                      (v128.load offset=26752 (local.get $thread_at))
                      (local.get $mask_41)))
                  (local.set $lower_2 (i32.add (local.get $lower_2) (i32.const 1)))
                  (br 0)))
              (local.set $stored_39 (v128.load offset=25728 (local.get $thread_at)))
              (local.set $at_53 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
              (v128.store offset=1024 (local.get $at_53) (local.get $stored_39))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (local.set $condition_29
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x10 0x10 0x10 0x10)))
              (if
                (i32x4.all_true (local.get $condition_29))
                (then
                  (local.set $total_from_2 (i32.mul (local.get $local) (i32.const 16)))
                  (local.set $at_54 (i32.add (local.get $scratch) (i32.mul (local.get $total_from_2) (i32.const 4))))
                  (local.set $total_head_2
                    (v128.load32_lane offset=1216 3
                      (local.get $at_54)
                      (v128.load32_lane offset=1152 2
                        (local.get $at_54)
                        (v128.load32_lane offset=1088 1
                          (local.get $at_54)
                          (v128.load32_zero offset=1024 (local.get $at_54))))))
                  (local.set $total_part_2 (local.get $total_head_2))
                  (local.set $i_19_2 (i32.const 1))
                  (block
                    (loop
                      (br_if 1 (i32.eqz (i32.lt_s (local.get $i_19_2) (i32.const 16))))
                      (local.set $at_55
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32.add (local.get $total_from_2) (local.get $i_19_2)) (i32.const 4))))
                      (local.set $total_next_2
                        (v128.load32_lane offset=1216 3
                          (local.get $at_55)
                          (v128.load32_lane offset=1152 2
                            (local.get $at_55)
                            (v128.load32_lane offset=1088 1
                              (local.get $at_55)
                              (v128.load32_zero offset=1024 (local.get $at_55))))))
                      (local.set $total_part_2 (f32x4.add (local.get $total_part_2) (local.get $total_next_2)))
                      (local.set $i_19_2 (i32.add (local.get $i_19_2) (i32.const 1)))
                      (br 0)))
                  (local.set $stored_41 (local.get $total_part_2))
                  (local.set $at_56 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                  (v128.store offset=2048 (local.get $at_56) (local.get $stored_41)))
                (else
                  (if
                    (i32.eqz (v128.any_true (local.get $condition_29)))
                    (then)
                    (else
                      (local.set $mask_42 (local.get $condition_29))
                      (if
                        (v128.any_true (local.get $mask_42))
                        (then
                          (local.set $total_from (i32.mul (local.get $local) (i32.const 16)))
                          (local.set $index_46
                            (v128.and
                              (i32x4.add (i32x4.splat (local.get $total_from)) (v128.const i32x4 0x0 0x10 0x20 0x30))
                              (local.get $mask_42)))
                          (local.set $at0_46
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_46)) (i32.const 4))))
                          (local.set $at1_46
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_46)) (i32.const 4))))
                          (local.set $at2_46
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_46)) (i32.const 4))))
                          (local.set $at3_46
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_46)) (i32.const 4))))
                          (local.set $total_head
                            (v128.load32_lane offset=1024 3
                              (local.get $at3_46)
                              (v128.load32_lane offset=1024 2
                                (local.get $at2_46)
                                (v128.load32_lane offset=1024 1
                                  (local.get $at1_46)
                                  (v128.load32_zero offset=1024 (local.get $at0_46))))))
                          (local.set $total_part (local.get $total_head))
                          (local.set $i_19 (i32.const 1))
                          (block
                            (loop
                              (br_if 1 (i32.eqz (i32.lt_s (local.get $i_19) (i32.const 16))))
                              (local.set $index_47
                                (v128.and
                                  (i32x4.add
                                    (i32x4.splat (i32.add (local.get $total_from) (local.get $i_19)))
                                    (v128.const i32x4 0x0 0x10 0x20 0x30))
                                  (local.get $mask_42)))
                              (local.set $at0_47
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 0 (local.get $index_47)) (i32.const 4))))
                              (local.set $at1_47
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 1 (local.get $index_47)) (i32.const 4))))
                              (local.set $at2_47
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 2 (local.get $index_47)) (i32.const 4))))
                              (local.set $at3_47
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 3 (local.get $index_47)) (i32.const 4))))
                              (local.set $total_next
                                (v128.load32_lane offset=1024 3
                                  (local.get $at3_47)
                                  (v128.load32_lane offset=1024 2
                                    (local.get $at2_47)
                                    (v128.load32_lane offset=1024 1
                                      (local.get $at1_47)
                                      (v128.load32_zero offset=1024 (local.get $at0_47))))))
                              (local.set $total_part
                                (v128.bitselect
                                  (f32x4.add (local.get $total_part) (local.get $total_next))
                                  (local.get $total_part)
                                  (local.get $mask_42)))
                              (local.set $i_19 (i32.add (local.get $i_19) (i32.const 1)))
                              (br 0)))
                          (local.set $stored_40 (local.get $total_part))
                          (local.set $index_48
                            (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
                          (local.set $at0_48
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_48)) (i32.const 4))))
                          (local.set $at1_48
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_48)) (i32.const 4))))
                          (local.set $at2_48
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_48)) (i32.const 4))))
                          (local.set $at3_48
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_48)) (i32.const 4))))
                          (if
                            (i32x4.extract_lane 0 (local.get $mask_42))
                            (then
                              (v128.store32_lane offset=2048 0 (local.get $at0_48) (local.get $stored_40))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask_42))
                            (then
                              (v128.store32_lane offset=2048 1 (local.get $at1_48) (local.get $stored_40))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask_42))
                            (then
                              (v128.store32_lane offset=2048 2 (local.get $at2_48) (local.get $stored_40))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask_42))
                            (then
                              (v128.store32_lane offset=2048 3 (local.get $at3_48) (local.get $stored_40))))))))))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
            (local.set $lane_start_base_at (i32.add (local.get $step) (i32.mul (i32.const 8) (i32.const 4))))
            (local.set $lane_start_base (i32.load (local.get $lane_start_base_at)))
            (local.set $lane_start_at
              (i32.add
                (local.get $step)
                (i32.mul (i32.add (local.get $lane_start_base) (local.get $lane)) (i32.const 4))))
            (local.set $lane_start (i32.load (local.get $lane_start_at)))
            (local.set $lane_length_base_at (i32.add (local.get $step) (i32.mul (i32.const 9) (i32.const 4))))
            (local.set $lane_length_base (i32.load (local.get $lane_length_base_at)))
            (local.set $lane_length_at
              (i32.add
                (local.get $step)
                (i32.mul (i32.add (local.get $lane_length_base) (local.get $lane)) (i32.const 4))))
            (local.set $lane_length (i32.load (local.get $lane_length_at)))
            (local.set $position
              (i32.add
                (i32.add (local.get $lane_length) (i32.sub (local.get $row) (local.get $lane_start)))
                (i32.const 1)))
            (local.set $seed_low_at
              (i32.add
                (local.get $step)
                (i32.mul
                  (i32.add
                    (local.get $repetition_base)
                    (i32.add (i32.mul (local.get $lane) (i32.const 9)) (i32.const 7)))
                  (i32.const 4))))
            (local.set $seed_low (i32.load (local.get $seed_low_at)))
            (local.set $seed_high_at
              (i32.add
                (local.get $step)
                (i32.mul
                  (i32.add
                    (local.get $repetition_base)
                    (i32.add (i32.mul (local.get $lane) (i32.const 9)) (i32.const 8)))
                  (i32.const 4))))
            (local.set $seed_high (i32.load (local.get $seed_high_at)))
            (local.set $total_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
            (local.set $total_start (f32.load offset=2048 (local.get $total_start_at)))
            (local.set $total_total (local.get $total_start))
            (local.set $i_20 (i32.const 1))
            (block
              (loop
                (br_if 1 (i32.eqz (i32.lt_s (local.get $i_20) (i32.const 16))))
                (local.set $total_item_at (i32.add (local.get $scratch) (i32.mul (local.get $i_20) (i32.const 4))))
                (local.set $total_item (f32.load offset=2048 (local.get $total_item_at)))
                (local.set $total_total (f32.add (local.get $total_total) (local.get $total_item)))
                (local.set $i_20 (i32.add (local.get $i_20) (i32.const 1)))
                (br 0)))
            (local.set $hash (local.get $seed_low))
            (local.set $hash (i32.xor (local.get $hash) (i32.mul (local.get $seed_high) (i32.const -1640531535))))
            (local.set $hash (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 16))))
            (local.set $hash (i32.mul (local.get $hash) (i32.const 2146121005)))
            (local.set $hash (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 15))))
            (local.set $hash (i32.mul (local.get $hash) (i32.const -2073254261)))
            (local.set $hash (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 16))))
            (local.set $hash (i32.xor (local.get $hash) (i32.mul (local.get $position) (i32.const -1640531535))))
            (local.set $hash (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 16))))
            (local.set $hash (i32.mul (local.get $hash) (i32.const 2146121005)))
            (local.set $hash (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 15))))
            (local.set $hash (i32.mul (local.get $hash) (i32.const -2073254261)))
            (local.set $hash (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 16))))
            (local.set $hash (i32.xor (local.get $hash) (i32.const 0)))
            (local.set $hash (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 16))))
            (local.set $hash (i32.mul (local.get $hash) (i32.const 2146121005)))
            (local.set $hash (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 15))))
            (local.set $hash (i32.mul (local.get $hash) (i32.const -2073254261)))
            (local.set $hash (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 16))))
            (local.set $uniform
              (f32.mul (f32.convert_i32_u (i32.shr_u (local.get $hash) (i32.const 8))) (f32.const 5.960464477539063e-8)))
            (local.set $mass_target (f32.mul (local.get $uniform) (local.get $total_total)))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (local.set $running (v128.load offset=26752 (local.get $thread_at)))
              (local.set $first_above (v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff))
              (v128.store offset=27776 (local.get $thread_at) (v128.const i32x4 0x0 0x0 0x0 0x0))
              (local.set $c_draw (v128.load offset=23680 (local.get $thread_at)))
              (block
                (loop
                  (local.set $mask_43 (i32x4.lt_s (local.get $c_draw) (v128.load offset=24704 (local.get $thread_at))))
                  (br_if 1 (i32.eqz (v128.any_true (local.get $mask_43))))
                  (local.set $index_49
                    (v128.and (i32x4.add (i32x4.splat (local.get $base)) (local.get $c_draw)) (local.get $mask_43)))
                  (local.set $at0_49
                    (i32.add
                      (local.get $probabilities)
                      (i32.mul (i32x4.extract_lane 0 (local.get $index_49)) (i32.const 4))))
                  (local.set $at1_49
                    (i32.add
                      (local.get $probabilities)
                      (i32.mul (i32x4.extract_lane 1 (local.get $index_49)) (i32.const 4))))
                  (local.set $at2_49
                    (i32.add
                      (local.get $probabilities)
                      (i32.mul (i32x4.extract_lane 2 (local.get $index_49)) (i32.const 4))))
                  (local.set $at3_49
                    (i32.add
                      (local.get $probabilities)
                      (i32.mul (i32x4.extract_lane 3 (local.get $index_49)) (i32.const 4))))
                  (local.set $draw_value
                    (v128.load32_lane 3
                      (local.get $at3_49)
                      (v128.load32_lane 2
                        (local.get $at2_49)
                        (v128.load32_lane 1 (local.get $at1_49) (v128.load32_zero (local.get $at0_49))))))
                  (local.set $draw_weight
                    (v128.bitselect
                      (v128.const i32x4 0x0 0x0 0x0 0x0)
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
                                              (v128.bitselect
                                                (f32x4.max
                                                  (f32x4.div
                                                    (f32x4.sub
                                                      (local.get $draw_value)
                                                      (v128.load offset=5248 (local.get $thread_at)))
                                                    (f32x4.splat (f32.reinterpret_i32 (local.get $temperature))))
                                                  (v128.const i32x4 0xc2c80000 0xc2c80000 0xc2c80000 0xc2c80000))
                                                (v128.const i32x4 0x0 0x0 0x0 0x0)
                                                (f32x4.lt
                                                  (f32x4.sub
                                                    (local.get $draw_value)
                                                    (v128.load offset=5248 (local.get $thread_at)))
                                                  (v128.const i32x4 0x0 0x0 0x0 0x0)))
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
                                  (local.tee $exp_power_14 (i32x4.trunc_sat_f32x4_s (local.get $exp_whole_14)))
                                  (i32.const 1)))
                              (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                            (i32.const 23)))
                        (i32x4.shl
                          (i32x4.add
                            (i32x4.sub (local.get $exp_power_14) (local.get $exp_half_14))
                            (v128.const i32x4 0x7f 0x7f 0x7f 0x7f))
                          (i32.const 23)))
                      (f32x4.le (local.get $draw_value) (v128.const i32x4 0xff61b1e6 0xff61b1e6 0xff61b1e6 0xff61b1e6))))
                  (local.set $running
                    (v128.bitselect
                      (f32x4.add (local.get $running) (local.get $draw_weight))
                      (local.get $running)
                      (local.get $mask_43)))
                  (local.set $condition_30 (f32x4.gt (local.get $draw_weight) (v128.const i32x4 0x0 0x0 0x0 0x0)))
                  (local.set $mask_44 (v128.and (local.get $condition_30) (local.get $mask_43)))
                  (if
                    (v128.any_true (local.get $mask_44))
                    (then
                      (v128.store offset=27776
                        (local.get $thread_at)
                        (v128.bitselect
                          (local.get $c_draw)
                          (v128.load offset=27776 (local.get $thread_at))
                          (local.get $mask_44)))
                      (local.set $condition_31
                        (v128.and
                          (f32x4.gt (local.get $running) (f32x4.splat (local.get $mass_target)))
                          (i32x4.eq
                            (local.get $first_above)
                            (v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff))))
                      (local.set $mask_45 (v128.and (local.get $condition_31) (local.get $mask_44)))
                      (if
                        (v128.any_true (local.get $mask_45))
                        (then
                          (local.set $first_above
                            (v128.bitselect (local.get $c_draw) (local.get $first_above) (local.get $mask_45)))))))
                  (local.set $stored_42
                    (v128.bitselect
                      (f32x4.div
                        (local.get $draw_weight)
                        (f32x4.splat (f32.max (local.get $total_total) (f32.const 9.99999991097579e-38))))
                      (v128.bitselect
                        (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000)
                        (v128.const i32x4 0x0 0x0 0x0 0x0)
                        (i32x4.eq (local.get $c_draw) (v128.const i32x4 0x0 0x0 0x0 0x0)))
                      (i32x4.neg (i32x4.splat (f32.gt (local.get $total_total) (f32.const 0))))))
                  (local.set $index_50 (i32x4.add (i32x4.splat (local.get $base)) (local.get $c_draw)))
                  (local.set $at0_50
                    (i32.add
                      (local.get $probabilities)
                      (i32.mul (i32x4.extract_lane 0 (local.get $index_50)) (i32.const 4))))
                  (local.set $at1_50
                    (i32.add
                      (local.get $probabilities)
                      (i32.mul (i32x4.extract_lane 1 (local.get $index_50)) (i32.const 4))))
                  (local.set $at2_50
                    (i32.add
                      (local.get $probabilities)
                      (i32.mul (i32x4.extract_lane 2 (local.get $index_50)) (i32.const 4))))
                  (local.set $at3_50
                    (i32.add
                      (local.get $probabilities)
                      (i32.mul (i32x4.extract_lane 3 (local.get $index_50)) (i32.const 4))))
                  (if
                    (i32x4.extract_lane 0 (local.get $mask_43))
                    (then
                      (v128.store32_lane 0 (local.get $at0_50) (local.get $stored_42))))
                  (if
                    (i32x4.extract_lane 1 (local.get $mask_43))
                    (then
                      (v128.store32_lane 1 (local.get $at1_50) (local.get $stored_42))))
                  (if
                    (i32x4.extract_lane 2 (local.get $mask_43))
                    (then
                      (v128.store32_lane 2 (local.get $at2_50) (local.get $stored_42))))
                  (if
                    (i32x4.extract_lane 3 (local.get $mask_43))
                    (then
                      (v128.store32_lane 3 (local.get $at3_50) (local.get $stored_42))))
                  (local.set $c_draw (i32x4.add (local.get $c_draw) (v128.const i32x4 0x1 0x1 0x1 0x1)))
                  (br 0)))
              (local.set $stored_43 (local.get $first_above))
              (local.set $at_57 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
              (v128.store offset=2112 (local.get $at_57) (local.get $stored_43))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (local.set $condition_32
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x10 0x10 0x10 0x10)))
              (if
                (i32x4.all_true (local.get $condition_32))
                (then
                  (local.set $found_from_2 (i32.mul (local.get $local) (i32.const 16)))
                  (local.set $at_58 (i32.add (local.get $scratch) (i32.mul (local.get $found_from_2) (i32.const 4))))
                  (local.set $found_head_2
                    (v128.load32_lane offset=2304 3
                      (local.get $at_58)
                      (v128.load32_lane offset=2240 2
                        (local.get $at_58)
                        (v128.load32_lane offset=2176 1
                          (local.get $at_58)
                          (v128.load32_zero offset=2112 (local.get $at_58))))))
                  (local.set $found_part_2 (local.get $found_head_2))
                  (local.set $i_21_2 (i32.const 1))
                  (block
                    (loop
                      (br_if 1 (i32.eqz (i32.lt_s (local.get $i_21_2) (i32.const 16))))
                      (local.set $at_59
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32.add (local.get $found_from_2) (local.get $i_21_2)) (i32.const 4))))
                      (local.set $found_next_2
                        (v128.load32_lane offset=2304 3
                          (local.get $at_59)
                          (v128.load32_lane offset=2240 2
                            (local.get $at_59)
                            (v128.load32_lane offset=2176 1
                              (local.get $at_59)
                              (v128.load32_zero offset=2112 (local.get $at_59))))))
                      (local.set $found_part_2 (i32x4.min_s (local.get $found_part_2) (local.get $found_next_2)))
                      (local.set $i_21_2 (i32.add (local.get $i_21_2) (i32.const 1)))
                      (br 0)))
                  (local.set $stored_45 (local.get $found_part_2))
                  (local.set $at_60 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                  (v128.store offset=3136 (local.get $at_60) (local.get $stored_45)))
                (else
                  (if
                    (i32.eqz (v128.any_true (local.get $condition_32)))
                    (then)
                    (else
                      (local.set $mask_46 (local.get $condition_32))
                      (if
                        (v128.any_true (local.get $mask_46))
                        (then
                          (local.set $found_from (i32.mul (local.get $local) (i32.const 16)))
                          (local.set $index_51
                            (v128.and
                              (i32x4.add (i32x4.splat (local.get $found_from)) (v128.const i32x4 0x0 0x10 0x20 0x30))
                              (local.get $mask_46)))
                          (local.set $at0_51
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_51)) (i32.const 4))))
                          (local.set $at1_51
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_51)) (i32.const 4))))
                          (local.set $at2_51
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_51)) (i32.const 4))))
                          (local.set $at3_51
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_51)) (i32.const 4))))
                          (local.set $found_head
                            (v128.load32_lane offset=2112 3
                              (local.get $at3_51)
                              (v128.load32_lane offset=2112 2
                                (local.get $at2_51)
                                (v128.load32_lane offset=2112 1
                                  (local.get $at1_51)
                                  (v128.load32_zero offset=2112 (local.get $at0_51))))))
                          (local.set $found_part (local.get $found_head))
                          (local.set $i_21 (i32.const 1))
                          (block
                            (loop
                              (br_if 1 (i32.eqz (i32.lt_s (local.get $i_21) (i32.const 16))))
                              (local.set $index_52
                                (v128.and
                                  (i32x4.add
                                    (i32x4.splat (i32.add (local.get $found_from) (local.get $i_21)))
                                    (v128.const i32x4 0x0 0x10 0x20 0x30))
                                  (local.get $mask_46)))
                              (local.set $at0_52
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 0 (local.get $index_52)) (i32.const 4))))
                              (local.set $at1_52
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 1 (local.get $index_52)) (i32.const 4))))
                              (local.set $at2_52
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 2 (local.get $index_52)) (i32.const 4))))
                              (local.set $at3_52
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 3 (local.get $index_52)) (i32.const 4))))
                              (local.set $found_next
                                (v128.load32_lane offset=2112 3
                                  (local.get $at3_52)
                                  (v128.load32_lane offset=2112 2
                                    (local.get $at2_52)
                                    (v128.load32_lane offset=2112 1
                                      (local.get $at1_52)
                                      (v128.load32_zero offset=2112 (local.get $at0_52))))))
                              (local.set $found_part
                                (v128.bitselect
                                  (i32x4.min_s (local.get $found_part) (local.get $found_next))
                                  (local.get $found_part)
                                  (local.get $mask_46)))
                              (local.set $i_21 (i32.add (local.get $i_21) (i32.const 1)))
                              (br 0)))
                          (local.set $stored_44 (local.get $found_part))
                          (local.set $index_53
                            (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
                          (local.set $at0_53
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_53)) (i32.const 4))))
                          (local.set $at1_53
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_53)) (i32.const 4))))
                          (local.set $at2_53
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_53)) (i32.const 4))))
                          (local.set $at3_53
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_53)) (i32.const 4))))
                          (if
                            (i32x4.extract_lane 0 (local.get $mask_46))
                            (then
                              (v128.store32_lane offset=3136 0 (local.get $at0_53) (local.get $stored_44))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask_46))
                            (then
                              (v128.store32_lane offset=3136 1 (local.get $at1_53) (local.get $stored_44))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask_46))
                            (then
                              (v128.store32_lane offset=3136 2 (local.get $at2_53) (local.get $stored_44))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask_46))
                            (then
                              (v128.store32_lane offset=3136 3 (local.get $at3_53) (local.get $stored_44))))))))))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
            (local.set $found_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
            (local.set $found_start (i32.load offset=3136 (local.get $found_start_at)))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (v128.store offset=28800 (local.get $thread_at) (i32x4.splat (local.get $found_start)))
              (local.set $i_22 (i32.const 1))
              (block
                (loop
                  (br_if 1 (i32.eqz (i32.lt_s (local.get $i_22) (i32.const 16))))
                  (local.set $found_item_at (i32.add (local.get $scratch) (i32.mul (local.get $i_22) (i32.const 4))))
                  (local.set $found_item (i32.load offset=3136 (local.get $found_item_at)))
                  (v128.store offset=28800
                    (local.get $thread_at)
                    (i32x4.min_s (v128.load offset=28800 (local.get $thread_at)) (i32x4.splat (local.get $found_item))))
                  (local.set $i_22 (i32.add (local.get $i_22) (i32.const 1)))
                  (br 0)))
              (local.set $stored_46 (i32x4.neg (v128.load offset=27776 (local.get $thread_at))))
              (local.set $at_61 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
              (v128.store offset=2112 (local.get $at_61) (local.get $stored_46))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (local.set $condition_33
                (i32x4.lt_s
                  (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                  (v128.const i32x4 0x10 0x10 0x10 0x10)))
              (if
                (i32x4.all_true (local.get $condition_33))
                (then
                  (local.set $last_from_2 (i32.mul (local.get $local) (i32.const 16)))
                  (local.set $at_62 (i32.add (local.get $scratch) (i32.mul (local.get $last_from_2) (i32.const 4))))
                  (local.set $last_head_2
                    (v128.load32_lane offset=2304 3
                      (local.get $at_62)
                      (v128.load32_lane offset=2240 2
                        (local.get $at_62)
                        (v128.load32_lane offset=2176 1
                          (local.get $at_62)
                          (v128.load32_zero offset=2112 (local.get $at_62))))))
                  (local.set $last_part_2 (local.get $last_head_2))
                  (local.set $i_23_2 (i32.const 1))
                  (block
                    (loop
                      (br_if 1 (i32.eqz (i32.lt_s (local.get $i_23_2) (i32.const 16))))
                      (local.set $at_63
                        (i32.add
                          (local.get $scratch)
                          (i32.mul (i32.add (local.get $last_from_2) (local.get $i_23_2)) (i32.const 4))))
                      (local.set $last_next_2
                        (v128.load32_lane offset=2304 3
                          (local.get $at_63)
                          (v128.load32_lane offset=2240 2
                            (local.get $at_63)
                            (v128.load32_lane offset=2176 1
                              (local.get $at_63)
                              (v128.load32_zero offset=2112 (local.get $at_63))))))
                      (local.set $last_part_2 (i32x4.min_s (local.get $last_part_2) (local.get $last_next_2)))
                      (local.set $i_23_2 (i32.add (local.get $i_23_2) (i32.const 1)))
                      (br 0)))
                  (local.set $stored_48 (local.get $last_part_2))
                  (local.set $at_64 (i32.add (local.get $scratch) (i32.mul (local.get $local) (i32.const 4))))
                  (v128.store offset=3136 (local.get $at_64) (local.get $stored_48)))
                (else
                  (if
                    (i32.eqz (v128.any_true (local.get $condition_33)))
                    (then)
                    (else
                      (local.set $mask_47 (local.get $condition_33))
                      (if
                        (v128.any_true (local.get $mask_47))
                        (then
                          (local.set $last_from (i32.mul (local.get $local) (i32.const 16)))
                          (local.set $index_54
                            (v128.and
                              (i32x4.add (i32x4.splat (local.get $last_from)) (v128.const i32x4 0x0 0x10 0x20 0x30))
                              (local.get $mask_47)))
                          (local.set $at0_54
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_54)) (i32.const 4))))
                          (local.set $at1_54
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_54)) (i32.const 4))))
                          (local.set $at2_54
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_54)) (i32.const 4))))
                          (local.set $at3_54
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_54)) (i32.const 4))))
                          (local.set $last_head
                            (v128.load32_lane offset=2112 3
                              (local.get $at3_54)
                              (v128.load32_lane offset=2112 2
                                (local.get $at2_54)
                                (v128.load32_lane offset=2112 1
                                  (local.get $at1_54)
                                  (v128.load32_zero offset=2112 (local.get $at0_54))))))
                          (local.set $last_part (local.get $last_head))
                          (local.set $i_23 (i32.const 1))
                          (block
                            (loop
                              (br_if 1 (i32.eqz (i32.lt_s (local.get $i_23) (i32.const 16))))
                              (local.set $index_55
                                (v128.and
                                  (i32x4.add
                                    (i32x4.splat (i32.add (local.get $last_from) (local.get $i_23)))
                                    (v128.const i32x4 0x0 0x10 0x20 0x30))
                                  (local.get $mask_47)))
                              (local.set $at0_55
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 0 (local.get $index_55)) (i32.const 4))))
                              (local.set $at1_55
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 1 (local.get $index_55)) (i32.const 4))))
                              (local.set $at2_55
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 2 (local.get $index_55)) (i32.const 4))))
                              (local.set $at3_55
                                (i32.add
                                  (local.get $scratch)
                                  (i32.mul (i32x4.extract_lane 3 (local.get $index_55)) (i32.const 4))))
                              (local.set $last_next
                                (v128.load32_lane offset=2112 3
                                  (local.get $at3_55)
                                  (v128.load32_lane offset=2112 2
                                    (local.get $at2_55)
                                    (v128.load32_lane offset=2112 1
                                      (local.get $at1_55)
                                      (v128.load32_zero offset=2112 (local.get $at0_55))))))
                              (local.set $last_part
                                (v128.bitselect
                                  (i32x4.min_s (local.get $last_part) (local.get $last_next))
                                  (local.get $last_part)
                                  (local.get $mask_47)))
                              (local.set $i_23 (i32.add (local.get $i_23) (i32.const 1)))
                              (br 0)))
                          (local.set $stored_47 (local.get $last_part))
                          (local.set $index_56
                            (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3)))
                          (local.set $at0_56
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_56)) (i32.const 4))))
                          (local.set $at1_56
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_56)) (i32.const 4))))
                          (local.set $at2_56
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_56)) (i32.const 4))))
                          (local.set $at3_56
                            (i32.add
                              (local.get $scratch)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_56)) (i32.const 4))))
                          (if
                            (i32x4.extract_lane 0 (local.get $mask_47))
                            (then
                              (v128.store32_lane offset=3136 0 (local.get $at0_56) (local.get $stored_47))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask_47))
                            (then
                              (v128.store32_lane offset=3136 1 (local.get $at1_56) (local.get $stored_47))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask_47))
                            (then
                              (v128.store32_lane offset=3136 2 (local.get $at2_56) (local.get $stored_47))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask_47))
                            (then
                              (v128.store32_lane offset=3136 3 (local.get $at3_56) (local.get $stored_47))))))))))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
            (local.set $last_start_at (i32.add (local.get $scratch) (i32.mul (i32.const 0) (i32.const 4))))
            (local.set $last_start (i32.load offset=3136 (local.get $last_start_at)))
            (local.set $last_total (local.get $last_start))
            (local.set $i_24 (i32.const 1))
            (block
              (loop
                (br_if 1 (i32.eqz (i32.lt_s (local.get $i_24) (i32.const 16))))
                (local.set $last_item_at (i32.add (local.get $scratch) (i32.mul (local.get $i_24) (i32.const 4))))
                (local.set $last_item (i32.load offset=3136 (local.get $last_item_at)))
                (local.set $last_total
                  (select
                    (local.get $last_total)
                    (local.get $last_item)
                    (i32.lt_s (local.get $last_total) (local.get $last_item))))
                (local.set $i_24 (i32.add (local.get $i_24) (i32.const 1)))
                (br 0)))
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (local.set $drawn
                (v128.bitselect
                  (i32x4.splat (i32.sub (i32.const 0) (local.get $last_total)))
                  (v128.load offset=28800 (local.get $thread_at))
                  (i32x4.eq
                    (v128.load offset=28800 (local.get $thread_at))
                    (v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff))))
              (v128.store offset=9344 (local.get $thread_at) (local.get $drawn))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 256)))))
          (else
            (local.set $local (i32.const 0))
            (local.set $thread_at (local.get $scratch))
            (loop
              (local.set $c_one (local.get $local))
              (block
                (loop
                  (br_if 1 (i32.eqz (i32.lt_s (i32.add (local.get $c_one) (i32.const 3)) (i32.const 48))))
                  (local.set $stored_49
                    (v128.bitselect
                      (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000)
                      (v128.const i32x4 0x0 0x0 0x0 0x0)
                      (i32x4.eq
                        (i32x4.add (i32x4.splat (local.get $c_one)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                        (v128.load offset=8320 (local.get $thread_at)))))
                  (local.set $at_65
                    (i32.add
                      (local.get $probabilities)
                      (i32.mul (i32.add (local.get $base) (local.get $c_one)) (i32.const 4))))
                  (v128.store (local.get $at_65) (local.get $stored_49))
                  (local.set $c_one (i32.add (local.get $c_one) (i32.const 256)))
                  (br 0)))
              (block
                (loop
                  (local.set $mask_48
                    (i32x4.lt_s
                      (i32x4.add (i32x4.splat (local.get $c_one)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                      (v128.const i32x4 0x30 0x30 0x30 0x30)))
                  (br_if 1 (i32.eqz (v128.any_true (local.get $mask_48))))
                  (local.set $stored_50
                    (v128.bitselect
                      (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000)
                      (v128.const i32x4 0x0 0x0 0x0 0x0)
                      (i32x4.eq
                        (i32x4.add (i32x4.splat (local.get $c_one)) (v128.const i32x4 0x0 0x1 0x2 0x3))
                        (v128.load offset=8320 (local.get $thread_at)))))
                  (local.set $index_57
                    (i32x4.add
                      (i32x4.splat (i32.add (local.get $base) (local.get $c_one)))
                      (v128.const i32x4 0x0 0x1 0x2 0x3)))
                  (local.set $at0_57
                    (i32.add
                      (local.get $probabilities)
                      (i32.mul (i32x4.extract_lane 0 (local.get $index_57)) (i32.const 4))))
                  (local.set $at1_57
                    (i32.add
                      (local.get $probabilities)
                      (i32.mul (i32x4.extract_lane 1 (local.get $index_57)) (i32.const 4))))
                  (local.set $at2_57
                    (i32.add
                      (local.get $probabilities)
                      (i32.mul (i32x4.extract_lane 2 (local.get $index_57)) (i32.const 4))))
                  (local.set $at3_57
                    (i32.add
                      (local.get $probabilities)
                      (i32.mul (i32x4.extract_lane 3 (local.get $index_57)) (i32.const 4))))
                  (if
                    (i32x4.extract_lane 0 (local.get $mask_48))
                    (then
                      (v128.store32_lane 0 (local.get $at0_57) (local.get $stored_50))))
                  (if
                    (i32x4.extract_lane 1 (local.get $mask_48))
                    (then
                      (v128.store32_lane 1 (local.get $at1_57) (local.get $stored_50))))
                  (if
                    (i32x4.extract_lane 2 (local.get $mask_48))
                    (then
                      (v128.store32_lane 2 (local.get $at2_57) (local.get $stored_50))))
                  (if
                    (i32x4.extract_lane 3 (local.get $mask_48))
                    (then
                      (v128.store32_lane 3 (local.get $at3_57) (local.get $stored_50))))
                  (local.set $c_one (i32.add (local.get $c_one) (i32.const 256)))
                  (br 0)))
              (local.set $local (i32.add (local.get $local) (i32.const 4)))
              (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
              (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))))
        (local.set $local (i32.const 0))
        (local.set $thread_at (local.get $scratch))
        (loop
          (local.set $condition_34
            (i32x4.eq
              (i32x4.add (i32x4.splat (local.get $local)) (v128.const i32x4 0x0 0x1 0x2 0x3))
              (v128.const i32x4 0x0 0x0 0x0 0x0)))
          (if
            (i32x4.all_true (local.get $condition_34))
            (then
              (local.set $stored_55 (v128.load offset=9344 (local.get $thread_at)))
              (local.set $at_66 (i32.add (local.get $token) (i32.mul (local.get $output) (i32.const 4))))
              (v128.store32_lane 0 (local.get $at_66) (local.get $stored_55))
              (v128.store32_lane 1 (local.get $at_66) (local.get $stored_55))
              (v128.store32_lane 2 (local.get $at_66) (local.get $stored_55))
              (v128.store32_lane 3 (local.get $at_66) (local.get $stored_55))
              (local.set $choice_2 (i32.mul (local.get $output) (i32.const 2)))
              (local.set $stored_56 (v128.load offset=9344 (local.get $thread_at)))
              (local.set $at_67 (i32.add (local.get $sampled) (i32.mul (local.get $choice_2) (i32.const 4))))
              (v128.store32_lane 0 (local.get $at_67) (local.get $stored_56))
              (v128.store32_lane 1 (local.get $at_67) (local.get $stored_56))
              (v128.store32_lane 2 (local.get $at_67) (local.get $stored_56))
              (v128.store32_lane 3 (local.get $at_67) (local.get $stored_56))
              (local.set $stored_57 (v128.load offset=7296 (local.get $thread_at)))
              (local.set $at_68
                (i32.add (local.get $sampled) (i32.mul (i32.add (local.get $choice_2) (i32.const 1)) (i32.const 4))))
              (v128.store32_lane 0 (local.get $at_68) (local.get $stored_57))
              (v128.store32_lane 1 (local.get $at_68) (local.get $stored_57))
              (v128.store32_lane 2 (local.get $at_68) (local.get $stored_57))
              (v128.store32_lane 3 (local.get $at_68) (local.get $stored_57))
              (local.set $outputs_at_2 (i32.add (local.get $step) (i32.mul (i32.const 2) (i32.const 4))))
              (local.set $outputs_2 (i32.load (local.get $outputs_at_2)))
              (local.set $last_output_2 (i32.sub (local.get $outputs_2) (i32.const 1)))
              (local.set $next_row_at_2
                (i32.add
                  (local.get $step)
                  (i32.mul
                    (i32.add
                      (local.get $row_base)
                      (select
                        (i32.add (local.get $output) (i32.const 1))
                        (local.get $last_output_2)
                        (i32.lt_s (i32.add (local.get $output) (i32.const 1)) (local.get $last_output_2))))
                    (i32.const 4))))
              (local.set $next_row_2 (i32.load (local.get $next_row_at_2)))
              (local.set $next_lane_at_2
                (i32.add
                  (local.get $step)
                  (i32.mul (i32.add (local.get $lane_base) (local.get $next_row_2)) (i32.const 4))))
              (local.set $next_lane_2 (i32.load (local.get $next_lane_at_2)))
              (if
                (i32.or
                  (i32.eq (local.get $output) (local.get $last_output_2))
                  (i32.ne (local.get $next_lane_2) (local.get $lane)))
                (then
                  (local.set $last_offset_at_2 (i32.add (local.get $step) (i32.mul (i32.const 3) (i32.const 4))))
                  (local.set $last_offset_2 (i32.load (local.get $last_offset_at_2)))
                  (local.set $stored_58 (v128.load offset=9344 (local.get $thread_at)))
                  (local.set $at_69
                    (i32.add
                      (local.get $sampled)
                      (i32.mul (i32.add (local.get $last_offset_2) (local.get $slot)) (i32.const 4))))
                  (v128.store32_lane 0 (local.get $at_69) (local.get $stored_58))
                  (v128.store32_lane 1 (local.get $at_69) (local.get $stored_58))
                  (v128.store32_lane 2 (local.get $at_69) (local.get $stored_58))
                  (v128.store32_lane 3 (local.get $at_69) (local.get $stored_58)))))
            (else
              (if
                (i32.eqz (v128.any_true (local.get $condition_34)))
                (then)
                (else
                  (local.set $mask_49 (local.get $condition_34))
                  (if
                    (v128.any_true (local.get $mask_49))
                    (then
                      (local.set $stored_51 (v128.load offset=9344 (local.get $thread_at)))
                      (local.set $index_58 (i32x4.splat (local.get $output)))
                      (local.set $at0_58
                        (i32.add
                          (local.get $token)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_58)) (i32.const 4))))
                      (local.set $at1_58
                        (i32.add
                          (local.get $token)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_58)) (i32.const 4))))
                      (local.set $at2_58
                        (i32.add
                          (local.get $token)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_58)) (i32.const 4))))
                      (local.set $at3_58
                        (i32.add
                          (local.get $token)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_58)) (i32.const 4))))
                      (if
                        (i32x4.extract_lane 0 (local.get $mask_49))
                        (then
                          (v128.store32_lane 0 (local.get $at0_58) (local.get $stored_51))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask_49))
                        (then
                          (v128.store32_lane 1 (local.get $at1_58) (local.get $stored_51))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask_49))
                        (then
                          (v128.store32_lane 2 (local.get $at2_58) (local.get $stored_51))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask_49))
                        (then
                          (v128.store32_lane 3 (local.get $at3_58) (local.get $stored_51))))
                      (local.set $choice (i32.mul (local.get $output) (i32.const 2)))
                      (local.set $stored_52 (v128.load offset=9344 (local.get $thread_at)))
                      (local.set $index_59 (i32x4.splat (local.get $choice)))
                      (local.set $at0_59
                        (i32.add
                          (local.get $sampled)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_59)) (i32.const 4))))
                      (local.set $at1_59
                        (i32.add
                          (local.get $sampled)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_59)) (i32.const 4))))
                      (local.set $at2_59
                        (i32.add
                          (local.get $sampled)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_59)) (i32.const 4))))
                      (local.set $at3_59
                        (i32.add
                          (local.get $sampled)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_59)) (i32.const 4))))
                      (if
                        (i32x4.extract_lane 0 (local.get $mask_49))
                        (then
                          (v128.store32_lane 0 (local.get $at0_59) (local.get $stored_52))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask_49))
                        (then
                          (v128.store32_lane 1 (local.get $at1_59) (local.get $stored_52))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask_49))
                        (then
                          (v128.store32_lane 2 (local.get $at2_59) (local.get $stored_52))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask_49))
                        (then
                          (v128.store32_lane 3 (local.get $at3_59) (local.get $stored_52))))
                      (local.set $stored_53 (v128.load offset=7296 (local.get $thread_at)))
                      (local.set $index_60 (i32x4.splat (i32.add (local.get $choice) (i32.const 1))))
                      (local.set $at0_60
                        (i32.add
                          (local.get $sampled)
                          (i32.mul (i32x4.extract_lane 0 (local.get $index_60)) (i32.const 4))))
                      (local.set $at1_60
                        (i32.add
                          (local.get $sampled)
                          (i32.mul (i32x4.extract_lane 1 (local.get $index_60)) (i32.const 4))))
                      (local.set $at2_60
                        (i32.add
                          (local.get $sampled)
                          (i32.mul (i32x4.extract_lane 2 (local.get $index_60)) (i32.const 4))))
                      (local.set $at3_60
                        (i32.add
                          (local.get $sampled)
                          (i32.mul (i32x4.extract_lane 3 (local.get $index_60)) (i32.const 4))))
                      (if
                        (i32x4.extract_lane 0 (local.get $mask_49))
                        (then
                          (v128.store32_lane 0 (local.get $at0_60) (local.get $stored_53))))
                      (if
                        (i32x4.extract_lane 1 (local.get $mask_49))
                        (then
                          (v128.store32_lane 1 (local.get $at1_60) (local.get $stored_53))))
                      (if
                        (i32x4.extract_lane 2 (local.get $mask_49))
                        (then
                          (v128.store32_lane 2 (local.get $at2_60) (local.get $stored_53))))
                      (if
                        (i32x4.extract_lane 3 (local.get $mask_49))
                        (then
                          (v128.store32_lane 3 (local.get $at3_60) (local.get $stored_53))))
                      (local.set $outputs_at (i32.add (local.get $step) (i32.mul (i32.const 2) (i32.const 4))))
                      (local.set $outputs (i32.load (local.get $outputs_at)))
                      (local.set $last_output (i32.sub (local.get $outputs) (i32.const 1)))
                      (local.set $next_row_at
                        (i32.add
                          (local.get $step)
                          (i32.mul
                            (i32.add
                              (local.get $row_base)
                              (select
                                (i32.add (local.get $output) (i32.const 1))
                                (local.get $last_output)
                                (i32.lt_s (i32.add (local.get $output) (i32.const 1)) (local.get $last_output))))
                            (i32.const 4))))
                      (local.set $next_row (i32.load (local.get $next_row_at)))
                      (local.set $next_lane_at
                        (i32.add
                          (local.get $step)
                          (i32.mul (i32.add (local.get $lane_base) (local.get $next_row)) (i32.const 4))))
                      (local.set $next_lane (i32.load (local.get $next_lane_at)))
                      (if
                        (i32.or
                          (i32.eq (local.get $output) (local.get $last_output))
                          (i32.ne (local.get $next_lane) (local.get $lane)))
                        (then
                          (local.set $last_offset_at (i32.add (local.get $step) (i32.mul (i32.const 3) (i32.const 4))))
                          (local.set $last_offset (i32.load (local.get $last_offset_at)))
                          (local.set $stored_54 (v128.load offset=9344 (local.get $thread_at)))
                          (local.set $index_61 (i32x4.splat (i32.add (local.get $last_offset) (local.get $slot))))
                          (local.set $at0_61
                            (i32.add
                              (local.get $sampled)
                              (i32.mul (i32x4.extract_lane 0 (local.get $index_61)) (i32.const 4))))
                          (local.set $at1_61
                            (i32.add
                              (local.get $sampled)
                              (i32.mul (i32x4.extract_lane 1 (local.get $index_61)) (i32.const 4))))
                          (local.set $at2_61
                            (i32.add
                              (local.get $sampled)
                              (i32.mul (i32x4.extract_lane 2 (local.get $index_61)) (i32.const 4))))
                          (local.set $at3_61
                            (i32.add
                              (local.get $sampled)
                              (i32.mul (i32x4.extract_lane 3 (local.get $index_61)) (i32.const 4))))
                          (if
                            (i32x4.extract_lane 0 (local.get $mask_49))
                            (then
                              (v128.store32_lane 0 (local.get $at0_61) (local.get $stored_54))))
                          (if
                            (i32x4.extract_lane 1 (local.get $mask_49))
                            (then
                              (v128.store32_lane 1 (local.get $at1_61) (local.get $stored_54))))
                          (if
                            (i32x4.extract_lane 2 (local.get $mask_49))
                            (then
                              (v128.store32_lane 2 (local.get $at2_61) (local.get $stored_54))))
                          (if
                            (i32x4.extract_lane 3 (local.get $mask_49))
                            (then
                              (v128.store32_lane 3 (local.get $at3_61) (local.get $stored_54))))))))))))
          (local.set $local (i32.add (local.get $local) (i32.const 4)))
          (local.set $thread_at (i32.add (local.get $thread_at) (i32.const 16)))
          (br_if 0 (i32.lt_u (local.get $local) (i32.const 256))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br 0))))
  (export "run" (func $run)))
