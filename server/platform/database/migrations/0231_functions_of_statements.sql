-- What statements of several folders shared as text, as functions.
-- Changes no data

-- Whether the next account becomes the admin because nobody has signed up yet. Imported members without a password do not count,
-- because they cannot log in.
create function awaits_first_admin() returns boolean language sql stable
return (select case when signup_count = 0
  then not exists (select from users where password_hash is not null) else false end from site_settings);

-- Enqueues the mail of a link to a member. The job creates the token, so that nobody can read tokens in the table of jobs. One that
-- waits already is replaced.
create function enqueue_link_mail(user_id bigint, purpose text) returns void language plpgsql as $$ begin
  perform graphile_worker.add_job('mail_link', json_build_object('userId', user_id::text, 'purpose', purpose),
    job_key := 'mail_link ' || purpose || ' ' || user_id, max_attempts := 8);
end $$;

-- The number of waiting applications, counted up to `most`.
create function count_waiting_applications(most integer) returns integer language sql stable
return (select count(*)::integer from (select from applications where decided_at is null limit most) as waiting);

-- Notifies all processes at the commit that the blocked addresses have changed.
create function notify_ip_blocks() returns void language sql
return pg_notify('ip_blocks', '');
