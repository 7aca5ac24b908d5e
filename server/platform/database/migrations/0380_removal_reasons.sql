-- Whether moderators and admins have to give a rule or a reason when they remove something here.
alter table communities add column removal_reason_required boolean not null default false;
