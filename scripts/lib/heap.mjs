const defaultMib = 256

/**
 * The flag that limits the memory for JavaScript objects. Without it, V8 uses a quarter of the machine's memory before it collects garbage.
 *
 * @param {Record<string, string | undefined>} environment with HEAP_MIB; the server reports an invalid value.
 * @returns {string[]}
 */
export function heapFlags(environment) {
  const given = environment.HEAP_MIB?.trim() || String(defaultMib)
  const isOwn = /max[-_]old[-_]space[-_]size/.test(environment.NODE_OPTIONS ?? '')
  return isOwn || !/^[1-9]\d*$/.test(given) ? [] : [`--max-old-space-size=${given}`]
}
