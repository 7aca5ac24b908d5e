/** Whether this window belongs to the installed application. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone), (display-mode: fullscreen), (display-mode: minimal-ui)').matches ||
  // Safari's property instead of the media query.
  ('standalone' in navigator && navigator.standalone === true)

/** Whether sites can only be installed by hand: in Safari and all other browsers on an iPhone or iPad. */
export const isIos = (): boolean =>
  /iPad|iPhone|iPod/.test(navigator.userAgent) ||
  // An iPad claims to be a Mac, but no Mac has a touch screen.
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
