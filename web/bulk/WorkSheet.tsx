import { bulkOperations, type BulkJob } from '../../domain/bulk/operations.ts'
import { documentKind } from '../../domain/documents/all.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { documentHref } from '../places.ts'
import { useSend } from '../send.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { useWork } from './useWork.ts'

type Props = {
  id: Id
  onClose: () => void
  /** Closed for as long as something that came of it is looked at. */
  onLeave: () => void
  /** Another work follows: one that puts this one back. */
  onWork: (id: Id) => void
  /** Goes on with what this one could not do. */
  onRest: (ids: readonly Id[]) => void
}

/** How far a work is; once it is over what came of it, what it could not do, and the way back. */
export default function WorkSheet({ id, onClose, onLeave, onWork, onRest }: Props) {
  const { work, error } = useWork(id)
  const { data } = useAsk(bulkOperations.failed, { id }, { enabled: work !== undefined && work.state !== 'running' && work.failed > 0 })
  const cancel = useSend(bulkOperations.cancel)
  const undo = useSend(bulkOperations.undo)
  const restRows = data?.list ?? []
  const takeBack = async () => {
    try {
      onWork((await undo.send({ id: newId(), undoes: id })).id)
    } catch (failed) {
      if (!(failed instanceof CallError)) throw failed
    }
  }
  const isRunning = work?.state === 'running'
  return (
    <Sheet
      open
      onClose={onClose}
      title={work?.title ?? t('批量操作')}
      footer={
        work &&
        (isRunning ? (
          <>
            <Button kind="secondary" busy={cancel.sending} onClick={() => void cancel.send({ id }).catch(() => undefined)}>
              {t('停止')}
            </Button>
            <Button onClick={onClose}>{t('在后台继续')}</Button>
          </>
        ) : (
          <>
            {work.mayUndo && (
              <Button kind="secondary" busy={undo.sending} onClick={() => void takeBack()}>
                {work.takesBack ? t('恢复修改') : t('撤销')}
              </Button>
            )}
            {restRows.length > 0 && work.work !== 'undo' && (
              <Button kind="secondary" onClick={() => onRest(restRows.map((row) => row.id))}>
                {t('继续处理这 {count} 项', { count: restRows.length })}
              </Button>
            )}
            <Button onClick={onClose}>{t('完成')}</Button>
          </>
        ))
      }
    >
      {error ? <Problem error={error} /> : null}
      {!error && !work && <Spinner />}
      {!error && work && isRunning && <Progress work={work} />}
      {!error && work && !isRunning && <Result work={work} restRows={restRows} onLeave={onLeave} />}
    </Sheet>
  )
}

const shownAtMost = 100

type RestRow = OutputOf<typeof bulkOperations.failed>['list'][number]
type ResultProps = { work: BulkJob; restRows: readonly RestRow[]; onLeave: () => void }

/** What came of a work that is over: how much, the documents, and what it could not do. */
const Result = ({ work, restRows, onLeave }: ResultProps) => (
  <>
    <p role="status" className="pb-3 text-body">
      {work.state === 'cancelled'
        ? t('已停止：完成 {done} 项，还有 {left} 项没有处理', { done: work.done, left: leftOf(work) })
        : t('完成 {done} 项', { done: work.done })}
      {work.failed > 0 && <span className="text-warn"> · {t('未能完成 {count} 项', { count: work.failed })}</span>}
      {work.undoneBy !== null && <span className="text-quiet"> · {work.takesBack ? t('已恢复') : t('已撤销')}</span>}
    </p>
    {work.documents.length > 0 && (
      <Section title={t('生成的单据')}>
        {work.documents.map(({ id: document, kind, code, count }) => (
          <Cell
            key={document}
            title={code}
            text={t(documentKind(kind)?.title ?? kind)}
            value={t('{count} 项', { count })}
            onPress={() => {
              onLeave()
              goHref(documentHref(kind, document))
            }}
          />
        ))}
      </Section>
    )}
    {restRows.length > 0 && (
      <Section title={t('未能完成')}>
        {restRows.slice(0, shownAtMost).map(({ id: item, name, words }) => (
          <Cell key={item} title={name || item} text={words} />
        ))}
        {restRows.length > shownAtMost && <Cell title={t('另有 {count} 项', { count: restRows.length - shownAtMost })} />}
      </Section>
    )}
  </>
)

const leftOf = ({ total, done, failed }: BulkJob): number => Math.max(0, total - done - failed)

const Progress = ({ work }: { work: BulkJob }) => {
  const goneCount = Math.min(work.total, work.done + work.failed)
  return (
    <div className="pb-4">
      <p role="status" className="pb-2 text-body">
        {t('正在处理 {done} / {total}', { done: goneCount, total: work.total })}
      </p>
      <div className="h-1.5 overflow-hidden rounded-full bg-sunken">
        <div className="h-full bg-accent transition" style={{ width: `${(100 * goneCount) / Math.max(1, work.total)}%` }} />
      </div>
      <p className="pt-3 text-small text-quiet">{t('可以离开这里，完成后在批量操作记录中查看。')}</p>
    </div>
  )
}
