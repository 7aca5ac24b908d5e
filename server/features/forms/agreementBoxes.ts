import type { Initial } from '../../../contract/entities/initial.ts'
import type { PlainField } from '../../../contract/pages.ts'
import { t } from '../../../contract/texts/t.ts'

/** The boxes for what the site asks people to agree to; a box that is not ticked is not sent. */
export const agreementBoxes = ({
  termsToAccept,
  ageToDeclare,
}: Pick<Initial, 'termsToAccept' | 'ageToDeclare'>): PlainField[] => {
  const boxes: PlainField[] = []
  if (ageToDeclare > 0)
    boxes.push({
      name: 'declaredAge',
      label: t('I am at least {age, number} years old.', { age: ageToDeclare }),
      kind: 'box',
      value: String(ageToDeclare),
    })
  if (termsToAccept !== '')
    boxes.push({
      name: 'acceptedTerms',
      label: t('I have read and accept the terms.'),
      kind: 'box',
      value: termsToAccept,
    })
  return boxes
}

/** What the call gets of them. */
export const agreementIn = ({
  declaredAge = '',
  acceptedTerms,
}: Readonly<Record<string, string | undefined>>) => ({
  ...(/^\d{1,2}$/.test(declaredAge) && { declaredAge: Number(declaredAge) }),
  ...(acceptedTerms !== undefined && { acceptedTerms }),
})
