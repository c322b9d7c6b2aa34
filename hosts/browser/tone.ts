import type { Host } from '../host.ts'

const loudness = 0.12

/** One tone that goes on until it is told otherwise: changed while it sounds, the next beep has it. Silent where nothing sounds. */
export const tone: NonNullable<Host['tone']> = (tone) => {
  if (!tone) {
    clearTimeout(currentTone?.timer)
    currentTone?.oscillator.stop()
    currentTone = undefined
    return
  }
  if (currentTone) {
    const steadyChanged = (currentTone.wanted.intervalMs === 0) !== (tone.intervalMs === 0)
    currentTone.wanted = tone
    currentTone.oscillator.frequency.setTargetAtTime(tone.hertz, context!.currentTime, 0.02)
    if (steadyChanged) beep()
    return
  }
  try {
    context ??= new AudioContext()
    void context.resume()
    const oscillator = context.createOscillator()
    const gain = context.createGain()
    gain.gain.value = 0
    oscillator.frequency.value = tone.hertz
    oscillator.connect(gain).connect(context.destination)
    oscillator.start()
    currentTone = { oscillator, gain, wanted: tone, timer: undefined }
    beep()
  } catch {
    // A device without sound shows what it would say.
  }
}

type SoundingTone = {
  readonly oscillator: OscillatorNode
  readonly gain: GainNode
  wanted: { readonly hertz: number; readonly intervalMs: number }
  timer: ReturnType<typeof setTimeout> | undefined
}
let currentTone: SoundingTone | undefined
let context: AudioContext | undefined

const beep = (): void => {
  if (!currentTone || !context) return
  clearTimeout(currentTone.timer)
  const { gain, wanted } = currentTone
  const now = context.currentTime
  gain.gain.cancelScheduledValues(now)
  gain.gain.setTargetAtTime(loudness, now, 0.004)
  if (wanted.intervalMs === 0) return
  gain.gain.setTargetAtTime(0, now + Math.min(0.06, wanted.intervalMs / 2000), 0.008)
  currentTone.timer = setTimeout(beep, wanted.intervalMs)
}
