import { nameOfSpeaker } from '../../../contract/speaker.ts'
import { t } from '../../../contract/texts/t.ts'

/** What a post or comment has of its author. */
export interface Authored {
  readonly userDeleted: boolean
  readonly username: string
  /** Whether moderators wrote it in the name of the community. */
  readonly isByCommunity?: true
}

/** The displayed name of an author, or of the community that wrote; only admins see the names of deleted accounts. */
export const nameOfAuthor = (item: Authored, viewer: { isAdmin: boolean } | null): string =>
  item.isByCommunity
    ? nameOfSpeaker(item.username)
    : item.userDeleted && !viewer?.isAdmin
      ? t('Ghost')
      : `@${item.username}`
