import { createHash } from 'node:crypto'
import { isFor } from './packages.mjs'

/**
 * What `npm sbom` says, for one machine: without packages of other machines, and the same at each run.
 *
 * @param {object} sbom CycloneDX
 * @param {{ name: string, version: string, commit: string, time: Date, packages: Record<string, object>, machine: object }} release
 *   `packages` are those of package-lock.json
 */
export function sbomOf(sbom, { name, version, commit, time, packages, machine }) {
  const isElsewhere = (component) => {
    const path = component.properties?.find((property) => property.name === 'cdx:npm:package:path')?.value
    return path !== undefined && packages[path] !== undefined && !isFor(packages[path], machine)
  }
  const excluded = new Set(sbom.components.filter(isElsewhere).map((component) => component['bom-ref']))
  const stays = (ref) => !excluded.has(ref)
  return {
    ...sbom,
    serialNumber: `urn:uuid:${uuidOf(`${name} ${version} ${commit}`)}`,
    metadata: {
      ...sbom.metadata,
      timestamp: time.toISOString(),
      // npm writes the name of the folder.
      component: { ...sbom.metadata.component, name, version },
    },
    components: sbom.components.filter((component) => stays(component['bom-ref'])),
    dependencies: sbom.dependencies
      .filter(({ ref }) => stays(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(stays) })),
  }
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
