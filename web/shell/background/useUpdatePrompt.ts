import { useEffect } from 'react'
import { limits } from '../../../contract/limits.ts'
import { isLongAgo, rememberNow } from '../../device/remembered.ts'
import { useIsOutdated } from '../../device/renewal.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'

const promptedAtKey = 'updatePromptAt'

/** Offers a newer version of the site to a window that still runs an older one, at most every 20 minutes. */
export function useUpdatePrompt(): void {
  const isOutdated = useIsOutdated()
  const toasts = useToasts()
  useEffect(() => {
    if (!isOutdated) return
    const prompt = () => {
      if (!isLongAgo(promptedAtKey, limits.updatePromptMinMs)) return
      rememberNow(promptedAtKey)
      toasts.show('A new version is available.', {
        ms: limits.updatePromptMinMs,
        action: { label: 'Reload', onPress: () => location.reload() },
      })
    }
    prompt()
    const isPhone = matchMedia(`(max-width: ${limits.phoneMaxWidthPx}px)`).matches
    const timer = setInterval(prompt, isPhone ? limits.updatePromptCheckMs : limits.updateCheckMs)
    return () => clearInterval(timer)
  }, [isOutdated, toasts])
}
