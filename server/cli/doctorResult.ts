/** What a check has found. */
export interface Finding {
  readonly state: 'ok' | 'warning' | 'fault'
  /** What was checked. */
  readonly about: string
  readonly text: string
  /** How to fix it; empty if there is nothing to fix. */
  readonly fix: string
}

export type Result = Omit<Finding, 'about'>

export const ok = (text: string): Result => ({ state: 'ok', text, fix: '' })
export const warning = (text: string, fix: string): Result => ({ state: 'warning', text, fix })
export const fault = (text: string, fix: string): Result => ({ state: 'fault', text, fix })

/** How long a check waits for an answer from elsewhere. */
export const answerMs = 5000
