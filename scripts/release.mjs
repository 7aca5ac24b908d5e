/**
 * Writes what is published with a release: its section of the changelog, and the list of all packages that it contains (SBOM,
 * CycloneDX). `npm run release -- FOLDER`; dist-release by default.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitWith, root } from './lib/project.mjs'

const [folder = join(root, 'dist-release')] = process.argv.slice(2)
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^(?=## )/m)
const notes = sections.find((section) => section.startsWith(`## ${version} – `))
if (!notes) exitWith(`CHANGELOG.md has no section "## ${version} – DATE".`)

const sbom = JSON.parse(
  execFileSync(
    'npm',
    ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  ),
)
// npm writes the name of the folder.
sbom.metadata.component.name = name

mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, `${name}-${version}.md`), notes.slice(notes.indexOf('\n')).trimStart())
writeFileSync(join(folder, `${name}-${version}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`)
console.log(`Written to ${folder}.`)
