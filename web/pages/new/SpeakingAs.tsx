import type { Role } from '../../data/users/roles.ts'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'

interface SpeakingAsProps {
  /** The roles that the poster may speak in; none shows nothing. */
  roles: readonly Role[]
  chosen: 'normal' | Role
  onChoose: (group: 'normal' | Role) => void
}

const labels: Record<Role, string> = {
  mods: 'Speaking as a moderator',
  admins: 'Speaking as an admin',
}

/** Lets those who have a role speak in it, in one at a time. */
export function SpeakingAs({ roles, chosen, onChoose }: SpeakingAsProps) {
  return roles.map((role) => (
    <Checkbox
      key={role}
      label={labels[role]}
      checked={role === chosen}
      onChange={(isChecked) => onChoose(isChecked ? role : 'normal')}
    />
  ))
}
