import { type LoadRequest, sendRequest } from './load.ts'

export interface FirstPage {
  readonly page: string
  readonly kind: 'JavaScript' | 'CSS' | 'HTML'
  readonly files: number
  /** Bytes over the wire. */
  readonly brotli: number
  readonly gzip: number
}

/** Measures what a guest's browser fetches with a page: the HTML and the files that it links or preloads. */
export async function measureFirstPage(
  port: number,
  { name, path: address }: { readonly name: string; readonly path: string },
): Promise<FirstPage[]> {
  const get = (path: string, encoding: string): LoadRequest => ({
    method: 'GET',
    path,
    headers: { 'accept-encoding': encoding, 'sec-fetch-site': 'same-origin' },
  })
  const html = (await sendRequest(port, get(address, 'identity'))).body.toString()
  const tags = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].map(([tag]) => tag)
  const addressOf = (tag: string) => /\b(?:src|href)="([^"]+)"/.exec(tag)?.[1]
  const filesOf = (form: RegExp) => [
    ...new Set(tags.filter((tag) => form.test(tag)).flatMap((tag) => addressOf(tag) ?? [])),
  ]
  const kinds = [
    { kind: 'HTML' as const, paths: [address] },
    { kind: 'JavaScript' as const, paths: filesOf(/<script\b.*\bsrc=|rel="modulepreload"/) },
    { kind: 'CSS' as const, paths: filesOf(/rel="stylesheet"/) },
  ]
  const sum = async (paths: string[], encoding: string) => {
    let bytes = 0
    for (const path of paths) bytes += (await sendRequest(port, get(path, encoding))).body.length
    return bytes
  }
  const sizes: FirstPage[] = []
  for (const { kind, paths } of kinds)
    sizes.push({
      page: name,
      kind,
      files: paths.length,
      brotli: await sum(paths, 'br'),
      gzip: await sum(paths, 'gzip'),
    })
  return sizes
}
