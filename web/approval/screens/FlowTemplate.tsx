import { CircleCheck, FilePenLine } from 'lucide-react'
import { useState } from 'react'
import { flowOperations, type MergeRowAnswer } from '../../../domain/approval/operations/flows.ts'
import { useAsk } from '../../ask.ts'
import { useSend } from '../../send.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { confirm } from '../../look/overlays/confirm.ts'
import { Empty } from '../../look/Empty.tsx'
import { Page } from '../../look/Page.tsx'
import { Problem } from '../../look/Problem.tsx'
import { Skeleton } from '../../look/Skeleton.tsx'
import { Tag } from '../../look/Tag.tsx'
import { DifferenceRow } from '../design/flow/DifferenceRow.tsx'
import { useSearch } from '../../screen.ts'
import { replace } from '../../travel.ts'
import { t } from '../../words.ts'

type Side = NonNullable<MergeRowAnswer['taken']>

/** A newer template beside what was made of the older one: what to take, what to keep; a draft comes of it. */
export default function FlowTemplate() {
  const { flowKey = '' } = useSearch('/pages/flow/flowtemplate')
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  const { data, error, isError, refetch } = useAsk(flowOperations.templateUpdate, { flowKey })
  const { send, sending } = useSend(flowOperations.takeTemplate, { done: '草稿已生成' })
  const takenSideOf = (row: MergeRowAnswer): Side | null => choices[row.key] ?? row.taken
  const rows = data?.rows ?? []
  const open = rows.filter((row) => takenSideOf(row) === null)
  const take = async () => {
    if (!data) return
    if (data.draft > 0) {
      const yes = await confirm({
        title: t('替换现有草稿？'),
        text: t('这个流程有一份未发布的草稿，生成后会被替换。'),
        yes: t('替换'),
        danger: true,
      })
      if (!yes) return
    }
    try {
      await send({ flowKey, version: data.to, choices, draft: data.draft })
      replace('/pages/flow/flowdesign', { flowKey })
    } catch (failure) {
      // Its words were toasted; what is there now is asked for again.
      if (!(failure instanceof CallError)) throw failure
      void refetch()
    }
  }
  const newer = data && data.to > data.from
  return (
    <Page
      text={data && t(data.flow.flowName)}
      onRefresh={refetch}
      bottom={
        newer && (
          <div className="flex items-center gap-4">
            <p className="min-w-0 flex-1 text-small text-quiet">
              {open.length > 0 ? t('还有{count}处需要选择', { count: open.length }) : t('生成草稿后检查并发布，才会生效。')}
            </p>
            <Button size="large" icon={FilePenLine} busy={sending} disabled={open.length > 0} onClick={() => void take()}>
              {t('生成草稿')}
            </Button>
          </div>
        )
      }
    >
      {isError && <Problem error={error} onRetry={refetch} />}
      {!isError && !data && <Skeleton picture={false} />}
      {!isError && data && !newer && (
        <Empty icon={CircleCheck} title={t('已是最新模板')} text={t('这个流程用的就是模板的第{version}版。', { version: data.to })} />
      )}
      {!isError && data && newer && (
        <>
          <p className="px-1 pb-3 text-body text-quiet">
            {t('模板从第{from}版更新到第{to}版。只有一方修改的内容会自动合并，双方都修改的请选择。', { from: data.from, to: data.to })}
          </p>
          <MergeGroups rows={rows} sideOf={takenSideOf} onTake={(key, side) => setChoices({ ...choices, [key]: side })} />
        </>
      )}
    </Page>
  )
}

type MergeGroupsProps = {
  rows: readonly MergeRowAnswer[]
  sideOf: (row: MergeRowAnswer) => Side | null
  onTake: (key: string, side: Side) => void
}

/** What differs, by who changed it. */
const MergeGroups = ({ rows, sideOf, onTake }: MergeGroupsProps) => (
  <>
    {groups.map(({ title, by }) => {
      const list = rows.filter((row) => by.includes(row.by))
      return (
        list.length > 0 && (
          <section key={title} className="mb-5">
            <h2 className="px-1 pb-2 text-small font-medium text-quiet">{t(title)}</h2>
            <ul className="space-y-3">
              {list.map((row) => (
                <li key={row.key}>
                  <MergeCard row={row} taken={sideOf(row)} onTake={(side) => onTake(row.key, side)} />
                </li>
              ))}
            </ul>
          </section>
        )
      )
    })}
  </>
)

const groups: readonly { title: string; by: readonly MergeRowAnswer['by'][] }[] = [
  { title: '双方都修改了', by: ['conflict'] },
  { title: '新模板的修改', by: ['theirs'] },
  { title: '本单位的修改', by: ['ours', 'both'] },
]

const MergeCard = ({ row, taken, onTake }: { row: MergeRowAnswer; taken: Side | null; onTake: (side: Side) => void }) => (
  <Card flush className={taken === null ? 'ring-1 ring-warn' : ''}>
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2">
      <span className="min-w-0 flex-1 text-body font-semibold">{t(row.subject)}</span>
      {row.by === 'both' ? <Tag tone="good">{t('修改相同')}</Tag> : <Sides subject={t(row.subject)} taken={taken} onTake={onTake} />}
    </div>
    <div className={row.by === 'conflict' ? 'tablet:grid tablet:grid-cols-2 tablet:divide-x tablet:divide-line' : ''}>
      <SideView title="新模板" rows={row.theirs} shown={row.by !== 'ours'} pale={taken === 'ours'} />
      <SideView title="现有流程" rows={row.ours} shown={row.by === 'conflict' || row.by === 'ours'} pale={taken === 'theirs'} />
    </div>
  </Card>
)

/** Which of the two is taken. */
const Sides = ({ subject, taken, onTake }: { subject: string; taken: Side | null; onTake: (side: Side) => void }) => (
  <div role="radiogroup" aria-label={t('“{subject}”采用', { subject })} className="flex shrink-0 gap-2">
    {sides.map(({ side, words }, index) => (
      <button
        key={side}
        type="button"
        role="radio"
        aria-checked={taken === side}
        tabIndex={taken === side || (taken === null && index === 0) ? 0 : -1}
        onClick={() => onTake(side)}
        onKeyDown={(event) => {
          if (!event.key.startsWith('Arrow')) return
          event.preventDefault()
          const button = event.currentTarget
          const sibling = index === 0 ? button.nextElementSibling : button.previousElementSibling
          onTake(side === 'theirs' ? 'ours' : 'theirs')
          if (sibling instanceof HTMLElement) sibling.focus()
        }}
        className={`relative h-9 rounded-full px-3.5 text-small transition after:absolute after:-inset-y-1 after:inset-x-0 ${taken === side ? 'bg-accent-soft font-medium text-accent-strong ring-1 ring-accent' : 'bg-sunken text-ink'}`}
      >
        {t(words)}
      </button>
    ))}
  </div>
)

const sides: readonly { side: Side; words: string }[] = [
  { side: 'theirs', words: '新模板' },
  { side: 'ours', words: '现有流程' },
]

const SideView = ({ title, rows, shown, pale }: { title: string; rows: MergeRowAnswer['ours']; shown: boolean; pale: boolean }) =>
  shown && (
    <div className={`transition-opacity ${pale ? 'opacity-50' : ''}`}>
      <p className="px-4 pt-2.5 text-small text-faint">{t(title)}</p>
      {rows.length === 0 ? (
        <p className="px-4 py-2.5 text-body text-quiet">{t('没有变化')}</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <DifferenceRow key={`${row.change}/${row.subject}/${row.label}`} row={row} />
          ))}
        </ul>
      )}
    </div>
  )
