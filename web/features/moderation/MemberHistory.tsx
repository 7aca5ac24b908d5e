import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { MemberHistoryEntry } from '../../../contract/entities/memberHistory.ts'
import { limits } from '../../../contract/limits.ts'
import type { ModerationAction } from '../../../contract/moderationActions.ts'
import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import {
  type MemberInCommunity,
  memberHistoryQuery,
  useMemberNotes,
} from '../../data/moderation/memberHistory.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { LoadMore } from '../../ui/buttons/LoadMore.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { PlainLines } from '../../ui/text/PlainLines.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Time } from '../../ui/text/Time.tsx'
import { Loading } from '../failures/Loading.tsx'
import { refusalText } from '../failures/refusalText.ts'
import { bannedFromText } from './banTexts.ts'
import styles from './MemberHistory.module.css'
import { RelatedAccounts } from './RelatedAccounts.tsx'

interface MemberHistoryProps extends MemberInCommunity {
  readonly communityName: string
}

/** A member's history in a community: counts, actions and notes. */
export function MemberHistory({ communityName, ...member }: MemberHistoryProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    memberHistoryQuery(member),
  )
  const viewer = useViewer()
  const first = data?.pages[0]
  if (!first) return <Loading error={error} onRetry={refetch} />
  const entries = data.pages.flatMap((page) => page.entries)
  return (
    <div className="stack">
      <p className={styles.facts}>
        {rich('Member since {date} · {points, plural, one {# point} other {# points}}', {
          date: <Time at={first.memberSince} format="date" />,
          points: first.points,
        })}
        {first.isBanned && ` · ${t('Currently banned')}`}
        <br />
        {t(
          '{warnings, plural, one {# warning} other {# warnings}} · {removals, plural, one {# removal} other {# removals}} · {locks, plural, one {# lock} other {# locks}} · {bans, plural, one {# ban} other {# bans}} · {approvals, plural, one {# approval} other {# approvals}}',
          {
            warnings: first.noWarnings,
            removals: first.noRemovals,
            locks: first.noLocks,
            bans: first.noBans,
            approvals: first.noApprovals,
          },
        )}
      </p>
      {viewer?.username === first.username ? (
        <p className={styles.facts}>{t('Only the other moderators can see notes about you.')}</p>
      ) : (
        <Notes member={member} notes={first.notes} />
      )}
      {viewer?.isAdmin && (
        <>
          <h3 className={styles.heading}>{t('Accounts with the same IP address')}</h3>
          <RelatedAccounts username={first.username} />
        </>
      )}
      {first.warnings.length > 0 && (
        <>
          <h3 className={styles.heading}>{t('Warnings')}</h3>
          <ul className={styles.list} aria-label={t('Warnings')}>
            {first.warnings.map(({ conversationId, moderator, text, createdAt }) => (
              <li key={createdAt} className={styles.note}>
                <PlainLines text={text} />
                <p className={styles.facts}>
                  <bdi>@{moderator}</bdi> <Time at={createdAt} />{' '}
                  <Link href={`/${communityName}/modtools/modmail?conversation=${conversationId}`}>
                    {t('Conversation')}
                  </Link>
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 className={styles.heading}>{t('In {community}', { community: communityName })}</h3>
      {entries.length === 0 ? (
        <p className={styles.facts}>{t('No moderation history.')}</p>
      ) : (
        <ul className={styles.list}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} communityName={communityName} />
          ))}
        </ul>
      )}
      {hasNextPage && <LoadMore busy={isFetchingNextPage} onLoad={() => fetchNextPage()} />}
    </div>
  )
}

function actionText(action: ModerationAction): string {
  switch (action) {
    case 'remove_post':
    case 'remove_comment':
      return t('Removed')
    case 'remove_post_content':
      return t('Post and content removed')
    case 'restore_post':
    case 'restore_comment':
      return t('Restored')
    case 'lock_post':
    case 'lock_comment':
      return t('Locked')
    case 'unlock_post':
    case 'unlock_comment':
      return t('Unlocked')
    case 'ban_from_community':
      return t('Banned')
    case 'change_community_ban':
      return t('Ban changed')
    case 'unban_from_community':
      return t('Unbanned')
    case 'ignore_report':
      return t('Reports ignored')
    case 'approve_post':
    case 'approve_comment':
    case 'approve_held':
      return t('Approved')
    case 'uphold_appeal':
      return t('Appeal declined')
    case 'overturn_appeal':
      return t('Appeal accepted')
    default:
      return action
  }
}

function Entry({ entry, communityName }: { entry: MemberHistoryEntry; communityName: string }) {
  const { action, post, comment, moderator, actedAs, rule, reason, banKind, expiresAt, createdAt } = entry
  return (
    <li className={styles.entry}>
      {post
        ? comment
          ? rich('{action}: a comment on {post}', {
              action: actionText(action),
              post: <Link href={`/${communityName}/post/${post.publicId}/${comment.id}`}>{post.title}</Link>,
            })
          : rich('{action}: {post}', {
              action: actionText(action),
              post: <Link href={`/${communityName}/post/${post.publicId}`}>{post.title}</Link>,
            })
        : actionText(action)}
      <p className={styles.facts}>
        {actedAs === 'admins'
          ? t('@{name} (admin)', { name: moderator })
          : t('@{name} (moderator)', { name: moderator })}
        {' · '}
        <Time at={createdAt} />
        {banKind && ` · ${bannedFromText(banKind)}`}
        {expiresAt && <> · {rich('Until {date}', { date: <Time at={expiresAt} format="date" /> })}</>}
        {rule && <> · {rich('Rule: {rule}', { rule: <bdi>{isolated(rule)}</bdi> })}</>}
        {reason && <> · {rich('Reason: {reason}', { reason: <bdi>{isolated(reason)}</bdi> })}</>}
      </p>
    </li>
  )
}

interface NotesProps {
  member: MemberInCommunity
  notes: readonly { id: number; author: string; text: string; createdAt: string }[]
}

function Notes({ member, notes }: NotesProps) {
  const { add, remove } = useMemberNotes(member)
  const field = useRef<HTMLTextAreaElement>(null)
  // The dialog sets its initial focus before this is loaded.
  useEffect(() => field.current?.focus(), [])
  const [text, setText] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending || text.trim() === '') return
    add.mutate(text.trim(), {
      onSuccess: () => setText(''),
      onError: (error) => setMistake(refusalText(error)),
    })
  }
  return (
    <>
      <h3 className={styles.heading}>{t('Notes')}</h3>
      <form className={styles.list} onSubmit={submit}>
        <TextArea
          ref={field}
          label={t('New note')}
          hint={t('Visible to moderators and admins, not to the member.')}
          rows={2}
          maxLength={limits.memberNoteMaxLength}
          value={text}
          error={mistake}
          onChange={(value) => {
            setText(value)
            setMistake(null)
          }}
        />
        <div>
          <Button type="submit" small busy={add.isPending}>
            {t('Add note')}
          </Button>
        </div>
      </form>
      {notes.length > 0 && (
        <ul className={styles.list} aria-label={t('Notes')}>
          {notes.map((note) => (
            <li key={note.id} className={styles.note}>
              <PlainLines text={note.text} />
              <p className={styles.facts}>
                <bdi>@{note.author}</bdi> · <Time at={note.createdAt} />
              </p>
              <Button small busy={remove.isPending} onClick={() => remove.mutate(note.id)}>
                {t('Delete note')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The same in a dialog. */
export function MemberHistoryDialog({ onClose, ...member }: MemberHistoryProps & { onClose: () => void }) {
  return (
    <Dialog
      title={t('@{name} in {community}', { name: member.username, community: member.communityName })}
      onClose={onClose}
    >
      <MemberHistory {...member} />
    </Dialog>
  )
}
