import { Checkbox } from '../../components/Checkbox.tsx'
import type { Office } from '../../data/roles.ts'

interface SpeakingAs {
  /** The roles that the poster may speak in; none shows nothing. */
  offices: readonly Office[]
  chosen: 'normal' | Office
  onChoose: (group: 'normal' | Office) => void
}

const labels: Record<Office, string> = {
  mods: 'Speaking as a moderator',
  admins: 'Speaking as an admin',
}

/** Lets those who have a role speak in it, in one at a time. */
export function SpeakingAs({ offices, chosen, onChoose }: SpeakingAs) {
  return offices.map((office) => (
    <Checkbox
      key={office}
      label={labels[office]}
      checked={office === chosen}
      onChange={(isChecked) => onChoose(isChecked ? office : 'normal')}
    />
  ))
}
