-- Stores a token for a mail: to confirm an address that is not confirmed, or to reset a password at one that is.
--
-- Returns the recipient, or no row for any other member and after `mails_per_day` mails of this purpose to the same member, or to
-- the same mailbox for any members. Locks the member, so that simultaneous requests cannot exceed their limit; concurrent jobs
-- can exceed that of a mailbox by their number. Uses users_pkey, mailed_addresses_by_address.
with recipient as materialized (
  select id, username, email, language from users
  where id = :user_id and email is not null and (email_confirmed_at is null) = (:purpose::text = 'confirm_email')
    and deleted_at is null and banned_at is null and password_hash is not null
  for no key update
), inserted_token as (
  insert into mailed_tokens (token_hash, user_id, purpose, email, expires_at)
  select :token_hash, id, :purpose, email, now() + make_interval(hours => :hours) from recipient
  where :mails_per_day::integer > (
    select count(*) from mailed_tokens
    where user_id = recipient.id and purpose = :purpose and created_at > now() - interval '1 day')
  and :mails_per_day::integer > (
    select count(*) from mailed_addresses
    where address_hash = mailbox_hash(recipient.email) and purpose = :purpose and created_at > now() - interval '1 day')
  returning user_id, email
), inserted_address as (
  insert into mailed_addresses (token_hash, address_hash, purpose)
  select :token_hash, mailbox_hash(email), :purpose from inserted_token
)
select recipient.id as "userId", username, recipient.email as "email!", language
from recipient join inserted_token on inserted_token.user_id = recipient.id
