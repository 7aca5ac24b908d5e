-- Answers to calls that create something and were sent with an idempotency key, so that sending them again creates nothing. The
-- row is stored in the transaction of what the call creates, and deleted after a day.
-- `fingerprint`: the hash of what was sent; `answer`: the body of the answer, null only while the call is under way.
-- Without a foreign key: it would hold the row of the member for as long as the transaction lasts, which waits for other rows.
-- A new table: safe at any size of the others.
create table idempotency_keys (
  user_id bigint not null,
  call text not null,
  key text not null,
  fingerprint bytea not null,
  answer text,
  created_at timestamptz not null default now(),
  primary key (user_id, call, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
