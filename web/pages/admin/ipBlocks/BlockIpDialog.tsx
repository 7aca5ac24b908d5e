import { useState } from 'react'
import { limits } from '../../../../contract/limits.ts'
import { t } from '../../../../contract/texts/t.ts'
import { useBlockIp } from '../../../data/admin/ipBlocks.ts'
import { refusalText } from '../../../features/failures/refusalText.ts'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx'
import { addressMistake, connectionOf, parseExpiresIn } from './ipBlockTexts.ts'

interface BlockIpDialogProps {
  /** What the form begins with. */
  given?: { readonly address: string; readonly hours: number }
  onClose: () => void
}

/** Blocks an address or a range. */
export function BlockIpDialog({ given, onClose }: BlockIpDialogProps) {
  const block = useBlockIp()
  const [address, setAddress] = useState(given?.address ?? '')
  const [isWhole, setWhole] = useState(true)
  const [expiresIn, setExpiresIn] = useState(String(given?.hours ?? ''))
  const [note, setNote] = useState('')
  const [mistakes, setMistakes] = useState<{ address?: string | null; expiresIn?: string | null }>({})

  const connection = connectionOf(address)
  const submit = () => {
    const hours = parseExpiresIn(expiresIn)
    const found = {
      address: addressMistake(address),
      expiresIn: hours === null ? t('Invalid expires in value') : null,
    }
    setMistakes(found)
    if (found.address || hours === null) return
    block.mutate(
      { address: isWhole && connection ? connection : address.trim(), expiresIn: hours, note },
      {
        onSuccess: onClose,
        onError: (error) =>
          setMistakes({ address: t('Error blocking IP: {reason}', { reason: refusalText(error) }) }),
      },
    )
  }

  return (
    <FormDialog
      title={t('Block IP')}
      submitLabel={t('Block IP')}
      danger
      busy={block.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('Address')}
        value={address}
        onChange={(value) => {
          setAddress(value)
          setMistakes({ ...mistakes, address: null })
        }}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder="203.0.113.7"
        hint={t('A single address, a range (203.0.113.0/24) or wildcards (203.0.*.*).')}
        error={mistakes.address}
      />
      {connection && (
        <Checkbox
          label={t('Block {network}', { network: connection })}
          hint={t('Covers the whole connection. Individual IPv6 addresses change often.')}
          checked={isWhole}
          onChange={setWhole}
        />
      )}
      <TextField
        label={t('Expires in (hours)')}
        value={expiresIn}
        onChange={(value) => {
          setExpiresIn(value)
          setMistakes({ ...mistakes, expiresIn: null })
        }}
        inputMode="decimal"
        autoComplete="off"
        hint={t('Leave empty for a permanent block.')}
        error={mistakes.expiresIn}
      />
      <TextArea
        label={t('Note')}
        rows={2}
        value={note}
        onChange={setNote}
        maxLength={limits.ipBlockNoteMaxLength}
      />
    </FormDialog>
  )
}
