import { depreciationMethods } from '../../domain/books/depreciation.ts'
import { assetValues } from '../../domain/books/operations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { t } from '../words.ts'

type BookValue = OutputOf<typeof assetValues>['list'][number]

const methodTitles: Readonly<Record<string, string>> = depreciationMethods

/** What an asset is worth in each book and how it is depreciated, in a line each: what a document is about to change. */
export const BookTerms = ({ id }: { id: Id }) => {
  const mayRead = useAllowed()('gsvalue:list')
  const { data } = useAsk(assetValues, { id }, { enabled: mayRead && id !== '', staleMs: 10_000 })
  return data?.list.map((value) => (
    <span key={value.bookId} className="block text-small text-quiet">
      <span className="text-faint">{t('{label}：', { label: value.bookName })}</span>
      {termsWords(value)}
    </span>
  ))
}

const termsWords = ({ cost, net, lifeMonths, monthsCharged, residual, method }: BookValue): string =>
  [
    t('原值{amount}', { amount: moneyWords(cost) }),
    t('净值{amount}', { amount: moneyWords(net) }),
    lifeMonths === null
      ? t('已提{months}个月', { months: monthsCharged })
      : t('已提{months}个月，共{life}个月', { months: monthsCharged, life: lifeMonths }),
    t('残值{amount}', { amount: moneyWords(residual) }),
    t(methodTitles[method] ?? method),
  ].join(' · ')
