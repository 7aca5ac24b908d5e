import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../../../contract/limits.ts'
import { type StaticPageName, staticPages } from '../../../../contract/staticPages.ts'
import { t } from '../../../../contract/texts/t.ts'
import {
  staticPageTextQuery,
  useChangeStaticPage,
  useStaticPagePreview,
} from '../../../data/admin/staticPageTexts.ts'
import { useNotifyRefusal } from '../../../features/failures/useNotifyRefusal.ts'
import { usePasswordPrompt } from '../../../features/passwordPrompt/usePasswordPrompt.tsx'
import { useConfirmLeave } from '../../../features/unsavedChanges/useConfirmLeave.tsx'
import { useShownPage } from '../../../router/page.ts'
import { useLayer } from '../../../router/useLayer.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { useToasts } from '../../../ui/feedback/toasts.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { NeedsScript } from '../../../ui/layout/NeedsScript.tsx'
import { MarkdownEditor } from '../../../ui/markdown/MarkdownEditor.tsx'
import { Link } from '../../../ui/navigation/Link.tsx'
import { ScrolledTabs } from '../../../ui/navigation/ScrolledTabs.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { rich } from '../../../ui/text/rich.ts'
import { ScreenHead } from '../ScreenHead.tsx'
import { pageLabel } from '../settings/pageLabel.ts'
import { pathOfScreen } from '../tableParams.ts'
import styles from './StaticPages.module.css'
import { shownPageName } from './shownPageName.ts'
import { Versions } from './Versions.tsx'

/** The texts about the site, which admins may replace. */
export function StaticPages() {
  const name = shownPageName(new URLSearchParams(useShownPage().search))
  return (
    <>
      <ScreenHead title={t('Pages')} hint={t('Changes go live as soon as you save.')} />
      <ScrolledTabs
        label={t('Page')}
        items={staticPages.map((one) => ({
          label: pageLabel(one),
          href: `${pathOfScreen('pages')}?page=${one}`,
          current: one === name,
        }))}
      />
      <Editor key={name} name={name} />
    </>
  )
}

function Editor({ name }: { name: StaticPageName }) {
  const { data: saved } = useSuspenseQuery(staticPageTextQuery(name))
  const [draft, setDraft] = useState<string | null>(null)
  const change = useChangeStaticPage(name)
  const preview = useStaticPagePreview(name)
  const original = useLayer()
  const toasts = useToasts()
  const notifyRefusal = useNotifyRefusal()
  const { prompt, askIfNeeded } = usePasswordPrompt()
  const text = draft ?? saved.text
  const isUnsaved = draft !== null && draft !== saved.text
  const { question } = useConfirmLeave(isUnsaved, t('Your changes will be lost.'))

  const save = (requested: string | null, done: string) =>
    change.mutate(
      { text: requested, basedOn: saved.version },
      {
        onSuccess: () => {
          // Edits made while the request was running stay.
          setDraft((now) => (now === requested || requested === null ? null : now))
          toasts.show(done, { tone: 'success' })
        },
        onError: askIfNeeded(() => save(requested, done), notifyRefusal),
      },
    )
  if (saved.lockedBy !== null)
    return (
      <Card padded className={styles.card}>
        <Banner icon="lock">
          {rich(
            'This page comes from <code>{name}</code> in the data directory. Remove the file to edit it here.',
            {
              name: saved.lockedBy,
              code: (inside) => <code>{inside}</code>,
            },
          )}
        </Banner>
        <pre className={styles.source} dir="auto">
          {saved.text}
        </pre>
      </Card>
    )
  return (
    <>
      <Card padded className={styles.card}>
        <NeedsScript>
          <p className={styles.state}>
            {saved.isOriginal ? t('Default text.') : t('Edited by an admin.')}{' '}
            <Link href={`/${name}`}>{t('View page')}</Link>
          </p>
          <p className="quiet">
            {t('The first heading is the title.')}{' '}
            {rich(
              '{name} is filled in from your settings. {condition} hides a paragraph if that setting is empty.',
              {
                name: <code>{'{{siteName}}'}</code>,
                condition: <code>{'{{if contactEmail}}'}</code>,
              },
            )}
          </p>
          <MarkdownEditor
            label={t('Text of the {name} page', { name: pageLabel(name) })}
            value={text}
            onChange={setDraft}
            preview={preview}
            maxLength={limits.staticPageMaxLength}
            rows={8}
            onSubmit={() => isUnsaved && !change.isPending && save(text, t('Page saved.'))}
          >
            {!saved.isOriginal && (
              <Button variant="soft" onClick={original.open}>
                {t('Restore default')}
              </Button>
            )}
            {isUnsaved && <Button onClick={() => setDraft(null)}>{t('Discard')}</Button>}
            <Button
              variant="main"
              disabled={!isUnsaved}
              busy={change.isPending}
              onClick={() => save(text, t('Page saved.'))}
            >
              {t('Save')}
            </Button>
          </MarkdownEditor>
        </NeedsScript>
      </Card>
      <Versions
        name={name}
        current={saved.version}
        onPutBack={(version) =>
          version === null ? original.open() : setDraft(version === saved.text ? null : version)
        }
      />
      {original.isOpen && (
        <ConfirmDialog
          title={t('Restore the default text?')}
          confirmLabel={t('Restore default')}
          onConfirm={() => {
            original.close()
            save(null, t('Default text restored.'))
          }}
          onClose={original.close}
        >
          <p>{t('The current text is kept under Earlier versions.')}</p>
        </ConfirmDialog>
      )}
      {question}
      {prompt}
    </>
  )
}
