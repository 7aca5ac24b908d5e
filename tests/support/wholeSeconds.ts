/** A time as the API answers with it: in whole seconds. */
export const wholeSeconds = (time: string): string => time.replace(/\.\d+Z$/, 'Z')
