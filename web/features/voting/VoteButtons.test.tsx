import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { VoteButtons } from './VoteButtons.tsx'

describe('the vote arrows', () => {
  it.each([
    ['up', true, 'true', 'false'],
    ['down', false, 'false', 'true'],
    ['none', null, 'false', 'false'],
  ])('say which is pressed: %s', (_case, vote, up, down) => {
    const html = renderToString(
      <VoteButtons id="7" upvotes={6} downvotes={1} vote={vote} onPress={() => {}} />,
    )
    expect(html).toContain(`aria-label="Upvote" data-key="a" aria-pressed="${up}"`)
    expect(html).toContain(`aria-label="Downvote" data-key="z" aria-pressed="${down}"`)
  })

  it('show the difference, shortened', () => {
    const html = renderToString(
      <VoteButtons id="7" upvotes={1300} downvotes={60} vote={null} onPress={() => {}} />,
    )
    expect(html).toContain('>1.2k</data>')
    expect(html).toContain('value="1240"')
  })

  it('show no points while they are hidden', () => {
    const html = renderToString(
      <VoteButtons id="7" upvotes={Number.NaN} downvotes={Number.NaN} vote={null} onPress={() => {}} />,
    )
    expect(html).toContain('title="Points are hidden for now">–</span>')
    expect(html).not.toContain('NaN')
  })

  it.each([
    [undefined, null, ['Downvote']],
    ['members', null, ['Downvote (restricted)']],
    ['trust2', null, ['Downvote (restricted)']],
    ['nobody', null, []],
    // So that it can be taken back.
    ['nobody', false, ['Downvote (restricted)']],
  ] as const)('say whether everyone can downvote: %s, own vote %s', (downvoters, vote, labels) => {
    const html = renderToString(
      <VoteButtons id="7" upvotes={1} downvotes={0} vote={vote} downvoters={downvoters} onPress={() => {}} />,
    )
    expect(html.match(/(?<=aria-label=")Downvote[^"]*/g) ?? []).toEqual(labels)
  })

  it('are both disabled when voting is closed', () => {
    const html = renderToString(
      <VoteButtons id="7" upvotes={1} downvotes={0} vote={null} onPress={() => {}} disabled />,
    )
    expect(html.match(/disabled=""/g)).toHaveLength(2)
  })
})
