/**
 * Does to a page what page translators do: replaces every text by elements, now and whenever there is a new one. Runs in the
 * page, so it is self-contained.
 */
export function translatePage(): void {
  const skipped = /^(?:FONT|SCRIPT|STYLE|TEXTAREA|TITLE|OPTION)$/
  const translate = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node as Text
      if (text.data.trim() && !skipped.test(text.parentElement?.tagName ?? '')) texts.push(text)
    }
    for (const text of texts) {
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = `~${text.data}`
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  translate()
  new MutationObserver(translate).observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
  })
}
