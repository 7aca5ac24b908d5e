import { useQuery } from '@tanstack/react-query'
import { t } from '../../../contract/texts/t.ts'
import { useVouch, vouchingQuery } from '../../data/trust/trust.ts'
import { Loading } from '../../features/failures/Loading.tsx'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'

/** Vouches for a member, or stops. */
export default function VouchDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(vouchingQuery(username))
  const vouch = useVouch(username)
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  const vouches = data?.vouched === true
  const submit = () =>
    vouch.mutate(!vouches, {
      onSuccess: ({ vouched }) => {
        toasts.show(
          vouched
            ? t('You vouched for @{username}.', { username })
            : t('You no longer vouch for @{username}.', { username }),
          { tone: 'success' },
        )
        onClose()
      },
      onError: notifyFailure,
    })
  return (
    <ConfirmDialog
      title={
        vouches
          ? t('Stop vouching for @{username}?', { username })
          : t('Vouch for @{username}?', { username })
      }
      confirmLabel={vouches ? t('Stop vouching') : t('Vouch')}
      busy={vouch.isPending || !data}
      onConfirm={submit}
      onClose={onClose}
    >
      {data ? (
        <p>
          {vouches
            ? t("They'll have to earn their trust level on their own.")
            : t(
                "Vouching means you know this person and they aren't a bot. Only admins see this. If the account is banned as a bot, your vouches won't count for 90 days.",
              )}
        </p>
      ) : (
        <Loading error={error} onRetry={refetch} lines={2} />
      )}
    </ConfirmDialog>
  )
}
