import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Card } from '../layout/Card.tsx'
import { Table } from '../layout/Table.tsx'
import { ConfirmDialog } from '../overlays/ConfirmDialog.tsx'
import { Menu } from '../overlays/Menu.tsx'
import { Tag } from '../text/Tag.tsx'
import { Banner } from './Banner.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { CommentSkeleton, PostCardSkeleton } from './Skeleton.tsx'
import { Spinner } from './Spinner.tsx'
import { Toast } from './Toast.tsx'

const ignore = () => {}

describe('what a screen reader finds', () => {
  it.each<[string, ReactNode, RegExp]>([
    [
      'a menu is an ordinary button before its list is loaded',
      <Menu key="" label="More" items={[]} />,
      /<button type="button"[^>]*aria-haspopup="menu" aria-expanded="false"[^>]*aria-label="More"/,
    ],
    [
      'a dialog is named by its title',
      <ConfirmDialog key="" title="Delete this?" confirmLabel="Delete" onConfirm={ignore} onClose={ignore} />,
      /<dialog[^>]*aria-labelledby="([^"]+)".*<h2 id="\1"[^>]*>Delete this\?/,
    ],
    [
      'an ordinary toast waits for a pause',
      <Toast key="" text="Saved" onDismiss={ignore} />,
      /role="status"/,
    ],
    [
      'a toast about a failure does not',
      <Toast key="" text="Not saved" tone="danger" onDismiss={ignore} />,
      /role="alert"/,
    ],
    [
      'a failure is shown, with a way on',
      <ErrorState key="" onRetry={ignore} />,
      /role="alert".*<button.*Try again/,
    ],
    [
      'an empty page has its heading',
      <EmptyState key="" heading="h1" title="404: Not found!" />,
      /<h1[^>]*>404: Not found!<\/h1>/,
    ],
    ['a spinner with a label is announced', <Spinner key="" label="Loading" />, /role="status".*Loading/],
    ['skeletons are skipped', <PostCardSkeleton key="" />, /^<div[^>]*aria-hidden="true"/],
    ['skeletons of comments too', <CommentSkeleton key="" />, /^<div[^>]*aria-hidden="true"/],
    [
      'a table has its caption and column headers',
      <Table
        key=""
        caption="Members"
        columns={[{ header: 'Name', cell: (name: string) => name }]}
        rows={['rio']}
        keyOf={String}
      />,
      /<caption[^>]*>Members<\/caption>.*<th scope="col">Name<\/th>.*<td>rio<\/td>/,
    ],
    [
      'a card is the element it is meant to be',
      <Card key="" as="article" aria-labelledby="title">
        x
      </Card>,
      /^<article aria-labelledby="title"/,
    ],
    [
      'a banner shows its text and its next step',
      <Banner key="" tone="warning" action={<a href="/rules">Rules</a>}>
        Locked.
      </Banner>,
      /Locked\..*<a href="\/rules">/,
    ],
    [
      'a tag is text',
      <Tag key="" icon="pin">
        Pinned
      </Tag>,
      /<\/svg><span>Pinned<\/span><\/span>$/,
    ],
  ])('%s', (_case, element, markup) => {
    expect(renderToString(element)).toMatch(markup)
  })
})
