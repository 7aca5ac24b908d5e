-- The member who runs a bot, as the account itself or an admin says; null for none. Others see them once they confirm it, or where an admin
-- named them. Two columns without values, and an index for deleted accounts.
alter table badges add column owner_id bigint references users (id) on delete set null check (owner_id is null or type = 'bot'),
  add column is_owner_confirmed boolean not null default false;
create index badges_of_owner on badges (owner_id) where owner_id is not null;

create domain bot_owner_json as json;
comment on domain bot_owner_json is '{ id: string; username: string; isConfirmed: boolean }';

-- Whom a bot names as its owner; null for none.
create function bot_owner(bot bigint) returns bot_owner_json language sql stable
return (
  select json_build_object('id', owner.id::text, 'username', owner.username, 'isConfirmed', is_owner_confirmed)
  from badges join users as owner on owner.id = owner_id
  where user_id = bot and type = 'bot' and owner.deleted_at is null);
