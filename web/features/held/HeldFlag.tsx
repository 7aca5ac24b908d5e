import type { HeldWhere } from '../../data/users/held.ts'
import { useMayBeHeld } from '../../device/held.ts'
import { onDemand } from '../../ui/onDemand.tsx'

const HeldList = onDemand(() => import('./HeldList.tsx'), { isDispensable: true })

/** Asks only where this device knows that something may wait. */
export default function HeldFlag(where: HeldWhere) {
  return useMayBeHeld() && <HeldList where={where} />
}
