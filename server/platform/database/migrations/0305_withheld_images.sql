-- Servers read again which pictures bans removed only when some with pictures are removed or come back. Adds an index of a small table
-- and replaces a trigger. Changes no data
create index withheld_contents_with_images on withheld_contents (id) where cardinality(image_ids) > 0 or link_image_id is not null;

drop trigger notify_withheld_contents on withheld_contents;
create or replace function notify_withheld_contents() returns trigger language plpgsql as $$ begin
  if exists (select from changed_row where cardinality(image_ids) > 0 or link_image_id is not null) then
    perform pg_notify('withheld_contents', '');
  end if;
  return null;
end $$;
create trigger notify_new_withheld_contents after insert on withheld_contents
  referencing new table as changed_row for each statement execute function notify_withheld_contents();
create trigger notify_former_withheld_contents after delete on withheld_contents
  referencing old table as changed_row for each statement execute function notify_withheld_contents();
