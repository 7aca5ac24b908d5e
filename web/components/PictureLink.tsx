import type { ReactNode } from 'react'
import type { Image } from '../../contract/entities/image.ts'
import { opensElsewhere } from './opensElsewhere.ts'
import styles from './PictureLink.module.css'

interface PictureLink {
  image: Image
  /** Shows the picture larger, in place of following the link to its file. */
  onOpen: () => void
  children: ReactNode
}

/** Around a picture that can be looked at larger; without JavaScript, and in a new tab, that is its file. */
export function PictureLink({ image, onOpen, children }: PictureLink) {
  return (
    <a
      className={styles.link}
      href={image.url}
      target="_blank"
      rel="noreferrer"
      onClick={(event) => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        onOpen()
      }}
    >
      {children}
    </a>
  )
}
