import { useQuery } from '@tanstack/react-query'
import { useContext, useRef, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { SiteContext } from '../../data/account/site.ts'
import { logoQuery, useLogo } from '../../data/admin/logo.ts'
import { useNotifyRefusal } from '../../features/failures/useNotifyRefusal.ts'
import { isTooLarge, mistakeInFile, uploadFailureText } from '../../features/pictures/uploadFailure.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Mistake } from '../../ui/forms/Mistake.tsx'
import { Logo } from '../../ui/icons/Logo.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import styles from './LogoSection.module.css'

/** The picture of the site, with what it should be like. */
export const LogoSection = () => (
  <Section
    id="site-logo"
    title={t('Logo and icon')}
    hint={t('Square PNG, 512 px or larger, transparent background.')}
  >
    <LogoPicture />
  </Section>
)

/**
 * Shows, uploads and removes the picture of the site. It takes effect at once.
 *
 * @param onChanged called after a change, for pages that show the picture elsewhere, too.
 */
export function LogoPicture({ onChanged }: { onChanged?: () => void }) {
  const site = useInitial()
  const { data: logo } = useQuery(logoQuery(useContext(SiteContext).logo ?? null))
  const { upload, remove } = useLogo()
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const question = useLayer()
  const toasts = useToasts()
  const notifyRefusal = useNotifyRefusal()
  const reload = onChanged
    ? {}
    : { action: { label: t('Reload to see it'), onPress: () => location.reload() } }
  const show = (text: string) => {
    toasts.show(text, { tone: 'success', ...reload })
    onChanged?.()
  }

  const send = (file: File) => {
    const mistake = mistakeInFile(file)
    if (mistake) return setError(mistake)
    if (isTooLarge(file, site)) return setError(t('Maximum file size exceeded.'))
    setError(null)
    upload.mutate(
      { file, onProgress: () => {}, signal: new AbortController().signal },
      {
        onSuccess: () => show(t('Logo saved.')),
        onError: (failure) => setError(uploadFailureText(failure)),
      },
    )
  }
  return (
    <>
      <div className={styles.row}>
        <span className={styles.picture}>
          {logo ? (
            <img src={`${logo.path}icon-192.png`} alt={t('Logo')} width={72} height={72} />
          ) : (
            <Logo size={72} />
          )}
        </span>
        <div className={styles.buttons}>
          {/* Hidden from assistive technology, which uses the button. */}
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
            hidden
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? []
              // Cleared so that the same file can be chosen again.
              event.currentTarget.value = ''
              if (file) send(file)
            }}
          />
          <Button icon="upload" busy={upload.isPending} onClick={() => input.current?.click()}>
            {logo ? t('Replace image') : t('Upload image')}
          </Button>
          {logo && (
            <Button variant="soft" onClick={question.open}>
              {t('Remove')}
            </Button>
          )}
        </div>
      </div>
      <Mistake text={error} />
      {question.isOpen && (
        <ConfirmDialog
          title={t('Remove the logo?')}
          confirmLabel={t('Remove logo')}
          danger
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                question.close()
                show(t('Logo removed.'))
              },
              onError: notifyRefusal,
            })
          }
          onClose={question.close}
        >
          <p>{t('This deletes your logo and restores the default.')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
