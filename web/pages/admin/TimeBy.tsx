import { rich } from '../../ui/text/rich.ts'
import { Time } from '../../ui/text/Time.tsx'

/** When something was done, and by whom if it was a member whose account exists. */
export const TimeBy = ({ at, by }: { at: string; by: string | null }) => (
  <>{by === null ? <Time at={at} /> : rich('{time} by @{name}', { time: <Time at={at} />, name: by })}</>
)
