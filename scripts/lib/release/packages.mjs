/**
 * The packages of a lock file that a machine installs, with all that they need.
 *
 * @param {Record<string, object>} packages `packages` of a package-lock.json
 * @param {string[]} names of the packages to begin with
 * @param {{ os: string, cpu: string, libc: string }} machine
 * @returns {string[]} their paths, such as `node_modules/sharp`, sorted
 */
export function packagesFor(packages, names, machine) {
  const found = new Set()
  const add = (name, isOptional, from) => {
    const path = pathOf(packages, name, from)
    if (!path) {
      if (isOptional) return
      throw new Error(`package-lock.json has no package "${name}", which ${from || 'the program'} needs.`)
    }
    const entry = packages[path]
    if (found.has(path) || !isFor(entry, machine)) return
    found.add(path)
    for (const { name: needed, isOptional: may } of neededBy(entry)) add(needed, may, path)
  }
  for (const name of names) add(name, false, '')
  return [...found].sort()
}

/** Whether a package is for this machine; those that name none are for all. */
export function isFor({ os, cpu, libc }, machine) {
  const has = (list, own) => !list || list.includes(own)
  return has(os, machine.os) && has(cpu, machine.cpu) && has(libc, machine.libc)
}

/** The packages that one needs; optional ones may be missing. */
export function neededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const optional = Object.keys(optionalDependencies ?? {})
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [
    ...[...Object.keys(dependencies ?? {}), ...peers].map((name) => ({
      name,
      isOptional: optional.includes(name),
    })),
    ...optional.map((name) => ({ name, isOptional: true })),
  ]
}

/** Where Node finds a package that is imported by the one at `from`: in its own folder first, then in those above. */
export function pathOf(packages, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder}${folder && '/'}node_modules/${name}`
    if (packages[path]) return path
    if (!folder) return null
  }
}

/**
 * Whether a file of a package is needed at run time: neither what compilers read nor what people read, but the licences.
 *
 * @param {string} path in the package
 */
export function isNeeded(path) {
  if (/(^|\/)(licen[cs]e|copying|notice|third-party)[^/]*$/i.test(path)) return true
  return (
    !/\.(a|pc|map|d\.ts|d\.cts|d\.mts|md|h|hpp|cc|cpp|gyp)$/.test(path) && !/(^|\/)(include|src)\//.test(path)
  )
}
