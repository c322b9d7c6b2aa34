-- A punch on a day of rest is neither coming nor going in time: it is a punch more than was asked for.
update att_day set slots = (
  select jsonb_agg(s.slot || '{"state": "extra"}'::jsonb order by s.n) from jsonb_array_elements(slots) with ordinality s (slot, n))
where state = 'rest' and jsonb_array_length(slots) > 0;
