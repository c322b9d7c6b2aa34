import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Lookup, LookupValue, OptionSource } from '../../../kernel/fields/lookup.ts'
import { isEmpty } from '../../../kernel/field.ts'
import { isId } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { systemActor } from '../../../domain/approval/flow/command.ts'
import { fieldsOf, type FormDesign } from '../../../domain/approval/form/formDesign.ts'
import type { Form, Path } from '../../../domain/approval/form/form.ts'
import { recordKinds } from '../../../domain/records/all.ts'
import { calledOf, type RecordKind } from '../../../domain/records/define.ts'
import { recordOperations } from '../../../domain/records/operations.ts'
import { standingWords, dictionary, isWordList } from '../../../domain/dictionaries/dictionaries.ts'
import { may } from '../../../domain/access/permission.ts'
import { ownWords } from '../../access/dictionaries.ts'
import { inNameOf } from '../../access/sessions.ts'
import type { SignedIn } from '../../call.ts'
import { organisationKind } from '../../db/organisationKind.ts'
import type { Tx } from '../../db/tx.ts'
import { assetRowsAfter } from '../../records/assetList.ts'
import { recordRowsAfter } from '../../records/list.ts'
import { Forbidden, NotFound } from '../../httpError.ts'
import type { Actor } from './actor.ts'

type Reader = Pick<SignedIn, 'tx' | 'session'>

/** The words of a list that are offered, by their values. */
export const wordOptions = async (tx: Tx, list: string): Promise<LookupValue[]> => {
  const deliveredWords = dictionary(list) ?? refuse('dictionary.unknown', '没有这个字典')
  const ownRows = isWordList(list) ? await ownWords(tx, [list]) : []
  return standingWords(deliveredWords, ownRows)
    .filter(({ isRetired }) => !isRetired)
    .map(({ value, zh }) => ({ id: value, words: zh }))
}

/** The kind of records that a source is about, for a person who may look at their list. */
export const readableKind = async ({ tx, session }: Reader, noun: string): Promise<RecordKind> => {
  const kind = recordKinds.find((candidate) => candidate.noun === noun)
  if (!kind) throw new NotFound()
  if (!may(session.codes, recordOperations(kind).list.access)) throw new Forbidden()
  return organisationKind(tx, kind)
}

/** What says that a service offered an option: made with the secret that only the service and we know. */
export const proofOf = (secret: string, service: string, { id, words }: LookupValue): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['option', service, id, words]))
    .digest('base64url')

const isProven = (secret: string, service: string, value: LookupValue): boolean => {
  const [ownProof, sentProof] = [Buffer.from(proofOf(secret, service, value)), Buffer.from(value.proof ?? '')]
  return ownProof.length === sentProof.length && timingSafeEqual(ownProof, sentProof)
}

/** Of some options those that a source offers a person, with the words that it has for them. */
const offeredOf = async (reader: Reader, source: OptionSource, values: readonly LookupValue[]): Promise<Set<string>> => {
  const { tx } = reader
  if (source.from === 'words') return new Set((await wordOptions(tx, source.list)).map(keyOf))
  if (source.from === 'service') {
    const [service] = await tx.query<{ secret: string }>('select secret from wf_service where org_id = $1 and service_key = $2', [
      tx.orgId,
      source.service,
    ])
    return new Set(service ? values.filter((value) => isProven(service.secret, source.service, value)).map(keyOf) : [])
  }
  const kind = await readableKind(reader, source.noun)
  const ids = [...new Set(values.map(({ id }) => id).filter((id) => isId(id)))]
  const question = { chosen: { ids }, pageSize: Math.max(ids.length, 1) }
  const rows =
    ids.length === 0 ? [] : await (kind.noun === 'asset' ? assetRowsAfter(reader, question) : recordRowsAfter(reader, kind, question))
  return new Set(rows.map((row) => keyOf({ id: row.id, words: calledOf(kind, row) })))
}

const keyOf = ({ id, words }: LookupValue): string => JSON.stringify([id, words])

type LookupField = { readonly path: Path; readonly label: string; readonly control: Lookup }

const lookupsIn = (design: FormDesign): LookupField[] =>
  fieldsOf(design).flatMap(({ path, field: { control, label } }) => (control.type === 'lookup' ? [{ path, label, control }] : []))

const isLookupValue = (value: unknown): value is LookupValue =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  'words' in value &&
  typeof value.id === 'string' &&
  typeof value.words === 'string'

const valuesAt = (form: Form, path: Path): LookupValue[] => {
  const [key = '', column] = path.split('.')
  const content = form[key]
  const cells: unknown[] = column === undefined ? [content] : rowsIn(content).map((row) => row[column])
  return cells.filter((value) => !isEmpty(value)).filter(isLookupValue)
}

const rowsIn = (value: unknown): Form[] =>
  Array.isArray(value) ? value.filter((row): row is Form => typeof row === 'object' && row !== null) : []

type FormChange = { readonly before: Form; readonly after: Form; readonly actor: Actor | typeof systemActor }

/** What is newly chosen must be what its source offers the person who chose it; what was there before stays as it was. */
export const requireLookups = async (tx: Tx, design: FormDesign, { before, after, actor }: FormChange): Promise<void> => {
  const newChoices = lookupsIn(design).flatMap((field) => {
    const keysBefore = new Set(valuesAt(before, field.path).map(keyOf))
    const values = valuesAt(after, field.path).filter((value) => !keysBefore.has(keyOf(value)))
    return values.length > 0 ? [{ field, values }] : []
  })
  if (newChoices.length === 0 || actor === systemActor) return
  const session = await inNameOf(tx, actor.uid)
  if (!session) return
  for (const { field, values } of newChoices) {
    const offeredKeys = await offeredOf({ tx, session }, field.control.source, values)
    if (values.some((value) => !offeredKeys.has(keyOf(value))))
      refuse('form.optionGone', '“{field}”所选的内容不在列表中，请重新选择', { field: field.label })
  }
}
