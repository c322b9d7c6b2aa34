-- What somebody has at hand for an opinion: the sentences of his own for each verdict (null: those that everybody starts with) and the
-- signature that he gave last. Nobody else reads it, and it stays as it is when he leaves.
create table wf_opinion_setting (
  org_id           bigint not null references organisation,
  uid              bigint not null,
  approve_presets  text[] check (cardinality(approve_presets) <= 20),
  reject_presets   text[] check (cardinality(reject_presets) <= 20),
  signature        text,
  primary key (org_id, uid),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, signature) references file (org_id, path)
);
