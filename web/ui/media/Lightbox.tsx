import { useLayoutEffect, useRef } from 'react'
import type { Image as ImageFacts } from '../../../contract/entities/image.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { arrowStep } from '../direction.ts'
import { openModal } from '../overlays/openModal.ts'
import { isolated } from '../text/isolated.tsx'
import Animation from './Animation.tsx'
import Gallery from './Gallery.tsx'
import { Image, type ImageProps } from './Image.tsx'
import { fitInside } from './imageCopies.ts'
import styles from './Lightbox.module.css'

interface LightboxProps {
  images: readonly [ImageFacts, ...ImageFacts[]]
  /** Index of the visible picture. */
  index: number
  onIndex: (index: number) => void
  /** Called on Escape, the close button and a press beside the picture. It is open as long as it is rendered. */
  onClose: () => void
}

/** Pictures as large as the window, one at a time, with their alt texts. Very tall ones scroll. */
export default function Lightbox({ images, index, onIndex, onClose }: LightboxProps) {
  const image = images[index] ?? images[0]
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    return dialog ? openModal(dialog) : undefined
  }, [])
  useLayoutEffect(() => {
    const dialog = ref.current
    const press = (event: MouseEvent) => {
      if (isBesidePicture(event, image)) onClose()
    }
    dialog?.addEventListener('click', press)
    return () => dialog?.removeEventListener('click', press)
  }, [image, onClose])
  const isSeveral = images.length > 1
  return (
    <dialog
      ref={ref}
      className={styles.lightbox}
      aria-label={
        isSeveral
          ? t('Image {index, number} of {count, number}', { index: index + 1, count: images.length })
          : t('Image')
      }
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        // The gallery handles its own keys.
        const step = arrowStep(event.key)
        if (step !== undefined && !event.defaultPrevented && images[index + step]) onIndex(index + step)
      }}
    >
      <div className={styles.stage}>
        {isSeveral ? (
          <Gallery
            images={images}
            height="filled"
            sizes="100vw"
            index={index}
            onIndex={onIndex}
            eager
            Picture={LargePicture}
          />
        ) : (
          <LargePicture image={image} height="filled" sizes="100vw" eager />
        )}
        {image.isAnimated && <Animation key={image.id} image={image} />}
      </div>
      {image.altText && (
        <p className={styles.description} dir="auto">
          {isolated(image.altText)}
        </p>
      )}
      {/* After the pictures in the document, so that the initial focus is where the arrow keys work. */}
      <div className={styles.bar}>
        <IconButton
          className={styles.button}
          icon="external"
          label={t('Open original in a new tab')}
          href={image.url}
          target="_blank"
          rel="noreferrer"
        />
        <IconButton className={styles.button} icon="close" label={t('Close')} onClick={onClose} />
      </div>
    </dialog>
  )
}

/** A picture that fits into its box, or a very tall one, which could not be read so, as wide as it fits, in a box that scrolls. */
function LargePicture(props: ImageProps) {
  const { image } = props
  const { width, height } = image
  // One that moves is played over a picture that fits.
  if (height <= limits.tallPictureRatio * width || image.isAnimated) return <Image {...props} />
  // Copies have a box of their own and are too narrow here.
  const original = {
    ...image,
    copies: [{ ...image, boxWidth: width, boxHeight: height, objectFit: 'contain' as const }],
  }
  // Keys scroll what has the focus. Spread, because the linter forbids the attribute.
  const reach = { tabIndex: 0 }
  return (
    <section className={styles.scroll} aria-label={t('Tall image')} {...reach}>
      <div className={styles.tall}>
        <svg className={styles.place} viewBox={`0 0 ${width} ${height}`} width={width} aria-hidden="true" />
        <Image {...props} image={original} />
      </div>
    </section>
  )
}

/** Whether a press hit the empty part of the box around a picture. */
function isBesidePicture({ target, clientX, clientY }: MouseEvent, image: ImageFacts): boolean {
  if (target instanceof HTMLElement && target.classList.contains(styles.scroll ?? '')) return true
  if (!(target instanceof HTMLImageElement)) return false
  const box = target.getBoundingClientRect()
  const shown = fitInside(image, box)
  const fromMiddle = { x: clientX - (box.left + box.right) / 2, y: clientY - (box.top + box.bottom) / 2 }
  return Math.abs(fromMiddle.x) > shown.width / 2 || Math.abs(fromMiddle.y) > shown.height / 2
}
