import { fieldsOf } from '../../contract/objects.ts'
import { t } from '../../contract/texts/t.ts'
import { type NotificationClick, type PushEvent, scope } from './scope.ts'

/** What the server returns for a notification in text format. */
interface Rendered {
  readonly title: string
  readonly body: string
  readonly icons: readonly string[]
  readonly toURL: string
}

/** Stored with a shown notification until it is clicked. */
interface Remembered {
  readonly id: number
  readonly to: string
  /** CSRF token for the call that marks it as seen. */
  readonly csrfToken: string
}

/** Shows the notification of a push message. Browsers revoke the permission of sites that show nothing. */
export async function showPushed({ data }: PushEvent): Promise<void> {
  const id = Number(fieldsOf(data?.json()).id ?? 0)
  const answer = await fetch(`/api/notifications/${id}?render=page`).catch(() => null)
  if (!answer?.ok) {
    // The session has ended, or the connection was lost.
    await show(t('You have a new notification'), { id, to: '/notifications', csrfToken: '' }, {})
    return
  }
  const { title, body, icons, toURL } = (await answer.json()) as Rendered
  await show(
    title,
    // '#' stands for no destination.
    { id, to: toURL === '#' ? '/notifications' : toURL, csrfToken: answer.headers.get('Csrf-Token') ?? '' },
    { body, ...(icons[0] !== undefined && { icon: icons[0] }) },
  )
}

const show = (title: string, data: Remembered, options: NotificationOptions) =>
  scope.registration.showNotification(title, {
    badge: '/favicon.png',
    // A merged notification replaces its earlier version.
    tag: `notification ${data.id}`,
    ...options,
    data,
  })

/** Opens the target of a pressed notification, in an existing window if there is one. */
export async function openPushed({ notification }: NotificationClick): Promise<void> {
  notification.close()
  const { id, to, csrfToken } = notification.data as Remembered
  const markedAsSeen = fetch(`/api/notifications/${id}?action=markAsSeen&seenFrom=webpush`, {
    method: 'PUT',
    headers: { 'X-Csrf-Token': csrfToken },
  })
  const [window] = await scope.clients.matchAll({ type: 'window' })
  // A worker can navigate only windows that it controls.
  const navigated = await window?.navigate(to).catch(() => null)
  if (navigated) await navigated.focus()
  else await scope.clients.openWindow(to)
  await markedAsSeen.catch((error) => console.error('A notification could not be marked as seen.', error))
}
