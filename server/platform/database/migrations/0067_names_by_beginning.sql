-- Changes no data that there are. An index of people by the beginning of their names, for the suggestions of the search box,
-- whatever the language of the database. Takes about a second for a million members; until then nobody can sign up.
create index users_by_name on users (username_key collate "C");
