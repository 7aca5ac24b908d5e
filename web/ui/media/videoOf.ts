const embedOrigin = 'https://www.youtube-nocookie.com'

const shortHost = 'youtu.be'
const hosts = new Set([
  ...['', 'www.', 'm.', 'music.'].map((part) => `${part}youtube.com`),
  ...['', 'www.'].map((part) => `${part}youtube-nocookie.com`),
])

const videoId = /^[\w-]{11}$/
/** An account's private playlists, such as 'watch later', have ids of two letters and cannot be embedded. */
const listId = /^[\w-]{10,64}$/

/**
 * The player URL, without cookies, for links to the one supported video site: players, short links, live streams,
 * shorts and playlists, with the start time.
 *
 * @param address of a link post, untrusted.
 * @returns an https URL at the site's privacy-enhanced host, or null for other links.
 * @see https://developers.google.com/youtube/player_parameters
 */
export function videoOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  // A subdomain or port may belong to someone who imitates the site.
  if (!isWeb || url.port || url.username || url.password) return null
  const id = idIn(url)
  const list = matching(listId, url.searchParams.get('list'))
  const isList = url.hostname !== shortHost && url.pathname.replace(/\/$/, '') === '/playlist'
  if (!id && !(list && isList && hosts.has(url.hostname))) return null
  const embed = new URL(`/embed/${id ?? 'videoseries'}`, embedOrigin)
  if (list) embed.searchParams.set('list', list)
  const start = secondsOf(url.searchParams.get('t') ?? url.searchParams.get('start') ?? startInHash(url))
  if (start > 0) embed.searchParams.set('start', String(start))
  return embed.href
}

function idIn({ hostname, pathname, searchParams }: URL): string | null {
  const [, first = '', second = ''] = pathname.split('/')
  if (hostname === shortHost) return matching(videoId, first)
  if (!hosts.has(hostname)) return null
  if (first === 'watch') return matching(videoId, searchParams.get('v'))
  return ['live', 'shorts', 'embed', 'v'].includes(first) ? matching(videoId, second) : null
}

const matching = (form: RegExp, text: string | null): string | null =>
  text !== null && form.test(text) ? text : null

const startInHash = ({ hash }: URL): string | null => new URLSearchParams(hash.slice(1)).get('t')

/** Seconds, from '90', '90s' or '1h2m3s'; 0 for anything else. */
function secondsOf(text: string | null): number {
  const parts = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text ?? '')
  const [, hours = 0, minutes = 0, seconds = 0] = parts ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
