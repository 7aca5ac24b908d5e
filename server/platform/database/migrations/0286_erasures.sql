-- Members erased for good: what was ordered, how far it is, and what was found. The names of those who are erased, as hashes with a
-- key of this site, so that nobody else can take them. Changes no data
create table erasures (
  id bigint generated always as identity primary key,
  user_id bigint not null unique references users (id) on delete cascade,
  content text not null check (content in ('keep', 'blank', 'remove')),
  -- Needed to find mentions of it; null as soon as they are replaced.
  name text,
  -- Null: the command line.
  ordered_by bigint references users (id),
  ordered_at timestamptz not null default now(),
  step text not null,
  -- Where the step continues; null at its beginning.
  place jsonb,
  -- Whether it is the look a minute after the order, or that was done.
  is_last_look boolean not null default false,
  counts jsonb not null default '{}' check (jsonb_typeof(counts) = 'object'),
  finished_at timestamptz
);
create index erasures_unfinished on erasures (id) where finished_at is null;
create index erasures_of_orderer on erasures (ordered_by);

alter table site_settings add column erased_names_key bytea not null
  default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

create table erased_names (
  hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade
);
create index erased_names_of_user on erased_names (user_id);

create function erased_name_hash(name text) returns bytea stable language sql
return sha256((select erased_names_key from site_settings) || convert_to(lower(name), 'UTF8'));

-- As a name that is taken in `on conflict do nothing`.
create function skip_erased_name() returns trigger language plpgsql as $function$ begin
  if exists (select from erased_names where hash = erased_name_hash(new.username)) then return null; end if;
  return new;
end $function$;
create trigger skip_erased_name before insert on users for each row execute function skip_erased_name();
