import { AlarmClock, BellRing } from 'lucide-react'
import { shapeOf } from '../../../domain/approval/form/shape.ts'
import type { ProcessDetail } from '../../../domain/approval/operations/process.ts'
import { isEmpty } from '../../../kernel/field.ts'
import { Avatar } from '../../look/Avatar.tsx'
import { Card } from '../../look/Card.tsx'
import { Tag } from '../../look/Tag.tsx'
import { t } from '../../words.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { LinkedText } from '../../markup/TextLink.tsx'
import { fullTime } from '../../shell/dateWords.ts'
import { when } from '../../shell/when.ts'
import { CopyableText } from '../../shell/CopyableText.tsx'
import { PersonName } from '../../people/PersonName.tsx'
import { refusalWords } from './ApplicationCard.tsx'
import { StatusTag } from './statusTag.tsx'
import { titleOf } from './titles.ts'
import { drawText } from '../../look/drawText.ts'

/** Who asks for what, and why; how it stands and whether it is urgent. */
export const ProcessHead = ({ detail }: { detail: ProcessDetail }) => {
  const { process, task, deptName, proxy } = detail
  const waits = task?.status === 1
  const reason = reasonOf(detail)
  const statusWords = process.status === 'returned' || process.status === 'rejected' ? refusalWords(process) : ''
  return (
    <Card className="mb-4">
      <div className="flex items-center gap-3">
        <Avatar name={process.initiator.userName} src={process.initiator.avatar ?? undefined} size={44} />
        <div className="min-w-0 flex-1">
          <p className="truncate text-body font-medium">
            <PersonName uid={process.initiator.uid} name={process.initiator.userName} />
          </p>
          <p className="truncate text-small text-quiet">
            {deptName && drawText(`${deptName} · `)}
            {proxy && drawText(`${t('{name}代为提交', { name: proxy.userName })} · `)}
            <time dateTime={process.createdAt} title={fullTime(process.createdAt)}>
              {when(process.createdAt)}
            </time>
          </p>
        </div>
        <StatusTag process={process} />
      </div>
      <h2 className="mt-3 text-title font-semibold">{titleOf(process)}</h2>
      <p className="text-small tabular-nums text-faint">
        <CopyableText text={process.number} />
      </p>
      {process.summary && <p className="mt-0.5 text-body text-quiet">{process.summary}</p>}
      {process.amount && process.amount !== '0' && (
        <p className="mt-1.5 text-huge font-semibold tabular-nums">{moneyWords(process.amount)}</p>
      )}
      {reason && (
        <blockquote className="mt-2.5 whitespace-pre-line break-words border-l-3 border-accent/50 pl-3 text-body">
          <LinkedText text={reason} />
        </blockquote>
      )}
      {statusWords && (
        <p
          className={`mt-3 rounded-control px-3 py-2.5 text-body ${process.status === 'returned' ? 'bg-warn-soft text-warn' : 'bg-bad-soft text-bad'}`}
        >
          {statusWords}
        </p>
      )}
      {waits && (task.urged || task.dueAt || task.onBehalfOf) && (
        <p className="mt-3 flex flex-wrap gap-2">
          {task.onBehalfOf && <Tag tone="accent">{t('代{name}审批', { name: task.onBehalfOf.userName })}</Tag>}
          {task.urged && (
            <Tag tone="warn">
              <BellRing size={12} className="mr-1" aria-hidden />
              {t('申请人催办')}
            </Tag>
          )}
          {task.dueAt && (
            <Tag tone={task.overdue ? 'bad' : 'plain'}>
              <AlarmClock size={12} className="mr-1" aria-hidden />
              {task.overdue
                ? t('已超时，应于{time}前处理', { time: fullTime(task.dueAt) })
                : t('请于{time}前处理', { time: fullTime(task.dueAt) })}
            </Tag>
          )}
        </p>
      )}
    </Card>
  )
}

/** The first text of several lines: why a person asks. */
const reasonOf = ({ form }: ProcessDetail): string => {
  const amountField = Object.entries(shapeOf(form)?.fields ?? {}).find(
    ([key, { control }]) => control.type === 'text' && control.lines > 1 && !isEmpty(form.values[key]),
  )
  return amountField ? String(form.values[amountField[0]]) : ''
}
