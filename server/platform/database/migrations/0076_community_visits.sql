-- When a member last opened each of their communities, for the number of posts that are new there. A column with a default that is
-- the same for all rows: the table is not written again, and what was posted before this migration counts as read.
alter table memberships add column visited_at timestamptz not null default now();
