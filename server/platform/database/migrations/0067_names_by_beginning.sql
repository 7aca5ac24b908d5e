-- People whose names begin with some letters, for the suggestions of the search box, whatever the language of the database.
-- Takes a second for a million members, in which nobody can sign up.
create index users_by_name on users (username_key collate "C");
