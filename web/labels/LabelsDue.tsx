import { Printer } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '../../domain/operations/define.ts'
import { labelOperations } from '../../domain/labels/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { CheckBox } from '../look/fields/CheckBox.tsx'
import { Empty } from '../look/Empty.tsx'
import { Page } from '../look/Page.tsx'
import { PendingPart } from '../look/Pending.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { Tag } from '../look/Tag.tsx'
import { useAllowed } from '../shell/useAllowed.ts'
import { goPrint } from './goPrint.ts'
import { nounWords } from './nounWords.ts'
import { when } from '../shell/when.ts'
import { useSearch } from '../screen.ts'
import { t } from '../words.ts'

/** So many are listed and printed at once; the next ones follow when these are done. */
const most = 500

const nouns = ['asset', 'location', 'consumable'] as const
type DueNoun = (typeof nouns)[number]

/** Whose label was never printed, or says something that has changed since. Query: `what`. */
export default function LabelsDue() {
  const { what } = useSearch('/pages/goods/labels/due')
  const [noun, setNoun] = useState<DueNoun>(nouns.find((otherNoun) => otherNoun === what) ?? 'asset')
  const [dueReason, setDueReason] = useState<'never' | 'changed' | ''>('')
  const [excludedIds, setExcludedIds] = useState<ReadonlySet<Id>>(new Set())
  const mayPrint = useAllowed()('gslabel:print')
  const { data, error, refetch } = useAsk(labelOperations.due, { noun, ...(dueReason && { why: dueReason }), limit: most })
  const count = useAsk(labelOperations.dueCount, { noun })
  const chosenRows = (data?.list ?? []).filter(({ id }) => !excludedIds.has(id))
  const toggle = (id: Id) => {
    const next = new Set(excludedIds)
    if (!next.delete(id)) next.add(id)
    setExcludedIds(next)
  }
  return (
    <Page
      onRefresh={() => Promise.all([refetch(), count.refetch()])}
      below={
        <Tabs
          label={t('标签')}
          value={noun}
          onChange={(next) => {
            setNoun(next)
            setExcludedIds(new Set())
          }}
          tabs={nouns.map((value) => ({ value, label: t(nounWords[value]) }))}
        />
      }
      bottom={
        mayPrint &&
        chosenRows.length > 0 && (
          <Button
            size="large"
            wide
            icon={Printer}
            onClick={() =>
              goPrint(
                noun,
                chosenRows.map(({ id }) => id),
              )
            }
          >
            {t('打印{count}张', { count: chosenRows.length })}
          </Button>
        )
      }
    >
      <div className="mb-3 max-w-120">
        <Tabs
          look="pill"
          label={t('为什么要打印')}
          value={dueReason}
          onChange={setDueReason}
          tabs={[
            { value: '', label: t('全部') },
            { value: 'never', label: t('从未打印'), count: count.data?.never },
            { value: 'changed', label: t('信息有变'), count: count.data?.changed },
          ]}
        />
      </div>
      {!data && <PendingPart error={error} onRetry={refetch} />}
      {data?.list.length === 0 && <Empty title={t('没有要打印的标签')} text={t('新登记的、或标签上的信息变了的会出现在这里。')} />}
      {data && data.list.length > 0 && (
        <DueList answer={data} left={excludedIds} onLeft={setExcludedIds} onToggle={mayPrint ? toggle : undefined} />
      )}
    </Page>
  )
}

type DueProps = {
  answer: OutputOf<typeof labelOperations.due>
  /** Those that are not printed now. */
  left: ReadonlySet<Id>
  onLeft: (left: ReadonlySet<Id>) => void
  /** Undefined for those who do not print. */
  onToggle: ((id: Id) => void) | undefined
}

const DueList = ({ answer: { list, next }, left, onLeft, onToggle }: DueProps) => (
  <>
    <p className="flex items-center justify-between px-1 pb-2 text-small text-faint">
      <span>{next ? t('先列出前{count}项', { count: list.length }) : t('共 {count} 项', { count: list.length })}</span>
      {onToggle && (
        <button
          type="button"
          className="reach text-accent-strong"
          onClick={() => onLeft(left.size === 0 ? new Set(list.map(({ id }) => id)) : new Set())}
        >
          {left.size === 0 ? t('全不选') : t('全选')}
        </button>
      )}
    </p>
    <Card flush>
      <ul>
        {list.map(({ id, title, code, why: reason, printedAt }) => (
          <li key={id} className="border-b border-line last:border-none">
            <label className="pressable flex min-h-14 cursor-pointer items-center gap-3 px-4 py-2.5">
              {onToggle && <CheckBox checked={!left.has(id)} onChange={() => onToggle(id)} />}
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 text-body">{nameIn(title, code)}</span>
                <span className="block truncate text-small text-quiet">
                  {[title !== code && code, printedAt && t('{when}打印过', { when: when(printedAt) })].filter(Boolean).join(' · ')}
                </span>
              </span>
              <Tag tone={reason === 'never' ? 'accent' : 'warn'}>{reason === 'never' ? t('从未打印') : t('信息有变')}</Tag>
            </label>
          </li>
        ))}
      </ul>
    </Card>
  </>
)

/** A title without its code, which stands in brackets at the end. */
const nameIn = (title: string, code: string): string => (title.endsWith(code, title.length - 1) ? title.slice(0, -code.length - 2) : title)
