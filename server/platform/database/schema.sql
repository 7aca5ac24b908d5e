-- Made from the migrations, by `npm run database-types`. Do not edit: a change of the schema is a new migration.
-- Types, tables (each with its indexes and triggers), and last functions.

create domain actors_json as json;
comment on domain actors_json is '{ id: string; username: string; isDeleted: boolean; picture: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null }[]';

create domain author_json as json;
comment on domain author_json is '{ id: string; author_username: string; author_about_me: string | null; author_points: number; author_is_admin: boolean; author_is_built_in: boolean; author_post_count: number; author_comment_count: number; author_created_at: string; author_last_seen_at: string; author_deleted_at: string | null; author_banned_at: string | null; author_picture: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null; author_badges: { id: number; type: string }[] | null }';

create domain badges_json as json;
comment on domain badges_json is '{ id: number; type: string }[]';

create domain ban_kind as text CHECK (VALUE = ANY (ARRAY['posting'::text, 'commenting'::text, 'participating'::text, 'reading'::text]));

create domain bans_json as json;
comment on domain bans_json is '{ communityId: string | null; communityName: string | null; kind: ''posting'' | ''commenting'' | ''participating'' | ''reading''; reason: string | null; rule: string | null; expiresAt: string | null }[]';

create domain bot_owner_json as json;
comment on domain bot_owner_json is '{ id: string; username: string; isConfirmed: boolean }';

create domain comment_limits_json as json;
comment on domain comment_limits_json is '{ slowMode?: { seconds: number; until: string | null; ruleId?: string }; commenters?: { who: ''members'' | ''trust1'' | ''trust2'' | ''trust3'' | ''trust4''; until: string | null; ruleId?: string } }';

create domain community_json as json;
comment on domain community_json is '{ id: string; creatorId: string; name: string; nsfw: boolean; about: string | null; memberCount: number; postingRestricted: boolean; createdAt: string; deletedAt: string | null; icon: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null; banner: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null }';

create domain held_reasons_json as json;
comment on domain held_reasons_json is '{ reason: ''new_member'' | ''rule''; ruleId?: string; name?: string }[]';

create domain held_sent_json as json;
comment on domain held_sent_json is '{ type?: ''text'' | ''image'' | ''link''; title?: string; body?: string | null; url?: string | null; userGroup?: ''normal'' | ''mods'' | ''admins'' | ''community''; images?: { imageId: string; caption: string | null }[]; attachments?: { imageId: string; caption: string | null }[]; isMadeWithAi?: boolean }';

create domain image_json as json;
comment on domain image_json is '{ id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean }';

create domain images_json as json;
comment on domain images_json is '{ id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean }[]';

create domain queue_author_json as json;
comment on domain queue_author_json is '{ username: string; createdAt: string; points: number; noPosts: number; noComments: number; noRemovals: number; noBans: number; isBanned: boolean; noOtherReports: number }';

create domain queue_copy_json as json;
comment on domain queue_copy_json is '{ title: string | null; body: string | null; link: string | null; images: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean }[] }';

create domain queue_decisions_json as json;
comment on domain queue_decisions_json is '{ post: string; comment: string | null; outcome: ''removed'' | ''locked'' | ''kept''; by: string | null; at: string }[]';

create domain queue_lookers_json as json;
comment on domain queue_lookers_json is '{ username: string; post: string; comment: string | null }[]';

create domain queue_names_json as json;
comment on domain queue_names_json is 'string[]';

create domain queue_reasons_json as json;
comment on domain queue_reasons_json is '{ reasonId: number; title: string; noReports: number }[]';

create domain queue_removal_json as json;
comment on domain queue_removal_json is '{ by: string | null; as: ''mods'' | ''admins''; rule: string | null; reason: string | null; at: string }';

create domain queue_review_json as json;
comment on domain queue_review_json is '{ outcome: ''removed'' | ''locked'' | ''kept''; by: string | null; at: string }';

create domain reports_json as json;
comment on domain reports_json is '{ id: string; reason: string; note: string | null; createdAt: string; reporter: string | null }[]';

create table age_declarations (
  user_id bigint not null,
  at_least smallint not null,
  declared_at timestamp with time zone default now() not null,
  constraint age_declarations_pkey PRIMARY KEY (user_id),
  constraint age_declarations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table analytics_events (
  id bigint generated always as identity not null,
  name text not null,
  session_id_hash bytea not null,
  user_id bigint,
  user_agent text,
  ip inet,
  created_at timestamp with time zone default now() not null,
  constraint analytics_events_pkey PRIMARY KEY (id),
  constraint analytics_events_session_id_hash_name_key UNIQUE (session_id_hash, name),
  constraint analytics_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint analytics_events_name_check CHECK (name = 'pwa_use'::text)
);
CREATE INDEX analytics_events_of_user ON analytics_events (user_id) WHERE user_id IS NOT NULL;

create table announcements (
  post_id bigint not null,
  announced_by bigint not null,
  created_at timestamp with time zone default now() not null,
  after_user_id bigint default 0 not null,
  finished_at timestamp with time zone,
  constraint announcements_pkey PRIMARY KEY (post_id),
  constraint announcements_announced_by_fkey FOREIGN KEY (announced_by) REFERENCES users(id),
  constraint announcements_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);

create table appeals (
  id bigint generated always as identity not null,
  entry_id bigint,
  act text not null,
  member_id bigint not null,
  community_id bigint,
  post_id bigint,
  comment_id bigint,
  actor_id bigint not null,
  acted_as text not null,
  acted_at timestamp with time zone not null,
  rule text,
  reason text,
  body text not null,
  created_at timestamp with time zone default now() not null,
  outcome text,
  answer text,
  answered_by bigint,
  answered_as text,
  answered_at timestamp with time zone,
  is_reversed boolean,
  constraint appeals_pkey PRIMARY KEY (id),
  constraint appeals_entry_id_key UNIQUE (entry_id),
  constraint appeals_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint appeals_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id),
  constraint appeals_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint appeals_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint appeals_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES moderation_log(id) ON DELETE SET NULL,
  constraint appeals_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint appeals_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint appeals_act_check CHECK (act = ANY (ARRAY['removal'::text, 'lock'::text, 'ban'::text])),
  constraint appeals_acted_as_check CHECK (acted_as = ANY (ARRAY['mods'::text, 'admins'::text])),
  constraint appeals_answer_check CHECK (char_length(answer) >= 1 AND char_length(answer) <= 1000),
  constraint appeals_answered_as_check CHECK (answered_as = ANY (ARRAY['mods'::text, 'admins'::text])),
  constraint appeals_body_check CHECK (char_length(body) >= 1 AND char_length(body) <= 1000),
  constraint appeals_check CHECK (num_nulls(outcome, answer, answered_by, answered_as, answered_at) = ANY (ARRAY[0, 5])),
  constraint appeals_check1 CHECK (answered_by IS DISTINCT FROM member_id),
  constraint appeals_check2 CHECK ((act = 'ban'::text) = (post_id IS NULL)),
  constraint appeals_outcome_check CHECK (outcome = ANY (ARRAY['upheld'::text, 'overturned'::text])),
  constraint appeals_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500),
  constraint appeals_rule_check CHECK (char_length(rule) >= 1 AND char_length(rule) <= 512)
);
CREATE INDEX appeals_answered ON appeals (id DESC) WHERE answered_at IS NOT NULL;
CREATE INDEX appeals_answered_of_community ON appeals (community_id, id DESC) WHERE answered_at IS NOT NULL;
CREATE INDEX appeals_by_answer ON appeals (answered_at) WHERE answered_at IS NOT NULL;
CREATE INDEX appeals_by_time ON appeals (created_at);
CREATE INDEX appeals_of_member ON appeals (member_id, id DESC);
CREATE INDEX appeals_open ON appeals (id) WHERE answered_at IS NULL;
CREATE INDEX appeals_open_of_community ON appeals (community_id, id) WHERE answered_at IS NULL;

create table application_questions (
  id integer generated always as identity not null,
  application_id integer not null,
  asked_by bigint not null,
  question text not null,
  asked_at timestamp with time zone default now() not null,
  answer text,
  answered_at timestamp with time zone,
  constraint application_questions_pkey PRIMARY KEY (id),
  constraint application_questions_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id) ON DELETE CASCADE,
  constraint application_questions_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  constraint application_questions_answer_check CHECK (char_length(answer) >= 1 AND char_length(answer) <= 2000),
  constraint application_questions_check CHECK ((answer IS NULL) = (answered_at IS NULL)),
  constraint application_questions_question_check CHECK (char_length(question) >= 1 AND char_length(question) <= 500)
);
CREATE INDEX application_questions_of_application ON application_questions (application_id, id);
CREATE UNIQUE INDEX application_questions_open ON application_questions (application_id) WHERE answer IS NULL;

create table application_sessions (
  id_hash bytea not null,
  application_id integer not null,
  expires_at timestamp with time zone not null,
  constraint application_sessions_pkey PRIMARY KEY (id_hash),
  constraint application_sessions_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id) ON DELETE CASCADE
);
CREATE INDEX application_sessions_of_application ON application_sessions (application_id);

create table applications (
  id integer generated always as identity not null,
  username text not null,
  username_key text generated always as (lower(username)) stored not null,
  email text,
  password_hash text,
  created_ip inet,
  answers jsonb default '[]'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  decided_by bigint,
  is_approved boolean,
  decision_text text,
  user_id bigint,
  terms_version text,
  age_at_least smallint,
  language text,
  constraint applications_pkey PRIMARY KEY (id),
  constraint applications_user_id_key UNIQUE (user_id),
  constraint applications_username_key_key UNIQUE (username_key),
  constraint applications_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint applications_terms_version_fkey FOREIGN KEY (terms_version) REFERENCES terms_versions(version),
  constraint applications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint applications_answers_check CHECK (jsonb_typeof(answers) = 'array'::text),
  constraint applications_check CHECK ((decided_at IS NULL) = (is_approved IS NULL)),
  constraint applications_check1 CHECK (password_hash IS NOT NULL OR is_approved),
  constraint applications_decision_text_check CHECK (char_length(decision_text) >= 1 AND char_length(decision_text) <= 500),
  constraint applications_language_check CHECK (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text AND length(language) <= 35),
  constraint applications_username_check CHECK (username ~ '^[0-9A-Za-z_]{3,21}$'::text)
);
CREATE INDEX applications_decided ON applications (decided_at, id) WHERE decided_at IS NOT NULL;
CREATE INDEX applications_waiting ON applications (id) WHERE decided_at IS NULL;

create table automation_hits (
  id bigint generated always as identity not null,
  rule_id bigint not null,
  version integer not null,
  community_id bigint not null,
  post_id bigint,
  comment_id bigint,
  kind text not null,
  author_id bigint not null,
  is_shadow boolean not null,
  acts text[] not null,
  excerpt text,
  held_item_id bigint,
  at timestamp with time zone default now() not null,
  undo_id bigint,
  undone_at timestamp with time zone,
  constraint automation_hits_pkey PRIMARY KEY (id),
  constraint automation_hits_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint automation_hits_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint automation_hits_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint automation_hits_held_item_id_fkey FOREIGN KEY (held_item_id) REFERENCES held_items(id) ON DELETE SET NULL,
  constraint automation_hits_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint automation_hits_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES automation_rules(id) ON DELETE CASCADE,
  constraint automation_hits_undo_id_fkey FOREIGN KEY (undo_id) REFERENCES automation_undos(id) ON DELETE SET NULL,
  constraint automation_hits_excerpt_check CHECK (char_length(excerpt) <= 200),
  constraint automation_hits_kind_check CHECK (kind = ANY (ARRAY['post'::text, 'comment'::text]))
);
CREATE INDEX automation_hits_by_time ON automation_hits (at);
CREATE INDEX automation_hits_of_author ON automation_hits (author_id);
CREATE INDEX automation_hits_of_comment ON automation_hits (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX automation_hits_of_community ON automation_hits (community_id, id);
CREATE INDEX automation_hits_of_held_item ON automation_hits (held_item_id) WHERE held_item_id IS NOT NULL;
CREATE INDEX automation_hits_of_post ON automation_hits (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX automation_hits_of_rule ON automation_hits (rule_id, id);
CREATE INDEX automation_hits_of_undo ON automation_hits (undo_id, id) WHERE undo_id IS NOT NULL;

create table automation_rules (
  id bigint generated always as identity not null,
  community_id bigint,
  name text not null,
  state text not null,
  place integer not null,
  definition jsonb not null,
  version integer default 1 not null,
  deleted_at timestamp with time zone,
  changed bigint not null,
  constraint automation_rules_pkey PRIMARY KEY (id),
  constraint automation_rules_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint automation_rules_definition_check CHECK (jsonb_typeof(definition) = 'object'::text AND length(definition::text) <= 200000),
  constraint automation_rules_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 80),
  constraint automation_rules_state_check CHECK (state = ANY (ARRAY['on'::text, 'shadow'::text, 'off'::text]))
);
CREATE INDEX automation_rules_by_change ON automation_rules (changed);
CREATE INDEX automation_rules_of_community ON automation_rules (community_id, place, id);

create table automation_state (
  only_row boolean default true not null,
  version bigint default 0 not null,
  constraint automation_state_pkey PRIMARY KEY (only_row),
  constraint automation_state_only_row_check CHECK (only_row)
);

create table automation_undos (
  id bigint generated always as identity not null,
  rule_id bigint not null,
  since timestamp with time zone not null,
  ordered_by bigint not null,
  ordered_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  constraint automation_undos_pkey PRIMARY KEY (id),
  constraint automation_undos_ordered_by_fkey FOREIGN KEY (ordered_by) REFERENCES users(id),
  constraint automation_undos_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES automation_rules(id) ON DELETE CASCADE
);
CREATE INDEX automation_undos_of_rule ON automation_undos (rule_id);
CREATE INDEX automation_undos_of_user ON automation_undos (ordered_by);
CREATE INDEX automation_undos_unfinished ON automation_undos (id) WHERE finished_at IS NULL;

create table automation_versions (
  rule_id bigint not null,
  version integer not null,
  name text not null,
  state text not null,
  definition jsonb not null,
  why text,
  changed_by bigint not null,
  changed_at timestamp with time zone default now() not null,
  constraint automation_versions_pkey PRIMARY KEY (rule_id, version),
  constraint automation_versions_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  constraint automation_versions_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES automation_rules(id) ON DELETE CASCADE,
  constraint automation_versions_state_check CHECK (state = ANY (ARRAY['on'::text, 'shadow'::text, 'off'::text])),
  constraint automation_versions_why_check CHECK (char_length(why) >= 1 AND char_length(why) <= 300)
);
CREATE INDEX automation_versions_of_user ON automation_versions (changed_by);

create table backups (
  id bigint generated always as identity not null,
  name text not null,
  reason text not null,
  state text default 'waiting'::text not null,
  asked_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  attempts smallint default 0 not null,
  step text,
  done bigint default 0 not null,
  total bigint default 0 not null,
  bytes bigint,
  failure text,
  verification text,
  verified_at timestamp with time zone,
  verification_failure text,
  deleted_at timestamp with time zone,
  constraint backups_pkey PRIMARY KEY (id),
  constraint backups_name_key UNIQUE (name),
  constraint backups_failure_check CHECK (length(failure) <= 500),
  constraint backups_name_check CHECK (length(name) <= 200),
  constraint backups_reason_check CHECK (reason = ANY (ARRAY['manual'::text, 'daily'::text])),
  constraint backups_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'running'::text, 'made'::text, 'failed'::text])),
  constraint backups_step_check CHECK (length(step) <= 100),
  constraint backups_verification_check CHECK (verification = ANY (ARRAY['waiting'::text, 'running'::text, 'sound'::text, 'failed'::text])),
  constraint backups_verification_failure_check CHECK (length(verification_failure) <= 500)
);
CREATE UNIQUE INDEX backups_under_way ON backups ((true)) WHERE state = ANY (ARRAY['waiting'::text, 'running'::text]);

create table badges (
  id integer generated always as identity not null,
  user_id bigint not null,
  type text not null,
  created_at timestamp with time zone default now() not null,
  is_by_admin boolean default false not null,
  owner_id bigint,
  is_owner_confirmed boolean default false not null,
  constraint badges_pkey PRIMARY KEY (id),
  constraint badges_user_id_type_key UNIQUE (user_id, type),
  constraint badges_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint badges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint badges_check CHECK (owner_id IS NULL OR type = 'bot'::text),
  constraint badges_type_check CHECK (type = ANY (ARRAY['supporter'::text, 'bot'::text]))
);
CREATE INDEX badges_of_owner ON badges (owner_id) WHERE owner_id IS NOT NULL;

create table blocked_pictures (
  hash bit(64) not null,
  note text not null,
  added_at timestamp with time zone default now() not null,
  added_by bigint,
  constraint blocked_pictures_pkey PRIMARY KEY (hash),
  constraint blocked_pictures_added_by_fkey FOREIGN KEY (added_by) REFERENCES users(id),
  constraint blocked_pictures_note_check CHECK (length(note) <= 200)
);
CREATE INDEX blocked_pictures_added_by ON blocked_pictures (added_by) WHERE added_by IS NOT NULL;

create table bulk_action_contents (
  bulk_action_id bigint not null,
  post_id bigint,
  comment_id bigint,
  constraint bulk_action_contents_bulk_action_id_fkey FOREIGN KEY (bulk_action_id) REFERENCES bulk_actions(id) ON DELETE CASCADE,
  constraint bulk_action_contents_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint bulk_action_contents_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint bulk_action_contents_check CHECK (num_nonnulls(post_id, comment_id) = 1)
);
CREATE UNIQUE INDEX bulk_action_contents_comments ON bulk_action_contents (bulk_action_id, comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX bulk_action_contents_of_comment ON bulk_action_contents (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX bulk_action_contents_of_post ON bulk_action_contents (post_id) WHERE post_id IS NOT NULL;
CREATE UNIQUE INDEX bulk_action_contents_posts ON bulk_action_contents (bulk_action_id, post_id) WHERE post_id IS NOT NULL;

create table bulk_action_members (
  bulk_action_id bigint not null,
  user_id bigint not null,
  outcome text,
  acted_at timestamp with time zone,
  is_banned boolean default false not null,
  former_ban jsonb,
  constraint bulk_action_members_pkey PRIMARY KEY (bulk_action_id, user_id),
  constraint bulk_action_members_bulk_action_id_fkey FOREIGN KEY (bulk_action_id) REFERENCES bulk_actions(id) ON DELETE CASCADE,
  constraint bulk_action_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint bulk_action_members_former_ban_check CHECK (jsonb_typeof(former_ban) = 'object'::text),
  constraint bulk_action_members_outcome_check CHECK (outcome = ANY (ARRAY['changed'::text, 'unchanged'::text, 'skipped'::text]))
);
CREATE INDEX bulk_action_members_of_user ON bulk_action_members (user_id);
CREATE INDEX bulk_action_members_waiting ON bulk_action_members (bulk_action_id, user_id) WHERE outcome IS NULL;

create table bulk_actions (
  id bigint generated always as identity not null,
  action text not null,
  ordered_by bigint not null,
  ordered_at timestamp with time zone default now() not null,
  filter jsonb,
  reason text,
  expires_at timestamp with time zone,
  with_content boolean not null,
  undoes_id bigint,
  is_stopped boolean default false not null,
  finished_at timestamp with time zone,
  votes_since timestamp with time zone,
  constraint bulk_actions_pkey PRIMARY KEY (id),
  constraint bulk_actions_ordered_by_fkey FOREIGN KEY (ordered_by) REFERENCES users(id),
  constraint bulk_actions_undoes_id_fkey FOREIGN KEY (undoes_id) REFERENCES bulk_actions(id) ON DELETE CASCADE,
  constraint bulk_actions_action_check CHECK (action = ANY (ARRAY['ban'::text, 'unban'::text, 'log_out'::text, 'remove'::text, 'restore'::text, 'uncount_votes'::text, 'count_votes'::text, 'slow_votes'::text, 'end_slow_votes'::text])),
  constraint bulk_actions_filter_check CHECK (jsonb_typeof(filter) = 'object'::text),
  constraint bulk_actions_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500)
);
CREATE INDEX bulk_actions_by_time ON bulk_actions (ordered_at);
CREATE INDEX bulk_actions_of_orderer ON bulk_actions (ordered_by);
CREATE INDEX bulk_actions_of_undone ON bulk_actions (undoes_id) WHERE undoes_id IS NOT NULL;
CREATE INDEX bulk_actions_unfinished ON bulk_actions (id) WHERE finished_at IS NULL;

create table comment_images (
  comment_id bigint not null,
  "position" smallint not null,
  image_id bigint not null,
  constraint comment_images_pkey PRIMARY KEY (comment_id, "position"),
  constraint comment_images_image_id_key UNIQUE (image_id),
  constraint comment_images_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint comment_images_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id),
  constraint comment_images_position_check CHECK ("position" >= 0 AND "position" <= 3)
);

create table comment_search (
  comment_id bigint not null,
  post_id bigint not null,
  community_id bigint not null,
  author_id bigint not null,
  created_at timestamp with time zone not null,
  words tsvector not null,
  constraint comment_search_pkey PRIMARY KEY (comment_id),
  constraint comment_search_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE
);
CREATE INDEX comment_search_new ON comment_search (created_at DESC, comment_id DESC);
CREATE INDEX comment_search_words ON comment_search USING gin (words);

create table comment_votes (
  post_id bigint not null,
  comment_id bigint not null,
  user_id bigint not null,
  up boolean,
  previous_up boolean,
  moves_points boolean not null,
  created_at timestamp with time zone default now() not null,
  told_at timestamp with time zone,
  previous_told_at timestamp with time zone,
  counts boolean default true not null,
  constraint comment_votes_pkey PRIMARY KEY (post_id, user_id, comment_id),
  constraint comment_votes_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint comment_votes_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint comment_votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX comment_votes_by_comment ON comment_votes (comment_id);
CREATE INDEX comment_votes_by_time ON comment_votes USING brin (created_at) WITH (pages_per_range='32', autosummarize='on');

create table comments (
  id bigint generated always as identity not null,
  post_id bigint not null,
  parent_id bigint,
  ancestors bigint[] default '{}'::bigint[] not null,
  depth smallint generated always as (cardinality(ancestors)) stored not null,
  author_id bigint not null,
  author_group text default 'normal'::text not null,
  body text not null,
  body_html text,
  body_renderer smallint,
  upvotes integer default 0 not null,
  downvotes integer default 0 not null,
  reply_count integer default 0 not null,
  direct_reply_count integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  edited_at timestamp with time zone,
  locked_at timestamp with time zone,
  locked_by bigint,
  locked_as text,
  deleted_at timestamp with time zone,
  deleted_by bigint,
  deleted_as text,
  imported_upvotes integer default 0 not null,
  imported_downvotes integer default 0 not null,
  attachment_count smallint default 0 not null,
  is_pinned boolean default false not null,
  score_hidden_until timestamp with time zone,
  made_with_ai_by text,
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint comments_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES users(id),
  constraint comments_locked_by_fkey FOREIGN KEY (locked_by) REFERENCES users(id),
  constraint comments_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES comments(id),
  constraint comments_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id),
  constraint comments_author_group_check CHECK (author_group = ANY (ARRAY['normal'::text, 'mods'::text, 'admins'::text, 'community'::text])) NOT VALID,
  constraint comments_body_check CHECK (char_length(body) <= 400000),
  constraint comments_check CHECK ((parent_id IS NULL) = (cardinality(ancestors) = 0)),
  constraint comments_check1 CHECK ((deleted_at IS NULL) = (deleted_as IS NULL)),
  constraint comments_check2 CHECK ((locked_at IS NULL) = (locked_as IS NULL)),
  constraint comments_deleted_as_check CHECK (deleted_as = ANY (ARRAY['normal'::text, 'mods'::text, 'admins'::text])),
  constraint comments_depth_check CHECK (depth <= 15),
  constraint comments_direct_reply_count_check CHECK (direct_reply_count >= 0),
  constraint comments_downvotes_check CHECK (downvotes >= 0),
  constraint comments_locked_as_check CHECK (locked_as = ANY (ARRAY['mods'::text, 'admins'::text])),
  constraint comments_made_with_ai_by_check CHECK (made_with_ai_by = ANY (ARRAY['author'::text, 'mods'::text, 'admins'::text, 'rule'::text])) NOT VALID,
  constraint comments_reply_count_check CHECK (reply_count >= 0),
  constraint comments_upvotes_check CHECK (upvotes >= 0)
) with (fillfactor=85);
CREATE INDEX comments_best ON comments (post_id, upvotes DESC, id DESC);
CREATE INDEX comments_best_replies ON comments (parent_id, upvotes DESC, id DESC) WHERE parent_id IS NOT NULL;
CREATE INDEX comments_by_author ON comments (author_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX comments_by_author_removed ON comments (author_id, created_at DESC, id DESC) WHERE deleted_as = ANY (ARRAY['mods'::text, 'admins'::text]);
CREATE INDEX comments_by_author_withdrawn ON comments (author_id, created_at DESC) WHERE deleted_as = 'normal'::text;
CREATE INDEX comments_by_time ON comments USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX comments_new ON comments (post_id, created_at, author_id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX comments_pinned ON comments (post_id) WHERE is_pinned;
CREATE INDEX comments_sorted_best ON comments (siblings_of(post_id, parent_id), comment_best(upvotes, downvotes) DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX comments_sorted_controversial ON comments (siblings_of(post_id, parent_id), comment_controversy(upvotes, downvotes) DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX comments_sorted_deleted ON comments (siblings_of(post_id, parent_id), id DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX comments_sorted_time ON comments (siblings_of(post_id, parent_id), id) WHERE deleted_at IS NULL;
CREATE INDEX comments_sorted_top ON comments (siblings_of(post_id, parent_id), comment_points(upvotes, downvotes) DESC, id DESC) WHERE deleted_at IS NULL;
CREATE TRIGGER index_changed_comment AFTER UPDATE OF body, deleted_at ON comments FOR EACH ROW EXECUTE FUNCTION index_changed_comment();
CREATE TRIGGER index_new_comments AFTER INSERT ON comments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION index_new_comments();
CREATE TRIGGER index_rendered_comment AFTER UPDATE OF body_html ON comments FOR EACH ROW WHEN (old.body_html IS NULL AND new.body_html IS NOT NULL AND new.body = old.body) EXECUTE FUNCTION index_changed_comment();

create table communities (
  id bigint generated always as identity not null,
  name text not null,
  name_key text generated always as (lower(name)) stored not null,
  creator_id bigint not null,
  nsfw boolean default false not null,
  about text,
  about_html text,
  about_renderer smallint,
  member_count integer default 0 not null,
  post_count integer default 0 not null,
  posting_restricted boolean default false not null,
  is_default boolean default false not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  moderation_log_names boolean default true not null,
  icon_id bigint,
  banner_id bigint,
  hold_new_members text,
  undecided text default 'approve'::text not null,
  removal_reason_required boolean default false not null,
  downvoters text default 'everyone'::text not null,
  score_hidden_minutes integer default 0 not null,
  comment_limits jsonb,
  made_with_ai text default 'allowed'::text not null,
  constraint communities_pkey PRIMARY KEY (id),
  constraint communities_name_key_key UNIQUE (name_key),
  constraint communities_banner_id_fkey FOREIGN KEY (banner_id) REFERENCES images(id),
  constraint communities_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id),
  constraint communities_icon_id_fkey FOREIGN KEY (icon_id) REFERENCES images(id),
  constraint communities_about_check CHECK (char_length(about) <= 2000),
  constraint communities_comment_limits_check CHECK (jsonb_typeof(comment_limits) = 'object'::text AND comment_limits <> '{}'::jsonb),
  constraint communities_downvoters_check CHECK (downvoters = ANY (ARRAY['everyone'::text, 'members'::text, 'trust1'::text, 'trust2'::text, 'trust3'::text, 'trust4'::text, 'nobody'::text])),
  constraint communities_hold_new_members_check CHECK (hold_new_members = ANY (ARRAY['off'::text, 'media'::text, 'everything'::text])),
  constraint communities_made_with_ai_check CHECK (made_with_ai = ANY (ARRAY['allowed'::text, 'marked'::text, 'refused'::text])),
  constraint communities_member_count_check CHECK (member_count >= 0),
  constraint communities_name_check CHECK (name ~ '^[0-9A-Za-z_]{2,21}$'::text),
  constraint communities_post_count_check CHECK (post_count >= 0),
  constraint communities_score_hidden_minutes_check CHECK (score_hidden_minutes >= 0 AND score_hidden_minutes <= 1440),
  constraint communities_undecided_check CHECK (undecided = ANY (ARRAY['approve'::text, 'refuse'::text]))
);
CREATE INDEX communities_by_age ON communities (created_at, id);
CREATE UNIQUE INDEX communities_by_banner ON communities (banner_id) WHERE banner_id IS NOT NULL;
CREATE UNIQUE INDEX communities_by_icon ON communities (icon_id) WHERE icon_id IS NOT NULL;
CREATE INDEX communities_by_similar_name ON communities USING gin (name_key gin_trgm_ops);
CREATE INDEX communities_by_size ON communities (member_count DESC, id);
CREATE INDEX communities_by_words ON communities USING gin (about_words(about));
CREATE INDEX communities_default ON communities (name_key) WHERE is_default;

create table community_bans (
  community_id bigint not null,
  user_id bigint not null,
  banned_by bigint,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  note text,
  kind ban_kind default 'participating'::text not null,
  reason text,
  rule text,
  changed_at timestamp with time zone default now() not null,
  constraint community_bans_pkey PRIMARY KEY (user_id, community_id),
  constraint community_bans_banned_by_fkey FOREIGN KEY (banned_by) REFERENCES users(id),
  constraint community_bans_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint community_bans_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint community_bans_note_check CHECK (char_length(note) >= 1 AND char_length(note) <= 500),
  constraint community_bans_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500),
  constraint community_bans_rule_check CHECK (char_length(rule) >= 1 AND char_length(rule) <= 512)
);
CREATE INDEX community_bans_by_community ON community_bans (community_id, created_at DESC, user_id DESC);

create table community_comments (
  comment_id bigint not null,
  community_id bigint not null,
  written_by bigint,
  rule_id bigint,
  answered_post_id bigint,
  constraint community_comments_pkey PRIMARY KEY (comment_id),
  constraint community_comments_answered_post_id_fkey FOREIGN KEY (answered_post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint community_comments_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint community_comments_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint community_comments_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES automation_rules(id) ON DELETE SET NULL,
  constraint community_comments_written_by_fkey FOREIGN KEY (written_by) REFERENCES users(id),
  constraint community_comments_check CHECK (written_by IS NULL OR rule_id IS NULL)
);
CREATE INDEX community_comments_by_writer ON community_comments (written_by) WHERE written_by IS NOT NULL;
CREATE INDEX community_comments_of_community ON community_comments (community_id);
CREATE INDEX community_comments_of_post ON community_comments (answered_post_id) WHERE answered_post_id IS NOT NULL;
CREATE UNIQUE INDEX community_comments_of_rule ON community_comments (rule_id, answered_post_id) WHERE rule_id IS NOT NULL;

create table community_mutes (
  id bigint generated always as identity not null,
  user_id bigint not null,
  muted_community_id bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint community_mutes_pkey PRIMARY KEY (user_id, muted_community_id),
  constraint community_mutes_id_key UNIQUE (id),
  constraint community_mutes_muted_community_id_fkey FOREIGN KEY (muted_community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint community_mutes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table community_requests (
  id integer generated always as identity not null,
  user_id bigint not null,
  name text not null,
  name_key text generated always as (lower(name)) stored not null,
  note text,
  created_at timestamp with time zone default now() not null,
  denied_at timestamp with time zone,
  denied_by bigint,
  denied_note text,
  constraint community_requests_pkey PRIMARY KEY (id),
  constraint community_requests_denied_by_fkey FOREIGN KEY (denied_by) REFERENCES users(id),
  constraint community_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint community_requests_check CHECK ((denied_at IS NULL) = (denied_by IS NULL)),
  constraint community_requests_denied_note_check CHECK (char_length(denied_note) <= 500),
  constraint community_requests_name_check CHECK (name ~ '^[0-9A-Za-z_]{3,21}$'::text),
  constraint community_requests_note_check CHECK (char_length(note) >= 1 AND char_length(note) <= 500)
);
CREATE INDEX community_requests_by_age ON community_requests (created_at, id);
CREATE INDEX community_requests_of_user ON community_requests (user_id, id);
CREATE UNIQUE INDEX community_requests_pending ON community_requests (user_id, name_key) WHERE denied_at IS NULL;

create table community_rules (
  id bigint generated always as identity not null,
  community_id bigint not null,
  rule text not null,
  description text,
  z_index integer default 0 not null,
  created_by bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint community_rules_pkey PRIMARY KEY (id),
  constraint community_rules_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint community_rules_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint community_rules_description_check CHECK (char_length(description) <= 512),
  constraint community_rules_rule_check CHECK (char_length(rule) >= 1 AND char_length(rule) <= 512)
);
CREATE INDEX community_rules_in_order ON community_rules (community_id, z_index, id);

create table content_deletions (
  id bigint generated always as identity not null,
  user_id bigint not null,
  ordered_by bigint not null,
  since timestamp with time zone,
  until timestamp with time zone not null,
  finished_at timestamp with time zone,
  taken_back_at timestamp with time zone,
  first_look_at timestamp with time zone,
  bulk_action_id bigint,
  only_listed boolean default false not null,
  constraint content_deletions_pkey PRIMARY KEY (id),
  constraint content_deletions_bulk_action_id_fkey FOREIGN KEY (bulk_action_id) REFERENCES bulk_actions(id) ON DELETE SET NULL,
  constraint content_deletions_ordered_by_fkey FOREIGN KEY (ordered_by) REFERENCES users(id),
  constraint content_deletions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX content_deletions_of_bulk_action ON content_deletions (bulk_action_id) WHERE bulk_action_id IS NOT NULL;
CREATE INDEX content_deletions_of_user ON content_deletions (user_id);
CREATE INDEX content_deletions_unfinished ON content_deletions (id) WHERE finished_at IS NULL;

create table data_exports (
  id bigint generated always as identity not null,
  user_id bigint not null,
  secret text not null,
  state text default 'waiting'::text not null,
  attempts smallint default 0 not null,
  requested_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone,
  bytes bigint,
  deleted_at timestamp with time zone,
  format text default 'json.gz'::text not null,
  constraint data_exports_pkey PRIMARY KEY (id),
  constraint data_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint data_exports_bytes_check CHECK (bytes > 0),
  constraint data_exports_check CHECK ((state = 'waiting'::text) = (finished_at IS NULL)),
  constraint data_exports_check1 CHECK ((state = 'ready'::text) = (expires_at IS NOT NULL) AND (state = 'ready'::text) = (bytes IS NOT NULL)),
  constraint data_exports_format_check CHECK (format = ANY (ARRAY['json.gz'::text, 'zip'::text])),
  constraint data_exports_secret_check CHECK (secret ~ '^[0-9A-Za-z_]{22}$'::text),
  constraint data_exports_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text]))
);
CREATE UNIQUE INDEX data_exports_of_user ON data_exports (user_id) WHERE deleted_at IS NULL;
CREATE INDEX data_exports_waiting ON data_exports (id) WHERE state = 'waiting'::text AND deleted_at IS NULL;

create table drafts (
  user_id bigint not null,
  place text not null,
  revision bigint generated always as identity not null,
  post_type text default 'text'::text not null,
  title text default ''::text not null,
  body text default ''::text not null,
  url text default ''::text not null,
  community text default ''::text not null,
  saved_at timestamp with time zone default now() not null,
  is_made_with_ai boolean,
  constraint drafts_pkey PRIMARY KEY (user_id, place),
  constraint drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint drafts_body_check CHECK (char_length(body) <= 20000),
  constraint drafts_check CHECK (title <> ''::text OR body <> ''::text OR url <> ''::text),
  constraint drafts_community_check CHECK (char_length(community) <= 21),
  constraint drafts_place_check CHECK (place ~ '^(post|reply|edit):[A-Za-z0-9_]{1,24}(:[0-9]{1,24})?$'::text),
  constraint drafts_post_type_check CHECK (post_type = ANY (ARRAY['text'::text, 'image'::text, 'link'::text])),
  constraint drafts_title_check CHECK (char_length(title) <= 300),
  constraint drafts_url_check CHECK (char_length(url) <= 8000)
);

create table erased_names (
  hash bytea not null,
  user_id bigint not null,
  constraint erased_names_pkey PRIMARY KEY (hash),
  constraint erased_names_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX erased_names_of_user ON erased_names (user_id);

create table erasures (
  id bigint generated always as identity not null,
  user_id bigint not null,
  content text not null,
  name text,
  ordered_by bigint,
  ordered_at timestamp with time zone default now() not null,
  step text not null,
  place jsonb,
  is_last_look boolean default false not null,
  counts jsonb default '{}'::jsonb not null,
  finished_at timestamp with time zone,
  constraint erasures_pkey PRIMARY KEY (id),
  constraint erasures_user_id_key UNIQUE (user_id),
  constraint erasures_ordered_by_fkey FOREIGN KEY (ordered_by) REFERENCES users(id),
  constraint erasures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint erasures_content_check CHECK (content = ANY (ARRAY['keep'::text, 'blank'::text, 'remove'::text])),
  constraint erasures_counts_check CHECK (jsonb_typeof(counts) = 'object'::text)
);
CREATE INDEX erasures_of_orderer ON erasures (ordered_by);
CREATE INDEX erasures_unfinished ON erasures (id) WHERE finished_at IS NULL;

create table former_community_names (
  name text not null,
  name_key text generated always as (lower(name)) stored not null,
  community_id bigint not null,
  renamed_at timestamp with time zone default now() not null,
  constraint former_community_names_pkey PRIMARY KEY (name_key),
  constraint former_community_names_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint former_community_names_name_check CHECK (name ~ '^[0-9A-Za-z_]{2,21}$'::text)
);
CREATE INDEX former_community_names_of_community ON former_community_names (community_id, renamed_at);

create table held_items (
  id bigint generated always as identity not null,
  kind text not null,
  author_id bigint not null,
  community_id bigint not null,
  post_id bigint,
  comment_id bigint,
  sent jsonb not null,
  image_ids bigint[] default '{}'::bigint[] not null,
  sent_hash bytea not null,
  reasons jsonb not null,
  created_at timestamp with time zone default now() not null,
  alerted_at timestamp with time zone,
  outcome text,
  decided_at timestamp with time zone,
  decided_by bigint,
  reason text,
  constraint held_items_pkey PRIMARY KEY (id),
  constraint held_items_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint held_items_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint held_items_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint held_items_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint held_items_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint held_items_check CHECK ((kind = 'post'::text) = (post_id IS NULL)),
  constraint held_items_check1 CHECK (num_nulls(outcome, decided_at) = ANY (ARRAY[0, 2])),
  constraint held_items_check2 CHECK (decided_at IS NOT NULL OR num_nonnulls(decided_by, reason) = 0),
  constraint held_items_kind_check CHECK (kind = ANY (ARRAY['post'::text, 'comment'::text, 'edit'::text])),
  constraint held_items_outcome_check CHECK (outcome = ANY (ARRAY['approved'::text, 'refused'::text])),
  constraint held_items_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500),
  constraint held_items_reasons_check CHECK (jsonb_typeof(reasons) = 'array'::text),
  constraint held_items_sent_check CHECK (jsonb_typeof(sent) = 'object'::text),
  constraint held_items_sent_hash_check CHECK (octet_length(sent_hash) = 32)
);
CREATE INDEX held_items_alerted ON held_items (community_id, alerted_at) WHERE alerted_at IS NOT NULL;
CREATE INDEX held_items_by_age ON held_items (created_at) WHERE decided_at IS NULL;
CREATE INDEX held_items_decided ON held_items (decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX held_items_decided_by ON held_items (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX held_items_of_author ON held_items (author_id, id DESC);
CREATE INDEX held_items_of_comment ON held_items (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX held_items_of_post ON held_items (post_id) WHERE post_id IS NOT NULL;
CREATE UNIQUE INDEX held_items_once ON held_items (author_id, sent_hash) WHERE decided_at IS NULL;
CREATE INDEX held_items_waiting ON held_items (community_id, id) WHERE decided_at IS NULL;

create table hidden_posts (
  user_id bigint not null,
  post_id bigint not null,
  hidden_at timestamp with time zone default clock_timestamp() not null,
  constraint hidden_posts_pkey PRIMARY KEY (user_id, post_id),
  constraint hidden_posts_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint hidden_posts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX hidden_posts_in_order ON hidden_posts (user_id, hidden_at, post_id);

create table idempotency_keys (
  user_id bigint not null,
  call text not null,
  key text not null,
  fingerprint bytea not null,
  answer text,
  created_at timestamp with time zone default now() not null,
  refusal text,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, call, key),
  constraint idempotency_keys_refusal_check CHECK (refusal ~ '^[A-Za-z]{1,40}$'::text)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

create table images (
  id bigint generated always as identity not null,
  uploader_id bigint,
  use text not null,
  secret text not null,
  format text default 'jpeg'::text not null,
  width integer,
  height integer,
  size integer,
  average_color text,
  alt_text text,
  created_at timestamp with time zone default now() not null,
  stored_at timestamp with time zone,
  is_used boolean default false not null,
  deleted_at timestamp with time zone,
  ground text,
  is_animated boolean default false not null,
  hash bit(64),
  constraint images_pkey PRIMARY KEY (id),
  constraint images_uploader_id_fkey FOREIGN KEY (uploader_id) REFERENCES users(id),
  constraint images_alt_text_check CHECK (char_length(alt_text) <= 1024),
  constraint images_average_color_check CHECK (average_color ~ '^rgb\(\d{1,3},\d{1,3},\d{1,3}\)$'::text),
  constraint images_check CHECK ((stored_at IS NULL) = (width IS NULL) AND (stored_at IS NULL) = (height IS NULL) AND (stored_at IS NULL) = (size IS NULL) AND (stored_at IS NULL) = (average_color IS NULL)),
  constraint images_check1 CHECK (NOT is_used OR stored_at IS NOT NULL AND deleted_at IS NULL),
  constraint images_format_check CHECK (format = ANY (ARRAY['jpeg'::text, 'webp'::text, 'png'::text])),
  constraint images_ground_check CHECK (ground = ANY (ARRAY['light'::text, 'dark'::text, 'any'::text])) NOT VALID,
  constraint images_height_check CHECK (height > 0),
  constraint images_secret_check CHECK (secret ~ '^[0-9A-Za-z_]{22}$'::text),
  constraint images_size_check CHECK (size > 0),
  constraint images_use_check CHECK (use = ANY (ARRAY['post'::text, 'thumbnail'::text, 'profile'::text, 'icon'::text, 'banner'::text, 'logo'::text])) NOT VALID,
  constraint images_width_check CHECK (width > 0)
);
CREATE INDEX images_deleted ON images (id) WHERE deleted_at IS NOT NULL;
CREATE INDEX images_unused ON images (created_at) WHERE NOT is_used AND deleted_at IS NULL;
CREATE INDEX images_without_hash ON images (id) WHERE hash IS NULL AND use = 'post'::text AND stored_at IS NOT NULL;

create table imported_comments (
  source_id text not null,
  comment_id bigint not null,
  is_decoded boolean default false not null,
  constraint imported_comments_pkey PRIMARY KEY (source_id)
);

create table imported_communities (
  source_name text not null,
  community_id bigint not null,
  constraint imported_communities_pkey PRIMARY KEY (source_name),
  constraint imported_communities_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id)
);

create table imported_posts (
  source_id text not null,
  post_id bigint not null,
  is_decoded boolean default false not null,
  constraint imported_posts_pkey PRIMARY KEY (source_id)
);

create table imported_users (
  source_name text not null,
  user_id bigint not null,
  constraint imported_users_pkey PRIMARY KEY (source_name),
  constraint imported_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table invitations (
  id integer generated always as identity not null,
  code text not null,
  created_by bigint not null,
  uses_max integer not null,
  use_count integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_code_key UNIQUE (code),
  constraint invitations_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint invitations_check CHECK (use_count >= 0 AND use_count <= uses_max),
  constraint invitations_code_check CHECK (code ~ '^[0-9A-Za-z_]{20}$'::text),
  constraint invitations_uses_max_check CHECK (uses_max >= 1 AND uses_max <= 1000)
);
CREATE INDEX invitations_of_member ON invitations (created_by, id);

create table invited_members (
  user_id bigint not null,
  invitation_id integer not null,
  joined_at timestamp with time zone default now() not null,
  constraint invited_members_pkey PRIMARY KEY (user_id),
  constraint invited_members_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitations(id) ON DELETE CASCADE,
  constraint invited_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX invited_members_of_invitation ON invited_members (invitation_id, user_id);

create table ip_block_state (
  only_row boolean default true not null,
  version bigint default 0 not null,
  tor_exits inet[] default '{}'::inet[] not null,
  tor_exits_version bigint default 0 not null,
  tor_exits_fetched_at timestamp with time zone,
  constraint ip_block_state_pkey PRIMARY KEY (only_row),
  constraint ip_block_state_only_row_check CHECK (only_row)
);

create table ip_block_users (
  block_id integer not null,
  user_id bigint not null,
  "position" integer not null,
  constraint ip_block_users_pkey PRIMARY KEY (block_id, "position"),
  constraint ip_block_users_block_id_fkey FOREIGN KEY (block_id) REFERENCES ip_blocks(id) ON DELETE CASCADE,
  constraint ip_block_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ip_block_users_of_user ON ip_block_users (user_id);

create table ip_blocks (
  id integer generated always as identity not null,
  network cidr not null,
  note text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  created_by bigint not null,
  expires_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  changed bigint not null,
  constraint ip_blocks_pkey PRIMARY KEY (id),
  constraint ip_blocks_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint ip_blocks_network_check CHECK (masklen(network::inet) >= 8),
  constraint ip_blocks_note_check CHECK (char_length(note) <= 500),
  constraint ip_blocks_network_tstzrange_excl EXCLUDE USING gist (network inet_ops WITH =, tstzrange(created_at, LEAST(expires_at, cancelled_at), '[)'::text) WITH &&)
);
CREATE INDEX ip_blocks_by_change ON ip_blocks (changed);

create unlogged table last_writes (
  user_id bigint not null,
  written_at timestamp with time zone not null,
  "position" bigint,
  constraint last_writes_pkey PRIMARY KEY (user_id)
) with (fillfactor=50);

create table list_items (
  id bigint generated always as identity not null,
  list_id bigint not null,
  post_id bigint not null,
  comment_id bigint,
  target_created_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  constraint list_items_pkey PRIMARY KEY (list_id, id),
  constraint list_items_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint list_items_list_id_fkey FOREIGN KEY (list_id) REFERENCES lists(id) ON DELETE CASCADE,
  constraint list_items_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX list_items_by_age ON list_items (list_id, target_created_at, id);
CREATE INDEX list_items_of_comment ON list_items (comment_id) WHERE comment_id IS NOT NULL;
CREATE UNIQUE INDEX list_items_once ON list_items (post_id, comment_id, list_id) NULLS NOT DISTINCT;

create table lists (
  id bigint generated always as identity not null,
  user_id bigint not null,
  name text not null,
  name_key text generated always as (lower(name)) stored not null,
  display_name text not null,
  description text,
  is_public boolean default false not null,
  item_count integer default 0 not null,
  item_sort text default 'addedDsc'::text not null,
  created_at timestamp with time zone default now() not null,
  last_updated_at timestamp with time zone default now() not null,
  constraint lists_pkey PRIMARY KEY (id),
  constraint lists_user_id_name_key_key UNIQUE (user_id, name_key),
  constraint lists_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint lists_description_check CHECK (char_length(description) <= 10000),
  constraint lists_display_name_check CHECK (char_length(display_name) <= 50),
  constraint lists_item_count_check CHECK (item_count >= 0),
  constraint lists_item_sort_check CHECK (item_sort = ANY (ARRAY['addedDsc'::text, 'addedAsc'::text, 'createdDsc'::text, 'createdAsc'::text])),
  constraint lists_name_check CHECK (name ~ '^[0-9A-Za-z_]{3,21}$'::text)
);

create table mail_outcomes (
  hour timestamp with time zone not null,
  outcome text not null,
  count integer not null,
  answer text,
  last_at timestamp with time zone default now() not null,
  constraint mail_outcomes_pkey PRIMARY KEY (hour, outcome),
  constraint mail_outcomes_answer_check CHECK (length(answer) <= 500),
  constraint mail_outcomes_outcome_check CHECK (outcome = ANY (ARRAY['accepted'::text, 'refused'::text, 'deferred'::text, 'bounced'::text]))
);

create table mailed_addresses (
  token_hash bytea not null,
  address_hash bytea not null,
  purpose text not null,
  created_at timestamp with time zone default now() not null,
  constraint mailed_addresses_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX mailed_addresses_by_address ON mailed_addresses (address_hash, purpose, created_at);
CREATE INDEX mailed_addresses_by_age ON mailed_addresses (created_at);

create table mailed_tokens (
  token_hash bytea not null,
  user_id bigint not null,
  purpose text not null,
  email text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint mailed_tokens_pkey PRIMARY KEY (token_hash),
  constraint mailed_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint mailed_tokens_purpose_check CHECK (purpose = ANY (ARRAY['confirm_email'::text, 'reset_password'::text]))
);
CREATE INDEX mailed_tokens_by_age ON mailed_tokens (created_at);
CREATE INDEX mailed_tokens_of_user ON mailed_tokens (user_id, purpose, created_at);

create table member_notes (
  id bigint generated always as identity not null,
  community_id bigint not null,
  member_id bigint not null,
  author_id bigint not null,
  body text not null,
  created_at timestamp with time zone default now() not null,
  constraint member_notes_pkey PRIMARY KEY (id),
  constraint member_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint member_notes_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint member_notes_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint member_notes_body_check CHECK (char_length(body) >= 1 AND char_length(body) <= 1000)
);
CREATE INDEX member_notes_by_author ON member_notes (author_id);
CREATE INDEX member_notes_of_member ON member_notes (member_id, community_id, id DESC);

create table member_trust (
  user_id bigint not null,
  days_visited integer default 0 not null,
  last_day date,
  reports_agreed integer default 0 not null,
  below_since timestamp with time zone,
  pinned_at timestamp with time zone,
  pinned_by bigint,
  vouching_paused_until timestamp with time zone,
  constraint member_trust_pkey PRIMARY KEY (user_id),
  constraint member_trust_pinned_by_fkey FOREIGN KEY (pinned_by) REFERENCES users(id),
  constraint member_trust_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX member_trust_pinned ON member_trust (pinned_at DESC, user_id) WHERE pinned_at IS NOT NULL;
CREATE INDEX member_trust_pinned_by ON member_trust (pinned_by) WHERE pinned_by IS NOT NULL;

create table memberships (
  user_id bigint not null,
  community_id bigint not null,
  joined_at timestamp with time zone default now() not null,
  visited_at timestamp with time zone default now() not null,
  constraint memberships_pkey PRIMARY KEY (user_id, community_id),
  constraint memberships_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX memberships_by_community ON memberships (community_id);

create table moderation_days (
  day date not null,
  counts jsonb not null,
  minutes jsonb not null,
  constraint moderation_days_pkey PRIMARY KEY (day),
  constraint moderation_days_counts_check CHECK (jsonb_typeof(counts) = 'array'::text),
  constraint moderation_days_minutes_check CHECK (jsonb_typeof(minutes) = 'object'::text)
);

create table moderation_log (
  id bigint generated always as identity not null,
  action text not null,
  actor_id bigint not null,
  acted_as text not null,
  community_id bigint,
  post_id bigint,
  comment_id bigint,
  user_id bigint,
  reason text,
  details jsonb default '{}'::jsonb not null,
  is_public boolean not null,
  created_at timestamp with time zone default now() not null,
  member_id bigint,
  constraint moderation_log_pkey PRIMARY KEY (id),
  constraint moderation_log_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint moderation_log_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE SET NULL,
  constraint moderation_log_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint moderation_log_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id),
  constraint moderation_log_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE SET NULL,
  constraint moderation_log_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint moderation_log_acted_as_check CHECK (acted_as = ANY (ARRAY['mods'::text, 'admins'::text])),
  constraint moderation_log_action_check CHECK (action ~ '^[a-z_]{1,40}$'::text),
  constraint moderation_log_details_check CHECK (jsonb_typeof(details) = 'object'::text AND length(details::text) <= 4000),
  constraint moderation_log_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500)
);
CREATE INDEX moderation_log_bans ON moderation_log (user_id, community_id) WHERE action = 'ban_from_community'::text;
CREATE INDEX moderation_log_by_action ON moderation_log (action, id DESC, actor_id);
CREATE INDEX moderation_log_by_actor ON moderation_log (actor_id, id DESC, action, is_public);
CREATE INDEX moderation_log_by_time ON moderation_log (created_at, id);
CREATE INDEX moderation_log_of_community ON moderation_log (community_id, id DESC, action, actor_id);
CREATE INDEX moderation_log_of_member ON moderation_log (member_id, id DESC) WHERE member_id IS NOT NULL;
CREATE INDEX moderation_log_public ON moderation_log (id DESC) WHERE is_public;
CREATE TRIGGER moderation_log_member BEFORE INSERT ON moderation_log FOR EACH ROW EXECUTE FUNCTION set_logged_member();

create table moderators (
  community_id bigint not null,
  user_id bigint not null,
  "position" integer not null,
  added_at timestamp with time zone default now() not null,
  permissions text[] default '{content,members,settings,mail,rules}'::text[] not null,
  constraint moderators_pkey PRIMARY KEY (community_id, user_id),
  constraint moderators_community_id_position_key UNIQUE (community_id, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint moderators_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint moderators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint moderators_permissions_check CHECK (permissions <@ '{content,members,settings,mail,rules}'::text[]),
  constraint moderators_position_check CHECK ("position" >= 0)
);
CREATE INDEX moderators_by_user ON moderators (user_id);

create table modmail_conversations (
  id bigint generated always as identity not null,
  community_id bigint not null,
  member_id bigint not null,
  subject text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  assigned_to bigint,
  archived_at timestamp with time zone,
  is_new_to_member boolean not null,
  is_new_to_moderators boolean not null,
  constraint modmail_conversations_pkey PRIMARY KEY (id),
  constraint modmail_conversations_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES users(id),
  constraint modmail_conversations_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint modmail_conversations_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint modmail_conversations_subject_check CHECK (char_length(subject) >= 1 AND char_length(subject) <= 100)
);
CREATE INDEX modmail_archived ON modmail_conversations (community_id, updated_at DESC, id DESC) WHERE archived_at IS NOT NULL;
CREATE INDEX modmail_of_member ON modmail_conversations (member_id, updated_at DESC, id DESC);
CREATE INDEX modmail_open ON modmail_conversations (community_id, updated_at DESC, id DESC) WHERE archived_at IS NULL;

create table modmail_messages (
  id bigint generated always as identity not null,
  conversation_id bigint not null,
  author_id bigint not null,
  kind text not null,
  written_as text,
  body text not null,
  created_at timestamp with time zone default now() not null,
  constraint modmail_messages_pkey PRIMARY KEY (id),
  constraint modmail_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint modmail_messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES modmail_conversations(id) ON DELETE CASCADE,
  constraint modmail_messages_body_check CHECK (char_length(body) >= 1 AND char_length(body) <= 5000),
  constraint modmail_messages_check CHECK (kind = 'message'::text OR written_as IS NOT NULL),
  constraint modmail_messages_kind_check CHECK (kind = ANY (ARRAY['message'::text, 'warning'::text, 'note'::text])),
  constraint modmail_messages_written_as_check CHECK (written_as = ANY (ARRAY['mods'::text, 'admins'::text]))
);
CREATE INDEX modmail_messages_by_author ON modmail_messages (author_id);
CREATE INDEX modmail_messages_in_order ON modmail_messages (conversation_id, id DESC);

create table new_member_texts (
  post_id bigint not null,
  comment_id bigint,
  author_id bigint not null,
  created_at timestamp with time zone not null,
  simhash bigint,
  domains text[] default '{}'::text[] not null,
  constraint new_member_texts_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint new_member_texts_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint new_member_texts_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX new_member_texts_by_time ON new_member_texts (created_at);
CREATE UNIQUE INDEX new_member_texts_comments ON new_member_texts (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX new_member_texts_of_author ON new_member_texts (author_id);
CREATE INDEX new_member_texts_of_post ON new_member_texts (post_id);
CREATE UNIQUE INDEX new_member_texts_posts ON new_member_texts (post_id) WHERE comment_id IS NULL;

create table notices (
  id bigint generated always as identity not null,
  kind text not null,
  subject text not null,
  post_id bigint,
  comment_id bigint,
  user_id bigint,
  community_id bigint,
  message_id bigint,
  address text not null,
  ground text,
  country text,
  body text not null,
  is_child_abuse boolean default false not null,
  reporter_id bigint,
  reporter_name text,
  reporter_email text,
  key_hash bytea,
  mail_key_hash bytea,
  sent_hash bytea,
  received_at timestamp with time zone default now() not null,
  due_at timestamp with time zone not null,
  overdue_notified_at timestamp with time zone,
  act text,
  reasons text,
  decided_by bigint,
  decided_at timestamp with time zone,
  complaint text,
  complained_at timestamp with time zone,
  second_act text,
  second_reasons text,
  second_decided_by bigint,
  second_decided_at timestamp with time zone,
  is_open boolean generated always as (((decided_at IS NULL) OR ((complained_at IS NOT NULL) AND (second_decided_at IS NULL)))) stored not null,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE SET NULL,
  constraint notices_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE SET NULL,
  constraint notices_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint notices_message_id_fkey FOREIGN KEY (message_id) REFERENCES modmail_messages(id) ON DELETE SET NULL,
  constraint notices_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE SET NULL,
  constraint notices_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint notices_second_decided_by_fkey FOREIGN KEY (second_decided_by) REFERENCES users(id),
  constraint notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint notices_act_check CHECK (act = ANY (ARRAY['keep'::text, 'lock'::text, 'remove'::text, 'erase'::text, 'ban'::text, 'other'::text])),
  constraint notices_address_check CHECK (char_length(address) >= 1 AND char_length(address) <= 300),
  constraint notices_body_check CHECK (char_length(body) >= 1 AND char_length(body) <= 3000),
  constraint notices_check CHECK (num_nonnulls(post_id, comment_id, user_id, community_id, message_id) <= 1),
  constraint notices_check1 CHECK (num_nulls(act, reasons, decided_at) = ANY (ARRAY[0, 3])),
  constraint notices_check2 CHECK (num_nulls(complaint, complained_at) = ANY (ARRAY[0, 2])),
  constraint notices_check3 CHECK (num_nulls(second_act, second_reasons, second_decided_at) = ANY (ARRAY[0, 3])),
  constraint notices_check4 CHECK (complained_at IS NULL OR decided_at IS NOT NULL),
  constraint notices_check5 CHECK (second_decided_at IS NULL OR complained_at IS NOT NULL),
  constraint notices_complaint_check CHECK (char_length(complaint) >= 1 AND char_length(complaint) <= 3000),
  constraint notices_country_check CHECK (char_length(country) >= 1 AND char_length(country) <= 60),
  constraint notices_ground_check CHECK (char_length(ground) >= 1 AND char_length(ground) <= 200),
  constraint notices_key_hash_check CHECK (octet_length(key_hash) = 32),
  constraint notices_kind_check CHECK (kind = ANY (ARRAY['unlawful'::text, 'rules'::text])),
  constraint notices_mail_key_hash_check CHECK (octet_length(mail_key_hash) = 32),
  constraint notices_reasons_check CHECK (char_length(reasons) >= 1 AND char_length(reasons) <= 1000),
  constraint notices_reporter_email_check CHECK (char_length(reporter_email) >= 3 AND char_length(reporter_email) <= 254),
  constraint notices_reporter_name_check CHECK (char_length(reporter_name) >= 1 AND char_length(reporter_name) <= 100),
  constraint notices_second_act_check CHECK (second_act = ANY (ARRAY['keep'::text, 'lock'::text, 'remove'::text, 'erase'::text, 'ban'::text, 'other'::text])),
  constraint notices_second_reasons_check CHECK (char_length(second_reasons) >= 1 AND char_length(second_reasons) <= 1000),
  constraint notices_sent_hash_check CHECK (octet_length(sent_hash) = 32),
  constraint notices_subject_check CHECK (subject = ANY (ARRAY['post'::text, 'comment'::text, 'user'::text, 'community'::text, 'message'::text]))
);
CREATE INDEX notices_by_answer ON notices (second_decided_at) WHERE second_decided_at IS NOT NULL;
CREATE INDEX notices_by_complaint ON notices (complained_at) WHERE complained_at IS NOT NULL;
CREATE INDEX notices_by_decision ON notices (decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX notices_by_receipt ON notices (received_at);
CREATE INDEX notices_decided ON notices (id DESC) WHERE NOT is_open;
CREATE INDEX notices_of_comment ON notices (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX notices_of_community ON notices (community_id) WHERE community_id IS NOT NULL;
CREATE INDEX notices_of_day ON notices (sent_hash) WHERE sent_hash IS NOT NULL;
CREATE INDEX notices_of_message ON notices (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX notices_of_post ON notices (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX notices_of_reporter ON notices (reporter_id) WHERE reporter_id IS NOT NULL;
CREATE INDEX notices_of_user ON notices (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX notices_open ON notices (due_at, id) WHERE is_open;
CREATE INDEX notices_with_complaint ON notices (id DESC) WHERE complained_at IS NOT NULL;

create table notifications (
  id bigint generated always as identity not null,
  user_id bigint not null,
  type text not null,
  post_id bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone,
  comment_id bigint,
  about_comment_id bigint,
  actor_id bigint,
  community_id bigint,
  deleted_as text,
  badge_type text,
  body text,
  happened integer default 1 not null,
  is_new boolean default true not null,
  was_new boolean default false not null,
  is_open boolean default false not null,
  details jsonb default '{}'::jsonb not null,
  actor_ids bigint[] default '{}'::bigint[] not null,
  latest_comment_id bigint,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_about_comment_id_fkey FOREIGN KEY (about_comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint notifications_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint notifications_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint notifications_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint notifications_latest_comment_id_fkey FOREIGN KEY (latest_comment_id) REFERENCES comments(id) ON DELETE SET NULL,
  constraint notifications_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notifications_actor_ids_check CHECK (cardinality(actor_ids) <= 50),
  constraint notifications_body_check CHECK (char_length(body) <= 2000),
  constraint notifications_check CHECK (seen_at IS NULL OR NOT (is_new OR is_open)),
  constraint notifications_deleted_as_check CHECK (deleted_as = ANY (ARRAY['mods'::text, 'admins'::text])),
  constraint notifications_details_check CHECK (jsonb_typeof(details) = 'object'::text AND length(details::text) <= 20000),
  constraint notifications_happened_check CHECK (happened > 0),
  constraint notifications_type_check CHECK (type ~ '^[a-z_]{1,40}$'::text) NOT VALID
);
CREATE UNIQUE INDEX notifications_announced_once ON notifications (user_id, post_id) WHERE type = 'announcement'::text;
CREATE INDEX notifications_by_age ON notifications (user_id, id DESC);
CREATE INDEX notifications_in_order ON notifications (user_id, (seen_at IS NULL) DESC, updated_at DESC, id DESC);
CREATE UNIQUE INDEX notifications_mentions ON notifications (comment_id, post_id, user_id) NULLS NOT DISTINCT WHERE type = 'mention'::text;
CREATE UNIQUE INDEX notifications_open ON notifications (user_id, type, post_id, about_comment_id) NULLS NOT DISTINCT WHERE is_open;

create table post_images (
  post_id bigint not null,
  "position" smallint not null,
  image_id bigint not null,
  constraint post_images_pkey PRIMARY KEY (post_id, "position"),
  constraint post_images_image_id_key UNIQUE (image_id),
  constraint post_images_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id),
  constraint post_images_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_images_position_check CHECK ("position" >= 0 AND "position" <= 99)
);

create table post_merges (
  id bigint generated always as identity not null,
  post_id bigint not null,
  into_id bigint not null,
  community_id bigint not null,
  merged_by bigint not null,
  merged_at timestamp with time zone default now() not null,
  reason text,
  root_ids bigint[] not null,
  before jsonb not null,
  undone_by bigint,
  undone_at timestamp with time zone,
  constraint post_merges_pkey PRIMARY KEY (id),
  constraint post_merges_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint post_merges_into_id_fkey FOREIGN KEY (into_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_merges_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES users(id),
  constraint post_merges_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_merges_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id),
  constraint post_merges_check CHECK ((undone_by IS NULL) = (undone_at IS NULL)),
  constraint post_merges_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 1000)
);
CREATE INDEX post_merges_of_community ON post_merges (community_id, id DESC);
CREATE INDEX post_merges_of_post ON post_merges (post_id);
CREATE INDEX post_merges_of_target ON post_merges (into_id);
CREATE UNIQUE INDEX post_merges_standing ON post_merges (post_id) WHERE undone_at IS NULL;

create table post_moves (
  id bigint generated always as identity not null,
  post_id bigint not null,
  from_id bigint not null,
  to_id bigint not null,
  proposed_by bigint not null,
  proposed_at timestamp with time zone default now() not null,
  reason text,
  state text default 'open'::text not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  constraint post_moves_pkey PRIMARY KEY (id),
  constraint post_moves_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint post_moves_from_id_fkey FOREIGN KEY (from_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint post_moves_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_moves_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES users(id),
  constraint post_moves_to_id_fkey FOREIGN KEY (to_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint post_moves_check CHECK ((state = 'open'::text) = (decided_at IS NULL)),
  constraint post_moves_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 1000),
  constraint post_moves_state_check CHECK (state = ANY (ARRAY['open'::text, 'done'::text, 'declined'::text, 'withdrawn'::text, 'undone'::text]))
);
CREATE INDEX post_moves_from ON post_moves (from_id, id DESC);
CREATE INDEX post_moves_of_post ON post_moves (post_id);
CREATE UNIQUE INDEX post_moves_open ON post_moves (post_id) WHERE state = 'open'::text;
CREATE INDEX post_moves_to ON post_moves (to_id, id DESC);

create table post_search (
  post_id bigint not null,
  community_id bigint not null,
  author_id bigint not null,
  type text not null,
  created_at timestamp with time zone not null,
  words tsvector not null,
  constraint post_search_pkey PRIMARY KEY (post_id),
  constraint post_search_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX post_search_new ON post_search (created_at DESC, post_id DESC);
CREATE INDEX post_search_words ON post_search USING gin (words);

create table post_visits (
  user_id bigint not null,
  post_id bigint not null,
  visited_at timestamp with time zone not null,
  constraint post_visits_pkey PRIMARY KEY (user_id, post_id),
  constraint post_visits_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_visits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table post_votes (
  post_id bigint not null,
  user_id bigint not null,
  up boolean,
  previous_up boolean,
  moves_points boolean not null,
  created_at timestamp with time zone default now() not null,
  told_at timestamp with time zone,
  previous_told_at timestamp with time zone,
  counts boolean default true not null,
  constraint post_votes_pkey PRIMARY KEY (post_id, user_id),
  constraint post_votes_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX post_votes_by_time ON post_votes USING brin (created_at) WITH (pages_per_range='32', autosummarize='on');

create table posts (
  id bigint generated always as identity not null,
  public_id text not null,
  type text not null,
  author_id bigint not null,
  author_group text default 'normal'::text not null,
  community_id bigint not null,
  title text not null,
  body text,
  body_html text,
  body_renderer smallint,
  excerpt text,
  link_url text,
  link_hostname text,
  upvotes integer default 0 not null,
  downvotes integer default 0 not null,
  points integer generated always as ((upvotes - downvotes)) stored not null,
  hotness bigint generated always as (hotness(upvotes, created_at)) stored not null,
  age_band smallint default 0 not null,
  comment_count integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  edited_at timestamp with time zone,
  last_activity_at timestamp with time zone default now() not null,
  activity bigint default activity_stamp(now()) not null,
  is_pinned boolean default false not null,
  is_pinned_site boolean default false not null,
  locked_at timestamp with time zone,
  locked_by bigint,
  locked_as text,
  deleted_at timestamp with time zone,
  deleted_by bigint,
  deleted_as text,
  content_deleted_at timestamp with time zone,
  content_deleted_by bigint,
  content_deleted_as text,
  imported_upvotes integer default 0 not null,
  imported_downvotes integer default 0 not null,
  link_image_id bigint,
  attachment_count smallint default 0 not null,
  score_hidden_until timestamp with time zone,
  comment_limits jsonb,
  made_with_ai_by text,
  constraint posts_pkey PRIMARY KEY (id),
  constraint posts_public_id_key UNIQUE (public_id),
  constraint posts_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint posts_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint posts_content_deleted_by_fkey FOREIGN KEY (content_deleted_by) REFERENCES users(id),
  constraint posts_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES users(id),
  constraint posts_link_image_id_fkey FOREIGN KEY (link_image_id) REFERENCES images(id),
  constraint posts_locked_by_fkey FOREIGN KEY (locked_by) REFERENCES users(id),
  constraint posts_age_band_check CHECK (age_band >= 0 AND age_band <= 4),
  constraint posts_author_group_check CHECK (author_group = ANY (ARRAY['normal'::text, 'mods'::text, 'admins'::text])),
  constraint posts_body_check CHECK (char_length(body) <= 400000),
  constraint posts_check CHECK (link_url IS NULL OR type = 'link'::text),
  constraint posts_check1 CHECK ((deleted_at IS NULL) = (deleted_as IS NULL)),
  constraint posts_check2 CHECK ((locked_at IS NULL) = (locked_as IS NULL)),
  constraint posts_check3 CHECK ((content_deleted_at IS NULL) = (content_deleted_as IS NULL)),
  constraint posts_check4 CHECK (deleted_at IS NULL OR NOT (is_pinned OR is_pinned_site)),
  constraint posts_comment_count_check CHECK (comment_count >= 0),
  constraint posts_comment_limits_check CHECK (jsonb_typeof(comment_limits) = 'object'::text AND comment_limits <> '{}'::jsonb),
  constraint posts_content_deleted_as_check CHECK (content_deleted_as = ANY (ARRAY['normal'::text, 'mods'::text, 'admins'::text])) NOT VALID,
  constraint posts_deleted_as_check CHECK (deleted_as = ANY (ARRAY['normal'::text, 'mods'::text, 'admins'::text])),
  constraint posts_downvotes_check CHECK (downvotes >= 0),
  constraint posts_locked_as_check CHECK (locked_as = ANY (ARRAY['mods'::text, 'admins'::text])),
  constraint posts_made_with_ai_by_check CHECK (made_with_ai_by = ANY (ARRAY['author'::text, 'mods'::text, 'admins'::text, 'rule'::text])) NOT VALID,
  constraint posts_public_id_check CHECK (public_id ~ '^[0-9A-Za-z_]{8}$'::text),
  constraint posts_title_check CHECK (char_length(title) >= 1 AND char_length(title) <= 300),
  constraint posts_type_check CHECK (type = ANY (ARRAY['text'::text, 'link'::text, 'image'::text])),
  constraint posts_upvotes_check CHECK (upvotes >= 0)
) with (fillfactor=85);
CREATE INDEX posts_activity ON posts (activity DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX posts_activity_in_community ON posts (community_id, activity DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX posts_by_author ON posts (author_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX posts_by_author_deleted ON posts (author_id, created_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX posts_by_link_image ON posts (link_image_id) WHERE link_image_id IS NOT NULL;
CREATE INDEX posts_by_time ON posts USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX posts_hot ON posts (hotness DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX posts_hot_in_community ON posts (community_id, hotness DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX posts_locked_in_community ON posts (community_id, created_at DESC, id DESC) WHERE locked_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX posts_new ON posts (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX posts_new_in_community ON posts (community_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX posts_pinned ON posts (community_id, created_at DESC, id DESC) WHERE is_pinned;
CREATE INDEX posts_pinned_site ON posts (created_at DESC, id DESC) WHERE is_pinned_site;
CREATE INDEX posts_removed_in_community ON posts (community_id, created_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX posts_top ON posts (age_band, points DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX posts_top_in_community ON posts (community_id, age_band, points DESC, id DESC) WHERE deleted_at IS NULL;
CREATE TRIGGER index_changed_post AFTER UPDATE OF title, body, link_url, deleted_at, content_deleted_at ON posts FOR EACH ROW EXECUTE FUNCTION index_changed_post();
CREATE TRIGGER index_new_posts AFTER INSERT ON posts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION index_new_posts();
CREATE TRIGGER index_rendered_post AFTER UPDATE OF body_html ON posts FOR EACH ROW WHEN (old.body_html IS NULL AND new.body_html IS NOT NULL AND new.body = old.body) EXECUTE FUNCTION index_changed_post();

create table push_subscriptions (
  session_id_hash bytea not null,
  endpoint text not null,
  auth text not null,
  p256dh text not null,
  created_at timestamp with time zone default now() not null,
  failing_since timestamp with time zone,
  constraint push_subscriptions_pkey PRIMARY KEY (session_id_hash),
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint),
  constraint push_subscriptions_session_id_hash_fkey FOREIGN KEY (session_id_hash) REFERENCES sessions(id_hash) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint push_subscriptions_auth_check CHECK (char_length(auth) <= 200),
  constraint push_subscriptions_endpoint_check CHECK (char_length(endpoint) <= 2048),
  constraint push_subscriptions_p256dh_check CHECK (char_length(p256dh) <= 200)
);

create table queue_feeds (
  user_id bigint not null,
  token_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint queue_feeds_pkey PRIMARY KEY (user_id),
  constraint queue_feeds_token_hash_key UNIQUE (token_hash),
  constraint queue_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint queue_feeds_token_hash_check CHECK (length(token_hash) = 32)
);

create unlogged table queue_lookers (
  user_id bigint not null,
  community_id bigint not null,
  post_id bigint not null,
  comment_id bigint,
  seen_at timestamp with time zone default now() not null,
  constraint queue_lookers_pkey PRIMARY KEY (user_id),
  constraint queue_lookers_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint queue_lookers_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint queue_lookers_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint queue_lookers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table queue_views (
  user_id bigint not null,
  views jsonb not null,
  constraint queue_views_pkey PRIMARY KEY (user_id),
  constraint queue_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint queue_views_views_check CHECK (jsonb_typeof(views) = 'array'::text)
);

create table quiet_hours (
  user_id bigint not null,
  from_hour smallint not null,
  until_hour smallint not null,
  time_zone text not null,
  constraint quiet_hours_pkey PRIMARY KEY (user_id),
  constraint quiet_hours_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint quiet_hours_check CHECK (from_hour <> until_hour),
  constraint quiet_hours_from_hour_check CHECK (from_hour >= 0 AND from_hour <= 23),
  constraint quiet_hours_time_zone_check CHECK (char_length(time_zone) >= 1 AND char_length(time_zone) <= 64),
  constraint quiet_hours_until_hour_check CHECK (until_hour >= 0 AND until_hour <= 23)
);

create unlogged table rate_limits (
  key bytea not null,
  calls integer not null,
  ends_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
) with (fillfactor=50);

create table removal_templates (
  community_id bigint not null,
  templates jsonb not null,
  version integer default 1 not null,
  constraint removal_templates_pkey PRIMARY KEY (community_id),
  constraint removal_templates_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint removal_templates_templates_check CHECK (jsonb_typeof(templates) = 'array'::text)
);

create table rendering_progress (
  subject text not null,
  renderer smallint default 0 not null,
  after_id bigint default 0 not null,
  is_finished boolean default false not null,
  constraint rendering_progress_pkey PRIMARY KEY (subject),
  constraint rendering_progress_subject_check CHECK (subject = ANY (ARRAY['posts'::text, 'comments'::text, 'communities'::text]))
);

create table report_alert_settings (
  user_id bigint not null,
  community_id bigint not null,
  on_first boolean not null,
  threshold integer,
  age_hours integer,
  constraint report_alert_settings_pkey PRIMARY KEY (user_id, community_id),
  constraint report_alert_settings_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint report_alert_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint report_alert_settings_age_hours_check CHECK (age_hours >= 1 AND age_hours <= 720),
  constraint report_alert_settings_threshold_check CHECK (threshold >= 2 AND threshold <= 100)
);
CREATE INDEX report_alert_settings_of_community ON report_alert_settings (community_id);

create table report_alerts (
  post_id bigint not null,
  comment_id bigint,
  user_id bigint not null,
  cause text not null,
  constraint report_alerts_post_id_comment_id_user_id_cause_key UNIQUE NULLS NOT DISTINCT (post_id, comment_id, user_id, cause),
  constraint report_alerts_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint report_alerts_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint report_alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint report_alerts_cause_check CHECK (cause = ANY (ARRAY['first'::text, 'threshold'::text, 'age'::text]))
);
CREATE INDEX report_alerts_of_comment ON report_alerts (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX report_alerts_of_user ON report_alerts (user_id);

create table report_counts (
  id bigint generated always as identity not null,
  event text not null,
  count integer default 1 not null,
  happened_at timestamp with time zone default now() not null,
  constraint report_counts_pkey PRIMARY KEY (id),
  constraint report_counts_event_check CHECK (event = ANY (ARRAY['filed'::text, 'removed'::text, 'locked'::text, 'kept'::text]))
);

create table report_outcomes (
  id bigint generated always as identity not null,
  reporter_id bigint not null,
  post_id bigint not null,
  comment_id bigint,
  outcome text not null,
  constraint report_outcomes_pkey PRIMARY KEY (id),
  constraint report_outcomes_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint report_outcomes_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint report_outcomes_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint report_outcomes_outcome_check CHECK (outcome = ANY (ARRAY['removed'::text, 'locked'::text, 'kept'::text]))
);

create table report_reasons (
  id integer generated always as identity not null,
  title text not null,
  description text,
  "position" integer default 0 not null,
  is_hidden boolean default false not null,
  constraint report_reasons_pkey PRIMARY KEY (id)
);

create table report_silences (
  id bigint generated always as identity not null,
  user_id bigint not null,
  community_id bigint,
  silenced_by bigint,
  created_at timestamp with time zone default now() not null,
  constraint report_silences_pkey PRIMARY KEY (id),
  constraint report_silences_user_id_community_id_key UNIQUE NULLS NOT DISTINCT (user_id, community_id),
  constraint report_silences_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint report_silences_silenced_by_fkey FOREIGN KEY (silenced_by) REFERENCES users(id),
  constraint report_silences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX report_silences_of_community ON report_silences (community_id, id DESC);

create table reported_copies (
  id bigint generated always as identity not null,
  post_id bigint not null,
  comment_id bigint,
  title text,
  body text,
  link_url text,
  image_ids bigint[] default '{}'::bigint[] not null,
  kept_at timestamp with time zone default now() not null,
  constraint reported_copies_pkey PRIMARY KEY (id),
  constraint reported_copies_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint reported_copies_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX reported_copies_of_comment ON reported_copies (comment_id) WHERE comment_id IS NOT NULL;
CREATE UNIQUE INDEX reported_copies_of_target ON reported_copies (post_id, COALESCE(comment_id, 0::bigint));
CREATE TRIGGER delete_images_of_copies AFTER DELETE ON reported_copies REFERENCING OLD TABLE AS deleted_copy FOR EACH STATEMENT EXECUTE FUNCTION delete_images_of_copies();

create table reports (
  id bigint generated always as identity not null,
  community_id bigint not null,
  post_id bigint not null,
  comment_id bigint,
  reason_id integer,
  reporter_id bigint not null,
  created_at timestamp with time zone default now() not null,
  rule_id bigint,
  rule text,
  note text,
  is_hidden boolean default false not null,
  author_id bigint,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_post_id_comment_id_reporter_id_reason_id_key UNIQUE NULLS NOT DISTINCT (post_id, comment_id, reporter_id, reason_id),
  constraint reports_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint reports_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint reports_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint reports_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint reports_reason_id_fkey FOREIGN KEY (reason_id) REFERENCES report_reasons(id),
  constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint reports_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES community_rules(id) ON DELETE SET NULL,
  constraint reports_have_one_reason CHECK ((reason_id IS NULL) = (rule IS NOT NULL)) NOT VALID,
  constraint reports_note_check CHECK (char_length(note) >= 1 AND char_length(note) <= 500),
  constraint reports_rule_check CHECK (char_length(rule) >= 1 AND char_length(rule) <= 512)
);
CREATE INDEX reports_of_author ON reports (author_id, community_id) WHERE NOT is_hidden;
CREATE INDEX reports_of_comment ON reports (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX reports_of_community ON reports (community_id, id DESC) INCLUDE (post_id, comment_id);
CREATE INDEX reports_of_reason ON reports (reason_id);
CREATE INDEX reports_of_rule ON reports (rule_id) WHERE rule_id IS NOT NULL;
CREATE INDEX reports_of_target ON reports (post_id, COALESCE(comment_id, 0::bigint), id);

create table reviews (
  id bigint generated always as identity not null,
  community_id bigint not null,
  post_id bigint not null,
  comment_id bigint,
  outcome text not null,
  reviewed_by bigint not null,
  reviewed_at timestamp with time zone default now() not null,
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint reviews_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id) ON DELETE CASCADE,
  constraint reviews_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint reviews_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES users(id),
  constraint reviews_outcome_check CHECK (outcome = ANY (ARRAY['removed'::text, 'locked'::text, 'kept'::text]))
);
CREATE INDEX reviews_of_comment ON reviews (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX reviews_of_community ON reviews (community_id, reviewed_at DESC);
CREATE UNIQUE INDEX reviews_of_target ON reviews (post_id, COALESCE(comment_id, 0::bigint));

create table scraper_networks (
  network text not null,
  until timestamp with time zone not null,
  constraint scraper_networks_pkey PRIMARY KEY (network),
  constraint scraper_networks_network_check CHECK (length(network) <= 50)
);
CREATE INDEX scraper_networks_by_end ON scraper_networks (until);
CREATE TRIGGER notify_scraper_networks AFTER INSERT OR UPDATE ON scraper_networks FOR EACH STATEMENT EXECUTE FUNCTION notify_scraper_networks();

create table search_progress (
  subject text not null,
  after_id bigint default 0 not null,
  is_finished boolean default false not null,
  constraint search_progress_pkey PRIMARY KEY (subject),
  constraint search_progress_subject_check CHECK (subject = ANY (ARRAY['posts'::text, 'comments'::text, 'words'::text]))
);

create table search_words (
  word text collate "C" not null,
  uses bigint not null,
  constraint search_words_pkey PRIMARY KEY (word) INCLUDE (uses)
);

create table security_events (
  id bigint generated always as identity not null,
  kind text not null,
  user_id bigint,
  ip inet,
  detail text,
  times integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  last_at timestamp with time zone default now() not null,
  hour integer default (floor((EXTRACT(epoch FROM now()) / (3600)::numeric)))::integer not null,
  constraint security_events_pkey PRIMARY KEY (id),
  constraint security_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint security_events_detail_check CHECK (char_length(detail) <= 100),
  constraint security_events_kind_check CHECK (char_length(kind) <= 50)
);
CREATE INDEX security_events_by_user ON security_events (user_id, id);
CREATE UNIQUE INDEX security_events_of_hour ON security_events (hour, kind, COALESCE(user_id, 0::bigint), COALESCE(ip, '0.0.0.0'::inet), COALESCE(detail, ''::text));

create table server_failures (
  id bigint generated always as identity not null,
  failed_at timestamp with time zone not null,
  request_id text not null,
  method text not null,
  route text not null,
  status smallint not null,
  message text not null,
  constraint server_failures_pkey PRIMARY KEY (id),
  constraint server_failures_message_check CHECK (length(message) <= 600),
  constraint server_failures_method_check CHECK (length(method) <= 10),
  constraint server_failures_request_id_check CHECK (length(request_id) <= 40),
  constraint server_failures_route_check CHECK (length(route) <= 200)
);

create table sessions (
  id_hash bytea not null,
  user_id bigint not null,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  last_seen_ip inet,
  user_agent text,
  expires_at timestamp with time zone not null,
  password_given_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX sessions_by_user ON sessions (user_id);

create table setting_changes (
  id bigint generated always as identity not null,
  name text not null,
  before jsonb,
  after jsonb,
  changed_by bigint,
  changed_at timestamp with time zone default now() not null,
  constraint setting_changes_pkey PRIMARY KEY (id),
  constraint setting_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id)
);

create table setting_values (
  name text not null,
  value jsonb not null,
  changed_by bigint,
  changed_at timestamp with time zone default now() not null,
  constraint setting_values_pkey PRIMARY KEY (name),
  constraint setting_values_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id)
);

create table site_bans (
  user_id bigint not null,
  kind ban_kind default 'reading'::text not null,
  reason text,
  banned_by bigint,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  constraint site_bans_pkey PRIMARY KEY (user_id),
  constraint site_bans_banned_by_fkey FOREIGN KEY (banned_by) REFERENCES users(id),
  constraint site_bans_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint site_bans_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500)
);
CREATE INDEX site_bans_ending ON site_bans (expires_at) WHERE expires_at IS NOT NULL;

create table site_secrets (
  name text not null,
  value bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint site_secrets_pkey PRIMARY KEY (name)
);

create table site_settings (
  only_row boolean default true not null,
  tor_blocked boolean default false not null,
  user_count integer default 0 not null,
  signup_count integer default 0 not null,
  search_language text default 'english'::text not null,
  checklist text[] default '{}'::text[] not null,
  newest_version text,
  newest_version_url text,
  newest_version_asked_at timestamp with time zone,
  newest_version_failure text,
  command_backup_at timestamp with time zone,
  erased_names_key bytea default (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) not null,
  constraint site_settings_pkey PRIMARY KEY (only_row),
  constraint site_settings_newest_version_check CHECK (length(newest_version) <= 40),
  constraint site_settings_newest_version_failure_check CHECK (length(newest_version_failure) <= 500),
  constraint site_settings_only_row_check CHECK (only_row),
  constraint site_settings_signup_count_check CHECK (signup_count >= 0),
  constraint site_settings_user_count_check CHECK (user_count >= 0)
);

create table site_statistics (
  id integer generated always as identity not null,
  hour timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  numbers jsonb not null,
  constraint site_statistics_pkey PRIMARY KEY (id),
  constraint site_statistics_hour_key UNIQUE (hour)
);

create table slow_voters (
  user_id bigint not null,
  bulk_action_id bigint,
  ordered_at timestamp with time zone default now() not null,
  constraint slow_voters_pkey PRIMARY KEY (user_id),
  constraint slow_voters_bulk_action_id_fkey FOREIGN KEY (bulk_action_id) REFERENCES bulk_actions(id) ON DELETE SET NULL,
  constraint slow_voters_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX slow_voters_of_bulk_action ON slow_voters (bulk_action_id) WHERE bulk_action_id IS NOT NULL;

create table spent_challenges (
  signature text not null,
  expires_at timestamp with time zone not null,
  constraint spent_challenges_pkey PRIMARY KEY (signature)
);

create table static_page_versions (
  id bigint generated always as identity not null,
  page text not null,
  text text,
  changed_by bigint,
  changed_at timestamp with time zone default now() not null,
  constraint static_page_versions_pkey PRIMARY KEY (id),
  constraint static_page_versions_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id)
);
CREATE INDEX static_page_versions_page ON static_page_versions (page, id DESC);

create table terms_acceptances (
  user_id bigint not null,
  version text not null,
  accepted_at timestamp with time zone default now() not null,
  constraint terms_acceptances_pkey PRIMARY KEY (user_id, accepted_at),
  constraint terms_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint terms_acceptances_version_fkey FOREIGN KEY (version) REFERENCES terms_versions(version)
);
CREATE INDEX terms_acceptances_of_version ON terms_acceptances (version);

create table terms_versions (
  id integer generated always as identity not null,
  version text not null,
  text text not null,
  first_accepted_at timestamp with time zone default now() not null,
  constraint terms_versions_pkey PRIMARY KEY (id),
  constraint terms_versions_version_key UNIQUE (version)
);

create table text_versions (
  id bigint generated always as identity not null,
  post_id bigint,
  comment_id bigint,
  title text,
  body text,
  written_at timestamp with time zone not null,
  replaced_at timestamp with time zone default now() not null,
  constraint text_versions_pkey PRIMARY KEY (id),
  constraint text_versions_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint text_versions_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint text_versions_check CHECK (num_nonnulls(post_id, comment_id) = 1)
);
CREATE INDEX text_versions_of_comments ON text_versions (comment_id, id) WHERE comment_id IS NOT NULL;
CREATE INDEX text_versions_of_posts ON text_versions (post_id, id) WHERE post_id IS NOT NULL;

create unlogged table traffic_counts (
  at timestamp with time zone not null,
  kind text not null,
  name text not null,
  requests integer not null,
  milliseconds bigint not null,
  challenges integer not null,
  solved integer not null,
  constraint traffic_counts_pkey PRIMARY KEY (at, kind, name),
  constraint traffic_counts_kind_check CHECK (kind = ANY (ARRAY['network'::text, 'agent'::text])),
  constraint traffic_counts_name_check CHECK (length(name) <= 150)
);

create table trust_progress (
  only_row boolean default true not null,
  seen_at timestamp with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  user_id bigint default 0 not null,
  constraint trust_progress_pkey PRIMARY KEY (only_row),
  constraint trust_progress_only_row_check CHECK (only_row)
);

create table uncounted_voters (
  user_id bigint not null,
  bulk_action_id bigint,
  since timestamp with time zone,
  is_ending boolean default false not null,
  done_post_id bigint default 0 not null,
  finished_at timestamp with time zone,
  ordered_at timestamp with time zone default now() not null,
  constraint uncounted_voters_pkey PRIMARY KEY (user_id),
  constraint uncounted_voters_bulk_action_id_fkey FOREIGN KEY (bulk_action_id) REFERENCES bulk_actions(id) ON DELETE SET NULL,
  constraint uncounted_voters_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX uncounted_voters_of_bulk_action ON uncounted_voters (bulk_action_id) WHERE bulk_action_id IS NOT NULL;
CREATE INDEX uncounted_voters_unfinished ON uncounted_voters (done_post_id) WHERE finished_at IS NULL;

create table user_mutes (
  id bigint generated always as identity not null,
  user_id bigint not null,
  muted_user_id bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint user_mutes_pkey PRIMARY KEY (user_id, muted_user_id),
  constraint user_mutes_id_key UNIQUE (id),
  constraint user_mutes_muted_user_id_fkey FOREIGN KEY (muted_user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint user_mutes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_mutes_of ON user_mutes (muted_user_id);

create table users (
  id bigint generated always as identity not null,
  username text not null,
  username_key text generated always as (lower(username)) stored not null,
  email text,
  email_confirmed_at timestamp with time zone,
  password_hash text,
  about_me text,
  points integer default 1 not null,
  post_count integer default 0 not null,
  comment_count integer default 0 not null,
  is_admin boolean default false not null,
  is_built_in boolean default false not null,
  home_feed text default 'all'::text not null,
  remember_feed_sort boolean default false not null,
  embeds_off boolean default false not null,
  hide_user_profile_pictures boolean default false not null,
  require_alt_text boolean default false not null,
  upvote_notifications_off boolean default false not null,
  reply_notifications_off boolean default false not null,
  notifications_new_count integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  created_ip inet,
  last_seen_at timestamp with time zone default now() not null,
  last_seen_ip inet,
  banned_at timestamp with time zone,
  deleted_at timestamp with time zone,
  deleted_by bigint,
  imported_points integer default 0 not null,
  picture_id bigint,
  badge_count smallint default 0 not null,
  is_welcomed boolean default false not null,
  comment_sort text default 'best'::text not null,
  mention_notifications_off boolean default false not null,
  email_refused_at timestamp with time zone,
  language text,
  trust_level smallint default 0 not null,
  is_trust_pinned boolean default false not null,
  hide_bots boolean default false not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_username_key_key UNIQUE (username_key),
  constraint users_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES users(id),
  constraint users_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES images(id),
  constraint users_about_me_check CHECK (char_length(about_me) <= 10000),
  constraint users_badge_count_check CHECK (badge_count >= 0),
  constraint users_comment_count_check CHECK (comment_count >= 0),
  constraint users_comment_sort_check CHECK (comment_sort = ANY (ARRAY['best'::text, 'top'::text, 'new'::text, 'old'::text, 'controversial'::text])),
  constraint users_home_feed_check CHECK (home_feed = ANY (ARRAY['all'::text, 'subscriptions'::text])),
  constraint users_language_check CHECK (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text AND length(language) <= 35),
  constraint users_notifications_new_count_check CHECK (notifications_new_count >= 0),
  constraint users_post_count_check CHECK (post_count >= 0),
  constraint users_trust_level_check CHECK (trust_level >= 0 AND trust_level <= 4),
  constraint users_username_check CHECK (username ~ '^[0-9A-Za-z_]{3,21}$'::text)
);
CREATE INDEX banned_by_created_ip ON users (created_ip) WHERE banned_at IS NOT NULL AND created_ip IS NOT NULL;
CREATE INDEX banned_by_last_seen_ip ON users (last_seen_ip) WHERE banned_at IS NOT NULL AND last_seen_ip IS NOT NULL;
CREATE INDEX users_by_any_email ON users (lower(email)) WHERE email IS NOT NULL;
CREATE INDEX users_by_created_ip ON users (created_ip) WHERE created_ip IS NOT NULL;
CREATE INDEX users_by_creation ON users (created_at);
CREATE INDEX users_by_email ON users (lower(email)) WHERE email_confirmed_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX users_by_last_seen ON users (last_seen_at DESC, id DESC);
CREATE INDEX users_by_last_seen_ip ON users (last_seen_ip) WHERE last_seen_ip IS NOT NULL;
CREATE INDEX users_by_name ON users (username_key COLLATE "C");
CREATE INDEX users_by_part_of_email ON users USING gin (lower(email) gin_trgm_ops) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX users_by_picture ON users (picture_id) WHERE picture_id IS NOT NULL;
CREATE INDEX users_by_similar_name ON users USING gin (username_key gin_trgm_ops);
CREATE INDEX users_to_welcome ON users (created_at) WHERE NOT is_welcomed AND NOT is_built_in AND password_hash IS NOT NULL AND deleted_at IS NULL AND banned_at IS NULL;
CREATE INDEX users_who_are_admins ON users (id) WHERE is_admin;
CREATE INDEX users_who_are_banned ON users (id) WHERE banned_at IS NOT NULL;
CREATE INDEX users_who_are_deleted ON users (id) WHERE deleted_at IS NOT NULL;

create table vouches (
  user_id bigint not null,
  voucher_id bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint vouches_pkey PRIMARY KEY (user_id, voucher_id),
  constraint vouches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint vouches_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX vouches_by_voucher ON vouches (voucher_id, user_id);

create table wave_progress (
  only_row boolean default true not null,
  post_id bigint default 0 not null,
  comment_id bigint default 0 not null,
  constraint wave_progress_pkey PRIMARY KEY (only_row),
  constraint wave_progress_only_row_check CHECK (only_row)
);

create table waves (
  id bigint generated always as identity not null,
  started_at timestamp with time zone default now() not null,
  started_by bigint,
  signals jsonb not null,
  former_joining text,
  ended_at timestamp with time zone,
  ended_by bigint,
  constraint waves_pkey PRIMARY KEY (id),
  constraint waves_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id),
  constraint waves_started_by_fkey FOREIGN KEY (started_by) REFERENCES users(id),
  constraint waves_check CHECK (ended_by IS NULL OR ended_at IS NOT NULL),
  constraint waves_signals_check CHECK (jsonb_typeof(signals) = 'array'::text)
);
CREATE INDEX waves_by_start ON waves (started_at DESC);
CREATE INDEX waves_ended_by ON waves (ended_by) WHERE ended_by IS NOT NULL;
CREATE UNIQUE INDEX waves_open ON waves ((true)) WHERE ended_at IS NULL;
CREATE INDEX waves_started_by ON waves (started_by) WHERE started_by IS NOT NULL;

create table withheld_contents (
  id bigint generated always as identity not null,
  deletion_id bigint not null,
  post_id bigint not null,
  comment_id bigint,
  was_deleted boolean not null,
  body text,
  body_html text,
  body_renderer smallint,
  excerpt text,
  link_url text,
  link_hostname text,
  link_image_id bigint,
  image_ids bigint[] default '{}'::bigint[] not null,
  withheld_at timestamp with time zone default now() not null,
  constraint withheld_contents_pkey PRIMARY KEY (id),
  constraint withheld_contents_post_id_comment_id_key UNIQUE NULLS NOT DISTINCT (post_id, comment_id),
  constraint withheld_contents_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint withheld_contents_deletion_id_fkey FOREIGN KEY (deletion_id) REFERENCES content_deletions(id) ON DELETE CASCADE,
  constraint withheld_contents_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX withheld_contents_by_time ON withheld_contents (withheld_at);
CREATE INDEX withheld_contents_of_comment ON withheld_contents (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX withheld_contents_of_deletion ON withheld_contents (deletion_id, id);
CREATE INDEX withheld_contents_with_images ON withheld_contents (id) WHERE cardinality(image_ids) > 0 OR link_image_id IS NOT NULL;
CREATE TRIGGER delete_images_of_withheld AFTER DELETE ON withheld_contents REFERENCING OLD TABLE AS deleted_row FOR EACH STATEMENT EXECUTE FUNCTION delete_images_of_withheld();
CREATE TRIGGER notify_former_withheld_contents AFTER DELETE ON withheld_contents REFERENCING OLD TABLE AS changed_row FOR EACH STATEMENT EXECUTE FUNCTION notify_withheld_contents();
CREATE TRIGGER notify_new_withheld_contents AFTER INSERT ON withheld_contents REFERENCING NEW TABLE AS changed_row FOR EACH STATEMENT EXECUTE FUNCTION notify_withheld_contents();

create view open_reports as
 SELECT reports.id,
    reports.community_id,
    reports.post_id,
    reports.comment_id,
    reports.author_id,
    reports.reporter_id,
    reports.reason_id,
    reports.rule_id,
    reports.rule,
    reports.note,
    reports.created_at,
    COALESCE(reports.rule, report_reasons.title) AS reason,
    report_reasons.description,
    named(reports.reporter_id) AS reporter
   FROM reports
     LEFT JOIN report_reasons ON report_reasons.id = reports.reason_id
  WHERE NOT reports.is_hidden;

CREATE OR REPLACE FUNCTION about_words(about text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO '$user', 'public'
AS $function$ select words_of(coalesce(about, ''), 'B', 'D') $function$
;

CREATE OR REPLACE FUNCTION activity_stamp(at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
RETURN (((floor((EXTRACT(epoch FROM at) * (1000)::numeric)))::bigint * 2048) + (nextval('activity_stamps'::regclass) % (2048)::bigint))
;

CREATE OR REPLACE FUNCTION actors_json(ids bigint[])
 RETURNS actors_json
 LANGUAGE sql
 STABLE
RETURN (SELECT json_agg(json_build_object('id', (users.id)::text, 'username', users.username, 'isDeleted', (users.deleted_at IS NOT NULL), 'picture', (SELECT image_json(images.*) AS image_json FROM images WHERE (images.id = users.picture_id))) ORDER BY given.place) AS json_agg FROM (unnest((actors_json.ids)[1:3]) WITH ORDINALITY given(id, place) JOIN users ON ((users.id = given.id))))
;

CREATE OR REPLACE FUNCTION adopt_search_dictionary(dictionary text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
AS $function$ begin
  execute format('alter text search configuration forum_words
    alter mapping for asciiword, asciihword, hword_asciipart, word, hword, hword_part with pg_catalog.%I', dictionary);
  reindex index communities_by_words;
end $function$
;

CREATE OR REPLACE FUNCTION alert_receivers(community bigint, default_threshold integer, default_age_hours integer)
 RETURNS TABLE(user_id bigint, on_first boolean, threshold integer, age_hours integer)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 WITH staff AS (
          SELECT moderators.user_id,
             1 AS rank
            FROM moderators
           WHERE ((moderators.community_id = alert_receivers.community) AND (moderators.permissions && '{content}'::text[]))
         UNION ALL
          SELECT users.id,
             2
            FROM users
           WHERE users.is_admin
         ), active AS MATERIALIZED (
          SELECT staff.user_id,
             min(staff.rank) AS rank
            FROM (staff
              JOIN users ON ((users.id = staff.user_id)))
           WHERE ((users.deleted_at IS NULL) AND (users.banned_at IS NULL) AND (EXISTS ( SELECT
                    FROM communities
                   WHERE ((communities.id = alert_receivers.community) AND (communities.deleted_at IS NULL)))))
           GROUP BY staff.user_id
         )
  SELECT active.user_id,
     COALESCE(chosen.on_first, true) AS "coalesce",
         CASE
             WHEN (chosen.user_id IS NULL) THEN alert_receivers.default_threshold
             ELSE chosen.threshold
         END AS threshold,
         CASE
             WHEN (chosen.user_id IS NULL) THEN alert_receivers.default_age_hours
             ELSE chosen.age_hours
         END AS age_hours
    FROM (active
      LEFT JOIN report_alert_settings chosen ON (((chosen.user_id = active.user_id) AND (chosen.community_id = alert_receivers.community))))
   WHERE (active.rank = ( SELECT min(lowest.rank) AS min
            FROM active lowest));
END
;

CREATE OR REPLACE FUNCTION author_columns(author users, author_id bigint, picture_id bigint, format text)
 RETURNS TABLE(author_username text, author_is_built_in boolean, author_deleted_at timestamp with time zone, author_badges badges_json, author_picture_id bigint, author_picture_secret text, author_about_me text, author_points integer, author_is_admin boolean, author_post_count integer, author_comment_count integer, author_created_at timestamp with time zone, author_last_seen_at timestamp with time zone, author_banned_at timestamp with time zone, author_picture image_json)
 LANGUAGE sql
 STABLE ROWS 1
BEGIN ATOMIC
 SELECT (author).username AS username,
     (author).is_built_in AS is_built_in,
     (author).deleted_at AS deleted_at,
         CASE
             WHEN ((author).badge_count > 0) THEN ( SELECT json_agg(json_build_object('id', badges.id, 'type', badges.type) ORDER BY badges.id) AS json_agg
                FROM badges
               WHERE (badges.user_id = author_columns.author_id))
             ELSE NULL::json
         END AS "case",
         CASE
             WHEN (format <> 'source'::text) THEN picture_id
             ELSE NULL::bigint
         END AS "case",
         CASE
             WHEN ((format <> 'source'::text) AND (picture_id IS NOT NULL)) THEN ( SELECT images.secret
                FROM images
               WHERE (images.id = author_columns.picture_id))
             ELSE NULL::text
         END AS "case",
         CASE
             WHEN (format = 'source'::text) THEN (author).about_me
             ELSE NULL::text
         END AS "case",
         CASE
             WHEN (format = 'source'::text) THEN (author).points
             ELSE NULL::integer
         END AS "case",
         CASE
             WHEN (format = 'source'::text) THEN (author).is_admin
             ELSE NULL::boolean
         END AS "case",
         CASE
             WHEN (format = 'source'::text) THEN (author).post_count
             ELSE NULL::integer
         END AS "case",
         CASE
             WHEN (format = 'source'::text) THEN (author).comment_count
             ELSE NULL::integer
         END AS "case",
         CASE
             WHEN (format = 'source'::text) THEN (author).created_at
             ELSE NULL::timestamp with time zone
         END AS "case",
         CASE
             WHEN (format = 'source'::text) THEN (author).last_seen_at
             ELSE NULL::timestamp with time zone
         END AS "case",
         CASE
             WHEN (format = 'source'::text) THEN (author).banned_at
             ELSE NULL::timestamp with time zone
         END AS "case",
         CASE
             WHEN ((format = 'source'::text) AND (picture_id IS NOT NULL)) THEN (( SELECT image_json(images.*) AS image_json
                FROM images
               WHERE (images.id = author_columns.picture_id)))::json
             ELSE NULL::json
         END AS "case";
END
;

CREATE OR REPLACE FUNCTION author_json(author users)
 RETURNS author_json
 LANGUAGE sql
 STABLE
RETURN json_build_object('id', ((author).id)::text, 'author_username', (author).username, 'author_about_me', (author).about_me, 'author_points', (author).points, 'author_is_admin', (author).is_admin, 'author_is_built_in', (author).is_built_in, 'author_post_count', (author).post_count, 'author_comment_count', (author).comment_count, 'author_created_at', (author).created_at, 'author_last_seen_at', (author).last_seen_at, 'author_deleted_at', (author).deleted_at, 'author_banned_at', (author).banned_at, 'author_picture', (SELECT image_json(images.*) AS image_json FROM images WHERE (images.id = (author_json.author).picture_id)), 'author_badges', (SELECT json_agg(json_build_object('id', badges.id, 'type', badges.type) ORDER BY badges.id) AS json_agg FROM badges WHERE (badges.user_id = (author_json.author).id)))
;

CREATE OR REPLACE FUNCTION awaits_first_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (SELECT CASE WHEN (site_settings.signup_count = 0) THEN (NOT (EXISTS (SELECT FROM users WHERE (users.password_hash IS NOT NULL)))) ELSE false END AS "case" FROM site_settings)
;

CREATE OR REPLACE FUNCTION ban_forbids(kind text, activity text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((kind = 'reading'::text) OR (kind = activity) OR ((kind = 'participating'::text) AND (activity <> 'reading'::text)))
;

CREATE OR REPLACE FUNCTION bans_of(member bigint, most integer)
 RETURNS bans_json
 LANGUAGE sql
 STABLE
RETURN (SELECT (COALESCE(json_agg(json_build_object('communityId', (ban.community_id)::text, 'communityName', ban.name, 'kind', ban.kind, 'reason', ban.reason, 'rule', ban.rule, 'expiresAt', iso_time(ban.expires_at)) ORDER BY ban.place), '[]'::json))::bans_json AS "coalesce" FROM (SELECT every.community_id, every.name, every.kind, every.reason, every.rule, every.created_at, every.expires_at, row_number() OVER (ORDER BY (every.community_id IS NOT NULL), every.created_at DESC, every.community_id) AS place FROM (SELECT community_bans.community_id, communities.name, community_bans.kind, community_bans.reason, community_bans.rule, community_bans.created_at, community_bans.expires_at FROM (community_bans JOIN communities ON ((communities.id = community_bans.community_id))) WHERE ((community_bans.user_id = bans_of.member) AND is_ban_in_force(community_bans.expires_at)) UNION ALL SELECT NULL::bigint, NULL::text, site_bans.kind, site_bans.reason, NULL::text, site_bans.created_at, site_bans.expires_at FROM site_bans WHERE ((site_bans.user_id = bans_of.member) AND ((site_bans.kind)::text <> 'reading'::text) AND is_ban_in_force(site_bans.expires_at))) every ORDER BY (row_number() OVER (ORDER BY (every.community_id IS NOT NULL), every.created_at DESC, every.community_id)) LIMIT bans_of.most) ban)
;

CREATE OR REPLACE FUNCTION bot_owner(bot bigint)
 RETURNS bot_owner_json
 LANGUAGE sql
 STABLE
RETURN (SELECT json_build_object('id', (owner.id)::text, 'username', owner.username, 'isConfirmed', badges.is_owner_confirmed) AS json_build_object FROM (badges JOIN users owner ON ((owner.id = badges.owner_id))) WHERE ((badges.user_id = bot_owner.bot) AND (badges.type = 'bot'::text) AND (owner.deleted_at IS NULL)))
;

CREATE OR REPLACE FUNCTION close_thread(post bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  perform pg_advisory_xact_lock(2, (post % 2147483647)::integer);
end $function$
;

CREATE OR REPLACE FUNCTION comment_attachments(comment_id bigint, attachment_count smallint)
 RETURNS TABLE(images images_json)
 LANGUAGE sql
 STABLE ROWS 1
BEGIN ATOMIC
 SELECT
         CASE
             WHEN (attachment_count > 0) THEN ( SELECT json_agg(image_json(images.*) ORDER BY comment_images."position") AS json_agg
                FROM (comment_images
                  JOIN images ON ((images.id = comment_images.image_id)))
               WHERE (comment_images.comment_id = comment_attachments.comment_id))
             ELSE NULL::json
         END AS "case";
END
;

CREATE OR REPLACE FUNCTION comment_attachments_version(comment_id bigint, attachment_count smallint)
 RETURNS TABLE(attachments_version text)
 LANGUAGE sql
 STABLE ROWS 1
BEGIN ATOMIC
 SELECT
         CASE
             WHEN (attachment_count > 0) THEN ( SELECT string_agg(concat('.', images.id, '-', images.xmin), ''::text ORDER BY images.id) AS string_agg
                FROM (comment_images
                  JOIN images ON ((images.id = comment_images.image_id)))
               WHERE (comment_images.comment_id = comment_attachments_version.comment_id))
             ELSE NULL::text
         END AS "case";
END
;

CREATE OR REPLACE FUNCTION comment_best(upvotes integer, downvotes integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (upvotes <= 0) THEN (0)::bigint ELSE (floor(((('1000000000'::numeric)::double precision * (((upvotes)::double precision + (0.821187207575)::double precision) - ((1.281551565545)::double precision * sqrt(((((upvotes)::double precision * (downvotes)::double precision) / ((upvotes)::double precision + (downvotes)::double precision)) + (0.410593603788)::double precision))))) / (((upvotes)::double precision + (downvotes)::double precision) + (1.642374415150)::double precision))))::bigint END
;

CREATE OR REPLACE FUNCTION comment_bytes(comment comments)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN (GREATEST(octet_length((comment).body), octet_length((comment).body_html)) + (5000 * (comment).attachment_count))
;

CREATE OR REPLACE FUNCTION comment_columns(comment comments, format text, renderer integer)
 RETURNS TABLE(id bigint, post_id bigint, parent_id bigint, ancestors bigint[], depth smallint, author_id bigint, author_group text, body text, body_html text, body_renderer integer, upvotes integer, downvotes integer, reply_count integer, direct_reply_count integer, created_at timestamp with time zone, edited_at timestamp with time zone, locked_at timestamp with time zone, locked_by text, locked_as text, deleted_at timestamp with time zone, deleted_as text, is_pinned boolean, is_score_hidden boolean, speaker_id bigint, speaker_name text, written_by text, written_by_rule text, made_with_ai_by text)
 LANGUAGE sql
 STABLE ROWS 1
BEGIN ATOMIC
 SELECT (comment).id AS id,
     (comment).post_id AS post_id,
     (comment).parent_id AS parent_id,
     (comment).ancestors AS ancestors,
     (comment).depth AS depth,
     (comment).author_id AS author_id,
     (comment).author_group AS author_group,
         CASE
             WHEN ((format = 'source'::text) OR ((comment).body_html IS NULL) OR ((comment).body_renderer IS DISTINCT FROM renderer)) THEN (comment).body
             ELSE ''::text
         END AS "case",
         CASE
             WHEN (format <> 'source'::text) THEN (comment).body_html
             ELSE NULL::text
         END AS "case",
         CASE
             WHEN (format <> 'source'::text) THEN (comment).body_renderer
             ELSE NULL::smallint
         END AS "case",
     (comment).upvotes AS upvotes,
     (comment).downvotes AS downvotes,
     (comment).reply_count AS reply_count,
     (comment).direct_reply_count AS direct_reply_count,
     (comment).created_at AS created_at,
     (comment).edited_at AS edited_at,
     (comment).locked_at AS locked_at,
     (comment).locked_by AS locked_by,
     (comment).locked_as AS locked_as,
     (comment).deleted_at AS deleted_at,
     (comment).deleted_as AS deleted_as,
     (comment).is_pinned AS is_pinned,
     COALESCE(((comment).score_hidden_until > now()), false) AS "coalesce",
         CASE
             WHEN ((comment).author_group = 'community'::text) THEN ( SELECT community_comments.community_id
                FROM community_comments
               WHERE (community_comments.comment_id = (comment_columns.comment).id))
             ELSE NULL::bigint
         END AS "case",
         CASE
             WHEN ((comment).author_group = 'community'::text) THEN ( SELECT communities.name
                FROM (community_comments
                  JOIN communities ON ((communities.id = community_comments.community_id)))
               WHERE (community_comments.comment_id = (comment_columns.comment).id))
             ELSE NULL::text
         END AS "case",
         CASE
             WHEN ((comment).author_group = 'community'::text) THEN ( SELECT named(community_comments.written_by) AS named
                FROM community_comments
               WHERE (community_comments.comment_id = (comment_columns.comment).id))
             ELSE NULL::text
         END AS "case",
         CASE
             WHEN ((comment).author_group = 'community'::text) THEN ( SELECT automation_rules.name
                FROM (community_comments
                  JOIN automation_rules ON ((automation_rules.id = community_comments.rule_id)))
               WHERE (community_comments.comment_id = (comment_columns.comment).id))
             ELSE NULL::text
         END AS "case",
     (comment).made_with_ai_by AS made_with_ai_by;
END
;

CREATE OR REPLACE FUNCTION comment_controversy(upvotes integer, downvotes integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN ((upvotes <= 0) OR (downvotes <= 0)) THEN (0)::bigint ELSE ((((upvotes)::bigint + downvotes) * ((LEAST(upvotes, downvotes))::bigint * 1000)) / GREATEST(upvotes, downvotes)) END
;

CREATE OR REPLACE FUNCTION comment_key(sort text, comment comments)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (sort = 'upvotes'::text) THEN ((comment).upvotes)::bigint WHEN ((comment).deleted_at IS NOT NULL) THEN '-999999999999999999'::bigint ELSE CASE sort WHEN 'best'::text THEN comment_best((comment).upvotes, (comment).downvotes) WHEN 'top'::text THEN comment_points((comment).upvotes, (comment).downvotes) WHEN 'controversial'::text THEN comment_controversy((comment).upvotes, (comment).downvotes) WHEN 'new'::text THEN (comment).id WHEN 'old'::text THEN (- (comment).id) ELSE NULL::bigint END END
;

CREATE OR REPLACE FUNCTION comment_limit_of(member bigint, post bigint, community bigint, of_post jsonb, of_community jsonb, OUT refusal text, OUT wait_seconds integer, OUT is_slow boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  seconds_here integer;
  seconds_there integer;
  waits_until timestamptz;
begin
  if of_post is null and of_community is null
    or moderates_with(member, community, null) or exists (select from users where id = member and is_admin) then
    return;
  end if;
  if is_limit_in_force(of_post -> 'commenters') and not is_among(member, community, of_post #>> '{commenters,who}')
    or is_limit_in_force(of_community -> 'commenters') and not is_among(member, community, of_community #>> '{commenters,who}') then
    refusal := 'commenters';
    return;
  end if;
  if is_limit_in_force(of_post -> 'slowMode') then
    seconds_here := (of_post #>> '{slowMode,seconds}')::integer;
  end if;
  if is_limit_in_force(of_community -> 'slowMode') then
    seconds_there := (of_community #>> '{slowMode,seconds}')::integer;
  end if;
  if seconds_here is null and seconds_there is null then
    return;
  end if;
  is_slow := true;
  perform pg_advisory_xact_lock(5, (member % 2147483647)::integer);
  select max(own.created_at + make_interval(secs =>
    greatest(case when own.post_id = comment_limit_of.post then seconds_here end, seconds_there)))
  into waits_until
  from (
    select comments.post_id, comments.created_at from comments
    where author_id = member and deleted_at is null
      and created_at > now() - make_interval(secs => greatest(seconds_here, seconds_there))
    union all
    select comments.post_id, comments.created_at from comments
    where author_id = member and deleted_as = 'normal'
      and created_at > now() - make_interval(secs => greatest(seconds_here, seconds_there))
    union all
    select comments.post_id, comments.created_at from comments
    where author_id = member and deleted_as in ('mods', 'admins')
      and created_at > now() - make_interval(secs => greatest(seconds_here, seconds_there))
    union all
    select held_items.post_id, held_items.created_at from held_items
    where author_id = member and kind = 'comment' and decided_at is null
      and created_at > now() - make_interval(secs => greatest(seconds_here, seconds_there))
  ) as own
  join posts on posts.id = own.post_id and posts.community_id = comment_limit_of.community;
  if waits_until > clock_timestamp() then
    refusal := 'slow';
    wait_seconds := ceil(extract(epoch from waits_until - clock_timestamp()));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION comment_points(upvotes integer, downvotes integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN ((upvotes)::bigint - downvotes)
;

CREATE OR REPLACE FUNCTION comment_version(comment_xmin xid, score_hidden_until timestamp with time zone, author_xmin xid, author_picture_id bigint)
 RETURNS TABLE(comment_version text)
 LANGUAGE sql
 STABLE ROWS 1
BEGIN ATOMIC
 SELECT concat(comment_xmin, '.', author_xmin,
         CASE
             WHEN (score_hidden_until > now()) THEN '.hidden'::text
             ELSE NULL::text
         END,
         CASE
             WHEN (author_picture_id IS NOT NULL) THEN ( SELECT concat('.', images.id, '-', images.xmin) AS concat
                FROM images
               WHERE (images.id = comment_version.author_picture_id))
             ELSE NULL::text
         END) AS concat;
END
;

CREATE OR REPLACE FUNCTION comment_words(body text, html text, author_id bigint, community_id bigint, type text, created_at timestamp with time zone)
 RETURNS tsvector
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (words_of("left"(visible_text("left"(html, 100000), "left"(body, 40000)), 40000), 'B'::"char", 'D'::"char") || filter_words(author_id, community_id, type, created_at))
;

CREATE OR REPLACE FUNCTION comments_in_order(siblings bigint, sort text, most integer, from_key bigint, from_id bigint)
 RETURNS TABLE(id bigint, key bigint, reply_count integer, bytes integer)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT chosen.id,
     chosen.key,
     chosen.reply_count,
     chosen.bytes
    FROM (( SELECT comments.id,
             comment_key(comments_in_order.sort, comments.*) AS key,
             comments.reply_count,
             comment_bytes(comments.*) AS bytes
            FROM comments
           WHERE (
                 CASE comments_in_order.sort
                     WHEN 'upvotes'::text THEN (comments.parent_id = comments_in_order.siblings)
                     ELSE ((siblings_of(comments.post_id, comments.parent_id) = comments_in_order.siblings) AND (comments.deleted_at IS NULL))
                 END AND
                 CASE comments_in_order.sort
                     WHEN 'new'::text THEN ((comments.id <= COALESCE(comments_in_order.from_id, '999999999999999999'::bigint)) AND (COALESCE(comments_in_order.from_key, (0)::bigint) > '-999999999999999999'::bigint))
                     WHEN 'old'::text THEN ((comments.id >= COALESCE(comments_in_order.from_id, (0)::bigint)) AND (COALESCE(comments_in_order.from_key, (0)::bigint) > '-999999999999999999'::bigint))
                     WHEN 'best'::text THEN (ROW(comment_best(comments.upvotes, comments.downvotes), comments.id) <= ROW(COALESCE(comments_in_order.from_key, '999999999999999999'::bigint), COALESCE(comments_in_order.from_id, (0)::bigint)))
                     WHEN 'top'::text THEN (ROW(comment_points(comments.upvotes, comments.downvotes), comments.id) <= ROW(COALESCE(comments_in_order.from_key, '999999999999999999'::bigint), COALESCE(comments_in_order.from_id, (0)::bigint)))
                     WHEN 'controversial'::text THEN (ROW(comment_controversy(comments.upvotes, comments.downvotes), comments.id) <= ROW(COALESCE(comments_in_order.from_key, '999999999999999999'::bigint), COALESCE(comments_in_order.from_id, (0)::bigint)))
                     ELSE (ROW(comments.upvotes, comments.id) <= ROW(COALESCE(comments_in_order.from_key, '999999999999999999'::bigint), COALESCE(comments_in_order.from_id, (0)::bigint)))
                 END)
           ORDER BY
                 CASE comments_in_order.sort
                     WHEN 'best'::text THEN comment_best(comments.upvotes, comments.downvotes)
                     WHEN 'top'::text THEN comment_points(comments.upvotes, comments.downvotes)
                     WHEN 'controversial'::text THEN comment_controversy(comments.upvotes, comments.downvotes)
                     ELSE NULL::bigint
                 END DESC,
                 CASE comments_in_order.sort
                     WHEN 'upvotes'::text THEN comments.upvotes
                     ELSE NULL::integer
                 END DESC,
                 CASE comments_in_order.sort
                     WHEN 'old'::text THEN comments.id
                     ELSE NULL::bigint
                 END, comments.id DESC
          LIMIT comments_in_order.most)
         UNION ALL
         ( SELECT comments.id,
             '-999999999999999999'::bigint,
             comments.reply_count,
             comment_bytes(comments.*) AS comment_bytes
            FROM comments
           WHERE ((comments_in_order.sort <> 'upvotes'::text) AND (siblings_of(comments.post_id, comments.parent_id) = comments_in_order.siblings) AND (comments.deleted_at IS NOT NULL) AND ((COALESCE(comments_in_order.from_key, (0)::bigint) > '-999999999999999999'::bigint) OR (comments.id <= comments_in_order.from_id)))
           ORDER BY comments.id DESC
          LIMIT comments_in_order.most)) chosen
   ORDER BY chosen.key DESC, chosen.id DESC
  LIMIT comments_in_order.most;
END
;

CREATE OR REPLACE FUNCTION community_json(community communities)
 RETURNS community_json
 LANGUAGE sql
 STABLE
RETURN json_build_object('id', ((community).id)::text, 'creatorId', ((community).creator_id)::text, 'name', (community).name, 'nsfw', (community).nsfw, 'about', (community).about, 'memberCount', (community).member_count, 'postingRestricted', (community).posting_restricted, 'createdAt', (community).created_at, 'deletedAt', (community).deleted_at, 'icon', (SELECT image_json(images.*) AS image_json FROM images WHERE (images.id = (community_json.community).icon_id)), 'banner', (SELECT image_json(images.*) AS image_json FROM images WHERE (images.id = (community_json.community).banner_id)))
;

CREATE OR REPLACE FUNCTION community_named(key text)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE((SELECT communities.id FROM communities WHERE (communities.name_key = community_named.key)), (SELECT former_community_names.community_id FROM former_community_names WHERE (former_community_names.name_key = community_named.key)))
;

CREATE OR REPLACE FUNCTION count_call(keys bytea[], allowed integer[], seconds integer[], repeat_key bytea, repeats integer, repeat_seconds integer)
 RETURNS TABLE(place integer, milliseconds integer)
 LANGUAGE plpgsql
AS $function$
declare
  called_at timestamptz := clock_timestamp();
  counted rate_limits;
begin
  if repeat_key is not null then
    update rate_limits set calls = calls - 1 where key = repeat_key and calls > 0 and ends_at > called_at;
    if found then return; end if;
  end if;
  for bucket in 1 .. cardinality(keys) loop
    insert into rate_limits as known (key, calls, ends_at)
    values (keys[bucket], 1, called_at + make_interval(secs => seconds[bucket]))
    on conflict (key) do update set
      calls = case when known.ends_at > called_at then known.calls + 1 else 1 end,
      ends_at = case when known.ends_at > called_at then known.ends_at else excluded.ends_at end
    returning * into counted;
    if counted.calls > allowed[bucket] then
      return query select bucket, ceil(extract(epoch from counted.ends_at - called_at) * 1000)::integer;
      return;
    end if;
  end loop;
  if repeat_key is not null then
    insert into rate_limits (key, calls, ends_at) values (repeat_key, repeats, called_at + make_interval(secs => repeat_seconds))
    on conflict (key) do update set calls = excluded.calls, ends_at = excluded.ends_at;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION count_comments_of_posts(posts bigint[], more integer[], above bigint[], parents bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  update posts set comment_count = comment_count + change.more, last_activity_at = now(), activity = activity_stamp(now())
  from unnest($1, $2) as change (id, more) where posts.id = change.id;
  if cardinality(above) > 0 then
    update comments set reply_count = reply_count + cardinality(array_positions(above, id)),
      direct_reply_count = direct_reply_count + cardinality(array_positions(parents, id))
    where id = any(above);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION count_content_of_members(members bigint[], more_posts integer[], more_comments integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  perform from users where id = any(members) and id <> program_account() order by id for no key update;
  update users set post_count = post_count + change.posts, comment_count = comment_count + change.comments
  from unnest(members, more_posts, more_comments) as change (id, posts, comments)
  where users.id = change.id and users.id <> program_account();
end $function$
;

CREATE OR REPLACE FUNCTION count_for_member(member bigint, more_points integer DEFAULT 0, more_comments integer DEFAULT 0, more_notifications integer DEFAULT 0)
 RETURNS users
 LANGUAGE plpgsql
AS $function$
declare
  counted users;
begin
  update users set points = points + more_points, comment_count = comment_count + more_comments,
    notifications_new_count = notifications_new_count + more_notifications
  where id = member returning * into counted;
  return counted;
end $function$
;

CREATE OR REPLACE FUNCTION count_for_members(members bigint[], more_points integer[], more_comments integer[], more_notifications integer[])
 RETURNS SETOF users
 LANGUAGE plpgsql
 ROWS 10
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
    update users set points = users.points + change.points, comment_count = users.comment_count + change.comments,
      notifications_new_count = users.notifications_new_count + change.notifications
    from unnest($1, $2, $3, $4) as change (id, points, comments, notifications) where users.id = change.id
    returning users.*;
end $function$
;

CREATE OR REPLACE FUNCTION count_list_items(list bigint, more integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  update lists set item_count = item_count + more,
    last_updated_at = case when more > 0 then greatest(last_updated_at, now()) else last_updated_at end
  where id = list;
end $function$
;

CREATE OR REPLACE FUNCTION count_members(community bigint, more integer)
 RETURNS communities
 LANGUAGE plpgsql
AS $function$
declare
  counted communities;
begin
  update communities set member_count = member_count + more where id = community returning * into counted;
  return counted;
end $function$
;

CREATE OR REPLACE FUNCTION count_posts_of_member(member bigint, more integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  update users set post_count = post_count + more where id = member;
end $function$
;

CREATE OR REPLACE FUNCTION count_votes_of_comments(comments bigint[], more_upvotes integer[], more_downvotes integer[])
 RETURNS TABLE(comment_id bigint, upvotes integer, downvotes integer)
 LANGUAGE plpgsql
 ROWS 10
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
    update comments set upvotes = comments.upvotes + change.upvotes, downvotes = comments.downvotes + change.downvotes
    from unnest($1, $2, $3) as change (id, upvotes, downvotes) where comments.id = change.id
    returning comments.id, comments.upvotes, comments.downvotes;
end $function$
;

CREATE OR REPLACE FUNCTION count_votes_of_posts(posts bigint[], more_upvotes integer[], more_downvotes integer[])
 RETURNS TABLE(post_id bigint, upvotes integer, downvotes integer, hotness bigint)
 LANGUAGE plpgsql
 ROWS 10
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
    update posts set upvotes = posts.upvotes + change.upvotes, downvotes = posts.downvotes + change.downvotes
    from unnest($1, $2, $3) as change (id, upvotes, downvotes) where posts.id = change.id
    returning posts.id, posts.upvotes, posts.downvotes, posts.hotness;
end $function$
;

CREATE OR REPLACE FUNCTION count_waiting_applications(most integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN (SELECT (count(*))::integer AS count FROM (SELECT FROM applications WHERE (applications.decided_at IS NULL) LIMIT count_waiting_applications.most) waiting)
;

CREATE OR REPLACE FUNCTION day_of(at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (floor((EXTRACT(epoch FROM at) / (86400)::numeric)))::integer
;

CREATE OR REPLACE FUNCTION day_word(day integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ('§d'::text || day)
;

CREATE OR REPLACE FUNCTION decode_punycode(label text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  basic text := coalesce(substring(label from '^(.*)-[^-]*$'), '');
  encoded text := substring(label from '[^-]*$');
  characters text[] := string_to_array(basic, null);
  code bigint := 128; place bigint := 0; bias integer := 72; last_place bigint; weight bigint; k integer; threshold integer;
  digit integer; delta bigint; steps integer; at integer := 1;
begin
  if basic = '' then characters := '{}'; end if;
  while at <= length(encoded) loop
    last_place := place; weight := 1; k := 36;
    loop
      digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(encoded, at, 1)) - 1;
      if digit < 0 or at > length(encoded) or place > 4000000000 then return 'xn--' || label; end if;
      at := at + 1;
      place := place + digit * weight;
      threshold := least(greatest(k - bias, 1), 26);
      exit when digit < threshold;
      weight := weight * (36 - threshold); k := k + 36;
      if weight > 4000000000 then return 'xn--' || label; end if;
    end loop;
    delta := (place - last_place) / case when last_place = 0 then 700 else 2 end;
    delta := delta + delta / (cardinality(characters) + 1);
    steps := 0;
    while delta > 455 loop delta := delta / 35; steps := steps + 36; end loop;
    bias := steps + 36 * delta / (delta + 38);
    code := code + place / (cardinality(characters) + 1);
    place := place % (cardinality(characters) + 1);
    if code > 1114111 or code between 55296 and 57343 then return 'xn--' || label; end if;
    characters := characters[:place] || chr(code::integer) || characters[place + 1:];
    place := place + 1;
  end loop;
  return array_to_string(characters, '');
end $function$
;

CREATE OR REPLACE FUNCTION delete_images_of_copies()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  update images set is_used = false, deleted_at = now()
  where id in (select unnest(image_ids) from deleted_copy) and deleted_at is null;
  if found then perform graphile_worker.add_job('delete_images'); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION delete_images_of_withheld()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  update images set is_used = false, deleted_at = now()
  where id in (select unnest(image_ids || link_image_id) from deleted_row) and deleted_at is null
    and not exists (select from post_images where image_id = images.id)
    and not exists (select from comment_images where image_id = images.id)
    and not exists (
      select from deleted_row join posts on posts.id = deleted_row.post_id where posts.link_image_id = images.id);
  if found then perform graphile_worker.add_job('delete_images'); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION downvote_refusal(voter bigint, community bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT CASE communities.downvoters WHEN 'everyone'::text THEN NULL::text WHEN 'nobody'::text THEN 'downvotesOff'::text WHEN 'members'::text THEN CASE WHEN (NOT (EXISTS (SELECT FROM memberships WHERE ((memberships.user_id = downvote_refusal.voter) AND (memberships.community_id = downvote_refusal.community))))) THEN 'downvotesForMembers'::text ELSE NULL::text END ELSE CASE WHEN ((SELECT trust_of(users.*) AS trust_of FROM users WHERE (users.id = downvote_refusal.voter)) < ("right"(communities.downvoters, 1))::integer) THEN 'downvotesNeedTrust'::text ELSE NULL::text END END AS "case" FROM communities WHERE (communities.id = downvote_refusal.community))
;

CREATE OR REPLACE FUNCTION enqueue_link_mail(user_id bigint, purpose text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  perform graphile_worker.add_job('mail_link', json_build_object('userId', user_id::text, 'purpose', purpose),
    job_key := 'mail_link ' || purpose || ' ' || user_id, max_attempts := 8);
end $function$
;

CREATE OR REPLACE FUNCTION erased_name_hash(name text)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN sha256(((SELECT site_settings.erased_names_key FROM site_settings) || convert_to(lower(name), 'UTF8'::name)))
;

CREATE OR REPLACE FUNCTION filter_words(author_id bigint, community_id bigint, type text, created_at timestamp with time zone)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(ARRAY[('§a'::text || author_id), ('§c'::text || community_id), ('§t'::text || type), day_word(day_of(created_at)), week_word(week_of(created_at))])
;

CREATE OR REPLACE FUNCTION fold_word(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (octet_length(word) = length(word)) THEN word ELSE replace(replace(replace(replace(translate(NORMALIZE(regexp_replace(NORMALIZE(word, NFKD), '(?<![иу])\u0306|(?<!і)\u0308|[\u0300-\u0305\u0307\u0309-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08ff\u093c\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]'::text, ''::text, 'g'::text), NFC), 'ςıłøđðħŧŋىیېکةٱہھ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९'::text, 'σiloddhtnيييكهاهه012345678901234567890123456789'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text) END
;

CREATE OR REPLACE FUNCTION folded_forms(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (octet_length(word) = length(word)) THEN '{}'::text[] ELSE array_remove(ARRAY[fold_word(word), CASE WHEN (word ~ '[äöüøå]'::text) THEN fold_word(replace(replace(replace(replace(replace(word, 'ä'::text, 'ae'::text), 'ö'::text, 'oe'::text), 'ü'::text, 'ue'::text), 'ø'::text, 'oe'::text), 'å'::text, 'aa'::text)) ELSE NULL::text END], word) END
;

CREATE OR REPLACE FUNCTION has_role(member bigint, community bigint, role text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  roles record;
begin
  select * into roles from lock_roles(member, community);
  return case role when 'admins' then roles.is_admin when 'mods' then roles.is_moderator else false end;
end $function$
;

CREATE OR REPLACE FUNCTION hide_spoilers(body text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (strpos(body, '>!'::text) = 0) THEN body ELSE regexp_replace(regexp_replace(regexp_replace(body, '>![^\n]*?!<'::text, '[spoiler]'::text, 'g'::text), '(^|\n)[ >]*>![^\n]*(\n[^\n]*[^\s][^\n]*)*'::text, '\1[spoiler]'::text, 'g'::text), '>!.*?!<'::text, '[spoiler]'::text, 'g'::text) END
;

CREATE OR REPLACE FUNCTION hit_words(query tsquery)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (NULLIF(NULLIF(regexp_replace(replace(querytree(loose_query(query)), ' & '::text, ' | '::text), '''(\S+) (\S+)'''::text, '''\1'' | ''\2'''::text, 'g'::text), 'T'::text), ''::text))::tsquery
;

CREATE OR REPLACE FUNCTION hotness(upvotes integer, created_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$ begin
  return case when upvotes <= 0 then 0 else round(10000000 * (
    log((case
      when upvotes <= 3 then upvotes
      when upvotes <= 10 then 3 + 3 * (upvotes - 3)
      when upvotes <= 20 then 24 + 4 * (upvotes - 10)
      when upvotes <= 40 then 64 + 5 * (upvotes - 20)
      else 164 + 6 * (upvotes - 40)
    end)::double precision)
    + extract(epoch from created_at)::double precision / 45000
  ))::bigint end;
end $function$
;

CREATE OR REPLACE FUNCTION ignored_words_query(query text)
 RETURNS tsquery
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT (string_agg(quote_literal(CASE WHEN (paired.next IS NULL) THEN paired.word ELSE ((paired.word || ' '::text) || paired.next) END), ' & '::text))::tsquery AS string_agg FROM (SELECT word.word, lead(word.word) OVER (ORDER BY word.place) AS next, count(*) OVER () AS words FROM unnest(regexp_split_to_array(TRIM(BOTH FROM words_in(regexp_replace(ignored_words_query.query, '(^|\s)-\S+'::text, ' '::text, 'g'::text), true)), '\s+'::text)) WITH ORDINALITY word(word, place) WHERE (word.word <> ''::text)) paired WHERE ((paired.next IS NOT NULL) OR (paired.words = 1)))
;

CREATE OR REPLACE FUNCTION image_json(image images)
 RETURNS image_json
 LANGUAGE sql
 STABLE
RETURN json_build_object('id', ((image).id)::text, 'secret', (image).secret, 'format', (image).format, 'width', (image).width, 'height', (image).height, 'size', (image).size, 'average_color', (image).average_color, 'alt_text', (image).alt_text, 'ground', (image).ground, 'is_animated', (image).is_animated)
;

CREATE OR REPLACE FUNCTION index_changed_comment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if new.deleted_at is not null then
    delete from comment_search where comment_id = new.id;
  else
    perform from comment_search where comment_id = new.id for no key update;
    insert into comment_search (comment_id, post_id, community_id, author_id, created_at, words)
    select new.id, new.post_id, posts.community_id, new.author_id, new.created_at,
      comment_words(new.body, new.body_html, new.author_id, posts.community_id, posts.type, new.created_at)
    from posts where posts.id = new.post_id
    on conflict (comment_id) do update set words = excluded.words;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION index_changed_post()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if new.deleted_at is not null then
    delete from post_search where post_id = new.id;
  else
    insert into post_search (post_id, community_id, author_id, type, created_at, words)
    values (new.id, new.community_id, new.author_id, new.type, new.created_at,
      post_words(new.title, case when new.content_deleted_at is null then new.body end,
        case when new.content_deleted_at is null then new.body_html end,
        case when new.content_deleted_at is null then new.link_url end,
        new.author_id, new.community_id, new.type, new.created_at))
    on conflict (post_id) do update set words = excluded.words;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION index_new_comments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if current_setting('folkmoot.index_later', true) = 'on' then return null; end if;
  insert into comment_search (comment_id, post_id, community_id, author_id, created_at, words)
  select added.id, added.post_id, posts.community_id, added.author_id, added.created_at,
    comment_words(added.body, added.body_html, added.author_id, posts.community_id, posts.type, added.created_at)
  from added join posts on posts.id = added.post_id where added.deleted_at is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION index_new_posts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if current_setting('folkmoot.index_later', true) = 'on' then return null; end if;
  insert into post_search (post_id, community_id, author_id, type, created_at, words)
  select id, community_id, author_id, type, created_at,
    post_words(title, body, body_html, link_url, author_id, community_id, type, created_at)
  from added where deleted_at is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION invitation_is_usable(invitation invitations)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select invitation.withdrawn_at is null and invitation.expires_at > now() and invitation.use_count < invitation.uses_max
    and exists (
      select from users where users.id = invitation.created_by and users.banned_at is null and users.deleted_at is null)
$function$
;

CREATE OR REPLACE FUNCTION is_among(member bigint, community bigint, who text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$ begin
  return case when who = 'members'
    then exists (select from memberships where user_id = member and community_id = community)
    else exists (select from users where id = member and trust_of(users) >= right(who, 1)::integer) end;
end $function$
;

CREATE OR REPLACE FUNCTION is_ban_in_force(expires_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((expires_at IS NULL) OR (expires_at > now()))
;

CREATE OR REPLACE FUNCTION is_bot(member bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM badges WHERE ((badges.user_id = is_bot.member) AND (badges.type = 'bot'::text))))
;

CREATE OR REPLACE FUNCTION is_forbidden(member bigint, community bigint, activity text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$ begin
  perform pg_advisory_xact_lock_shared(1, (member % 2147483647)::integer);
  return exists (select from community_bans
      where user_id = member and community_id = community and is_ban_in_force(expires_at) and ban_forbids(kind, activity))
    or exists (select from site_bans
      where user_id = member and kind <> 'reading' and is_ban_in_force(expires_at) and ban_forbids(kind, activity))
    or not exists (select from users where id = member and banned_at is null and deleted_at is null);
end $function$
;

CREATE OR REPLACE FUNCTION is_gone(post posts)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (((post).content_deleted_at IS NOT NULL) OR (((post).type = 'text'::text) AND (octet_length((post).body) < 60) AND ((post).body ~* '^\s*[[(]\s*((topic|post|message|thread|text|content)\s+)?(deleted|removed|withdrawn)(\s+by\s+.*)?[])]\s*$'::text)))
;

CREATE OR REPLACE FUNCTION is_hit_reversed(hit automation_hits)
 RETURNS boolean
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT ((NOT (hit).is_shadow) AND (((hit).undone_at IS NOT NULL) OR (EXISTS ( SELECT
            FROM held_items
           WHERE ((held_items.id = (is_hit_reversed.hit).held_item_id) AND (held_items.outcome = 'approved'::text) AND (held_items.decided_by IS NOT NULL)))) OR (('remove'::text = ANY ((hit).acts)) AND ((hit).held_item_id IS NULL) AND ((hit).post_id IS NOT NULL) AND
         CASE
             WHEN ((hit).comment_id IS NULL) THEN (EXISTS ( SELECT
                FROM posts
               WHERE ((posts.id = (is_hit_reversed.hit).post_id) AND (posts.deleted_at IS NULL))))
             ELSE (EXISTS ( SELECT
                FROM comments
               WHERE ((comments.id = (is_hit_reversed.hit).comment_id) AND (comments.deleted_at IS NULL))))
         END) OR (('lock'::text = ANY ((hit).acts)) AND ((hit).held_item_id IS NULL) AND ((hit).post_id IS NOT NULL) AND (NOT ('remove'::text = ANY ((hit).acts))) AND
         CASE
             WHEN ((hit).comment_id IS NULL) THEN (EXISTS ( SELECT
                FROM posts
               WHERE ((posts.id = (is_hit_reversed.hit).post_id) AND (posts.locked_at IS NULL))))
             ELSE (EXISTS ( SELECT
                FROM comments
               WHERE ((comments.id = (is_hit_reversed.hit).comment_id) AND (comments.locked_at IS NULL))))
         END) OR (('report'::text = ANY ((hit).acts)) AND ((hit).held_item_id IS NULL) AND (NOT ('remove'::text = ANY ((hit).acts))) AND (EXISTS ( SELECT
            FROM reviews
           WHERE ((reviews.post_id = (is_hit_reversed.hit).post_id) AND (COALESCE(reviews.comment_id, (0)::bigint) = COALESCE((is_hit_reversed.hit).comment_id, (0)::bigint)) AND (reviews.outcome = 'kept'::text) AND (reviews.reviewed_at > (is_hit_reversed.hit).at)))))));
END
;

CREATE OR REPLACE FUNCTION is_in_force(entry moderation_log)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN CASE WHEN ((entry).action = ANY (ARRAY['ban_from_community'::text, 'change_community_ban'::text])) THEN (EXISTS (SELECT FROM community_bans WHERE ((community_bans.user_id = (is_in_force.entry).member_id) AND (community_bans.community_id = (is_in_force.entry).community_id) AND is_ban_in_force(community_bans.expires_at)))) WHEN ((entry).action = ANY (ARRAY['ban_user'::text, 'ban_user_with_content'::text, 'change_site_ban'::text])) THEN (EXISTS (SELECT FROM users WHERE ((users.id = (is_in_force.entry).member_id) AND (users.banned_at IS NOT NULL)) UNION ALL SELECT FROM site_bans WHERE ((site_bans.user_id = (is_in_force.entry).member_id) AND is_ban_in_force(site_bans.expires_at)))) WHEN ((entry).action = 'lock_post'::text) THEN (EXISTS (SELECT FROM posts WHERE ((posts.id = (is_in_force.entry).post_id) AND (posts.locked_as = (is_in_force.entry).acted_as)))) WHEN ((entry).action = 'lock_comment'::text) THEN (EXISTS (SELECT FROM comments WHERE ((comments.id = (is_in_force.entry).comment_id) AND (comments.locked_as = (is_in_force.entry).acted_as)))) WHEN ((entry).action = ANY (ARRAY['remove_comment'::text, 'erase_comment'::text])) THEN (EXISTS (SELECT FROM comments WHERE ((comments.id = (is_in_force.entry).comment_id) AND (comments.deleted_as <> 'normal'::text) AND (comments.deleted_at <= (is_in_force.entry).created_at)))) WHEN ((entry).action = ANY (ARRAY['remove_post'::text, 'remove_post_content'::text, 'erase_post'::text])) THEN (EXISTS (SELECT FROM posts WHERE ((posts.id = (is_in_force.entry).post_id) AND (((posts.deleted_as <> 'normal'::text) AND (posts.deleted_at <= (is_in_force.entry).created_at)) OR ((posts.content_deleted_as <> 'normal'::text) AND (posts.content_deleted_at <= (is_in_force.entry).created_at)))))) ELSE false END
;

CREATE OR REPLACE FUNCTION is_limit_in_force(comment_limit jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((comment_limit IS NOT NULL) AND COALESCE((((comment_limit ->> 'until'::text))::timestamp with time zone > now()), true))
;

CREATE OR REPLACE FUNCTION is_open_to_member(conversation bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (EXISTS (SELECT FROM modmail_messages WHERE ((modmail_messages.conversation_id = is_open_to_member.conversation) AND (modmail_messages.kind <> 'note'::text))))
;

CREATE OR REPLACE FUNCTION is_report_hidden(reporter bigint, community bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM report_silences WHERE ((report_silences.user_id = is_report_hidden.reporter) AND ((report_silences.community_id IS NULL) OR (report_silences.community_id = is_report_hidden.community)))))
;

CREATE OR REPLACE FUNCTION is_thread_locked(post bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$ begin
  perform pg_advisory_xact_lock_shared(2, (post % 2147483647)::integer);
  return exists (select from posts where id = post and locked_at is not null);
end $function$
;

CREATE OR REPLACE FUNCTION iso_time(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN to_char((at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text)
;

CREATE OR REPLACE FUNCTION joined_words(text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (text ~ '\w[-''’‐‑\u200c]\w'::text) THEN (SELECT string_agg(DISTINCT CASE WHEN (octet_length(joined.word) = length(joined.word)) THEN joined.word ELSE ((joined.word || ' '::text) || fold_word(joined.word)) END, ' '::text) AS string_agg FROM (SELECT NORMALIZE(translate(match.match[1], ('-''’‐‑'::text || '‌'::text), ''::text), NFKC) AS word FROM regexp_matches(lower(joined_words.text), '(?<![\w.:/@%#''’‐‑\u200c-])([[:alpha:]]\w*(?:[-‐‑\u200c]\w+|[''’][[:alpha:]]\w{2,}){1,3})(?:[''’]s?)?(?![\w/''’‐‑\u200c-])'::text, 'g'::text) match(match)) joined WHERE ((length(joined.word) <= 40) AND (joined.word !~ (('['::text || unspaced_letters()) || ']'::text)))) ELSE NULL::text END
;

CREATE OR REPLACE FUNCTION keep_text_version(of_post bigint, of_comment bigint, old_title text, old_body text, created timestamp with time zone, edited timestamp with time zone, most integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  latest timestamptz;
begin
  latest := case when of_post is null
    then (select max(replaced_at) from text_versions where comment_id = of_comment)
    else (select max(replaced_at) from text_versions where post_id = of_post) end;
  if coalesce(latest, created) > now() - interval '2 minutes' then return false; end if;
  insert into text_versions (post_id, comment_id, title, body, written_at)
  values (of_post, of_comment, old_title, old_body, coalesce(edited, created));
  if of_post is null then
    delete from text_versions where id in (
      select id from text_versions where comment_id = of_comment order by id desc offset most);
  else
    delete from text_versions where id in (
      select id from text_versions where post_id = of_post order by id desc offset most);
  end if;
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION lift_ended_site_bans(of_member bigint DEFAULT NULL::bigint)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  lifted integer;
begin
  perform from users where id in (
      select user_id from site_bans where expires_at <= now() and (of_member is null or user_id = of_member))
    order by id for no key update;
  with ended as (
    delete from site_bans where expires_at <= now() and (of_member is null or user_id = of_member) returning user_id, kind
  )
  update users set banned_at = null from ended where users.id = ended.user_id and ended.kind = 'reading';
  get diagnostics lifted = row_count;
  return lifted;
end $function$
;

CREATE OR REPLACE FUNCTION lock_community_names(keys text[])
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$ begin
  perform pg_advisory_xact_lock_shared(4, 0);
  return array(select name_key from former_community_names where name_key = any(keys));
end $function$
;

CREATE OR REPLACE FUNCTION lock_community_names_exclusively()
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  perform pg_advisory_xact_lock(4, 0);
end $function$
;

CREATE OR REPLACE FUNCTION lock_conversations(member bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  perform pg_advisory_xact_lock(3, (member % 2147483647)::integer);
end $function$
;

CREATE OR REPLACE FUNCTION lock_permissions(member bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  perform pg_advisory_xact_lock_shared(1, (member % 2147483647)::integer);
end $function$
;

CREATE OR REPLACE FUNCTION lock_permissions_exclusively(member bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  perform pg_advisory_xact_lock(1, (member % 2147483647)::integer);
end $function$
;

CREATE OR REPLACE FUNCTION lock_roles(member bigint, community bigint, needs text[] DEFAULT NULL::text[], OUT is_admin boolean, OUT is_moderator boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$ begin
  perform pg_advisory_xact_lock_shared(1, (member % 2147483647)::integer);
  select coalesce(roles.is_admin, false), coalesce(roles.is_moderator, false) into is_admin, is_moderator
  from roles_in(member, community, needs) as roles;
end $function$
;

CREATE OR REPLACE FUNCTION lone_comment_version(comment_version text, attachments_version text, community_name text, icon_id bigint, post_deleted_as text, post_title text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN concat(comment_version, attachments_version, ' ', community_name, ' ', icon_id, ' ', post_deleted_as, ' ', post_title)
;

CREATE OR REPLACE FUNCTION loose_query(query tsquery)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((query)::text ~ '!\s*\('::text) THEN query ELSE (regexp_replace((query)::text, '<(-|\d+)>'::text, '&'::text, 'g'::text))::tsquery END
;

CREATE OR REPLACE FUNCTION mailbox_hash(email text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
RETURN sha256(convert_to(regexp_replace(lower(email), '\+.*@'::text, '@'::text), 'UTF8'::name))
;

CREATE OR REPLACE FUNCTION marked(text text, hits tsquery, options text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  first_letters text[] := array(select distinct left(fold_word(match[1]), 1) from regexp_matches(hits::text, '''(.)', 'g') as match);
  found_words tsquery;
  shown text;
  passages text[];
begin
  if hits is not null then
    select string_agg('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery into found_words
    from unnest(to_tsvector('simple', text))
    where case
      when octet_length(lexeme) = length(lexeme) then
        case when lexeme ~ '[./@]' then to_tsvector('forum_words', words_in(lexeme, true)) @@ hits
          else left(lexeme, 1) = any(first_letters)
            and (to_tsvector('forum_words', lexeme) @@ hits or to_tsvector('simple', lexeme) @@ hits) end
      when left(fold_word(lower(left(lexeme, 1))), 1) = any(first_letters) or lexeme ~ ('[./@' || unspaced_letters() || ']')
        then words_of(lexeme, 'A', 'A', true) @@ hits end;
  end if;
  if hits is not null and text ~ '\w[-''’‐‑\u200c]\w' then
    select coalesce(found_words || string_agg(quote_literal(part), ' | ')::tsquery, found_words, string_agg(quote_literal(part), ' | ')::tsquery)
    into found_words
    from (
      select (tsvector_to_array(to_tsvector('simple', substring(match[1] from '\w{3,}$'))))[1] as part
      from regexp_matches(text, '(\w+(?:[''’]\w{3,}|[-‐‑\u200c]\w+)+)', 'g') as match
      where to_tsvector('forum_words', lower(joined_words(match[1]))) @@ hits) as ending
    where part is not null;
  end if;
  shown := ts_headline('simple', text, coalesce(found_words, '''§'''), options);
  passages := string_to_array(translate(shown, E'\ue000\ue001', ''), E'\ue002');
  shown := replace(shown, E'\ue002', ' … ');
  if options ~ 'HighlightAll' then return shown; end if;
  return case when not starts_with(regexp_replace(left(text, 400), '^\W+', ''), left(regexp_replace(passages[1], '^\W+', ''), 60)) then '… ' else '' end
    || shown
    || case when not starts_with(reverse(regexp_replace(right(text, 400), '\W+$', '')), left(reverse(regexp_replace(passages[cardinality(passages)], '\W+$', '')), 60))
      then ' …' else '' end;
end $function$
;

CREATE OR REPLACE FUNCTION may_answer(appeal appeals, member bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  roles record;
begin
  select * into roles from roles_in(member, appeal.community_id, permission_of(appeal));
  return member <> appeal.member_id
    and coalesce(roles.is_admin or appeal.acted_as = 'mods' and roles.is_moderator, false)
    and (member <> appeal.actor_id or roles.is_admin and not others_may_answer(appeal));
end $function$
;

CREATE OR REPLACE FUNCTION may_decide(notice notices, admin bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  involved bigint[] := array_remove(array[notice.reporter_id, member_of_notice(notice), notice.decided_by], null);
begin
  return admin <> all(involved) or not exists (
    select from users
    where is_admin and not is_built_in and deleted_at is null and banned_at is null and id <> all(involved));
end $function$
;

CREATE OR REPLACE FUNCTION may_speak_for(member bigint, community bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  roles record;
begin
  if member = program_account() then
    return true;
  end if;
  select * into roles from lock_roles(member, community, '{content}');
  return roles.is_admin or roles.is_moderator;
end $function$
;

CREATE OR REPLACE FUNCTION may_vouch(member users)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (((member).deleted_at IS NULL) AND ((member).banned_at IS NULL) AND (trust_of(member) >= 3) AND (NOT (EXISTS (SELECT FROM member_trust WHERE ((member_trust.user_id = (may_vouch.member).id) AND (member_trust.vouching_paused_until > now()))))))
;

CREATE OR REPLACE FUNCTION member_of_notice(notice notices)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$ begin
  return coalesce(notice.user_id,
    (select author_id from posts where id = notice.post_id),
    (select author_id from comments where id = notice.comment_id),
    (select author_id from modmail_messages where id = notice.message_id));
end $function$
;

CREATE OR REPLACE FUNCTION mentionable(names text[], author bigint, community bigint)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT users.id
    FROM users
   WHERE ((users.username_key = ANY (mentionable.names)) AND (users.id <> mentionable.author) AND (users.deleted_at IS NULL) AND (users.banned_at IS NULL) AND (NOT users.is_built_in) AND (NOT users.mention_notifications_off) AND (NOT (EXISTS ( SELECT
            FROM user_mutes
           WHERE ((user_mutes.user_id = users.id) AND (user_mutes.muted_user_id = mentionable.author))))) AND (NOT (EXISTS ( SELECT
            FROM community_mutes
           WHERE ((community_mutes.user_id = users.id) AND (community_mutes.muted_community_id = mentionable.community))))) AND (NOT (EXISTS ( SELECT
            FROM community_bans
           WHERE ((community_bans.user_id = users.id) AND (community_bans.community_id = mentionable.community) AND is_ban_in_force(community_bans.expires_at) AND ban_forbids((community_bans.kind)::text, 'voting'::text))))));
END
;

CREATE OR REPLACE FUNCTION merged_into(post bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  target bigint;
  next bigint := post;
begin
  loop
    select into_id into next from post_merges where post_id = next and undone_at is null;
    exit when not found;
    target := next;
  end loop;
  return target;
end $function$
;

CREATE OR REPLACE FUNCTION microseconds_of(moment timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((EXTRACT(epoch FROM moment) * (1000000)::numeric))::bigint
;

CREATE OR REPLACE FUNCTION moderated_version(member_id bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT md5(string_agg(concat_ws('.'::text, moderators.xmin, communities.id, communities.xmin, ( SELECT string_agg((images.xmin)::text, '.'::text ORDER BY images.id) AS string_agg
            FROM images
           WHERE (images.id = ANY (ARRAY[communities.icon_id, communities.banner_id])))), '-'::text ORDER BY communities.id)) AS md5
    FROM (moderators
      JOIN communities ON ((communities.id = moderators.community_id)))
   WHERE (moderators.user_id = moderated_version.member_id);
END
;

CREATE OR REPLACE FUNCTION moderates_with(member bigint, community bigint, needs text[])
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$ begin
  return exists (
    select from moderators
    where community_id = community and user_id = member and (needs is null or permissions && needs));
end $function$
;

CREATE OR REPLACE FUNCTION moment_of(microseconds bigint)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ('1970-01-01 00:00:00+00'::timestamp with time zone + ((microseconds)::double precision * '00:00:00.000001'::interval))
;

CREATE OR REPLACE FUNCTION named(member bigint)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT users.username FROM users WHERE ((users.id = named.member) AND (users.deleted_at IS NULL)))
;

CREATE OR REPLACE FUNCTION network_of_household(ip inet, OUT first inet, OUT last inet)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE STRICT
RETURN (SELECT ROW(network(household.part), set_masklen(broadcast(household.part), masklen((host(network_of_household.ip))::inet))) AS "row" FROM (SELECT set_masklen(network_of_household.ip, CASE WHEN (family(network_of_household.ip) = 4) THEN 32 WHEN (network_of_household.ip <<= '::ffff:0.0.0.0/96'::inet) THEN 128 ELSE 64 END) AS set_masklen) household(part))
;

CREATE OR REPLACE FUNCTION new_score_hidden_until(community bigint)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN (SELECT (now() + make_interval(mins => communities.score_hidden_minutes)) FROM communities WHERE ((communities.id = new_score_hidden_until.community) AND (communities.score_hidden_minutes > 0)))
;

CREATE OR REPLACE FUNCTION notify_ip_blocks()
 RETURNS void
 LANGUAGE sql
RETURN pg_notify('ip_blocks'::text, ''::text)
;

CREATE OR REPLACE FUNCTION notify_member(receiver bigint, kind text, happened_at timestamp with time zone, post bigint DEFAULT NULL::bigint, comment bigint DEFAULT NULL::bigint, about_comment bigint DEFAULT NULL::bigint, actor bigint DEFAULT NULL::bigint, community bigint DEFAULT NULL::bigint, role text DEFAULT NULL::text, badge text DEFAULT NULL::text, message text DEFAULT NULL::text, counted_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$ begin
  return (select coalesce(sum(new_count_change), 0) from notify_members(array[receiver], array[kind], array[happened_at],
    array[post], array[comment], array[about_comment], array[actor], array[counted_at], community, role, badge, message));
end $function$
;

CREATE OR REPLACE FUNCTION notify_members(receivers bigint[], kinds text[], happened_at timestamp with time zone[], posts bigint[], comments bigint[], about_comments bigint[], actors bigint[], counted_at timestamp with time zone[], community bigint DEFAULT NULL::bigint, role text DEFAULT NULL::text, badge text DEFAULT NULL::text, message text DEFAULT NULL::text)
 RETURNS TABLE(member_id bigint, new_count_change integer)
 LANGUAGE plpgsql
 ROWS 10
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  turns integer := 1;
  stored record;
  dropped integer;
  pushed_at timestamptz;
begin
  -- A statement can add only one event to a notification, so those of the same one come one after the other.
  if cardinality(receivers) > 1 then
    select max(events) into turns from (
      select count(*) as events from unnest($1, $2, $4, $6) as event (receiver, kind, post, about) group by receiver, kind, post, about
    ) as one;
  end if;
  for turn in 1 .. turns loop
    for stored in
      insert into notifications (user_id, type, created_at, updated_at, is_open, post_id, comment_id, about_comment_id, actor_id,
        community_id, deleted_as, badge_type, body, actor_ids, latest_comment_id)
      select receiver, kind, happened, happened, kind in ('new_comment', 'comment_reply', 'new_votes'), post, comment,
        about, actor, $9, $10, $11, $12, array_remove(array[actor], null), comment
      from (
        select *, row_number() over (partition by receiver, kind, post, about order by place) as turn_of_event
        from unnest($1, $2, $3, $4, $5, $6, $7, $8) with ordinality
          as event (receiver, kind, happened, post, comment, about, actor, counted, place)
      ) as event
      where turn_of_event = turn and (counted is null or not exists (
        select from notifications
        where user_id = receiver and type = kind and post_id = post and about_comment_id is not distinct from about and is_open
          and created_at <= counted))
      order by receiver, place
      on conflict (user_id, type, post_id, about_comment_id) where is_open do update set
        happened = notifications.happened + 1,
        updated_at = greatest(notifications.updated_at, excluded.updated_at),
        was_new = notifications.is_new, is_new = true,
        -- One from before there was this column does not know all of them, so it goes on naming nobody.
        actor_ids = case when notifications.actor_ids = '{}' then '{}'
          else (excluded.actor_ids || array_remove(notifications.actor_ids, excluded.actor_id))[1:50] end,
        latest_comment_id = excluded.latest_comment_id
      returning id, user_id, type, happened = 1 as is_first, was_new
    loop
      dropped := 0;
      if stored.is_first then
        with surplus as (
          select own.id from notifications as own where own.user_id = stored.user_id order by own.id desc offset 200
        ), deleted as (
          delete from notifications using surplus where notifications.id = surplus.id returning notifications.is_new
        )
        select count(*) filter (where is_new) into dropped from deleted;
      end if;
      if stored.type not in ('new_votes', 'denied_comm') and exists (
        select from sessions join push_subscriptions on push_subscriptions.session_id_hash = sessions.id_hash
        where sessions.user_id = stored.user_id
      ) then
        pushed_at := case when stored.type = 'reported' then quiet_hours_end(stored.user_id) end;
        perform graphile_worker.add_job('push_notification', json_build_object('notificationId', stored.id::text),
          job_key := case when pushed_at is null then 'push_notification ' || stored.id
            else 'push_after_quiet_hours ' || stored.user_id end,
          run_at := pushed_at, max_attempts := 3);
      end if;
      member_id := stored.user_id;
      new_count_change := 1 - stored.was_new::integer - dropped;
      return next;
    end loop;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION notify_of_mention(receiver bigint, post bigint, comment bigint, author bigint)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$ begin
  if exists (
    select from notifications
    where type = 'mention' and user_id = receiver and post_id = post and comment_id is not distinct from comment
  ) then return 0; end if;
  return notify_member(receiver, 'mention', now(), post => post, comment => comment, actor => author);
end $function$
;

CREATE OR REPLACE FUNCTION notify_scraper_networks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  perform pg_notify('scraper_networks', '');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION notify_with_details(receiver bigint, kind text, facts jsonb, post bigint DEFAULT NULL::bigint, about_comment bigint DEFAULT NULL::bigint, actor bigint DEFAULT NULL::bigint, community bigint DEFAULT NULL::bigint, role text DEFAULT NULL::text, badge text DEFAULT NULL::text, message text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  change integer;
begin
  change := notify_member(receiver, kind, now(), post => post, about_comment => about_comment, actor => actor,
    community => community, role => role, badge => badge, message => message);
  if facts <> '{}' then
    update notifications set details = facts
    where notifications.id = (select max(latest.id) from notifications as latest where latest.user_id = receiver);
  end if;
  return change;
end $function$
;

CREATE OR REPLACE FUNCTION notify_withheld_contents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if exists (select from changed_row where cardinality(image_ids) > 0 or link_image_id is not null) then
    perform pg_notify('withheld_contents', '');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION others_may_answer(appeal appeals)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$ begin
  return exists (
    select from users where is_admin and deleted_at is null and banned_at is null
      and id not in (appeal.actor_id, appeal.member_id)
  ) or appeal.acted_as = 'mods' and exists (
    select from moderators join users on users.id = user_id
    where community_id = appeal.community_id and deleted_at is null and banned_at is null
      and permissions && permission_of(appeal)
      and user_id not in (appeal.actor_id, appeal.member_id));
end $function$
;

CREATE OR REPLACE FUNCTION permission_of(appeal appeals)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN ((appeal).act = 'ban'::text) THEN '{members}'::text[] ELSE '{content}'::text[] END
;

CREATE OR REPLACE FUNCTION pin_post(post bigint, is_site_wide boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  if is_site_wide then
    update posts set is_pinned_site = true where id = post;
  else
    update posts set is_pinned = true where id = post;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION post_age_band(created_at timestamp with time zone, at timestamp with time zone)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (CASE WHEN (created_at > (at - '1 day'::interval)) THEN 0 WHEN (created_at > (at - '7 days'::interval)) THEN 1 WHEN (created_at > (at - '30 days'::interval)) THEN 2 WHEN (created_at > (at - '365 days'::interval)) THEN 3 ELSE 4 END)::smallint
;

CREATE OR REPLACE FUNCTION post_attachments_version(post_id bigint, attachment_count smallint)
 RETURNS TABLE(attachments_version text)
 LANGUAGE sql
 STABLE ROWS 1
BEGIN ATOMIC
 SELECT
         CASE
             WHEN (attachment_count > 0) THEN ( SELECT string_agg(concat('.', images.id, '-', images.xmin), ''::text ORDER BY images.id) AS string_agg
                FROM (post_images
                  JOIN images ON ((images.id = post_images.image_id)))
               WHERE (post_images.post_id = post_attachments_version.post_id))
             ELSE NULL::text
         END AS "case";
END
;

CREATE OR REPLACE FUNCTION post_columns(post posts, post_id bigint, link_image_id bigint, format text, renderer integer)
 RETURNS TABLE(id bigint, public_id text, type text, author_id bigint, author_group text, community_id bigint, community_name text, community_icon image_json, community_banner image_json, title text, body text, body_html text, body_renderer integer, excerpt text, link_url text, link_hostname text, images images_json, link_image image_json, upvotes integer, downvotes integer, hotness bigint, comment_count integer, created_at timestamp with time zone, edited_at timestamp with time zone, last_activity_at timestamp with time zone, is_pinned boolean, is_pinned_site boolean, locked_at timestamp with time zone, locked_by text, locked_as text, deleted_at timestamp with time zone, deleted_as text, content_deleted_at timestamp with time zone, content_deleted_as text, is_score_hidden boolean, downvoters text, comment_limits comment_limits_json, made_with_ai_by text)
 LANGUAGE sql
 STABLE ROWS 1
BEGIN ATOMIC
 SELECT (post_columns.post).id AS id,
     (post_columns.post).public_id AS public_id,
     (post_columns.post).type AS type,
     (post_columns.post).author_id AS author_id,
     (post_columns.post).author_group AS author_group,
     (post_columns.post).community_id AS community_id,
     communities.name,
         CASE
             WHEN (communities.icon_id IS NOT NULL) THEN (( SELECT image_json(images.*) AS image_json
                FROM images
               WHERE (images.id = communities.icon_id)))::json
             ELSE NULL::json
         END AS "case",
         CASE
             WHEN ((post_columns.format = 'source'::text) AND (communities.banner_id IS NOT NULL)) THEN (( SELECT image_json(images.*) AS image_json
                FROM images
               WHERE (images.id = communities.banner_id)))::json
             ELSE NULL::json
         END AS "case",
     (post_columns.post).title AS title,
         CASE
             WHEN ((post_columns.format = 'source'::text) OR ((post_columns.format = 'html'::text) AND (((post_columns.post).body_html IS NULL) OR ((post_columns.post).body_renderer IS DISTINCT FROM post_columns.renderer)))) THEN (post_columns.post).body
             ELSE "left"((post_columns.post).body, 1)
         END AS "left",
         CASE
             WHEN (post_columns.format = 'html'::text) THEN (post_columns.post).body_html
             ELSE NULL::text
         END AS "case",
         CASE
             WHEN (post_columns.format = 'html'::text) THEN (post_columns.post).body_renderer
             ELSE NULL::smallint
         END AS "case",
         CASE
             WHEN (post_columns.format <> 'source'::text) THEN (post_columns.post).excerpt
             ELSE NULL::text
         END AS "case",
     (post_columns.post).link_url AS link_url,
     (post_columns.post).link_hostname AS link_hostname,
         CASE
             WHEN ((((post_columns.post).type = 'image'::text) OR ((post_columns.post).attachment_count > 0)) AND ((post_columns.post).content_deleted_at IS NULL)) THEN ( SELECT json_agg(image_json(images.*) ORDER BY post_images."position") AS json_agg
                FROM (post_images
                  JOIN images ON ((images.id = post_images.image_id)))
               WHERE (post_images.post_id = post_columns.post_id))
             ELSE NULL::json
         END AS "case",
         CASE
             WHEN (post_columns.link_image_id IS NOT NULL) THEN (( SELECT image_json(images.*) AS image_json
                FROM images
               WHERE (images.id = post_columns.link_image_id)))::json
             ELSE NULL::json
         END AS "case",
     (post_columns.post).upvotes AS upvotes,
     (post_columns.post).downvotes AS downvotes,
     (post_columns.post).hotness AS hotness,
     (post_columns.post).comment_count AS comment_count,
     (post_columns.post).created_at AS created_at,
     (post_columns.post).edited_at AS edited_at,
     (post_columns.post).last_activity_at AS last_activity_at,
     (post_columns.post).is_pinned AS is_pinned,
     (post_columns.post).is_pinned_site AS is_pinned_site,
     (post_columns.post).locked_at AS locked_at,
     (post_columns.post).locked_by AS locked_by,
     (post_columns.post).locked_as AS locked_as,
     (post_columns.post).deleted_at AS deleted_at,
     (post_columns.post).deleted_as AS deleted_as,
     (post_columns.post).content_deleted_at AS content_deleted_at,
     (post_columns.post).content_deleted_as AS content_deleted_as,
     COALESCE(((post_columns.post).score_hidden_until > now()), false) AS "coalesce",
     communities.downvoters,
     ((post_columns.post).comment_limits)::json AS comment_limits,
     (post_columns.post).made_with_ai_by AS made_with_ai_by
    FROM communities
   WHERE (communities.id = (post_columns.post).community_id);
END
;

CREATE OR REPLACE FUNCTION post_is_saved(post_id bigint, list_ids bigint[])
 RETURNS TABLE(is_in_list boolean)
 LANGUAGE sql
 STABLE ROWS 1
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM list_items
           WHERE ((list_items.post_id = post_is_saved.post_id) AND (list_items.comment_id IS NULL) AND (list_items.list_id = ANY (post_is_saved.list_ids))))) AS "exists";
END
;

CREATE OR REPLACE FUNCTION post_version(post_id bigint, type text, link_image_id bigint, post_xmin xid, author_xmin xid, author_picture_id bigint, community_name text, icon_id bigint, banner_id bigint, downvoters text, score_hidden_until timestamp with time zone)
 RETURNS TABLE(post_version text)
 LANGUAGE sql
 STABLE ROWS 1
BEGIN ATOMIC
 SELECT concat_ws('.'::text, post_xmin, author_xmin, community_name, COALESCE(icon_id, (0)::bigint), COALESCE(banner_id, (0)::bigint), NULLIF(downvoters, 'everyone'::text),
         CASE
             WHEN (score_hidden_until > now()) THEN 'hidden'::text
             ELSE NULL::text
         END,
         CASE
             WHEN ((type = 'image'::text) OR (COALESCE(link_image_id, author_picture_id, icon_id, banner_id) IS NOT NULL)) THEN ( SELECT string_agg(concat('.', images.id, '-', images.xmin), ''::text ORDER BY images.id) AS string_agg
                FROM images
               WHERE (images.id = ANY ((ARRAY[post_version.link_image_id, post_version.author_picture_id, post_version.icon_id, post_version.banner_id] || ARRAY( SELECT post_images.image_id
                        FROM post_images
                       WHERE ((post_version.type = 'image'::text) AND (post_images.post_id = post_version.post_id)))))))
             ELSE NULL::text
         END) AS concat_ws;
END
;

CREATE OR REPLACE FUNCTION post_viewer_columns(post_id bigint, author_id bigint, community_id bigint, viewer bigint, noted_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(my_vote boolean, visited_at timestamp with time zone, new_comments integer, is_author_muted boolean, is_community_muted boolean)
 LANGUAGE sql
 STABLE ROWS 1
BEGIN ATOMIC
 SELECT my_vote.up,
     GREATEST(visit.visited_at, post_viewer_columns.noted_at) AS "greatest",
         CASE
             WHEN (GREATEST(visit.visited_at, post_viewer_columns.noted_at) IS NULL) THEN 0
             ELSE ( SELECT (count(*))::integer AS count
                FROM ( SELECT
                        FROM comments
                       WHERE ((comments.post_id = post_viewer_columns.post_id) AND (comments.created_at >= GREATEST(visit.visited_at, post_viewer_columns.noted_at)) AND (comments.deleted_at IS NULL) AND (comments.author_id <> post_viewer_columns.viewer))
                      LIMIT 1000) recent)
         END AS count,
     ((post_viewer_columns.viewer IS NOT NULL) AND (EXISTS ( SELECT
            FROM user_mutes
           WHERE ((user_mutes.user_id = post_viewer_columns.viewer) AND (user_mutes.muted_user_id = post_viewer_columns.author_id))))),
     ((post_viewer_columns.viewer IS NOT NULL) AND (EXISTS ( SELECT
            FROM community_mutes
           WHERE ((community_mutes.user_id = post_viewer_columns.viewer) AND (community_mutes.muted_community_id = post_viewer_columns.community_id)))))
    FROM ((( SELECT) one
      LEFT JOIN post_votes my_vote ON (((my_vote.post_id = post_viewer_columns.post_id) AND (my_vote.user_id = post_viewer_columns.viewer))))
      LEFT JOIN post_visits visit ON (((visit.post_id = post_viewer_columns.post_id) AND (visit.user_id = post_viewer_columns.viewer))));
END
;

CREATE OR REPLACE FUNCTION post_words(title text, body text, html text, link text, author_id bigint, community_id bigint, type text, created_at timestamp with time zone)
 RETURNS tsvector
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (((words_of(title, 'A'::"char", 'C'::"char", true) || words_of("left"(visible_text("left"(html, 100000), "left"(COALESCE(body, ''::text), 40000)), 40000), 'B'::"char", 'D'::"char")) || words_of(COALESCE(link, ''::text), 'D'::"char", 'D'::"char")) || filter_words(author_id, community_id, type, created_at))
;

CREATE OR REPLACE FUNCTION program_account()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT users.id FROM users WHERE ((users.username_key = 'nobody'::text) AND users.is_built_in))
;

CREATE OR REPLACE FUNCTION queue_author(author users, community bigint, post bigint, comment bigint)
 RETURNS queue_author_json
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (
         CASE
             WHEN ((author).deleted_at IS NULL) THEN json_build_object('username', (author).username, 'createdAt', (author).created_at, 'points', (author).points, 'noPosts', (author).post_count, 'noComments', (author).comment_count, 'noRemovals', (( SELECT count(*) AS count
                FROM ( SELECT posts.community_id,
                         posts.deleted_as
                        FROM posts
                       WHERE ((posts.author_id = (queue_author.author).id) AND (posts.deleted_at IS NOT NULL))
                       ORDER BY posts.created_at DESC, posts.id DESC
                      LIMIT 200) deleted_post
               WHERE ((deleted_post.community_id = queue_author.community) AND (deleted_post.deleted_as = ANY (ARRAY['mods'::text, 'admins'::text])))) + ( SELECT count(*) AS count
                FROM (( SELECT comments.post_id,
                         comments.deleted_as
                        FROM comments
                       WHERE ((comments.author_id = (queue_author.author).id) AND (comments.deleted_at IS NOT NULL))
                       ORDER BY comments.created_at DESC, comments.id DESC
                      LIMIT 200) deleted_comment
                  JOIN posts ON ((posts.id = deleted_comment.post_id)))
               WHERE ((posts.community_id = queue_author.community) AND (deleted_comment.deleted_as = ANY (ARRAY['mods'::text, 'admins'::text]))))), 'noBans', ( SELECT count(*) AS count
                FROM moderation_log
               WHERE ((moderation_log.action = 'ban_from_community'::text) AND (moderation_log.user_id = (queue_author.author).id) AND (moderation_log.community_id = queue_author.community))), 'isBanned', (((author).banned_at IS NOT NULL) OR (EXISTS ( SELECT
                FROM community_bans
               WHERE ((community_bans.user_id = (queue_author.author).id) AND (community_bans.community_id = queue_author.community) AND is_ban_in_force(community_bans.expires_at))))), 'noOtherReports', ( SELECT count(*) AS count
                FROM open_reports reports
               WHERE ((reports.author_id = (queue_author.author).id) AND (reports.community_id = queue_author.community) AND ((reports.post_id IS DISTINCT FROM queue_author.post) OR (reports.comment_id IS DISTINCT FROM queue_author.comment)))))
             ELSE NULL::json
         END)::queue_author_json AS queue_author_json;
END
;

CREATE OR REPLACE FUNCTION quiet_hours_end(member bigint, moment timestamp with time zone DEFAULT now())
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  quiet quiet_hours;
  here timestamp;
  ends timestamp;
begin
  select * into quiet from quiet_hours where user_id = member;
  if not found then return null; end if;
  here := moment at time zone quiet.time_zone;
  -- Those that begin on one day and end on the next are the hours outside of the others.
  if (extract(hour from here) >= least(quiet.from_hour, quiet.until_hour)
      and extract(hour from here) < greatest(quiet.from_hour, quiet.until_hour)) <> (quiet.from_hour < quiet.until_hour)
  then return null; end if;
  ends := date_trunc('day', here) + make_interval(hours => quiet.until_hour);
  if ends <= here then ends := ends + interval '1 day'; end if;
  return ends at time zone quiet.time_zone;
exception when invalid_parameter_value then return null;
end $function$
;

CREATE OR REPLACE FUNCTION relevance(words tsvector, query tsquery, any_word tsquery, points integer, created_at timestamp with time zone)
 RETURNS double precision
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (((((3)::double precision * ts_rank('{0,0.7,0,1}'::real[], words, any_word)) + ts_rank('{0.5,0.7,1,1}'::real[], words, query, 1)) * ((1)::double precision + (ln((GREATEST(points, 1))::double precision) / (4)::double precision))) / ((1)::double precision + (GREATEST((EXTRACT(epoch FROM (now() - created_at)))::double precision, (0)::double precision) / ((8 * 31557600))::double precision)))
;

CREATE OR REPLACE FUNCTION roles_in(member bigint, community bigint, needs text[] DEFAULT NULL::text[], OUT is_admin boolean, OUT is_moderator boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$ begin
  select users.is_admin, moderates_with(member, community, needs)
  into is_admin, is_moderator
  from users where id = member and banned_at is null and deleted_at is null;
end $function$
;

CREATE OR REPLACE FUNCTION search_query(query text)
 RETURNS tsquery
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  minus text; phrase text; word text; form record; parts tsquery; joined tsquery;
  prepared text := '';
  result tsquery;
begin
  for minus, phrase, word in
    select match[1], match[2], match[3] from regexp_matches(query, '(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))', 'g') as match
  loop
    if lower(word) = 'or' and minus = '' then
      prepared := prepared || ' or';
    else
      word := trim(words_in(coalesce(phrase, word), true));
      if word <> '' then prepared := prepared || ' ' || minus || '"' || word || '"'; end if;
    end if;
  end loop;
  result := websearch_to_tsquery('forum_words', prepared);
  for word in
    select match[1] from regexp_matches(regexp_replace(query, '"[^"]*("|$)', ' ', 'g'), '([^\s"]+)', 'g') as match where match[1] ~ '\w[-''’‐‑\u200c]\w'
  loop
    select string_agg(stem::text, ' | ')::tsquery into joined
    from (select plainto_tsquery('forum_words', one) as stem from string_to_table(joined_words(word), ' ') as one) as stemmed
    where numnode(stem) > 0;
    continue when joined is null;
    parts := phraseto_tsquery('forum_words', words_in(word, true));
    if numnode(parts) > 0 then
      result := ts_rewrite(result, parts, parts || joined);
    elsif numnode(result) = 0 then
      result := coalesce(ignored_words_query(query) || joined, joined);
    end if;
  end loop;
  if octet_length(prepared) = length(prepared) then return result; end if;
  for form in
    select plainto_tsquery('forum_words', lexeme) as stem, lexeme
    from unnest(to_tsvector('simple', prepared)) where octet_length(lexeme) <> length(lexeme)
  loop
    continue when numnode(form.stem) = 0;
    result := ts_rewrite(result, form.stem, case
      when form.lexeme ~ ('^[' || unspaced_letters() || ']') and words_in(form.lexeme, false) = form.lexeme
        then (quote_literal(form.lexeme) || ':*')::tsquery
      else (
        select string_agg(stem::text, ' | ')::tsquery
        from (
          select form.stem
          union
          select plainto_tsquery('forum_words', folded) from unnest(folded_forms(form.lexeme)) as folded) as stemmed
        where numnode(stem) > 0) end);
  end loop;
  return result;
end $function$
;

CREATE OR REPLACE FUNCTION set_logged_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  new.member_id := coalesce(new.user_id,
    (select author_id from comments where comments.id = new.comment_id),
    (select author_id from posts where posts.id = new.post_id));
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION set_trust_level(member bigint, level integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  update users set trust_level = level where id = member;
end $function$
;

CREATE OR REPLACE FUNCTION settled_comment(comment bigint, OUT post_id bigint, OUT community_id bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  post_now bigint;
begin
  select comments.post_id into post_id from comments where comments.id = comment;
  while post_id is not null loop
    community_id := settled_place(post_id);
    -- A merge may have moved it before.
    select comments.post_id into post_now from comments where comments.id = comment;
    exit when post_now = post_id;
    post_id := post_now;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION settled_place(post bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$ begin
  perform pg_advisory_xact_lock_shared(2, (post % 2147483647)::integer);
  return (select community_id from posts where id = post);
end $function$
;

CREATE OR REPLACE FUNCTION siblings_of(post_id bigint, parent_id bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN COALESCE(parent_id, (- post_id))
;

CREATE OR REPLACE FUNCTION subject_for_member(conversation modmail_conversations)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN ((SELECT modmail_messages.kind FROM modmail_messages WHERE (modmail_messages.conversation_id = (subject_for_member.conversation).id) ORDER BY modmail_messages.id LIMIT 1) = 'note'::text) THEN (SELECT ('From the moderators of '::text || communities.name) FROM communities WHERE (communities.id = (subject_for_member.conversation).community_id)) ELSE (conversation).subject END
;

CREATE OR REPLACE FUNCTION take_back_mentions(of_posts bigint[], of_comments bigint[], authors bigint[])
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  receivers bigint[];
  taken_back integer;
begin
  receivers := array(
    select user_id from notifications where type = 'mention' and comment_id is null and post_id = any(of_posts)
    union select user_id from notifications where type = 'mention' and comment_id = any(of_comments));
  if receivers = '{}' then return 0; end if;
  perform from users where id = any(authors || receivers) order by id for no key update;
  with deleted as (
    delete from notifications
    where type = 'mention' and user_id = any(receivers)
      and ((comment_id is null and post_id = any(of_posts)) or comment_id = any(of_comments))
    returning user_id, is_new
  ), change as (
    select user_id, count(*) as deletions, count(*) filter (where is_new)::integer as fewer from deleted group by user_id
  )
  select sum(deletions) into taken_back from change where (count_for_member(user_id, more_notifications => -fewer)).id is not null;
  return taken_back;
end $function$
;

CREATE OR REPLACE FUNCTION target_tie(post bigint, comment bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (comment IS NULL) THEN (post * 2) ELSE ((comment * 2) + 1) END
;

CREATE OR REPLACE FUNCTION title_words(title text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
AS $function$
  select distinct fold_word(lexeme) from unnest(to_tsvector('simple', concat_ws(' ', words_in(title, true), joined_words(title))))
  where length(fold_word(lexeme)) between 4 and 30 and lexeme !~ ('[' || unspaced_letters() || ']')
$function$
;

CREATE OR REPLACE FUNCTION trust_of(member users)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN GREATEST(((member).trust_level)::integer, CASE WHEN ((member).is_admin OR (EXISTS (SELECT FROM moderators WHERE (moderators.user_id = (trust_of.member).id)))) THEN 3 ELSE 0 END)
;

CREATE OR REPLACE FUNCTION unspaced_letters()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN '\u0e00-\u0fff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u30ff\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uaa60-\uaa7f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff'::text
;

CREATE OR REPLACE FUNCTION visible_text(html text, source text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (html IS NULL) THEN regexp_replace(regexp_replace(source, '<[bh]r\s*/?>'::text, ' '::text, 'gi'::text), '\*\*|~~|`'::text, ''::text, 'g'::text) ELSE (SELECT replace(replace(replace(replace(replace(replace(regexp_replace(regexp_replace((visible_text.html || hidden.more), '</?(?:a|abbr|b|bdi|code|del|em|i|input|ins|kbd|label|mark|q|s|small|span|strong|sub|sup|u|wbr)(?:\s[^>]*)?>'::text, ''::text, 'g'::text), '<[^>]*>'::text, ' '::text, 'g'::text), '&nbsp;'::text, ' '::text), '&quot;'::text, '"'::text), '&#39;'::text, ''''::text), '&lt;'::text, '<'::text), '&gt;'::text, '>'::text), '&amp;'::text, '&'::text) AS replace FROM (SELECT COALESCE(string_agg((' '::text || COALESCE(match.match[1], match.match[3])), ''::text), ''::text) AS more FROM regexp_matches(visible_text.html, '<a [^>]*href="(https?://[^"]*)"[^>]*>([^<]*)|alt="([^"]+)"'::text, 'g'::text) match(match) WHERE ((match.match[1] IS DISTINCT FROM match.match[2]) OR (match.match[3] IS NOT NULL))) hidden) END
;

CREATE OR REPLACE FUNCTION votes_count(member bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$ begin
  return not exists (select from uncounted_voters where user_id = member and not is_ending);
end $function$
;

CREATE OR REPLACE FUNCTION votes_since(on_posts timestamp with time zone, on_comments timestamp with time zone, most integer)
 RETURNS TABLE(voter_id bigint, author_id bigint, item bigint, up boolean, at timestamp with time zone)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT vote.user_id,
     posts.author_id,
     (posts.id * 2),
     vote.up,
     vote.created_at
    FROM (( SELECT post_votes.post_id,
             post_votes.user_id,
             post_votes.up,
             post_votes.previous_up,
             post_votes.moves_points,
             post_votes.created_at,
             post_votes.told_at,
             post_votes.previous_told_at,
             post_votes.counts
            FROM post_votes
           WHERE ((post_votes.created_at > votes_since.on_posts) AND (post_votes.up IS NOT NULL))
           ORDER BY post_votes.created_at DESC
          LIMIT votes_since.most) vote
      JOIN posts ON ((posts.id = vote.post_id)))
 UNION ALL
  SELECT vote.user_id,
     comments.author_id,
     ((comments.id * 2) + 1),
     vote.up,
     vote.created_at
    FROM (( SELECT comment_votes.post_id,
             comment_votes.comment_id,
             comment_votes.user_id,
             comment_votes.up,
             comment_votes.previous_up,
             comment_votes.moves_points,
             comment_votes.created_at,
             comment_votes.told_at,
             comment_votes.previous_told_at,
             comment_votes.counts
            FROM comment_votes
           WHERE ((comment_votes.created_at > votes_since.on_comments) AND (comment_votes.up IS NOT NULL))
           ORDER BY comment_votes.created_at DESC
          LIMIT votes_since.most) vote
      JOIN comments ON ((comments.id = vote.comment_id)));
END
;

CREATE OR REPLACE FUNCTION vouchers_of(member bigint)
 RETURNS TABLE(voucher_id bigint, is_invitation boolean, vouched_at timestamp with time zone, counts boolean)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT users.id,
     vouched.is_invitation,
     vouched.vouched_at,
     may_vouch(users.*) AS may_vouch
    FROM (( SELECT vouches.voucher_id,
             false AS is_invitation,
             vouches.created_at AS vouched_at
            FROM vouches
           WHERE (vouches.user_id = vouchers_of.member)
         UNION ALL
          SELECT invitations.created_by,
             true,
             invited_members.joined_at
            FROM (invited_members
              JOIN invitations ON ((invitations.id = invited_members.invitation_id)))
           WHERE (invited_members.user_id = vouchers_of.member)) vouched
      JOIN users ON ((users.id = vouched.voucher_id)));
END
;

CREATE OR REPLACE FUNCTION week_of(at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (floor((EXTRACT(epoch FROM at) / (604800)::numeric)))::integer
;

CREATE OR REPLACE FUNCTION week_word(week integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ('§'::text || week)
;

CREATE OR REPLACE FUNCTION welcome_member(member bigint, more_notifications integer)
 RETURNS users
 LANGUAGE plpgsql
AS $function$
declare
  welcomed users;
begin
  update users set is_welcomed = true, notifications_new_count = notifications_new_count + more_notifications
  where id = member returning * into welcomed;
  return welcomed;
end $function$
;

CREATE OR REPLACE FUNCTION words_in(text text, for_query boolean)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  unspaced constant text := unspaced_letters();
  words text := text;
  is_ascii boolean := octet_length(text) = length(text);
  emoji text;
  label text;
begin
  if not is_ascii then
    words := regexp_replace(regexp_replace(normalize(words, NFKC), '(?<=[\u0600-\u06ff])\u200c+(?=[\u0600-\u06ff])', ' ', 'g'),
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U0001f3fb-\U0001f3ff\U000e0000-\U000e0fff]',
      '', 'g');
  end if;
  words := lower(words);
  if words ~ '%[2-9a-f][0-9a-f]' then
    for label in select distinct match[1] from regexp_matches(words, '((?:%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]|%(?:e0%[ab]|e[1-9a-cef]%[89ab]|ed%[89])[0-9a-f]%[89ab][0-9a-f]|%(?:f0%[9ab]|f[1-3]%[89ab]|f4%8)[0-9a-f](?:%[89ab][0-9a-f]){2})+)', 'g') as match loop
      words := replace(words, label, lower(normalize(convert_from(decode(replace(label, '%', ''), 'hex'), 'UTF8'), NFKC)));
    end loop;
    words := regexp_replace(words, '%[2-7][0-9a-f]', ' ', 'g');
    is_ascii := octet_length(words) = length(words);
  end if;
  if strpos(words, 'xn--') > 0 then
    for label in select distinct match[1] from regexp_matches(words, '\mxn--([a-z0-9-]{1,59})', 'g') as match loop
      words := replace(words, 'xn--' || label, decode_punycode(label));
    end loop;
    is_ascii := octet_length(words) = length(words);
  end if;
  if words ~ '[+#.*]' then
    words := regexp_replace(words, '(\w)\+\+(?![\w+])', '\1 plusplus ', 'g');
    words := regexp_replace(words, '(?<![\w*+])([a-z])\*(?![\w*])', '\1 \1star ', 'g');
    words := regexp_replace(words, '(?<![\w+])([a-z])\+(?![\w+])', '\1 \1plus ', 'g');
    words := regexp_replace(words, '\mv(?=\d+\.\d)', 'v ', 'g');
    words := regexp_replace(words, '(\w)#(?!\w)', '\1 sharp ', 'g');
    words := regexp_replace(words, '(^|[\s(])\.(?=[a-z])', '\1 dot ', 'g');
  end if;
  if strpos(words, '://') > 0 or strpos(words, 'www.') > 0 then
    words := regexp_replace(words, '\m(https?://(www\.)?|www\.)', ' ', 'g');
  end if;
  words := regexp_replace(words, '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g');
  if is_ascii then return words; end if;
  for emoji in
    select distinct match[1] from regexp_matches(words, '[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]', 'g') as match
  loop
    words := replace(words, emoji, ' emoji' || to_hex(ascii(emoji)) || ' ');
  end loop;
  words := regexp_replace(words,
    '[\u0080-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u02b9-\u02ff\u0375\u037e\u0384\u0385\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06dd\u06de\u06e9\u0700-\u070d\u0964\u0965\u0970\u0e2f\u0e3f\u0e4f\u0e5a\u0e5b\u0f01-\u0f17\u0f3a-\u0f3d\u0f85\u104a-\u104f\u10fb\u1360-\u1368\u166e\u1680\u17d4-\u17db\u1800-\u180a\u1c3b-\u1c3f\u1c7e\u1c7f\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u2e00-\u2e7f\u2ff0-\u2fff\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb\ua874-\ua877\ua8ce\ua8cf\ua92e\ua92f\ua9c1-\ua9cd\uaa5c-\uaa5f\uabeb\ufd3e\ufd3f\ufe10-\ufe6f\ue000-\uf8ff\ufff0-\uffff\U0001f000-\U0001faff\U000f0000-\U0010ffff]+',
    ' ', 'g');
  if words !~ ('[' || unspaced || ']') then
    return words;
  end if;
  return (
    select concat_ws(' ', string_agg(coalesce(pairs, stretch), ' ' order by place),
      case when not for_query then string_agg(last_letter, ' ') end)
    from (
      select part.place, part.stretch, cut.pairs, cut.last_letter
      from (
        select matched.place, matched.part[1] as stretch,
          matched.part[1] ~ ('^[' || unspaced || ']') as has_no_spaces
        from regexp_matches(words, '[' || unspaced || ']+|[^' || unspaced || ']+', 'g')
          with ordinality as matched (part, place)) as part
      left join lateral (
        select string_agg(letter || next, ' ' order by at) filter (where next is not null or at = 1) as pairs,
          max(letter) filter (where next is null and at > 1) as last_letter
        from (
          select at, letter[1] as letter, case when at = 1 then coalesce(lead(letter[1]) over (order by at), '')
            else lead(letter[1]) over (order by at) end as next
          from regexp_matches(part.stretch,
            '.[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd\u0f71-\u0f84\u0f90-\u0fbc\u102b-\u103e\u1056-\u1059\u17b4-\u17d3\u17dd\u3099\u309a]*', 'g')
            with ordinality as letters (letter, at)) as lettered) as cut on has_no_spaces) as parts);
end $function$
;

CREATE OR REPLACE FUNCTION words_of(text text, exact "char", folded "char", all_words boolean DEFAULT false)
 RETURNS tsvector
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE STRICT
AS $function$
declare
  prepared text := words_in(text, false);
  stems tsvector := setweight(to_tsvector('forum_words', prepared), exact);
  more text;
  joined text := joined_words(text);
begin
  if joined is not null then stems := stems || setweight(to_tsvector('forum_words', joined), folded); end if;
  with word as materialized (
    select lexeme, positions, to_tsvector('forum_words', lexeme) = '' as is_ignored
    from unnest(to_tsvector('simple', prepared))
    where octet_length(lexeme) <> length(lexeme) or length(lexeme) <= 10
  ), ignored as materialized (
    select lexeme, position from word cross join unnest(positions) as position where is_ignored
  ), form as (
    select stem, positions, folded::text as weight
    from word cross join lateral unnest(folded_forms(lexeme)) as form
    cross join lateral unnest(tsvector_to_array(to_tsvector('forum_words', form))) as stem
    where not is_ignored and octet_length(lexeme) <> length(lexeme)
    union all
    select word.lexeme || ' ' || next.lexeme, array_agg(word.position), exact::text
    from ignored as word join ignored as next on next.position = word.position + 1 group by 1
    union all
    select lexeme, positions, exact::text from word where is_ignored and all_words
  )
  select string_agg(quote_literal(stem) || ':' || array_to_string(positions, weight || ',') || weight, ' ') into more from form;
  return case when more is null then stems else (stems::text || ' ' || more)::tsvector end;
end $function$
;
