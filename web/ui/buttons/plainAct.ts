import type { ActName } from '../../../contract/plainForms.ts'

/**
 * The attributes with which a button works without scripts, too: it sends the form `act` of the document (web/document.ts). Scripts
 * do not need them, so browsers do not get this code: write `import.meta.env.SSR && plainAct(…)`.
 */
export const plainAct = (name: ActName, value: string) =>
  ({ type: 'submit', form: 'act', name, value }) as const
