import { ChevronUp, CircleCheck, CloudUpload, Pause, Play, RotateCcw, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { toast } from '../look/overlays/toast.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { showUploadBar } from './bar.ts'
import { fileIcon } from './fileIcon.ts'
import { sizeWords } from './sizeWords.ts'
import { cancel, clearDone, findFile, giveFile, goOn, isUnderWay, onUploads, pause, type UploadState, takeUp, uploads } from './uploads.ts'

/** One line below every screen while files are sent; a tap shows each of them. */
const UploadBar = () => {
  const all = useSyncExternalStore(onUploads, uploads)
  const [open, setOpen] = useState(false)
  const going = all.filter(isUnderWay)
  const stuck = all.filter(({ state }) => state === 'failed' || state === 'fileless')
  const cut = going.some(({ state }) => state === 'cut')
  const done = all.filter(({ state }) => state === 'done').length
  const counted = all.filter(({ state }) => state !== 'skipped' && state !== 'fileless')
  const share = partOf(counted)
  const words = [
    cut ? t('连接中断，恢复后自动继续') : progressWords({ going: going.length, percent: share, done }),
    stuck.length > 0 && t('{count}个文件需要处理', { count: stuck.length }),
  ].filter(Boolean)
  const calmIcon = going.length > 0 ? CloudUpload : CircleCheck
  const Icon = stuck.length > 0 ? TriangleAlert : calmIcon
  const paused = all.filter(({ state }) => state === 'paused').length
  const isOver = all.every(({ state }) => state === 'done' || state === 'skipped')
  useEffect(() => {
    if (!isOver || open) return
    const closing = setTimeout(clearDone, doneShownMs)
    return () => clearTimeout(closing)
  }, [isOver, open])
  return (
    <div className="shrink-0" role="status">
      <button
        type="button"
        onClick={() => setOpen(true)}
        className={`relative flex min-h-11 w-full items-center gap-2.5 border-t border-line px-4 text-left text-small ${stuck.length > 0 ? 'bg-bad-soft text-bad' : 'bg-accent-soft text-accent-strong'}`}
      >
        <Icon size={18} aria-hidden />
        <span className="min-w-0 flex-1 truncate">
          {words.length > 0 ? words.join(' · ') : restWords({ pausedCount: paused, skippedCount: all.length - paused })}
        </span>
        <ChevronUp size={16} aria-hidden />
        {going.length > 0 && (
          <span className="absolute inset-x-0 top-0 h-0.5 bg-line" aria-hidden>
            <span className="block h-full bg-accent transition-[width]" style={{ width: `${share}%` }} />
          </span>
        )}
      </button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('上传')}
        tall
        footer={
          all.some(({ state }) => state === 'done' || state === 'skipped') && (
            <Button
              kind="secondary"
              wide
              onClick={() => {
                clearDone()
                if (uploads().length === 0) setOpen(false)
              }}
            >
              {t('清除已完成')}
            </Button>
          )
        }
      >
        <Card flush className="shrink-0">
          {all.map((item) => (
            <UploadRow key={item.id} sending={item} onShow={() => setOpen(false)} />
          ))}
        </Card>
        <p className="px-1 pt-3 text-small text-faint">{t('可以离开这个页面，上传会继续；请不要关闭应用。中断后已传的部分会保留7天。')}</p>
      </Sheet>
    </div>
  )
}

/** Where nothing is under way and nothing has arrived. */
const restWords = ({ pausedCount, skippedCount }: { pausedCount: number; skippedCount: number }): string =>
  pausedCount > 0 ? t('{count}个上传已暂停', { count: pausedCount }) : t('已跳过{count}个文件', { count: skippedCount })

const UploadRow = ({ sending, onShow }: { sending: UploadState; onShow: () => void }) => {
  const { id, name, sizeBytes, sentBytes, state, words, node } = sending
  const input = useRef<HTMLInputElement>(null)
  const { icon: Icon, tint } = fileIcon(name)
  const percent = partOf([sending])
  const chooseAgain = async () => {
    if (!(await findFile(id, true))) input.current?.click()
  }
  const stateWords = {
    waiting: t('等待上传'),
    sending: `${sizeWords(sentBytes)} / ${sizeWords(sizeBytes)}`,
    cut: t('连接中断，恢复后自动继续'),
    paused: t('已暂停 · {percent}%', { percent }),
    fileless: t('已传{percent}%，请重新选择同一个文件继续', { percent }),
    failed: words ?? '',
    done: `${t('已完成')} · ${sizeWords(sizeBytes)}`,
    skipped: t('已跳过'),
  }[state]
  return (
    <div className="border-b border-line px-4 py-2.5 last:border-transparent">
      <div className="flex items-center gap-3">
        <Icon size={26} strokeWidth={1.6} style={{ color: tint }} className="shrink-0" aria-hidden />
        <button
          type="button"
          disabled={!node}
          onClick={() => {
            onShow()
            if (node) go('/pages/netdisk/diskfile', { id: node.id })
          }}
          className="min-w-0 flex-1 text-left"
        >
          <span className="block truncate text-body">{node?.name ?? name}</span>
          <span className={`block text-small ${state === 'failed' || state === 'fileless' ? 'text-bad' : 'text-quiet'}`}>{stateWords}</span>
        </button>
        {(state === 'waiting' || state === 'sending' || state === 'cut') && (
          <IconButton icon={Pause} iconSize={20} label={t('暂停{name}', { name })} onClick={() => pause(id)} />
        )}
        {state === 'paused' && <IconButton icon={Play} iconSize={20} label={t('继续{name}', { name })} onClick={() => goOn(id)} />}
        {state === 'failed' && <IconButton icon={RotateCcw} iconSize={20} label={t('重试{name}', { name })} onClick={() => goOn(id)} />}
        {state === 'fileless' && (
          <Button size="small" kind="secondary" onClick={() => void chooseAgain()}>
            {t('选择文件')}
          </Button>
        )}
        <IconButton
          icon={X}
          iconSize={20}
          label={state === 'done' || state === 'skipped' ? t('从列表移除{name}', { name }) : t('取消上传{name}', { name })}
          onClick={() => void cancel(id)}
          className="-mr-2 text-faint"
        />
      </div>
      {(state === 'sending' || state === 'cut' || state === 'paused') && (
        <div
          role="progressbar"
          aria-label={name}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className="ml-9 mt-1.5 h-1 overflow-hidden rounded-full bg-sunken"
        >
          <div
            className={`h-full rounded-full transition-[width] ${state === 'cut' ? 'bg-warn' : 'bg-accent'}`}
            style={{ width: `${percent}%` }}
          />
        </div>
      )}
      <input
        ref={input}
        type="file"
        className="hidden"
        aria-hidden
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file && !giveFile(id, file)) toast(t('这不是同一个文件：名称或大小不同'), 'error')
        }}
      />
    </div>
  )
}

const partOf = (all: readonly UploadState[]): number => {
  const size = all.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const sentBytesOfAll = all.reduce((sum, { sentBytes }) => sum + sentBytes, 0)
  return size === 0 ? 100 : Math.min(100, Math.floor((sentBytesOfAll / size) * 100))
}

/** How long the line says that everything has arrived before it goes by itself. */
const doneShownMs = 6000

const bar = <UploadBar />
onUploads(() => showUploadBar(uploads().length > 0 ? bar : undefined))

/** Takes up what an earlier page left, and shows the bar from now on wherever there is something to say. */
export const beginUploads = (): void => void takeUp()

const progressWords = ({ going, percent, done }: { going: number; percent: number; done: number }): string => {
  if (going > 0) return t('正在上传{count}个文件 · {percent}%', { count: going, percent })
  return done > 0 ? t('已上传{count}个文件', { count: done }) : ''
}
