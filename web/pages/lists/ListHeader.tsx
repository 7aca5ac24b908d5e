import type { List } from '../../../contract/entities/list.ts'
import { t } from '../../../contract/texts/t.ts'
import { pathOfLists } from '../../data/lists/listPaths.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { MenuButton } from '../../ui/overlays/MenuButton.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { rich } from '../../ui/text/rich.ts'
import { ShowMore } from '../../ui/text/ShowMore.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './ListHeader.module.css'
import { countItems, PrivateTag } from './ListRow.tsx'

/** Name, description and owner of a list, with the menu of its owner. */
export function ListHeader({ list, isOwner }: { list: List; isOwner: boolean }) {
  return (
    <Card as="section" padded className={styles.header} aria-label={t('About this list')}>
      <Link href={pathOfLists(list.username)} className={styles.all}>
        {isOwner ? t('My lists') : t('Lists by @{username}', { username: list.username })}
      </Link>
      <div className={styles.line}>
        <h1 className={styles.title} dir="auto">
          {isolated(list.displayName)}
        </h1>
        {!list.public && <PrivateTag />}
        {isOwner && (
          <span className={styles.menu}>
            <MenuButton
              label={t('List actions')}
              load={loadMenu}
              render={(ListMenu, open) => <ListMenu list={list} open={open} />}
            />
          </span>
        )}
      </div>
      <p className="quiet">
        {rich('by <user>@{username}</user>', {
          username: list.username,
          user: (inside) => (
            <Link href={pathOfUser(list.username)} className={styles.owner}>
              {inside}
            </Link>
          ),
        })}{' '}
        · {countItems(list.numItems)} · {rich('Updated {time}', { time: <Time at={list.lastUpdatedAt} /> })}
      </p>
      {list.description && (
        <ShowMore>
          <p className={styles.description} dir="auto">
            {isolated(list.description)}
          </p>
        </ShowMore>
      )}
    </Card>
  )
}

async function loadMenu() {
  const { ListMenu } = await import('./ListMenu.tsx')
  return ListMenu
}
