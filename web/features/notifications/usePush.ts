import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { useApi } from '../../data/api.ts'
import {
  getDevicePush,
  isPushTurnedOff,
  mayOfferPush,
  PushUnsupported,
  pushPermission,
  rememberPushOffer,
  subscribeDevice,
  unsubscribeDevice,
} from '../../device/push.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'

/** Long enough to read, think and click. */
const offerMs = 20_000

/**
 * Offers push messages to members who have just written something that others can reply to, at most every 30 days; and
 * sends the browser's subscription to the server when a member who wants push messages starts a session in it.
 */
export function usePush(): void {
  const queryClient = useQueryClient()
  const api = useApi()
  const toasts = useToasts()
  const { user, vapidPublicKey } = useInitial()
  const memberId = vapidPublicKey === '' ? null : (user?.id ?? null)
  const turnOn = useTurnOnPush()

  useEffect(() => {
    if (memberId === null || pushPermission() !== 'granted' || isPushTurnedOff()) return
    subscribeDevice(vapidPublicKey)
      .then((subscription) => subscription && api.call('subscribeToPush', { body: subscription }))
      .then(() => queryClient.invalidateQueries({ queryKey: devicePushQuery.queryKey }))
      // Not caused by the user, so the failure is silent; the next visit tries again.
      .catch(() => {})
  }, [api, queryClient, memberId, vapidPublicKey])

  useEffect(() => {
    if (memberId === null) return
    return queryClient.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return
      if (event.mutation.meta?.invitesAnswers !== true || !mayOfferPush()) return
      rememberPushOffer()
      toasts.show(t('Get notified on this device when someone replies?'), {
        ms: offerMs,
        action: { label: t('Turn on'), onPress: turnOn },
      })
    })
  }, [memberId, queryClient, toasts, turnOn])
}

/**
 * Whether this device gets push messages. Checked again when the window becomes visible, because the browser's settings
 * may have changed.
 */
export const devicePushQuery = queryOptions({
  queryKey: ['device push'],
  queryFn: getDevicePush,
  refetchOnWindowFocus: 'always',
})

/** Turns push messages on for this device; returns the text to show. */
export function useTurnOnPush(): () => Promise<void> {
  const api = useApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  const { vapidPublicKey } = useInitial()
  return useCallback(async () => {
    try {
      const subscription = await subscribeDevice(vapidPublicKey)
      if (!subscription) return
      await api.call('subscribeToPush', { body: subscription })
      toasts.show(t('Push notifications are on.'), { tone: 'success' })
    } catch (error) {
      if (error instanceof PushUnsupported)
        toasts.show(t("It looks like your browser doesn't support push notifications."), { tone: 'danger' })
      else notifyFailure(error)
    } finally {
      await queryClient.invalidateQueries({ queryKey: devicePushQuery.queryKey })
    }
  }, [api, queryClient, toasts, notifyFailure, vapidPublicKey])
}

/** Turns them off for this device. The server goes first, so that a failure changes nothing. */
export function useTurnOffPush(): () => Promise<void> {
  const api = useApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  return useCallback(async () => {
    try {
      await api.call('unsubscribeFromPush', {})
      await unsubscribeDevice()
      toasts.show(t('Push notifications are off.'), { tone: 'success' })
    } catch (error) {
      notifyFailure(error)
    } finally {
      await queryClient.invalidateQueries({ queryKey: devicePushQuery.queryKey })
    }
  }, [api, queryClient, toasts, notifyFailure])
}
