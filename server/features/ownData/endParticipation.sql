-- Ends all memberships and roles of a locked account. Communities that it joined after :locked_communities were locked are
-- left for the next run, because locking them now could deadlock.
--
-- The account and the communities are locked by the caller. Other locked rows belong to the account only, except other
-- moderators of those communities, which the lock of the community protects.
-- Uses the indexes by user of each table. One round trip.
with deleted_membership as (
  delete from memberships where user_id = :user_id and community_id = any(:locked_communities) returning community_id
), updated_community as (
  update communities set member_count = member_count - 1 from deleted_membership
  where communities.id = deleted_membership.community_id
), deleted_moderator as (
  delete from moderators where user_id = :user_id and community_id = any(:locked_communities)
  returning community_id, position
), moved_moderator as (
  update moderators set position = moderators.position - 1 from deleted_moderator
  where moderators.community_id = deleted_moderator.community_id
    and moderators.position > deleted_moderator.position
), deleted_ban as (
  delete from community_bans where user_id = :user_id
), deleted_site_ban as (
  delete from site_bans where user_id = :user_id
), disowned_bot as (
  update badges set owner_id = null where owner_id = :user_id
), deleted_report_silence as (
  delete from report_silences where user_id = :user_id
), deleted_report_outcome as (
  delete from report_outcomes where reporter_id = :user_id
), deleted_automation_hit as (
  delete from automation_hits where author_id = :user_id
), deleted_member_note as (
  delete from member_notes where member_id = :user_id
), deleted_conversation as (
  delete from modmail_conversations where member_id = :user_id
), deleted_appeal as (
  delete from appeals where member_id = :user_id
), unnamed_notice as (
  update notices set reporter_id = null, reporter_name = null, reporter_email = null where reporter_id = :user_id
), deleted_security_event as (
  delete from security_events where user_id = :user_id
), deleted_queue_looker as (
  delete from queue_lookers where user_id = :user_id
), deleted_alert_setting as (
  delete from report_alert_settings where user_id = :user_id
), deleted_quiet_hours as (
  delete from quiet_hours where user_id = :user_id
), deleted_alert as (
  delete from report_alerts where user_id = :user_id
), deleted_queue_feed as (
  delete from queue_feeds where user_id = :user_id
), deleted_queue_views as (
  delete from queue_views where user_id = :user_id
), deleted_session as (
  delete from sessions where user_id = :user_id
), deleted_user_mute as (
  delete from user_mutes where user_id = :user_id or muted_user_id = :user_id
), deleted_community_mute as (
  delete from community_mutes where user_id = :user_id
), deleted_mailed_token as (
  delete from mailed_tokens where user_id = :user_id
), deleted_community_request as (
  delete from community_requests where user_id = :user_id
), deleted_acceptance as (
  delete from terms_acceptances where user_id = :user_id
), deleted_age_declaration as (
  delete from age_declarations where user_id = :user_id
), deleted_application as (
  delete from applications where user_id = :user_id
), withdrawn_invitation as (
  update invitations set withdrawn_at = now() where created_by = :user_id and withdrawn_at is null
), deleted_draft as (
  delete from drafts where user_id = :user_id
), deleted_idempotency_key as (
  delete from idempotency_keys where user_id = :user_id
), deleted_ip_block_user as (
  delete from ip_block_users where user_id = :user_id
), deleted_notification as (
  delete from notifications where user_id = :user_id
), anonymized_user as (
  update users set created_ip = null, last_seen_ip = null where id = :user_id
), anonymized_event as (
  update analytics_events set user_id = null, user_agent = null, ip = null where user_id = :user_id
)
update lists set is_public = false where user_id = :user_id and is_public
