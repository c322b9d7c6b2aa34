import { assertDefined } from '../../../kernel/assert.ts'
import { type Id, isId } from '../../../kernel/id.ts'
import { parseScan, type ScanPayload } from '../../../devices/scanPayload.ts'
import { isBlankCode } from '../../../domain/labels/content.ts'
import { choicesAtMost, type ScanAnswer, type ScannedNoun, scannedNouns, type ScannedThing } from '../../../domain/scan/operations.ts'
import { recordOf } from '../../../domain/records/all.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import type { RecordRow } from '../../../domain/records/operations.ts'
import { asSeenBy } from '../../access/scope.ts'
import type { Session, SignedIn } from '../../call.ts'
import { survivorOf } from '../../db/recordForwards.ts'
import { onlyRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { calledInAnyCase } from '../assetSearch.ts'
import { findRecord } from '../engine.ts'

/** Something that a code may mean. */
type ScannedRef = { readonly noun: ScannedNoun; readonly id: Id }

/** What a label names, as this caller may see it. */
export const findScanned = async (
  { tx, session }: SignedIn,
  { read, wants = scannedNouns }: { readonly read: string; readonly wants?: readonly ScannedNoun[] | undefined },
): Promise<ScanAnswer> => {
  const payload = parseScan(read)
  if (payload.kind === 'thing' && payload.noun === 'blank') return blankLabel({ tx, session }, payload.code, wants)
  const ours = payload.kind === 'code' && payload.finder !== undefined ? await byFinder(tx, payload.finder) : undefined
  if (ours === 'elsewhere') return { t: 'foreign' }
  const { code, named } = ours ? { code: ours.id, named: [ours] } : await namedBy(tx, payload)
  const wantedRefs = named.filter(({ noun }) => wants.includes(noun))
  const subjects = await thingsOf(tx, session, wantedRefs)
  const [first, second] = subjects
  if (first && !second) return { t: 'found', thing: first }
  if (first) return { t: 'choose', code, things: subjects }
  return payload.kind === 'asset' && (await isElsewhere(tx, payload.id, null)) ? { t: 'foreign' } : { t: 'unknown', code }
}

/** The asset whose label has these letters, whatever its code is by now; or that it is another organisation's. */
const byFinder = async (tx: Tx, finder: string): Promise<ScannedRef | 'elsewhere' | undefined> => {
  const [ours] = await tx.query<{ id: Id }>('select asset_id as id from asset_finder where org_id = $1 and code = $2', [tx.orgId, finder])
  if (ours) return { noun: 'asset', id: ours.id }
  return (await isElsewhere(tx, '0', finder)) ? 'elsewhere' : undefined
}

/** What a payload can mean, and how it is called. */
const namedBy = async (tx: Tx, payload: ScanPayload): Promise<{ code: string; named: readonly ScannedRef[] }> => {
  switch (payload.kind) {
    case 'asset':
    case 'consumable':
      return { code: ('code' in payload && payload.code) || payload.id, named: [{ noun: payload.kind, id: payload.id }] }
    case 'thing':
      if (payload.noun === 'person') return { code: payload.code, named: await byEmployeeNo(tx, payload.code) }
      return { code: payload.code, named: (await byCode(tx, payload.code)).filter(({ noun }) => noun === payload.noun) }
    case 'gs1': {
      const { giai, grai, serial, gtin } = payload
      for (const key of [giai, grai, serial]) {
        if (key === undefined) continue
        const assets = (await byCode(tx, key)).filter(({ noun }) => noun === 'asset')
        if (assets.length > 0) return { code: key, named: assets }
      }
      return { code: giai ?? grai ?? serial ?? gtin ?? '', named: gtin === undefined ? [] : await byBarcode(tx, gtin) }
    }
    case 'code':
      return { code: payload.code, named: await byCode(tx, payload.code) }
    case 'unknown':
      return { code: payload.text.trim().slice(0, 60), named: [] }
  }
}

/** Everything that is called so, as written; where nothing is, in whatever case. */
const byCode = async (tx: Tx, code: string): Promise<readonly ScannedRef[]> => {
  const exact = await tx.query<ScannedRef>(
    `select 'asset' as noun, id from asset where org_id = $1 and instance_code = $2 and deleted_at is null
     union select 'asset', id from asset where org_id = $1 and epc = $3 and deleted_at is null
     union select 'asset', id from (select id from asset where org_id = $1 and serial_no = $2 and deleted_at is null limit ${choicesAtMost}) s
     union select 'asset', id from asset where org_id = $1 and id = $4 and deleted_at is null
     union select 'consumable', id from consumable where org_id = $1 and goods_code = $2 and deleted_at is null
     union select 'consumable', id from consumable where org_id = $1 and barcode = any ($5::text[]) and deleted_at is null
     union select 'location', id from location where org_id = $1 and loc_code = $2 and deleted_at is null
     limit ${choicesAtMost}`,
    [tx.orgId, code, code.toUpperCase(), isId(code) ? code : '0', barcodesOf(code)],
  )
  if (exact.length > 0) return exact
  const inAnyCase = await tx.query<ScannedRef>(
    `select 'asset' as noun, a.id
     from ${calledInAnyCase}
     union select 'consumable', id from consumable where org_id = $1 and lower(goods_code) = lower($2) and deleted_at is null
     union select 'location', id from location where org_id = $1 and lower(loc_code) = lower($2) and deleted_at is null
     limit ${choicesAtMost}`,
    [tx.orgId, code],
  )
  return inAnyCase.length > 0 ? inAnyCase : byMergedCode(tx, code)
}

/** A code of what was merged means the record that took it over. */
const byMergedCode = (tx: Tx, code: string): Promise<readonly ScannedRef[]> =>
  tx.query<ScannedRef>(
    `select f.noun, f.into_id as id from record_forward f join consumable c on c.org_id = $1 and c.id = f.from_id
     where f.org_id = $1 and f.noun = 'consumable' and (lower(c.goods_code) = lower($2) or c.barcode = any ($3::text[]))
     union select f.noun, f.into_id from record_forward f join location l on l.org_id = $1 and l.id = f.from_id
     where f.org_id = $1 and f.noun = 'location' and lower(l.loc_code) = lower($2)
     limit ${choicesAtMost}`,
    [tx.orgId, code, barcodesOf(code)],
  )

/** People are found by their badges alone: a bare number is a thing's. */
const byEmployeeNo = (tx: Tx, code: string): Promise<readonly ScannedRef[]> =>
  tx.query<ScannedRef>(
    `select 'person' as noun, id from person where org_id = $1 and lower(employee_no) = lower($2) and deleted_at is null limit ${choicesAtMost}`,
    [tx.orgId, code],
  )

const byBarcode = (tx: Tx, gtin: string): Promise<readonly ScannedRef[]> =>
  tx.query<ScannedRef>(
    `select 'consumable' as noun, id from consumable where org_id = $1 and barcode = any ($2::text[]) and deleted_at is null limit ${choicesAtMost}`,
    [tx.orgId, barcodesOf(gtin)],
  )

/** A barcode of the trade as shops write it: with 14, 13, 12 or 8 digits, zeros in front left away. */
const barcodesOf = (code: string): string[] => {
  if (!/^\d{8,14}$/.test(code)) return [code]
  const paddedCode = code.padStart(14, '0')
  return [14, 13, 12, 8].flatMap((length) => (/^0*$/.test(paddedCode.slice(0, 14 - length)) ? [paddedCode.slice(14 - length)] : []))
}

/** The record that took over one that was merged. */
const findSurvivor = async (tx: Tx, kind: RecordKind, id: Id): Promise<RecordRow | undefined> => {
  const survivor = await survivorOf(tx, kind.noun, id)
  return survivor === undefined ? undefined : findRecord(tx, kind, survivor)
}

const thingsOf = async (tx: Tx, session: Session, refs: readonly ScannedRef[]): Promise<ScannedThing[]> => {
  const subjectsFound = await Promise.all(
    refs.map(async ({ noun, id }) => {
      const kind = recordOf(noun)
      const row = (await findRecord(tx, kind, id)) ?? (await findSurvivor(tx, kind, id))
      return row ? [{ noun, row: asSeenBy(session, kind, row) }] : []
    }),
  )
  return subjectsFound.flat()
}

/** A label that was printed before anyone knew for what: what it was bound to since, or that it is still free. */
const blankLabel = async (
  { tx, session }: { readonly tx: Tx; readonly session: Session },
  code: string,
  wants: readonly ScannedNoun[],
): Promise<ScanAnswer> => {
  if (!isBlankCode(code)) return { t: 'damaged' }
  const [label] = await tx.query<{ noun: ScannedNoun | null; itemId: Id | null }>(
    'select noun, item_id as "itemId" from label_code where org_id = $1 and code = $2',
    [tx.orgId, code],
  )
  if (!label) return (await isElsewhere(tx, '0', code)) ? { t: 'foreign' } : { t: 'unknown', code }
  if (!label.noun) return { t: 'blank', code, mayBind: session.codes.has('gslabel:print') }
  const bound = { noun: label.noun, id: assertDefined(label.itemId, 'what the label is bound to') }
  const [thing] = wants.includes(bound.noun) ? await thingsOf(tx, session, [bound]) : []
  return thing ? { t: 'found', thing } : { t: 'unknown', code }
}

/** Whether it is another organisation's label, of those that no one can guess. */
const isElsewhere = async (tx: Tx, asset: Id, code: string | null): Promise<boolean> =>
  (await onlyRow(tx.query<{ elsewhere: boolean }>('select gate_is_elsewhere($1, $2) as elsewhere', [asset, code]))).elsewhere
