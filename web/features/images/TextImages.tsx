import { onDemand } from '../../ui/onDemand.tsx'
import type { DraftImage, ImageUploads } from './imageUploads.ts'
import styles from './TextImages.module.css'

/** Lazy, because it imports a library for drag and drop. */
const ImageList = onDemand(async () => ({ default: (await import('./ImageList.tsx')).ImageList }))

interface TextImagesProps {
  images: readonly DraftImage[]
  uploads: ImageUploads
  mistake: string | null | undefined
}

/** The images below a text that is being written, with errors. */
export function TextImages({ images, uploads, mistake }: TextImagesProps) {
  return (
    <>
      {mistake && (
        <p role="alert" className={styles.mistake}>
          {mistake}
        </p>
      )}
      {images.length > 0 && (
        <div className={styles.images}>
          <ImageList images={images} uploads={uploads} onEmptied={() => {}} />
        </div>
      )}
    </>
  )
}
