import { useState } from 'react'
import type { Community, Rule } from '../../../../contract/entities/community.ts'
import { limits } from '../../../../contract/limits.ts'
import { t } from '../../../../contract/texts/t.ts'
import { inOrder, useRules } from '../../../data/communities/rules.ts'
import { refusalOf } from '../../../data/failure.ts'
import { removalReasonsQuery } from '../../../data/moderation/removal.ts'
import { messageText } from '../../../features/failures/refusalText.ts'
import { useNotifyActionFailure } from '../../../features/failures/useNotifyActionFailure.ts'
import { useLayer } from '../../../router/useLayer.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { MoveHandle } from '../../../ui/buttons/MoveHandle.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Markdown } from '../../../ui/markdown/Markdown.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx'
import { rich } from '../../../ui/text/rich.ts'
import type { ScreenContext, ScreenProps } from '../screen.ts'
import { RemovalTemplates } from './RemovalTemplates.tsx'
import styles from './RulesScreen.module.css'
import { type Handle, useRuleOrder } from './useRuleOrder.ts'

/** The rules of a community, to add, edit, delete and reorder, and its templates for removals. */
export function RulesScreen({ community }: ScreenProps) {
  const rules = community.rules ?? []
  const { reorder } = useRules(community)
  const notifyFailure = useNotifyActionFailure()
  const { order, list, handle, said } = useRuleOrder(
    rules.map(({ id }) => id),
    (next) => reorder.mutate(next, { onError: notifyFailure }),
  )
  return (
    <>
      <Card as="section" aria-labelledby="rules">
        <div className={styles.head}>
          <h2 id="rules" className={styles.title}>
            {t('Rules')}
          </h2>
          <AddRule community={community} />
        </div>
        {rules.length === 0 ? (
          <EmptyState
            icon="guidelines"
            title={t('No rules yet')}
            text={t('Your rules appear next to every post and on the post form.')}
          />
        ) : (
          <>
            <ol ref={list}>
              {inOrder(rules, order).map((rule, index) => (
                <RuleRow
                  key={rule.id}
                  community={community}
                  rule={rule}
                  index={index}
                  count={rules.length}
                  handle={handle(rule.id)}
                />
              ))}
            </ol>
            <p id="reordering" className="visually-hidden">
              {t('Press the arrow keys to move the rule, or Enter for a menu.')}
            </p>
            <p role="status" className="visually-hidden">
              {said}
            </p>
          </>
        )}
      </Card>
      <RemovalTemplates community={community} />
    </>
  )
}

export const prepareRules = ({ community, load }: ScreenContext) => load(removalReasonsQuery(community.id))

interface RuleRowProps {
  community: Community
  rule: Rule
  /** From 0. */
  index: number
  /** The number of rules. */
  count: number
  handle: Handle
}

function RuleRow({ community, rule, index, count, handle }: RuleRowProps) {
  const { isDragged, ...grip } = handle
  return (
    <li className={styles.rule} data-dragged={isDragged || undefined}>
      <MoveHandle
        label={t('Move rule {number, number}', { number: index + 1 })}
        isFirst={index === 0}
        isLast={index === count - 1}
        aria-describedby="reordering"
        className={styles.grip}
        // Each step is a request.
        data-once
        {...grip}
      />
      <div className={styles.texts}>
        <div className={styles.text} dir="auto">
          {rich('{number, number}. {rule}', {
            number: index + 1,
            rule: <Markdown html={rule.ruleHtml} dir="auto" className={styles.inline} />,
          })}
        </div>
        {rule.descriptionHtml && <Markdown html={rule.descriptionHtml} className={styles.about} />}
      </div>
      <EditRule community={community} rule={rule} index={index} />
      <DeleteRule community={community} rule={rule} index={index} />
    </li>
  )
}

function AddRule({ community }: { community: Community }) {
  const dialog = useLayer()
  const { add } = useRules(community)
  return (
    <>
      <Button small variant="main" icon="add" onClick={dialog.open}>
        {t('Add rule')}
      </Button>
      {dialog.isOpen && <RuleDialog title={t('Add rule')} save={add} onClose={dialog.close} />}
    </>
  )
}

function EditRule({ community, rule, index }: Omit<RuleRowProps, 'count' | 'handle'>) {
  const dialog = useLayer()
  const { edit } = useRules(community)
  const { id, zIndex } = rule
  return (
    <>
      <IconButton
        icon="edit"
        label={t('Edit rule {number, number}', { number: index + 1 })}
        onClick={dialog.open}
      />
      {dialog.isOpen && (
        <RuleDialog
          title={t('Edit rule')}
          rule={rule}
          save={{
            isPending: edit.isPending,
            mutate: (texts, options) => edit.mutate({ ...texts, id, zIndex }, options),
          }}
          onClose={dialog.close}
        />
      )}
    </>
  )
}

interface RuleDialogProps {
  title: string
  rule?: Rule
  save: {
    readonly isPending: boolean
    mutate(
      texts: { rule: string; description: string },
      options: { onSuccess: () => void; onError: (error: unknown) => void },
    ): void
  }
  onClose: () => void
}

function RuleDialog({ title, rule, save, onClose }: RuleDialogProps) {
  const [text, setText] = useState(rule?.rule ?? '')
  const [description, setDescription] = useState(rule?.description ?? '')
  const [mistake, setMistake] = useState<string | null>(null)
  const notifyFailure = useNotifyActionFailure()
  const submit = () => {
    save.mutate(
      { rule: text, description },
      {
        onSuccess: onClose,
        onError: (error) => {
          const refusal = refusalOf(error)
          if (refusal?.code === 'too-many-rules') setMistake(messageText(refusal.message))
          else if (refusal?.code === 'rules-not-found') setMistake(t('Someone deleted this rule.'))
          else notifyFailure(error)
        },
      },
    )
  }
  return (
    <FormDialog
      title={title}
      submitLabel={t('Save')}
      busy={save.isPending}
      disabled={text.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        label={t('Rule')}
        rows={2}
        value={text}
        onChange={setText}
        maxLength={limits.ruleMaxLength}
        error={mistake}
      />
      <TextArea
        label={t('Description (optional)')}
        rows={4}
        value={description}
        onChange={setDescription}
        maxLength={limits.ruleMaxLength}
      />
    </FormDialog>
  )
}

function DeleteRule({ community, rule, index }: Omit<RuleRowProps, 'count' | 'handle'>) {
  const question = useLayer()
  const { remove } = useRules(community)
  const notifyFailure = useNotifyActionFailure()
  return (
    <>
      <IconButton
        icon="delete"
        label={t('Delete rule {number, number}', { number: index + 1 })}
        onClick={question.open}
      />
      {question.isOpen && (
        <ConfirmDialog
          title={t('Delete this rule?')}
          confirmLabel={t('Delete')}
          danger
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate(rule, {
              onSuccess: question.close,
              onError: notifyFailure,
            })
          }
          onClose={question.close}
        >
          <Markdown html={rule.ruleHtml} dir="auto" />
        </ConfirmDialog>
      )}
    </>
  )
}
