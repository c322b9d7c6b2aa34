import { assetMoveTable } from '../../../domain/records/asOf/asOfTable.ts'
import type { Condition } from '../../../domain/tables/view.ts'
import { addDays } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import { hrefOf } from '../../frames.ts'
import { Section } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { today } from '../../shell/dateWords.ts'
import { useAllowed } from '../../shell/useAllowed.ts'
import { searchOf } from '../../table/address.ts'
import { go, goHref } from '../../travel.ts'
import { t } from '../../words.ts'

type Props = { of: 'asset' | 'person' | 'location'; id: Id }

/** By which columns the register of a day, and the moves, are about such a thing. */
const columnsOf = {
  asset: { dayKey: 'assetId', moveKeys: ['assetId'] },
  person: { dayKey: 'holderUid', moveKeys: ['fromUid', 'toUid'] },
  location: { dayKey: 'locId', moveKeys: ['fromLocId', 'toLocId'] },
} as const

const daysBack = 30

/** The ways from a thing to what was on other days: where it stood, what a person held, what stood in a place. */
export const Timelines = ({ of, id }: Props) => {
  const isAllowed = useAllowed()
  if (!isAllowed('gsgoodsinstance:list')) return null
  const { dayKey, moveKeys } = columnsOf[of]
  const conditions = moveKeys.map((key): Condition => ({ key, is: 'in', value: [id] }))
  const where = conditions.length > 1 ? [{ any: conditions }] : conditions
  const openMoves = () => goHref(hrefOf('/pages/goods/GsGoodsInstance/moves', searchOf(assetMoveTable, {}, { where })))
  const openThen = () => go('/pages/goods/GsGoodsInstance/asof', { day: addDays(today(), -daysBack), [dayKey]: id })
  return (
    <Section title={t('以往')}>
      <Cell title={thenTitles[of]()} onPress={openThen} />
      <Cell title={t('资产流转记录')} onPress={openMoves} />
    </Section>
  )
}

const thenTitles: Readonly<Record<Props['of'], () => string>> = {
  asset: () => t('某一天在哪里、归谁用'),
  person: () => t('某一天名下的资产'),
  location: () => t('某一天这里的资产'),
}
