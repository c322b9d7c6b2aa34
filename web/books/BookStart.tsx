import { useState } from 'react'
import { bookStart } from '../../domain/books/operations.ts'
import { regimes } from '../../domain/books/regime.ts'
import { book } from '../../domain/records/books/book.ts'
import { depreciationRule } from '../../domain/records/books/depreciationRule.ts'
import { openingBalance } from '../../domain/records/books/opening.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { CallError } from '../call.ts'
import { hrefOf } from '../frames.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { MoneyField } from '../look/fields/MoneyField.tsx'
import { NumberField } from '../look/fields/NumberField.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { useSend } from '../send.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { Obstacles } from './Obstacles.tsx'
import type { BookState } from './useBook.ts'

const regimeTitles: ReadonlyMap<string, string> = new Map(Object.entries(regimes).map(([regime, { title }]) => [regime, title]))
const rulesOf = ({ bookName, regime, firstMonth }: BookState): string =>
  [bookName, t(regimeTitles.get(regime) ?? regime), firstMonth].join(' · ')

const openingWords = ({ assets, cost, depreciation, impairment }: BookState['openings']): string =>
  t('{count}项，原值{cost}，累计折旧{depreciation}，减值准备{impairment}', {
    count: assets,
    cost: moneyWords(cost),
    depreciation: moneyWords(depreciation),
    impairment: moneyWords(impairment),
  })

type Props = { bookId: string; state: BookState; onRefresh: () => Promise<unknown> }

/** The steps before a book is started: its rules, what is taken over, and the sums that this has to agree with. */
export const BookStart = ({ bookId, state, onRefresh }: Props) => {
  const { openings } = state
  const hasOpenings = openings.assets > 0
  const [assets, setAssets] = useState('')
  const [cost, setCost] = useState('')
  const [depreciation, setDepreciation] = useState('')
  const [impairment, setImpairment] = useState('')
  const { send, sending: isSending } = useSend(bookStart, { done: '账簿已启用' })
  const [refusalText, setRefusal] = useState<string>()
  const mayStart = useAllowed()('gsvalue:enter')
  const isControlled = assets !== '' && cost !== '' && depreciation !== ''
  const control = { assets: Number(assets), cost, depreciation, ...(impairment !== '' && { impairment }) }
  const start = async () => {
    const isSure = await confirm({
      title: t('启用{book}?', { book: state.bookName }),
      text: t('启用后期初余额不能再改；台账中有原值的资产按规则进入账簿。'),
      yes: t('启用账簿'),
    })
    if (!isSure) return
    setRefusal(undefined)
    await send({ bookId, ...(isControlled && { control }) }, { quiet: true }).catch((error) => {
      if (!(error instanceof CallError)) throw error
      setRefusal(error.message)
    })
    await onRefresh()
  }
  return (
    <>
      <Section title={t('启用前')}>
        <Cell title={t('核算制度和启用月份')} text={rulesOf(state)} onPress={() => goHref(hrefOf(book.screens.form, { id: bookId }))} />
        <Cell
          title={t('折旧规则')}
          text={t('方法、年限和残值率；没有规则的按资产分类')}
          onPress={() => goHref(depreciationRule.screens.list)}
        />
        <Cell
          title={t('期初余额')}
          text={hasOpenings ? openingWords(openings) : t('从原来的账接过来时导入；不导入则按规则推算')}
          onPress={() => goHref(openingBalance.screens.list)}
        />
      </Section>
      {state.obstacles.length > 0 && (
        <Section title={t('请留意')}>
          <Obstacles list={state.obstacles} month="" />
        </Section>
      )}
      {hasOpenings && (
        <Section title={t('控制数')} note={t('填写原账上的合计，启用时核对到分。')}>
          <NumberField label={t('资产项数')} value={assets} onChange={setAssets} />
          <MoneyField label={t('账面原值')} value={cost} onChange={setCost} />
          <MoneyField label={t('累计折旧')} value={depreciation} onChange={setDepreciation} />
          <MoneyField label={t('减值准备')} value={impairment} onChange={setImpairment} hint={t('没有减值准备的不填')} />
        </Section>
      )}
      {refusalText !== undefined && (
        <p role="alert" className="px-1 pb-3 text-small text-bad">
          {refusalText}
        </p>
      )}
      {mayStart && (
        <Button size="large" wide busy={isSending} disabled={hasOpenings && !isControlled} onClick={() => void start()}>
          {t('启用账簿')}
        </Button>
      )}
    </>
  )
}
