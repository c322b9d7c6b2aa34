import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HostFault } from '../fault.ts'
import { type PageConfig, signPage } from './pageSigning.ts'

/** The client takes one signature; its script takes `config` once, as DingTalk's does, and says nothing of any further one. */
const clientThatTakes = (right: string | undefined) => {
  const shown: string[] = []
  let taken = right
  const request = async ({ signature }: PageConfig) => {
    shown.push(signature)
    if (signature !== taken) throw new HostFault('refused', 'dd.config: 3')
  }
  let isConfigured = false
  const config = (given: PageConfig): Promise<void> => {
    if (isConfigured) return new Promise(() => undefined)
    isConfigured = true
    return request(given)
  }
  return { script: { config, request }, shown, takes: (signature: string) => (taken = signature) }
}
const signatures = ['first', 'second'].map((signature) => ({ agentId: '1', timestamp: 1, nonceStr: 'n', signature }))
const partsOf = (script: Parameters<typeof signPage>[0]['script']) => ({
  script,
  calls: ['biz.util.scan'],
  corpId: 'ding1',
  ask: async () => signatures,
})

const cases: readonly [what: string, right: string, shown: string[]][] = [
  ['the likelier way', 'first', ['first']],
  ['the other way', 'second', ['first', 'second']],
]
for (const [what, right, expected] of cases)
  test(`a page is signed once, by the way that the client takes: ${what}`, async () => {
    const { script, shown } = clientThatTakes(right)
    const { signed } = signPage(partsOf(script))
    await Promise.all([signed(), signed()])
    await signed()
    assert.deepEqual(shown, expected)
  })

test('a page that was signed in vain is signed the next time', async () => {
  const { script, shown, takes } = clientThatTakes(undefined)
  const { signed } = signPage(partsOf(script))
  await assert.rejects(signed(), HostFault)
  takes('first')
  await signed()
  assert.deepEqual(shown, ['first', 'second', 'first'])
})

test('without an organisation nothing is shown to the client until one is known', async () => {
  const { script, shown } = clientThatTakes('first')
  const { signed, isRightFor } = signPage({ ...partsOf(script), corpId: undefined })
  await assert.rejects(signed(), HostFault)
  isRightFor('ding1')
  await signed()
  assert.deepEqual(shown, ['first'])
})
