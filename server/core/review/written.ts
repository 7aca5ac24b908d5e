import type { ContentKind } from '../../../contract/automation.ts'
import type { HeldKind, HoldLevel, HoldReason } from '../../../contract/heldWords.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { Viewer } from '../sessions/viewer.ts'

/** Who wrote something. */
export type Author = Pick<
  Viewer,
  'id' | 'username' | 'createdAt' | 'points' | 'trust' | 'contributions' | 'isAdmin' | 'permissions' | 'bans'
>

/** A text with what belongs to it, as it would be stored. */
export interface Content {
  readonly type: ContentKind
  /** Null for a comment. */
  readonly title: string | null
  /** The Markdown. */
  readonly body: string | null
  readonly bodyHtml: string | null
  /** The URL of a link post. */
  readonly link: string | null
  readonly imageIds: readonly string[]
  readonly isMadeWithAi: boolean
}

/** What readers see of a text besides its title. */
export type Shown = Omit<Content, 'type' | 'body' | 'isMadeWithAi'>

/** A post, comment or edit that someone sends. */
export interface Written {
  readonly kind: HeldKind
  readonly author: Author
  readonly content: Content
  /** What an edit replaces. */
  readonly before: Shown | null
  /** What an edit is of. */
  readonly edited?: { readonly postId: string; readonly commentId: string | null }
  /** Where; the public id is that of the post of a comment. */
  readonly at: { readonly communityId: string } | { readonly publicId: string }
}

/** The community of what is written, and the post if `Written` names one. */
export interface Place {
  readonly communityId: string
  readonly communityName: string
  /** Null: as the site. */
  readonly holdNewMembers: HoldLevel | null
  readonly postId: string | null
}

/** Why something is held. */
export interface Reason {
  readonly reason: HoldReason
  /** The rule, for `rule`. */
  readonly ruleId?: string
  /** What moderators know the rule by. */
  readonly name?: string
}

export interface Reviewed extends Written {
  readonly db: Db
  readonly settings: SettingValues
  /** Where it is to appear; null if there is no such post or community. Read once, and only if a check asks. */
  readonly place: () => Promise<Place | null>
}
