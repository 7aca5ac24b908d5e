import { Icon } from '../../ui/icons/Icon.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import styles from './BadgeMarks.module.css'
import { badgeLook } from './badges.ts'

/** The badges of an author as small icons beside their name. */
export function BadgeMarks({ types }: { types: readonly string[] | undefined }) {
  return types?.map((type) => {
    const { label, icon } = badgeLook(type)
    // An icon alone would not be understood.
    if (type === 'bot') return <Tag key={type}>{label}</Tag>
    return (
      <span key={type} className={styles.mark} title={label}>
        <Icon name={icon} size={14} />
        <span className="visually-hidden">{label}</span>
      </span>
    )
  })
}
