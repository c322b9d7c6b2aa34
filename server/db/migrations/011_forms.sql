-- Custom forms: the form with the design that is worked on, its published versions, and applications that are not sent yet.

-- Nothing has been written to it before: its versions were to stand beside its draft.
drop table wf_form;
create table wf_form (
  org_id      bigint not null references organisation,
  form_key    text not null,
  name        text not null,
  note        text not null default '',
  body        jsonb not null,
  revision    int not null default 1,
  created_at  timestamptz not null default now(),
  updated_by  bigint not null,
  updated_at  timestamptz not null default now(),
  primary key (org_id, form_key),
  foreign key (org_id, updated_by) references person (org_id, id)
);

-- Never changed once it is there: definitions of flows and running instances point at their version.
create table wf_form_version (
  org_id        bigint not null,
  form_key      text not null,
  version       int not null,
  name          text not null,
  body          jsonb not null,
  note          text not null default '',
  published_by  bigint not null,
  published_at  timestamptz not null default now(),
  primary key (org_id, form_key, version),
  foreign key (org_id, form_key) references wf_form (org_id, form_key),
  foreign key (org_id, published_by) references person (org_id, id)
);

alter table wf_flow add foreign key (org_id, form_key) references wf_form (org_id, form_key);
create index wf_flow_form on wf_flow (org_id, form_key) where form_key is not null;

-- Its author's only; gone when it is sent.
create table wf_application_draft (
  org_id      bigint not null,
  id          bigint not null,
  uid         bigint not null,
  flow_key    text not null,
  dept_id     bigint,
  form        jsonb not null,
  revision    int not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, flow_key) references wf_flow (org_id, flow_key),
  foreign key (org_id, dept_id) references department (org_id, id)
);
create index wf_application_draft_uid on wf_application_draft (org_id, uid, id desc);
