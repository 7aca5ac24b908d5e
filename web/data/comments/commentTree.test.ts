import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import { aroundFocus, buildTree, type CommentNode, type LatestNodes } from './commentTree.ts'

type Part = Pick<Comment, 'id' | 'parentId' | 'ancestors' | 'upvotes' | 'noReplies' | 'isPinned'>

const part = (id: string, more: Partial<Part> = {}) =>
  ({ id, parentId: null, ancestors: null, upvotes: 1, noReplies: 0, ...more }) as Comment

const shapeOf = (nodes: readonly CommentNode[]): unknown =>
  nodes.map(({ comment, replies }) => (replies.length > 0 ? [comment.id, shapeOf(replies)] : comment.id))

/** A top-level comment, one below it, and so on. */
const chain = (length: number) =>
  Array.from({ length }, (_, level) =>
    part(String(level), {
      parentId: level === 0 ? null : String(level - 1),
      ancestors: level === 0 ? null : Array.from({ length: level }, (_, above) => String(above)),
    }),
  )

/** Discussions of up to sixty comments, each a reply to an earlier one or at the top; ids of up to three digits. */
const discussions = fc
  .array(fc.record({ parent: fc.option(fc.nat(), { nil: null }), upvotes: fc.nat(5) }), { maxLength: 60 })
  .map((plan) => {
    const comments: Comment[] = []
    for (const [index, { parent, upvotes }] of plan.entries()) {
      const above = parent === null || index === 0 ? undefined : comments[parent % index]
      comments.push(
        part(String(index * 17 + 1), {
          upvotes,
          parentId: above?.id ?? null,
          ancestors: above ? [...(above.ancestors ?? []), above.id] : null,
        }),
      )
    }
    for (const comment of comments)
      comment.noReplies = comments.filter(({ ancestors }) => ancestors?.includes(comment.id)).length
    return comments
  })

function everyNode(nodes: readonly CommentNode[]): CommentNode[] {
  return nodes.flatMap((node) => [node, ...everyNode(node.replies)])
}

describe('the tree of a discussion', () => {
  it('puts replies below their parents', () => {
    const comments = [
      part('1'),
      part('2', { parentId: '1', ancestors: ['1'] }),
      part('3', { parentId: '2', ancestors: ['1', '2'] }),
      part('4'),
    ]
    expect(shapeOf(buildTree(comments))).toEqual([['1', [['2', ['3']]]], '4'])
  })

  it('keeps the nodes of what has not changed, for a page that shows it again', () => {
    const latest: LatestNodes = new WeakMap()
    const comments = [part('1'), part('2', { parentId: '1', ancestors: ['1'] }), part('3', { noReplies: 2 })]
    const [first, third] = buildTree(comments, { latest })
    const [same, changed] = buildTree(comments, { latest, nextReplies: { 3: '8' } })
    expect(same).toBe(first)
    expect(changed).toEqual({ ...third, next: '8' })
  })

  it('keeps siblings in the order of the list', () => {
    const comments = [part('9'), part('10'), part('2', { upvotes: 5 })]
    expect(shapeOf(buildTree(comments))).toEqual(['9', '10', '2'])
  })

  it('puts new comments of this window before their siblings, the latest first', () => {
    const comments = [part('1', { upvotes: 9 }), part('2'), part('3')]
    expect(shapeOf(buildTree(comments, { first: ['3', '2'] }))).toEqual(['2', '3', '1'])
  })

  it('keeps a pinned comment before those that were just written', () => {
    const comments = [part('1', { isPinned: true }), part('2'), part('3')]
    expect(shapeOf(buildTree(comments, { first: ['3', '2'] }))).toEqual(['1', '2', '3'])
  })

  it('puts a comment without its parent below its nearest loaded ancestor', () => {
    const comments = [part('1'), part('3', { parentId: '2', ancestors: ['1', '2'] })]
    expect(shapeOf(buildTree(comments))).toEqual([['1', ['3']]])
  })

  it('puts a comment at the top if none of its ancestors is loaded', () => {
    expect(shapeOf(buildTree([part('3', { parentId: '2', ancestors: ['1', '2'] })]))).toEqual(['3'])
  })

  it('counts the missing replies of each comment, none twice', () => {
    const comments = [
      part('1', { noReplies: 10 }),
      part('2', { parentId: '1', ancestors: ['1'], noReplies: 6 }),
      part('3', { parentId: '2', ancestors: ['1', '2'], noReplies: 0 }),
    ]
    expect(everyNode(buildTree(comments)).map(({ missing }) => missing)).toEqual([3, 5, 0])
  })

  it('has each comment once', () => {
    fc.assert(
      fc.property(discussions, (comments) => {
        const nodes = everyNode(buildTree(comments))
        expect(nodes.map(({ comment }) => comment.id).sort()).toEqual(comments.map(({ id }) => id).sort())
        expect(nodes.every(({ missing }) => missing === 0)).toBe(true)
      }),
    )
  })

  it('counts all missing comments when only a part is loaded', () => {
    fc.assert(
      fc.property(
        discussions.chain((comments) => fc.tuple(fc.constant(comments), fc.subarray(comments))),
        ([comments, chosen]) => {
          // Like the server's answers, in which a comment comes with all its ancestors.
          const ids = new Set(chosen.flatMap(({ id, ancestors }) => [id, ...(ancestors ?? [])]))
          const there = comments.filter(({ id }) => ids.has(id))
          const missing = everyNode(buildTree(there)).reduce((sum, node) => sum + node.missing, 0)
          const inTheirThreads = comments.filter(({ id, ancestors }) => ids.has(ancestors?.[0] ?? id))
          expect(missing).toBe(inTheirThreads.length - there.length)
        },
      ),
    )
  })
})

describe('the branch around one comment', () => {
  it('contains its replies and the two comments above it, and lists the other ancestors', () => {
    const { nodes, above } = aroundFocus(buildTree(chain(9)), '6')
    expect(shapeOf(nodes)).toEqual([['4', [['5', [['6', [['7', ['8']]]]]]]]])
    expect(above.map(({ id }) => id)).toEqual(['0', '1', '2', '3'])
  })

  it('is complete if there are no more ancestors', () => {
    expect(aroundFocus(buildTree(chain(4)), '2').above).toEqual([])
    expect(shapeOf(aroundFocus(buildTree(chain(2)), '0').nodes)).toEqual([['0', ['1']]])
  })
})
