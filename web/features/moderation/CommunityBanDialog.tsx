import { type FormEvent, useId, useState } from 'react'
import type { Community } from '../../../contract/entities/community.ts'
import { limits } from '../../../contract/limits.ts'
import { refusalOf } from '../../data/failure.ts'
import { useBanFromCommunity } from '../../data/moderation/moderation.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Select } from '../../ui/forms/Select.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import { type BanLength, banEnd, banLengths, dayOf } from './banEnd.ts'
import { banRefusalText } from './banTexts.ts'
import styles from './CommunityBanDialog.module.css'

interface CommunityBanDialogProps {
  community: Pick<Community, 'id' | 'name'>
  /** Username to ban; without it the dialog asks for one. */
  username?: string
  onClose: () => void
}

/** Bans a member from a community: whom, for how long, and a note for the other moderators. */
export function CommunityBanDialog({ community, username: known, onClose }: CommunityBanDialogProps) {
  const ban = useBanFromCommunity({ communityId: community.id })
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  const formId = useId()
  const [username, setUsername] = useState(known ?? '')
  const [length, setLength] = useState<BanLength>('forever')
  const [date, setDate] = useState('')
  const [note, setNote] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const name = username.trim().replace(/^@/, '')
  const isComplete = name !== '' && (length !== 'date' || date !== '')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete || ban.isPending) return
    const expires = banEnd(length, date, new Date())?.toISOString() ?? null
    ban.mutate(
      { username: name, expires, note },
      {
        onSuccess: (banned) => {
          onClose()
          toasts.show(`@${banned.username} is banned from ${community.name}.`, { tone: 'success' })
        },
        onError: (error) => {
          const text = banRefusalText(refusalOf(error), name)
          if (text === null) notifyFailure(error)
          setMistake(text)
        },
      },
    )
  }

  return (
    <Dialog
      title={known === undefined ? 'Ban user' : `Ban @${known}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="soft" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" type="submit" form={formId} disabled={!isComplete} busy={ban.isPending}>
            Ban
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit}>
        <p>
          Who is banned from {community.name} can read it, but not post, comment, vote or report there.
          Nothing they wrote is removed.
        </p>
        {known === undefined ? (
          <TextField
            label="Username"
            value={username}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={mistake}
            onChange={(next) => {
              setUsername(next)
              setMistake(null)
            }}
          />
        ) : (
          mistake && (
            <p className={styles.mistake} role="alert">
              {mistake}
            </p>
          )
        )}
        <Select label="For how long" value={length} options={banLengths} onChange={setLength} />
        {length === 'date' && (
          <TextField
            label="The last day of the ban"
            type="date"
            min={dayOf(new Date())}
            value={date}
            onChange={setDate}
          />
        )}
        <TextArea
          label="Note (only moderators see it)"
          rows={2}
          value={note}
          maxLength={limits.banNoteMaxLength}
          onChange={setNote}
        />
      </form>
    </Dialog>
  )
}
