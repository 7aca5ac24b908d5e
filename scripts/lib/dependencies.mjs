/**
 * Licences that a program under AGPL-3.0 may be combined with, by their SPDX names. Packages under MPL-2.0 and
 * LGPL-3.0 are used unchanged only.
 */
const compatible = new Set([
  '0BSD',
  'AGPL-3.0-only',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
])

/** Severities that are tolerated; `high` and `critical` are not. */
const tolerated = new Set(['info', 'low', 'moderate'])

/**
 * @param {Record<string, { license?: string, dev?: boolean, link?: boolean }>} packages `packages` of package-lock.json.
 * @returns {{ name: string, licence: string }[]} packages that are not only for development and whose licence, or one of
 *   several that all apply, is missing or not known to be compatible.
 */
export function unknownLicences(packages) {
  return (
    Object.entries(packages)
      // A link is to a folder of our own.
      .filter(([path, { dev, link }]) => path !== '' && !dev && !link)
      .map(([path, { license }]) => ({
        name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
        licence: license ?? 'none named',
      }))
      .filter(({ licence }) => !isCompatible(licence))
  )
}

/** Reads the two forms of SPDX expressions that occur: "A AND B" and "(A OR B)". */
function isCompatible(expression) {
  const bare = expression.replaceAll(/[()]/g, '')
  if (bare.includes(' OR ')) return bare.split(' OR ').some((licence) => compatible.has(licence.trim()))
  return bare.split(' AND ').every((licence) => compatible.has(licence.trim()))
}

/**
 * @param {string} output What `npm audit --json` printed.
 * @returns {{ problems: string[], remark: string }} a line for each package with a high or critical vulnerability. If
 *   the registry did not answer, there are no problems, but a remark.
 */
export function assessAudit(output) {
  const report = parse(output)
  if (!report?.vulnerabilities)
    return { problems: [], remark: 'Vulnerabilities were not checked: the registry gave no audit.' }
  const found = Object.values(report.vulnerabilities)
  const grave = found.filter(({ severity }) => !tolerated.has(severity))
  return {
    problems: grave.map(({ name, severity, range }) => `${name} ${range} has a ${severity} vulnerability.`),
    remark: `${found.length} packages with known vulnerabilities, ${grave.length} of them high or critical.`,
  }
}

function parse(output) {
  try {
    return JSON.parse(output)
  } catch {
    return null
  }
}
