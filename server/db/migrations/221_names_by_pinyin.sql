-- Names in the order in which a Chinese reader looks for them: signs, numbers by their value, Latin letters, then Han by pinyin.
create collation by_pinyin (provider = icu, locale = 'zh-u-co-pinyin-kn-true-kr-latn-hani');

drop index asset_sorted_name;
create index asset_sorted_name on asset (org_id, (instance_name collate by_pinyin), id) where deleted_at is null;
