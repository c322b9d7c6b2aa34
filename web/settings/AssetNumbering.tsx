import type { organisationInfo, organisationUpdate } from '../../domain/organisation/operations.ts'
import type { InputOf, OutputOf } from '../../domain/operations/define.ts'
import { assetNumbering, defaultNumbering, recordCodes } from '../../domain/records/assetNumbering.ts'
import { type NumberRule, numberOf } from '../../domain/rules/numbering.ts'
import { today } from '../shell/dateWords.ts'
import { t } from '../words.ts'
import { NumberingParts } from './NumberingParts.tsx'

type Props = {
  value: OutputOf<typeof organisationInfo>['assetNumbering']
  onChange: (input: InputOf<typeof organisationUpdate>) => Promise<unknown>
}

/** Of which parts the codes of new assets are made; assets that have a code keep it. */
export const AssetNumbering = ({ value, onChange }: Props) => (
  <NumberingParts
    title={t('资产编码规则')}
    note={(parts) => t('例：{example}。已有的编码不变。', { example: exampleOf(parts) })}
    value={value}
    defaultParts={defaultNumbering}
    rule={assetNumbering}
    sources={recordCodes}
    onSave={(parts) => onChange({ assetNumbering: JSON.stringify(parts) === JSON.stringify(defaultNumbering) ? null : [...parts] })}
  />
)

/** The first code of today, of an asset whose category, place and department have the codes of the first ones. */
const exampleOf = (parts: NumberRule): string =>
  numberOf(parts, { day: today(), codes: { category: 'FL001', place: 'QY001', department: 'BM001' } }, 1)
