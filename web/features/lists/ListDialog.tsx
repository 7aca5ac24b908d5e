import { useState } from 'react'
import type { List } from '../../../contract/entities/list.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import type { ListTexts } from '../../data/lists/lists.ts'
import { acceptText } from '../../ui/forms/acceptText.ts'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import { listFailureText, listNameMistake } from './listMistakes.ts'

interface ListDialogProps {
  title: string
  submitLabel: string
  /** The list to edit; undefined for a new one. */
  list?: List
  isBusy: boolean
  /** Saves the list. The form shows the errors it throws. */
  onSubmit: (texts: ListTexts) => Promise<void>
  onClose: () => void
}

/** Name, description and visibility of a list. */
export function ListDialog({ title, submitLabel, list, isBusy, onSubmit, onClose }: ListDialogProps) {
  const { lists } = useInitial()
  const notifyFailure = useNotifyFailure()
  const [name, setName] = useState(list?.name ?? '')
  const [displayName, setDisplayName] = useState(list?.displayName ?? '')
  const [description, setDescription] = useState(list?.description ?? '')
  const [isPublic, setIsPublic] = useState(list?.public ?? false)
  const [mistake, setMistake] = useState<string | null>(null)
  const others = lists.filter((other) => other.id !== list?.id).map((other) => other.name)

  const submit = async () => {
    const found = listNameMistake(name, others)
    setMistake(found)
    if (found) return
    try {
      await onSubmit({ name, displayName: displayName.trim() || name, description, public: isPublic })
    } catch (error) {
      const text = listFailureText(error, name)
      if (text) setMistake(text)
      else notifyFailure(error)
    }
  }

  return (
    <FormDialog title={title} submitLabel={submitLabel} busy={isBusy} onSubmit={submit} onClose={onClose}>
      <TextField
        label={t('Name')}
        value={name}
        onChange={(value) => {
          // The field limits the length itself and shows no count.
          setName(acceptText(value, { maxLength: limits.listNameMaxLength }))
          setMistake(null)
        }}
        onBlur={() => name !== '' && setMistake(listNameMistake(name, others))}
        limitedText
        hint={t('Letters, digits and underscores. Part of the URL.')}
        error={mistake}
      />
      <TextField
        label={t('Title')}
        value={displayName}
        onChange={setDisplayName}
        maxLength={limits.listDisplayNameMaxLength}
        hint={t('Optional. Shown instead of the name.')}
      />
      <TextArea
        label={t('Description')}
        value={description}
        onChange={setDescription}
        maxLength={limits.listDescriptionMaxLength}
        rows={3}
      />
      <Checkbox
        label={t('Public')}
        hint={t('Anyone can see it.')}
        checked={isPublic}
        onChange={setIsPublic}
      />
    </FormDialog>
  )
}
