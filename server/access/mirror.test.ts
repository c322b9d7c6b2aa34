import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import type { Operation } from '../../domain/operations/define.ts'
import { recordKinds } from '../../domain/records/all.ts'
import { handlers } from '../routes.ts'
import { dryRun, openDoor, testApp, type Ask, type Answered } from '../testing/app.ts'
import type { Words } from '../testing/arbitrary.ts'
import { digestOf, pathOfFile, plantForeigner, tablesWith } from '../testing/foreigner.ts'
import { askInFreshSession } from '../testing/freshSession.ts'
import { inputsOf, requestOf, sweepSeed } from '../testing/sweep.ts'
import { openSession } from './sessions.ts'

/**
 * The administrator of one organisation names, in every place of every operation, what belongs to another one, by id and by path: the answer is the same
 * as for what no one has, nothing of the other shows, and nothing of it changes.
 */
const { app, ask, newCompany, url } = await testApp(handlers, { breaks: 'everything' })
const company = await newCompany()
const token = await company.tokenOf(company.admin)
const foreigner = { id: newId(), text: 'qzforeignqz', secret: 'wxsecretwx' }
const nobody = { id: newId(), text: 'qznobodyyqz' }
await plantForeigner(url, foreigner)
const before = await digestOf(url, foreigner.id)

const keys = [
  ...documentKinds.flatMap((kind) => [...Object.keys(kind.header), ...Object.keys(kind.line)]),
  ...recordKinds.flatMap((kind) => Object.keys(kind.fields)),
]
/** Inputs for each operation: compared with what nobody has, and done. */
const counts = { compared: 2, done: 1 }
const operations = handlers
  .map((handler) => handler.operation)
  .filter((operation) => operation.access !== 'public' && operation.access !== 'client')

/** The same requests with other words in them. */
const requestsOf = (operation: Operation, { id, text }: { id: string; text: string }, count: number): Ask[] => {
  const words: Words = { ids: [id], path: pathOfFile({ id, text }), text, keys: [...new Set(keys)] }
  return inputsOf(operation, operations.indexOf(operation), words, count).map((input) => ({ ...requestOf(operation, input, id), token }))
}

/** What an answer says, whatever was named, whenever it was, whatever number something new got, whatever mark a PDF bears of its making and whatever digest stands for what was asked. */
const meaningOf = ({ status, text }: Answered, { id, text: word }: { id: string; text: string }): string =>
  `${status} ${text}`
    .replaceAll(pathOfFile({ id, text: word }), 'PATH')
    .replaceAll(id, 'ID')
    .replaceAll(word, 'TEXT')
    .replaceAll(word.toUpperCase(), 'TEXT')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'MOMENT')
    .replace(/(?<=token=|feed\/|"(?:code|token)":")(?:[0-9a-z]{1,13}\.[\w-]{43}|(?<=token=|feed\/)[\w.-]+)/g, 'TOKEN')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'UUID')
    .replace(/(?<="seen":")[\w-]{43}/g, 'SEEN')
    .replace(/\/ID \[<[0-9a-f]+> <[0-9a-f]+>\]/, 'MADE')
    .replace(/\d{6,}/g, 'NUMBER')

test('what belongs to another organisation is answered like what nobody has', async () => {
  const door = await openDoor({ ...app, database: dryRun(app.database) }, handlers)
  const differences: string[] = []
  let understood = 0
  for (const operation of operations) {
    const theirs = requestsOf(operation, foreigner, counts.compared)
    const nobodys = requestsOf(operation, nobody, counts.compared)
    for (const [at, asked] of theirs.entries()) {
      // Tries that are counted would tell the second question from the first.
      await app.database.gate('delete from sign_in_guard')
      let [seen, same] = [await door(asked), await door(nobodys[at]!)]
      // What is drawn says its minute, which may have turned in between.
      if (seen.text.startsWith('%PDF') && meaningOf(seen, foreigner) !== meaningOf(same, nobody))
        [seen, same] = [await door(asked), await door(nobodys[at]!)]
      if (seen.status !== 400) understood++
      if (seen.text.includes(foreigner.secret))
        differences.push(`${operation.name} shows something: ${JSON.stringify(asked)} ${seen.text.slice(0, 300)}`)
      if (meaningOf(seen, foreigner) !== meaningOf(same, nobody))
        differences.push(
          `${operation.name}: ${JSON.stringify(asked.body ?? asked.path)}\n    theirs:   ${meaningOf(seen, foreigner).slice(0, 400)}\n    nobody's: ${meaningOf(same, nobody).slice(0, 400)}`,
        )
    }
  }
  assert.equal(differences.length, 0, `seed ${sweepSeed}, ${differences.length} differences\n${differences.slice(0, 12).join('\n')}`)
  assert.ok(understood > operations.length * counts.compared * 0.3, 'many requests are understood')
})

test('nothing of another organisation changes, whatever is asked', async () => {
  const shown: string[] = []
  const askAs = askInFreshSession(ask, () => company.tokenOf(company.admin))
  for (const operation of operations)
    for (const asked of requestsOf(operation, foreigner, counts.done)) {
      const answer = await askAs(operation, asked)
      if (answer.text.includes(foreigner.secret)) shown.push(`${operation.name}: ${answer.text.slice(0, 300)}`)
    }
  assert.deepEqual(shown, [])
  // Numbers made up by a client are kept where he names things that he makes; a path names what is there already.
  // The draft of a design is any JSON until it is published, and a design has no place that names a file.
  const held = await tablesWith(url, company.orgId, pathOfFile(foreigner))
  assert.deepEqual(
    held.filter((table) => table !== 'wf_form' && table !== 'wf_flow'),
    [],
  )
  assert.deepEqual(await digestOf(url, foreigner.id), before)
})

test('to its own people the other organisation does show', async () => {
  const own = await app.database.inTransaction(foreigner.id, (tx) =>
    openSession(tx, { uid: foreigner.id, client: 'app', platform: 'test' }),
  )
  assert.ok((await ask({ path: '/api/pro/sysuser/listUser', body: {}, token: own })).text.includes(foreigner.secret))
})
