-- An organisation that came from another installation brings its seals along. `elsewhere`: made there, perhaps with a key that is not ours.
-- What such a seal says is held as a row by the first seal that is made here.
alter table seal add column elsewhere boolean not null default false;

create function sealed(r seal) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(jsonb_build_array(r.no, extract(epoch from r.at), r.upto, r.nouns, r.keys,
    array(select encode(d, 'hex') from unnest(r.digests) with ordinality u (d, place) order by place), r.keyed, r.head)::text, 'UTF8'))
$$;
