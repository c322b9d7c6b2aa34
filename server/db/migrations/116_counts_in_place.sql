-- Results are written again as evidence comes; with room on their page that touches no index.
alter table count_result set (fillfactor = 75);
