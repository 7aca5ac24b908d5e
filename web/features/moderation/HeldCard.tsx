import { useState } from 'react'
import type { HeldItem } from '../../../contract/entities/held.ts'
import type { HeldAction, HoldReason } from '../../../contract/heldWords.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import { useLayer } from '../../router/useLayer.ts'
import { type FittingAction, FittingActions } from '../../ui/buttons/FittingActions.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { useFocusNeighbour } from '../../ui/useFocusNeighbour.ts'
import { HeldPlace } from '../held/HeldPlace.tsx'
import { HeldText } from '../held/HeldText.tsx'
import { AuthorDialog, type AuthorDialogKind, useAuthorActions } from './authorActions.tsx'
import { DeclineDialog } from './DeclineDialog.tsx'
import styles from './HeldCard.module.css'
import { QueueAuthor } from './QueueAuthor.tsx'
import { queueButton } from './queueButton.tsx'

interface HeldCardProps {
  item: HeldItem
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
  /** @returns whether it was answered. */
  onDecide: (action: HeldAction, reason?: string) => Promise<boolean>
}

/** A post, comment or edit that waits for review: as it would appear, with its author, why it waits, and the decision. */
export function HeldCard({ item, isSelected, onSelect, onDecide }: HeldCardProps) {
  const ref = useFocusNeighbour<HTMLDivElement>()
  const initial = useInitial()
  const { author, communityName, createdAt, reasons } = item
  const layer = useLayer()
  const [dialog, setDialog] = useState<'decline' | AuthorDialogKind>('decline')
  const [busyWith, setBusyWith] = useState<HeldAction | null>(null)
  const ask = (about: typeof dialog) => {
    setDialog(about)
    layer.open()
  }
  const run = (action: HeldAction, reason?: string) => {
    setBusyWith(action)
    return onDecide(action, reason).finally(() => setBusyWith(null))
  }
  const username = author?.username ?? ''
  const isApprovable = initial.user?.isAdmin === true || !reasons.some(({ reason }) => reason === 'image')
  const ofAuthor = useAuthorActions(item, ask)
  const actions: readonly FittingAction[] = [
    isApprovable &&
      queueButton({
        name: 'approve',
        label: t('Approve'),
        icon: 'check',
        hotkey: 'a',
        busy: busyWith === 'approve',
        onClick: () => run('approve'),
      }),
    queueButton({
      name: 'decline',
      label: t('Decline'),
      icon: 'close',
      hotkey: 'r',
      onClick: () => ask('decline'),
    }),
    ...ofAuthor.actions,
  ].filter((action) => action !== false)
  return (
    <Card ref={ref} as="article" className={styles.card} aria-label={nameOf(item)}>
      <header className={styles.head}>
        <Checkbox
          label={<span className="visually-hidden">{t('Select')}</span>}
          title={t('Select')}
          data-key="x"
          checked={isSelected}
          onChange={onSelect}
        />
        <Tag tone="neutral">{kindText(item)}</Tag>
        {reasons.map(({ reason, name }) => (
          <Tag key={`${reason} ${name}`} tone="neutral">
            {reasonText(reason, name)}
          </Tag>
        ))}
        {item.isMadeWithAi && <Tag tone="neutral">{t('Made with AI')}</Tag>}
        {author?.isBanned && <Tag tone="danger">{t('Author banned')}</Tag>}
      </header>
      <div className={styles.byline}>
        <Link href={`/${communityName}`} className={styles.community}>
          {communityName}
        </Link>
        {author && <Link href={pathOfUser(username)}>@{username}</Link>}
        <Time at={createdAt} />
      </div>
      {author && <QueueAuthor author={author} />}
      {item.post && (
        <p className={styles.place} dir="auto">
          <HeldPlace {...item} isKeyed />
        </p>
      )}
      {item.kind === 'edit' && <HeldChange item={item} />}
      <HeldText item={item} />
      <p className={styles.later}>{laterText(item)}</p>
      <div className={styles.actions}>
        {isApprovable || <p>{t('Only admins can approve this.')}</p>}
        <FittingActions actions={actions} menuLabel={t('More actions')} more={ofAuthor.more} />
      </div>
      {layer.isOpen &&
        (dialog === 'history' || dialog === 'ban' ? (
          <AuthorDialog kind={dialog} item={item} onClose={layer.close} />
        ) : (
          <DeclineDialog
            items={[item]}
            busy={busyWith === 'refuse'}
            onDecline={(reason) => run('refuse', reason)}
            onClose={layer.close}
          />
        ))}
    </Card>
  )
}

/** What an edit replaces; the new text comes after it. */
function HeldChange({ item: { titleBefore, bodyHtmlBefore } }: { item: HeldItem }) {
  if (titleBefore === null && bodyHtmlBefore === null) return null
  return (
    <details className={styles.before}>
      <summary>{t('Before the edit')}</summary>
      {titleBefore !== null && <p dir="auto">{isolated(titleBefore)}</p>}
      {bodyHtmlBefore !== null && <Markdown html={bodyHtmlBefore} />}
    </details>
  )
}

/** What becomes of it if no moderator decides. */
const laterText = ({ undecided, decidedBy }: HeldItem) => {
  const date = <Time at={decidedBy} format="date" />
  return undecided === 'approve'
    ? rich('Approved automatically on {date}', { date })
    : rich('Declined automatically on {date}', { date })
}

function reasonText(reason: HoldReason, name: string | null): string {
  if (reason === 'rule') return t('Rule: {name}', { name: name ?? '' })
  return reason === 'image' ? t('Looks like a blocked image') : t('New member')
}

function kindText({ kind }: HeldItem): string {
  if (kind === 'post') return t('Post')
  return kind === 'comment' ? t('Comment') : t('Edit')
}

function nameOf(item: HeldItem): string {
  const { kind, title, author } = item
  if (kind === 'post' && title !== null) return t('Post: {title}', { title })
  if (!author) return kindText(item)
  return t('{kind, select, comment {Comment by {name}} post {Post by {name}} other {Edit by {name}}}', {
    kind,
    name: author.username,
  })
}
