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
import { ScreenHead } from '../ScreenHead.tsx'
import { pageLabels } from '../settings/pageLabels.ts'
import { pathOfScreen } from '../tableParams.ts'
import { useNotifyRefusal } from '../useNotifyRefusal.ts'
import styles from './StaticPages.module.css'
import { shownPageName } from './shownPageName.ts'
import { Versions } from './Versions.tsx'

/** The texts about the site, which admins may replace. */
export function StaticPages() {
  const name = shownPageName(new URLSearchParams(useShownPage().search))
  return (
    <>
      <ScreenHead
        title={t('Pages')}
        hint={t('What the site says about itself and its rules. Changes are live at once.')}
      />
      <ScrolledTabs
        label={t('Page')}
        items={staticPages.map((one) => ({
          label: pageLabels[one],
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
  const { question } = useConfirmLeave(isUnsaved, 'Your changes will be lost.')

  const save = (wanted: string | null, done: string) =>
    change.mutate(
      { text: wanted, basedOn: saved.version },
      {
        onSuccess: () => {
          // Edits made while the request was running stay.
          setDraft((now) => (now === wanted || wanted === null ? null : now))
          toasts.show(done, { tone: 'success' })
        },
        onError: askIfNeeded(() => save(wanted, done), notifyRefusal),
      },
    )
  if (saved.lockedBy !== null)
    return (
      <Card padded className={styles.card}>
        <Banner icon="lock">
          This text comes from the file <code>{saved.lockedBy}</code> in the data directory. It can be changed
          here once the file is gone.
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
            {saved.isOriginal ? t('This is the original text.') : t('An admin wrote this text.')}{' '}
            <Link href={`/${name}`}>{t('See the page')}</Link>
          </p>
          <p className={styles.hint}>
            The first heading is the title. Words in braces such as <code>{'{{siteName}}'}</code> stand for
            what the settings say. A paragraph with an empty one is left out, and so is one that begins with{' '}
            <code>{'{{if contactEmail}}'}</code> where there is none.
          </p>
          <MarkdownEditor
            label={`Text of the page ${pageLabels[name]}`}
            value={text}
            onChange={setDraft}
            preview={preview}
            maxLength={limits.staticPageMaxLength}
            rows={8}
            onSubmit={() => isUnsaved && !change.isPending && save(text, 'Page saved.')}
          >
            {!saved.isOriginal && (
              <Button variant="soft" onClick={original.open}>
                {t('Back to the original')}
              </Button>
            )}
            {isUnsaved && <Button onClick={() => setDraft(null)}>{t('Discard')}</Button>}
            <Button
              variant="main"
              disabled={!isUnsaved}
              busy={change.isPending}
              onClick={() => save(text, 'Page saved.')}
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
          title={t('Put the original text back?')}
          confirmLabel={t('Back to the original')}
          onConfirm={() => {
            original.close()
            save(null, 'The original text is back.')
          }}
          onClose={original.close}
        >
          <p>{t('The text of today stays among the earlier versions.')}</p>
        </ConfirmDialog>
      )}
      {question}
      {prompt}
    </>
  )
}
