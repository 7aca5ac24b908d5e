import { errors, type Refusal } from '../../../contract/errors.ts'

/** Why a rule cannot have this text, or null when it can. */
export const ruleTextRefusal = (rule: string): Refusal => (rule === '' ? errors.emptyRule : null)
