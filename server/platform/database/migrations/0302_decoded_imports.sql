-- Whether the HTML entities of an imported text are decoded, which imports have done only since this migration: the command
-- "folkmoot import repair" does it for the others, once. Adds columns with a constant default, which does not rewrite the tables.
alter table imported_posts add column is_decoded boolean not null default false;
alter table imported_comments add column is_decoded boolean not null default false;
