import type { Post } from '../../../../contract/entities/post.ts'
import type { MenuItem } from '../../../components/Menu.tsx'
import type { OpenMenu } from '../../../components/MenuButton.tsx'
import { MenuPopup } from '../../../components/MenuPopup.tsx'
import { addressOfPost } from '../../../data/post.ts'
import { useCopyLink } from '../../../shell/useCopyLink.ts'
import { hasShareSheet } from './share.ts'
import { useSharePost } from './useSharePost.ts'

/** What the menu to share a post offers on this device. */
export function ShareMenuList({ post, open }: { post: Post; open: OpenMenu }) {
  const copyLink = useCopyLink()
  const share = useSharePost(post)
  const items: MenuItem[] = [
    { label: 'Copy link', icon: 'link', onSelect: () => void copyLink(addressOfPost(post)) },
  ]
  if (hasShareSheet()) items.push({ label: 'Share with…', icon: 'share', onSelect: share })
  return <MenuPopup {...open} items={items} align="start" />
}
