/** What there is a drawing of. */
export type DrawingName = keyof typeof shapes

/**
 * A square picture of a thing as SVG, on a light ground of the hue (degrees). No letters: the fonts of the machine that draws are not
 * known.
 */
export const drawThing = (name: DrawingName, hue: number): string =>
  svg(
    side,
    side,
    `<defs>
      <linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue},75%,95%)"/><stop offset="1" stop-color="hsl(${hue},60%,84%)"/></linearGradient>
      <linearGradient id="body" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#dfe6ef"/></linearGradient>
      <linearGradient id="glass" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue},70%,62%)"/><stop offset="1" stop-color="hsl(${hue},75%,42%)"/></linearGradient>
    </defs>
    <rect width="${side}" height="${side}" fill="url(#ground)"/>
    <circle cx="392" cy="92" r="150" fill="#fff" opacity=".28"/>
    <ellipse cx="240" cy="398" rx="150" ry="16" fill="hsl(${hue},40%,40%)" opacity=".18"/>
    ${shapes[name](hue)}`,
  )

/** A wide picture for the news: what it is about, in the colours of the hue. */
export const drawScene = (scene: Scene, hue: number): string =>
  svg(
    750,
    375,
    `<defs>
      <linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue},80%,52%)"/><stop offset="1" stop-color="hsl(${hue + 30},75%,62%)"/></linearGradient>
      <linearGradient id="body" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#e3eaf5"/></linearGradient>
      <linearGradient id="glass" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue},80%,72%)"/><stop offset="1" stop-color="hsl(${hue},75%,48%)"/></linearGradient>
    </defs>
    <rect width="750" height="375" fill="url(#ground)"/>
    <circle cx="640" cy="60" r="170" fill="#fff" opacity=".1"/><circle cx="90" cy="350" r="140" fill="#fff" opacity=".08"/>
    ${scenes[scene](hue)}`,
  )

export type Scene = keyof typeof scenes

const side = 480
const ink = '#2b3a52'
const pale = '#c9d3e0'
const white = 'url(#body)'
const glass = 'url(#glass)'

const svg = (width: number, height: number, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`

type Box = readonly [x: number, y: number, w: number, h: number]

type BoxLook = {
  readonly r?: number | undefined
  readonly fill?: string | undefined
  readonly attributes?: string | undefined
}

const box = ([x, y, w, h]: Box, { r = 0, fill = white, attributes = '' }: BoxLook = {}): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" ${attributes}/>`
const dot = (
  x: number,
  y: number,
  r: number,
  { fill = ink, attributes = '' }: { readonly fill?: string | undefined; readonly attributes?: string | undefined } = {},
): string => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${attributes}/>`
const shape = (d: string, fill = white, attributes = ''): string => `<path d="${d}" fill="${fill}" ${attributes}/>`
const line = (d: string, width: number, stroke = ink, attributes = ''): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${attributes}/>`
const rows = (count: number, draw: (index: number) => string): string => Array.from({ length: count }, (_, index) => draw(index)).join('')
const accent = (hue: number): string => `hsl(${hue},72%,50%)`
const shine = (d: string): string => shape(d, '#fff', 'opacity=".22"')

const shapes = {
  laptop: () =>
    box([118, 140, 244, 170], { r: 14, fill: ink }) +
    box([130, 152, 220, 146], { r: 6, fill: glass }) +
    shine('M130 152h120l-80 146h-40z') +
    shape('M78 316h324l-22 48q-4 8-14 8H114q-10 0-14-8z') +
    box([200, 316, 80, 10], { r: 5, fill: pale }),
  desktop: (hue: number) =>
    box([120, 120, 190, 140], { r: 12, fill: ink }) +
    box([130, 130, 170, 112], { r: 5, fill: glass }) +
    shine('M130 130h90l-60 112h-30z') +
    box([196, 260, 38, 60], { r: 0, fill: pale }) +
    box([160, 316, 110, 16], { r: 8 }) +
    box([330, 128, 64, 206], { r: 10 }) +
    box([342, 146, 40, 6], { r: 3, fill: pale }) +
    box([342, 160, 40, 6], { r: 3, fill: pale }) +
    dot(362, 300, 8, { fill: accent(hue) }) +
    box([116, 356, 200, 26], { r: 8, fill: white }) +
    dot(352, 369, 14, { fill: white }),
  tablet: () =>
    box([140, 90, 200, 286], { r: 22, fill: ink }) +
    box([154, 108, 172, 244], { r: 8, fill: glass }) +
    shine('M154 108h110l-110 170z') +
    dot(240, 364, 5, { fill: pale }),
  monitor: () =>
    box([84, 100, 312, 198], { r: 14, fill: ink }) +
    box([96, 112, 288, 164], { r: 6, fill: glass }) +
    shine('M96 112h150L146 276H96z') +
    shape('M214 298h52l12 62h-76z', pale) +
    box([158, 356, 164, 18], { r: 9 }),
  phone: (hue: number) =>
    shape('M110 330l28-140q4-16 20-16h170q16 0 20 16l26 140q4 26-22 26H132q-26 0-22-26z') +
    box([132, 132, 64, 216], { r: 30, fill: ink }) +
    box([222, 196, 116, 62], { r: 8, fill: glass }) +
    rows(12, (n) => box([226 + (n % 3) * 38, 274 + Math.floor(n / 3) * 19, 28, 12], { r: 4, fill: n === 11 ? accent(hue) : pale })),
  server: (hue: number) =>
    rows(
      4,
      (n) =>
        box([106, 104 + n * 68, 268, 58], { r: 8, fill: n % 2 ? '#3a4b66' : ink }) +
        rows(8, (m) => box([124 + m * 18, 122 + n * 68, 10, 22], { r: 3, fill: '#51627d' })) +
        dot(320, 133 + n * 68, 6, { fill: accent(hue) }) +
        dot(344, 133 + n * 68, 6, { fill: '#35c98b' }),
    ),
  network: (hue: number) =>
    box([80, 214, 320, 96], { r: 12, fill: ink }) +
    rows(
      12,
      (n) =>
        box([100 + (n % 6) * 40, 232 + Math.floor(n / 6) * 32, 28, 20], { r: 3, fill: '#51627d' }) +
        box([106 + (n % 6) * 40, 232 + Math.floor(n / 6) * 32, 16, 4], { r: 1, fill: n % 3 ? '#35c98b' : accent(hue) }),
    ) +
    dot(364, 244, 7, { fill: '#35c98b' }) +
    dot(364, 278, 7, { fill: accent(hue) }) +
    line('M160 214v-60q0-20 20-20h120q20 0 20-20V96', 8, accent(hue)) +
    dot(320, 92, 14, { fill: white }) +
    box([108, 310, 30, 44], { r: 4, fill: pale }) +
    box([342, 310, 30, 44], { r: 4, fill: pale }),
  power: (hue: number) =>
    box([152, 92, 176, 290], { r: 16, fill: ink }) +
    box([172, 116, 136, 64], { r: 8, fill: glass }) +
    shape('M252 204l-44 70h32l-14 56 50-76h-34z', accent(hue)) +
    rows(4, (n) => box([176, 344 + n * 8, 128, 4], { r: 2, fill: '#51627d' })),
  printer: (hue: number) =>
    box([148, 90, 184, 90], { r: 6, fill: white }) +
    box([92, 168, 296, 136], { r: 18, fill: ink }) +
    box([118, 190, 60, 20], { r: 6, fill: glass }) +
    dot(350, 200, 8, { fill: accent(hue) }) +
    box([132, 258, 216, 20], { r: 6, fill: '#51627d' }) +
    shape('M150 268h180v92q0 8-8 8H158q-8 0-8-8z') +
    rows(4, (n) => box([172, 290 + n * 18, n === 3 ? 80 : 136, 7], { r: 3, fill: pale })),
  copier: (hue: number) =>
    box([116, 96, 248, 46], { r: 10, fill: pale }) +
    box([104, 138, 272, 76], { r: 10, fill: ink }) +
    box([286, 152, 72, 46], { r: 6, fill: glass }) +
    box([116, 214, 248, 158], { r: 6 }) +
    rows(
      3,
      (n) => box([132, 228 + n * 46, 216, 36], { r: 5, fill: '#eef2f8' }) + box([214, 242 + n * 46, 52, 8], { r: 4, fill: accent(hue) }),
    ) +
    box([84, 176, 24, 10], { r: 4, fill: white }),
  projector: (hue: number) =>
    shape('M150 214L30 120v190z', '#fff', 'opacity=".45"') +
    box([138, 186, 254, 128], { r: 26 }) +
    dot(190, 250, 46, { fill: ink }) +
    dot(190, 250, 30, { fill: glass }) +
    dot(178, 238, 9, { fill: '#fff', attributes: 'opacity=".7"' }) +
    rows(6, (n) => box([264 + n * 18, 218, 8, 64], { r: 4, fill: pale })) +
    dot(366, 206, 7, { fill: accent(hue) }) +
    box([176, 314, 30, 36], { r: 6, fill: pale }) +
    box([324, 314, 30, 36], { r: 6, fill: pale }),
  screen: (hue: number) =>
    box([62, 98, 356, 214], { r: 10, fill: ink }) +
    box([74, 110, 332, 190], { r: 4, fill: glass }) +
    shine('M74 110h180L134 300H74z') +
    line('M260 250l34-54 32 30 44-66', 8, '#fff') +
    box([150, 312, 14, 74], { r: 4, fill: pale }) +
    box([316, 312, 14, 74], { r: 4, fill: pale }) +
    box([110, 380, 96, 10], { r: 5, fill: accent(hue) }) +
    box([276, 380, 96, 10], { r: 5, fill: accent(hue) }),
  conference: (hue: number) =>
    box([92, 110, 296, 170], { r: 12, fill: ink }) +
    box([104, 122, 272, 146], { r: 6, fill: glass }) +
    dot(180, 176, 26, { fill: '#fff' }) +
    shape('M134 254q0-44 46-44t46 44z', '#fff') +
    dot(300, 176, 26, { fill: '#fff', attributes: 'opacity=".8"' }) +
    shape('M254 254q0-44 46-44t46 44z', '#fff', 'opacity=".8"') +
    box([150, 306, 180, 34], { r: 17 }) +
    dot(240, 323, 10, { fill: ink }) +
    box([170, 352, 140, 14], { r: 7, fill: pale }) +
    dot(310, 323, 5, { fill: accent(hue) }),
  camera: (hue: number) =>
    shape('M176 142l18-34q4-8 14-8h64q10 0 14 8l18 34z', pale) +
    box([84, 140, 312, 206], { r: 26, fill: ink }) +
    box([84, 184, 312, 60], { r: 0, fill: '#3a4b66' }) +
    dot(240, 244, 78, { fill: white }) +
    dot(240, 244, 60, { fill: ink }) +
    dot(240, 244, 40, { fill: glass }) +
    dot(224, 226, 12, { fill: '#fff', attributes: 'opacity=".7"' }) +
    box([344, 160, 32, 16], { r: 6, fill: accent(hue) }),
  scanner: (hue: number) =>
    box([172, 84, 136, 300], { r: 24, fill: ink }) +
    box([186, 112, 108, 128], { r: 8, fill: glass }) +
    rows(12, (n) => box([192 + (n % 3) * 34, 256 + Math.floor(n / 3) * 26, 26, 16], { r: 5, fill: '#51627d' })) +
    dot(240, 372, 6, { fill: pale }) +
    line('M312 110l60-30M312 130h70M312 150l60 30', 7, accent(hue)),
  aircon: (hue: number) =>
    box([72, 120, 336, 126], { r: 24 }) +
    box([96, 206, 288, 22], { r: 10, fill: ink }) +
    dot(372, 152, 7, { fill: accent(hue) }) +
    box([96, 148, 120, 8], { r: 4, fill: pale }) +
    rows(5, (n) => line(`M${128 + n * 56} 266q-18 28 0 52t0 52`, 8, accent(hue), 'opacity=".65"')),
  water: (hue: number) =>
    shape('M190 84h100l12 86H178z', glass, 'opacity=".85"') +
    box([160, 166, 160, 216], { r: 16 }) +
    box([182, 194, 116, 72], { r: 10, fill: ink }) +
    box([206, 210, 18, 26], { r: 4, fill: '#e5604d' }) +
    box([256, 210, 18, 26], { r: 4, fill: accent(hue) }) +
    box([186, 300, 108, 60], { r: 8, fill: '#eef2f8' }),
  car: (hue: number) =>
    shape('M70 290q0-46 42-52l58-64q12-14 32-14h104q20 0 34 14l46 58q50 6 50 58v24q0 10-10 10H80q-10 0-10-10z', accent(hue)) +
    shape('M190 184h54v52h-98zM258 184h46q12 0 20 10l34 42H258z', '#e9f2ff') +
    dot(152, 322, 42, { fill: ink }) +
    dot(152, 322, 20, { fill: pale }) +
    dot(348, 322, 42, { fill: ink }) +
    dot(348, 322, 20, { fill: pale }) +
    box([410, 262, 24, 14], { r: 6, fill: '#fff4c2' }),
  desk: (hue: number) =>
    box([64, 190, 352, 24], { r: 8, fill: '#c98f5a' }) +
    box([92, 214, 16, 168], { r: 4, fill: ink }) +
    box([372, 214, 16, 168], { r: 4, fill: ink }) +
    box([70, 376, 60, 10], { r: 5, fill: ink }) +
    box([350, 376, 60, 10], { r: 5, fill: ink }) +
    box([264, 214, 96, 60], { r: 4 }) +
    box([298, 238, 28, 8], { r: 4, fill: pale }) +
    box([140, 116, 110, 70], { r: 6, fill: ink }) +
    box([146, 122, 98, 54], { r: 3, fill: glass }) +
    box([188, 178, 14, 12], { r: 0, fill: pale }) +
    line('M330 190v-44l34-26', 8, accent(hue)) +
    dot(368, 116, 16, { fill: accent(hue) }),
  table: () =>
    `<ellipse cx="240" cy="226" rx="180" ry="54" fill="#c98f5a"/><ellipse cx="240" cy="216" rx="180" ry="54" fill="#dba871"/>` +
    shape('M216 268h48l10 96h-68z', ink) +
    `<ellipse cx="240" cy="374" rx="76" ry="16" fill="${ink}"/>` +
    [96, 192, 288, 384].map((x) => dot(x, 150, 22, { fill: white }) + box([x - 22, 150, 44, 30], { r: 10, fill: white })).join(''),
  chair: (hue: number) =>
    box([166, 84, 148, 150], { r: 30, fill: accent(hue) }) +
    rows(4, (n) => box([186, 110 + n * 26, 108, 8], { r: 4, fill: '#fff', attributes: 'opacity=".35"' })) +
    box([232, 230, 16, 24], { r: 0, fill: ink }) +
    box([148, 250, 184, 36], { r: 18, fill: ink }) +
    box([130, 212, 20, 60], { r: 10, fill: pale }) +
    box([330, 212, 20, 60], { r: 10, fill: pale }) +
    box([232, 286, 16, 56], { r: 0, fill: pale }) +
    line('M240 342l-84 34M240 342l84 34M240 342v42', 14, ink) +
    dot(152, 384, 12) +
    dot(328, 384, 12) +
    dot(240, 390, 12),
  sofa: (hue: number) =>
    box([104, 166, 272, 130], { r: 34, fill: accent(hue) }) +
    box([124, 240, 116, 66], { r: 18, fill: '#fff', attributes: 'opacity=".35"' }) +
    box([240, 240, 116, 66], { r: 18, fill: '#fff', attributes: 'opacity=".35"' }) +
    box([64, 222, 66, 120], { r: 28, fill: accent(hue) }) +
    box([350, 222, 66, 120], { r: 28, fill: accent(hue) }) +
    box([104, 296, 272, 46], { r: 10, fill: accent(hue) }) +
    box([100, 342, 20, 36], { r: 6, fill: ink }) +
    box([360, 342, 20, 36], { r: 6, fill: ink }),
  cabinet: (hue: number) =>
    box([136, 76, 208, 310], { r: 12 }) +
    rows(
      4,
      (n) =>
        box([150, 92 + n * 72, 180, 62], { r: 6, fill: '#eef2f8' }) +
        box([208, 106 + n * 72, 64, 10], { r: 5, fill: ink }) +
        box([214, 130 + n * 72, 52, 14], { r: 3, fill: n === 1 ? accent(hue) : pale }),
    ),
  safe: (hue: number) =>
    box([108, 106, 264, 260], { r: 18, fill: ink }) +
    box([130, 128, 220, 216], { r: 10, fill: '#3a4b66' }) +
    dot(214, 236, 52, { fill: white }) +
    dot(214, 236, 38, { fill: ink }) +
    line('M214 206v60M184 236h60', 8, accent(hue)) +
    box([290, 186, 44, 64], { r: 6, fill: glass }) +
    box([296, 266, 32, 12], { r: 6, fill: '#35c98b' }) +
    box([130, 366, 40, 18], { r: 4, fill: ink }) +
    box([310, 366, 40, 18], { r: 4, fill: ink }),
  shelf: (hue: number) =>
    box([100, 84, 14, 306], { r: 4, fill: ink }) +
    box([366, 84, 14, 306], { r: 4, fill: ink }) +
    rows(3, (n) => box([96, 172 + n * 94, 288, 14], { r: 4, fill: '#51627d' })) +
    box([132, 110, 76, 62], { r: 4, fill: '#dba871' }) +
    box([222, 130, 60, 42], { r: 4, fill: '#c98f5a' }) +
    box([140, 208, 56, 58], { r: 4, fill: accent(hue) }) +
    box([214, 218, 110, 48], { r: 4, fill: '#dba871' }) +
    box([136, 316, 96, 44], { r: 4, fill: '#c98f5a' }) +
    box([252, 302, 80, 58], { r: 4, fill: white }),
  paper: (hue: number) =>
    box([130, 150, 220, 200], { r: 8, fill: accent(hue) }) +
    box([146, 120, 188, 200], { r: 4 }) +
    rows(5, (n) => box([172, 152 + n * 28, n === 4 ? 80 : 136, 8], { r: 4, fill: pale })) +
    box([130, 300, 220, 66], { r: 8, fill: accent(hue) }) +
    box([170, 322, 140, 22], { r: 6, fill: '#fff', attributes: 'opacity=".85"' }),
  roll: (hue: number) =>
    dot(210, 240, 118, { fill: white }) +
    dot(210, 240, 46, { fill: '#dba871' }) +
    dot(210, 240, 30, { fill: ink }) +
    shape('M210 358h150q20 0 20-20V300q0 30-60 40t-110 18z') +
    rows(3, (n) => dot(210, 240, 62 + n * 18, { fill: 'none', attributes: `stroke="${pale}" stroke-width="2"` })) +
    box([318, 326, 46, 20], { r: 4, fill: accent(hue) }),
  notebook: (hue: number) =>
    box([142, 90, 210, 296], { r: 14, fill: accent(hue) }) +
    box([142, 90, 34, 296], { r: 14, fill: ink }) +
    rows(7, (n) => box([128, 116 + n * 38, 34, 10], { r: 5, fill: pale })) +
    box([208, 146, 112, 60], { r: 6, fill: '#fff', attributes: 'opacity=".9"' }) +
    box([224, 162, 80, 8], { r: 4, fill: pale }) +
    box([224, 180, 52, 8], { r: 4, fill: pale }),
  envelope: (hue: number) =>
    box([84, 140, 312, 214], { r: 14, fill: '#dba871' }) +
    shape('M84 156l156 118 156-118v-4q0-12-14-12H98q-14 0-14 12z', '#e9c79b') +
    line('M84 350l112-98M396 350l-112-98', 4, '#c98f5a') +
    dot(240, 272, 22, { fill: accent(hue) }),
  pen: (hue: number) =>
    `<g transform="rotate(38 240 240)">${box([216, 84, 48, 230], { r: 12, fill: accent(hue) })}${box([216, 84, 48, 40], { r: 12, fill: ink })}${box([256, 100, 10, 90], { r: 5, fill: pale })}${shape('M216 314h48l-24 72z', '#e9c79b')}${shape('M232 362h16l-8 24z', ink)}${box([216, 262, 48, 12], { r: 0, fill: '#fff', attributes: 'opacity=".5"' })}</g>`,
  clip: (hue: number) =>
    line('M206 330V168q0-44 40-44t40 44v160q0 66-62 66t-62-66V196', 18, accent(hue)) +
    line('M246 300V176', 18, ink) +
    box([330, 250, 70, 100], { r: 10, fill: white }) +
    box([330, 250, 70, 26], { r: 10, fill: ink }),
  tape: (hue: number) =>
    dot(230, 236, 124, { fill: accent(hue) }) +
    dot(230, 236, 124, { fill: 'none', attributes: 'stroke="#fff" stroke-opacity=".4" stroke-width="10"' }) +
    dot(230, 236, 66, { fill: '#dba871' }) +
    dot(230, 236, 52, { fill: '#f5f8fc' }) +
    shape('M230 360h170v-34h-60q-40 34-110 34z', accent(hue), 'opacity=".75"'),
  folder: (hue: number) =>
    box([112, 92, 256, 294], { r: 14, fill: accent(hue) }) +
    box([112, 92, 52, 294], { r: 14, fill: ink }) +
    dot(138, 344, 15, { fill: white }) +
    box([200, 132, 130, 90], { r: 8, fill: white }) +
    rows(3, (n) => box([218, 152 + n * 22, n === 2 ? 60 : 94, 8], { r: 4, fill: pale })),
  badge: (hue: number) =>
    line('M196 70l44 62 44-62', 12, accent(hue)) +
    box([216, 122, 48, 22], { r: 8, fill: ink }) +
    box([148, 140, 184, 246], { r: 18 }) +
    box([148, 140, 184, 56], { r: 18, fill: accent(hue) }) +
    dot(240, 250, 38, { fill: pale }) +
    shape('M182 330q0-44 58-44t58 44z', pale) +
    box([192, 346, 96, 12], { r: 6, fill: ink }),
  toner: (hue: number) =>
    box([76, 196, 328, 110], { r: 22, fill: ink }) +
    box([98, 218, 216, 22], { r: 8, fill: '#51627d' }) +
    box([330, 214, 52, 74], { r: 10, fill: accent(hue) }) +
    box([98, 306, 284, 26], { r: 8, fill: pale }) +
    dot(356, 251, 14, { fill: white }) +
    rows(9, (n) => box([106 + n * 24, 258, 12, 26], { r: 4, fill: '#51627d' })),
  mouse: (hue: number) =>
    `<ellipse cx="240" cy="258" rx="92" ry="132" fill="${white}"/>` +
    shape('M240 126q-92 0-92 116h92z', '#eef2f8') +
    line('M240 126v116M148 242h184', 4, pale) +
    box([230, 164, 20, 52], { r: 10, fill: accent(hue) }) +
    line('M240 126V76q0-20 40-20', 8, ink),
  cable: (hue: number) =>
    line('M150 130v60q0 120 90 120t90-60q0-50-60-50t-60 60 90 90h80', 16, accent(hue)) +
    box([118, 74, 64, 66], { r: 10, fill: ink }) +
    box([134, 56, 32, 22], { r: 4, fill: pale }) +
    box([352, 320, 60, 60], { r: 10, fill: ink }) +
    box([410, 334, 20, 32], { r: 4, fill: pale }),
  drive: (hue: number) =>
    box([120, 130, 240, 220], { r: 24, fill: ink }) +
    box([140, 150, 200, 130], { r: 12, fill: glass }) +
    shine('M140 150h120l-90 130h-30z') +
    dot(168, 318, 9, { fill: accent(hue) }) +
    box([220, 308, 110, 18], { r: 9, fill: '#51627d' }) +
    box([212, 350, 56, 24], { r: 4, fill: pale }),
  headset: (hue: number) =>
    line('M120 270v-30q0-116 120-116t120 116v30', 22, ink) +
    box([96, 250, 62, 112], { r: 28, fill: accent(hue) }) +
    box([322, 250, 62, 112], { r: 28, fill: accent(hue) }) +
    line('M352 362q0 36-60 36h-30', 10, ink) +
    box([222, 384, 52, 26], { r: 13, fill: ink }),
  battery: (hue: number) =>
    rows(
      2,
      (n) =>
        box([146 + n * 104, 128, 84, 250], { r: 16, fill: n ? ink : accent(hue) }) +
        box([168 + n * 104, 106, 40, 26], { r: 6, fill: pale }) +
        box([146 + n * 104, 180, 84, 60], { r: 0, fill: '#fff', attributes: 'opacity=".3"' }),
    ) + line('M188 300h0M174 300h28M188 286v28M278 300h28', 8, '#fff'),
  tissue: (hue: number) =>
    shape('M180 200q-20-70 20-100 10 40 40 20 30-40 60-10 20 40 0 90z') +
    box([90, 196, 300, 168], { r: 22, fill: accent(hue) }) +
    `<ellipse cx="240" cy="206" rx="86" ry="16" fill="${ink}" opacity=".35"/>` +
    box([130, 270, 220, 50], { r: 25, fill: '#fff', attributes: 'opacity=".35"' }),
  bottle: (hue: number) =>
    box([206, 70, 68, 40], { r: 8, fill: accent(hue) }) +
    shape('M212 110h56v30q0 16 26 34 18 14 18 40v146q0 26-26 26h-92q-26 0-26-26V214q0-26 18-40 26-18 26-34z', white) +
    box([168, 236, 144, 88], { r: 0, fill: accent(hue) }) +
    dot(240, 280, 24, { fill: '#fff', attributes: 'opacity=".8"' }),
  bag: (hue: number) =>
    shape('M146 160h188l30 206q4 20-18 20H134q-22 0-18-20z', ink) +
    line('M190 160q0-60 50-60t50 60', 12, accent(hue)) +
    shape('M180 190h26l-12 170h-34z', '#fff', 'opacity=".12"'),
  mask: (hue: number) =>
    line('M110 200q-60 60 20 110M370 200q60 60-20 110', 8, pale) +
    shape('M110 196q130-50 260 0v80q-20 84-130 84t-130-84z', white) +
    rows(3, (n) => line(`M130 ${226 + n * 34}q110 30 220 0`, 4, accent(hue))) +
    box([190, 172, 100, 8], { r: 4, fill: pale }),
  glove: (hue: number) =>
    shape(
      'M160 380V240l-40-60q-8-16 8-22t24 10l26 36V120q0-18 18-18t18 18v70-92q0-18 18-18t18 18v92-78q0-18 18-18t18 18v84-54q0-16 16-16t16 16v138q0 40-20 64v36z',
      white,
    ) + box([152, 356, 176, 30], { r: 8, fill: accent(hue) }),
  aid: (hue: number) =>
    line('M190 140v-20q0-20 20-20h60q20 0 20 20v20', 14, ink) +
    box([86, 138, 308, 226], { r: 24, fill: '#e5604d' }) +
    dot(240, 250, 74, { fill: white }) +
    box([222, 202, 36, 96], { r: 6, fill: '#e5604d' }) +
    box([192, 232, 96, 36], { r: 6, fill: '#e5604d' }) +
    box([86, 178, 308, 8], { r: 0, fill: accent(hue), attributes: 'opacity=".3"' }),
  cup: (hue: number) =>
    line('M330 220h28q36 0 36 40t-36 40h-28', 16, ink) +
    shape('M114 190h222l-18 170q-4 24-28 24H160q-24 0-28-24z', white) +
    `<ellipse cx="225" cy="192" rx="111" ry="22" fill="${accent(hue)}"/>` +
    line('M190 140q-14-20 0-36t0-34M250 140q-14-20 0-36t0-34', 8, '#fff'),
} as const satisfies Record<string, (hue: number) => string>

const scenes = {
  building: () =>
    box([420, 90, 150, 285], { r: 6, fill: white }) +
    box([560, 150, 110, 225], { r: 6, fill: '#dfe8f6' }) +
    rows(24, (n) => box([438 + (n % 4) * 32, 112 + Math.floor(n / 4) * 42, 20, 26], { r: 3, fill: glass })) +
    rows(12, (n) => box([576 + (n % 3) * 30, 172 + Math.floor(n / 3) * 46, 18, 26], { r: 3, fill: glass })) +
    box([0, 350, 750, 25], { r: 0, fill: '#fff', attributes: 'opacity=".25"' }) +
    box([110, 250, 190, 90], { r: 10, fill: '#fff', attributes: 'opacity=".92"' }) +
    shape('M300 270h50q14 0 22 12l22 30v28h-94z', '#fff', 'opacity=".92"') +
    shape('M316 284h32q6 0 10 6l14 22h-56z', glass) +
    dot(160, 344, 24) +
    dot(160, 344, 10, { fill: pale }) +
    dot(338, 344, 24) +
    dot(338, 344, 10, { fill: pale }) +
    box([136, 200, 64, 50], { r: 4, fill: '#dba871' }) +
    box([206, 214, 50, 36], { r: 4, fill: '#c98f5a' }),
  counting: (hue: number) =>
    rows(3, (n) => box([430, 96 + n * 88, 260, 12], { r: 4, fill: '#fff', attributes: 'opacity=".85"' })) +
    rows(7, (n) => box([444 + (n % 3) * 82, 46 + Math.floor(n / 3) * 88, 60, 50], { r: 4, fill: n % 2 ? '#dba871' : '#f2d3a8' })) +
    box([430, 40, 10, 330], { r: 3, fill: '#fff', attributes: 'opacity=".85"' }) +
    box([682, 40, 10, 330], { r: 3, fill: '#fff', attributes: 'opacity=".85"' }) +
    box([150, 60, 150, 262], { r: 24, fill: ink }) +
    box([162, 84, 126, 196], { r: 8, fill: white }) +
    [0, 1, 2, 3]
      .map((n) => box([190 + (n % 2) * 44, 120 + Math.floor(n / 2) * 44, 30, 30], { r: 4, fill: n === 3 ? accent(hue) : ink }))
      .join('') +
    box([178, 222, 94, 6], { r: 3, fill: '#e5604d' }) +
    box([180, 244, 90, 12], { r: 6, fill: pale }) +
    line('M320 150l90-40M320 180h90M320 210l90 40', 8, '#fff', 'opacity=".8"'),
  saving: (hue: number) =>
    dot(560, 190, 118, { fill: '#fff', attributes: 'opacity=".95"' }) +
    shape('M560 100q90 40 60 140-20 50-60 50t-60-50q-30-100 60-140z', '#35c98b') +
    line('M560 290V160M560 220l36-30M560 250l-36-30', 8, '#fff') +
    box([110, 110, 220, 190], { r: 12, fill: white }) +
    [70, 110, 50, 140].map((h, n) => box([136 + n * 46, 280 - h, 30, h], { r: 5, fill: n === 3 ? '#35c98b' : accent(hue) })).join('') +
    line('M140 160l50 20 46-40 70-24', 6, ink),
  welcome: (hue: number) =>
    box([120, 70, 150, 250], { r: 22, fill: ink }) +
    box([132, 92, 126, 206], { r: 10, fill: white }) +
    rows(6, (n) => box([144 + (n % 3) * 38, 150 + Math.floor(n / 3) * 44, 28, 28], { r: 8, fill: n % 2 ? accent(hue) : '#35c98b' })) +
    box([144, 104, 102, 34], { r: 8, fill: glass }) +
    box([144, 244, 102, 12], { r: 6, fill: pale }) +
    box([144, 266, 70, 12], { r: 6, fill: pale }) +
    box([400, 130, 250, 160], { r: 14, fill: white }) +
    box([424, 156, 70, 70], { r: 12, fill: glass }) +
    line('M438 192l14 14 26-30', 8, '#fff') +
    box([512, 162, 110, 14], { r: 7, fill: ink }) +
    box([512, 190, 80, 12], { r: 6, fill: pale }) +
    box([424, 246, 200, 22], { r: 11, fill: accent(hue) }) +
    line('M290 200h90', 6, '#fff', 'stroke-dasharray="4 16"'),
} as const satisfies Record<string, (hue: number) => string>
