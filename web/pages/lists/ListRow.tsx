import type { List } from '../../../contract/entities/list.ts'
import { Link } from '../../components/Link.tsx'
import linked from '../../components/LinkedRow.module.css'
import { Tag } from '../../components/Tag.tsx'
import { Time } from '../../components/Time.tsx'
import { addressOfList } from '../../data/listAddresses.ts'
import styles from './Lists.module.css'

/** One of several lists. */
export function ListRow({ list }: { list: List }) {
  return (
    <li className={linked.row}>
      <div className={styles.line}>
        <Link href={addressOfList(list)} className={linked.link}>
          <span dir="auto">{list.displayName}</span>
        </Link>
        {!list.public && <PrivateTag />}
      </div>
      <p className={linked.facts}>
        {countItems(list.numItems)} · Updated <Time at={list.lastUpdatedAt} />
      </p>
      {list.description && (
        <p className={linked.excerpt} dir="auto">
          {list.description}
        </p>
      )}
    </li>
  )
}

/** Marks lists that nobody but their owner can see. */
export const PrivateTag = () => (
  <Tag tone="neutral" icon="lock">
    Private
  </Tag>
)

export const countItems = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`
