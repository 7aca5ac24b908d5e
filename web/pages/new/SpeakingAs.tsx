import type { Role } from '../../data/users/roles.ts'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'

interface SpeakingAsProps {
  /** The roles that the author can post with; empty hides the field. */
  roles: readonly Role[]
  chosen: 'normal' | Role
  onChoose: (group: 'normal' | Role) => void
}

const labels: Record<Role, string> = {
  mods: 'Speaking as a moderator',
  admins: 'Speaking as an admin',
}

/** Lets moderators and admins choose one role to post with. */
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
