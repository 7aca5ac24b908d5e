-- The member who runs a bot, as the account itself or an admin says; null for none. A column without values, and an index for deleted accounts.
alter table badges add column owner_id bigint references users (id) on delete set null check (owner_id is null or type = 'bot');
create index badges_of_owner on badges (owner_id) where owner_id is not null;
