import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Community } from '../../../../contract/entities/community.ts'
import type { RemovalTemplate } from '../../../../contract/entities/removal.ts'
import { limits } from '../../../../contract/limits.ts'
import { t } from '../../../../contract/texts/t.ts'
import type { TemplateUse } from '../../../../contract/words.ts'
import { refusalOf } from '../../../data/failure.ts'
import { removalReasonsQuery, useSaveRemovalTemplates } from '../../../data/moderation/removal.ts'
import { useNotifyActionFailure } from '../../../features/failures/useNotifyActionFailure.ts'
import { useLayer } from '../../../router/useLayer.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { classNames } from '../../../ui/classNames.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Select } from '../../../ui/forms/Select.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx'
import { isolated } from '../../../ui/text/isolated.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import styles from './RulesScreen.module.css'

interface TemplatesProps {
  community: Community
}

/** The templates of a community for reasons of removals and bans. */
export function RemovalTemplates({ community }: TemplatesProps) {
  const { data } = useSuspenseQuery(removalReasonsQuery(community.id))
  const { templates, version } = data
  const save = useSaveRemovalTemplates(community.id)
  const notifyFailure = useNotifyActionFailure()
  const layer = useLayer()
  const [edited, setEdited] = useState<number | null>(null)
  const edit = (index: number | null) => {
    setEdited(index)
    layer.open()
  }
  const remove = (index: number) =>
    save.mutate(
      { version, templates: templates.filter((_, position) => position !== index) },
      { onError: notifyFailure },
    )
  return (
    <Card as="section" aria-labelledby="templates" className={styles.templates}>
      <div className={styles.head}>
        <h2 id="templates" className={styles.title}>
          {t('Templates for removals and bans')}
        </h2>
        {templates.length < limits.removalTemplatesMax && (
          <Button small variant="main" icon="add" onClick={() => edit(null)}>
            {t('Add template')}
          </Button>
        )}
      </div>
      {templates.length === 0 ? (
        <EmptyState
          icon="text"
          title={t('No templates yet')}
          text={t('Save reasons you often give for removals and bans.')}
        />
      ) : (
        <ul>
          {templates.map(({ for: use = 'removal', name, text }, index) => (
            <li key={`${use} ${name}`} className={classNames(styles.rule, styles.template)}>
              <div className={styles.texts}>
                <p className={styles.text} dir="auto">
                  {name} {use === 'ban' && <Tag tone="neutral">{t('Ban')}</Tag>}
                </p>
                <p className={styles.description} dir="auto">
                  {isolated(text)}
                </p>
              </div>
              <IconButton
                icon="edit"
                label={t('Edit template “{name}”', { name })}
                onClick={() => edit(index)}
              />
              <IconButton
                icon="delete"
                label={t('Delete template “{name}”', { name })}
                onClick={() => remove(index)}
              />
            </li>
          ))}
        </ul>
      )}
      {layer.isOpen && (
        <TemplateDialog
          community={community}
          version={version}
          templates={templates}
          edited={edited}
          onClose={layer.close}
        />
      )}
    </Card>
  )
}

interface TemplateDialogProps extends TemplatesProps {
  version: number
  templates: readonly RemovalTemplate[]
  /** The position of the template; null for a new one. */
  edited: number | null
  onClose: () => void
}

function TemplateDialog({ community, version, templates, edited, onClose }: TemplateDialogProps) {
  const before = edited === null ? undefined : templates[edited]
  const [use, setUse] = useState<TemplateUse>(before?.for ?? 'removal')
  const [name, setName] = useState(before?.name ?? '')
  const [text, setText] = useState(before?.text ?? '')
  const [mistake, setMistake] = useState<string | null>(null)
  const save = useSaveRemovalTemplates(community.id)
  const notifyFailure = useNotifyActionFailure()
  const submit = () => {
    const one = { ...(use === 'ban' && { for: use }), name, text }
    const next =
      edited === null ? [...templates, one] : templates.map((old, index) => (index === edited ? one : old))
    save.mutate(
      { version, templates: next },
      {
        onSuccess: onClose,
        onError: (error) =>
          refusalOf(error)?.code === 'invalid-template'
            ? setMistake(t('Enter a unique name and some text.'))
            : notifyFailure(error),
      },
    )
  }
  return (
    <FormDialog
      title={before ? t('Edit template') : t('Add template')}
      submitLabel={t('Save')}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={t('Use for')}
        value={use}
        onChange={setUse}
        options={[
          { value: 'removal', label: t('Removals') },
          { value: 'ban', label: t('Bans') },
        ]}
      />
      <TextField
        label={t('Name')}
        hint={t('Moderators see this when choosing a template.')}
        maxLength={limits.removalTemplateNameMaxLength}
        error={mistake}
        value={name}
        onChange={setName}
      />
      <TextArea
        label={t('Text')}
        hint={
          use === 'ban'
            ? t('Placeholders: {names}', { names: '{{author}}, {{rule}}, {{community}}, {{kind}}, {{end}}' })
            : t('Placeholders: {names}', { names: '{{author}}, {{title}}, {{rule}}, {{community}}' })
        }
        maxLength={limits.moderationReasonMaxLength}
        value={text}
        onChange={setText}
      />
    </FormDialog>
  )
}
