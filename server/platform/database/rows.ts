// Made from the functions that give rows, by `npm run database-types`. Do not edit.

export type AuthorColumns = {
  author_username: string
  author_is_built_in: boolean
  author_deleted_at: Date | null
  author_badges: { id: number; type: string }[] | null
  author_picture_id: string | null
  author_picture_secret: string | null
  author_about_me: string | null
  author_points: number | null
  author_is_admin: boolean | null
  author_post_count: number | null
  author_comment_count: number | null
  author_created_at: Date | null
  author_last_seen_at: Date | null
  author_banned_at: Date | null
  author_picture: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null
}

export type CommentAttachments = {
  images: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean }[] | null
}

export type CommentColumns = {
  id: string
  post_id: string
  parent_id: string | null
  ancestors: string[]
  depth: number
  author_id: string
  author_group: 'normal' | 'mods' | 'admins' | 'community'
  body: string
  body_html: string | null
  body_renderer: number | null
  upvotes: number
  downvotes: number
  reply_count: number
  direct_reply_count: number
  created_at: Date
  edited_at: Date | null
  locked_at: Date | null
  locked_by: string | null
  locked_as: 'mods' | 'admins' | null
  deleted_at: Date | null
  deleted_as: 'normal' | 'mods' | 'admins' | null
  is_pinned: boolean
  is_score_hidden: boolean
  speaker_id: string | null
  speaker_name: string | null
  written_by: string | null
  written_by_rule: string | null
  made_with_ai_by: 'author' | 'mods' | 'admins' | 'rule' | null
}

export type PostColumns = {
  id: string
  public_id: string
  type: 'text' | 'link' | 'image'
  author_id: string
  author_group: 'normal' | 'mods' | 'admins'
  community_id: string
  community_name: string
  community_icon: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null
  community_banner: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null
  title: string
  body: string | null
  body_html: string | null
  body_renderer: number | null
  excerpt: string | null
  link_url: string | null
  link_hostname: string | null
  images: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean }[] | null
  link_image: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null
  upvotes: number
  downvotes: number
  hotness: string
  comment_count: number
  created_at: Date
  edited_at: Date | null
  last_activity_at: Date
  is_pinned: boolean
  is_pinned_site: boolean
  locked_at: Date | null
  locked_by: string | null
  locked_as: 'mods' | 'admins' | null
  deleted_at: Date | null
  deleted_as: 'normal' | 'mods' | 'admins' | null
  content_deleted_at: Date | null
  content_deleted_as: 'normal' | 'mods' | 'admins' | null
  is_score_hidden: boolean
  downvoters: 'everyone' | 'members' | 'trust1' | 'trust2' | 'trust3' | 'trust4' | 'nobody'
  comment_limits: { slowMode?: { seconds: number; until: string | null; ruleId?: string }; commenters?: { who: 'members' | 'trust1' | 'trust2' | 'trust3' | 'trust4'; until: string | null; ruleId?: string } } | null
  made_with_ai_by: 'author' | 'mods' | 'admins' | 'rule' | null
}

export type PostIsSaved = {
  is_in_list: boolean
}

export type PostVersion = {
  post_version: string
}

export type PostViewerColumns = {
  my_vote: boolean | null
  visited_at: Date | null
  new_comments: number
  is_author_muted: boolean
  is_community_muted: boolean
}
