-- What admins look for accounts by. Addresses of deleted accounts go with them from now on; those of earlier ones go here.
-- Building the indexes keeps accounts from being written to, some twenty seconds a million of them, before the server answers.

update users set created_ip = null, last_seen_ip = null
where deleted_at is not null and (created_ip is not null or last_seen_ip is not null);

create index users_by_created_ip on users (created_ip) where created_ip is not null;

do $$ begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index users_by_part_of_email on users using gin (lower(email) gin_trgm_ops) where email is not null;
  end if;
end $$;
