/** A name as it was typed, without the space around it and the one @ in front that names are shown with everywhere. */
export const bareName = (typed: string): string => typed.trim().replace(/^@/, '')
