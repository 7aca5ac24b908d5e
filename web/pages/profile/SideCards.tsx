import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { List } from '../../../contract/entities/list.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import { t } from '../../../contract/texts/t.ts'
import { pathOfList, pathOfLists } from '../../data/lists/listPaths.ts'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Avatar } from '../../ui/media/Avatar.tsx'
import { copyNamed } from '../../ui/media/imageCopies.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import { Count } from '../../ui/text/Count.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Badges } from './Badges.tsx'
import { listsBeside } from './profile.ts'
import styles from './SideCards.module.css'

/** The cards beside a member's feed. */
export function SideCards({ user }: { user: User }) {
  return (
    <>
      <SideCard title={t('Summary')}>
        <dl className={styles.summary}>
          <div>
            <dt>{t('Posts')}</dt>
            <dd>
              <Count value={user.noPosts} />
            </dd>
          </div>
          <div>
            <dt>{t('Comments')}</dt>
            <dd>
              <Count value={user.noComments} />
            </dd>
          </div>
        </dl>
      </SideCard>
      {user.badges.length > 0 && (
        <SideCard title={t('Badges')}>
          <p className={styles.badges}>
            <Badges badges={user.badges} />
          </p>
        </SideCard>
      )}
      <ModeratorOf user={user} />
      <Lists username={user.username} />
    </>
  )
}

function SideCard({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  return (
    <Card as="section" padded aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {more}
      </div>
      {children}
    </Card>
  )
}

function ModeratorOf({ user: { moddingList } }: { user: User }) {
  if (!moddingList?.length) return null
  return (
    <SideCard title={t('Moderator of')}>
      <ul className={styles.list}>
        {moddingList.map(({ id, name, proPic }) => (
          <li key={id}>
            <Link href={`/${name}`} className={styles.entry}>
              <Avatar name={name} square size="small" src={proPic && copyNamed(proPic, 'tiny')} />
              <span className={styles.name} dir="auto">
                {isolated(name)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </SideCard>
  )
}

/** More lists would push other cards out of view; a link leads to all of them. */
const listsShown = 5

function Lists({ username }: { username: string }) {
  const lists = useQuery(listsBeside({ username }))
  return (
    <SideCard
      title={t('Lists')}
      more={
        <Link href={pathOfLists(username)} className={styles.more}>
          {t('View all')}
        </Link>
      }
    >
      {lists.isError ? (
        <p role="alert">{t('Error loading lists')}</p>
      ) : !lists.data ? (
        <Spinner />
      ) : lists.data.length === 0 ? (
        <p className={styles.nothing}>{t('No lists yet')}</p>
      ) : (
        <ul className={styles.list}>
          {lists.data.slice(0, listsShown).map((list) => (
            <ListEntry key={list.id} list={list} />
          ))}
        </ul>
      )}
    </SideCard>
  )
}

function ListEntry({ list }: { list: List }) {
  return (
    <li>
      <Link href={pathOfList(list)} className={styles.entry}>
        <span className={styles.name} dir="auto">
          {isolated(list.displayName)}
        </span>
        {!list.public && <Tag tone="neutral">{t('Private')}</Tag>}
        <span className={styles.count}>
          <Count value={list.numItems} />
          <span className="visually-hidden">
            {' '}
            {t('{count, plural, one {item} other {items}}', { count: list.numItems })}
          </span>
        </span>
      </Link>
    </li>
  )
}
