-- What waits for its receivers is sealed once all of it is in the books: until then a receiver may say that he has less.

create or replace function gate_digests(p_noun text, p_after bigint, p_upto bigint)
returns table (org_id bigint, noun text, number bigint, key text, digest bytea)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  case p_noun
    when 'move' then return query select r.org_id, p_noun, r.seq, r.id::text, sealed(r) from move r where r.seq > p_after and r.seq <= p_upto;
    when 'asset_event' then return query select r.org_id, p_noun, r.seq, r.id::text, sealed(r) from asset_event r where r.seq > p_after and r.seq <= p_upto;
    when 'wf_event' then return query select r.org_id, p_noun, r.number, r.instance_id || '/' || r.seq, sealed(r) from wf_event r where r.number > p_after and r.number <= p_upto;
    when 'file' then return query select r.org_id, p_noun, r.number, r.id::text, sealed(r) from file r where r.number > p_after and r.number <= p_upto;
    when 'watched_change' then return query select r.org_id, p_noun, r.number, r.number::text, sealed(r) from watched_change r where r.number > p_after and r.number <= p_upto;
    when 'value_entry' then return query select r.org_id, p_noun, r.number, r.number::text, sealed(r) from value_entry r where r.number > p_after and r.number <= p_upto;
    when 'document_event' then
      return query
        select r.org_id, p_noun, r.seq, r.id::text, sealed(r) from document_event r join document d on d.org_id = r.org_id and d.id = r.document_id
        where r.seq > p_after and r.seq <= p_upto and (r.action not in ('save', 'update') or d.state <> 'draft');
      return query
        select d.org_id, 'document', e.seq, d.id::text, sealed(d)
        from (select r.org_id, r.document_id, max(r.seq) as seq from document_event r where r.seq > p_after and r.seq <= p_upto group by 1, 2) e
        join document d on d.org_id = e.org_id and d.id = e.document_id
        where d.state in ('posted', 'reversed') or d.state = 'inProgress' and d.stage > 0;
  end case;
end $$;
