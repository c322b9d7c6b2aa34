import type { DBSchema } from 'idb'
import type { ScanPayload } from '../../devices/scanPayload.ts'
import type { ScannedThing } from '../../domain/scan/operations.ts'
import { myAssets, type RecordRow } from '../../domain/records/operations.ts'
import type { Noun } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { call, CallError } from '../call.ts'
import { onDevice } from '../onDevice.ts'
import { onNewPerson, session } from '../session/session.ts'
import { codesOf, codesSaid, isScanned } from './codes.ts'

/** Things that the person who is signed in has seen on this device, so that a label says what it is where there is no network. Gone when they leave. */
interface Schema extends DBSchema {
  thing: { key: string; value: StoredThing; indexes: { codes: string } }
}
type StoredThing = ScannedThing & { readonly key: string; readonly uid: Id; readonly codes: readonly string[] }

const { database } = onDevice<Schema>(
  'zaice.known',
  (store) => void store.createObjectStore('thing', { keyPath: 'key' }).createIndex('codes', 'codes', { multiEntry: true }),
)

/** Keeps what was seen; where the browser keeps nothing, or is full, it is only not known later. */
export const rememberThings = (subjects: readonly ScannedThing[]): void => void remember(subjects).catch(() => undefined)

const remember = async (subjects: readonly ScannedThing[]): Promise<void> => {
  const { uid } = session()
  const tx = (await database()).transaction('thing', 'readwrite')
  for (const { noun, row } of subjects) await tx.store.put({ key: `${uid} ${noun} ${row.id}`, uid, noun, row, codes: codesOf(noun, row) })
  await tx.done
}

/** What a label can mean among the things that were seen here. */
export const knownThings = async (payload: ScanPayload): Promise<readonly ScannedThing[]> => {
  const { noun, codes } = codesSaid(payload)
  const { uid } = session()
  const store = await database().catch(() => undefined)
  const storedMatches = store ? (await Promise.all(codes.map((code) => store.getAllFromIndex('thing', 'codes', code)))).flat() : []
  return storedMatches
    .filter((subject) => subject.uid === uid && (noun === undefined || subject.noun === noun))
    .map(({ noun: of, row }) => ({ noun: of, row }))
}

/** A thing by its id, as it was seen here last. */
export const knownRow = async (noun: Noun, id: Id): Promise<RecordRow | undefined> => {
  const store = await database().catch(() => undefined)
  return (await store?.get('thing', `${session().uid} ${noun} ${id}`))?.row
}

/** A thing as the server answers it, which is remembered; where there is no answer as it was seen here last. Throws what `ask` throws where it was not. */
export const withKnown = async (noun: Noun, id: Id, ask: () => Promise<RecordRow>): Promise<RecordRow> => {
  try {
    const row = await ask()
    if (isScanned(noun)) rememberThings([{ noun, row }])
    return row
  } catch (error) {
    const storedSubjects = error instanceof CallError && error.status === 0 ? await knownRow(noun, id) : undefined
    if (!storedSubjects) throw error
    return storedSubjects
  }
}

/** Learns what the person has in hands, as long as there is a network; what others saw here is gone by then. */
export const learnOwn = async (): Promise<void> => {
  await forgetOthers().catch(() => undefined)
  const page = await call(myAssets, { pageSize: 200 }, { quiet: true }).catch(() => undefined)
  if (page) rememberThings(page.list.map((row) => ({ noun: 'asset', row })))
}

const forgetOthers = async (): Promise<void> => {
  const { uid } = session()
  const tx = (await database()).transaction('thing', 'readwrite')
  for (const key of await tx.store.getAllKeys()) if (!key.startsWith(`${uid} `)) await tx.store.delete(key)
  await tx.done
}

onNewPerson(
  () =>
    void database()
      .then((store) => store.clear('thing'))
      .catch(() => undefined),
)
