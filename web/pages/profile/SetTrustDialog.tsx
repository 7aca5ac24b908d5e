import { useState } from 'react'
import type { MemberTrust } from '../../../contract/entities/trust.ts'
import { t } from '../../../contract/texts/t.ts'
import { trustLevels } from '../../../contract/trust.ts'
import { useSetTrust } from '../../data/trust/trust.ts'
import { useNotifyActionFailure } from '../../features/failures/useNotifyActionFailure.ts'
import { Select } from '../../ui/forms/Select.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'

interface SetTrustDialogProps {
  username: string
  trust: MemberTrust
  onClose: () => void
}

const automatic = 'automatic'

/** Sets the trust level of a member. */
export default function SetTrustDialog({ username, trust, onClose }: SetTrustDialogProps) {
  const set = useSetTrust(username)
  const notifyFailure = useNotifyActionFailure()
  const [level, setLevel] = useState(trust.isSet ? String(trust.level) : automatic)
  const [reason, setReason] = useState('')
  const submit = () =>
    set.mutate(
      { level: level === automatic ? null : Number(level), reason },
      { onSuccess: onClose, onError: notifyFailure },
    )
  return (
    <FormDialog
      title={t("Set @{username}'s level", { username })}
      submitLabel={t('Save')}
      busy={set.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={t('Level')}
        hint={t("A fixed level doesn't change with activity.")}
        value={level}
        onChange={setLevel}
        options={[
          { value: automatic, label: t('Automatic') },
          ...trustLevels.map((one) => ({
            value: String(one),
            label: t('Level {level, number}', { level: one }),
          })),
        ]}
      />
      <TextField
        label={t('Reason (optional)')}
        hint={t('For the log. Only admins see it.')}
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  )
}
