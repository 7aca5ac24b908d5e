import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AutomationRule, ImportedAutomation } from '../../../contract/entities/automation.ts'
import { limits } from '../../../contract/limits.ts'
import { listText } from '../../../contract/texts/list.ts'
import { t } from '../../../contract/texts/t.ts'
import {
  type AutomationScope,
  automationHitsQuery,
  automationQuery,
  useAutomation,
} from '../../data/automation/automation.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { LoadMore } from '../../ui/buttons/LoadMore.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Mistake } from '../../ui/forms/Mistake.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { NeedsScript } from '../../ui/layout/NeedsScript.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Tag } from '../../ui/text/Tag.tsx'
import { Loading } from '../failures/Loading.tsx'
import { refusalText } from '../failures/refusalText.ts'
import styles from './Automation.module.css'
import { Caught } from './Caught.tsx'
import { emptyRule, presets, type RuleDraft } from './presets.ts'
import { RuleEditor } from './RuleEditor.tsx'
import { RuleRow } from './RuleRow.tsx'
import { actLabels, ruleSentence } from './ruleTexts.ts'

type Edited = RuleDraft & Partial<Pick<AutomationRule, 'id' | 'state'>>

/** The automatic rules of a community or the whole site: their list, the editor, and the log. */
export function AutomationScreen({ scope = null }: { scope?: AutomationScope }) {
  const [edited, setEdited] = useState<Edited | null>(null)
  const editor = useLayer(true)
  const edit = (rule: Edited) => {
    setEdited(rule)
    editor.open()
  }
  return (
    <div className={styles.screen}>
      {editor.isOpen && edited ? (
        <RuleEditor scope={scope} before={edited} onClose={editor.close} />
      ) : (
        <Rules scope={scope} isBack={edited !== null} onEdit={edit} />
      )}
    </div>
  )
}

interface RulesProps {
  scope: AutomationScope
  /** Whether the editor was open before: what it was opened with is gone, so the focus is set to the title. */
  isBack: boolean
  onEdit: (rule: Edited) => void
}

function Rules({ scope, isBack, onEdit }: RulesProps) {
  const { data: rules } = useSuspenseQuery(automationQuery(scope))
  const [shown, setShown] = useState<string | null>(null)
  const importing = useLayer()
  const { reorder } = useAutomation(scope)
  useEffect(() => {
    if (isBack) document.getElementById('automation-title')?.focus()
  }, [isBack])
  const toasts = useToasts()
  const ids = rules.map(({ id }) => id)
  const move = (from: number, to: number) => {
    const order = ids.filter((_, index) => index !== from)
    order.splice(to, 0, ...ids.slice(from, from + 1))
    reorder.mutate(order, { onError: (error) => toasts.show(refusalText(error), { tone: 'danger' }) })
  }
  return (
    <>
      <Section
        id="automation"
        title={t('Automation')}
        hint={
          scope === null
            ? t('Automatic rules for all communities.')
            : t('Automatic rules. Site-wide rules run first.')
        }
        action={
          <div className={styles.buttons}>
            <Button small onClick={importing.open}>
              {t('Import')}
            </Button>
            <Button small variant="main" icon="add" onClick={() => onEdit(emptyRule())}>
              {t('New rule')}
            </Button>
          </div>
        }
      >
        {rules.length === 0 ? (
          <EmptyState
            icon="moderation"
            title={t('No rules yet')}
            text={t('Start with one of these, or create your own.')}
          />
        ) : (
          <ol className={styles.list}>
            {rules.map((rule, index) => (
              <RuleRow
                key={rule.id}
                scope={scope}
                rule={rule}
                onEdit={() => onEdit(rule)}
                onShowHits={() => {
                  setShown(rule.id)
                  const title = document.getElementById('automation-log-title')
                  title?.focus({ preventScroll: true })
                  title?.closest('section')?.scrollIntoView()
                }}
                onMoveUp={index > 0 ? () => move(index, index - 1) : null}
                onMoveDown={index < rules.length - 1 ? () => move(index, index + 1) : null}
              />
            ))}
          </ol>
        )}
      </Section>
      <NeedsScript>
        <Section id="automation-presets" title={t('Start from an example')}>
          <ul className={styles.presets}>
            {presets().map(({ key, hint, draft }) => (
              <li key={key}>
                <button type="button" className={styles.preset} onClick={() => onEdit(draft)}>
                  <span className={styles.presetName}>{draft.name}</span>
                  <span className={styles.facts}>{hint}</span>
                  <span className={styles.presetActs}>
                    {draft.definition.acts.map(({ does }) => (
                      <Tag key={does} tone="neutral">
                        {actLabels()[does]}
                      </Tag>
                    ))}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </Section>
      </NeedsScript>
      <Hits
        scope={scope}
        rule={rules.find(({ id }) => id === shown) ?? null}
        onShowAll={() => setShown(null)}
      />
      {importing.isOpen && <ImportDialog scope={scope} onClose={importing.close} />}
    </>
  )
}

function Hits(props: { scope: AutomationScope; rule: AutomationRule | null; onShowAll: () => void }) {
  const { scope, rule, onShowAll } = props
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    automationHitsQuery(scope, rule?.id ?? null),
  )
  const hits = data?.pages.flatMap((page) => page.hits) ?? []
  const labels = actLabels()
  return (
    <Section
      id="automation-log"
      title={rule ? t('Log for “{rule}”', { rule: rule.name }) : t('Log')}
      hint={t('Posts and comments that rules matched in the last {days, number} days.', {
        days: limits.automationHitDays,
      })}
      action={
        rule && (
          <Button small onClick={onShowAll}>
            {t('All rules')}
          </Button>
        )
      }
    >
      {!data ? (
        <Loading error={error} onRetry={refetch} />
      ) : hits.length === 0 ? (
        <p className={styles.facts}>{t('Nothing yet.')}</p>
      ) : (
        <ul>
          {hits.map((hit) => (
            <Caught
              key={hit.id}
              item={hit}
              tag={hit.isShadow ? t('Log only') : hit.isReversed ? t('Undone') : null}
            >
              {hit.acts.length > 0 ? (
                rich('“{rule}”: {acts}', {
                  rule: <bdi>{isolated(hit.ruleName)}</bdi>,
                  acts: listText(hit.acts.map((act) => labels[act])),
                })
              ) : (
                <bdi>{isolated(hit.ruleName)}</bdi>
              )}
            </Caught>
          ))}
        </ul>
      )}
      {hasNextPage && <LoadMore label={t('Show more')} onLoad={() => fetchNextPage()} />}
    </Section>
  )
}

/** Rules of AutoModerator, which are translated first and then added without acting. */
function ImportDialog({ scope, onClose }: { scope: AutomationScope; onClose: () => void }) {
  const [yaml, setYaml] = useState('')
  const [found, setFound] = useState<readonly ImportedAutomation[] | null>(null)
  const [mistake, setMistake] = useState<string | null>(null)
  const { translate, create } = useAutomation(scope)
  const toasts = useToasts()
  const failed = (error: unknown) => setMistake(refusalText(error))
  const submit = async () => {
    setMistake(null)
    if (!found) return translate.mutate(yaml, { onSuccess: ({ rules }) => setFound(rules), onError: failed })
    try {
      for (const rule of found) {
        await create.mutateAsync({ name: rule.name, state: 'shadow', definition: rule.definition })
        // Trying again after a failure creates only the others.
        setFound((left) => left?.filter((one) => one !== rule) ?? null)
      }
      toasts.show(t('Rules imported. They only log until you turn them on.'), { tone: 'success' })
      onClose()
    } catch (error) {
      failed(error)
    }
  }
  return (
    <FormDialog
      title={t('Import from AutoModerator')}
      submitLabel={
        found
          ? t('{count, plural, one {Import # rule} other {Import # rules}}', { count: found.length })
          : t('Continue')
      }
      busy={translate.isPending || create.isPending}
      disabled={yaml.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {found ? (
        <ul className={styles.list}>
          {found.map(({ name, definition, leftOut }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names can be the same, and rows keep no state
            <li key={index} className={styles.rule}>
              <div className={styles.ruleTexts}>
                <p className={styles.name} dir="auto">
                  {isolated(name)}
                </p>
                <p className={styles.sentence} dir="auto">
                  {isolated(ruleSentence(definition))}
                </p>
                {leftOut.length > 0 && (
                  <p className={styles.facts}>{t('Not imported: {keys}', { keys: listText(leftOut) })}</p>
                )}
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <TextArea
          label={t('Rules in YAML')}
          hint={t('Separate rules with a line of three hyphens.')}
          rows={10}
          dir="ltr"
          spellCheck={false}
          error={mistake}
          value={yaml}
          maxLength={limits.automationYamlMaxLength}
          onChange={setYaml}
        />
      )}
      {found && <Mistake text={mistake} />}
    </FormDialog>
  )
}
