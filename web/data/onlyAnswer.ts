type Asking = <Answer extends string | number | boolean | null>(ask: () => Answer) => Answer

let recorder: Asking | null = null

/** Only for the server, which keeps markup together with what it was made of. @returns what was set before. */
export function recordAnswersWith(next: Asking | null): Asking | null {
  const before = recorder
  recorder = next
  return before
}

/**
 * The answer to a question about the viewer. Kept markup then depends on the answer alone, and not on all that it follows from:
 * whether someone is the author of a post, and not who they are.
 */
export const onlyAnswer: Asking = (ask) => (import.meta.env.SSR && recorder ? recorder(ask) : ask())

/** A text of which kept markup may depend only on whether there is one: an empty one while that markup is made. */
export const onlyWhether = (ask: () => string | null): string | null =>
  import.meta.env.SSR && recorder ? (recorder(() => ask() !== null) ? '' : null) : ask()
