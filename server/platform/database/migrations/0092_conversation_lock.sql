-- The lock under which a member opens conversations with moderators. Adds a function, nothing else.

-- Serializes what a member opens, after their permission lock. 3: of this purpose, as 1 is of permissions and 2 of threads.
create function lock_conversations(member bigint) returns void language plpgsql as $$ begin
  perform pg_advisory_xact_lock(3, (member % 2147483647)::integer);
end $$;
