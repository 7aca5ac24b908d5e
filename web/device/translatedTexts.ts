/**
 * Lets React keep working on a page that a translator has changed. Translators replace a text node by elements, while
 * React keeps the node: removing it, inserting something before it, or changing its text would then throw, or change nothing
 * that can be seen. So the parent and the node forward these calls to what stands there instead.
 *
 * @see https://github.com/facebook/react/issues/11538
 */
export function followTranslators(root: Node): void {
  new MutationObserver((records) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling, target } of records)
      for (const text of removedNodes) {
        if (text.nodeType !== Node.TEXT_NODE || text.parentNode) continue
        // Removed and added at once, or added beside it before.
        const translation = [...addedNodes, previousSibling, nextSibling].find(isTranslation)
        if (translation?.parentNode === target) keepTogether(text as Text, translation, target)
      }
  }).observe(root, { childList: true, subtree: true })
}

/** Translators of browsers use an element that no page of today has. */
const isTranslation = (node: Node | null): node is ChildNode => node?.nodeName === 'FONT'

/** What stands for a text that was taken out of the document. */
const translations = new WeakMap<Node, ChildNode>()

function keepTogether(text: Text, translation: ChildNode, parent: Node): void {
  translations.set(text, translation)
  Object.defineProperty(text, 'nodeValue', {
    configurable: true,
    get: () => text.data,
    // The translator finds the new text, and translates it.
    set(value: string) {
      text.data = value
      if (currentOf(text) !== text) translation.replaceWith(text)
    },
  })
  if (Object.hasOwn(parent, 'removeChild')) return
  const { removeChild, insertBefore, appendChild } = parent
  const moved = (node: Node) => {
    const current = currentOf(node)
    if (current !== node) current.replaceWith(node as Text)
  }
  Object.assign(parent, {
    removeChild: (node: Node) => {
      moved(node)
      return removeChild.call(parent, node)
    },
    insertBefore: (node: Node, before: Node | null) => {
      moved(node)
      return insertBefore.call(parent, node, before && currentOf(before))
    },
    appendChild: (node: Node) => {
      moved(node)
      return appendChild.call(parent, node)
    },
  })
}

/** The element in the document that stands for a node: its translation, or the node itself. */
function currentOf(node: Node): ChildNode {
  const translation = translations.get(node)
  return translation?.parentNode && !node.parentNode ? translation : (node as ChildNode)
}
