import { isEmpty, declaredField } from '../../kernel/field.ts'
import { optionsOf, wordsOf } from '../../kernel/fields/kinds.ts'
import type { Card, CardTone } from '../../domain/cards/cards.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { pictureFieldOf } from '../../domain/records/import/pictures.ts'
import { recordOperations } from '../../domain/records/operations.ts'
import { asSeenBy } from '../access/scope.ts'
import { findRecord } from '../records/engine.ts'
import { type CardReader, cardRows, eachCard, sayTo } from './reader.ts'

type Shape = {
  /** What one of it is called. */
  readonly label: string
  /** The fields that tell it apart, most telling first. */
  readonly keys: readonly string[]
  /** The field that says how it stands, and what each choice looks like. */
  readonly state?: { readonly key: string; readonly tones: Readonly<Record<string, CardTone>> }
}

/** Cards of a kind of record: the person who may open its screen sees on the card what he would see there. */
export const recordCards = (kind: RecordKind, { label, keys, state }: Shape): CardReader => {
  const { access } = recordOperations(kind).info
  const picture = pictureFieldOf(kind)?.key
  const { detail = { path: kind.screens.form, id: 'id' }, icon } = kind.screens
  return eachCard(async (call, { id }) => {
    const { tx, session } = call
    if (typeof access !== 'string' && !access.some((code) => session.codes.has(code))) return undefined
    const record = await findRecord(tx, kind, id)
    if (!record) return (await tx.query(wasThere(kind), [tx.orgId, id])).length > 0 ? 'gone' : undefined
    const row = asSeenBy(session, kind, record)
    const say = sayTo(call)
    const speaker = { say, nameOf: (name: string) => row.names[name] ?? '' }
    const pictures = picture === undefined ? undefined : row[picture]
    const stateValue = state && row[state.key]
    const stands = state && optionsOf(declaredField(kind.fields, state.key).control)?.find(({ value }) => value === stateValue)
    return {
      label: say(label),
      title: String(row[kind.nameField] ?? ''),
      icon,
      ...(Array.isArray(pictures) && typeof pictures[0] === 'string' && { picture: pictures[0] }),
      rows: cardRows(
        keys.map((key) => {
          const field = declaredField(kind.fields, key)
          return [say(field.label), isEmpty(row[key]) ? null : wordsOf(field.control, row[key], speaker)]
        }),
      ),
      ...(stands && { state: { text: say(stands.label), tone: state.tones[stands.value] ?? 'plain' } }),
      link: `${detail.path}?${detail.id}=${id}`,
      offers: [],
    } satisfies Card
  })
}

const wasThere = (kind: RecordKind): string => `select 1 from "${kind.table}" where org_id = $1 and id = $2 and deleted_at is not null`
