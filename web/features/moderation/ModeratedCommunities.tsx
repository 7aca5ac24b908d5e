import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { CommunityAvatar } from '../communities/CommunityAvatar.tsx'
import styles from './ModeratedCommunities.module.css'

/** Links to the mod tools of each community that the viewer moderates; nothing when there are none. */
export function ModeratedCommunities() {
  const { communities, moderates } = useInitial()
  const moderated = communities.filter(({ id }) => moderates?.includes(id))
  if (moderated.length === 0) return null
  return (
    <Card as="section" padded aria-labelledby="moderated-communities">
      <h2 id="moderated-communities" className={styles.title}>
        {t('Communities you moderate')}
      </h2>
      <ul>
        {moderated.map(({ id, name, proPic }) => (
          <li key={id} className={styles.row}>
            <Link href={`/${name}`} className={styles.community}>
              <CommunityAvatar name={name} size="small" picture={proPic} />
              <span className={styles.name} dir="auto">
                {isolated(name)}
              </span>
            </Link>
            <Link
              href={`/${name}/modtools`}
              className={styles.tools}
              aria-label={t('Mod tools for {community}', { community: name })}
            >
              {t('Mod tools')}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
