-- The search of a code in whatever case, which gate_asset_codes has taken the place of.
drop function gate_search_assets(text[], text, bigint, int);
