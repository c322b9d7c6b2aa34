import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { isSameScan, type ScanRead } from '../../../devices/scanPayload.ts'
import { t } from '../../words.ts'
import { decode } from './decoder.ts'

export type Camera = {
  readonly state: 'starting' | 'running' | 'failed'
  /** Why there is no picture, in words. */
  readonly words: string
  /** Undefined where the camera has no light. */
  readonly torch: boolean | undefined
  readonly setTorch: (on: boolean) => void
}

/** A picture is looked at so often at most. */
const intervalMs = 100
/** The middle of the picture is looked at, so large at most. */
const longestPx = 720
/** A label that stays in front of the camera is read once; after so long without it, it is read again. */
const sameLabelMs = 2500

/** Shows the camera in `video` and tells every code that it sees. Stops when the component is hidden or gone. */
export const useCamera = (video: RefObject<HTMLVideoElement | null>, onRead: (text: string) => void): Camera => {
  const [state, setState] = useState<Camera['state']>('starting')
  const [words, setWords] = useState('')
  const [torch, setTorch] = useState<boolean>()
  const [track, setTrack] = useState<MediaStreamTrack>()
  const read = useEffectEvent(onRead)

  useEffect(() => {
    let stopped = false
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let last: ScanRead | undefined

    const look = async () => {
      const element = video.current
      if (stopped || !element) return
      const started = performance.now()
      if (element.videoWidth > 0) {
        const text = await decode(await middleOf(element)).catch(() => '')
        const now: ScanRead = { text, atMs: performance.now() }
        if (!stopped && text) {
          const again = isSameScan(last, now, sameLabelMs)
          last = now
          if (!again) read(text)
        }
      }
      if (!stopped) timer = setTimeout(() => void look(), Math.max(0, intervalMs - (performance.now() - started)))
    }

    const start = async () => {
      try {
        stream = await open()
        if (stopped) return stop(stream)
        const element = video.current
        if (!element) return stop(stream)
        await show(element, stream)
        const [found] = stream.getVideoTracks()
        setTrack(found)
        setTorch(hasTorch(found) ? false : undefined)
        setState('running')
        void look()
      } catch (error) {
        if (stopped) return
        setWords(wordsFor(error))
        setState('failed')
      }
    }
    void start()
    return () => {
      stopped = true
      clearTimeout(timer)
      if (stream) stop(stream)
      setState('starting')
      setTrack(undefined)
    }
  }, [video])

  return {
    state,
    words,
    torch,
    setTorch: (on) => {
      void track?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }).then(() => setTorch(on))
    },
  }
}

const open = async (): Promise<MediaStream> => {
  if (!navigator.mediaDevices) throw new DOMException('insecure', 'SecurityError')
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })
}

const show = async (element: HTMLVideoElement, stream: MediaStream): Promise<void> => {
  element.srcObject = stream
  await element.play()
}

const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

const hasTorch = (track: MediaStreamTrack | undefined): boolean =>
  Boolean((track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch)

const middleOf = (video: HTMLVideoElement): Promise<ImageBitmap> => {
  const side = Math.min(video.videoWidth, video.videoHeight)
  const size = Math.min(side, longestPx)
  return createImageBitmap(video, (video.videoWidth - side) / 2, (video.videoHeight - side) / 2, side, side, {
    resizeWidth: size,
    resizeHeight: size,
  })
}

const wordsFor = (error: unknown): string => {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') return t('没有使用相机的权限，请在浏览器设置中允许，或拍照识别、输入编码。')
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return t('没有找到相机，请拍照识别或输入编码。')
  if (name === 'SecurityError') return t('当前不是安全连接，浏览器不允许使用相机，请拍照识别或输入编码。')
  return t('相机无法打开，可能正被其他应用使用。请拍照识别或输入编码。')
}
