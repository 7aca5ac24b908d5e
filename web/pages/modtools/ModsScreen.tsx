import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { Community } from '../../../contract/entities/community.ts'
import type { Author } from '../../../contract/entities/user.ts'
import { limits } from '../../../contract/limits.ts'
import { namesOfPermissions, permissionNames } from '../../../contract/permissionNames.ts'
import { t } from '../../../contract/texts/t.ts'
import { type ModeratorPermission, moderatorPermissions } from '../../../contract/words.ts'
import { useViewer } from '../../data/account/initial.ts'
import {
  mayRemove,
  moderatorPermissionsQuery,
  useModerators,
  useSetPermissions,
} from '../../data/communities/moderators.ts'
import { refusalOf } from '../../data/failure.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import { UserAvatar } from '../../features/authors/UserAvatar.tsx'
import { messageText } from '../../features/failures/refusalText.ts'
import { useNotifyActionFailure } from '../../features/failures/useNotifyActionFailure.ts'
import { useNavigator } from '../../router/navigator.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { copyNamed } from '../../ui/media/imageCopies.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import styles from './ModsScreen.module.css'
import type { ScreenContext, ScreenProps } from './screen.ts'

/** Loads what the moderators may do. */
export const prepareMods = ({ community, load }: ScreenContext) =>
  load(moderatorPermissionsQuery(community.id))

/** The moderators of a community, in order of rank; a new one gets the lowest rank. */
export function ModsScreen({ community }: ScreenProps) {
  const mods = community.mods ?? []
  const viewer = useViewer()
  const { data } = useSuspenseQuery(moderatorPermissionsQuery(community.id))
  const setOf = new Map(data.items.map((item) => [item.username, item]))
  const mayAdd = viewer?.isAdmin || community.userPermissions?.includes('members')
  return (
    <Card as="section" aria-labelledby="mods">
      <div className={styles.head}>
        <h2 id="mods" className={styles.title}>
          {t('Moderators')}
        </h2>
        {mayAdd && <AddMod community={community} />}
      </div>
      {mods.length === 0 ? (
        <EmptyState icon="communities" title={t('No moderators yet')} />
      ) : (
        <ol>
          {mods.map((mod) => (
            <li key={mod.id} className={styles.mod}>
              <UserAvatar username={mod.username} picture={mod.proPic && copyNamed(mod.proPic, 'tiny')} />
              <div className={styles.facts}>
                <Link href={pathOfUser(mod.username)} className={styles.name}>
                  @{mod.username}
                </Link>
                <span className="quiet">{permissionsText(setOf.get(mod.username))}</span>
              </div>
              <ChangePermissions community={community} item={setOf.get(mod.username)} />
              <RemoveMod community={community} mod={mod} />
            </li>
          ))}
        </ol>
      )}
      <p className={styles.note}>
        {t('Moderators can remove those listed below them and change their permissions.')}
      </p>
    </Card>
  )
}

type PermissionsItem = OutputOf<'listModeratorPermissions'>['items'][number]

function permissionsText(item: PermissionsItem | undefined): string {
  if (!item || item.permissions.length === moderatorPermissions.length) return t('All permissions')
  return item.permissions.length === 0 ? t('No permissions') : namesOfPermissions(item.permissions)
}

/** The button for what a moderator may do; nothing when the viewer can change nothing of it. */
function ChangePermissions({ community, item }: { community: Community; item: PermissionsItem | undefined }) {
  const dialog = useLayer()
  if (!item || item.changeable.length === 0) return null
  return (
    <>
      <Button small variant="soft" onClick={dialog.open}>
        {t('Permissions')}
        <span className="visually-hidden"> @{item.username}</span>
      </Button>
      {dialog.isOpen && <PermissionsDialog community={community} item={item} onClose={dialog.close} />}
    </>
  )
}

function PermissionsDialog({
  community,
  item,
  onClose,
}: {
  community: Community
  item: PermissionsItem
  onClose: () => void
}) {
  const { username, changeable } = item
  const [permissions, setPermissions] = useState(item.permissions)
  const set = useSetPermissions(community.id)
  const toasts = useToasts()
  const notifyFailure = useNotifyActionFailure()
  const names = permissionNames()
  const hints = permissionHints()
  return (
    <FormDialog
      title={t('Permissions for @{name}', { name: username })}
      submitLabel={t('Save')}
      busy={set.isPending}
      onSubmit={() =>
        set.mutate(
          { username, permissions },
          {
            onSuccess: () => {
              toasts.show(t('Permissions saved.'), { tone: 'success' })
              onClose()
            },
            onError: notifyFailure,
          },
        )
      }
      onClose={onClose}
    >
      {moderatorPermissions.map((permission) => (
        <Checkbox
          key={permission}
          label={names[permission]}
          hint={hints[permission]}
          checked={permissions.includes(permission)}
          disabled={!changeable.includes(permission)}
          onChange={(isOn) =>
            setPermissions((before) =>
              isOn ? [...before, permission] : before.filter((one) => one !== permission),
            )
          }
        />
      ))}
    </FormDialog>
  )
}

const permissionHints = (): Record<ModeratorPermission, string> => ({
  content: t('The queue, removals, locks and pins.'),
  members: t('Bans, and adding or removing moderators.'),
  settings: t('Description, images and settings.'),
  mail: t('Messages with members.'),
  rules: t('Rules and templates.'),
})

function AddMod({ community }: { community: Community }) {
  const dialog = useLayer()
  return (
    <>
      <Button small variant="main" icon="user-add" onClick={dialog.open}>
        {t('Add mod')}
      </Button>
      {dialog.isOpen && <AddModDialog community={community} onClose={dialog.close} />}
    </>
  )
}

function AddModDialog({ community, onClose }: { community: Community; onClose: () => void }) {
  const [username, setUsername] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const { add } = useModerators(community)
  const toasts = useToasts()
  const notifyFailure = useNotifyActionFailure()
  const submit = () => {
    add.mutate(username, {
      onSuccess: () => {
        onClose()
        toasts.show(t('@{name} is now a moderator.', { name: username }), { tone: 'success' })
      },
      onError: (error) => {
        const text = additionFailureText(error, username)
        if (text) setMistake(text)
        else notifyFailure(error)
      },
    })
  }
  return (
    <FormDialog
      title={t('Add mod')}
      submitLabel={t('Add mod')}
      busy={add.isPending}
      disabled={username === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('Username')}
        value={username}
        onChange={(value) => {
          setUsername(value)
          setMistake(null)
        }}
        maxLength={limits.usernameMaxLength}
        limitedText
        autoComplete="off"
        hint={t("They'll also join the community and get a notification.")}
        error={mistake}
      />
    </FormDialog>
  )
}

/** The button that removes a moderator, or lets the viewer resign; nothing when the viewer may not. */
function RemoveMod({ community, mod }: { community: Community; mod: Author }) {
  const viewer = useViewer()
  const question = useLayer()
  if (!viewer || !mayRemove(viewer, community.mods ?? [], mod)) return null
  const isOwn = viewer.id === mod.id
  if (!isOwn && !viewer.isAdmin && !community.userPermissions?.includes('members')) return null
  return (
    <>
      <Button small variant="soft" icon="user-remove" onClick={question.open}>
        {isOwn ? t('Resign') : t('Remove')}
        {!isOwn && <span className="visually-hidden"> @{mod.username}</span>}
      </Button>
      {question.isOpen && (
        <RemoveQuestion community={community} mod={mod} isOwn={isOwn} onClose={question.close} />
      )}
    </>
  )
}

interface RemoveQuestionProps {
  community: Community
  mod: Author
  isOwn: boolean
  onClose: () => void
}

function RemoveQuestion({ community, mod, isOwn, onClose }: RemoveQuestionProps) {
  const { remove } = useModerators(community)
  const { navigate } = useNavigator()
  const isAdmin = useViewer()?.isAdmin === true
  const toasts = useToasts()
  const notifyFailure = useNotifyActionFailure()
  const confirm = async () => {
    try {
      // No callbacks on `mutate`: the row unmounts before they would be called.
      await remove.mutateAsync(mod.username)
    } catch (error) {
      return notifyFailure(error)
    }
    toasts.show(
      isOwn
        ? t("You're no longer a moderator of {community}.", { community: community.name })
        : t('@{name} is no longer a moderator.', { name: mod.username }),
      { tone: 'success' },
    )
    if (isOwn && !isAdmin) navigate(`/${community.name}`, { replace: true })
    else onClose()
  }
  return (
    <ConfirmDialog
      title={isOwn ? t('Stop being a moderator?') : t('Remove @{name} as moderator?', { name: mod.username })}
      confirmLabel={isOwn ? t('Resign') : t('Remove')}
      danger
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {isOwn
          ? t("You'll stay a member. Only a moderator or admin can add you back.")
          : t("They'll stay a member of the community.")}
      </p>
    </ConfirmDialog>
  )
}

/** The error for the name of a new moderator; null when the failure has another cause. */
function additionFailureText(error: unknown, username: string): string | null {
  const refusal = refusalOf(error)
  switch (refusal?.code) {
    case 'user_not_found':
      return t('User not found')
    case 'user-banned':
      return t('@{name} is suspended.', { name: username })
    case 'banned_from_community':
      return t('@{name} is banned from this community.', { name: username })
    case 'too-many-mods':
      return messageText(refusal.message)
    default:
      return null
  }
}
