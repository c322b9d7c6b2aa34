/** Why nothing can be recorded, in words of the app (`t` says them). */
export class RecordingFault extends Error {
  readonly words: string
  constructor(words: string) {
    super(words)
    this.words = words
  }
}

export type VoiceRecording = { readonly blob: Blob; readonly name: string; readonly milliseconds: number }

export type Recorder = {
  /** How loud it is at this moment, 0 to 1. */
  readonly level: () => number
  /** Ends the recording and answers it. */
  readonly stop: () => Promise<VoiceRecording>
  /** Ends the recording and forgets it. */
  readonly cancel: () => void
}

/** What browsers write, the one that most others can play before the rest. */
const formats = ['audio/mp4;codecs=mp4a.40.2', 'audio/webm;codecs=opus', 'audio/mp4', 'audio/webm', 'audio/ogg;codecs=opus']
const extensions: Readonly<Record<string, string>> = { 'audio/mp4': 'm4a', 'audio/webm': 'webm', 'audio/ogg': 'ogg' }
const speechBitsPerSecond = 32_000

const words: Readonly<Record<string, string>> = {
  NotAllowedError: '没有使用麦克风的权限，请在浏览器或手机的设置中允许后再试',
  SecurityError: '没有使用麦克风的权限，请在浏览器或手机的设置中允许后再试',
  NotFoundError: '这台设备没有麦克风',
  NotReadableError: '麦克风正被其他应用使用，请关闭后再试',
}

/** Asks for the microphone and begins; throws RecordingFault with words where that cannot be. */
export const startRecorder = async (): Promise<Recorder> => {
  // A page without a certificate and some app shells have no microphone to offer, whatever the types say.
  const devices = 'mediaDevices' in navigator ? navigator.mediaDevices : undefined
  if (!devices || !('MediaRecorder' in globalThis)) throw new RecordingFault('这里不能录音，请更新应用，或用浏览器通过 https 打开')
  const stream = await devices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } }).catch((error: unknown) => {
    throw new RecordingFault((error instanceof Error && words[error.name]) || '无法打开麦克风，请稍后再试')
  })
  return recordFrom(stream)
}

const recordFrom = (stream: MediaStream): Recorder => {
  const mimeType = formats.find((format) => MediaRecorder.isTypeSupported(format))
  const media = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: speechBitsPerSecond })
  const pieces: Blob[] = []
  const meter = openMeter(stream)
  let endMs: number | undefined
  media.addEventListener('dataavailable', ({ data }) => data.size > 0 && pieces.push(data))
  const ended = new Promise<void>((resolve) =>
    media.addEventListener('stop', () => {
      for (const track of stream.getTracks()) track.stop()
      meter.close()
      resolve()
    }),
  )
  const startMs = performance.now()
  const end = () => {
    endMs ??= performance.now()
    if (media.state !== 'inactive') media.stop()
  }
  media.start(1000)
  return {
    level: meter.level,
    stop: async () => {
      end()
      await ended
      const type = (media.mimeType || 'audio/webm').replace(/;.*$/, '')
      const blob = new Blob(pieces, { type })
      return { blob, name: `voice.${extensions[type] ?? 'webm'}`, milliseconds: Math.round((endMs ?? startMs) - startMs) }
    },
    cancel: end,
  }
}

/** How loud a stream is; a browser without a meter shows silence and still records. */
const openMeter = (stream: MediaStream): { readonly level: () => number; readonly close: () => void } => {
  if (!('AudioContext' in globalThis)) return { level: () => 0, close: () => undefined }
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 512
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Uint8Array(analyser.fftSize)
  return {
    level: () => {
      analyser.getByteTimeDomainData(samples)
      return Math.min(1, Math.max(...samples.map((sample) => Math.abs(sample - 128))) / 64)
    },
    close: () => void context.close(),
  }
}
