import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Image } from '../../../contract/entities/image.ts'

interface ImageSource {
  ref: RefObject<HTMLImageElement | null>
  /** `copy` at first; `original` when there is no copy or it failed to load; `failed` when the original failed, too. */
  shows: 'copy' | 'original' | 'failed'
  onLoad: () => void
  onError: () => void
}

/** Pictures whose missing copy is already reported in the console. */
const warned = new Set<string>()

/**
 * Falls back to the original when a copy is missing, and reports that once per picture in the console.
 *
 * @param hasCopy whether the API names the copy to show.
 */
export function useImageSource(image: Image, hasCopy: boolean, whenLoaded?: () => void): ImageSource {
  const ref = useRef<HTMLImageElement>(null)
  const [failures, setFailures] = useState(0)
  const shows =
    (['copy', 'original', 'failed'] as const)[Math.min(2, failures + (hasCopy ? 0 : 1))] ?? 'failed'
  const isOriginal = shows === 'original'
  useEffect(() => {
    if (!isOriginal || warned.has(image.id)) return
    warned.add(image.id)
    console.warn(`A copy of the picture ${image.id} is missing; the original is shown.`)
  }, [isOriginal, image.id])
  const onLoad = () => whenLoaded?.()
  // Handles each source once: the effect below and a late event may both report its error, when the next source already
  // loads.
  const onError = () => {
    const element = ref.current
    if (element?.complete && element.naturalWidth === 0) setFailures(failures + 1)
  }
  // The load or error event may have fired before hydration.
  const early = useRef({ onLoad, onError })
  useEffect(() => {
    const element = ref.current
    if (!element?.complete || !element.currentSrc) return
    if (element.naturalWidth > 0) early.current.onLoad()
    else early.current.onError()
  }, [])
  return { ref, shows, onLoad, onError }
}
