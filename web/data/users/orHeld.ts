import { useQueryClient } from '@tanstack/react-query'
import { noteHeld } from '../../device/held.ts'
import { refusalOf } from '../failure.ts'
import { heldKey } from './held.ts'

/** @returns a function with the answer to a request that stores a text; null if the text waits for review now, which counts as success. */
export function useOrHeld() {
  const queryClient = useQueryClient()
  return async <T>(request: Promise<T>): Promise<T | null> => {
    try {
      return await request
    } catch (error) {
      if (refusalOf(error)?.code !== 'held_for_review') throw error
      noteHeld(true)
      queryClient.invalidateQueries({ queryKey: [heldKey] })
      return null
    }
  }
}
