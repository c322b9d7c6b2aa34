/** A short sound and a shake: something was read. Silent where the device allows neither. */
export const signal = (): void => {
  // Browsers complain about either before the first touch.
  if (navigator.userActivation?.hasBeenActive === false) return
  navigator.vibrate?.(60)
  try {
    sound ??= new AudioContext()
    void sound.resume()
    const tone = sound.createOscillator()
    const loudness = sound.createGain()
    tone.frequency.value = 1046
    loudness.gain.setValueAtTime(0.15, sound.currentTime)
    loudness.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.12)
    tone.connect(loudness).connect(sound.destination)
    tone.start()
    tone.stop(sound.currentTime + 0.13)
  } catch {
    // A device without sound has been felt instead.
  }
}

let sound: AudioContext | undefined
