-- When the password was last given in a session. Sessions from before this migration ask for it once, where it matters.
-- A new column without a default does not rewrite the table.
alter table sessions add column password_given_at timestamptz;
