-- Changes no data that there are. The words of titles, and how many titles have each: what the last word of a search is
-- completed to. They are never shown to anybody. Takes a moment at any size: the job that indexes texts fills the table.

-- Sorted by code points, so that one index finds the words that begin with something, whatever the language.
create table search_words (
  word text collate "C" not null,
  uses bigint not null,
  primary key (word) include (uses)
);

alter table search_progress drop constraint search_progress_subject_check,
  add constraint search_progress_subject_check check (subject in ('posts', 'comments', 'words'));
insert into search_progress (subject, is_finished) values ('words', true);
