/** Puts values in place of the variables of a text, such as `{{rule}}`; what is none of them stays. */
export const fillVariables = <Name extends string>(
  text: string,
  values: Readonly<Record<Name, string>>,
): string =>
  text.replaceAll(/\{\{ *([a-z]+) *\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as Name] : whole,
  )
