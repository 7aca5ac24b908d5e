declare module 'virtual:icon-sprite' {
  /** Address of the SVG sprite, with the hash of its content in it. */
  const spriteUrl: string
  export default spriteUrl
}
