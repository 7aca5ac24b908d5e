-- Members vouch for others. Adds an empty table, a column of a small table, and functions. Changes no data.
create table vouches (
  user_id bigint not null references users (id) on delete cascade,
  voucher_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, voucher_id)
);
create index vouches_by_voucher on vouches (voucher_id, user_id);

-- After a ban of a bot for which they had vouched, the vouching of a member does not count for a time.
alter table member_trust add column vouching_paused_until timestamptz;

create function may_vouch(member users) returns boolean language sql stable
return member.deleted_at is null and member.banned_at is null and trust_of(member) >= 3
  and not exists (select from member_trust where user_id = member.id and vouching_paused_until > now());

-- Who vouched for a member, or invited them, which is the same.
create function vouchers_of(member bigint)
returns table (voucher_id bigint, is_invitation boolean, vouched_at timestamptz, counts boolean) language sql stable
begin atomic
  select users.id, vouched.is_invitation, vouched.vouched_at, may_vouch(users)
  from (
    select vouches.voucher_id, false as is_invitation, created_at as vouched_at from vouches where user_id = member
    union all
    select created_by, true, joined_at from invited_members join invitations on invitations.id = invitation_id
    where user_id = member
  ) as vouched join users on users.id = vouched.voucher_id;
end;
