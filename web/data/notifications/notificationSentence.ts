import type { Notification } from '../../../contract/entities/notification.ts'
import { notificationActorsMax } from '../../../contract/limitValues.ts'
import { parseTitle, type TitlePart } from './notificationTitle.ts'

/** Predicates by type; other types use the server's sentence. */
const actions: Partial<Record<Notification['type'], string>> = {
  new_comment: 'commented on your post',
  comment_reply: 'replied to your comment on',
  mention: 'mentioned you in',
}

/** A sentence with the names of up to three people, or the server's sentence if nobody is known. */
export function notificationSentence({
  type,
  title = '',
  actors = [],
  actorCount = actors.length,
  times = 1,
  postTitle = '',
}: Notification): readonly TitlePart[] {
  const action = actions[type]
  if (action === undefined || actors.length === 0 || postTitle === '') return parseTitle(title)
  const [verb, ...rest] = action.split(' ')
  // For several people, the number of events per person is not shown.
  const often = actorCount === 1 && times > 1 ? ` ${verb} ${times} times ` : ` ${verb} `
  return [
    ...namesOf(
      actors.map(({ username }) => username),
      actorCount,
    ),
    { text: `${often}${rest.join(' ')} `, isBold: false },
    { text: postTitle, isBold: true },
  ]
}

/** "ana", "ana, ben and cy", "ana, ben and 4 others". */
function namesOf(names: readonly string[], count: number): TitlePart[] {
  const named = count > names.length ? names.slice(0, 2) : names
  const others = count - named.length
  const rest =
    others === 0
      ? []
      : [{ text: count === notificationActorsMax ? 'many others' : `${others} others`, isBold: false }]
  const parts = [...named.map((text) => ({ text, isBold: true })), ...rest]
  return parts.flatMap((part, at) => {
    const joint = at === 0 ? '' : at === parts.length - 1 ? ' and ' : ', '
    return joint === '' ? [part] : [{ text: joint, isBold: false }, part]
  })
}
