import type { ReactNode } from 'react'
import type { Image } from '../../../contract/entities/image.ts'
import { t } from '../../../contract/texts/t.ts'
import { opensNewTab } from '../navigation/opensNewTab.ts'
import { onDemand } from '../onDemand.tsx'
import styles from './PictureLink.module.css'

interface PictureLinkProps {
  image: Image
  /** Shows the lightbox, instead of following the link to the file. */
  onOpen: () => void
  children: ReactNode
}

/** A link around a picture that opens the lightbox; without JavaScript or in a new tab it opens the file. An animation is played over it. */
export function PictureLink({ image, onOpen, children }: PictureLinkProps) {
  return (
    <>
      <a
        className={styles.link}
        href={image.url}
        target="_blank"
        rel="noreferrer"
        onClick={(event) => {
          if (opensNewTab(event)) return
          event.preventDefault()
          onOpen()
        }}
      >
        {children}
        {image.copies[0]?.name === 'top' && <span className={styles.whole}>{t('Show whole image')}</span>}
      </a>
      {image.isAnimated && <Animation image={image} />}
    </>
  )
}

/** Where no scripts run, the link plays it. */
const Animation = onDemand(() => import('./Animation.tsx'), { isDispensable: true })
