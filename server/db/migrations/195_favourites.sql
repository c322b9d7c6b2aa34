-- What somebody keeps at the side of the window: the addresses of screens and of lists as they look at them, in an order of their own.
create table favourite (
  org_id  bigint not null references organisation,
  uid     bigint not null,
  path    text not null,
  title   text not null,
  place   int not null,
  primary key (org_id, uid, path),
  foreign key (org_id, uid) references person (org_id, id)
);
