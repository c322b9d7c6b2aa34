import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { BookObstacle } from '../../domain/books/operations.ts'
import { category } from '../../domain/records/category.ts'
import { Cell } from '../look/Cell.tsx'
import { detailHrefOf, documentHref } from '../places.ts'
import { hrefOf } from '../frames.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'

const words = {
  future: '{month}还没有结束，月末当天起可以结账',
  opening: '期初资产正在进入账簿，请稍后再试',
  pending: '有{count}张{month}的单据还没有入账，请先处理',
  waiting: '有{count}张影响价值的单据还在审批中',
  noLife: '有{count}项资产没有使用年限，请先设置折旧规则或分类的使用年限',
  noValue: '有{count}项资产没有原值',
  notTakenOver: '台账中另有{count}项有原值的资产没有期初余额',
  shortLife: '有{count}个分类的折旧年限短于规定的最低年限',
  differences: '有{count}项盘点差异还没有处理',
  invoices: '有{count}项本月入账的资产，原值与发票金额不一致',
} as const satisfies Record<BookObstacle['kind'], string>

const hints: Partial<Record<BookObstacle['kind'], string>> = {
  notTakenOver: '启用时按折旧规则推算它们的累计折旧，不在控制数之内；需要接管的请先补录期初余额',
  shortLife: '不影响结账；企业按税法最低年限汇算清缴时可能要作纳税调整',
}

/** Where an example of an obstacle is looked at. */
const hrefOfExample = ({ id, kind }: BookObstacle['examples'][number]): string => {
  if (kind === null) return detailHrefOf('asset', id)
  if (kind === 'category') return hrefOf(category.screens.form, { id })
  return kind === 'count' ? hrefOf('/pages/goods/GsInventoryOrder/gsinventoryprofit', { id }) : documentHref(kind, id)
}

/** What stands in the way of a close, and what should be known before it. */
export const Obstacles = ({ list, month }: { list: readonly BookObstacle[]; month: string }) =>
  list.length === 0 ? (
    <p className="flex min-h-13 items-center gap-2.5 px-4 text-body text-good">
      <CircleCheck size={20} aria-hidden />
      {t('可以结账')}
    </p>
  ) : (
    list.map(({ kind, count, blocks, examples }) => (
      <div key={kind}>
        <Cell
          icon={blocks ? CircleAlert : Info}
          tint={blocks ? 'var(--bad)' : 'var(--quiet)'}
          title={t(words[kind], { count, month })}
          {...(!blocks && { text: t(hints[kind] ?? '不影响结账') })}
        />
        {examples.map((example) => (
          <Cell
            key={example.id}
            title={<span className="pl-11 text-quiet">{example.label}</span>}
            onPress={() => goHref(hrefOfExample(example))}
          />
        ))}
      </div>
    ))
  )
