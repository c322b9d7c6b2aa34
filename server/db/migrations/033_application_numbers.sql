-- Every application has a number that people can say: SQ, the day in China, and how many came before it that day. Those that are here
-- already are numbered in the order they came, and found by it.
create function application_number(p_day date, p_n bigint) returns text language sql immutable parallel safe
  return 'SQ' || to_char(p_day, 'YYYYMMDD') || case when p_n < 10000 then lpad(p_n::text, 4, '0') else p_n::text end;

alter table wf_instance add column number text;
alter table wf_instance no force row level security;
alter table number_sequence no force row level security;
create temp table numbered on commit drop as
select org_id, id, day, row_number() over (partition by org_id, day order by id) as n
from (select org_id, id, (created_at at time zone 'Asia/Shanghai')::date as day from wf_instance) i;
update wf_instance i set
  number = application_number(r.day, r.n),
  search = case i.search when '' then '' when e'\n' then lower(application_number(r.day, r.n))
           else i.search || e'\n' || lower(application_number(r.day, r.n)) end,
  grams = case i.search when '' then i.grams else array(
    select unnest(i.grams)
    union select substr(lower(application_number(r.day, r.n)), at, 2) from generate_series(1, length(application_number(r.day, r.n)) - 1) as at) end
from numbered r where i.org_id = r.org_id and i.id = r.id;
insert into number_sequence (org_id, name, last)
select org_id, 'application:' || to_char(day, 'YYYYMMDD') || ':' || n / 10000, max(n % 10000) from numbered
group by org_id, day, n / 10000;
alter table wf_instance force row level security;
alter table number_sequence force row level security;
alter table wf_instance alter column number set not null;
create unique index wf_instance_number on wf_instance (org_id, number);

-- The next number of a day. Whoever draws one keeps its lane to himself until he commits; the next one, meanwhile, draws from the next lane
-- and waits for nobody, so that numbers of one moment may be 10,000 apart. A start that comes to nothing gives its number back.
create function next_application_number(p_org bigint, p_day date) returns text language plpgsql as $$
declare
  v_lane int := 0;
  v_last bigint;
  v_name text;
begin
  loop
    v_name := 'application:' || to_char(p_day, 'YYYYMMDD') || ':' || v_lane;
    if pg_try_advisory_xact_lock(hashtextextended(p_org || '/' || v_name, 0)) then
      insert into number_sequence as s (org_id, name, last) values (p_org, v_name, 1)
      on conflict (org_id, name) do update set last = s.last + 1 where s.last < 9999 returning s.last into v_last;
      if found then return application_number(p_day, v_lane * 10000 + v_last); end if;
    end if;
    v_lane := v_lane + 1;
  end loop;
end $$;
