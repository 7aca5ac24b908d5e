import type { HeldItem, OwnHeldItem } from '../../../contract/entities/held.ts'
import { useNavigator } from '../../router/navigator.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { ShowMore } from '../../ui/text/ShowMore.tsx'
import styles from './HeldText.module.css'

/** What waits for review, as it would appear: title, link, text and images. */
export function HeldText({ item }: { item: HeldItem | OwnHeldItem }) {
  const { navigate } = useNavigator()
  const { title, link, bodyHtml, images } = item
  return (
    <div className={styles.text}>
      {title !== null && (
        <h2 className={styles.title} dir="auto">
          {isolated(title)}
        </h2>
      )}
      {link !== null && (
        <a className={styles.link} href={link} target="_blank" rel="noreferrer nofollow" dir="auto">
          {isolated(link)}
          <Icon name="external" size={13} />
        </a>
      )}
      {bodyHtml && (
        <ShowMore collapse="queue">
          <Markdown html={bodyHtml} onNavigate={navigate} />
        </ShowMore>
      )}
      {images.length > 0 && (
        <div className={styles.images}>
          {images.map(({ id, url, altText }) => (
            <img key={id} src={url} alt={altText ?? ''} loading="lazy" className={styles.image} />
          ))}
        </div>
      )}
    </div>
  )
}
