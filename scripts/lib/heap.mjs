const defaultMib = 256

/**
 * The flag that limits the memory for JavaScript objects. Without one, V8 takes a quarter of the machine before it looks for garbage.
 *
 * @param {Record<string, string | undefined>} environment with HEAP_MIB; a value that makes no sense is left to the server to refuse.
 * @returns {string[]}
 */
export function heapFlags(environment) {
  const given = environment.HEAP_MIB?.trim() || String(defaultMib)
  const isOwn = /max[-_]old[-_]space[-_]size/.test(environment.NODE_OPTIONS ?? '')
  return isOwn || !/^[1-9]\d*$/.test(given) ? [] : [`--max-old-space-size=${given}`]
}
