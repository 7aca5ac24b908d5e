import { createHash } from 'node:crypto'
import { neededBy, packagesFor, pathOf } from './packages.mjs'

/**
 * All packages of a program for one machine, also those that only its build needs, as CycloneDX. (`npm sbom --omit=dev` lacks packages that a
 * development dependency needs as well, and lists those of other machines.)
 *
 * @param {Record<string, object>} packages `packages` of package-lock.json
 * @param {{ commit: string, time: Date, machine: object }} release
 */
export function sbomOf(packages, { commit, time, machine }) {
  const program = packages['']
  const paths = packagesFor(
    packages,
    neededBy(program).map(({ name }) => name),
    machine,
  )
  const isThere = new Set(paths)
  const refOf = (path) => `${nameAt(path)}@${packages[path].version}`
  const dependenciesAt = (path) =>
    neededBy(packages[path])
      .map(({ name }) => pathOf(packages, name, path))
      .filter((needed) => isThere.has(needed))
      .map(refOf)
  const own = `${program.name}@${program.version}`
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(`${own} ${commit}`)}`,
    version: 1,
    metadata: {
      timestamp: time.toISOString(),
      component: {
        'bom-ref': own,
        type: 'application',
        name: program.name,
        version: program.version,
        licenses: licencesOf(program),
        purl: purlOf(program.name, program.version),
      },
    },
    components: onePerRef(
      paths.map((path) => ({
        'bom-ref': refOf(path),
        type: 'library',
        name: nameAt(path),
        version: packages[path].version,
        hashes: hashesOf(packages[path]),
        licenses: licencesOf(packages[path]),
        purl: purlOf(nameAt(path), packages[path].version),
      })),
      (component) => component['bom-ref'],
    ),
    dependencies: onePerRef(
      [
        { ref: own, dependsOn: [...new Set(dependenciesAt(''))] },
        ...paths.map((path) => ({ ref: refOf(path), dependsOn: [...new Set(dependenciesAt(path))] })),
      ],
      ({ ref }) => ref,
    ),
  }
}

const nameAt = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** The same version may be installed in several folders. */
const onePerRef = (list, refOf) => [...new Map(list.map((one) => [refOf(one), one])).values()]

const licencesOf = ({ license }) => {
  if (!license) return []
  return [/^SEE LICENSE/i.test(license) ? { license: { name: license } } : { expression: license }]
}

/** From what npm checks at the installation, such as `sha512-…`. */
const hashesOf = ({ integrity }) => {
  const [, algorithm, hash] = /^sha(\d+)-(.+)$/.exec(integrity ?? '') ?? []
  return hash ? [{ alg: `SHA-${algorithm}`, content: Buffer.from(hash, 'base64').toString('hex') }] : []
}

/**
 * The list of a container image: that of the program, with the packages of the system and Node.
 *
 * @param {object} sbom of the program
 * @param {string} dpkgStatus `var/lib/dpkg/status` of the image
 * @param {string} nodeVersion
 */
export function imageSbomOf(sbom, dpkgStatus, nodeVersion) {
  const fields = (block) =>
    Object.fromEntries([...block.matchAll(/^(\w[\w-]*): (.*)$/gm)].map(([, name, value]) => [name, value]))
  const system = dpkgStatus
    .split('\n\n')
    .map(fields)
    .filter(({ Package, Version }) => Package && Version)
    .map(({ Package: name, Version: version, Architecture: arch }) => {
      const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${arch}`
      return { 'bom-ref': purl, type: 'library', name, version, purl }
    })
  const node = { 'bom-ref': `node@${nodeVersion}`, type: 'platform', name: 'node', version: nodeVersion }
  return {
    ...sbom,
    serialNumber: `urn:uuid:${uuidOf(`${sbom.serialNumber} image`)}`,
    components: [...sbom.components, node, ...system],
  }
}

/** A UUID of version 8, whose bits are those of a hash. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
