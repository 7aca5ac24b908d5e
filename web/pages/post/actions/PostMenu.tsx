import type { IconName } from '../../../components/icons/names.ts'
import { MenuButton } from '../../../components/MenuButton.tsx'
import { useInitial } from '../../../data/initial.ts'
import type { ShownPost } from '../../../data/post.ts'
import { useFeedLayout } from '../../../device/preferences.ts'
import { type PostRoles, rolesOn } from './postRoles.ts'

/** Whose things to do: everybody's and the author's, the moderators', the admins'. */
export type MenuPart = 'own' | 'mods' | 'admins'

interface PostMenu {
  post: ShownPost
  /** Called when the post is hidden, before it goes. */
  onHide: () => void
}

/** All that the viewer can do with a post in a feed, in one menu. In compact rows it has what cards have buttons for. */
export function PostMenu({ post, onHide }: PostMenu) {
  const roles = rolesOn(post, useInitial())
  const parts = partsFor(post, roles)
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
  const parts = partsFor(post, roles)
  return (['mods', 'admins', 'own'] as const).map(
    (part) =>
      parts.includes(part) && (
        <PostMenuButton key={part} {...looks[part]} post={post} roles={roles} parts={[part]} offersHiding />
      ),
  )
}

function partsFor(post: ShownPost, { isAuthor, isModerator, isAdmin }: PostRoles): MenuPart[] {
  const parts: MenuPart[] = []
  // Of a deleted post others can only say that it is gone.
  if (isAuthor || !post.deleted) parts.push('own')
  if (isModerator) parts.push('mods')
  if (isAdmin) parts.push('admins')
  return parts
}

interface PostMenuButton {
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

function PostMenuButton({ label, icon = 'more', ...menu }: PostMenuButton) {
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
