-- The badge *Bot* marks accounts that programs use. Members can leave their posts out of feeds.
alter table badges drop constraint badges_type_check, add constraint badges_type_check check (type in ('supporter', 'bot'));
alter table users add column hide_bots boolean not null default false;

-- Whether an account is marked as a bot.
create function is_bot(member bigint) returns boolean language sql stable
return exists (select from badges where user_id = member and type = 'bot');
