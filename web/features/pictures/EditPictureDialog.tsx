import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Image } from '../../../contract/entities/image.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import type { UploadOptions } from '../../data/uploads.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Mistake } from '../../ui/forms/Mistake.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import styles from './EditPictureDialog.module.css'
import { isTooLarge, mistakeInFile, uploadFailureText } from './uploadFailure.ts'

/** The actions on a picture; the result is shown once the server has it. */
export interface PictureChanges {
  readonly upload: UseMutationResult<unknown, Error, UploadOptions & { file: File }>
  readonly remove: UseMutationResult<unknown, Error, void>
  /** Saves the alt text. */
  readonly describe: UseMutationResult<unknown, Error, string>
}

interface EditPictureDialogProps {
  title: string
  picture: Image | null
  /** The preview, as shown elsewhere. */
  preview: ReactNode
  changes: PictureChanges
  /** Shows failures that the user did not cause. */
  notifyFailure: (error: unknown) => void
  onClose: () => void
}

/** Replaces or removes the picture of a member or community, and edits its alt text. */
export function EditPictureDialog(props: EditPictureDialogProps) {
  const { title, picture, preview, changes, notifyFailure, onClose } = props
  const { upload, remove, describe } = changes
  const { progress, error, send, cancel } = useUpload(upload)
  const toasts = useToasts()
  const input = useRef<HTMLInputElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [altText, setAltText] = useState(picture?.altText ?? '')

  const saveAltText = () =>
    describe.mutate(altText, {
      onSuccess: () => toasts.show(t('Alt text saved.'), { tone: 'success' }),
      onError: notifyFailure,
    })
  const removePicture = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        setIsAsking(false)
        setAltText('')
      },
      onError: notifyFailure,
    })
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        <div className={styles.picture}>
          {preview}
          <div className={styles.buttons}>
            {/* Hidden from assistive technology, which uses the file input itself. */}
            <input
              ref={input}
              type="file"
              accept="image/*"
              hidden
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? []
                // Cleared so that the same file can be chosen again.
                event.currentTarget.value = ''
                if (file) send(file, () => setAltText(''))
              }}
            />
            <Button icon="upload" onClick={() => input.current?.click()} busy={progress !== null}>
              {picture ? t('Upload another image') : t('Upload image')}
            </Button>
            {picture && (
              <Button icon="delete" variant="soft" onClick={() => setIsAsking(true)}>
                {t('Remove image')}
              </Button>
            )}
          </div>
        </div>
        <p className="quiet">{t('JPEG, PNG, WebP, GIF or AVIF. Animations show only their first frame.')}</p>
        {progress !== null && (
          <p className={styles.progress}>
            <progress max={100} value={progress} aria-label={t('Upload progress')} />
            <span className={styles.percent}>{t('{percent, number}%', { percent: progress })}</span>
            <Button small onClick={cancel}>
              {t('Cancel')}
            </Button>
          </p>
        )}
        <Mistake text={error} />
        <TextArea
          label={t('Alt text')}
          rows={2}
          placeholder={t("Describe the image for people who can't see it")}
          maxLength={limits.altTextMaxLength}
          value={altText}
          onChange={setAltText}
        />
        <div className={styles.save}>
          <Button variant="main" disabled={picture === null} busy={describe.isPending} onClick={saveAltText}>
            {t('Save')}
          </Button>
        </div>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('Are you sure you want to delete the current image?')}
          confirmLabel={t('Delete')}
          danger
          busy={remove.isPending}
          onConfirm={removePicture}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Dialog>
  )
}

/** Uploads a chosen file: progress in whole per cent, and what was wrong with it. */
function useUpload(upload: PictureChanges['upload']) {
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const site = useInitial()
  const running = useRef<AbortController | null>(null)
  // Closing the dialog aborts the upload.
  useEffect(() => () => running.current?.abort(), [])
  const send = (file: File, onDone: () => void) => {
    const mistake = mistakeInFile(file)
    if (mistake) return setError(mistake)
    if (isTooLarge(file, site)) return setError(t('Maximum file size exceeded.'))
    const controller = new AbortController()
    running.current = controller
    setError(null)
    setProgress(0)
    upload.mutate(
      {
        file,
        onProgress: (share) => setProgress(Math.round(100 * share)),
        signal: controller.signal,
      },
      {
        onSuccess: onDone,
        onError: (failure) => !controller.signal.aborted && setError(uploadFailureText(failure)),
        onSettled: () => setProgress(null),
      },
    )
  }
  return { progress, error, send, cancel: () => running.current?.abort() }
}
