-- In which order a member reads comments; see contract/words.ts. A column with a default is added without writing the table again.
alter table users add column comment_sort text not null default 'best'
  check (comment_sort in ('best', 'top', 'new', 'old', 'controversial'));
