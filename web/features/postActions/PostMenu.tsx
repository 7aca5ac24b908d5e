import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import type { ShownPost } from '../../data/posts/shownPost.ts'
import { type PostRoles, rolesOn } from '../../data/users/roles.ts'
import { useFeedLayout } from '../../device/preferences.ts'
import { plainAct } from '../../ui/buttons/plainAct.ts'
import type { IconName } from '../../ui/icons/names.ts'
import { MenuButton } from '../../ui/overlays/MenuButton.tsx'
import { type MenuPart, menuPartsFor } from './postRoles.ts'

interface PostMenuProps {
  post: ShownPost
  /** Called when the post is hidden, before it is removed. */
  onHide: () => void
}

/** All actions on a post in a single menu. In compact rows it includes what cards have buttons for. */
export function PostMenu({ post, onHide }: PostMenuProps) {
  const roles = rolesOn(post, useInitial())
  const parts = menuPartsFor(post, roles)
  const isRow = useFeedLayout() === 'compact'
  return (
    parts.length > 0 && (
      <PostMenuButton
        label={t('More')}
        post={post}
        roles={roles}
        parts={parts}
        offersSaving={isRow}
        {...(isRow && { offersHiding: true, offersSharing: true })}
        onHide={onHide}
      />
    )
  )
}

const looksOf = () =>
  ({
    mods: { label: t('Moderator'), icon: 'moderation' },
    admins: { label: t('Admin'), icon: 'admin' },
    own: { label: t('More'), icon: 'more' },
  }) as const

/** The same actions as one menu per role, for places with more space. */
export function PostMenus({ post }: { post: ShownPost }) {
  const roles = rolesOn(post, useInitial())
  const parts = menuPartsFor(post, roles)
  return (['mods', 'admins', 'own'] as const).map(
    (part) =>
      parts.includes(part) && (
        <PostMenuButton
          key={part}
          {...looksOf()[part]}
          post={post}
          roles={roles}
          parts={[part]}
          offersHiding
        />
      ),
  )
}

interface PostMenuButtonProps {
  label: string
  icon?: IconName
  post: ShownPost
  roles: PostRoles
  parts: readonly MenuPart[]
  /** Only where saving has no button of its own. */
  offersSaving?: boolean
  /** Only where hiding has no button of its own. */
  offersHiding?: boolean
  /** Only where sharing has no button of its own. */
  offersSharing?: boolean
  onHide?: () => void
}

function PostMenuButton({ label, icon = 'more', ...menu }: PostMenuButtonProps) {
  return (
    <MenuButton
      label={label}
      icon={icon}
      {...(import.meta.env.SSR && { without: plainAct('more', menu.post.publicId) })}
      load={loadList}
      render={(List, open) => <List {...menu} open={open} />}
    />
  )
}

async function loadList() {
  const { PostMenuList } = await import('./PostMenuList.tsx')
  return PostMenuList
}
