import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import { useMayBeHeld } from '../../device/held.ts'
import { onDemand } from '../../ui/onDemand.tsx'

const HeldList = onDemand(() => import('./HeldList.tsx'), { isDispensable: true })

/** What of the viewer waits for review here, if anything may. */
export function HeldHere(where: { postId: string } | { communityId: string }) {
  const isMember = useViewer() !== null
  const mayBeHeld = useMayBeHeld()
  return isMember && mayBeHeld ? <HeldList where={where} label={t('Waiting for review')} /> : null
}
