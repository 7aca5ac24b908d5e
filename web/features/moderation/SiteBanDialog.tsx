import { type FormEvent, useId, useState } from 'react'
import { useBanUser } from '../../data/admin/siteBan.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import styles from './SiteBanDialog.module.css'
import { siteBanFailureText } from './siteBanText.ts'

interface SiteBanDialogProps {
  username: string
  /** After the ban. */
  onBanned: () => void
  onClose: () => void
}

/** Bans a member from the site in two steps: options, then confirmation. */
export default function SiteBanDialog({ username, onBanned, onClose }: SiteBanDialogProps) {
  const [deletesContent, setDeletesContent] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  if (isAsking)
    return (
      <Confirmation
        username={username}
        deletesContent={deletesContent}
        onBanned={onBanned}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      title={`Ban @${username}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="soft" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="main" onClick={() => setIsAsking(true)}>
            Continue
          </Button>
        </>
      }
    >
      <div className={styles.step}>
        <p>They are logged out everywhere and cannot log in any more. You can lift the ban later.</p>
        <Checkbox
          label="Delete all of the user's posts and comments"
          hint="This cannot be taken back."
          checked={deletesContent}
          onChange={setDeletesContent}
        />
      </div>
    </Dialog>
  )
}

interface ConfirmationProps extends SiteBanDialogProps {
  deletesContent: boolean
}

/** Deleting content cannot be undone, so it requires typing the name; a ban alone does not. */
function Confirmation({ username, deletesContent, onBanned, onClose }: ConfirmationProps) {
  const formId = useId()
  const toasts = useToasts()
  const ban = useBanUser()
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ban.isPending) return
    if (deletesContent && typed.trim().toLowerCase() !== username.toLowerCase())
      return toasts.show('Usernames do not match!', { tone: 'danger' })
    ban.mutate(
      { username, deletesContent },
      {
        onSuccess: onBanned,
        onError: (error) => toasts.show(siteBanFailureText('ban', error), { tone: 'danger' }),
      },
    )
  }
  return (
    <Dialog
      title={`Are you sure you want to ban @${username}?`}
      onClose={onClose}
      actions={
        <>
          <Button variant="soft" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" type="submit" form={formId} busy={ban.isPending}>
            Ban user
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.step} onSubmit={submit} noValidate>
        {deletesContent && (
          <p>All posts and comments of @{username} will be deleted. This cannot be taken back.</p>
        )}
        <TextField
          label={deletesContent ? 'Username' : 'Username (optional)'}
          hint={`Type ${username} to confirm.`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={setTyped}
        />
      </form>
    </Dialog>
  )
}
