import { isLongAgo, remember, remembered, rememberNow } from './remembered.ts'

const askedAtKey = 'notificationAskedAt'
const turnedOffKey = 'pushTurnedOff'
const askAgainMs = 30 * 86_400_000

/** The browser has no push messages, or no service that carries them. */
export class PushUnsupported extends Error {}

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Whether this member's device is reached: `unset` until the member has answered the browser's question. */
export function pushPermission(): 'unsupported' | 'unset' | 'granted' | 'denied' {
  if (!isSupported()) return 'unsupported'
  return Notification.permission === 'default' ? 'unset' : Notification.permission
}

/** Whether it may be offered now: undecided, and not offered within the last 30 days. */
export const mayOfferPush = (): boolean =>
  pushPermission() === 'unset' && !isPushTurnedOff() && isLongAgo(askedAtKey, askAgainMs)

/** Whether the member turned it off here, regardless of the browser's permission. */
export const isPushTurnedOff = (): boolean => remembered(turnedOffKey) === 'true'

/** Whether this device gets push messages; `blocked` when only the settings of the browser can allow them. */
export async function getDevicePush(): Promise<'unsupported' | 'blocked' | 'off' | 'on'> {
  const permission = pushPermission()
  if (permission === 'unsupported') return 'unsupported'
  if (permission === 'denied') return 'blocked'
  if (permission === 'unset' || isPushTurnedOff()) return 'off'
  return (await currentSubscription()) ? 'on' : 'off'
}

export const rememberPushOffer = (): void => rememberNow(askedAtKey)

/**
 * Asks for the permission if it is undecided, and subscribes this browser. Browsers require a user gesture.
 *
 * @param publicKey of the site, as `vapidPublicKey`.
 * @returns the subscription for the server; null if the member refused.
 * @throws PushUnsupported
 */
export async function subscribeDevice(
  publicKey: string,
): Promise<{ endpoint: string; keys: { auth: string; p256dh: string } } | null> {
  if (!isSupported()) throw new PushUnsupported()
  rememberPushOffer()
  if ((await Notification.requestPermission()) !== 'granted') return null
  remember(turnedOffKey, 'false')
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await subscribe(pushManager, publicKey)
  const { endpoint = '', keys: { auth = '', p256dh = '' } = {} } = subscription.toJSON()
  return { endpoint, keys: { auth, p256dh } }
}

/** Ends the subscription of this browser, and remembers that choice. */
export async function unsubscribeDevice(): Promise<void> {
  remember(turnedOffKey, 'true')
  await (await currentSubscription())?.unsubscribe()
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function subscribe(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError')
      throw new PushUnsupported('No push service', { cause: error })
    // The key of the site has changed.
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  }
}
