import { useEffect } from 'react'
import { limits } from '../../../contract/limits.ts'
import { usePreference } from '../../device/preferences.ts'

/**
 * Tells the style sheets how the bar at the top should look: `data-scrolled` once something is under it, and on phones
 * `data-navbar="away"` while the reader goes down, unless this device wants it to stay.
 */
export function useNavbar(): void {
  const stays = usePreference('top_navbar_autohide_disabled') === true
  useEffect(() => {
    const root = document.documentElement
    const phone = matchMedia(`(max-width: ${limits.phoneMaxWidthPx}px)`)
    /** Where the reader was when the bar last went or came. */
    let turnedAt = scrollY
    const follow = () => {
      if (!phone.matches) {
        root.toggleAttribute('data-scrolled', scrollY > limits.navbarBlurAfterPx)
        delete root.dataset.navbar
        return
      }
      // Some systems let pages be pulled over their ends, and back. To ask for the height costs a layout.
      const top = Math.min(Math.max(0, scrollY), root.scrollHeight - innerHeight)
      root.toggleAttribute('data-scrolled', top > limits.navbarBlurAfterPx)
      if (stays || top <= limits.navbarAutohideStepPx) {
        turnedAt = top
        delete root.dataset.navbar
      } else if (Math.abs(top - turnedAt) >= limits.navbarAutohideStepPx) {
        if (top > turnedAt) root.dataset.navbar = 'away'
        else delete root.dataset.navbar
        turnedAt = top
      }
    }
    follow()
    addEventListener('scroll', follow, { passive: true })
    return () => removeEventListener('scroll', follow)
  }, [stays])
}
