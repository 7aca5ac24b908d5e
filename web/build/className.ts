import { basename } from 'node:path'

const paths = new Map<string, string>()

/**
 * Names a class of a style sheet after its file and itself, as in `Button-wide`: the same in every build, and shorter
 * once compressed than a name with a hash.
 *
 * @throws when another style sheet has the same file name.
 */
export function className(name: string, file: string): string {
  const [path = ''] = file.split('?')
  const sheet = basename(path, '.module.css')
  if ((paths.get(sheet) ?? path) !== path)
    throw new Error(`Two style sheets have the same name: ${path} and ${paths.get(sheet)}`)
  paths.set(sheet, path)
  return `${sheet}-${name}`
}
