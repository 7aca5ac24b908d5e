import type { CDPSession } from '@playwright/test'

/** The fields that are used of a node in Chromium's accessibility tree. */
interface TreeNode {
  readonly nodeId: string
  readonly parentId?: string
  readonly ignored: boolean
  readonly backendDOMNodeId?: number
  readonly role?: { readonly value?: string }
  readonly name?: { readonly value?: string }
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[]
}

const controls = new Set(
  'button checkbox combobox link menuitem menuitemcheckbox radio searchbox slider spinbutton switch tab textbox'.split(
    ' ',
  ),
)
const named = new Set([
  ...controls,
  ...'article complementary dialog heading image listbox menu navigation option progressbar region tablist'.split(
    ' ',
  ),
])
const landmarks = new Set('banner complementary main navigation region search'.split(' '))
/** Controls with equal names are distinguishable if they are in different elements of these roles; `Date` is a field of Chromium's. */
const entries = new Set('article listitem row Date'.split(' '))
const places = new Set('banner complementary dialog group main navigation region tabpanel'.split(' '))
/** Placeholders that programs write by mistake. */
const senseless = /^(?:undefined|null|NaN|\[object.*)$|^[^\p{L}\p{N}]*$/iu
/** Names that do not say where a link leads or what a button does. */
const vague = /^(?:(?:click )?here|link|button|image|icon|more info)$/iu

const roleOf = ({ role }: TreeNode): string => role?.value ?? ''
const nameOf = ({ name }: TreeNode): string => (name?.value ?? '').trim()
const propertyOf = (node: TreeNode, property: string): unknown =>
  node.properties?.find(({ name }) => name === property)?.value.value

/** Accessibility problems for screen reader users; one line each. */
export async function heardWrongly(browser: CDPSession): Promise<string[]> {
  const { nodes }: { nodes: TreeNode[] } = await browser.send('Accessibility.getFullAXTree')
  const heard = nodes.filter(({ ignored }) => !ignored)
  return [...wrongNames(nodes, heard), ...wrongLandmarks(heard), ...wrongHeadings(heard)]
}

/** Every control has a name, and different controls in one container have different names. */
function wrongNames(nodes: readonly TreeNode[], heard: readonly TreeNode[]): string[] {
  const wrong: string[] = []
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const placeOf = (node: TreeNode): string => {
    for (let above = byId.get(node.parentId ?? ''); above; above = byId.get(above.parentId ?? '')) {
      if (above.ignored) continue
      if (entries.has(roleOf(above))) return `${roleOf(above)} ${above.nodeId}`
      if (places.has(roleOf(above))) return `${roleOf(above)} ${nameOf(above)}`
    }
    return 'page'
  }
  const leadsTo = new Map<string, unknown>()
  for (const node of heard) {
    const role = roleOf(node)
    const name = nameOf(node)
    if ((named.has(role) && senseless.test(name)) || (/link|button|image/.test(role) && vague.test(name)))
      wrong.push(`a ${role} in ${placeOf(node)} is called “${name}”`)
    if (!controls.has(role)) continue
    const key = `${role} “${name}” in ${placeOf(node)}`
    const goal = propertyOf(node, 'url') ?? node.backendDOMNodeId
    if (leadsTo.has(key) && leadsTo.get(key) !== goal) wrong.push(`two of ${key}`)
    leadsTo.set(key, goal)
  }
  return wrong
}

function wrongLandmarks(heard: readonly TreeNode[]): string[] {
  const found = heard
    .filter((node) => landmarks.has(roleOf(node)))
    .map((node) => `${roleOf(node)} “${nameOf(node)}”`)
  const twice = found.filter((landmark, place) => found.indexOf(landmark) !== place)
  const mains = heard.filter((node) => roleOf(node) === 'main')
  return [
    ...twice.map((landmark) => `two landmarks ${landmark}`),
    ...(mains.length === 1 ? [] : [`${mains.length} main landmarks`]),
  ]
}

/** One `h1`, no skipped levels; the left column comes before the page. */
function wrongHeadings(heard: readonly TreeNode[]): string[] {
  const wrong: string[] = []
  const headings = heard.filter((node) => roleOf(node) === 'heading')
  const levels = headings.map((node) => Number(propertyOf(node, 'level')))
  const firsts = levels.filter((level) => level === 1).length
  if (firsts !== 1) wrong.push(`${firsts} headings of the first level`)
  for (const [place, level] of levels.entries())
    if (level > (levels[place - 1] ?? 1) + 1)
      wrong.push(`the heading “${nameOf(headings[place] as TreeNode)}” leaves a level out`)
  return wrong
}
