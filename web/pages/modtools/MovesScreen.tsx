import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { PostMerge, PostMove } from '../../../contract/entities/move.ts'
import { t } from '../../../contract/texts/t.ts'
import type { MoveAct, MoveState } from '../../../contract/words.ts'
import { mergesQuery, movesQuery, useDecideMove, useUndoMerge } from '../../data/moderation/moves.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import { useNotifyActionFailure } from '../../features/failures/useNotifyActionFailure.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './MovesScreen.module.css'
import type { ScreenContext, ScreenProps } from './screen.ts'

export const prepareMoves = ({ community, load }: ScreenContext) =>
  Promise.all([load(movesQuery(community.id)), load(mergesQuery(community.id))])

/** Posts that moved, or are proposed to move, from and to the community, and posts that were merged. */
export function MovesScreen({ community }: ScreenProps) {
  const { data: moves } = useSuspenseQuery(movesQuery(community.id))
  const { data: merges } = useSuspenseQuery(mergesQuery(community.id))
  if (moves.items.length === 0 && merges.items.length === 0)
    return (
      <EmptyState
        icon="success"
        title={t('No moves')}
        text={t('To move or merge a post, choose “Move…” or “Merge…” in its menu.')}
      />
    )
  return (
    <>
      {moves.items.length > 0 && (
        <Card>
          <ul aria-label={t('Moves')}>
            {moves.items.map((move) => (
              <Move key={move.id} move={move} />
            ))}
          </ul>
        </Card>
      )}
      {merges.items.length > 0 && (
        <Card>
          <ul aria-label={t('Merged posts')}>
            {merges.items.map((merge) => (
              <Merge key={merge.id} merge={merge} />
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

const stateLabels = (): Record<MoveState, string> => ({
  open: t('Waiting'),
  done: t('Moved'),
  declined: t('Declined'),
  withdrawn: t('Withdrawn'),
  undone: t('Moved back'),
})

function Move({ move }: { move: PostMove }) {
  const { id, state, post, from, to, proposedBy, proposedAt, reason, mayAnswer, mayWithdraw, mayUndo } = move
  const decide = useDecideMove()
  const notifyFailure = useNotifyActionFailure()
  const row = useRef<HTMLLIElement>(null)
  // The button that was pressed is gone afterwards.
  const act = (action: MoveAct) => () =>
    decide.mutate({ id, action }, { onSuccess: () => row.current?.focus(), onError: notifyFailure })
  const isBusy = (action: MoveAct) => decide.isPending && decide.variables.action === action
  return (
    <li ref={row} tabIndex={-1} className={styles.move}>
      <p className={styles.line}>
        <Tag tone={state === 'open' ? 'new' : 'neutral'}>{stateLabels()[state]}</Tag>
        <Link href={pathOfPost(post)} className={styles.title}>
          {isolated(post.title)}
        </Link>
      </p>
      <p className="quiet">
        {rich('From {from} to {to}', { from: from.name, to: to.name })}
        {proposedBy !== null && ` · @${proposedBy}`} · <Time at={proposedAt} />
      </p>
      {reason !== null && (
        <p className="quiet">
          {rich('Reason: {reason}', { reason: <span dir="auto">{isolated(reason)}</span> })}
        </p>
      )}
      {(mayAnswer || mayWithdraw || mayUndo) && (
        <div className="buttons">
          {mayAnswer && (
            <>
              <Button small variant="main" busy={isBusy('accept')} onClick={act('accept')}>
                {t('Accept')}
              </Button>
              <Button small busy={isBusy('decline')} onClick={act('decline')}>
                {t('Decline')}
              </Button>
            </>
          )}
          {mayWithdraw && (
            <Button small variant="soft" busy={isBusy('withdraw')} onClick={act('withdraw')}>
              {t('Withdraw')}
            </Button>
          )}
          {mayUndo && (
            <Button small variant="soft" icon="undo" busy={isBusy('undo')} onClick={act('undo')}>
              {t('Move back')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function Merge({ merge }: { merge: PostMerge }) {
  const { id, post, into, communityName, mergedBy, mergedAt, reason, undoneAt, mayUndo } = merge
  const undo = useUndoMerge()
  const notifyFailure = useNotifyActionFailure()
  const row = useRef<HTMLLIElement>(null)
  const press = () => undo.mutate(id, { onSuccess: () => row.current?.focus(), onError: notifyFailure })
  return (
    <li ref={row} tabIndex={-1} className={styles.move}>
      <p className={styles.line}>
        <Tag tone="neutral">{undoneAt === null ? t('Merged') : t('Undone')}</Tag>
        <Link href={pathOfPost({ communityName, publicId: into.publicId })} className={styles.title}>
          {isolated(into.title)}
        </Link>
      </p>
      <p className="quiet">
        {rich('Merged post: {title}', { title: <span dir="auto">{isolated(post.title)}</span> })}
        {mergedBy !== null && ` · @${mergedBy}`} · <Time at={mergedAt} />
      </p>
      {reason !== null && (
        <p className="quiet">
          {rich('Reason: {reason}', { reason: <span dir="auto">{isolated(reason)}</span> })}
        </p>
      )}
      {mayUndo && (
        <div className="buttons">
          <Button small variant="soft" icon="undo" busy={undo.isPending} onClick={press}>
            {t('Undo')}
          </Button>
        </div>
      )}
    </li>
  )
}
