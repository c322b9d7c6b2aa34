import type { ScanPayload } from '../../devices/scanPayload.ts'
import type { Noun } from '../../kernel/field.ts'
import type { ScannedNoun } from '../../domain/scan/operations.ts'

/** What has a label that names it; people have badges. */
export const isScanned = (noun: Noun): noun is Exclude<ScannedNoun, 'person'> => noun !== 'person' && Object.hasOwn(fieldsOf, noun)

/** The fields whose values stand on labels. */
const fieldsOf: Readonly<Record<ScannedNoun, readonly string[]>> = {
  asset: ['instanceCode', 'serialNo', 'epc'],
  consumable: ['goodsCode', 'barcode'],
  location: ['locCode'],
  person: ['employeeNo'],
}

/** What a thing may be called on a label, in one case; its id as well. */
export const codesOf = (noun: ScannedNoun, row: Readonly<Record<string, unknown>>): string[] =>
  [row['id'], ...fieldsOf[noun].map((field) => row[field])]
    .filter((code) => typeof code === 'string' && code !== '')
    .map((code) => upper(String(code)))

/** What a label says, in the same case, and of what it is where it says so. */
export const codesSaid = (payload: ScanPayload): { readonly noun?: ScannedNoun; readonly codes: readonly string[] } => {
  switch (payload.kind) {
    case 'asset':
    case 'consumable':
      return { noun: payload.kind, codes: [payload.id] }
    case 'thing':
      return payload.noun === 'blank' ? { codes: [] } : { noun: payload.noun, codes: [upper(payload.code)] }
    case 'code':
      return { codes: [upper(payload.code)] }
    case 'gs1':
      return {
        codes: [payload.giai, payload.grai, payload.serial, payload.gtin?.replace(/^0/, '')].flatMap((key) => (key ? [upper(key)] : [])),
      }
    case 'unknown':
      return { codes: [] }
  }
}

const upper = (code: string): string => code.toUpperCase()
