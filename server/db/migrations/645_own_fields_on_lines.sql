-- Which own fields of assets the lines of documents show.
alter table own_field add column is_on_lines boolean not null default false;
comment on column own_field.is_on_lines is 'Of assets: shown, to be read alone, wherever the line of a document names an asset.';
