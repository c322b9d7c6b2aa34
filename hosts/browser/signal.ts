/** One high tone for a hit, two low ones for an error; a short or a long shake. */
const tones = {
  hit: { hertz: 1046, atSeconds: [0], shakeMs: 60 },
  error: { hertz: 220, atSeconds: [0, 0.2], shakeMs: [120, 80, 120] },
} as const

/** A sound and a shake. Silent where the device allows neither. */
export const signal = (outcome: keyof typeof tones): void => {
  // Browsers complain about either before the first touch.
  if (navigator.userActivation?.hasBeenActive === false) return
  const { hertz, atSeconds, shakeMs } = tones[outcome]
  navigator.vibrate?.(shakeMs as VibratePattern)
  try {
    sound ??= new AudioContext()
    void sound.resume()
    for (const at of atSeconds) play(sound, hertz, sound.currentTime + at)
  } catch {
    // A device without sound has been felt instead.
  }
}

const play = (on: AudioContext, hertz: number, at: number): void => {
  const tone = on.createOscillator()
  const loudness = on.createGain()
  tone.frequency.value = hertz
  loudness.gain.setValueAtTime(0.15, at)
  loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.12)
  tone.connect(loudness).connect(on.destination)
  tone.start(at)
  tone.stop(at + 0.13)
}

let sound: AudioContext | undefined
