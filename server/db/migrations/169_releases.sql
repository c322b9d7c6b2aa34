-- Versions of the app as the operator offers them: to which devices, whether they must have them, and where the package lies. They belong to
-- no organisation. A package of ours is known by the hash of its bytes.
create table app_release (
  id            bigint primary key,
  platform      text not null check (platform in ('android', 'ios', 'wgt', 'web')),
  version       text not null,
  code          int not null check (code > 0),
  remark_zh     text not null default '',
  remark_en     text not null default '',
  down_url      text,
  package_name  text,
  sha256        text,
  size_bytes    bigint,
  is_forced     boolean not null default false,
  share_percent int not null default 100 check (share_percent between 0 and 100),
  from_version  text,
  to_version    text,
  by_name       text not null,
  created_at    timestamptz not null default now(),
  changed_by    text,
  changed_at    timestamptz,
  withdrawn_at  timestamptz,
  unique (platform, code),
  check (down_url is null or package_name is null),
  check ((package_name is null) or (sha256 is not null and size_bytes is not null))
);
create index app_release_package on app_release (sha256) where package_name is not null;
