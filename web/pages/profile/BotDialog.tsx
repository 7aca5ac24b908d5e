import { useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useBadge } from '../../data/users/users.ts'
import { useNotifyActionFailure } from '../../features/failures/useNotifyActionFailure.ts'
import { TextField } from '../../ui/forms/TextField.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'

/** Lets an admin label an account as a bot, and name the member who runs it. Load it lazily. */
export default function BotDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const [owner, setOwner] = useState('')
  const badge = useBadge(username, 'bot', useNotifyActionFailure())
  return (
    <FormDialog
      title={t('Label as bot')}
      submitLabel={t('Label as bot')}
      busy={badge.isPending}
      onSubmit={() => badge.mutate({ owner: owner.trim() }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label={t('Run by (optional)')}
        hint={t('The username of the member who runs it.')}
        value={owner}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={setOwner}
      />
    </FormDialog>
  )
}
