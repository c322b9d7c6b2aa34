import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOfShort } from './page.ts'

const rows = [1, 2, 3, 4, 5].map((n) => ({ n }))
for (const [title, input, list, pages] of [
  ['whole where no page is asked for', { likeQuery: '' }, rows, 1],
  ['the first page', { pageSize: 2 }, rows.slice(0, 2), 3],
  ['a further page in older words', { pageNo: 3, limit: 2 }, rows.slice(4), 3],
  ['behind the last page', { page: 9, pageSize: 2 }, [], 3],
  ['more than there is', { pageSize: 10_000 }, rows, 1],
] as const)
  test(`a short list: ${title}`, () => {
    const page = pageOfShort(input, rows)
    assert.deepEqual([page.list, page.totalPage, page.totalCount, page.next], [list, pages, 5, undefined])
  })
test('a short list that is empty has no page', () => assert.deepEqual(pageOfShort({}, []).list, []))
