-- Public ids of posts may have an underscore, so the places of drafts may, too. The table has at most a hundred short rows a
-- member; it is locked while they are read, for which a draft can wait.
-- Changes no data

alter table drafts
  drop constraint drafts_place_check,
  add constraint drafts_place_check check (place ~ '^(post|reply|edit):[A-Za-z0-9_]{1,24}(:[0-9]{1,24})?$');
