import { useInitial } from '../../data/account/initial.ts'
import type { ShownPost } from '../../data/posts/shownPost.ts'
import { useFeedLayout } from '../../device/preferences.ts'
import type { IconName } from '../../ui/icons/names.ts'
import { MenuButton } from '../../ui/overlays/MenuButton.tsx'
import { type MenuPart, menuPartsFor, type PostRoles, rolesOn } from './postRoles.ts'

interface PostMenuProps {
  post: ShownPost
  /** Called when the post is hidden, before it goes. */
  onHide: () => void
}

/** All that the viewer can do with a post in a feed, in one menu. In compact rows it has what cards have buttons for. */
export function PostMenu({ post, onHide }: PostMenuProps) {
  const roles = rolesOn(post, useInitial())
  const parts = menuPartsFor(post, roles)
  const isRow = useFeedLayout() === 'compact'
  return (
    parts.length > 0 && (
      <PostMenuButton
        label="More"
        post={post}
        roles={roles}
        parts={parts}
        offersSaving={isRow}
        offersHiding={isRow}
        offersSharing={isRow}
        onHide={onHide}
      />
    )
  )
}

const looks = {
  mods: { label: 'Moderator', icon: 'moderation' },
  admins: { label: 'Admin', icon: 'admin' },
  own: { label: 'More', icon: 'more' },
} as const

/** The same in menus of their own, for where there is room. */
export function PostMenus({ post }: { post: ShownPost }) {
  const roles = rolesOn(post, useInitial())
  const parts = menuPartsFor(post, roles)
  return (['mods', 'admins', 'own'] as const).map(
    (part) =>
      parts.includes(part) && (
        <PostMenuButton key={part} {...looks[part]} post={post} roles={roles} parts={[part]} offersHiding />
      ),
  )
}

interface PostMenuButtonProps {
  label: string
  icon?: IconName
  post: ShownPost
  roles: PostRoles
  parts: readonly MenuPart[]
  /** Where saving has no button of its own. */
  offersSaving?: boolean
  /** Where hiding has none. */
  offersHiding?: boolean
  /** Where sharing has none. */
  offersSharing?: boolean
  onHide?: () => void
}

function PostMenuButton({ label, icon = 'more', ...menu }: PostMenuButtonProps) {
  return (
    <MenuButton
      label={label}
      icon={icon}
      load={loadList}
      render={(List, open) => <List {...menu} open={open} />}
    />
  )
}

async function loadList() {
  const { PostMenuList } = await import('./PostMenuList.tsx')
  return PostMenuList
}
