declare module 'virtual:icon-sprite' {
  /** URL of the SVG sprite, with the hash of its content. */
  const spriteUrl: string
  export default spriteUrl
}
