-- The moves of assets are listed in the order of their numbers.
create index move_of_assets on move (org_id, seq) where item_kind = 'asset';
