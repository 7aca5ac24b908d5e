import { isKeyOf } from '../../../contract/objects.ts'

/** Replaces the variables of a text, such as `{{rule}}`, by their values; unknown ones stay. */
export const fillVariables = <Name extends string>(
  text: string,
  values: Readonly<Record<Name, string>>,
): string =>
  text.replaceAll(/\{\{ *([a-z]+) *\}\}/g, (whole, name: string) =>
    isKeyOf(values, name) ? values[name] : whole,
  )
