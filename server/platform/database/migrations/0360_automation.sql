-- Rules without code, of communities or of the whole site. Adds empty tables. Changes no data.
create table automation_rules (
  id bigint generated always as identity primary key,
  -- null: the whole site
  community_id bigint references communities (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  state text not null check (state in ('on', 'shadow', 'off')),
  -- rules with a smaller one come first
  place integer not null,
  definition jsonb not null check (jsonb_typeof(definition) = 'object' and length(definition::text) <= 200000),
  version integer not null default 1,
  -- Deleted rules keep their hits, which can be undone.
  deleted_at timestamptz,
  -- `automation_state.version` at its last change
  changed bigint not null
);
create index automation_rules_of_community on automation_rules (community_id, place, id);
create index automation_rules_by_change on automation_rules (changed);

-- What processes know of the rules: they read those that have changed since.
create table automation_state (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0
);
insert into automation_state default values;

create table automation_versions (
  rule_id bigint not null references automation_rules (id) on delete cascade,
  version integer not null,
  name text not null,
  state text not null check (state in ('on', 'shadow', 'off')),
  definition jsonb not null,
  why text check (char_length(why) between 1 and 300),
  changed_by bigint not null references users (id),
  changed_at timestamptz not null default now(),
  primary key (rule_id, version)
);
create index automation_versions_of_user on automation_versions (changed_by);

create table automation_undos (
  id bigint generated always as identity primary key,
  rule_id bigint not null references automation_rules (id) on delete cascade,
  since timestamptz not null,
  ordered_by bigint not null references users (id),
  ordered_at timestamptz not null default now(),
  finished_at timestamptz
);
create index automation_undos_of_rule on automation_undos (rule_id);
create index automation_undos_of_user on automation_undos (ordered_by);
create index automation_undos_unfinished on automation_undos (id) where finished_at is null;

-- Each time that a rule applied.
create table automation_hits (
  id bigint generated always as identity primary key,
  rule_id bigint not null references automation_rules (id) on delete cascade,
  version integer not null,
  community_id bigint not null references communities (id) on delete cascade,
  -- null: it was refused, so it is not stored
  post_id bigint references posts (id) on delete cascade,
  comment_id bigint references comments (id) on delete cascade,
  kind text not null check (kind in ('post', 'comment')),
  author_id bigint not null references users (id) on delete cascade,
  is_shadow boolean not null,
  acts text[] not null,
  -- The beginning of what was refused; null where it is stored.
  excerpt text check (char_length(excerpt) <= 200),
  -- what waits for review, or has waited
  held_item_id bigint references held_items (id) on delete set null,
  at timestamptz not null default now(),
  -- the undo that it waits for, or that has reversed it
  undo_id bigint references automation_undos (id) on delete set null,
  undone_at timestamptz
);
create index automation_hits_of_rule on automation_hits (rule_id, id);
create index automation_hits_of_community on automation_hits (community_id, id);
create index automation_hits_by_time on automation_hits (at);
create index automation_hits_of_post on automation_hits (post_id) where post_id is not null;
create index automation_hits_of_comment on automation_hits (comment_id) where comment_id is not null;
create index automation_hits_of_held_item on automation_hits (held_item_id) where held_item_id is not null;
create index automation_hits_of_author on automation_hits (author_id);
create index automation_hits_of_undo on automation_hits (undo_id, id) where undo_id is not null;

-- Whether moderators have reversed what a rule did: restored what it removed, unlocked what it locked, or left what it reported.
create function is_hit_reversed(hit automation_hits) returns boolean language sql stable
begin atomic
  select not hit.is_shadow and (hit.undone_at is not null
    or exists (select from held_items where held_items.id = hit.held_item_id and outcome = 'approved' and decided_by is not null)
    or ('remove' = any(hit.acts) and hit.held_item_id is null and hit.post_id is not null and case when hit.comment_id is null
      then exists (select from posts where posts.id = hit.post_id and posts.deleted_at is null)
      else exists (select from comments where comments.id = hit.comment_id and comments.deleted_at is null) end)
    or ('lock' = any(hit.acts) and hit.held_item_id is null and hit.post_id is not null and not 'remove' = any(hit.acts) and case when hit.comment_id is null
      then exists (select from posts where posts.id = hit.post_id and posts.locked_at is null)
      else exists (select from comments where comments.id = hit.comment_id and comments.locked_at is null) end)
    or ('report' = any(hit.acts) and hit.held_item_id is null and not 'remove' = any(hit.acts) and exists (
      select from reviews
      where reviews.post_id = hit.post_id and coalesce(reviews.comment_id, 0) = coalesce(hit.comment_id, 0)
        and reviews.outcome = 'kept' and reviews.reviewed_at > hit.at)));
end;
