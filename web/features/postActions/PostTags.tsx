import type { Post } from '../../../contract/entities/post.ts'
import { Tag } from '../../ui/text/Tag.tsx'

/** In which role a post was written, if not as anybody. */
export function GroupTag({ userGroup }: Pick<Post, 'userGroup'>) {
  if (userGroup === 'mods') return <Tag>Mod</Tag>
  if (userGroup === 'admins') return <Tag>Admin</Tag>
  return null
}

/** That a post stands at the top of its community, or of the whole site. */
export function PinTag({ isPinned, isPinnedSite }: Pick<Post, 'isPinned' | 'isPinnedSite'>) {
  return isPinned || isPinnedSite ? <Tag icon="pin">Pinned</Tag> : null
}
