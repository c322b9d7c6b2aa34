import { ArrowLeftRight, ChevronRight, FileText, Lightbulb } from 'lucide-react'
import { type Decision, decisions, differenceVerdicts } from '../../../domain/counting/verdict.ts'
import { type CountLineRow, countTaskDecide } from '../../../domain/counting/operations.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { CallError } from '../../call.ts'
import { Picture } from '../../look/Picture.tsx'
import { Tag } from '../../look/Tag.tsx'
import { documentHref } from '../../places.ts'
import { useSend } from '../../send.ts'
import { goHref } from '../../travel.ts'
import { t } from '../../words.ts'
import { type CountTask, decisionsFor, verdictLook } from './countLook.ts'
import type { DecidedOn } from './DecideSheet.tsx'
import { decisionWords, lineWords, signed } from './LineRow.tsx'

type Props = {
  task: CountTask
  line: CountLineRow
  mayDecide: boolean
  onOpen: () => void
  /** Asks for the reason as well. */
  onAsk: (on: DecidedOn) => void
}

/** One difference: what it is worth, what may explain it, and what is done about it in one tap. */
export const DifferenceCard = ({ task, line, mayDecide, onOpen, onAsk }: Props) => {
  const { words, tone } = verdictLook(line.verdict)
  const isInDocument = line.document !== null
  return (
    <div className="rounded-card bg-card shadow-lift">
      <button type="button" onClick={onOpen} className="pressable flex w-full items-start gap-3 px-4 pb-2 pt-3.5 text-left">
        <Picture src={line.image ?? undefined} alt="" className="size-12" />
        <span className="min-w-0 flex-1">
          <span className="flex items-center justify-between gap-3">
            <span className="truncate text-body font-medium">{line.name}</span>
            <Tag tone={tone}>{words}</Tag>
          </span>
          <span className="mt-0.5 flex justify-between gap-3 text-small text-quiet">
            <span className="truncate">{line.code}</span>
            <span className="shrink-0 tabular-nums">
              {line.difference !== null && line.itemKind === 'consumable' ? signed(line.difference) : moneyWords(line.value)}
            </span>
          </span>
          <span className="mt-0.5 line-clamp-2 text-small text-quiet">{lineWords(line)}</span>
        </span>
      </button>
      {line.causes.slice(0, 3).map((cause) => (
        <Why key={cause.words} cause={cause} />
      ))}
      <div className="px-4 pb-3 pt-2">
        {mayDecide && !isInDocument && differenceVerdicts.includes(line.verdict) ? (
          <Decide task={task} line={line} onAsk={onAsk} />
        ) : (
          decisionWords(line) && (
            <span className="flex items-center gap-2">
              <Tag tone="accent">{decisionWords(line)}</Tag>
            </span>
          )
        )}
      </div>
    </div>
  )
}

/** What may explain it; a document opens. */
const Why = ({ cause: { words, documentId, documentKind, pair } }: { cause: CountLineRow['causes'][number] }) => {
  const loneIcon = documentId ? FileText : Lightbulb
  const Icon = pair ? ArrowLeftRight : loneIcon
  return (
    <button
      type="button"
      disabled={!documentId || !documentKind}
      onClick={() => documentId && documentKind && goHref(documentHref(documentKind, documentId))}
      className="pressable flex w-full items-start gap-2 px-4 py-1 text-left text-small text-accent-strong enabled:py-3 disabled:text-quiet wide:enabled:py-1"
    >
      <Icon size={14} className="mt-0.5 shrink-0" aria-hidden />
      <span className="min-w-0 flex-1">{words}</span>
      {documentId && <ChevronRight size={14} className="mt-0.5 shrink-0" aria-hidden />}
    </button>
  )
}

const Decide = ({ task, line, onAsk }: Pick<Props, 'task' | 'line' | 'onAsk'>) => {
  const { send, sending } = useSend(countTaskDecide)
  const which = [{ itemId: line.itemId, account: line.account }]
  const offered = decisionsFor(task, line.verdict)
  const pair = offered.includes('post') ? line.causes.find((cause) => cause.pair)?.pair : undefined
  const decide = (decision: Decision, lines = which, reason = line.reason) =>
    void send({ taskId: task.id, lines, decision, ...(reason && { reason }) }).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
    })
  return (
    <div role="radiogroup" aria-label={t('处理差异')} className="flex flex-wrap items-center gap-2">
      {offered.map((decision) => {
        const isChosen = line.decision === decision
        return (
          <button
            key={decision}
            type="button"
            role="radio"
            aria-checked={isChosen}
            disabled={Boolean(sending)}
            onClick={() => decide(decision)}
            className={`reach h-9 rounded-full px-3.5 text-small transition disabled:opacity-60 ${isChosen ? 'bg-accent-soft font-medium text-accent-strong ring-1 ring-accent' : 'bg-sunken text-ink'}`}
          >
            {t(decisions[decision])}
          </button>
        )
      })}
      {pair && line.decision === null && (
        <button
          type="button"
          disabled={Boolean(sending)}
          onClick={() => decide('post', [...which, pair], 'misplaced')}
          className="reach flex h-9 items-center gap-1.5 rounded-full bg-accent-soft px-3.5 text-small text-accent-strong disabled:opacity-60"
        >
          <ArrowLeftRight size={14} aria-hidden />
          {t('两项一起入账')}
        </button>
      )}
      <button
        type="button"
        onClick={() => onAsk({ words: line.name, lines: which, ...(line.decision && { decision: line.decision }) })}
        className={`reach ml-auto h-9 max-w-40 px-1 text-small ${line.reason ? 'text-quiet' : 'text-accent-strong'}`}
      >
        <span className="block truncate">{line.reason ? decisionWords(line).split(' · ').at(-1) : t('写原因')}</span>
      </button>
    </div>
  )
}
