import { MicOff, SendHorizontal, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { chatLimits } from '../../domain/chat/limits.ts'
import { host } from '../../hosts/here.ts'
import type { Recorder } from '../../hosts/host.ts'
import type { Id } from '../../kernel/id.ts'
import { write } from './device/device.ts'
import { IconButton } from '../look/IconButton.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { toast } from '../look/overlays/toast.ts'
import { coverScreen } from '../travel.ts'
import { t } from '../words.ts'
import { isKept } from './pickedFiles.ts'

type Props = { chatId: Id; onClose: () => void; onWritten: () => void }

const shortestMs = 700
const tickMs = 100
const bars = 24

/** Records speech in place of the line that is written: it begins at once, is sent or thrown away, and stops by itself at the limit. */
export default function VoiceRecorder({ chatId, onClose, onWritten }: Props) {
  const { recorder, refusal, isOpen, seconds, levels, isFull } = useRecorder()
  const [isSending, setSending] = useState(false)
  const close = useEffectEvent(onClose)
  useEffect(() => coverScreen(() => close()), [])

  const send = async () => {
    const now = recorder.current
    if (!now || isSending) return
    setSending(true)
    const { blob, name, milliseconds } = await now.stop()
    if (milliseconds < shortestMs || blob.size === 0) {
      toast(t('说话时间太短'), 'error')
      return onClose()
    }
    const maximumMs = chatLimits.voiceSeconds * 1000 + chatLimits.voiceSlackMs
    if (await isKept(write(chatId, { kind: 'voice', body: { milliseconds: Math.min(milliseconds, maximumMs) } }, [{ blob, name }])))
      onWritten()
    onClose()
  }

  if (refusal !== undefined)
    return (
      <div className="flex min-h-14 items-center gap-3 px-4 py-2 wide:px-6">
        <MicOff size={20} className="shrink-0 text-bad" aria-hidden />
        <p role="alert" className="min-w-0 flex-1 text-small text-bad">
          {refusal}
        </p>
        <button type="button" onClick={onClose} className="reach shrink-0 px-2 text-body text-accent-strong">
          {t('知道了')}
        </button>
      </div>
    )
  return (
    <div className="flex min-h-14 items-center gap-2 px-2 py-1.5 wide:px-5">
      <IconButton icon={Trash2} label={t('取消录音')} onClick={onClose} className="text-quiet" />
      <div role="status" className="flex min-w-0 flex-1 items-center gap-3 rounded-full bg-card px-4 py-2.5">
        {!isOpen ? (
          <>
            <Spinner size={16} />
            <span className="truncate text-small text-quiet">{t('请允许使用麦克风')}</span>
          </>
        ) : (
          <>
            <span
              aria-hidden
              className={`size-2.5 shrink-0 rounded-full bg-bad ${isFull ? '' : 'animate-pulse motion-reduce:animate-none'}`}
            />
            <span className="shrink-0 text-body tabular-nums" aria-label={t('已录{seconds}秒', { seconds: Math.floor(seconds) })}>
              {clockOf(seconds)}
            </span>
            <span aria-hidden className="flex h-6 min-w-0 flex-1 items-center justify-end gap-0.5 overflow-hidden">
              {levels.map((level, index) => (
                <span key={index} className="w-1 shrink-0 rounded-full bg-accent" style={{ height: `${12 + level * 88}%` }} />
              ))}
            </span>
            <span className="shrink-0 text-small text-faint tabular-nums">{clockOf(chatLimits.voiceSeconds)}</span>
          </>
        )}
      </div>
      <button
        type="button"
        aria-label={t('发送语音')}
        title={t('发送语音')}
        disabled={!isOpen || isSending}
        onClick={() => void send()}
        className="flex size-11 shrink-0 items-center justify-center rounded-full bg-[#0071e3] text-white active:opacity-70 disabled:opacity-40"
      >
        <SendHorizontal size={20} aria-hidden />
      </button>
    </div>
  )
}

/** A recording that begins at once and ends by itself at the limit. */
const useRecorder = () => {
  const recorder = useRef<Recorder>(undefined)
  const [refusal, setRefusal] = useState<string>()
  const [startMs, setStartMs] = useState<number>()
  const [seconds, setSeconds] = useState(0)
  const [levels, setLevels] = useState<readonly number[]>([])

  useEffect(() => {
    let hasLeft = false
    const begin = async () => {
      try {
        if (!host.startRecorder) return setRefusal(t('这里不能录音，请更新应用，或用浏览器通过 https 打开'))
        const opened = await host.startRecorder()
        if (hasLeft) return opened.cancel()
        recorder.current = opened
        setStartMs(Date.now())
      } catch (error) {
        if (!(error instanceof DOMException)) throw error
        setRefusal(refusalWords(error.name))
      }
    }
    void begin()
    return () => {
      hasLeft = true
      recorder.current?.cancel()
    }
  }, [])

  const isFull = seconds >= chatLimits.voiceSeconds
  const stopAtLimit = useEffectEvent(() => {
    const elapsedSeconds = (Date.now() - (startMs ?? Date.now())) / 1000
    setSeconds(Math.min(elapsedSeconds, chatLimits.voiceSeconds))
    setLevels((before) => [...before, recorder.current?.level() ?? 0].slice(-bars))
    if (elapsedSeconds >= chatLimits.voiceSeconds) recorder.current?.cancel()
  })
  useEffect(() => {
    if (startMs === undefined || isFull) return
    const ticker = setInterval(() => stopAtLimit(), tickMs)
    return () => clearInterval(ticker)
  }, [startMs, isFull])
  return { recorder, refusal, isOpen: startMs !== undefined, seconds, levels, isFull }
}

const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** Why the microphone is not open, by the name of the browser's error. */
const refusalWords = (name: string): string => {
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return t('没有使用麦克风的权限，请在浏览器或手机的设置中允许后再试')
    case 'NotFoundError':
      return t('这台设备没有麦克风')
    case 'NotReadableError':
      return t('麦克风正被其他应用使用，请关闭后再试')
    default:
      return t('无法打开麦克风，请稍后再试')
  }
}
