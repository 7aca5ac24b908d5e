-- What became of outgoing mail, so that operators and members see mail that a mail server refuses.
--
-- Changes no data that there are: a new table, and a column without a default, which rewrites no row. Takes a moment at any size.

create table mail_outcomes (
  hour timestamptz not null,
  -- `deferred`: the mail server could not be reached, or asked to try again. `bounced`: accepted first, then returned.
  outcome text not null check (outcome in ('accepted', 'refused', 'deferred', 'bounced')),
  count integer not null,
  -- The last answer of the mail server in this hour, without addresses; null for mail that was accepted.
  answer text check (length(answer) <= 500),
  last_at timestamptz not null default now(),
  primary key (hour, outcome)
);

-- When a mail to the account's current address was refused for good or returned, and none has been accepted since.
alter table users add column email_refused_at timestamptz;
