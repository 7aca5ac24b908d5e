import { useState } from 'react'
import { invitationPath } from '../../../contract/access.ts'
import type { Invitation } from '../../../contract/entities/invitation.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { useCreateInvitation } from '../../data/access/invitations.ts'
import { useViewer } from '../../data/account/initial.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Select } from '../../ui/forms/Select.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { refusalText } from '../failures/refusalText.ts'
import { useCopyLink } from '../sharing/useCopyLink.ts'

/** The button that makes an invitation, with its dialog. */
export function NewInvitation() {
  const dialog = useLayer()
  return (
    <>
      <Button small icon="add" onClick={dialog.open}>
        {t('Invite')}
      </Button>
      {dialog.isOpen && <InvitationDialog onClose={dialog.close} />}
    </>
  )
}

type Days = '1' | '7' | '30' | '365'

const durations = (): { value: Days; label: string }[] => [
  { value: '1', label: t('1 day') },
  { value: '7', label: t('1 week') },
  { value: '30', label: t('1 month') },
  { value: '365', label: t('1 year') },
]

function InvitationDialog({ onClose }: { onClose: () => void }) {
  const isAdmin = useViewer()?.isAdmin ?? false
  const usesMax = isAdmin ? limits.invitationUsesMax : limits.invitationUsesOfMembersMax
  const create = useCreateInvitation()
  const [uses, setUses] = useState('1')
  const [days, setDays] = useState<Days>('7')
  const [mistake, setMistake] = useState<string | null>(null)
  const submit = () => {
    const count = /^\d{1,4}$/.test(uses.trim()) ? Number(uses) : 0
    if (count < 1 || count > usesMax)
      return setMistake(t('Enter a number from 1 to {max, number}.', { max: usesMax }))
    create.mutate({ uses: count, days: Number(days) }, { onError: (error) => setMistake(refusalText(error)) })
  }
  if (create.data) return <Made invitation={create.data} onClose={onClose} />
  return (
    <FormDialog
      title={t('Invite people')}
      submitLabel={t('Create link')}
      busy={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('How many people can join')}
        inputMode="numeric"
        autoComplete="off"
        value={uses}
        error={mistake}
        onChange={(value) => {
          setUses(value)
          setMistake(null)
        }}
      />
      <Select label={t('Valid for')} value={days} onChange={setDays} options={durations()} />
    </FormDialog>
  )
}

function Made({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const copyLink = useCopyLink()
  const path = invitationPath(invitation.code)
  return (
    <Dialog title={t('Your link')} onClose={onClose}>
      <div className="stack">
        <p>{t('Anyone with this link can join, so share it with care.')}</p>
        <TextField
          label={t('Link')}
          readOnly
          value={new URL(path, location.origin).href}
          onChange={() => {}}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button variant="main" wide icon="copy" onClick={() => void copyLink(path)}>
          {t('Copy link')}
        </Button>
      </div>
    </Dialog>
  )
}
