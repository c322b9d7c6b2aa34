import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

/** Draws the product's icon and writes it in the sizes that the manifest and the platforms ask for. Run by hand when the drawing changes. */
const folder = `${import.meta.dirname}/../web/public/icons`

/** A register: a bound book with a mark on its page. `corner` is the radius of the ground, `inset` shrinks the drawing into the safe zone. */
const iconSvg = (corner: number, inset: number) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
  <defs><linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2a9bff"/><stop offset="1" stop-color="#0069e0"/></linearGradient></defs>
  <rect width="512" height="512" rx="${corner}" fill="url(#ground)"/>
  <g transform="translate(256 256) scale(${1 - inset}) translate(-256 -256)">
    <rect x="136" y="104" width="256" height="304" rx="36" fill="#fff"/>
    <path d="M136 140a36 36 0 0 1 36-36h20v304h-20a36 36 0 0 1-36-36z" fill="#cfe6ff"/>
    <path d="M112 176h40M112 256h40M112 336h40" stroke="#fff" stroke-width="20" stroke-linecap="round"/>
    <path d="M238 262l38 38 72-82" fill="none" stroke="#0081ff" stroke-width="32" stroke-linecap="round" stroke-linejoin="round"/>
  </g>
</svg>`

await mkdir(folder, { recursive: true })
await writeFile(`${folder}/icon.svg`, iconSvg(112, 0))
for (const size of [192, 512])
  await sharp(Buffer.from(iconSvg(112, 0)))
    .resize(size)
    .png()
    .toFile(`${folder}/icon-${size}.png`)
await sharp(Buffer.from(iconSvg(0, 0.08)))
  .resize(180)
  .png()
  .toFile(`${folder}/icon-180.png`)
await sharp(Buffer.from(iconSvg(0, 0.2)))
  .resize(512)
  .png()
  .toFile(`${folder}/icon-maskable-512.png`)
