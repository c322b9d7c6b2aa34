import { newId } from '../kernel/id.ts'
import { approvals, issues } from './approvals.ts'
import type { Data, Place } from './data.ts'
import { type Heavy, heavyLists, taskPages } from './processes.ts'
import type { Request } from './load.ts'
import type { Preparing } from './serving.ts'
import { matches, tagsOfRequest } from './tags.ts'

/** One kind of work to measure. `floor` is the ratio to the plain driver that it must reach. */
export type Work = {
  readonly key: string
  readonly title: string
  readonly floor?: number
  readonly clients?: number
  /** What the times of our answers must not exceed. */
  readonly within?: { readonly p50Ms: number; readonly p99Ms: number }
  /** True where requests change the database: each is sent once, on a copy of its own. */
  readonly writes?: boolean
  /** What a good answer holds besides saying that all went well. */
  readonly answers?: string
  /** Which of our statements the plain driver sends as well; all where nothing is said. */
  readonly plainly?: (text: string) => boolean
  readonly place: (data: Data) => Place
  /** What is asked; whatever must be there for it is made in the data before. */
  readonly requests: (data: Data, preparing: Preparing) => Request[] | Promise<Request[]>
}

const list = (place: Place, body: Record<string, unknown>): Request => ({
  method: 'POST',
  path: '/api/goods/gsgoodsinstance/list',
  body: { pageSize: 50, ...body },
  token: place.admin.token,
})

const issue = (place: Place, items: (n: number) => readonly string[], count: number): Request[] =>
  Array.from({ length: count }, (_, n) => ({
    method: 'POST',
    path: '/api/consum/csoutstockorder/submit',
    body: {
      id: newId(),
      header: { from: place.locations[n % 20], recipient: place.admin.uid, reason: '办公' },
      lines: items(n).map((item) => ({ item, quantity: '1' })),
    },
    token: place.admin.token,
  }))

/** One list of a person who has ten thousand rows in each of his lists. */
const busy = (tab: keyof Heavy, title: string, p99Ms: number): Work => ({
  key: `busy-${tab}`,
  title: `${title}, of somebody with 10,000 of them, with count`,
  floor: 0.3,
  clients: 1,
  within: { p50Ms: 10, p99Ms },
  place: ({ empty }) => empty,
  requests: async ({ empty }, preparing) => (await heavyLists(empty, preparing, 10_000))[tab],
})

export const works: readonly Work[] = [
  {
    key: 'issue',
    title: 'consumable issue of 3 lines: save, submit, post',
    floor: 0.5,
    writes: true,
    place: ({ large }) => large,
    requests: ({ large }) =>
      issue(large, (n) => [0, 1, 2].map((k) => large.consumables[(n * 7 + k * 1237) % large.consumables.length]!), 4000),
  },
  {
    key: 'issue-hot',
    title: 'the same, all on one pair of items in one place',
    floor: 0.4,
    writes: true,
    place: ({ large }) => large,
    requests: ({ large }) =>
      issue(large, () => large.consumables.slice(0, 2), 2000).map((request) => ({
        ...request,
        body: { ...(request.body as object), header: { from: large.locations[0], recipient: large.admin.uid, reason: '办公' } },
      })),
  },
  {
    key: 'page',
    title: 'first page of 50 assets of a location, with count',
    floor: 0.5,
    place: ({ large }) => large,
    requests: ({ large }) => large.locations.slice(1, 200).map((locId) => list(large, { locId })),
  },
  {
    key: 'page-small',
    title: 'the same in a register of 10,000',
    place: ({ small }) => small,
    requests: ({ small }) => small.locations.slice(1, 200).map((locId) => list(small, { locId })),
  },
  {
    key: 'page-large',
    title: 'first page of a location with half of the register with count, the plain driver without',
    floor: 0.3,
    plainly: (text) => !/\bfrom asset_count\b/.test(text),
    place: ({ large }) => large,
    requests: ({ large }) => [list(large, { locId: large.locations[0] })],
  },
  {
    key: 'scan',
    title: 'asset by code',
    floor: 0.5,
    place: ({ large }) => large,
    requests: ({ large }) =>
      Array.from({ length: 1000 }, (_, n) => ({
        method: 'POST',
        path: '/api/goods/gsgoodsinstance/scan',
        body: { code: large.codes[(n * 7919) % large.codes.length] },
        token: large.admin.token,
      })),
  },
  {
    key: 'match',
    title: `assets by ${tagsOfRequest} tags in one request`,
    floor: 0.3,
    clients: 2,
    // Ten thousand tags in a second.
    within: { p50Ms: 200, p99Ms: 1000 },
    place: ({ large }) => large,
    requests: ({ large }, preparing) => matches(large, preparing),
  },
  {
    key: 'search',
    title: 'search by two Chinese characters',
    floor: 0.5,
    place: ({ large }) => large,
    requests: ({ large }) =>
      ['显示', '打印', '投影', '保险', '交换', '净化', '碎纸', '机柜', '联想', '升降'].map((likeQuery) => list(large, { likeQuery })),
  },
  {
    key: 'approve',
    title: 'approve the last step of an issue of 3 lines, which posts',
    floor: 0.4,
    writes: true,
    answers: '"status":"approved"',
    place: ({ small }) => small,
    requests: ({ small }, preparing) => approvals(small, preparing, 2000),
  },
  {
    key: 'start',
    title: 'start of a process: an issue of 3 lines is saved and submitted for approval',
    floor: 0.4,
    writes: true,
    place: ({ small }) => small,
    requests: ({ small }, preparing) => issues(small, preparing, 2000),
  },
  {
    key: 'tasks',
    title: 'first page of 20 of a thousand tasks to do, with count',
    floor: 0.5,
    place: ({ large }) => large,
    requests: ({ large, tasks }, preparing) => taskPages(large, preparing, tasks),
  },
  {
    key: 'tasks-small',
    title: 'the same among 10,000 tasks',
    place: ({ small }) => small,
    requests: ({ small }, preparing) => taskPages(small, preparing, 10_000),
  },
  busy('todo', 'page of 20 tasks to do: the first, later ones', 20),
  busy('todoNarrowed', 'the same narrowed by flow, day, applicant, deadline, amount and word', 40),
  busy('done', 'page of 20 tasks done: the first, later ones', 20),
  busy('started', 'page of 20 applications of his own: the first, later ones', 20),
  busy('copied', 'page of 20 copies: the first, later ones', 20),
]
