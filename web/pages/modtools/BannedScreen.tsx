import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BannedMember } from '../../../contract/entities/ban.ts'
import type { Community } from '../../../contract/entities/community.ts'
import { limits } from '../../../contract/limits.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { copyNamed } from '../../components/imageCopies.ts'
import { Link } from '../../components/Link.tsx'
import { LoadMore } from '../../components/LoadMore.tsx'
import { TextField } from '../../components/TextField.tsx'
import { Time } from '../../components/Time.tsx'
import { bannedQuery, useUnbanFromCommunity } from '../../data/moderation.ts'
import { addressOfUser } from '../../data/userAddress.ts'
import { failureText } from '../../shell/failureText.ts'
import { useToasts } from '../../shell/toasts.tsx'
import { useLayer } from '../../shell/useLayer.ts'
import { UserAvatar } from '../authors/UserAvatar.tsx'
import { useSettled } from '../communities/useSettled.ts'
import { CommunityBanDialog } from '../moderation/CommunityBanDialog.tsx'
import { useFocusGoesOn } from '../moderation/useFocusGoesOn.ts'
import styles from './BannedScreen.module.css'
import type { ScreenContext, ScreenProps } from './screens.ts'
import { useNotifyToolsFailure } from './useNotifyToolsFailure.ts'

/** So many are drawn at once; from so many on one can look for a name. */
const shownAtOnce = 50
const searchedFrom = 10

export const prepareBanned = ({ community, load }: ScreenContext) =>
  load(bannedQuery({ communityId: community.id, q: '' }))

/** Who cannot take part in the community. */
export function BannedScreen({ community }: ScreenProps) {
  const [text, setText] = useState('')
  const q = useSettled(text.trim().replace(/^@/, ''), limits.communitySuggestionsDebounceMs)
  const all = useQuery(bannedQuery({ communityId: community.id, q: '' }))
  const found = useQuery({
    ...bannedQuery({ communityId: community.id, q }),
    placeholderData: keepPreviousData,
  })
  const layer = useLayer()
  return (
    <section aria-label="Banned users">
      <div className={styles.head}>
        {(all.data?.length ?? 0) >= searchedFrom && (
          <div className={styles.search}>
            <TextField
              label="Find a banned user"
              hideLabel
              type="search"
              placeholder="Find a banned user"
              value={text}
              onChange={setText}
            />
          </div>
        )}
        <Button icon="ban" className={styles.ban} onClick={layer.open}>
          Ban user
        </Button>
      </div>
      {found.isError ? (
        <ErrorState text={failureText(found.error)} onRetry={() => found.refetch()} />
      ) : found.data?.length === 0 ? (
        <EmptyState
          icon="ban"
          title={q === '' ? 'Nobody is banned' : 'Nobody banned of that name'}
          text={
            q === ''
              ? 'Who is banned can read the community, but not take part in it.'
              : 'Look for how the name begins.'
          }
        />
      ) : (
        found.data && <BannedList key={q} community={community} banned={found.data} />
      )}
      {layer.isOpen && <CommunityBanDialog community={community} onClose={layer.close} />}
    </section>
  )
}

function BannedList({ community, banned }: { community: Community; banned: readonly BannedMember[] }) {
  const [shown, setShown] = useState(shownAtOnce)
  const [asked, setAsked] = useState<BannedMember | null>(null)
  const layer = useLayer()
  return (
    <Card>
      <ul>
        {banned.slice(0, shown).map((member) => (
          <BannedRow
            key={member.id}
            member={member}
            onUnban={() => {
              setAsked(member)
              layer.open()
            }}
          />
        ))}
      </ul>
      {banned.length > shown && <LoadMore label="Show more" onLoad={() => setShown(shown + shownAtOnce)} />}
      {layer.isOpen && asked && <UnbanQuestion community={community} member={asked} onClose={layer.close} />}
    </Card>
  )
}

function BannedRow({ member, onUnban }: { member: BannedMember; onUnban: () => void }) {
  const { username, proPic, ban } = member
  return (
    <li ref={useFocusGoesOn<HTMLLIElement>()} className={styles.row}>
      <UserAvatar username={username} picture={proPic && copyNamed(proPic, 'tiny')} />
      <div className={styles.text}>
        <Link href={addressOfUser(username)} className={styles.name}>
          @{username}
        </Link>
        <p className={styles.facts}>
          Banned <Time at={ban.createdAt} />
          {ban.bannedBy && ` by @${ban.bannedBy.username}`}
          {ban.expiresAt ? (
            <>
              , until <Time at={ban.expiresAt} format="date" />
            </>
          ) : (
            ', until it is lifted'
          )}
        </p>
        {ban.note && (
          <p className={styles.note} dir="auto">
            {ban.note}
          </p>
        )}
      </div>
      <Button small aria-label={`Unban @${username}`} onClick={onUnban}>
        Unban
      </Button>
    </li>
  )
}

interface UnbanQuestion {
  community: Community
  member: BannedMember
  onClose: () => void
}

function UnbanQuestion({ community, member: { username }, onClose }: UnbanQuestion) {
  const unban = useUnbanFromCommunity({ communityId: community.id })
  const toasts = useToasts()
  const notifyFailure = useNotifyToolsFailure()
  const confirm = async () => {
    try {
      await unban.mutateAsync(username)
      onClose()
      toasts.show(`@${username} is no longer banned.`, { tone: 'success' })
    } catch (error) {
      onClose()
      notifyFailure(error)
    }
  }
  return (
    <ConfirmDialog
      title={`Unban @${username}?`}
      confirmLabel="Unban"
      busy={unban.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>They can take part in {community.name} again.</p>
    </ConfirmDialog>
  )
}
