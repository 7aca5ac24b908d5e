import { useEffect, useEffectEvent, useState } from 'react'
import { imagesOnClipboard } from './imagesOnClipboard.ts'

/**
 * Accepts images that are dropped anywhere on the page or pasted into it. The whole page, because the browser would
 * open a file that misses the target.
 *
 * @returns whether files are being dragged over the page.
 */
export function useImageDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setIsOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const drop = (event: DragEvent) => {
      setIsOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      take(files)
    }
    const paste = (event: ClipboardEvent) => {
      const images = imagesOnClipboard(event.clipboardData)
      if (images.length === 0) return
      event.preventDefault()
      take(images)
    }
    const end = new AbortController()
    addEventListener('dragover', over, end)
    addEventListener('dragleave', leave, end)
    addEventListener('drop', drop, end)
    addEventListener('paste', paste, end)
    return () => end.abort()
  }, [])
  return isOver
}
