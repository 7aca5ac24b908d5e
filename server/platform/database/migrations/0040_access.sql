-- Who joins and how: invitations, and applications of those who are not members yet. New tables: safe at any size of the others.

create table invitations (
  id integer generated always as identity primary key,
  code text not null unique check (code ~ '^[0-9A-Za-z_]{20}$'),
  created_by bigint not null references users (id) on delete cascade,
  uses_max integer not null check (uses_max between 1 and 1000),
  -- a row of invited_members each
  use_count integer not null default 0 check (use_count between 0 and uses_max),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  withdrawn_at timestamptz
);
create index invitations_of_member on invitations (created_by, id);

-- Whether it still lets somebody in. Whoever is banned or deleted invites nobody.
create function invitation_is_usable(invitation invitations) returns boolean language sql stable as $$
  select invitation.withdrawn_at is null and invitation.expires_at > now() and invitation.use_count < invitation.uses_max
    and exists (
      select from users where users.id = invitation.created_by and users.banned_at is null and users.deleted_at is null)
$$;

create table invited_members (
  user_id bigint primary key references users (id) on delete cascade,
  invitation_id integer not null references invitations (id) on delete cascade,
  joined_at timestamptz not null default now()
);
create index invited_members_of_invitation on invited_members (invitation_id, user_id);

-- Somebody who would like to join. There is no account before they are approved, so nothing that reads `users` knows them.
create table applications (
  id integer generated always as identity primary key,
  username text not null check (username ~ '^[0-9A-Za-z_]{3,21}$'),
  -- Nobody else gets the name meanwhile.
  username_key text not null generated always as (lower(username)) stored unique,
  email text,
  -- null once there is an account
  password_hash text,
  created_ip inet,
  -- [{"question", "answer"}], as the questions were then
  answers jsonb not null default '[]' check (jsonb_typeof(answers) = 'array'),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by bigint references users (id),
  is_approved boolean,
  -- to whom was declined
  decision_text text check (char_length(decision_text) between 1 and 500),
  -- the account that was made
  user_id bigint unique references users (id) on delete cascade,
  check ((decided_at is null) = (is_approved is null)),
  check (password_hash is not null or is_approved)
);
create index applications_waiting on applications (id) where decided_at is null;
create index applications_decided on applications (decided_at, id) where decided_at is not null;

-- What admins ask back.
create table application_questions (
  id integer generated always as identity primary key,
  application_id integer not null references applications (id) on delete cascade,
  asked_by bigint not null references users (id),
  question text not null check (char_length(question) between 1 and 500),
  asked_at timestamptz not null default now(),
  answer text check (char_length(answer) between 1 and 2000),
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null))
);
create unique index application_questions_open on application_questions (application_id) where answer is null;
create index application_questions_of_application on application_questions (application_id, id);

-- Of applicants: a row of `sessions` belongs to a member.
create table application_sessions (
  id_hash bytea primary key,
  application_id integer not null references applications (id) on delete cascade,
  expires_at timestamptz not null
);
create index application_sessions_of_application on application_sessions (application_id);
