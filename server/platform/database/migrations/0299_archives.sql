-- Archives of members are zips from now on; those of before stay as they are until they age. A notification for each change of what
-- bans removed, so that its pictures are not served meanwhile. Changes no data.
alter table data_exports add column format text not null default 'json.gz' check (format in ('json.gz', 'zip'));

create function notify_withheld_contents() returns trigger language plpgsql as $$ begin
  perform pg_notify('withheld_contents', '');
  return null;
end $$;
create trigger notify_withheld_contents after insert or delete on withheld_contents
  for each statement execute function notify_withheld_contents();
