import { onDemand } from '../../ui/onDemand.tsx'

/** Guests, whose first page is to be small, load nothing of it. */
export const ForMembers = onDemand(() => import('./ForMembers.tsx'), { isDispensable: true })

/** In place of the discussion until it is loaded. */
export const ComingComments = onDemand(() => import('./ComingComments.tsx'))
