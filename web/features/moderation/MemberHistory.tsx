import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { banKindWords } from '../../../contract/bans.ts'
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
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { failureText } from '../failures/failureText.ts'
import { refusalText } from '../failures/refusalText.ts'
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
  if (!first)
    return error ? (
      <ErrorState text={failureText(error)} onRetry={() => refetch()} />
    ) : (
      <div aria-busy="true">
        <TextSkeleton lines={4} />
      </div>
    )
  const entries = data.pages.flatMap((page) => page.entries)
  return (
    <div className={styles.box}>
      <p className={styles.facts}>
        Member since <Time at={first.memberSince} format="date" /> · {first.points} points
        {first.isBanned && ' · banned now'}
        <br />
        {`${first.noWarnings} warned · ${first.noRemovals} removed · ${first.noLocks} locked · ${first.noBans} bans · ${first.noApprovals} approved`}
      </p>
      {viewer?.username === first.username ? (
        <p className={styles.facts}>{t('Notes about you are for the other moderators.')}</p>
      ) : (
        <Notes member={member} notes={first.notes} />
      )}
      {viewer?.isAdmin && (
        <>
          <h3 className={styles.heading}>{t('Accounts at the same address')}</h3>
          <RelatedAccounts username={first.username} />
        </>
      )}
      {first.warnings.length > 0 && (
        <>
          <h3 className={styles.heading}>{t('Warnings')}</h3>
          <ul className={styles.list} aria-label={t('Warnings')}>
            {first.warnings.map(({ conversationId, moderator, text, createdAt }) => (
              <li key={createdAt} className={styles.note}>
                <p className={styles.text} dir="auto">
                  {text}
                </p>
                <p className={styles.facts}>
                  @{moderator} <Time at={createdAt} />{' '}
                  <Link href={`/${communityName}/modtools/modmail?conversation=${conversationId}`}>
                    {t('Conversation')}
                  </Link>
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 className={styles.heading}>In {communityName}</h3>
      {entries.length === 0 ? (
        <p className={styles.facts}>{t('Nothing was done about this member here.')}</p>
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

const words: Partial<Record<ModerationAction, string>> = {
  remove_post: 'Removed',
  remove_post_content: 'Removed with content',
  remove_comment: 'Removed',
  restore_post: 'Restored',
  restore_comment: 'Restored',
  lock_post: 'Locked',
  unlock_post: 'Unlocked',
  lock_comment: 'Locked',
  unlock_comment: 'Unlocked',
  ban_from_community: 'Banned',
  change_community_ban: 'Ban changed',
  unban_from_community: 'Unbanned',
  ignore_report: 'Ignored reports',
  approve_post: 'Approved',
  approve_comment: 'Approved',
  uphold_appeal: 'Declined an appeal',
  overturn_appeal: 'Accepted an appeal',
}

function Entry({ entry, communityName }: { entry: MemberHistoryEntry; communityName: string }) {
  const { action, post, comment, moderator, actedAs, rule, reason, banKind, expiresAt, createdAt } = entry
  return (
    <li className={styles.entry}>
      {words[action] ?? action}
      {post && (
        <>
          {comment ? ': a comment on ' : ': '}
          <Link href={`/${communityName}/post/${post.publicId}${comment ? `/${comment.id}` : ''}`}>
            {post.title}
          </Link>
        </>
      )}
      <p className={styles.facts}>
        {`@${moderator}, ${actedAs === 'admins' ? 'admin' : 'moderator'}, `}
        <Time at={createdAt} />
        {banKind && ` · From ${banKindWords[banKind]}`}
        {expiresAt && (
          <>
            {' · Until '}
            <Time at={expiresAt} format="date" />
          </>
        )}
        {rule && (
          <>
            {' · Rule: '}
            <bdi>{rule}</bdi>
          </>
        )}
        {reason && (
          <>
            {' · Reason: '}
            <bdi>{reason}</bdi>
          </>
        )}
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
          hint={t('Moderators of the community and admins see it, the member does not.')}
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
            {t('Add the note')}
          </Button>
        </div>
      </form>
      {notes.length > 0 && (
        <ul className={styles.list} aria-label={t('Notes')}>
          {notes.map((note) => (
            <li key={note.id} className={styles.note}>
              <p className={styles.text} dir="auto">
                {note.text}
              </p>
              <p className={styles.facts}>
                @{note.author} <Time at={note.createdAt} />
              </p>
              <Button small busy={remove.isPending} onClick={() => remove.mutate(note.id)}>
                {t('Delete the note')}
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
    <Dialog title={`@${member.username} in ${member.communityName}`} onClose={onClose}>
      <MemberHistory {...member} />
    </Dialog>
  )
}
