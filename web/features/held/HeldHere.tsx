import { useViewer } from '../../data/account/initial.ts'
import type { HeldWhere } from '../../data/users/held.ts'
import { onDemand } from '../../ui/onDemand.tsx'

const HeldFlag = onDemand(() => import('./HeldFlag.tsx'), { isDispensable: true })

/** What of the viewer waits for review here, if anything may. Guests, whose first page is to be small, load nothing of it. */
export const HeldHere = (where: HeldWhere) => useViewer() && <HeldFlag {...where} />
