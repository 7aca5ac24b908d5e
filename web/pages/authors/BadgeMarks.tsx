import { Icon } from '../../components/icons/Icon.tsx'
import { badgeLook } from '../../data/badges.ts'
import styles from './BadgeMarks.module.css'

/** The badges of an author, small enough to stand beside their name. */
export function BadgeMarks({ types }: { types: readonly string[] | undefined }) {
  return types?.map((type) => {
    const { label, icon } = badgeLook(type)
    return (
      <span key={type} className={styles.mark} title={label}>
        <Icon name={icon} size={14} />
        <span className="visually-hidden">{label}</span>
      </span>
    )
  })
}
