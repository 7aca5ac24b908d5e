import { useRef } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import styles from './ImagePicker.module.css'
import type { DraftImage, ImageUploads } from './imageUploads.ts'

/** Lazy, because it imports a library for drag and drop. */
const ImageList = onDemand(async () => ({ default: (await import('./ImageList.tsx')).ImageList }))

interface ImagePickerProps {
  images: readonly DraftImage[]
  /** The maximum number of images. */
  most: number
  uploads: ImageUploads
  error: string | undefined
  onFiles: (files: readonly File[]) => void
}

/** The images of a post: chosen with a button, dropped or pasted. */
export function ImagePicker({ images, most, uploads, error, onFiles }: ImagePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const hint =
    images.length === 0
      ? t('Up to {most, plural, one {# image} other {# images}}.', { most })
      : t('{count, number} of {most, plural, one {# image} other {# images}}.', {
          count: images.length,
          most,
        })
  return (
    <div className="stack">
      <Field label={t('Images')} error={error} hint={hint}>
        {(ids) => (
          <div className={styles.box}>
            <Icon name="image" size={28} />
            <p className={styles.ways}>{t('Drag, paste or choose images.')}</p>
            <input
              {...ids}
              ref={input}
              type="file"
              accept="image/*"
              multiple
              className={`visually-hidden ${styles.input}`}
              onChange={(event) => {
                const files = [...(event.currentTarget.files ?? [])]
                // Cleared so that the same file can be chosen again after it was removed.
                event.currentTarget.value = ''
                if (files.length > 0) onFiles(files)
              }}
            />
            {/* Hidden from assistive technology, which uses the file input itself. */}
            <Button
              icon="upload"
              className={styles.button}
              tabIndex={-1}
              aria-hidden="true"
              onClick={() => input.current?.click()}
            >
              {t('Choose images')}
            </Button>
          </div>
        )}
      </Field>
      {images.length > 0 && (
        <ImageList images={images} uploads={uploads} onEmptied={() => input.current?.focus()} />
      )}
    </div>
  )
}
