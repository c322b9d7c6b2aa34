import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { handlers } from '../routes.ts'
import { HttpError } from '../httpError.ts'
import { networkOf } from './guard.ts'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'
import { signedV3 } from './sms.ts'
import { bareToken, claimedOrganisation, newToken, tokenHash } from './tokens.ts'

test('a password is known again, and only that one', async () => {
  const phc = await hashPassword('Demo2026')
  assert.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.equal(await isPassword('Demo2026', phc), true)
  assert.equal(await isPassword('demo2026', phc), false)
  assert.equal(await isPassword('', phc), false)
  assert.notEqual(await hashPassword('Demo2026'), phc)
})

test('nobody has no password, and what is no hash matches nothing', async () => {
  for (const phc of [null, undefined, '', 'Demo2026', '$argon2id$v=19$m=19456,t=2,p=1$x$y'])
    assert.equal(await isPassword('Demo2026', phc), false)
})

test('a hash of another program with other costs is understood and made anew', async () => {
  // From the argon2 command: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32
  const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  assert.equal(await isPassword('password', phc), true)
  assert.equal(isOutdated(phc), true)
  assert.equal(isOutdated(await hashPassword('x')), false)
})

test('many hashes at once all come to an end', async () => {
  const phc = await hashPassword('Demo2026')
  const verdicts = await Promise.all(Array.from({ length: 20 }, (_, at) => isPassword(at % 2 ? 'Demo2026' : 'other', phc)))
  assert.deepEqual(
    verdicts,
    Array.from({ length: 20 }, (_, at) => at % 2 === 1),
  )
})

/** What a guess comes to: computed, or asked to come later, as the last of a flood are where the machine is slow. */
const guessed = async (guess: Promise<boolean>): Promise<boolean> => {
  try {
    assert.equal(await guess, false)
    return true
  } catch (error) {
    if (error instanceof HttpError && error.status === 429) return false
    throw error
  }
}

test('whoever comes late to a flood of guesses from everywhere is not behind it, nor behind many of one network', async () => {
  const phc = await hashPassword('Demo2026')
  const guess = (network: string, login: string) => isPassword('other', phc, { network, login })
  for (const networkOf of [(at: number) => `10.0.0.${at}`, () => '10.1.0.1']) {
    let done = 0
    const flood = Array.from({ length: 40 }, async (_, at) => {
      if (await guessed(guess(networkOf(at), `u${at}`))) done++
    })
    assert.equal(await isPassword('Demo2026', phc, { network: '192.0.2.1', login: 'zhang' }), true)
    assert.ok(done < 10, `${done} guesses came first`)
    await Promise.all(flood)
  }
})

test('whoever has been here before does not wait for guesses that come without end', async () => {
  const phc = await hashPassword('Demo2026')
  const flood = { done: 0, goesOn: true }
  const lane = async (at: number) => {
    for (let round = 0; flood.goesOn; round++) {
      const guess = isPassword('other', phc, { network: `10.2.${at}.${round}`, login: `u${at}`, isAtHome: async () => false })
      if (await guessed(guess)) flood.done++
    }
  }
  const lanes = Array.from({ length: 30 }, (_, at) => lane(at))
  const own = { network: '192.0.2.1', login: 'zhang', isAtHome: async () => true }
  const came: number[] = []
  try {
    // The first begins the thread that it is computed in, which takes as long as the machine likes.
    assert.equal(await isPassword('Demo2026', phc, own), true)
    for (let tries = 0; tries < 3; tries++) {
      const before = flood.done
      assert.equal(await isPassword('Demo2026', phc, own), true)
      came.push(flood.done - before)
    }
  } finally {
    // Whatever was found, the flood has to end: it would keep the process alive.
    flood.goesOn = false
    await Promise.all(lanes)
  }
  assert.ok(
    came.every((guesses) => guesses < 15),
    `${came.join(', ')} guesses came first`,
  )
})

test('a token says where to look and is kept as a hash', () => {
  const orgId = newId()
  const token = newToken(orgId)
  assert.equal(claimedOrganisation(token), orgId)
  assert.equal(Buffer.from(token.split('.')[1]!, 'base64url').length, 32)
  assert.notEqual(newToken(orgId), token)
  assert.equal(tokenHash(token), createHash('sha256').update(token).digest('hex'))
  assert.equal(claimedOrganisation(newToken('9223372036854775807')), '9223372036854775807')
})

const secret = 'A'.repeat(43)
for (const text of [
  '',
  '.',
  secret,
  `.${secret}`,
  `0.${secret}`,
  `1y2p0ij32e8e8.${secret}`,
  `zzzzzzzzzzzzz.${secret}`,
  `abc.${secret}x`,
  `ABC.${secret}`,
  `a c.${secret}`,
  `abc.${'.'.repeat(43)}`,
])
  test(`no token: ${JSON.stringify(text)}`, () => assert.equal(claimedOrganisation(text), undefined))

test('the word before a token goes', () => {
  for (const text of ['bearer abc', 'Bearer  abc', 'BEARER abc', ' abc', 'abc'].map(bareToken)) assert.equal(text, 'abc')
})

test('addresses of one line count as one network', () => {
  assert.equal(networkOf('203.0.113.9'), '203.0.113.9')
  assert.equal(networkOf('::ffff:203.0.113.9'), '::ffff:203.0.113.9')
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), networkOf('2001:db8:1:2:9::1'))
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
  assert.equal(networkOf('2001:db8::1'), networkOf('2001:db8:0:0:9::'))
  assert.notEqual(networkOf('2001:db8::1'), networkOf('2001:db8:0:1::1'))
  assert.equal(networkOf('1:2:3:4:5:6:7:8:9::'), '1:2:3:4')
})

/** The names that an input gives to its values, however deep they stand. */
const namesIn = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { entries, pipe, wrapped, item, options } = schema as Record<string, unknown>
  const inner = [...Object.values(entries ?? {}), ...((pipe as unknown[]) ?? []).filter((each) => each !== schema), wrapped, item]
  return [...Object.keys(entries ?? {}), ...[...inner, ...(Array.isArray(options) ? options : [])].flatMap(namesIn)]
}

test('no command keeps a trace of a password: every value of input and answer that is one says so', () => {
  const secret = /password|secret|captcha|privateKey/i
  const kept = handlers.filter(({ operation, signedIn }) => signedIn && !operation.reads)
  const told = kept.flatMap(({ operation: { name, input, output, secrets } }) =>
    [...namesIn(input), ...namesIn(output)].filter((key) => secret.test(key) && !secrets.includes(key)).map((key) => `${name}: ${key}`),
  )
  assert.deepEqual(told, [])
  assert.ok(kept.some(({ operation }) => operation.secrets.includes('oldPassword')))
})

test("Aliyun's own example of a signed request comes out the same", () => {
  const { url, headers } = signedV3({
    method: 'POST',
    url: 'https://ecs.cn-shanghai.aliyuncs.com',
    action: 'RunInstances',
    version: '2014-05-26',
    query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
    key: 'YourAccessKeyId',
    secret: 'YourAccessKeySecret',
    date: new Date('2023-10-26T10:22:32.456Z'),
    nonce: '3156853299f313e23d1673dc12e1703d',
  })
  assert.equal(
    url,
    'https://ecs.cn-shanghai.aliyuncs.com/?ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai',
  )
  assert.match(headers['authorization']!, /Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0$/)
})
