import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isAesKey, isSame, seal, signatureOf, unseal } from './callbackCrypto.ts'

/** DingTalk's own, from open-dingtalk/DingTalk-Callback-Crypto, the same in all its languages. */
const dingtalk = {
  keys: { token: 'mryue', aesKey: 'Yue0EfdN5900c1ce5cf6A152c63DDe1808a60c5ecd7' },
  receiver: 'ding6ccabc44d2c8d38b',
  sealed: {
    timestamp: '1608001896814',
    nonce: 'WL4PK6yA',
    encrypt:
      '0vJiX6vliEpwG3U45CtXqi+m8PXbQRARJ8p8BbDuD1EMTDf0jKpQ79QS93qEk7XHpP6u+oTTrd15NRPvNvmBKyDCYxxOK+HZeKju4yhELOFchzNukR+t8SB/qk4ROMu3',
  },
  signature: '03044561471240d4a14bb09372dfcfd4fd0e40cb',
  text: '{"EventType":"check_url"}',
}
/** WeCom's own, from the example of its document 90968. */
const wecomKeys = { token: 'QDG6eK', aesKey: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C' }
const wecomReceiver = 'wx5823bf96d3bd56c7'
const vectors = [
  { name: 'an event of DingTalk', ...dingtalk },
  {
    name: 'the check of an address by WeCom',
    keys: wecomKeys,
    receiver: wecomReceiver,
    sealed: {
      timestamp: '1409659589',
      nonce: '263014780',
      encrypt: 'P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ==',
    },
    signature: '5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3',
    text: '1616140317555161061',
  },
  {
    name: 'a message of WeCom',
    keys: wecomKeys,
    receiver: wecomReceiver,
    sealed: {
      timestamp: '1409659813',
      nonce: '1372623149',
      encrypt:
        'RypEvHKD8QQKFhvQ6QleEB4J58tiPdvo+rtK1I9qca6aM/wvqnLSV5zEPeusUiX5L5X/0lWfrf0QADHHhGd3QczcdCUpj911L3vg3W/sYYvuJTs3TUUkSUXxaccAS0qhxchrRYt66wiSpGLYL42aM6A8dTT+6k4aSknmPj48kzJs8qLjvd4Xgpue06DOdnLxAUHzM6+kDZ+HMZfJYuR+LtwGc2hgf5gsijff0ekUNXZiqATP7PF5mZxZ3Izoun1s4zG4LUMnvw2r+KqCKIw+3IQH03v+BCA9nMELNqbSf6tiWSrXJB3LAVGUcallcrw8V2t9EL4EhzJWrQUax5wLVMNS0+rUPA3k22Ncx4XXZS9o0MBH27Bo6BpNelZpS+/uh9KsNlY6bHCmJU9p8g7m3fVKn28H3KDYA5Pl/T8Z1ptDAVe0lXdQ2YoyyH2uyPIGHBZZIs2pDBS8R07+qN+E7Q==',
    },
    signature: '477715d11cdb4164915debcba66cb864d751f3e6',
    text: undefined,
  },
]

for (const { name, keys, receiver, sealed, signature, text } of vectors)
  test(`reads what the chats publish: ${name}`, () => {
    assert.equal(signatureOf(keys.token, sealed), signature)
    const read = unseal(keys, signature, sealed)
    assert.equal(read?.receiver, receiver)
    if (text !== undefined) assert.equal(read.text, text)
    else
      assert.match(read.text, /<Content><!\[CDATA\[hello\]\]><\/Content>[^]*<MsgId>4561255354251345929<\/MsgId>[^]*<AgentID>218<\/AgentID>/)
  })

test('seals Chinese by its bytes: the vector of WxJava, which others read', () => {
  assert.equal(
    seal('abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG', '我是中文abcd123', 'wxb11529c136998cb6', Buffer.from('aaaabbbbccccdddd')),
    'jn1L23DB+6ELqJ+6bruv21Y6MD7KeIfP82D6gU39rmkgczbWwt5+3bnyg5K55bgVtVzd832WzZGMhkP72vVOfg==',
  )
})

test('seals what DingTalk seals', () => {
  assert.equal(seal(dingtalk.keys.aesKey, dingtalk.text, dingtalk.receiver, Buffer.from('l7Y3EcX2CU5w8av3')), dingtalk.sealed.encrypt)
})

const { keys, sealed, signature } = dingtalk
const foreign: [what: string, read: () => unknown][] = [
  ['no signature', () => unseal(keys, undefined, sealed)],
  ['another token', () => unseal({ ...keys, token: 'mryuf' }, signature, sealed)],
  ['another moment', () => unseal(keys, signature, { ...sealed, timestamp: '1608001896815' })],
  ['another nonce', () => unseal(keys, signature, { ...sealed, nonce: 'WL4PK6yB' })],
  ['another text', () => unseal(keys, signature, { ...sealed, encrypt: vectors[1]!.sealed.encrypt })],
  ['a signature that is longer', () => unseal(keys, `${signature}0`, sealed)],
  ...['', 'AAAA', '!!!', sealed.encrypt.slice(0, -4), 'A'.repeat(128)].map((encrypt): [string, () => unknown] => {
    const cut = { ...sealed, encrypt }
    return [`signed, and unreadable: ${encrypt.slice(0, 12)}`, () => unseal(keys, signatureOf(keys.token, cut), cut)]
  }),
]
for (const [what, read] of foreign) test(`refuses ${what}`, () => assert.equal(read(), undefined))

test('whatever was sealed is read again, and what was cut or turned is not taken for it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string(), fc.nat(), (text, receiver, at) => {
      const encrypt = seal(keys.aesKey, text, receiver)
      const around = { timestamp: '1', nonce: 'n', encrypt }
      assert.deepEqual(unseal(keys, signatureOf(keys.token, around), around), { text, receiver })
      const cut = { ...around, encrypt: encrypt.slice(0, at % encrypt.length) }
      assert.equal(unseal(keys, signatureOf(keys.token, around), cut), undefined)
    }),
  )
})

test('what can be compared and what can be a key', () => {
  assert.equal(isSame('a', 'a'), true)
  assert.equal(isSame('a', 'ab'), false)
  assert.equal(isAesKey(keys.aesKey), true)
  assert.equal(isAesKey(keys.aesKey.slice(1)), false)
})
