import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { Tag } from '../../ui/text/Tag.tsx'

/** The role in which a post was written, unless it is `normal`. */
export function GroupTag({ userGroup }: Pick<Post, 'userGroup'>) {
  if (userGroup === 'mods') return <Tag>{t('Mod')}</Tag>
  if (userGroup === 'admins') return <Tag>{t('Admin')}</Tag>
  return null
}

/** Marks posts and comments that are made with AI, or pinned in their community or on the site. */
export function Marks({
  madeWithAiBy,
  isPinned,
  isPinnedSite,
}: Partial<Pick<Post, 'madeWithAiBy' | 'isPinned' | 'isPinnedSite'>>) {
  return (
    <>
      {madeWithAiBy && <Tag tone="neutral">{t('Made with AI')}</Tag>}
      {(isPinned || isPinnedSite) && <Tag icon="pin">{t('Pinned')}</Tag>}
    </>
  )
}
