import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { DiskNode, DiskUpload } from '../../domain/disk/operations.ts'
import { lanes, type Means, missingParts, type Source, transfer } from './transfer.ts'

const cut = new Error('cut')
const refused = new Error('refused')
const partBytes = 4

/** A server that keeps parts, and a line that breaks where `faults` says so: before the part arrived, or after. */
const serverWith = (bytes: Uint8Array, faults: ('fine' | 'before' | 'after')[], kept = new Map<number, string>()) => {
  const seen = { puts: 0, atOnce: 0, most: 0, rests: 0 }
  const fault = () => faults.shift() ?? 'fine'
  const through = async <T>(run: () => T | Promise<T>): Promise<T> => {
    const what = fault()
    if (what === 'before') throw cut
    const answer = await run()
    if (what === 'after') throw cut
    return answer
  }
  const all = Math.ceil(bytes.length / partBytes)
  const means: Means = {
    open: () =>
      through(() => ({ id: '1', partBytes, parts: [...kept.keys()], state: 'open', sizeBytes: bytes.length }) as unknown as DiskUpload),
    put: async (no, part, sent) => {
      seen.puts++
      seen.most = Math.max(seen.most, ++seen.atOnce)
      try {
        await through(async () => {
          const text = await part.text()
          if (kept.has(no) && kept.get(no) !== text) throw refused
          kept.set(no, text)
          sent(part.size)
        })
      } finally {
        seen.atOnce--
      }
    },
    finish: () =>
      through(() => {
        const missing = Array.from({ length: all }, (_, at) => at + 1).filter((no) => !kept.has(no))
        return { missing, node: missing.length > 0 ? null : ({ id: 'node' } as DiskNode) }
      }),
    isPassing: (error) => error === cut,
    rest: async () => void seen.rests++,
  }
  const arrived = () => Array.from({ length: all }, (_, at) => kept.get(at + 1)).join('')
  return { means, seen, kept, arrived }
}

const sourceOf = (text: string): Source => ({ sizeBytes: text.length, slice: (from, to) => new Blob([text.slice(from, to)]) })
const quiet = () => ({ signal: new AbortController().signal, sent: () => {}, cut: () => {} })
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 60 })
const bytesOf = (all: string) => new TextEncoder().encode(all)

describe('sending a file in parts', () => {
  test('whatever breaks on the way, it arrives whole, at most three parts at a time, and what is there is not sent again', () =>
    fc.assert(
      fc.asyncProperty(text, fc.array(fc.constantFrom('fine', 'before', 'after'), { maxLength: 30 }), async (all, faults) => {
        const cuts = faults.filter((each) => each !== 'fine').length
        const { means, seen, arrived } = serverWith(bytesOf(all), faults)
        const node = await transfer(sourceOf(all), means, quiet())
        assert.equal(node.id, 'node')
        assert.equal(arrived(), all)
        assert.ok(seen.most <= lanes)
        assert.ok(seen.puts <= Math.ceil(all.length / partBytes) + cuts)
      }),
    ))

  test('it goes on where another page or process stopped', async () => {
    const all = 'abcdefghijklmnop'
    const { means, seen } = serverWith(
      bytesOf(all),
      [],
      new Map([
        [1, 'abcd'],
        [3, 'ijkl'],
      ]),
    )
    await transfer(sourceOf(all), means, quiet())
    assert.equal(seen.puts, 2)
  })

  test('a file that was chosen again is compared with what is there: another one of the same size is refused', async () => {
    const there = () => new Map([[2, 'efgh']])
    const same = serverWith(bytesOf('abcdefgh'), [], there())
    await transfer(sourceOf('abcdefgh'), same.means, { ...quiet(), checks: true })
    assert.equal(same.seen.puts, 2)
    const other = serverWith(bytesOf('abcdefgh'), [], there())
    await assert.rejects(transfer(sourceOf('abcdXfgh'), other.means, { ...quiet(), checks: true }), refused)
    assert.equal(other.seen.puts, 1, 'nothing of it was mixed in')
  })

  test('an empty file has no parts', async () => {
    const { means, seen } = serverWith(bytesOf(''), [])
    assert.equal((await transfer(sourceOf(''), means, quiet())).id, 'node')
    assert.equal(seen.puts, 0)
  })

  test('what the server refuses ends it; so does a pause, and later it goes on', async () => {
    const all = 'abcdefghijklmnop'
    const { means, kept } = serverWith(bytesOf(all), [])
    await assert.rejects(transfer(sourceOf(all), { ...means, put: async () => Promise.reject(refused) }, quiet()), refused)
    const pause = new AbortController()
    const stopping: Means = {
      ...means,
      put: async (...put) => {
        await means.put(...put)
        pause.abort('paused')
      },
    }
    await assert.rejects(transfer(sourceOf(all), stopping, { ...quiet(), signal: pause.signal }), (why) => why === 'paused')
    assert.ok(kept.size < 4)
    assert.equal((await transfer(sourceOf(all), means, quiet())).id, 'node')
  })

  test('says how much has gone, and when the line is cut and back', async () => {
    const told: number[] = []
    const line: boolean[] = []
    const { means } = serverWith(bytesOf('abcdefgh'), ['fine', 'before'])
    await transfer(sourceOf('abcdefgh'), means, { ...quiet(), sent: (bytes) => told.push(bytes), cut: (isCut) => line.push(isCut) })
    assert.equal(told[0], 0)
    assert.equal(told.at(-1), 8)
    assert.deepEqual(line, [true, false])
  })
})

test('the parts that are missing', () => {
  assert.deepEqual(missingParts(9, 4, new Set([2])), [1, 3])
  assert.deepEqual(missingParts(0, 4, new Set()), [])
})
