import { useId } from 'react'
import type { List } from '../../../contract/entities/list.ts'
import type { ListTexts } from '../../data/lists/lists.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { ListForm } from './ListForm.tsx'

interface ListDialogProps {
  title: string
  submitLabel: string
  /** The list to edit; undefined for a new one. */
  list?: List
  isBusy: boolean
  onSubmit: (texts: ListTexts) => Promise<void>
  onClose: () => void
}

/** The dialog around the form for a list. */
export function ListDialog({ title, submitLabel, list, isBusy, onSubmit, onClose }: ListDialogProps) {
  const formId = useId()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="soft" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="main" type="submit" form={formId} busy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <ListForm id={formId} list={list} onSubmit={onSubmit} />
    </Dialog>
  )
}
