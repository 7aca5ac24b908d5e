import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import styles from './FixedContents.module.css'

/** The parts of a post that an edit cannot change: its images or its link. */
export function FixedContents({ post: { images, link } }: { post: Pick<Post, 'images' | 'link'> }) {
  return (
    <>
      {link && (
        <p className={styles.link}>
          <Link href={link.url} target="_blank" rel="noopener noreferrer nofollow">
            {link.url}
          </Link>
        </p>
      )}
      {images.length > 0 && (
        <ol className={styles.images} aria-label={t('Images in this post')}>
          {images.map(({ id, url, copies, altText }) => (
            <li key={id}>
              <img
                src={copies.find(({ name }) => name === 'tiny')?.url ?? url}
                alt={altText ?? ''}
                width={96}
                height={96}
                loading="lazy"
              />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
