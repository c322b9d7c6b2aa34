import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { voiceSeconds } from '../../domain/chat/body.ts'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'

/** The speech that is heard now: another one begins, it stops. */
let currentAudio: HTMLAudioElement | undefined

/** Recorded speech: a tap plays it and a tap stops it, as wide as it is long. */
export const VoiceLine = ({ source, milliseconds }: { source: string | Blob; milliseconds: number }) => {
  const audio = useRef<HTMLAudioElement>(undefined)
  const [isPlaying, setPlaying] = useState(false)
  const [share, setShare] = useState(0)
  useEffect(
    () => () => {
      audio.current?.pause()
      if (audio.current?.src.startsWith('blob:')) URL.revokeObjectURL(audio.current.src)
      audio.current = undefined
    },
    [],
  )
  const seconds = voiceSeconds(milliseconds)

  const openAudio = (): HTMLAudioElement => {
    const player = new Audio(typeof source === 'string' ? source : URL.createObjectURL(source))
    player.addEventListener('play', () => setPlaying(true))
    player.addEventListener('pause', () => setPlaying(false))
    player.addEventListener('ended', () => setShare(0))
    player.addEventListener('timeupdate', () => !player.ended && setShare(Math.min(1, (player.currentTime * 1000) / milliseconds)))
    audio.current = player
    return player
  }
  const toggle = () => {
    const sound = audio.current ?? openAudio()
    if (!sound.paused) return sound.pause()
    if (currentAudio !== sound) currentAudio?.pause()
    currentAudio = sound
    sound.play().catch((error: unknown) => {
      // A tap that stops it before it has begun is no fault.
      if (error instanceof Error && error.name === 'AbortError') return
      audio.current = undefined
      toast(t('这段语音无法播放'), 'error')
    })
  }
  const Icon = isPlaying ? Pause : Play
  return (
    <button
      type="button"
      onClick={toggle}
      aria-label={isPlaying ? t('暂停语音，{seconds}秒', { seconds }) : t('播放语音，{seconds}秒', { seconds })}
      className="flex max-w-full items-center gap-2.5 text-left"
      style={{ width: `${6 + Math.min(seconds, 60) * 0.13}rem` }}
    >
      <Icon size={20} className="shrink-0 text-accent-strong" aria-hidden />
      <span aria-hidden className="h-1 min-w-0 flex-1 overflow-hidden rounded-full bg-faint/40">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="shrink-0 text-small text-quiet tabular-nums">{`${seconds}″`}</span>
    </button>
  )
}
