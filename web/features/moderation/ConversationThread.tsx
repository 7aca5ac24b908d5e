import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import type { Conversation, ModmailMessage } from '../../../contract/entities/modmail.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import type { ConversationAction, MessageKind } from '../../../contract/words.ts'
import { useInitial } from '../../data/account/initial.ts'
import { conversationQuery, useAddMessage, useUpdateConversation } from '../../data/moderation/modmail.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { LoadMore } from '../../ui/buttons/LoadMore.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { PlainLines } from '../../ui/text/PlainLines.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { Loading } from '../failures/Loading.tsx'
import { refusalText } from '../failures/refusalText.ts'
import { useNotifyActionFailure } from '../failures/useNotifyActionFailure.ts'
import { ReportButton } from '../report/ReportButton.tsx'
import styles from './Modmail.module.css'

interface ConversationThreadProps {
  conversationId: string
  /** Cursor of the first page shown. */
  from: string | null
  /** Path of the page with the list. */
  path: string
}

/** A conversation of a member with moderators, and the form to answer. */
export function ConversationThread({ conversationId, from, path }: ConversationThreadProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    conversationQuery(conversationId, from),
  )
  const { user } = useInitial()
  const conversation = data?.pages[0]?.conversation
  const next = data?.pages.at(-1)?.next
  if (!data || !conversation) return <Loading error={error} onRetry={refetch} />
  const isMember = conversation.member.username === user?.username
  const messages = data.pages.flatMap((page) => page.messages).reverse()
  return (
    <section aria-label={conversation.subject}>
      <div className={styles.bar}>
        <Button small variant="soft" icon="back" href={path}>
          {t('All messages')}
        </Button>
        {!isMember && <Actions conversation={conversation} />}
      </div>
      <Seen conversation={conversation} />
      <Card>
        <div className={styles.thread}>
          <div>
            <h2 className={styles.heading} dir="auto">
              {isolated(conversation.subject)}
            </h2>
            <p className={styles.facts}>
              {isMember
                ? rich('With the moderators of {community}', {
                    community: (
                      <Link href={`/${conversation.community.name}`}>{conversation.community.name}</Link>
                    ),
                  })
                : rich('With {member}', {
                    member: (
                      <Link href={`/@${conversation.member.username}`}>@{conversation.member.username}</Link>
                    ),
                  })}
              {conversation.assignedTo &&
                ` · ${t('Assigned to @{name}', { name: conversation.assignedTo.username })}`}
              {conversation.isArchived && ` · ${t('Archived')}`}
            </p>
          </div>
          {hasNextPage && next && (
            <LoadMore
              busy={isFetchingNextPage}
              href={`${path}?${new URLSearchParams({ conversation: conversationId, next })}`}
              label={t('Earlier messages')}
              onLoad={() => fetchNextPage()}
            />
          )}
          <ul className="stack" aria-label={t('Messages')}>
            {messages.map((message) => (
              <Message key={message.id} message={message} conversation={conversation} isMember={isMember} />
            ))}
          </ul>
          <AnswerForm conversation={conversation} isMember={isMember} />
        </div>
      </Card>
    </section>
  )
}

/** Marks the conversation as read once, if it has new messages. */
function Seen({ conversation: { id, isNew } }: { conversation: Conversation }) {
  const { mutate } = useUpdateConversation(String(id))
  useEffect(() => {
    if (isNew) mutate({ action: 'seen' })
  }, [isNew, mutate])
  return null
}

function Actions({ conversation }: { conversation: Conversation }) {
  const { user } = useInitial()
  const update = useUpdateConversation(String(conversation.id))
  const notifyFailure = useNotifyActionFailure()
  const run = (action: ConversationAction) => update.mutate({ action }, { onError: notifyFailure })
  const isMine = conversation.assignedTo?.username === user?.username
  return (
    <div className="buttons">
      <Button small busy={update.isPending} onClick={() => run(isMine ? 'unassign' : 'assign')}>
        {isMine ? t('Unassign') : t('Assign to me')}
      </Button>
      <Button
        small
        busy={update.isPending}
        onClick={() => run(conversation.isArchived ? 'reopen' : 'archive')}
      >
        {conversation.isArchived ? t('Reopen') : t('Archive')}
      </Button>
    </div>
  )
}

interface MessageProps {
  message: ModmailMessage
  conversation: Conversation
  isMember: boolean
}

function Message({ message, conversation, isMember }: MessageProps) {
  const { kind, writtenAs, author, text, createdAt } = message
  const role =
    writtenAs === 'admins'
      ? t('Admins')
      : t('Moderators of {community}', { community: conversation.community.name })
  return (
    <li id={`message-${message.id}`} className={styles.message} data-kind={kind}>
      <p className={styles.facts}>
        {writtenAs === null ? isMember ? t('You') : <bdi>@{author?.username}</bdi> : role}
        {writtenAs !== null && author && (
          <>
            {' '}
            (<bdi>@{author.username}</bdi>)
          </>
        )}
        {' · '}
        <Time at={createdAt} /> {kind === 'warning' && <Tag tone="danger">{t('Warning')}</Tag>}
        {kind === 'note' && <Tag tone="neutral">{t('Moderators only')}</Tag>}
      </p>
      <PlainLines text={text} />
      {(isMember ? writtenAs !== null : writtenAs === null) && (
        <ReportButton address={`/modmail?conversation=${conversation.id}#message-${message.id}`} />
      )}
    </li>
  )
}

function AnswerForm({ conversation, isMember }: Pick<MessageProps, 'conversation' | 'isMember'>) {
  const add = useAddMessage(String(conversation.id))
  const [text, setText] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const send = (kind: MessageKind) => {
    if (add.isPending) return
    if (text.trim() === '') return setMistake(t('Write a message.'))
    add.mutate(
      { text, kind },
      { onSuccess: () => setText(''), onError: (error) => setMistake(refusalText(error)) },
    )
  }
  return (
    <form
      className="stack"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        send('message')
      }}
    >
      <TextArea
        label={t('Reply')}
        hint={isMember ? undefined : t("Your name isn't shown. Notes are for moderators only.")}
        maxLength={limits.modmailMessageMaxLength}
        value={text}
        error={mistake}
        onChange={(value) => {
          setText(value)
          setMistake(null)
        }}
      />
      <div className="buttons">
        <Button variant="main" type="submit" busy={add.isPending}>
          {t('Send')}
        </Button>
        {!isMember && (
          <>
            <Button busy={add.isPending} onClick={() => send('note')}>
              {t('Add note')}
            </Button>
            <Button busy={add.isPending} onClick={() => send('warning')}>
              {t('Send as warning')}
            </Button>
          </>
        )}
      </div>
    </form>
  )
}
