-- A link that is too long for a post stays whole, so that its author can shorten it: the beginning of it would lead elsewhere.
alter table drafts
  drop constraint drafts_url_check,
  add constraint drafts_url_check check (char_length(url) <= 8000);
