-- What the start of an application writes besides itself: a number is drawn by an update, which locks and writes its row once, and whoever starts one
-- is a person of the organisation, a key that holds the organisation as well and does not make everybody lock its one row.
create or replace function next_application_number(p_org bigint, p_day date) returns text language plpgsql as $$
declare
  v_lane int := 0;
  v_last bigint;
  v_name text;
begin
  loop
    v_name := 'application:' || to_char(p_day, 'YYYYMMDD') || ':' || v_lane;
    if pg_try_advisory_xact_lock(hashtextextended(p_org || '/' || v_name, 0)) then
      update number_sequence s set last = s.last + 1 where s.org_id = p_org and s.name = v_name and s.last < 9999 returning s.last into v_last;
      if found then return application_number(p_day, v_lane * 10000 + v_last); end if;
      insert into number_sequence as s (org_id, name, last) values (p_org, v_name, 1) on conflict (org_id, name) do nothing returning s.last into v_last;
      if found then return application_number(p_day, v_lane * 10000 + v_last); end if;
    end if;
    v_lane := v_lane + 1;
  end loop;
end $$;

alter table wf_instance drop constraint wf_instance_org_id_fkey;
