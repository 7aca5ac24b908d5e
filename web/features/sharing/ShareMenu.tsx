import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { MenuButton } from '../../ui/overlays/MenuButton.tsx'

/** The button of the menu to share a post. */
export function ShareMenu({ post }: { post: Post }) {
  return (
    <MenuButton
      label={t('Share')}
      icon="share"
      load={loadList}
      render={(List, open) => open && <List post={post} open={open} />}
    />
  )
}

async function loadList() {
  const { ShareMenuList } = await import('./ShareMenuList.tsx')
  return ShareMenuList
}
