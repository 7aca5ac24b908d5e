import { useEffect } from 'react'
import { usePreference } from '../../device/preferences.ts'
import { phoneMedia } from '../../ui/phone.ts'

const navbarAutohideStepPx = 20

const navbarBlurAfterPx = 50

/**
 * Sets the attributes that style the navbar: `data-scrolled` once content is under it, and on phones
 * `data-navbar="away"` while the reader scrolls down, unless the device's preference keeps it.
 */
export function useNavbar(): void {
  const stays = usePreference('top_navbar_autohide_disabled') === true
  useEffect(() => {
    const root = document.documentElement
    const phone = matchMedia(phoneMedia)
    /** The scroll position at which the bar last appeared or disappeared. */
    let turnedAt = scrollY
    const follow = () => {
      if (!phone.matches) {
        root.toggleAttribute('data-scrolled', scrollY > navbarBlurAfterPx)
        delete root.dataset.navbar
        return
      }
      // Some systems overscroll pages and bounce back. Reading the height forces a layout.
      const top = Math.min(Math.max(0, scrollY), root.scrollHeight - innerHeight)
      root.toggleAttribute('data-scrolled', top > navbarBlurAfterPx)
      if (stays || top <= navbarAutohideStepPx) {
        turnedAt = top
        delete root.dataset.navbar
      } else if (Math.abs(top - turnedAt) >= navbarAutohideStepPx) {
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
