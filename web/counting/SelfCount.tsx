import { useState } from 'react'
import { type OwnTask, selfCountAnswer, selfCountMine } from '../../domain/counting/selfCountOperations.ts'
import { newUuid } from '../../kernel/id.ts'
import { parseScan } from '../../devices/scanPayload.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { Empty } from '../look/Empty.tsx'
import { loadLater } from '../look/loadLater.tsx'
import { Page } from '../look/Page.tsx'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { toast } from '../look/overlays/toast.ts'
import { sendKept, useOutbox } from '../outbox/outbox.ts'
import { shortDay } from '../shell/dateWords.ts'
import { t } from '../words.ts'
import { OwnPiece, type OwnPieceInput } from '../assets/OwnPiece.tsx'
import { linesWithWaiting } from './waitingAnswers.ts'

/** What a person is asked to count of what he holds himself: task by task, piece by piece. */
export default function SelfCount() {
  const { data, error, refetch } = useAsk(selfCountMine, {})
  return (
    <Page onRefresh={refetch}>
      {error && <Problem error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton />}
      {!error && data && data.length === 0 && (
        <Empty title={t('没有需要您盘点的资产')} text={t('组织发起员工自盘时，您名下的资产会出现在这里。')} />
      )}
      {!error && data && data.length > 0 && (
        <div className="space-y-6">
          {data.map((task) => (
            <TaskOfMine key={task.taskId} task={task} />
          ))}
        </div>
      )}
    </Page>
  )
}

const TaskOfMine = ({ task }: { task: OwnTask }) => {
  const [isScanning, setScanning] = useState(false)
  const lines = linesWithWaiting(task.taskId, task.lines, useOutbox().actions)
  const openLines = lines.filter(({ answer }) => answer === null)
  const simple = openLines.filter(({ photoWanted }) => !photoWanted)

  const answer = async (itemIds: readonly string[], input: OwnPieceInput): Promise<boolean> => {
    try {
      for (let from = 0; from < itemIds.length; from += atOnce) await keepAnswer(task, itemIds.slice(from, from + atOnce), input)
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
      return false
    }
  }

  const all = async () => {
    const title = t('剩下的 {count} 件都在您这里吗?', { count: simple.length })
    if (await confirm({ title, text: t('请确认您刚刚看到了它们。'), yes: t('都在') })) await answer(ids(simple), { answer: 'here' })
  }

  const read = async (text: string): Promise<string | undefined> => {
    const payload = parseScan(text)
    const code = payload.kind === 'code' || payload.kind === 'asset' ? payload.code : undefined
    const line = task.lines.find(
      ({ itemId, code: own }) => (payload.kind === 'asset' && payload.id === itemId) || own.toLowerCase() === code?.toLowerCase(),
    )
    if (!line) return t('这不是您名下要盘点的资产')
    if (line.photoWanted && line.proof !== 'photo') return t('{name}需要拍照，请在列表中拍照确认', { name: line.name })
    return (await answer([line.itemId], { answer: 'here', scanned: text })) ? undefined : t('没有保存，请重试')
  }

  return (
    <section>
      <div className="flex min-h-9 items-center justify-between px-1 pb-1.5">
        <h2 className="text-small font-medium text-quiet">{task.name}</h2>
        {task.dueOn && <span className="text-small text-quiet">{t('截止 {day}', { day: shortDay(task.dueOn) })}</span>}
      </div>
      <TaskProgress
        lineCount={lines.length}
        leftCount={openLines.length}
        onScan={() => setScanning(true)}
        onConfirmAll={simple.length > 1 ? () => void all() : undefined}
      />
      <ul className="mt-3 space-y-3 wide:grid wide:grid-cols-2 wide:gap-3 wide:space-y-0">
        {lines.map((line) => (
          <OwnPiece key={line.itemId} line={line} answer={(input) => answer([line.itemId], input)} />
        ))}
      </ul>
      <Sheet open={isScanning} onClose={() => setScanning(false)} title={t('扫码盘点')} tall>
        {isScanning && (
          <CameraView onRead={({ text }) => read(text)} hint={t('逐件扫描您名下资产的标签')} className="min-h-80 flex-1 rounded-card" />
        )}
      </Sheet>
    </section>
  )
}

type TaskProgressProps = { lineCount: number; leftCount: number; onScan: () => void; onConfirmAll: (() => void) | undefined }

/** How far a task is, and the ways to go on with it. */
const TaskProgress = ({ lineCount, leftCount, onScan, onConfirmAll }: TaskProgressProps) => {
  const doneCount = lineCount - leftCount
  return (
    <Card>
      <div className="flex items-center gap-4">
        <p className="flex-1">
          <span className="text-huge font-semibold tabular-nums">{doneCount}</span>
          <span className="text-body text-quiet"> / {t('{count}件', { count: lineCount })}</span>
        </p>
        <Button kind="secondary" size="small" onClick={onScan}>
          {t('扫码盘点')}
        </Button>
        {onConfirmAll && (
          <Button kind="plain" size="small" onClick={onConfirmAll}>
            {t('都在我这里')}
          </Button>
        )}
      </div>
      <div
        role="progressbar"
        aria-label={t('盘点进度')}
        aria-valuenow={doneCount}
        aria-valuemax={lineCount}
        className="mt-3 h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={`h-full rounded-full ${leftCount === 0 ? 'bg-good' : 'bg-accent'}`}
          style={{ width: `${(100 * doneCount) / Math.max(1, lineCount)}%` }}
        />
      </div>
      {leftCount === 0 && <p className="mt-3 text-small text-good">{t('全部盘完了，谢谢！截止前可以修改。')}</p>}
    </Card>
  )
}

/** Sends answers now, or keeps them on the device until there is a network: the last answer to the same pieces takes the place of the former. */
const keepAnswer = async ({ taskId, lines }: OwnTask, itemIds: readonly string[], input: OwnPieceInput): Promise<void> => {
  const first = lines.find(({ itemId }) => itemId === itemIds[0])?.name ?? ''
  const outcome = await sendKept({
    key: `selfcount/${taskId}/${itemIds.join(',')}`,
    operation: selfCountAnswer,
    input: { taskId, answers: itemIds.map((itemId) => ({ itemId, ...input })) },
    commandId: newUuid(),
    title: '自盘',
    things: itemIds,
    about: itemIds.length > 1 ? t('{name}等{count}件', { name: first, count: itemIds.length }) : first,
  })
  if (outcome === 'waits') toast(t('已存在这台设备上，联网后会自动提交'), 'notify')
}

const atOnce = 200
const ids = (lines: readonly { itemId: string }[]): string[] => lines.map(({ itemId }) => itemId)

const CameraView = loadLater(async () => ({ default: (await import('../scan/CameraView.tsx')).CameraView }))
