import { useState } from 'react'
import { fileUrl } from '../call.ts'

/** Dark yellow is brown: the hues from 45 to 125 degrees are left out. */
const firstHue = 125
const hues = 280

/** A person's picture, or the last characters of the name on a colour of their own. `size` in px. */
export const Avatar = ({ name, src, size = 40 }: { name: string; src?: string | undefined; size?: number }) => {
  const [broken, setBroken] = useState('')
  const box = { width: size, height: size, fontSize: size * 0.36 }
  if (src && broken !== src)
    return (
      <img
        src={fileUrl(src)}
        alt=""
        style={box}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(src)}
        className="shrink-0 rounded-full bg-sunken object-cover"
      />
    )
  const letters = /[一-鿿]/.test(name) ? name.replace(/[（(].*/, '').slice(-2) : name.slice(0, 2).toUpperCase()
  const turn = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % hues, 7)
  const hue = (firstHue + turn) % 360
  return (
    <span
      aria-hidden
      style={{ ...box, backgroundColor: `oklch(0.53 0.12 ${hue})` }}
      className="inline-flex shrink-0 select-none items-center justify-center rounded-full font-medium text-white"
    >
      {letters}
    </span>
  )
}
