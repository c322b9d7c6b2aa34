import { FileText } from 'lucide-react'
import { dispositions } from '../../../domain/counting/event.ts'
import { differenceVerdicts, differenceReasons } from '../../../domain/counting/verdict.ts'
import { type CountEvidence, type CountLineRow, countTaskLine } from '../../../domain/counting/operations.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { useState } from 'react'
import { useAsk } from '../../ask.ts'
import { Button } from '../../look/Button.tsx'
import { Section } from '../../look/Card.tsx'
import { Cell, Value } from '../../look/Cell.tsx'
import { Empty } from '../../look/Empty.tsx'
import { Picture } from '../../look/Picture.tsx'
import { Problem } from '../../look/Problem.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { Skeleton } from '../../look/Skeleton.tsx'
import { Tag } from '../../look/Tag.tsx'
import { Timeline, type TimelineItem } from '../../look/Timeline.tsx'
import { Gallery } from '../../forms/Gallery.tsx'
import { wordsOf } from '../../../kernel/fields/kinds.ts'
import { nameOf } from '../../forms/names.ts'
import { useRecordKind } from '../../records/useRecordKind.ts'
import { fullTime } from '../../shell/dateWords.ts'
import { detailHrefOf, documentHref } from '../../places.ts'
import { goHref } from '../../travel.ts'
import { t } from '../../words.ts'
import { type CountTask, sourceWords, verdictLook } from './countLook.ts'
import { type DecidedOn, DecideSheet } from './DecideSheet.tsx'
import { decisionWords, signed } from './LineRow.tsx'
import { OwnWordsView, useOwnColumns } from './OwnColumns.tsx'
import type { CountPlan } from '../../../domain/counting/plan.ts'

/** One line over the list, on a wide window. */
export const LineSheet = ({ task, line, onClose }: { task: CountTask; line: CountLineRow | undefined; onClose: () => void }) => (
  <Sheet open={line !== undefined} onClose={onClose} title={line?.name ?? ''} tall>
    {line && <LineView task={task} of={line} />}
  </Sheet>
)

/** One line of a count: what the books say, what was found, why they differ, and everything that was observed, oldest first. */
export const LineView = ({ task, of }: { task: CountTask; of: { itemId: string; account?: string } }) => {
  const { data, error, refetch } = useAsk(countTaskLine, {
    taskId: task.id,
    itemId: of.itemId,
    ...(of.account !== undefined && { account: of.account }),
  })
  if (!data) return error ? <Problem error={error} onRetry={refetch} /> : <Skeleton rows={6} />
  return <Shown task={task} line={data.line} rounds={data.rounds} evidence={data.evidence} />
}

type LineDetail = OutputOf<typeof countTaskLine>

const Shown = ({ task, line, rounds, evidence }: LineDetail & { task: CountTask }) => {
  const [deciding, setDeciding] = useState<DecidedOn>()
  const ownWords = useOwnWords(evidence)
  const { words, tone } = verdictLook(line.verdict)
  const mayDecide = task.state === 'review' && task.may.includes('review') && differenceVerdicts.includes(line.verdict)
  const decided = decisionWords(line)
  const { document } = line
  return (
    <>
      <Head line={line} words={words} tone={tone} />
      <BookedFacts line={line} />
      <OwnFacts plan={task.plan} line={line} />
      {line.causes.length > 0 && (
        <Section title={t('可能的原因')}>
          {line.causes.map(({ words: why, documentId, documentKind }) => (
            <Cell
              key={why}
              title={why}
              {...(documentId && documentKind && { onPress: () => goHref(documentHref(documentKind, documentId)) })}
            />
          ))}
        </Section>
      )}
      {(decided || mayDecide) && (
        <Section title={t('处理')}>
          {decided && (
            <Cell
              title={decided}
              {...(document && { onPress: () => goHref(documentHref(document.kind, document.id)) })}
              {...(document && line.reason && { text: t(differenceReasons[line.reason]) })}
            />
          )}
          {mayDecide && (
            <div className="p-3">
              <Button
                wide
                kind={decided ? 'secondary' : 'primary'}
                onClick={() => setDeciding({ words: line.name, lines: [{ itemId: line.itemId, account: line.account }] })}
              >
                {decided ? t('改变处理') : t('处理差异')}
              </Button>
            </div>
          )}
        </Section>
      )}
      {rounds.length > 1 && (
        <Section title={t('各轮')}>
          {rounds.map(({ round, verdict, counted }) => (
            <Cell
              key={round}
              title={t('第{n}轮', { n: round })}
              value={[verdictLook(verdict).words, counted].filter(Boolean).join(' · ')}
            />
          ))}
        </Section>
      )}
      <Section title={t('盘点记录')} flush={false}>
        {evidence.length === 0 ? <Empty title={t('还没有人看到它')} /> : <Timeline items={evidence.map((one) => itemOf(one, ownWords))} />}
      </Section>
      <DecideSheet task={task} on={deciding} onClose={() => setDeciding(undefined)} />
    </>
  )
}

/** What the books say, and what was seen. */
const BookedFacts = ({ line }: { line: LineDetail['line'] }) => (
  <Section title={t('账面与实盘')}>
    <Value label={t('账面区域')}>{line.place?.name}</Value>
    {line.itemKind === 'asset' && (
      <Value label={t('使用人')}>{[line.holder?.name, line.department?.name].filter(Boolean).join(' · ')}</Value>
    )}
    <Value label={t('看到的区域')}>{line.seenAt.map(({ name }) => name).join(t('、'))}</Value>
    {line.seenWith && <Value label={t('在谁手上')}>{line.seenWith.name}</Value>}
    {line.expected !== null && <Value label={t('账面数量')}>{`${line.expected} ${line.unit ?? ''}`}</Value>}
    {line.counted !== null && <Value label={t('实盘数量')}>{`${line.counted} ${line.unit ?? ''}`}</Value>}
    {line.difference !== null && line.difference !== '0' && <Value label={t('差异')}>{signed(line.difference)}</Value>}
    {line.value !== null && <Value label={t('账面原值')}>{moneyWords(line.value)}</Value>}
  </Section>
)

/** What the card says in the own fields that the plan has confirmed, and what was seen to be otherwise. */
const OwnFacts = ({ plan, line: { ownWords } }: { plan: CountPlan; line: LineDetail['line'] }) => {
  const ownColumns = useOwnColumns(plan).filter(([key]) => ownWords[key])
  if (ownColumns.length === 0) return null
  return (
    <Section title={t('登记的内容')}>
      {ownColumns.map(([key, { label }]) => (
        <Value key={key} label={label}>
          {ownWords[key] && <OwnWordsView words={ownWords[key]} />}
        </Value>
      ))}
    </Section>
  )
}

const Head = ({ line, words, tone }: { line: CountLineRow; words: string; tone: 'plain' | 'good' | 'warn' | 'bad' | 'accent' }) => (
  <div className="mb-4 flex items-center gap-4 rounded-card bg-card p-4 shadow-lift">
    {line.image ? <Gallery paths={[line.image]} className="size-16" /> : <Picture alt="" className="size-16" />}
    <div className="min-w-0 flex-1">
      <p className="text-title font-semibold">{line.name}</p>
      <p className="mt-0.5 text-small text-quiet">{[line.code, line.model].filter(Boolean).join(' · ')}</p>
      <p className="mt-1.5">
        <Tag tone={tone}>{words}</Tag>
      </p>
    </div>
    {line.itemKind === 'asset' && (
      <Button kind="plain" size="small" icon={FileText} onClick={() => goHref(detailHrefOf('asset', line.itemId))}>
        {t('卡片')}
      </Button>
    )}
  </div>
)

/** What an observation says of own fields, in words. */
type OwnWords = (one: CountEvidence) => string | undefined

const useOwnWords = (evidence: readonly CountEvidence[]): OwnWords => {
  const kind = useRecordKind(
    'asset',
    evidence.some(({ ownValues }) => ownValues !== null),
  )
  return ({ ownValues }) =>
    ownValues && kind
      ? Object.entries(ownValues)
          .map(([key, value]) => {
            const field = kind.fields[key]
            if (!field) return ''
            const words = wordsOf(field.control, value, { say: t, nameOf: (id) => nameOf(id) ?? '' })
            return t('{label}：{value}', { label: field.label, value: words })
          })
          .filter(Boolean)
          .join(' · ')
      : undefined
}

const itemOf = (evidence: CountEvidence, ownWords: OwnWords): TimelineItem => ({
  key: `${evidence.device}/${evidence.seq}`,
  title: <span className={evidence.voided ? 'text-faint line-through' : ''}>{t(kindTitles[evidence.kind] ?? evidence.kind)}</span>,
  time: fullTime(evidence.at),
  text: [
    evidence.person?.name,
    evidence.place?.name,
    evidence.zone,
    sourceWords(evidence.source),
    evidence.quantity !== null &&
      (evidence.factor && evidence.factor !== '1' ? `${evidence.quantity} × ${evidence.factor}` : evidence.quantity),
    evidence.holder && t('在{name}手上', { name: evidence.holder.name }),
    evidence.condition,
    ownWords(evidence),
    evidence.rssi && t('读到{n}次，最强{best}', { n: evidence.rssi.n, best: evidence.rssi.best }),
    evidence.round > 1 && t('第{n}轮', { n: evidence.round }),
    evidence.uncertain && t('时间不确定'),
    evidence.note,
  ]
    .filter(Boolean)
    .join(' · '),
  state: evidenceState(evidence),
  extra: (
    <>
      {evidence.disposition !== 'ok' && <Tag tone="warn">{t(dispositions[evidence.disposition])}</Tag>}
      {evidence.file && (
        <span className="mt-2 block">
          <Gallery paths={[evidence.file]} className="size-20" />
        </span>
      )}
    </>
  ),
})

const kindTitles: Readonly<Record<string, string>> = {
  seen: '看到',
  quantity: '清点',
  absent: '找过，不在',
  unknown: '未知编码',
  photo: '拍照',
  void: '撤销',
  finish: '盘完',
}

const evidenceState = ({ voided, disposition }: CountEvidence): TimelineItem['state'] => {
  if (voided) return 'waiting'
  return disposition === 'ok' ? 'done' : 'bad'
}
