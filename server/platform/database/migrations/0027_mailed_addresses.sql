-- The mails of each address that links were sent to, so that no number of accounts can fill one mailbox. Only a hash of the address
-- is kept, and no longer than a day; unlike the tokens it stays when they are used or their account is deleted.
--
-- A new table and a function: locks nothing that exists.
create table mailed_addresses (
  token_hash bytea primary key,
  address_hash bytea not null,
  purpose text not null,
  created_at timestamptz not null default now()
);
create index mailed_addresses_by_address on mailed_addresses (address_hash, purpose, created_at);
create index mailed_addresses_by_age on mailed_addresses (created_at);

-- Equal for the spellings of an address that most mail servers deliver to one mailbox: in any case, and with any tag after a plus.
create function mailbox_hash(email text) returns bytea language sql immutable
  return sha256(convert_to(regexp_replace(lower(email), '\+.*@', '@'), 'UTF8'));
