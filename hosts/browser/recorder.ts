import type { Recorder } from '../host.ts'

/** What browsers write, the one that most others can play before the rest. */
const formats = ['audio/mp4;codecs=mp4a.40.2', 'audio/webm;codecs=opus', 'audio/mp4', 'audio/webm', 'audio/ogg;codecs=opus']
const extensions: Readonly<Record<string, string>> = { 'audio/mp4': 'm4a', 'audio/webm': 'webm', 'audio/ogg': 'ogg' }
const speechBitsPerSecond = 32_000

/** Asks for the microphone and begins. Rejects with a DOMException as getUserMedia does. */
export const startRecorder = async (): Promise<Recorder> =>
  recordFrom(await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } }))

const recordFrom = (stream: MediaStream): Recorder => {
  const mimeType = formats.find((format) => MediaRecorder.isTypeSupported(format))
  const media = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: speechBitsPerSecond })
  const pieces: Blob[] = []
  const meter = openMeter(stream)
  let endMs: number | undefined
  media.addEventListener('dataavailable', ({ data }) => data.size > 0 && pieces.push(data))
  const recordingEnd = new Promise<void>((resolve) =>
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
      await recordingEnd
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
