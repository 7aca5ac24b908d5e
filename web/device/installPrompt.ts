import { useSyncExternalStore } from 'react'

/** The browser's install prompt, deferred until the user asks for it. */
interface InstallPrompt extends Event {
  prompt(): Promise<void>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface WindowEventMap {
    /** Only in browsers made of Chromium. */
    beforeinstallprompt: InstallPrompt
  }
}

let held: InstallPrompt | null = null
const listeners = new Set<() => void>()

function set(prompt: InstallPrompt | null): void {
  held = prompt
  for (const listener of listeners) listener()
}

/** Defers the browser's install prompt, which may come at any time after the page was loaded. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    set(event)
  })
  addEventListener('appinstalled', () => set(null))
}

/** Shows the prompt; null while there is none. It can be shown once. */
export const useInstallPrompt = (): (() => Promise<void>) | null =>
  useSyncExternalStore(
    subscribe,
    () => held,
    () => null,
  ) && ask

async function ask(): Promise<void> {
  const prompt = held
  set(null)
  await prompt?.prompt()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
