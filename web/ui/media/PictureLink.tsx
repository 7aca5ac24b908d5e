import type { ReactNode } from 'react'
import type { Image } from '../../../contract/entities/image.ts'
import { opensNewTab } from '../navigation/opensNewTab.ts'
import styles from './PictureLink.module.css'

interface PictureLinkProps {
  image: Image
  /** Shows the picture larger, in place of following the link to its file. */
  onOpen: () => void
  children: ReactNode
}

/** A link around a picture to its larger view; without JavaScript, and in a new tab, to its file. */
export function PictureLink({ image, onOpen, children }: PictureLinkProps) {
  return (
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
    </a>
  )
}
