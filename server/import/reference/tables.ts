/** What a column of the source holds, and the type of its staging column. */
export const columnTypes = {
  /** Bytes, as hexadecimal digits, or a number; null for one of zeros only, which stands for nobody. */
  id: 'text',
  text: 'text',
  /** A short word or a number that stands for one. */
  word: 'text',
  number: 'integer',
  flag: 'boolean',
  time: 'timestamptz',
  address: 'inet',
} as const

export type ColumnKind = keyof typeof columnTypes

export interface SourceColumn {
  readonly kind: ColumnKind
  /** Other names under which versions of the source have it. */
  readonly aliases?: readonly string[]
  /** The name of a column that replaces it where a dump has both. */
  readonly replacedBy?: string
  /** Without the column the table cannot be imported, and a row without a value is left out, unless only the column is required. */
  readonly isRequired?: boolean | 'column'
}

export interface SourceTable {
  /** Without it the dump is not one of this forum. */
  readonly isRequired?: boolean
  /** By the name of the staging column, which is the usual name at the source. */
  readonly columns: Readonly<Record<string, SourceColumn>>
}

const id = { kind: 'id', isRequired: true } as const
const someId = { kind: 'id' } as const
const flag = { kind: 'flag' } as const
const time = { kind: 'time' } as const
const created = { kind: 'time', isRequired: true } as const
const text = { kind: 'text' } as const
const word = { kind: 'word' } as const
const number = { kind: 'number' } as const

/** What posts and comments have in common. */
const content = {
  id,
  user_id: id,
  user_group: word,
  upvotes: { kind: 'number', isRequired: 'column' },
  downvotes: { kind: 'number', isRequired: 'column' },
  created_at: created,
  edited_at: time,
  locked: { kind: 'flag', aliases: ['is_locked'] },
  locked_at: time,
  locked_by: someId,
  locked_by_group: { kind: 'word', aliases: ['locked_as', 'locked_by_as'] },
  deleted: { kind: 'flag', aliases: ['is_deleted'] },
  deleted_at: { kind: 'time', isRequired: 'column' },
  deleted_by: someId,
  deleted_as: word,
} as const satisfies Record<string, SourceColumn>

const vote = {
  user_id: id,
  up: { kind: 'flag', isRequired: true },
  is_user_new: flag,
  created_at: time,
} as const

/**
 * The tables of the source that are imported, with the columns that are taken from them. Columns that a dump does not have are null, and
 * those that are not named here are left out.
 */
export const sourceTables = {
  users: {
    isRequired: true,
    columns: {
      id,
      username: { kind: 'text', isRequired: true },
      email: text,
      password: { kind: 'text', isRequired: 'column' },
      about_me: text,
      points: number,
      is_admin: flag,
      home_feed: word,
      remember_feed_sort: flag,
      embeds_off: flag,
      hide_user_profile_pictures: flag,
      require_alt_text: flag,
      upvote_notifications_off: flag,
      reply_notifications_off: flag,
      pro_pic: { kind: 'id', replacedBy: 'pro_pic_2', aliases: ['pro_pic_id'] },
      created_at: created,
      created_ip: { kind: 'address' },
      last_seen: { kind: 'time', aliases: ['last_seen_at'] },
      last_seen_ip: { kind: 'address' },
      banned_at: time,
      deleted_at: { kind: 'time', isRequired: 'column' },
    },
  },
  communities: {
    isRequired: true,
    columns: {
      id,
      user_id: { kind: 'id', aliases: ['creator_id', 'created_by'] },
      name: { kind: 'text', isRequired: true },
      nsfw: flag,
      about: text,
      posting_restricted: flag,
      pro_pic: { kind: 'id', replacedBy: 'pro_pic_2', aliases: ['pro_pic_id'] },
      banner_image: { kind: 'id', replacedBy: 'banner_image_2', aliases: ['banner_image_id'] },
      created_at: created,
      deleted_at: time,
    },
  },
  default_communities: { columns: { community_id: someId, name_lc: { kind: 'text', aliases: ['name'] } } },
  community_rules: {
    columns: {
      id,
      community_id: id,
      rule: { kind: 'text', isRequired: true },
      description: text,
      z_index: number,
      created_by: someId,
      created_at: time,
    },
  },
  community_mods: {
    columns: {
      community_id: id,
      user_id: id,
      position: number,
      created_at: { kind: 'time', aliases: ['added_at'] },
    },
  },
  community_members: {
    columns: { community_id: id, user_id: id, created_at: { kind: 'time', aliases: ['joined_at'] } },
  },
  community_banned: {
    columns: {
      community_id: id,
      user_id: id,
      expires: { kind: 'time', aliases: ['expires_at'] },
      banned_by: someId,
      created_at: { kind: 'time', aliases: ['banned_at'] },
    },
  },
  posts: {
    isRequired: true,
    columns: {
      ...content,
      public_id: { kind: 'text', isRequired: true },
      type: word,
      community_id: id,
      title: { kind: 'text', isRequired: true },
      body: { kind: 'text', isRequired: 'column' },
      link_info: { kind: 'text', isRequired: 'column', aliases: ['link'] },
      link_image: { kind: 'id', aliases: ['link_image_id'] },
      last_activity_at: time,
      is_pinned: flag,
      is_pinned_site: flag,
      deleted_content: flag,
      deleted_content_at: time,
      deleted_content_by: someId,
      deleted_content_as: word,
    },
  },
  pinned_posts: {
    columns: {
      post_id: id,
      community_id: someId,
      is_site_wide: { kind: 'flag', aliases: ['is_pinned_site'] },
    },
  },
  announcement_posts: {
    columns: {
      post_id: id,
      announced_by: { kind: 'id', aliases: ['user_id'] },
      created_at: { kind: 'time', aliases: ['announced_at'] },
    },
  },
  post_images: {
    columns: { post_id: id, image_id: id, position: { kind: 'number', aliases: ['z_index', 'sort_index'] } },
  },
  comments: {
    isRequired: true,
    columns: {
      ...content,
      post_id: id,
      parent_id: { kind: 'id', isRequired: 'column' },
      body: { kind: 'text', isRequired: 'column' },
    },
  },
  post_votes: { columns: { post_id: id, ...vote } },
  comment_votes: { columns: { comment_id: id, ...vote } },
  lists: {
    columns: {
      id,
      user_id: id,
      name: { kind: 'text', isRequired: true },
      display_name: text,
      description: text,
      public: { kind: 'flag', aliases: ['is_public'] },
      sort: { kind: 'word', aliases: ['ordering', 'item_sort'] },
      created_at: time,
      last_updated_at: time,
    },
  },
  list_items: { columns: { id: someId, list_id: id, target_id: id, created_at: time } },
  muted_users: { columns: { user_id: id, muted_user_id: id, created_at: time } },
  muted_communities: {
    columns: { user_id: id, community_id: { ...id, aliases: ['muted_community_id'] }, created_at: time },
  },
  hidden_posts: {
    columns: { user_id: id, post_id: id, created_at: { kind: 'time', aliases: ['hidden_at'] } },
  },
  post_visits: {
    columns: {
      user_id: id,
      post_id: id,
      last_visited_at: { kind: 'time', aliases: ['visited_at', 'last_visit_at', 'created_at'] },
    },
  },
  report_reasons: { columns: { id, title: { kind: 'text', isRequired: true }, description: text } },
  reports: {
    columns: {
      reason_id: { kind: 'id', aliases: ['reason'] },
      target_id: id,
      created_by: { kind: 'id', isRequired: true, aliases: ['user_id', 'reporter_id'] },
      dealt_at: time,
      created_at: time,
    },
  },
  images: { columns: { id, size: number, alt_text: text } },
} as const satisfies Record<string, SourceTable>

export type SourceTableName = keyof typeof sourceTables

export const isSourceTable = (name: string): name is SourceTableName => Object.hasOwn(sourceTables, name)

/** The columns of a table, in the order of its staging table. */
export const columnsOf = (table: SourceTableName): [string, SourceColumn][] =>
  Object.entries(sourceTables[table].columns)

/** What a dump may have and an import leaves behind, as the command says it. */
export const leftBehind = [
  'sessions: everyone logs in again',
  'push subscriptions: browsers ask again',
  'notifications',
  'reports that were dealt with',
  'settings of the site, blocked addresses, badges, and requests for communities',
  'links in texts to pictures that the old server served',
] as const
