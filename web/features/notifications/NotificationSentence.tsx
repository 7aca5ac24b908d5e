import { Fragment, type ReactNode } from 'react'
import type { Notification } from '../../../contract/entities/notification.ts'
import { notificationActorsMax } from '../../../contract/limitValues.ts'
import { t } from '../../../contract/texts/t.ts'
import { parseTitle } from '../../data/notifications/notificationTitle.ts'
import { isolated } from '../../ui/text/isolated.tsx'
import { listOf } from '../../ui/text/listOf.ts'
import { rich } from '../../ui/text/rich.ts'

/** A sentence with the names of up to three people, or the server's sentence if nobody is known. */
export function NotificationSentence({ notification }: { notification: Notification }): ReactNode {
  const { title = '', actors = [], actorCount = actors.length, postTitle = '' } = notification
  const sentence =
    actors.length === 0 || postTitle === ''
      ? null
      : sentenceOf(notification, {
          names: namesOf(
            actors.map(({ username }) => username),
            actorCount,
          ),
          post: bold(postTitle),
        })
  return (
    sentence ??
    parseTitle(title).map(({ text, isBold }, position) => {
      const key = `${position} ${text}`
      return <Fragment key={key}>{isBold ? bold(text) : text}</Fragment>
    })
  )
}

/** Null for types whose sentence is the server's. For several people, the number of events per person is not shown. */
function sentenceOf(
  { type, actors = [], actorCount = actors.length, times = 1 }: Notification,
  values: { names: ReactNode; post: ReactNode },
): ReactNode {
  const isOften = actorCount === 1 && times > 1
  switch (type) {
    case 'new_comment':
      return isOften
        ? rich('{names} commented {times, plural, one {# time} other {# times}} on your post {post}', {
            ...values,
            times,
          })
        : rich('{names} commented on your post {post}', values)
    case 'comment_reply':
      return isOften
        ? rich('{names} replied {times, plural, one {# time} other {# times}} to your comment on {post}', {
            ...values,
            times,
          })
        : rich('{names} replied to your comment on {post}', values)
    case 'mention':
      return isOften
        ? rich('{names} mentioned you {times, plural, one {# time} other {# times}} in {post}', {
            ...values,
            times,
          })
        : rich('{names} mentioned you in {post}', values)
    default:
      return null
  }
}

/** "ana", "ana, ben, and cy", "ana, ben, and 4 others". */
function namesOf(names: readonly string[], count: number): ReactNode {
  const named = count > names.length ? names.slice(0, 2) : names
  const others = count - named.length
  const rest =
    count === notificationActorsMax
      ? t('many others')
      : t('{others, plural, one {# other} other {# others}}', { others })
  return listOf([...named.map(bold), ...(others === 0 ? [] : [rest])])
}

/** A title or name must not change the order of the words around it. */
const bold = (text: string) => <b dir="auto">{isolated(text)}</b>
