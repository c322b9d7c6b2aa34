import type { Host } from '../host.ts'

const loudness = 0.12

/** One tone that goes on until it is told otherwise: changed while it sounds, the next beep has it. Silent where nothing sounds. */
export const tone: NonNullable<Host['tone']> = (wanted) => {
  if (!wanted) {
    clearTimeout(sounding?.timer)
    sounding?.oscillator.stop()
    sounding = undefined
    return
  }
  if (sounding) {
    const steadyChanged = (sounding.wanted.intervalMs === 0) !== (wanted.intervalMs === 0)
    sounding.wanted = wanted
    sounding.oscillator.frequency.setTargetAtTime(wanted.hertz, context!.currentTime, 0.02)
    if (steadyChanged) beep()
    return
  }
  try {
    context ??= new AudioContext()
    void context.resume()
    const oscillator = context.createOscillator()
    const gain = context.createGain()
    gain.gain.value = 0
    oscillator.frequency.value = wanted.hertz
    oscillator.connect(gain).connect(context.destination)
    oscillator.start()
    sounding = { oscillator, gain, wanted, timer: undefined }
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
let sounding: SoundingTone | undefined
let context: AudioContext | undefined

const beep = (): void => {
  if (!sounding || !context) return
  clearTimeout(sounding.timer)
  const { gain, wanted } = sounding
  const now = context.currentTime
  gain.gain.cancelScheduledValues(now)
  gain.gain.setTargetAtTime(loudness, now, 0.004)
  if (wanted.intervalMs === 0) return
  gain.gain.setTargetAtTime(0, now + Math.min(0.06, wanted.intervalMs / 2000), 0.008)
  sounding.timer = setTimeout(beep, wanted.intervalMs)
}
