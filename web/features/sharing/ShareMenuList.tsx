import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import type { OpenMenu } from '../../ui/overlays/MenuButton.tsx'
import { MenuPopup } from '../../ui/overlays/MenuPopup.tsx'
import type { MenuItem } from '../../ui/overlays/menuItem.ts'
import { hasShareSheet } from './share.ts'
import { useCopyLink } from './useCopyLink.ts'
import { useSharePost } from './useSharePost.ts'

/** The items of the share menu that this device supports. */
export function ShareMenuList({ post, open }: { post: Post; open: OpenMenu }) {
  const copyLink = useCopyLink()
  const share = useSharePost(post)
  const items: MenuItem[] = [
    { label: t('Copy link'), icon: 'link', onSelect: () => void copyLink(pathOfPost(post)) },
  ]
  if (hasShareSheet()) items.push({ label: t('Share with…'), icon: 'share', onSelect: share })
  return <MenuPopup {...open} items={items} align="start" />
}
