import { limits } from '../../../contract/limits.ts'
import type { PlainField } from '../../../contract/pages.ts'
import { t } from '../../../contract/texts/t.ts'
import { calling, type Form, type Typed, textOf } from './form.ts'

const isYes = (typed: Typed, name: string): boolean => typed[name] === 'yes'
const keyOf = (typed: Typed) => (typed.secret ? { key: typed.secret } : {})
const pathOfNotice = (number: string | number, key: string | null | undefined) =>
  `/notice/${number}${key ? `?${new URLSearchParams({ key })}` : ''}`

const line = (typed: Typed, name: string, label: string, more: Partial<PlainField> = {}): PlainField => ({
  name,
  label,
  kind: 'line',
  value: textOf(typed, name),
  ...more,
})

function fieldsOfNotice(typed: Typed, { isGuest }: { isGuest: boolean }): PlainField[] {
  const contact = [
    line(typed, 'name', t('Your name'), { autoComplete: 'name', maxLength: limits.noticeNameMaxLength }),
    line(typed, 'email', t('Your email'), { kind: 'email', autoComplete: 'email' }),
  ]
  return [
    line(typed, 'address', t('What are you reporting?'), {
      hint: t('Link to the post, comment, profile or community.'),
    }),
    line(typed, 'text', t('Why is it illegal?'), { kind: 'text', maxLength: limits.noticeMaxLength }),
    line(typed, 'ground', t('Law (optional)'), { maxLength: limits.noticeGroundMaxLength }),
    line(typed, 'country', t('Country (optional)'), { maxLength: limits.noticeCountryMaxLength }),
    {
      name: 'isChildAbuse',
      label: t('It shows child sexual abuse (you can stay anonymous)'),
      kind: 'box',
      value: 'yes',
      isOptional: true,
    },
    ...(isGuest ? contact : []),
    {
      name: 'isInGoodFaith',
      label: t('To my knowledge, this is accurate and complete'),
      kind: 'box',
      value: 'yes',
    },
  ]
}

/** The forms about notices of illegal content, which guests can send, too. */
export const noticeForms: Record<'notice' | 'complaint', Form> = {
  notice: {
    forGuests: true,
    async show({ typed, viewer }) {
      return () => ({
        title: t('Report illegal content'),
        form: { hidden: {}, fields: fieldsOfNotice(typed, { isGuest: !viewer }), submit: t('Send') },
        links: [{ href: '/', label: t('Home') }],
      })
    },
    ...calling(
      'sendNotice',
      (typed) => ({
        body: {
          address: textOf(typed, 'address'),
          text: textOf(typed, 'text'),
          ground: textOf(typed, 'ground'),
          country: textOf(typed, 'country'),
          name: textOf(typed, 'name'),
          email: textOf(typed, 'email'),
          isChildAbuse: isYes(typed, 'isChildAbuse'),
          isInGoodFaith: isYes(typed, 'isInGoodFaith'),
        },
      }),
      ({ number, key }) => pathOfNotice(number, key),
    ),
  },

  complaint: {
    forGuests: true,
    async show({ typed }) {
      const number = textOf(typed, 'number')
      return () => ({
        title: t('Contest the decision on notice {number}', { number }),
        form: {
          hidden: { number, secret: textOf(typed, 'secret') },
          fields: [
            line(typed, 'text', t("What's wrong with the decision?"), {
              kind: 'text',
              maxLength: limits.noticeMaxLength,
            }),
          ],
          submit: t('Send complaint'),
        },
        links: [{ href: pathOfNotice(number, typed.secret), label: t('Back to the notice') }],
      })
    },
    ...calling(
      'complain',
      (typed) => ({
        params: { number: textOf(typed, 'number') },
        body: { ...keyOf(typed), text: textOf(typed, 'text') },
      }),
      ({ number }, typed) => pathOfNotice(number, typed.secret),
    ),
  },
}
