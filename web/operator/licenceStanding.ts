import { isUnlimited } from '../../domain/licence/offers.ts'
import type { OrganisationStanding } from '../../domain/operator/operations.ts'
import { dayAt } from '../../kernel/day.ts'
import { t } from '../words.ts'

/** Later than anyone will see: a licence that ends then has no end. */
const noEnd = '2099'

/** What an organisation may keep and how long, in a few words. */
export const licenceText = ({ licence }: Pick<OrganisationStanding, 'licence'>): string => {
  if (!licence) return t('没有生效的套餐')
  const lastDay = dayAt(Date.parse(licence.endDate) - 1)
  return lastDay > noEnd ? licence.periodName : t('{licence}，至 {day}', { licence: licence.periodName, day: lastDay })
}

/** How many assets there are, and may be. */
export const assetsText = ({ assets, licence }: Pick<OrganisationStanding, 'assets' | 'licence'>): string => {
  const assetText = assets.toLocaleString('en')
  return licence && !isUnlimited(licence.assetScope) ? `${assetText} / ${licence.assetScope.toLocaleString('en')}` : assetText
}
