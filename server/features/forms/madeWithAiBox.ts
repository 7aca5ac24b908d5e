import type { PlainField, PlainForm } from '../../../contract/pages.ts'
import { t } from '../../../contract/texts/t.ts'
import type { MadeWithAiMarker, MadeWithAiPolicy } from '../../../contract/words.ts'
import type { Typed } from './form.ts'

interface Marking {
  /** The policy of the community; undefined where it is not known yet. */
  readonly policy: MadeWithAiPolicy | undefined
  /** Who has marked what is edited. */
  readonly marker?: MadeWithAiMarker | undefined
}

/** The box with which an author marks a text *Made with AI*. A box that is not ticked is not sent. */
export function madeWithAiBox(typed: Typed, { policy, marker }: Marking): PlainField[] {
  if (policy === 'refused' && marker === undefined) return []
  const isByStaff = marker !== undefined && marker !== 'author'
  // Every form that was sent has a token.
  const wasSent = typed.token !== undefined
  return [
    {
      name: 'isMadeWithAi',
      label: t('Made with AI'),
      kind: 'box',
      value: 'on',
      isOptional: true,
      isFixed: isByStaff,
      isTicked: isByStaff || (wasSent ? typed.isMadeWithAi !== undefined : marker !== undefined),
      ...(isByStaff
        ? { hint: t('Moderators marked this. Only they can undo it.') }
        : policy === 'marked' && { hint: t('Required in this community if AI was used.') }),
    },
  ]
}

/**
 * The rest of a form with a place for that box: what the community thinks of it, and whether the author has marked it already, so that
 * a box that is not ticked means something.
 */
export const madeWithAiForm = (
  typed: Typed,
  { hidden, fields, submit }: Omit<NonNullable<PlainForm['form']>, 'action' | 'notice'>,
  marking: Marking,
) => ({
  hidden: { ...hidden, ...(marking.marker === 'author' && { wasMadeWithAi: 'on' }) },
  fields: [...fields, ...madeWithAiBox(typed, marking)],
  notice:
    marking.policy === 'refused' && marking.marker === undefined
      ? t("This community doesn't allow content made with AI.")
      : null,
  submit,
})

/** What the call gets of it; nothing if the author changed nothing. */
export function madeWithAiIn(typed: Typed): { isMadeWithAi?: boolean } {
  const isMadeWithAi = typed.isMadeWithAi !== undefined
  return isMadeWithAi === (typed.wasMadeWithAi !== undefined) ? {} : { isMadeWithAi }
}
