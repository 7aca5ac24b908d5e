import type { List } from '../../../contract/entities/list.ts'
import { t } from '../../../contract/texts/t.ts'
import { pathOfList } from '../../data/lists/listPaths.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import linked from '../../ui/navigation/LinkedRow.module.css'
import { isolated } from '../../ui/text/isolated.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './Lists.module.css'

/** One list in the overview of a member's lists. */
export function ListRow({ list }: { list: List }) {
  return (
    <li className={linked.row}>
      <div className={styles.line}>
        <Link href={pathOfList(list)} className={linked.link}>
          <span dir="auto">{isolated(list.displayName)}</span>
        </Link>
        {!list.public && <PrivateTag />}
      </div>
      <p className="quiet">
        {countItems(list.numItems)} · {rich('Updated {time}', { time: <Time at={list.lastUpdatedAt} /> })}
      </p>
      {list.description && (
        <p className={linked.excerpt} dir="auto">
          {isolated(list.description)}
        </p>
      )}
    </li>
  )
}

/** Marks lists that only their owner can see. */
export const PrivateTag = () => (
  <Tag tone="neutral" icon="lock">
    {t('Private')}
  </Tag>
)

export const countItems = (count: number): string =>
  t('{count, plural, one {# item} other {# items}}', { count })
