-- What went wrong in requests during the last day, for admins to see. A new table: safe at any size of the others. The server keeps it
-- to a day and a thousand rows. Nothing in it says who made a request.
create table server_failures (
  id bigint generated always as identity primary key,
  failed_at timestamptz not null,
  request_id text not null check (length(request_id) <= 40),
  method text not null check (length(method) <= 10),
  -- the pattern of the path
  route text not null check (length(route) <= 200),
  status smallint not null,
  message text not null check (length(message) <= 600)
);
