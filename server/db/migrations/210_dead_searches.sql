-- Searches of assets that gate_seek_assets has taken the place of.
drop function gate_find_assets(text[], text, bigint[], bigint, bigint[], bigint[], bigint[], bigint, text, bigint, bigint, text, bigint, int);
drop function gate_find_open_assets(text[], text, bigint[], bigint, bigint[], bigint[], bigint[], bigint, text, bigint, bigint, text, bigint, int);
drop function gate_count_assets(text[], text, int);
