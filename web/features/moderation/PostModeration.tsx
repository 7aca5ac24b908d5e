import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import type { DecisionResult } from '../../../contract/entities/queue.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { useChangeBlockedPictures } from '../../data/admin/blockedPictures.ts'
import { moderatedPostQuery, useDecideItems } from '../../data/moderation/queue.ts'
import { postQuery } from '../../data/posts/post.ts'
import { mayModerate } from '../../data/users/mayModerate.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { failureText } from '../failures/failureText.ts'
import { useNotifyActionFailure } from '../failures/useNotifyActionFailure.ts'
import { useNotifyRefusal } from '../failures/useNotifyRefusal.ts'
import { reasonText } from '../reasons/reasonText.ts'
import { useAnnounceRemoval } from '../reasons/useAnnounceRemoval.ts'
import { blockedText } from './blockedText.ts'
import { CommunityBanDialog } from './CommunityBanDialog.tsx'
import styles from './PostModeration.module.css'
import { QueueAuthor } from './QueueAuthor.tsx'
import { doneText, missedText, reviewText } from './queueTexts.ts'
import { RemoveItemsDialog } from './RemoveItemsDialog.tsx'
import { ReportActions, Reporters } from './Reporters.tsx'

const SameImagesDialog = onDemand(() => import('./SameImagesDialog.tsx'))

/** For moderators, on the page of a post: its open reports, the latest decision, its author, and what they can decide. */
export default function PostModeration({ post }: { post: Post }) {
  const { data: item, isError, error, refetch } = useQuery(moderatedPostQuery(post))
  const queryClient = useQueryClient()
  const decide = useDecideItems()
  const blockPictures = useChangeBlockedPictures()
  const initial = useInitial()
  const { user } = initial
  const toasts = useToasts()
  const notifyFailure = useNotifyActionFailure()
  const announceRemoval = useAnnounceRemoval(notifyFailure)
  const notifyRefusal = useNotifyRefusal()
  const layer = useLayer()
  const [dialog, setDialog] = useState<'remove' | 'ban' | 'images'>('remove')
  const box = useRef<HTMLDivElement>(null)
  if (!item)
    return (
      isError && (
        <Card as="section" className={styles.box} aria-label={t('Moderation')}>
          <p role="alert" className={styles.line}>
            {failureText(error)}
            <Button small icon="refresh" onClick={() => refetch()}>
              {t('Try again')}
            </Button>
          </p>
        </Card>
      )
    )
  const { noReports, reasons, review, author } = item
  const mayBan = mayModerate(initial, post.communityId, 'members')
  const ask = (about: typeof dialog) => {
    setDialog(about)
    layer.open()
  }
  const announce = (action: 'approve' | 'remove') => async (results: readonly DecisionResult[]) => {
    const missed = missedText(results)
    if (missed !== null) toasts.show(missed)
    else if (action === 'remove') announceRemoval({ type: 'post', item: post })
    else toasts.show(doneText(action, 'post', 1), { tone: 'success' })
    await queryClient.invalidateQueries({ queryKey: postQuery(post.publicId).queryKey })
    // The button that was pressed is gone.
    box.current?.focus()
  }
  return (
    <Card as="section" ref={box} className={styles.box} tabIndex={-1} aria-label={t('Moderation')}>
      <div className={styles.line}>
        {noReports === 0 && <span>{t('No open reports.')}</span>}
        {noReports > 0 && (
          <>
            <Tag tone="danger" icon="report">
              {t('{count, plural, one {# report} other {# reports}}', { count: noReports })}
            </Tag>
            {reasons.length === 1 && <span>{reasonText(reasons[0]?.title ?? '')}</span>}
            <Reporters item={item} showsReasons={reasons.length > 1} />
            <ReportActions item={item} />
          </>
        )}
        {review && (
          <span>
            {reviewText(review)} <Time at={review.at} />
          </span>
        )}
      </div>
      {author && (
        <div className={styles.line}>
          <b>
            <bdi>@{author.username}</bdi>
          </b>
          <QueueAuthor author={author} />
        </div>
      )}
      <div className={styles.actions}>
        {noReports > 0 && (
          <Button
            small
            icon="check"
            busy={decide.isPending}
            onClick={() =>
              decide.mutate(
                { action: 'approve', items: [item] },
                { onSuccess: announce('approve'), onError: notifyFailure },
              )
            }
          >
            {t('Approve')}
          </Button>
        )}
        {noReports > 0 && !post.deleted && (
          <Button small icon="delete" onClick={() => ask('remove')}>
            {t('Remove')}
          </Button>
        )}
        {author && !author.isBanned && author.username !== user?.username && mayBan && (
          <Button small icon="ban" onClick={() => ask('ban')}>
            {t('Ban author')}
          </Button>
        )}
        {user?.isAdmin && (post.type === 'image' || post.attachments) && (
          <Button
            small
            icon="image"
            busy={blockPictures.isPending}
            onClick={() =>
              blockPictures.mutate(
                { ofPost: post.publicId },
                {
                  onSuccess: (answer) =>
                    toasts.show(blockedText(answer), answer.noBlocked > 0 ? { tone: 'success' } : {}),
                  onError: notifyRefusal,
                },
              )
            }
          >
            {t('Block images')}
          </Button>
        )}
        {(post.type === 'image' || post.attachments) && (
          <Button small icon="search" onClick={() => ask('images')}>
            {t('Same image elsewhere')}
          </Button>
        )}
        {noReports > 0 && (
          <Button small variant="soft" href={`/${post.communityName}/modtools/reports`}>
            {t('Moderation queue')}
          </Button>
        )}
      </div>
      {layer.isOpen &&
        (dialog === 'images' ? (
          <SameImagesDialog post={post} onClose={layer.close} />
        ) : dialog === 'ban' ? (
          <CommunityBanDialog
            community={{ id: post.communityId, name: post.communityName }}
            username={author?.username ?? ''}
            onClose={layer.close}
          />
        ) : (
          <RemoveItemsDialog
            items={[item]}
            communityId={post.communityId}
            onRemoved={announce('remove')}
            onClose={layer.close}
          />
        ))}
    </Card>
  )
}
