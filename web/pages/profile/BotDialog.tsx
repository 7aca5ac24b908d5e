import { t } from '../../../contract/texts/t.ts'
import { useBadge } from '../../data/users/profiles.ts'
import { BotOwnerField } from '../../features/bots/BotOwnerField.tsx'
import { useBotOwner } from '../../features/bots/useBotOwner.ts'
import { useNotifyActionFailure } from '../../features/failures/useNotifyActionFailure.ts'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'

/** Lets an admin label an account as a bot, and name the member who runs it. Load it lazily. */
export default function BotDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const { owner, field, showFailure } = useBotOwner('', useNotifyActionFailure())
  const badge = useBadge(username, 'bot', showFailure)
  return (
    <FormDialog
      title={t('Label as bot')}
      submitLabel={t('Label as bot')}
      busy={badge.isPending}
      onSubmit={() => badge.mutate({ owner }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <BotOwnerField {...field} />
    </FormDialog>
  )
}
