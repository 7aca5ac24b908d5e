/*
 * The part of the service worker's global scope that we use. TypeScript's own library for it conflicts with the one
 * for pages.
 */

/** An event that keeps the worker alive until its work is done. */
interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface FetchEvent extends LastingEvent {
  readonly request: Request
  /** The request that the browser sent while the worker was starting (navigation preload). */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

export interface PushEvent extends LastingEvent {
  readonly data: { json(): unknown } | null
}

export interface NotificationClick extends LastingEvent {
  readonly notification: Notification
}

interface MessageFromPage extends LastingEvent {
  readonly data: unknown
  readonly ports: readonly MessagePort[]
}

/** A window of the site. */
interface WindowClient {
  readonly url: string
  focus(): Promise<WindowClient>
  navigate(url: string): Promise<WindowClient | null>
}

interface Events {
  readonly install: LastingEvent
  readonly activate: LastingEvent
  readonly fetch: FetchEvent
  readonly message: MessageFromPage
  readonly push: PushEvent
  readonly notificationclick: NotificationClick
}

interface WorkerScope {
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window' }): Promise<readonly WindowClient[]>
    openWindow(url: string): Promise<WindowClient | null>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
}

export const scope = self as unknown as WorkerScope
