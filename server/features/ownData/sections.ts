import { type RawBuilder, sql } from 'kysely'

type Query = (userId: string) => RawBuilder<unknown>

/** The path and query of the original of an image. */
const imageUrl = sql`'/images/' || images.id || '.' || images.format || '?sig=' || images.secret`

/** A timestamp in the format of the API. */
const at = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The member's profile, settings and badges, as one object. */
export const account: Query = (userId) => sql`
  select json_build_object('username', username, 'email', email, 'emailConfirmedAt', ${at('email_confirmed_at')},
    'aboutMe', about_me, 'points', points, 'isAdmin', is_admin, 'createdAt', ${at('created_at')},
    'createdIP', host(created_ip), 'lastSeen', ${at('last_seen_at')}, 'lastSeenIP', host(last_seen_ip),
    'picture', (select ${imageUrl} from images where images.id = users.picture_id),
    'badges', (select coalesce(json_agg(type order by id), '[]') from badges where user_id = users.id),
    'botOwner', (select owner.username from badges join users as owner on owner.id = owner_id
      where user_id = users.id and owner.deleted_at is null),
    'runsBots', (select coalesce(json_agg(bot.username order by bot.id), '[]') from badges join users as bot on bot.id = user_id
      where owner_id = users.id),
    'trust', (select json_build_object('level', trust_level, 'daysVisited', days_visited, 'reportsAgreed', reports_agreed)
      from member_trust where user_id = users.id),
    'settings', json_build_object('homeFeed', home_feed, 'rememberFeedSort', remember_feed_sort,
      'commentSort', comment_sort, 'language', language, 'embedsOff', embeds_off, 'hideUserProfilePictures', hide_user_profile_pictures,
      'requireAltText', require_alt_text, 'hideBots', hide_bots, 'upvoteNotificationsOff', upvote_notifications_off,
      'replyNotificationsOff', reply_notifications_off, 'mentionNotificationsOff', mention_notifications_off))::text as item
  from users where users.id = ${userId}`

/** Votes, which even the author does not see while the community hides them. */
const votes = (column: `${'posts' | 'comments'}.${'upvotes' | 'downvotes'}`) =>
  sql`case when ${sql.ref(column.replace(/\w+$/, 'score_hidden_until'))} > now() then null else ${sql.ref(column)} end`

const postItem = sql`
  select json_build_object('publicId', posts.public_id, 'community', communities.name, 'type', posts.type,
    'title', posts.title, 'body', posts.body, 'link', posts.link_url,
    'images', (select coalesce(json_agg(json_build_object('address', ${imageUrl},
      'altText', images.alt_text) order by position), '[]')
      from post_images join images on images.id = post_images.image_id where post_images.post_id = posts.id),
    'writtenAs', posts.author_group, 'madeWithAiBy', posts.made_with_ai_by, 'upvotes', ${votes('posts.upvotes')}, 'downvotes', ${votes('posts.downvotes')},
    'createdAt', ${at('posts.created_at')}, 'editedAt', ${at('posts.edited_at')},
    'deletedAt', ${at('posts.deleted_at')}, 'deletedAs', posts.deleted_as)::text as item
  from posts join communities on communities.id = posts.community_id`

const commentItem = sql`
  select json_build_object('id', comments.id::text, 'post', posts.public_id, 'parentId', comments.parent_id::text,
    'body', comments.body,
    'images', (select coalesce(json_agg(json_build_object('address', ${imageUrl},
      'altText', images.alt_text) order by position), '[]')
      from comment_images join images on images.id = comment_images.image_id
      where comments.attachment_count > 0 and comment_images.comment_id = comments.id),
    'writtenAs', comments.author_group, 'madeWithAiBy', comments.made_with_ai_by, 'upvotes', ${votes('comments.upvotes')},
    'downvotes', ${votes('comments.downvotes')}, 'createdAt', ${at('comments.created_at')},
    'editedAt', ${at('comments.edited_at')}, 'deletedAt', ${at('comments.deleted_at')},
    'deletedAs', comments.deleted_as)::text as item
  from comments join posts on posts.id = comments.post_id`

/**
 * The other sections of an archive by name. Each query returns rows with one column `item`, a JSON string.
 *
 * Posts and comments are two queries each, present and deleted ones, so that the partial indexes of the member's feed
 * serve them. A comment that its author deleted has no content left. Votes are found by a scan of the whole table,
 * because an index by member would slow down every vote.
 */
export const sections: Record<string, Query> = {
  posts: (userId) => sql`
    (${postItem} where posts.author_id = ${userId} and posts.deleted_at is null
      order by posts.created_at desc, posts.id desc)
    union all
    (${postItem} where posts.author_id = ${userId} and posts.deleted_at is not null
      order by posts.created_at desc, posts.id desc)`,
  comments: (userId) => sql`
    (${commentItem} where comments.author_id = ${userId} and comments.deleted_at is null
      order by comments.created_at desc, comments.id desc)
    union all
    (${commentItem} where comments.author_id = ${userId} and comments.deleted_as in ('mods', 'admins')
      order by comments.created_at desc, comments.id desc)
    union all
    (${commentItem} join community_comments on community_comments.comment_id = comments.id where written_by = ${userId}
      order by comments.id desc)`,
  drafts: (userId) => sql`
    select json_build_object('place', place, 'type', post_type, 'title', title, 'body', body, 'link', url,
      'community', community, 'isMadeWithAi', is_made_with_ai, 'savedAt', ${at('saved_at')})::text as item
    from drafts where user_id = ${userId} order by saved_at desc`,
  heldForReview: (userId) => sql`
    select json_build_object('kind', kind, 'community', communities.name, 'post', public_id, 'comment', comment_id::text,
      'sent', sent, 'sentAt', ${at('held_items.created_at')}, 'outcome', outcome, 'reason', reason,
      'decidedAt', ${at('decided_at')})::text as item
    from held_items join communities on communities.id = held_items.community_id left join posts on posts.id = held_items.post_id
    where held_items.author_id = ${userId} order by held_items.id`,
  earlierTexts: (userId) => sql`
    (select json_build_object('post', posts.public_id, 'comment', null, 'title', text_versions.title,
        'body', text_versions.body, 'writtenAt', ${at('written_at')}, 'replacedAt', ${at('replaced_at')})::text as item
      from posts join text_versions on text_versions.post_id = posts.id
      where posts.author_id = ${userId} order by text_versions.id desc)
    union all
    (select json_build_object('post', posts.public_id, 'comment', comments.id::text, 'title', null,
        'body', text_versions.body, 'writtenAt', ${at('written_at')}, 'replacedAt', ${at('replaced_at')})::text as item
      from comments join text_versions on text_versions.comment_id = comments.id join posts on posts.id = comments.post_id
      where comments.author_id = ${userId} order by text_versions.id desc)`,
  postVotes: (userId) => sql`
    select json_build_object('post', posts.public_id, 'up', up, 'at', ${at('post_votes.created_at')})::text as item
    from post_votes join posts on posts.id = post_votes.post_id where user_id = ${userId} and up is not null`,
  commentVotes: (userId) => sql`
    select json_build_object('comment', comment_id::text, 'up', up, 'at', ${at('created_at')})::text as item
    from comment_votes where user_id = ${userId} and up is not null`,
  lists: (userId) => sql`
    select json_build_object('name', name, 'displayName', display_name, 'description', description,
      'public', is_public, 'sort', item_sort, 'createdAt', ${at('created_at')})::text as item
    from lists where user_id = ${userId} order by id`,
  listItems: (userId) => sql`
    select json_build_object('list', lists.name, 'post', posts.public_id, 'comment', comment_id::text,
      'addedAt', ${at('list_items.created_at')})::text as item
    from lists join list_items on list_items.list_id = lists.id join posts on posts.id = list_items.post_id
    where lists.user_id = ${userId}`,
  hiddenPosts: (userId) => sql`
    select json_build_object('post', public_id, 'at', ${at('hidden_at')})::text as item
    from hidden_posts join posts on posts.id = hidden_posts.post_id where user_id = ${userId}`,
  visitedPosts: (userId) => sql`
    select json_build_object('post', public_id, 'at', ${at('visited_at')})::text as item
    from post_visits join posts on posts.id = post_visits.post_id where user_id = ${userId}`,
  mutedMembers: (userId) => sql`
    select json_build_object('username', username, 'at', ${at('user_mutes.created_at')})::text as item
    from user_mutes join users on users.id = muted_user_id
    where user_id = ${userId} and users.deleted_at is null`,
  mutedCommunities: (userId) => sql`
    select json_build_object('name', name, 'at', ${at('community_mutes.created_at')})::text as item
    from community_mutes join communities on communities.id = muted_community_id where user_id = ${userId}`,
  communities: (userId) => sql`
    select json_build_object('name', name, 'joinedAt', ${at('joined_at')}, 'visitedAt', ${at('visited_at')}, 'isModerator', exists (
      select from moderators where moderators.user_id = memberships.user_id
        and moderators.community_id = memberships.community_id))::text as item
    from memberships join communities on communities.id = memberships.community_id where user_id = ${userId}`,
  communityRequests: (userId) => sql`
    select json_build_object('name', name, 'note', note, 'createdAt', ${at('created_at')},
      'deniedAt', ${at('denied_at')}, 'answer', denied_note)::text as item
    from community_requests where user_id = ${userId} order by id`,
  application: (userId) => sql`
    select json_build_object('username', username, 'email', email, 'createdIP', host(created_ip), 'answers', answers,
      'createdAt', ${at('created_at')}, 'approvedAt', ${at('decided_at')},
      'acceptedTerms', terms_version, 'declaredAge', age_at_least,
      'questions', (select coalesce(json_agg(json_build_object('question', question, 'answer', answer,
          'askedAt', ${at('asked_at')}, 'answeredAt', ${at('answered_at')}) order by id), '[]')
        from application_questions where application_id = applications.id))::text as item
    from applications where user_id = ${userId}`,
  acceptedTerms: (userId) => sql`
    select json_build_object('version', version, 'text', text, 'at', ${at('accepted_at')})::text as item
    from terms_acceptances join terms_versions using (version) where user_id = ${userId} order by accepted_at`,
  declaredAge: (userId) => sql`
    select json_build_object('atLeast', at_least, 'at', ${at('declared_at')})::text as item
    from age_declarations where user_id = ${userId}`,
  invitedBy: (userId) => sql`
    select json_build_object('username', case when users.deleted_at is null then users.username end,
      'joinedAt', ${at('joined_at')})::text as item
    from invited_members join invitations on invitations.id = invitation_id join users on users.id = created_by
    where user_id = ${userId}`,
  vouchedFor: (userId) => sql`
    select json_build_object('username', case when users.deleted_at is null then users.username end,
      'at', ${at('vouches.created_at')})::text as item
    from vouches join users on users.id = user_id where voucher_id = ${userId} order by vouches.created_at`,
  invitations: (userId) => sql`
    select json_build_object('code', code, 'uses', uses_max, 'used', use_count, 'createdAt', ${at('created_at')},
      'expiresAt', ${at('expires_at')}, 'withdrawnAt', ${at('withdrawn_at')})::text as item
    from invitations where created_by = ${userId} order by id`,
  reports: (userId) => sql`
    select json_build_object('post', public_id, 'comment', comment_id::text, 'reason', coalesce(reports.rule, report_reasons.title),
      'note', reports.note,       'at', ${at('reports.created_at')})::text as item
    from reports join posts on posts.id = reports.post_id left join report_reasons on report_reasons.id = reason_id
    where reporter_id = ${userId}`,
  notices: (userId) => sql`
    select json_build_object('number', id, 'kind', kind, 'address', address, 'ground', ground, 'country', country, 'text', body,
      'receivedAt', ${at('received_at')}, 'decision', act, 'reasons', reasons, 'decidedAt', ${at('decided_at')},
      'complaint', complaint, 'complainedAt', ${at('complained_at')}, 'decisionOnComplaint', second_act,
      'reasonsOnComplaint', second_reasons, 'complaintDecidedAt', ${at('second_decided_at')})::text as item
    from notices where reporter_id = ${userId} order by id`,
  notesAboutMembers: (userId) => sql`
    select json_build_object('community', communities.name, 'text', body, 'at', ${at('member_notes.created_at')})::text as item
    from member_notes join communities on communities.id = member_notes.community_id
    where author_id = ${userId} order by member_notes.id`,
  messagesWithModerators: (userId) => sql`
    select json_build_object('conversation', conversation_id, 'community', communities.name, 'subject',
      case when member_id = ${userId} then subject_for_member(conversation) else subject end, 'kind', kind,
      'writtenAs', coalesce(written_as, 'member'), 'isYours', author_id = ${userId}, 'text', message.body,
      'at', ${at('message.created_at')})::text as item
    from modmail_messages as message join modmail_conversations as conversation on conversation.id = conversation_id
    join communities on communities.id = community_id
    where author_id = ${userId} or conversation_id in (
      select id from modmail_conversations where member_id = ${userId}) and kind <> 'note'
    order by conversation_id, message.id`,
  bans: (userId) => sql`
    select json_build_object('community', community, 'kind', kind, 'rule', rule, 'reason', reason,
      'createdAt', ${at('created_at')}, 'changedAt', ${at('changed_at')}, 'expiresAt', ${at('expires_at')})::text as item
    from (
      select communities.name as community, kind, rule, reason, bans.created_at, changed_at, expires_at
      from community_bans as bans join communities on communities.id = community_id where user_id = ${userId}
      union all
      select null, kind, null, reason, created_at, changed_at, expires_at from site_bans where user_id = ${userId}
    ) as bans order by bans.created_at`,
  appeals: (userId) => sql`
    select json_build_object('act', act, 'community', communities.name, 'post', public_id, 'comment', comment_id::text,
      'text', appeals.body, 'createdAt', ${at('appeals.created_at')}, 'outcome', outcome, 'answer', answer,
      'answeredAt', ${at('answered_at')})::text as item
    from appeals left join communities on communities.id = appeals.community_id left join posts on posts.id = appeals.post_id
    where member_id = ${userId} order by appeals.id`,
  reportAlerts: (userId) => sql`
    select json_build_object('community', communities.name, 'onFirst', on_first, 'threshold', threshold,
      'ageHours', age_hours)::text as item
    from report_alert_settings join communities on communities.id = community_id where user_id = ${userId}`,
  quietHours: (userId) => sql`
    select json_build_object('fromHour', from_hour, 'untilHour', until_hour, 'timeZone', time_zone)::text as item
    from quiet_hours where user_id = ${userId}`,
  queueFeed: (userId) => sql`
    select json_build_object('madeAt', ${at('created_at')})::text as item from queue_feeds where user_id = ${userId}`,
  queueViews: (userId) => sql`
    select view::text as item from queue_views cross join jsonb_array_elements(views) as view where user_id = ${userId}`,
  notifications: (userId) => sql`
    select json_build_object('type', notifications.type, 'post', public_id, 'comment', comment_id::text,
      'happened', happened, 'text', notifications.body, 'details', notifications.details, 'createdAt', ${at('notifications.created_at')},
      'updatedAt', ${at('notifications.updated_at')}, 'seenAt', ${at('notifications.seen_at')})::text as item
    from notifications left join posts on posts.id = notifications.post_id where user_id = ${userId}`,
  images: (userId) => sql`
    select json_build_object('address', ${imageUrl}, 'use', use, 'altText', alt_text,
      'width', width, 'height', height, 'uploadedAt', ${at('created_at')})::text as item
    from images where uploader_id = ${userId} and stored_at is not null and deleted_at is null`,
  sessions: (userId) => sql`
    select json_build_object('createdAt', ${at('sessions.created_at')}, 'lastSeen', ${at('last_seen_at')},
      'lastSeenIP', host(last_seen_ip), 'userAgent', user_agent,
      'getsPushes', push_subscriptions.endpoint is not null)::text as item
    from sessions left join push_subscriptions on push_subscriptions.session_id_hash = sessions.id_hash
    where user_id = ${userId}`,
  securityEvents: (userId) => sql`
    select json_build_object('event', kind, 'call', detail, 'ip', host(ip), 'times', times,
      'createdAt', ${at('created_at')}, 'lastAt', ${at('last_at')})::text as item
    from security_events where user_id = ${userId}`,
}
