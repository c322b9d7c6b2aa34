-- The places of an organisation around a point.
create index location_point on location (org_id, ((point ->> 'latitude')::double precision)) where point is not null and deleted_at is null;
