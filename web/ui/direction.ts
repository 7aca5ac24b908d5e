/** 1 where the lines of the interface run to the right, -1 where they run to the left. */
export const towardEnd = (): 1 | -1 => (document.dir === 'rtl' ? -1 : 1)

/** What an arrow key means for things in a row: 1 for the next one, -1 for the previous one. */
export const arrowStep = (key: string): number | undefined => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key]
  return step && step * towardEnd()
}
