import { ChevronRight, Smartphone, Users } from 'lucide-react'
import { useState } from 'react'
import type { Verdict } from '../../../domain/counting/verdict.ts'
import { countMethods } from '../../../domain/counting/plan.ts'
import { countTaskDocuments, type countTaskProgress, type CountShareRow } from '../../../domain/counting/operations.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { useAsk } from '../../ask.ts'
import { Avatar } from '../../look/Avatar.tsx'
import { Button } from '../../look/Button.tsx'
import { Card, Section } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { Problem } from '../../look/Problem.tsx'
import { Skeleton } from '../../look/Skeleton.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { Tag } from '../../look/Tag.tsx'
import { when } from '../../shell/when.ts'
import { documentHref } from '../../places.ts'
import { useSession } from '../../session/session.ts'
import { go, goHref } from '../../travel.ts'
import { t } from '../../words.ts'
import { documentState } from './documentWords.ts'
import { type CountTask, dueWords, isRunning, kindWords, sourceWords, taskLook } from './countLook.ts'
import type { LineFilter } from './Lines.tsx'
import { OwnCounts } from './OwnCounts.tsx'
import { Bar, Ring } from './Ring.tsx'
import { shareWords } from './shareWords.ts'
import { VerdictTile, Verdicts } from './Verdicts.tsx'

type Task = CountTask
type Progress = OutputOf<typeof countTaskProgress>
type Props = {
  task: Task
  progress: Progress | undefined
  problem: unknown
  onLines: (filter: LineFilter) => void
  chosen?: Verdict | undefined
}

/** How far a count is: the whole, the reader's own part, then by result, place, department, person and way. */
export const Board = ({ task, progress, problem, onLines, chosen }: Props) => {
  const office = task.may.some((what) => what !== 'count')
  const numbers = progress?.numbers ?? task.numbers
  return (
    <>
      <Whole task={task} numbers={numbers} />
      <Mine task={task} />
      {office && <Documents task={task} />}
      <Verdicts numbers={numbers} chosen={chosen} onOpen={(verdict) => onLines(verdict === chosen ? {} : { verdicts: [verdict] })}>
        {numbers.unknown > 0 && (
          <VerdictTile
            words={t('未知编码')}
            tone="warn"
            count={numbers.unknown}
            {...(task.may.includes('review') && { onPress: () => go('/pages/goods/GsInventoryOrder/gsinventoryunknown', { id: task.id }) })}
          />
        )}
      </Verdicts>
      {office && progress && (
        <>
          <Parts progress={progress} onLines={onLines} />
          <Shares task={task} />
          {task.plan.methods.includes('self') && isRunning(task) && task.may.includes('share') && <OwnCounts task={task} />}
          <Devices progress={progress} />
        </>
      )}
      {office && !progress && (problem ? <Problem error={problem} /> : <Skeleton rows={4} picture={false} />)}
    </>
  )
}

const Whole = ({ task, numbers }: { task: Task; numbers: Progress['numbers'] }) => {
  const { words, tone } = taskLook(task)
  const due = dueWords(task)
  return (
    <Card className="mb-4">
      <div className="flex items-center gap-5">
        <Ring numbers={numbers} />
        <div className="min-w-0 flex-1">
          <Tag tone={tone}>{words}</Tag>
          <p className="mt-1.5 text-large font-semibold tabular-nums" aria-live="polite">
            {t('已盘{done}/{expected}', { done: numbers.done, expected: numbers.expected })}
          </p>
          <p className="mt-0.5 text-small text-quiet">
            {[kindWords(task.kinds), task.round > 1 && t('第{n}轮', { n: task.round })].filter(Boolean).join(' · ')}
          </p>
          {task.remark && <p className="text-small text-quiet">{t('取消原因：{why}', { why: t(task.remark) })}</p>}
          {task.workingOut !== null && (
            <p className="text-small font-medium text-accent-strong" aria-live="polite">
              {t('正在整理结果 {n}%', { n: task.workingOut })}
            </p>
          )}
          {due.words && <p className={`text-small ${due.late ? 'font-medium text-bad' : 'text-quiet'}`}>{due.words}</p>}
        </div>
      </div>
      <p className="mt-3 text-small text-faint">
        {[
          task.code,
          task.openedBy?.name,
          task.openedAt && t('{time}开始', { time: when(task.openedAt) }),
          task.plan.methods.map((method) => t(countMethods[method])).join('/'),
          task.plan.blind && t('盲盘'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </Card>
  )
}

const isLeft = ({ kind, finishedAt }: CountShareRow): boolean => kind === 'place' && finishedAt === null

/** What the reader himself is to count. */
const Mine = ({ task }: { task: Task }) => {
  const { uid } = useSession()
  const own = task.shares.filter(({ person }) => person?.id === uid)
  if (own.length === 0 || !isRunning(task)) return null
  return (
    <Section title={t('我的部分')}>
      {own.map((share) => (
        <ShareCell key={share.id} share={share} own />
      ))}
      {task.may.includes('count') && (
        <div className="p-3">
          <Button
            wide
            onClick={() => go('/pages/goods/components/inventoryScan/index', { taskId: task.id, shareId: own.find(isLeft)?.id })}
          >
            {t('去盘点')}
          </Button>
        </div>
      )}
    </Section>
  )
}

type BoardGrouping = 'places' | 'departments' | 'people' | 'sources'

const Parts = ({ progress, onLines }: { progress: Progress; onLines: (filter: LineFilter) => void }) => {
  const [by, setBy] = useState<BoardGrouping>('places')
  const [all, setAll] = useState(false)
  const rows = rowsOf(progress, by, onLines)
  return (
    <section className="mb-4">
      <div className="pb-2">
        <Tabs
          look="pill"
          label={t('进度')}
          value={by}
          onChange={(value) => {
            setBy(value)
            setAll(false)
          }}
          tabs={[
            { value: 'places', label: t('区域') },
            { value: 'departments', label: t('部门') },
            { value: 'people', label: t('人员') },
            { value: 'sources', label: t('方式') },
          ]}
        />
      </div>
      <Card flush>
        {rows.length === 0 && <p className="px-4 py-6 text-center text-small text-quiet">{t('还没有人盘点')}</p>}
        {(all ? rows : rows.slice(0, shownAtFirst)).map(({ key, ...row }) => (
          <PartRow key={key} {...row} />
        ))}
        {!all && rows.length > shownAtFirst && (
          <button type="button" onClick={() => setAll(true)} className="pressable min-h-11 w-full px-4 text-small text-accent-strong">
            {t('全部{count}项', { count: rows.length })}
          </button>
        )}
      </Card>
    </section>
  )
}

const shownAtFirst = 8

type Part = {
  key: string
  name: string
  text: string
  bar?: { expected: number; done: number; differing: number }
  onPress?: () => void
}

const rowsOf = (progress: Progress, grouping: BoardGrouping, onLines: (filter: LineFilter) => void): Part[] => {
  if (grouping === 'people')
    return progress.people.map(({ id, name, events, lastAt }) => ({
      key: id,
      name,
      text: [t('{n}条记录', { n: events }), when(lastAt)].join(' · '),
    }))
  if (grouping === 'sources')
    return Object.entries(progress.sources)
      .toSorted(([, a], [, b]) => b - a)
      .map(([source, count]) => ({
        key: source,
        name: sourceWords(source),
        text: String(count),
      }))
  return progress[grouping].map(({ id, name, expected, done, differing }) => ({
    key: id ?? '',
    name: name || t('未指定'),
    text: [`${done}/${expected}`, differing > 0 && t('{n}项差异', { n: differing })].filter(Boolean).join(' · '),
    bar: { expected, done, differing },
    ...(id && { onPress: () => onLines(grouping === 'places' ? { placeId: id } : { departmentId: id }) }),
  }))
}

const PartRow = ({ name, text, bar, onPress }: Omit<Part, 'key'>) => {
  const Row = onPress ? 'button' : 'div'
  return (
    <Row
      {...(onPress ? { type: 'button' as const, onClick: onPress } : {})}
      className={`block w-full border-b border-line px-4 py-2.5 text-left last:border-transparent ${onPress ? 'pressable' : ''}`}
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate text-body">{name}</span>
        <span className="shrink-0 text-small tabular-nums text-quiet">{text}</span>
      </span>
      {bar && (
        <span className="mt-2 block">
          <Bar {...bar} />
        </span>
      )}
    </Row>
  )
}

/** Who counts what, and how far everyone is. */
const Shares = ({ task }: { task: Task }) => {
  const mayShare = isRunning(task) && task.may.includes('share')
  const edit = () => go('/pages/goods/GsInventoryOrder/gsinventoryshare', { id: task.id })
  if (task.shares.length === 0 && !mayShare) return null
  return (
    <Section
      title={t('谁盘什么')}
      right={
        mayShare &&
        task.shares.length > 0 && (
          <Button kind="plain" size="small" onClick={edit}>
            {t('分派')}
          </Button>
        )
      }
    >
      {task.shares.length === 0 && (
        <button type="button" onClick={edit} className="pressable flex w-full items-center gap-3 px-4 py-3.5 text-left">
          <Users size={20} className="text-accent" aria-hidden />
          <span className="flex-1">
            <span className="block text-body">{t('还没有分派')}</span>
            <span className="block text-small text-quiet">{t('能盘点的人都可以盘。分派后各人收到消息，只看自己的部分。')}</span>
          </span>
          <ChevronRight size={18} className="text-faint" aria-hidden />
        </button>
      )}
      {task.shares.map((share) => (
        <ShareCell key={share.id} share={share} />
      ))}
    </Section>
  )
}

const ShareCell = ({ share, own = false }: { share: CountShareRow; own?: boolean }) => {
  const due = dueWords({ dueOn: share.dueOn })
  const who = share.person?.name ?? (share.kind === 'self' ? t('各使用人') : t('谁都可以'))
  return (
    <div className="flex items-center gap-3 border-b border-line px-4 py-2.5 last:border-transparent">
      {!own &&
        (share.person ? (
          <Avatar name={who} size={36} />
        ) : (
          <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-sunken text-quiet" aria-hidden>
            <Users size={18} />
          </span>
        ))}
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate text-body">{own ? shareWords(share) : who}</span>
          {share.finishedAt ? (
            <Tag tone="good">{t('盘完了')}</Tag>
          ) : (
            <span className="shrink-0 text-small tabular-nums text-quiet">{`${share.done}/${share.expected}`}</span>
          )}
        </span>
        <span className="mt-0.5 flex justify-between gap-3 text-small text-quiet">
          <span className="truncate">{own ? '' : shareWords(share)}</span>
          {!share.finishedAt && due.words && <span className={`shrink-0 ${due.late ? 'text-bad' : ''}`}>{due.words}</span>}
        </span>
        <span className="mt-1.5 block">
          <Bar expected={share.expected} done={share.done} />
        </span>
      </span>
    </div>
  )
}

/** The phones that take part, and when each was last heard of. */
const Devices = ({ progress }: { progress: Progress }) =>
  progress.devices.length === 0 ? null : (
    <Section title={t('设备')} note={t('离线的手机恢复网络后会自动补传。')}>
      {progress.devices.map(({ person, lastAt, acked }, index) => (
        <Cell
          key={`${person}/${index}`}
          start={<Smartphone size={18} className="shrink-0 text-quiet" aria-hidden />}
          title={person}
          text={t('已收到{n}条', { n: acked })}
          value={when(lastAt)}
        />
      ))}
    </Section>
  )

/** What was made of the differences, and how far it is on its way. */
const Documents = ({ task }: { task: Task }) => {
  const hasSettlement = task.state === 'settling' || task.state === 'closed' || task.state === 'review'
  const { data } = useAsk(countTaskDocuments, { taskId: task.id }, { enabled: hasSettlement, keep: true })
  if (!data || data.length === 0) return null
  return (
    <Section title={t('处理单')}>
      {data.map(({ id, kind, code, lines, place, ...document }) => {
        const { words, tone } = documentState(kind, document.state)
        return (
          <Cell
            key={id}
            title={code}
            text={[place?.name, t('{n}项', { n: lines })].filter(Boolean).join(' · ')}
            value={<Tag tone={tone}>{words}</Tag>}
            onPress={() => goHref(documentHref(kind, id))}
          />
        )
      })}
    </Section>
  )
}
