-- Nothing asks these.
drop function gate_hand_out(text, bigint, int, text);
drop function gate_outbox_after(text, bigint, int);
drop function gate_outbox_end();

-- The same index as person_out_of_service.
drop index person_gone;
