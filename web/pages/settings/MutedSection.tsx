import { type ReactNode, useState } from 'react'
import type { Mute } from '../../../contract/entities/mute.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { useUnmuteAll } from '../../data/users/mutes.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import { UserAvatar } from '../../features/authors/UserAvatar.tsx'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { useMute } from '../../features/muting/useMute.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Avatar } from '../../ui/media/Avatar.tsx'
import { copyNamed } from '../../ui/media/imageCopies.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import styles from './MutedSection.module.css'

/** The settings show the rest on request. */
const mutesShownFirst = 10

const texts = {
  community: {
    id: 'muted-communities',
    title: 'Muted communities',
    hint: 'Their posts are left out of All.',
    none: 'You have not muted any community.',
    all: 'communities',
  },
  user: {
    id: 'muted-users',
    title: 'Muted users',
    hint: 'Their posts are left out of your feeds, and their comments stay closed until you open them.',
    none: 'You have not muted anybody.',
    all: 'users',
  },
} as const

/** The members or communities that the viewer has muted, with buttons to unmute. */
export function MutedSection({ type }: { type: Mute['type'] }) {
  const { mutes } = useInitial()
  const { id, title, hint, none } = texts[type]
  const muted = (type === 'user' ? mutes.userMutes : mutes.communityMutes).flatMap(mutedOf)
  return (
    <Section
      id={id}
      title={title}
      hint={muted.length > 0 ? hint : none}
      action={muted.length > 0 && <UnmuteAll type={type} count={muted.length} />}
    >
      {muted.length > 0 && <Rows muted={muted} />}
    </Section>
  )
}

interface Muted {
  type: Mute['type']
  id: string
  name: string
  href: string
  picture: ReactNode
}

function mutedOf({ mutedUser, mutedCommunity }: Mute): Muted[] {
  if (mutedUser) {
    const { id, username: name, proPic } = mutedUser
    const picture = <UserAvatar username={name} picture={proPic && copyNamed(proPic, 'tiny')} />
    return [{ type: 'user', id, name, href: pathOfUser(name), picture }]
  }
  if (!mutedCommunity) return []
  const { id, name, proPic } = mutedCommunity
  const picture = <Avatar name={name} square src={proPic && copyNamed(proPic, 'tiny')} />
  return [{ type: 'community', id, name, href: `/${name}`, picture }]
}

function Rows({ muted }: { muted: readonly Muted[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const hidden = showsAll ? 0 : muted.length - mutesShownFirst
  return (
    <>
      <ul>
        {muted.slice(0, showsAll ? undefined : mutesShownFirst).map((one) => (
          <Row key={one.id} muted={one} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="soft" small onClick={() => setShowsAll(true)}>
          Show {hidden} more
        </Button>
      )}
    </>
  )
}

function Row({ muted: { type, id, name, href, picture } }: { muted: Muted }) {
  const { isMuted, toggle } = useMute({ type, id, name })
  // Removed optimistically; comes back if the request fails.
  if (!isMuted) return null
  return (
    <li className={styles.row}>
      {picture}
      <Link href={href} className={styles.name}>
        {type === 'user' ? '@' : '/'}
        {name}
      </Link>
      <Button
        small
        onClick={() => {
          focusSection(type)
          toggle()
        }}
      >
        Unmute<span className="visually-hidden"> {name}</span>
      </Button>
    </li>
  )
}

function UnmuteAll({ type, count }: { type: Mute['type']; count: number }) {
  const { all } = texts[type]
  const unmuteAll = useUnmuteAll(type)
  const question = useLayer()
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  const confirm = () =>
    unmuteAll.mutate(undefined, {
      onSuccess: () => {
        focusSection(type)
        toasts.show(`Unmuted all ${all}`)
      },
      onError: notifyFailure,
      onSettled: question.close,
    })
  return (
    <>
      <Button small onClick={question.open}>
        Unmute all<span className="visually-hidden"> {all}</span>
      </Button>
      {question.isOpen && (
        <ConfirmDialog
          title={`Unmute all ${all}?`}
          confirmLabel={t('Unmute all')}
          busy={unmuteAll.isPending}
          onConfirm={confirm}
          onClose={question.close}
        >
          <p>
            {count === 1 ? t('There is one.') : `There are ${count}.`} You can mute them again one by one.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** The pressed button is removed with its row; the focus moves to the section for keyboard users. */
const focusSection = (type: Mute['type']) => document.getElementById(`${texts[type].id}-title`)?.focus()
