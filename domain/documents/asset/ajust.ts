import { asset, type Field, isEmpty, location, text } from '../../../kernel/field.ts'
import { refusal } from '../../../kernel/refusal.ts'
import { asset as assets } from '../../records/asset.ts'
import { adjustedFields, type CardPatch } from '../../records/card.ts'
import { statesAtHand } from '../../ledger/ledger.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'

/** What its lines call a field of the card, where that is another name. */
const lineNames: Readonly<Record<string, string>> = { locId: 'place', deptId: 'department' }

const adjustments = adjustedFields.map(([changes, { label, control, schema, hint }]) => ({
  changes,
  name: lineNames[changes] ?? changes,
  field:
    changes === assets.place
      ? location(label, { required: 'never', changes, filter: { own: true } })
      : ({ label, control, schema, hint, required: 'never', changes } satisfies Field),
}))

/** What a line says anew, by the card's own fields. */
const changesIn = (line: Readonly<Record<string, unknown>>): CardPatch =>
  Object.fromEntries(adjustments.flatMap(({ name, changes }) => (isEmpty(line[name]) ? [] : [[changes, line[name]]])))

/** Changes to what stands on assets' cards, with before and after kept. */
export const gsAjustOrder = defineDocument({
  kind: 'GsAjustOrder',
  title: '资产调整',
  icon: 'sliders-horizontal',
  codePrefix: 'TZ',
  flowKey: 'gsajust',
  signatories: ['调整人', '复核人'],
  cardOffer: { title: '调整', states: statesAtHand },
  ownLines: 'changed',
  header: {
    reason: text('调整原因', { lines: 3 }),
    ...papers,
  },
  line: {
    asset: asset('资产', { filter: { states: statesAtHand } }),
    ...Object.fromEntries(adjustments.map(({ name, field }) => [name, field])),
  },
  cardChanges: (_, line) => [{ asset: line.asset, card: changesIn(line) }],
  check: (_, lines) => {
    const empty = lines.findIndex((line) => Object.entries(line).every(([key, value]) => key === 'asset' || isEmpty(value)))
    return empty < 0 ? undefined : refusal('nothing-changed', '第{line}行没有要调整的内容', { line: empty + 1 })
  },
})
