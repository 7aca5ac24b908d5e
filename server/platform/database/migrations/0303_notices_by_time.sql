-- Times by which notices to the admins are counted for reports of a year. Four small indexes; nobody waits for them on a table of some
-- thousand rows.
create index notices_by_receipt on notices (received_at);
create index notices_by_decision on notices (decided_at) where decided_at is not null;
create index notices_by_complaint on notices (complained_at) where complained_at is not null;
create index notices_by_answer on notices (second_decided_at) where second_decided_at is not null;
