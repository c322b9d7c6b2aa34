import { decode } from './decoder.ts'
import { type Scan, scanOf } from './scanner.ts'

/** Why there is no picture: not allowed, no camera, not on a safe connection, or it cannot be opened now. */
export type CameraFault = 'refused' | 'none' | 'insecure' | 'busy'

export type RunningCamera = {
  /** Whether its light is on; undefined where it has none. */
  readonly torch: boolean | undefined
  readonly setTorch: (on: boolean) => Promise<void>
}

export type CameraParts = {
  readonly video: HTMLVideoElement
  /** Absent where there can be no camera at all; rejects as getUserMedia does. */
  readonly open: (() => Promise<MediaStream>) | undefined
  readonly hear: (scan: Scan) => void
  readonly running: (camera: RunningCamera) => void
  readonly failed: (fault: CameraFault) => void
}

/** A picture is looked at so often at most. */
const intervalMs = 100
/** The middle of the picture is looked at, so large at most. */
const longestPx = 720

/** Shows the camera in `video` and tells every code that it sees, until what is answered is called. */
export const watchCamera = ({ video, open, hear, running, failed }: CameraParts): (() => void) => {
  let isStopped = false
  let stream: MediaStream | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const look = async () => {
    if (isStopped) return
    const startedMs = performance.now()
    if (video.videoWidth > 0) {
      const codes = await decode(await middleOf(video)).catch(() => [])
      const scan = scanOf(codes, 'camera', performance.now())
      if (!isStopped && scan) hear(scan)
    }
    if (!isStopped) timer = setTimeout(() => void look(), Math.max(0, intervalMs - (performance.now() - startedMs)))
  }

  const start = async () => {
    try {
      if (!open) throw new DOMException('insecure', 'SecurityError')
      stream = await open()
      if (isStopped) return release(stream)
      video.srcObject = stream
      await video.play()
      if (isStopped) return
      const [track] = stream.getVideoTracks()
      running({
        torch: hasTorch(track) ? false : undefined,
        setTorch: async (on) => track?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }),
      })
      void look()
    } catch (error) {
      if (!isStopped) failed(faultOf(error))
    }
  }
  void start()
  return () => {
    isStopped = true
    clearTimeout(timer)
    if (stream) release(stream)
  }
}

const release = (stream: MediaStream): void => {
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

const faultOf = (error: unknown): CameraFault => {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') return 'refused'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none'
  return name === 'SecurityError' ? 'insecure' : 'busy'
}
