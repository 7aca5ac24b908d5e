import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalOf } from '../../data/failure.ts'
import { removalReasonsQuery } from '../../data/moderation/removal.ts'
import { noRemovalReason, type RemovalReason } from './RemovalFields.tsx'

/**
 * The reason of a removal while it is written. Some communities require one; with things of several communities (null), only the
 * server knows.
 */
export function useRemovalReason(communityId: string | null) {
  const { data } = useQuery({ ...removalReasonsQuery(communityId ?? ''), enabled: communityId !== null })
  const [why, setWhy] = useState(noRemovalReason)
  const [isRefused, setRefused] = useState(false)
  const isRequired = data?.reasonRequired === true || isRefused
  const isGiven = why.ruleId !== '' || why.reason.trim() !== ''
  const [isMissing, setMissing] = useState(false)
  return {
    why,
    setWhy,
    rules: data?.rules ?? [],
    fields: { communityId, value: why, isRequired, isMissing: isMissing && !isGiven },
    /** Whether it can be sent; if not, its field says what is missing. */
    check(): boolean {
      if (isGiven || !isRequired) return true
      setMissing(true)
      return false
    },
    /** Whether the removal failed because a reason is missing, which its field then says. */
    refuses(error: unknown): boolean {
      if (refusalOf(error)?.code !== 'removal-reason-required') return false
      setRefused(true)
      setMissing(true)
      return true
    },
  }
}

/** The reason as the API takes it. */
export const removalBodyOf = ({ ruleId, reason, note }: RemovalReason) => ({
  reason: reason.trim(),
  note: note.trim(),
  ruleId: ruleId === '' ? null : Number(ruleId),
})
