import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { Tag } from '../../ui/text/Tag.tsx'

/** The role in which a post was written, unless it is `normal`. */
export function GroupTag({ userGroup }: Pick<Post, 'userGroup'>) {
  if (userGroup === 'mods') return <Tag>{t('Mod')}</Tag>
  if (userGroup === 'admins') return <Tag>{t('Admin')}</Tag>
  return null
}

/** Marks posts that are pinned in their community or on the site. */
export function PinTag({ isPinned, isPinnedSite }: Partial<Pick<Post, 'isPinned' | 'isPinnedSite'>>) {
  return isPinned || isPinnedSite ? <Tag icon="pin">{t('Pinned')}</Tag> : null
}
