import { useEffect } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { isLongAgo, rememberNow } from '../../device/remembered.ts'
import { useIsOutdated } from '../../device/renewal.ts'
import { updateCheckMs } from '../../device/serviceWorker.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { phoneMedia } from '../../ui/phone.ts'

const promptMinMs = 20 * 60_000
const phoneCheckMs = 10_000

const promptedAtKey = 'updatePromptAt'

/** Offers a newer version of the site to a window that still runs an older one, at most every 20 minutes. */
export function useUpdatePrompt(): void {
  const isOutdated = useIsOutdated()
  const toasts = useToasts()
  useEffect(() => {
    if (!isOutdated) return
    const prompt = () => {
      if (!isLongAgo(promptedAtKey, promptMinMs)) return
      rememberNow(promptedAtKey)
      toasts.show(t('A new version is available.'), {
        ms: promptMinMs,
        action: { label: t('Reload'), onPress: () => location.reload() },
      })
    }
    prompt()
    const isPhone = matchMedia(phoneMedia).matches
    const timer = setInterval(prompt, isPhone ? phoneCheckMs : updateCheckMs)
    return () => clearInterval(timer)
  }, [isOutdated, toasts])
}
