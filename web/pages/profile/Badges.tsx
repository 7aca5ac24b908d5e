import type { Badge } from '../../../contract/entities/user.ts'
import { badgeLook } from '../../features/authors/badges.ts'
import { Tag } from '../../ui/text/Tag.tsx'

export function Badges({ badges }: { badges: readonly Badge[] }) {
  return badges.map(({ id, type }) => {
    const { label, icon } = badgeLook(type)
    return (
      <Tag key={id} icon={icon}>
        {label}
      </Tag>
    )
  })
}
