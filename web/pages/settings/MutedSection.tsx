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

const ids = { community: 'muted-communities', user: 'muted-users' } as const

const textsOf = (type: Mute['type']) =>
  type === 'community'
    ? {
        title: t('Muted communities'),
        hint: t('Their posts are hidden from All.'),
        none: t("You haven't muted any communities."),
        unmuteAll: t('Unmute all communities'),
        question: t('Unmute all communities?'),
        done: t('All communities unmuted.'),
      }
    : {
        title: t('Muted users'),
        hint: t('Their posts are hidden and their comments collapsed.'),
        none: t("You haven't muted anyone."),
        unmuteAll: t('Unmute all users'),
        question: t('Unmute all users?'),
        done: t('All users unmuted.'),
      }

/** The members or communities that the viewer has muted, with buttons to unmute. */
export function MutedSection({ type }: { type: Mute['type'] }) {
  const { mutes } = useInitial()
  const { title, hint, none } = textsOf(type)
  const muted = (type === 'user' ? mutes.userMutes : mutes.communityMutes).flatMap(mutedOf)
  return (
    <Section
      id={ids[type]}
      heading="h3"
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
          {t('Show {hidden, number} more', { hidden })}
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
        aria-label={t('Unmute {name}', { name })}
        onClick={() => {
          focusSection(type)
          toggle()
        }}
      >
        {t('Unmute')}
      </Button>
    </li>
  )
}

function UnmuteAll({ type, count }: { type: Mute['type']; count: number }) {
  const texts = textsOf(type)
  const unmuteAll = useUnmuteAll(type)
  const question = useLayer()
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  const confirm = () =>
    unmuteAll.mutate(undefined, {
      onSuccess: () => {
        focusSection(type)
        question.close()
        toasts.show(texts.done)
      },
      onError: notifyFailure,
    })
  return (
    <>
      <Button small aria-label={texts.unmuteAll} onClick={question.open}>
        {t('Unmute all')}
      </Button>
      {question.isOpen && (
        <ConfirmDialog
          title={texts.question}
          confirmLabel={t('Unmute all')}
          busy={unmuteAll.isPending}
          onConfirm={confirm}
          onClose={question.close}
        >
          <p>
            {t(
              "{count, plural, one {This removes # mute. To undo this, you'd have to mute them again.} other {This removes all # mutes. To undo this, you'd have to mute each one again.}}",
              { count },
            )}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** The pressed button is removed with its row; the focus moves to the section for keyboard users. */
const focusSection = (type: Mute['type']) => document.getElementById(`${ids[type]}-title`)?.focus()
