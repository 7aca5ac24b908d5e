-- How far the texts of each kind are rendered with which renderer, so that a change of the renderer, or an
-- import, which stores sources only, is worked off in the background without searching the tables.
create table rendering_progress (
  subject text primary key check (subject in ('posts', 'comments', 'communities')),
  renderer smallint not null default 0,
  -- everything up to this id is rendered
  after_id bigint not null default 0,
  is_finished boolean not null default false
);
insert into rendering_progress (subject) values ('posts'), ('comments'), ('communities');
