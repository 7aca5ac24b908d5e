import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BannedMember } from '../../../contract/entities/ban.ts'
import type { Community } from '../../../contract/entities/community.ts'
import { bareName } from '../../../contract/memberName.ts'
import { t } from '../../../contract/texts/t.ts'
import { bannedQuery, useUnbanFromCommunity } from '../../data/moderation/decisions.ts'
import { silencedReportersQuery } from '../../data/moderation/reports.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import { UserAvatar } from '../../features/authors/UserAvatar.tsx'
import { failureText } from '../../features/failures/failureText.ts'
import { useNotifyActionFailure } from '../../features/failures/useNotifyActionFailure.ts'
import { bannedFromText } from '../../features/moderation/banTexts.ts'
import { CommunityBanDialog } from '../../features/moderation/CommunityBanDialog.tsx'
import { SilencedReporters } from '../../features/moderation/SilencedReporters.tsx'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { LoadMore } from '../../ui/buttons/LoadMore.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { copyNamed } from '../../ui/media/imageCopies.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Time } from '../../ui/text/Time.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import { useFocusNeighbour } from '../../ui/useFocusNeighbour.ts'
import styles from './BannedScreen.module.css'
import type { ScreenContext, ScreenProps } from './screen.ts'

/** Render this many at once; a longer list gets a search field. */
const initiallyShown = 50
const searchedFrom = 10

export const prepareBanned = ({ community, load }: ScreenContext) =>
  Promise.all([
    load(bannedQuery({ communityId: community.id, q: '' })),
    load(silencedReportersQuery(community.id)),
  ])

/** The members who are banned from the community. */
export function BannedScreen({ community }: ScreenProps) {
  const notifySilenceFailure = useNotifyActionFailure()
  const [text, setText] = useState('')
  const q = useDebounced(bareName(text))
  const all = useQuery(bannedQuery({ communityId: community.id, q: '' }))
  const found = useQuery({
    ...bannedQuery({ communityId: community.id, q }),
    placeholderData: keepPreviousData,
  })
  const layer = useLayer()
  return (
    <section aria-label={t('Banned users')}>
      <div className={`filters ${styles.head}`}>
        {(all.data?.length ?? 0) >= searchedFrom && (
          <div className={styles.search}>
            <TextField
              label={t('Find a banned user')}
              hideLabel
              type="search"
              placeholder={t('Find a banned user')}
              value={text}
              onChange={setText}
            />
          </div>
        )}
        <Button icon="ban" className={styles.ban} onClick={layer.open}>
          {t('Ban user')}
        </Button>
      </div>
      {found.isError ? (
        <ErrorState text={failureText(found.error)} onRetry={() => found.refetch()} />
      ) : found.data?.length === 0 ? (
        <EmptyState
          icon="ban"
          title={q === '' ? t('No one is banned') : t('No banned user with that name')}
          text={
            q === ''
              ? t('Members you ban from this community show up here.')
              : t('Try the start of the name.')
          }
        />
      ) : (
        found.data && <BannedList key={q} community={community} banned={found.data} />
      )}
      {layer.isOpen && <CommunityBanDialog community={community} onClose={layer.close} />}
      <SilencedReporters communityId={community.id} onFailure={notifySilenceFailure} />
    </section>
  )
}

function BannedList({ community, banned }: { community: Community; banned: readonly BannedMember[] }) {
  const [shown, setShown] = useState(initiallyShown)
  const [selected, setSelected] = useState<{ action: 'unban' | 'change'; member: BannedMember } | null>(null)
  const layer = useLayer()
  return (
    <Card>
      <ul>
        {banned.slice(0, shown).map((member) => (
          <BannedRow
            key={member.id}
            member={member}
            onUnban={() => {
              setSelected({ action: 'unban', member })
              layer.open()
            }}
            onChange={() => {
              setSelected({ action: 'change', member })
              layer.open()
            }}
          />
        ))}
      </ul>
      {banned.length > shown && (
        <LoadMore label={t('Show more')} onLoad={() => setShown(shown + initiallyShown)} />
      )}
      {layer.isOpen &&
        selected &&
        (selected.action === 'unban' ? (
          <UnbanQuestion community={community} member={selected.member} onClose={layer.close} />
        ) : (
          <CommunityBanDialog
            community={community}
            username={selected.member.username}
            before={selected.member.ban}
            onClose={layer.close}
          />
        ))}
    </Card>
  )
}

interface BannedRowProps {
  member: BannedMember
  onUnban: () => void
  onChange: () => void
}

function BannedRow({ member, onUnban, onChange }: BannedRowProps) {
  const { username, proPic, ban } = member
  return (
    <li ref={useFocusNeighbour<HTMLLIElement>()} className={styles.row}>
      <UserAvatar username={username} picture={proPic && copyNamed(proPic, 'tiny')} />
      <div className={styles.text}>
        <Link href={pathOfUser(username)} className={styles.name}>
          @{username}
        </Link>
        <p className="quiet">
          {bannedFromText(ban.kind)}
          {' · '}
          {ban.bannedBy ? (
            rich('{time} by @{name}', { time: <Time at={ban.createdAt} />, name: ban.bannedBy.username })
          ) : (
            <Time at={ban.createdAt} />
          )}
          {' · '}
          {ban.expiresAt
            ? rich('Until {date}', { date: <Time at={ban.expiresAt} format="date" /> })
            : t('Permanent')}
        </p>
        {ban.rule && (
          <p className={styles.note} dir="auto">
            {rich('Rule: {rule}', { rule: <bdi>{isolated(ban.rule)}</bdi> })}
          </p>
        )}
        {ban.reason && (
          <p className={styles.note} dir="auto">
            {rich('Reason: {reason}', { reason: <bdi>{isolated(ban.reason)}</bdi> })}
          </p>
        )}
        {ban.note && (
          <p className={styles.note} dir="auto">
            {t('Note: {note}', { note: ban.note })}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <Button small aria-label={t("Change @{name}'s ban", { name: username })} onClick={onChange}>
          {t('Change')}
        </Button>
        <Button small aria-label={t('Unban @{name}', { name: username })} onClick={onUnban}>
          {t('Unban')}
        </Button>
      </div>
    </li>
  )
}

interface UnbanQuestionProps {
  community: Community
  member: BannedMember
  onClose: () => void
}

function UnbanQuestion({ community, member: { username }, onClose }: UnbanQuestionProps) {
  const unban = useUnbanFromCommunity({ communityId: community.id })
  const toasts = useToasts()
  const notifyFailure = useNotifyActionFailure()
  const confirm = async () => {
    try {
      await unban.mutateAsync(username)
      onClose()
      toasts.show(t('@{name} is no longer banned.', { name: username }), { tone: 'success' })
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <ConfirmDialog
      title={t('Unban @{name}?', { name: username })}
      confirmLabel={t('Unban')}
      busy={unban.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t('They can take part in {community} again.', { community: community.name })}</p>
    </ConfirmDialog>
  )
}
