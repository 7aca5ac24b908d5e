import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { queueViewsQuery, useSaveQueueViews } from '../../data/moderation/queueViews.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { SegmentedLinks } from '../../ui/navigation/SegmentedLinks.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'

interface QueueViewsProps {
  /** The path of the page as it is shown. */
  path: string
}

const queryOf = (path: string): string => path.split('?')[1] ?? ''

/** The saved views of the queue. */
export function QueueViews({ path }: QueueViewsProps) {
  const { data } = useSuspenseQuery(queueViewsQuery)
  const query = queryOf(path)
  if (data.views.length === 0) return null
  return (
    <div className="filters">
      <SegmentedLinks
        label={t('Saved views')}
        items={data.views.map((view) => ({
          label: view.name,
          href: view.query === '' ? '/modqueue' : `/modqueue?${view.query}`,
          current: isSame(view.query, query),
        }))}
      />
    </div>
  )
}

/** Saves or deletes the view that is shown. It is beside the title, so that it moves nothing when it appears. */
export function QueueViewAction({ path }: QueueViewsProps) {
  const { data } = useSuspenseQuery(queueViewsQuery)
  const save = useSaveQueueViews()
  const dialog = useLayer()
  const notifyFailure = useNotifyFailure()
  const query = queryOf(path)
  const { views } = data
  const shown = views.find((view) => isSame(view.query, query))
  if (shown)
    return (
      <Button
        small
        variant="soft"
        icon="delete"
        busy={save.isPending}
        onClick={() =>
          save.mutate(
            views.filter((view) => view !== shown),
            { onError: notifyFailure },
          )
        }
      >
        {t('Delete view')}
      </Button>
    )
  if (views.length >= limits.queueViewsMax || query === '') return null
  return (
    <>
      <Button small variant="soft" icon="save" onClick={dialog.open}>
        {t('Save view')}
      </Button>
      {dialog.isOpen && <SaveDialog query={query} onClose={dialog.close} />}
    </>
  )
}

const isSame = (one: string, other: string) =>
  [one, other]
    .map((query) =>
      [...new URLSearchParams(query)]
        .filter(([name]) => name !== 'next')
        .sort()
        .join('&'),
    )
    .every((sorted, _, all) => sorted === all[0])

function SaveDialog({ query, onClose }: { query: string; onClose: () => void }) {
  const { data } = useSuspenseQuery(queueViewsQuery)
  const save = useSaveQueueViews()
  const notifyFailure = useNotifyFailure()
  const [name, setName] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const submit = () => {
    const trimmed = name.trim()
    if (trimmed === '') return setMistake(t('Enter a name.'))
    if (data.views.some((view) => view.name.toLowerCase() === trimmed.toLowerCase()))
      return setMistake(t('You already have a view with this name.'))
    save.mutate([...data.views, { name: trimmed, query }], { onError: notifyFailure, onSuccess: onClose })
  }
  return (
    <FormDialog
      title={t('Save this view')}
      submitLabel={t('Save')}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        value={name}
        maxLength={limits.queueViewNameMaxLength}
        hint={t('Saves the tab, filters and sort order.')}
        error={mistake}
        onChange={(value) => {
          setName(value)
          setMistake(null)
        }}
      />
    </FormDialog>
  )
}
