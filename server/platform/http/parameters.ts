import { type ErrorName, errors } from '../../../contract/errors.ts'
import { isDay } from '../../../contract/isDay.ts'
import { Refused } from './refused.ts'

/** A text that is one of a few words, as the contract describes it. */
interface Choice<T extends string, D extends T | undefined> {
  readonly choices: readonly T[]
  readonly default: D
  readonly otherwise?: ErrorName | undefined
}

/** @returns the default for a text that is missing or empty. @throws Refused with the error that the contract names. */
export function parseChoice<T extends string, D extends T | undefined>(
  parameter: Choice<T, D>,
  text: string | null | undefined,
): T | D {
  const word = parameter.choices.find((one) => one === text)
  if (word === undefined && text && parameter.otherwise) throw new Refused(errors[parameter.otherwise])
  return word ?? parameter.default
}

/** A whole number, as the contract describes it. */
interface Whole {
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly form?: string | undefined
  readonly default?: number | undefined
  readonly otherwise: ErrorName
  readonly outOfRange: ErrorName
}

/**
 * @param byDefault the number for a text that is missing or empty, if that is a setting of the site.
 * @throws Refused with the errors that the contract names; also for a missing text without a default.
 */
export function parseInteger(
  parameter: Whole,
  text: string | undefined,
  byDefault = parameter.default,
): number {
  if (!text && byDefault !== undefined) return byDefault
  const { form, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = parameter
  const number = Number(text || Number.NaN)
  if (form ? !new RegExp(form).test(text ?? '') : !Number.isInteger(number))
    throw new Refused(errors[parameter.otherwise])
  if (number < minimum || number > maximum) throw new Refused(errors[parameter.outOfRange])
  return number
}

/** `true` or `false`, as the contract describes it. */
interface OnOff {
  readonly default: boolean
  readonly otherTexts: boolean
  readonly otherwise?: ErrorName | undefined
  readonly anyCase: boolean
}

/** @throws Refused with the error that the contract names, if it names one. */
export function parseOnOff(parameter: OnOff, given: string | undefined): boolean {
  if (given === undefined) return parameter.default
  const text = parameter.anyCase ? given.toLowerCase() : given
  if (text === 'true' || text === 'false') return text === 'true'
  if (text !== '' && parameter.otherwise) throw new Refused(errors[parameter.otherwise])
  return parameter.otherTexts
}

/** @returns null for a missing or empty text. @throws Refused with `invalid_day` for anything but a day of the years 1 to 9999. */
export function parseDay(text: string | undefined): string | null {
  if (!text) return null
  if (!isDay(text)) throw new Refused(errors.invalidDay)
  return text
}
