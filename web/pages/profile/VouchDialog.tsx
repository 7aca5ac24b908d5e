import { useQuery } from '@tanstack/react-query'
import { t } from '../../../contract/texts/t.ts'
import { useVouch, vouchingQuery } from '../../data/trust/trust.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'

/** Vouches for a member, or stops. */
export default function VouchDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const { data } = useQuery(vouchingQuery(username))
  const vouch = useVouch(username)
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  const vouches = data?.vouched === true
  const submit = () =>
    vouch.mutate(!vouches, {
      onSuccess: ({ vouched }) => {
        toasts.show(
          vouched
            ? t('You vouch for @{username} now.', { username })
            : t("You don't vouch for @{username} any more.", { username }),
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
            ? t('The account then has to earn its level of trust itself.')
            : t(
                "Say that you know this person and that they aren't a bot. Only admins see it. If the account is banned as a bot, your vouching doesn't count for 90 days.",
              )}
        </p>
      ) : (
        <TextSkeleton lines={2} />
      )}
    </ConfirmDialog>
  )
}
