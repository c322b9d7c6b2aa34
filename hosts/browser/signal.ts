import type { Signal } from '../host.ts'

/**
 * What is heard and felt: each by its number of tones, and by whether they rise or fall, so that no one has to look. A hit is one high tone;
 * what is not where it should be rises twice; what no one knows is two middle ones; what was there already is a short low tick; a place is
 * three that rise; an error is two low ones with a long shake.
 */
const tones: Readonly<
  Record<Signal, { readonly hertz: readonly number[]; readonly gapSeconds: number; readonly shakeMs: number | readonly number[] }>
> = {
  hit: { hertz: [1046], gapSeconds: 0, shakeMs: 60 },
  elsewhere: { hertz: [784, 1175], gapSeconds: 0.13, shakeMs: [60, 60, 60] },
  unknown: { hertz: [523, 523], gapSeconds: 0.16, shakeMs: [40, 60, 40] },
  again: { hertz: [392], gapSeconds: 0, shakeMs: 25 },
  place: { hertz: [659, 880, 1175], gapSeconds: 0.1, shakeMs: 100 },
  error: { hertz: [220, 220], gapSeconds: 0.2, shakeMs: [120, 80, 120] },
}

/** A sound and a shake. Silent where the device allows neither. */
export const signal = (outcome: Signal): void => {
  // Browsers complain about either before the first touch.
  if (navigator.userActivation?.hasBeenActive === false) return
  const { hertz, gapSeconds, shakeMs } = tones[outcome]
  navigator.vibrate?.(shakeMs as VibratePattern)
  try {
    sound ??= new AudioContext()
    void sound.resume()
    for (const [nth, tone] of hertz.entries()) play(sound, tone, sound.currentTime + nth * gapSeconds)
  } catch {
    // A device without sound has been felt instead.
  }
}

const play = (on: AudioContext, hertz: number, startSeconds: number): void => {
  const tone = on.createOscillator()
  const loudness = on.createGain()
  tone.frequency.value = hertz
  loudness.gain.setValueAtTime(0.15, startSeconds)
  loudness.gain.exponentialRampToValueAtTime(0.001, startSeconds + 0.12)
  tone.connect(loudness).connect(on.destination)
  tone.start(startSeconds)
  tone.stop(startSeconds + 0.13)
}

let sound: AudioContext | undefined
