import { createContext, useContext } from 'react'
import type { Ask } from './guard.ts'
import type { ShownPage } from './page.ts'

/** Shorter waits show no loading indicator. */
export const loadingStateDelayMs = 80

export interface Navigator {
  /**
   * Goes to a path of this site. The current page stays on the screen until the next one is complete.
   *
   * @param options.resume shows it as it was when it was last left.
   */
  navigate(to: string, options?: { replace?: boolean; resume?: boolean }): void
  /** Reloads the page on the screen. */
  reload(): void
  /**
   * Puts a layer over the page. `onClosed` is called when a back step or a new page closes it, and identifies it.
   *
   * @param isGuarded whether a back step asks first, while the page is guarded.
   */
  openLayer(onClosed: () => void, isGuarded?: boolean): void
  /** The layer has been closed in another way. */
  closeLayer(onClosed: () => void): void
  /**
   * Protects what would be lost with the page. Links, calls and history steps that lead away call `ask` instead; the page
   * stays unless that calls `leave`.
   *
   * @returns a function that ends it.
   */
  guard(ask: Ask): () => void
  /** @returns a function that ends it. */
  listen(listener: NavigationListener): () => void
}

export interface NavigationListener {
  readonly onShow: (page: ShownPage) => void
  /** Called with true when the next page takes long, and with false when it is loaded. */
  readonly onWait: (isWaiting: boolean) => void
}

/** For the server, which renders one page and never navigates. */
export const idleNavigator: Navigator = {
  navigate: () => {},
  reload: () => {},
  openLayer: () => {},
  closeLayer: () => {},
  guard: () => () => {},
  listen: () => () => {},
}

export const NavigatorContext = createContext<Navigator>(idleNavigator)

export const useNavigator = () => useContext(NavigatorContext)
