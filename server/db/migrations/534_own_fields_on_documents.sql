-- Where own fields of assets are asked besides on cards: on the line of a stock-in that makes them, and where they are counted.
alter table own_field add column required_at_stock_in boolean not null default false;
alter table own_field add column is_counted boolean not null default false;
comment on column own_field.required_at_stock_in is 'Of assets: filled in on the line of the stock-in that makes them; cards made otherwise may lack it.';
comment on column own_field.is_counted is 'Of assets: shown to the people who count, who may correct it.';
